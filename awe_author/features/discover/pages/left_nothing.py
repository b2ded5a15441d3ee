"""Posts that delete by leaving nothing of a text: a page of a wiki is gone when it is saved without one.

The post leads to the page of what it is about, as others to its address do. It sends nothing in a field that all of
these filled with a long text, and a list that had the entity when it was last looked at lacks it at the next look.
"""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows

LONG = 10
"""Characters that such a field has otherwise, at least."""


def left_nothing(call: Call, key: str, before: Sequence[Call], lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Does a post delete the entity with this key? `before`: earlier posts about entities of its kind."""
    sent = call.body if isinstance(call.body, dict) else {}
    bodies = [post.body for post in before if isinstance(post.body, dict) and post.path == call.path]
    names = [name for name, value in sent.items() if empty(value)]
    emptied = any(
        bodies and all(isinstance(value := body.get(name), str) and len(value.strip()) >= LONG for body in bodies)
        for name in names
    )
    return emptied and _lacks(key, call.seq, lists)


def empty(value: object) -> bool:
    """Is nothing sent there?"""
    return isinstance(value, str) and not value.strip()


def _lacks(key: str, seq: int, lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Does the next look at a list lack what the last one before had?"""
    looks: dict[tuple[str, str], list[tuple[int, bool]]] = {}
    for page, rows in lists:
        place = page.url.partition("#")[0], rows.container
        looks.setdefault(place, []).append((page.seq, any(row.key == key for row in rows.rows)))
    for each in looks.values():
        had = [there for at, there in sorted(each) if at <= seq][-1:]
        has = [there for at, there in sorted(each) if at > seq][:1]
        if had == [True] and has == [False]:
            return True
    return False
