"""The order of lists that no field explains: as the app had them, and what is made where the app put what was made.

A list of tasks with random keys and no times is in the order in which they were made, or were moved. The state keeps
the keys in the order of the recorded list; a new one goes to its front or its end, as the recording's new ones did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.lists.ordering import Order, by_making, in_order
from awe_author.features.discover.lists.queries import listing_of, shown_by

FEW = 2
"""Entities that have an order."""
MANY = 5
"""Entities that are in the order of random values by chance in less than one of a hundred lists."""


def keep_order(part: Entities, operations: Sequence[Operation], seen: Seen) -> None:
    """Keep the order of a kind whose lists are in none that a field tells, nor in that of its keys."""
    lists = [one for one in operations if one.role == "list" and one.kind is part.kind]
    plain = part.kind.source == "json" and not part.ordered and len(part.seed) + len(part.made) >= FEW
    if not plain or not any(one.writes and one.kind is part.kind for one in operations):
        return
    found: list[tuple[Call, list[str]]] = []
    for one in lists:
        told = list(_unsorted(one, seen))
        if not any(len(items) >= FEW for _, items in told):
            continue  # it is in any order
        if _explained(one, part, [items for _, items in told]):
            return
        found += [(call, [str(item[part.kind.key]) for item in items]) for call, items in told]
    if any(len(keys) >= FEW for _, keys in found):
        found.sort(key=lambda pair: pair[0].seq)
        part.ordered, part.order = True, _merged([keys for _, keys in found], part)
        part.newest_first = _newest_first([keys for _, keys in found], part)


def _unsorted(one: Operation, seen: Seen) -> Iterator[tuple[Call, list[dict[str, Any]]]]:
    """What a list showed in its own order."""
    sort = listing_of(one, one.calls).by_role("sort")
    for call in one.calls:
        if sort is None or sort.said(call) is None:
            items = shown_by(one, call)
            yield call, [{**seen.around(one.kind, str(item[one.kind.key]), call.seq), **item} for item in items]


def _explained(one: Operation, part: Entities, lists: Sequence[Sequence[dict[str, Any]]]) -> bool:
    """Is a list in an order that some field tells, or in that of its keys? Random values tell it of many only."""
    key, order = part.kind.key, listing_of(one, one.calls).order
    many = any(len(items) >= MANY for items in lists)
    if order is not None:
        many = many or _many_in_portions(lists, order, key)
        return many or not opaque(value_at(item, order.field) for items in lists for item in items)
    if by_making(lists, key) is not None:
        return True
    random = opaque(item[key] for items in lists for item in items)
    return (many or not random) and all(in_order(items, Order(key), key) for items in lists)


def _many_in_portions(lists: Sequence[Sequence[dict[str, Any]]], order: Order, key: str) -> bool:
    """Are portions of a list, each of which goes on behind the one before, in this order together, and many?"""
    joined: list[dict[str, Any]] = []
    for items in lists:
        keys = {str(one[key]) for one in joined}
        if not any(str(one[key]) in keys for one in items):
            joined += items
    return len(joined) >= MANY and in_order(joined, order, key)


def _merged(lists: Sequence[Sequence[str]], part: Entities) -> list[str]:
    """The keys of the start in the order of all lists; where these differ, of the first. What a list shows none of
    which was shown before is a later portion."""
    order: list[str] = []
    for keys in lists:
        there = [key for key in keys if key in part.seed]
        if not set(order) & set(there):
            order += there
        for before, key in pairwise(["", *there]):
            if key not in order:
                order.insert(order.index(before) + 1 if before else 0, key)
    return [*order, *(key for key in part.seed if key not in order)]


def _newest_first(lists: Sequence[Sequence[str]], part: Entities) -> bool:
    """Did new entities come before those of the start? Without any, if lists begin with the highest of their keys."""
    fronts = ends = 0
    for keys in lists:
        new = [place for place, key in enumerate(keys) if key in part.made]
        old = [place for place, key in enumerate(keys) if key in part.seed]
        if new and old:
            fronts += max(new) < min(old)
            ends += min(new) > max(old)
    if not fronts and not ends and part.counted:
        return all(int(one) > int(other) for keys in lists for one, other in pairwise(keys))
    return fronts > ends
