"""Rows that differ by what nothing is known of: how many remarks an entity has, whether it is new to somebody.

Those of what was there in the beginning stay as they were first seen, but for what is told of their entities; a new one
is made of the row of what the recording created, else of the most usual one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from bs4 import Tag

from awe_author.features.discover.common.keys import as_word, text
from awe_author.features.discover.pages.filled import quoted
from awe_author.json_types import JsonObject

if TYPE_CHECKING:
    from awe_author.features.discover.pages.cells import Told

LEAST = 3
"""Entities whose rows were seen."""
MOST = 40
"""Rows that are kept."""
MOST_KEYS = 400
"""Entities whose rows are compared."""


def as_seen(
    row: str, told: Sequence[Told], plain: Sequence[tuple[str, ...]], made: Collection[str]
) -> JsonObject | None:
    """Selector of a row -> the condition of those that are made of it; None where all are alike, where they are too
    many, or where one of them has no name of its own. `plain`: the texts of rows that nothing tells; `made`: keys of
    what the recording created."""
    first: dict[str, int] = {}
    for at, (one, _, _) in enumerate(told):
        first.setdefault(one.key, at)
    groups: dict[tuple[str, ...], list[str]] = {}
    for key in sorted(first):
        groups.setdefault(plain[first[key]], []).append(key)
    names = {key: _named(told[at][1], key) for key, at in first.items()}
    if not 1 < len(groups) <= MOST or not LEAST <= len(first) <= MOST_KEYS or None in names.values():
        return None
    new = next((plain[at] for at in reversed(range(len(told))) if told[at][0].key in made), None)
    usual = new if new in groups else max(groups, key=lambda said: len(groups[said]))
    others = {said: keys for said, keys in groups.items() if said != usual}
    kinds = {
        f"{row}:is({', '.join(str(names[key]) for key in keys)})": f"item.id in [{', '.join(map(text, keys))}]"
        for said, keys in others.items()
    }
    all_others = ", ".join(str(names[key]) for keys in others.values() for key in keys)
    return {**kinds, f"{row}:not({all_others})": "true"}


def _named(tag: Tag, key: str) -> str | None:
    """What selects a row among others by its id, or by a link in it, that names its entity."""
    whole = as_word(key)
    if whole.search(str(tag.get("id") or "")):
        return f"[id={quoted(str(tag['id']))}]"
    for link in tag.find_all("a", href=whole):
        made = f"a[href={quoted(str(link['href']))}]"
        if len(tag.select(made)) == 1:
            return f":has({made})"
    return None
