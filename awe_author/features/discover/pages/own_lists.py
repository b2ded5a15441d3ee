"""Links to others of its kind in what one entity says: a page of a wiki that names other pages.

They stand on the page of that entity and are none of the lists of the kind, when pages of others at the same address
have no such list, or one with other rows at the first look.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.pages import PageKind, Shown, place_of
from awe_author.features.discover.pages.posts import key_in


def is_of_one(one: PageKind, listed: tuple[Page, Rows], shown: Sequence[Shown], known: Collection[str]) -> bool:
    """Does a list belong to what the entity on whose page it stands says? `known`: keys of entities; an address may
    look like one of theirs (`/notes/all`)."""
    page, rows = listed
    if key_in(page.url, one.template) not in known:
        return False
    looks: dict[str | None, list[tuple[str, ...]]] = {}
    for other in shown:
        key = key_in(other.page.url, one.template)
        if key in known:
            mine = [each for each in other.lists if place_of(other.page, each) == place_of(page, rows)]
            looks.setdefault(key, []).append(tuple(row.key for each in mine for row in each.rows))
    having = [key for key, every in looks.items() if any(every)]
    return len(looks) > 1 and (len(having) < len(looks) or len({every[0] for every in looks.values()}) > 1)
