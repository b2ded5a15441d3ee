"""What lists leave out unless a filter asks for it, told by how many they say there are: `"total": 7` of nine contacts,
of which two are `archived`, and `?archived=true` shows these.

A field of true and false, or with a moment or nothing (`deleted_at`), is believed to do so when the total of every
answer is the number of those where it says false or nothing, of one at least for certain, and less than all there were.
What was written since it was last seen may be either. Asked otherwise (`?trashed=with`), with the total of all, it
leaves none out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.lists.asked_values import is_said, value_of
from awe_author.features.discover.lists.queries import Listing

_TOLD = ("filter", "page", "offset", "limit", "sort", "direction", "shape")
"""Roles beside which a total can be counted."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]|\Z)")
There = Callable[[Operation, Call, Seen], Iterator[tuple[str, dict[str, Any]]]]
Fits = Callable[[Param, Call, dict[str, Any]], bool]
Count = tuple[int, int, int]
"""(how many there were in all, how many at least say false, how many at most)."""


def left_by_total(one: Operation, listing: Listing, part: Entities, seen: Seen, there: There, fits: Fits) -> str:
    """The condition of what is shown; "" when that cannot be told. `there`: what was there when a call was made;
    `fits`: does one fit a parameter?"""
    if not listing.totals or listing.parent or part.unseen:
        return ""
    way, item = listing.totals[0], safe(singular(part.kind.name))
    flags = [name for name in part.fields() if {*map(type, part.values(name))} == {bool} or _marks(part, seen, name)]
    for name in flags:
        param = next((param for param in listing.params if param.role == "filter" and param.of == name), None)
        counts = [
            (at(call.answer, way), _count(name, one, call, listing, seen, there, fits))
            for call in one.calls if _countable(call, listing, param)
        ]  # fmt: skip
        counts = [(total, count) for total, count in counts if is_integer(total)]
        holds = all(least <= total <= most for total, (_, least, most) in counts)
        certain = any(total == least == most < every for total, (every, least, most) in counts)
        if counts and holds and certain:
            none = "null" if _marks(part, seen, name) else "false"
            own = f"{member(item, name, sure=False, other=none)} == {none}"
            asks = [is_said(param)] if param is not None else _asking(name, one, way, listing, seen, there, fits)
            return f"({' || '.join([*asks, own])})"
    return ""


def _marks(part: Entities, seen: Seen, name: str) -> bool:
    """Does a field have a moment, or nothing?"""
    told = [value[name] for history in seen.values[part.kind.name].values() for _, value in history if name in value]
    texts = [one for one in told if one is not None]
    return None in told and bool(texts) and all(isinstance(one, str) and _MOMENT.match(one) for one in texts)


def _asking(
    name: str, one: Operation, way: tuple[str, ...], listing: Listing, seen: Seen, there: There, fits: Fits
) -> list[str]:
    """The conditions of requests that ask for all, by a parameter that nothing else explains."""
    asks: list[str] = []
    for param in listing.params:
        calls: dict[str, list[Call]] = {}
        for call in one.calls if param.role == "unknown" else ():
            if (said := param.said(call) or "") and _countable(call, listing, None, param):
                calls.setdefault(said, []).append(call)
        for said, mine in calls.items():
            totals = [
                (at(call.answer, way), _count(name, one, call, listing, seen, there, fits, param)) for call in mine
            ]  # fmt: skip
            more = any(least < total for total, (_, least, _) in totals)
            if more and all(total == every for total, (every, _, _) in totals):
                asks.append(f"{is_said(param)} && string({value_of(param)}) == {text(said)}")
    return [f"({one})" for one in asks]


def _countable(call: Call, listing: Listing, param: Param | None, apart: Param | None = None) -> bool:
    """Does a request say nothing by the parameter of the field, and nothing that cannot be counted but by `apart`?"""
    said = [one for one in listing.params if (one.said(call) or "") != "" and one is not apart]
    return param not in said and all(one.role in _TOLD for one in said)


def _count(
    name: str, one: Operation, call: Call, listing: Listing, seen: Seen, there: There, fits: Fits,
    apart: Param | None = None,
) -> Count:  # fmt: skip
    said = [param for param in listing.params if (param.said(call) or "") != "" and param is not apart]

    def later(key: str, value: dict[str, Any]) -> dict[str, Any]:
        sure = seen.fresh(one.kind, key, name, call.seq)
        return value if sure else seen.after(one.kind, key, call.seq) or value

    values = [
        (bool(value.get(name)), bool(later(key, value).get(name, value.get(name))))
        for key, value in there(one, call, seen) if all(fits(param, call, value) for param in said)
    ]  # fmt: skip
    return len(values), sum(not (now or then) for now, then in values), sum(not (now and then) for now, then in values)
