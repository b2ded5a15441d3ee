"""The rows of a list, worked out from its items: only those of items that were not there before.

Items that did not change are the same objects from one state to the next, and most changes are in one place; so what a
list shows after an action costs one quick pass over its items, however many they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import is_not
from typing import TypeAlias

from awe_author.features.dom.operations import Record, common_ends

Row: TypeAlias = tuple[str, Record]
"""Key and record of an item."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Items, and beside each of them its key and record."""

    items: Sequence[object] = ()
    own: Sequence[str] = ()
    """The key that each item gives."""

    keys: Sequence[str] = ()
    """The same with every key there once: two items with one key are two rows all the same."""

    records: Sequence[Record] = ()


NO_ROWS = Rows()


def rows_of(items: Sequence[object], before: Rows, make: Callable[[object], Row]) -> Rows:
    """The rows of `items`; `make` works out those that `before` does not have."""
    start, end = common_ends(before.items, items, is_not)
    old = range(start, len(before.items) - end)
    place = {id(before.items[at]): at for at in old}
    made: list[Row] = []
    for item in items[start : len(items) - end]:
        at = place.get(id(item))
        made.append(make(item) if at is None else (before.own[at], before.records[at]))
    own = [*before.own[:start], *(key for key, _ in made), *before.own[old.stop :]]
    records = [*before.records[:start], *(record for _, record in made), *before.records[old.stop :]]
    return Rows(items, own, before.keys if own == before.own else _each_once(own), records)


def _each_once(keys: Sequence[str]) -> Sequence[str]:
    if len(set(keys)) == len(keys):
        return keys
    taken: dict[str, None] = {}
    for key in keys:
        found, count = key, 2
        while found in taken:
            found, count = f"{key}#{count}", count + 1
        taken[found] = None
    return list(taken)
