"""Sorts by what is told otherwise: `order_column=changed_on_humanized` where that says "3 minutes ago".

Where what a request sorts by is in words and does not explain the order, but another field explains all that was shown
so before the first write, that one is sorted by. A field that servers do not sort by is passed over by them: what was
asked for in its order stays in the usual one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.order_forms import DOWN, TURNED_UP
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.ordering import Order, asked, in_order, order_of
from awe_author.features.discover.markup.spans import says_age

ENOUGH = 3
"""Entities in a list that shows an order."""
Lists = Sequence[Sequence[Mapping[str, Any]]]


def sorted_instead(
    sort: Param, direction: Param | None, answers: Sequence[tuple[Call, list[dict[str, Any]]]], key: str, until: int
) -> dict[str, str]:
    """What requests sort by -> the field that explains it better. `until`: the number of the first write."""
    found: dict[str, str] = {}
    for value in sort.values:
        told = asked(value)
        mine = [(call, items) for call, items in answers if call.seq < until and sort.said(call) == value]
        ways = {_down(direction, call, told) for call, _ in mine}
        lists = [items for _, items in mine if len(items) >= ENOUGH]
        if told is None or len(ways) != 1 or not lists or _explains(lists, told[0], key, down=(down := ways.pop())):
            continue
        other = order_of(lists, key, down=down)
        if other is not None and not other.folded:
            found[told[0]] = other.field
    return found


def passed_over(
    sort: Param, direction: Param | None, answers: Sequence[tuple[Call, list[dict[str, Any]]]], key: str, usual: Order
) -> list[str]:
    """Fields that requests sort by in vain: all that was shown so is in the usual order, and not in theirs."""
    told: dict[str, list[bool]] = {}
    for value in sort.values:
        order = asked(value)
        mine = [(call, items) for call, items in answers if sort.said(call) == value and len(items) >= ENOUGH]
        if order is None:
            continue
        for call, items in mine:
            field, down = order[0], _down(direction, call, order)
            if len({str(value_at(item, field)) for item in items}) > 1 and all(field in item for item in items):
                vain = order_of([items], key, field, down) is None and in_order(items, usual, key)
                told.setdefault(field, []).append(vain)
    return sorted(field for field, vain in told.items() if all(vain) and field != usual.field)


def _down(direction: Param | None, call: Call, told: tuple[str, bool] | None) -> bool:
    said = direction.said(call) if direction is not None else None
    if direction is not None and said is not None:
        return said.lower() in (TURNED_UP if direction.up else DOWN)
    return bool(told and told[1])


def _explains(lists: Lists, field: str, key: str, *, down: bool) -> bool:
    """Is it no span of time in words, or are the lists in its order?"""
    values = [value_at(item, field) for items in lists for item in items]
    if not all(isinstance(value, str) and says_age(value) for value in values):
        return True
    varied = any(len({str(value_at(item, field)) for item in items}) > 1 for items in lists)
    return varied and order_of(lists, key, field, down) is not None
