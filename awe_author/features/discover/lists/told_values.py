"""Parameters that leave something out for a reason that nothing tells: `{"cases": 4}` shows what plans case 4 is in.

Such a parameter is believed when requests that say the same but for it show more. For a value that was asked for it
goes on showing those that were shown; for another nothing is known, and nothing is shown, rather than all there is.
Where not all is known so, values that showed nothing go on doing so, if the same request without them showed something.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.asked_values import is_said, value_of
from awe_author.features.discover.lists.queries import Listing, shown_by
from awe_author.features.discover.lists.roles import ANY

UNTOLD = ("search", "contains", "cursor", "page", "offset", "limit", "unknown")
"""Roles of parameters beside which an absence proves nothing."""
MOST = 50
"""Values of one parameter, and keys that one of them shows."""
LONGEST = 100
There = Callable[[Operation, Call, Seen], Iterator[tuple[str, dict[str, Any]]]]
Fits = Callable[[Param, Call, dict[str, Any]], bool]


def told_values(
    one: Operation, listing: Listing, seen: Seen, item: str, there: There, fits: Fits, explained: Collection[str]
) -> list[str]:
    """The conditions of an item. `there`: what was there when a call was made; `fits`: does one fit a parameter?
    `explained`: names of parameters of which it is known what they do."""
    if listing.parent is not None or listing.fixed is not None:
        return []
    found = []
    for param in (param for param in listing.params if param.name not in explained):
        kept = _kept(one, listing, param, seen, there, fits) if param.role == "unknown" else {}
        if kept:
            values = ", ".join(
                f"{text(value)}: [{', '.join(map(text, sorted(keys)))}]" for value, keys in sorted(kept.items())
            )
            own = f"dyn({{{values}}}).get(string({value_of(param)}), [])"
            found.append(f"(!({is_said(param)}) || string({member(item, one.kind.key)}) in {own})")
        elif nothing := _nothing(one, listing, param):
            values = ", ".join(map(text, sorted(nothing)))
            found.append(f"!({is_said(param)} && string({value_of(param)}) in [{values}])")
    return found


def _nothing(one: Operation, listing: Listing, param: Param) -> set[str]:
    """Values that never showed anything, though requests that say the same but for them did."""
    if param.role != "unknown" or param.part not in ("query", "body") or param.listed or param.form is not None:
        return set()
    others = [other for other in listing.params if other is not param]
    full = {_rest(others, call) for call in one.calls if param.said(call) is None and shown_by(one, call)}
    values: dict[str, bool] = {}
    for call in one.calls:
        said = param.said(call)
        if said and said.lower() not in ANY and len(said) <= LONGEST:
            empty = not shown_by(one, call) and _rest(others, call) in full
            values[said] = values.get(said, True) and empty
    found = {said for said, empty in values.items() if empty}
    return found if len(found) <= MOST else set()


def _rest(others: Sequence[Param], call: Call) -> tuple[str | None, ...]:
    """What a request says by these parameters."""
    return tuple(other.said(call) for other in others)


def _kept(one: Operation, listing: Listing, param: Param, seen: Seen, there: There, fits: Fits) -> dict[str, set[str]]:
    """Value -> the keys that it showed; empty where the parameter is not known to leave anything out."""
    if param.part not in ("query", "body") or param.listed or param.form is not None:
        return {}
    others = [other for other in listing.params if other is not param]
    kept: dict[str, set[str]] = {}
    for call in one.calls:
        said = param.said(call)
        if said is None or said.lower() in ANY:
            continue
        shown = {str(value[one.kind.key]) for value in shown_by(one, call)}
        if len(said) > LONGEST or len(shown) > MOST or any(_untold(other, call, one.calls) for other in others):
            return {}
        absent = {
            key for key, value in there(one, call, seen)
            if key not in shown and all(fits(other, call, value) for other in others if other.said(call) is not None)
        }  # fmt: skip
        if not absent & _without(one, param, others, call):
            return {}
        kept.setdefault(said, set()).update(shown)
    return kept if len(kept) <= MOST else {}


def _untold(param: Param, call: Call, calls: Sequence[Call]) -> bool:
    """Does a request say something by a parameter that may have left something out as well? What all say does not."""
    said = param.said(call)
    return param.role in UNTOLD and said not in (None, "") and any(param.said(other) != said for other in calls)


def _without(one: Operation, param: Param, others: Sequence[Param], call: Call) -> set[str]:
    """The keys that requests showed which say nothing by the parameter, and by no other what this one does not say."""
    found: set[str] = set()
    for other in one.calls:
        if param.said(other) is None and not any(_untold(each, other, one.calls) for each in others):
            found |= {str(value[one.kind.key]) for value in shown_by(one, other)}
    return found
