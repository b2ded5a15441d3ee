"""How many more there are than the recording shows, of a list that is always asked for in parts: `?project=1` says 40
and shows 30 on its first page, `/firms/2/deals` says 12.

For each value that was asked for the app's own number is compared with how many of these were known at the time. What
is between them was never shown, so no write can have changed it: it has to be the same at every look that narrows
nothing else, whatever was made, moved or deleted in between. Where nothing is narrowed, `unseen` of the kind counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.lists.asked_values import value_of
from awe_author.features.discover.lists.headers import header_total
from awe_author.features.discover.lists.queries import NARROWING, Listing, of_parent, shown_by
from awe_author.features.discover.lists.roles import ANY
from awe_author.features.discover.lists.told_values import Fits, There

MOST = 200
"""Values of what a list is asked for by."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """How many more there are for each value of a parameter, or of what the address names."""

    param: Param | None
    """None: what the address names."""
    star: int = 0
    """The number of its `*` in the address."""
    numbers: Mapping[str, int] = field(default_factory=dict)

    def text(self) -> str:
        """The expression of the number for what a request asks for."""
        own = f"segments[{self.star}]" if self.param is None else f"string({value_of(self.param)})"
        told = ", ".join(f"{text(value)}: {number}" for value, number in sorted(self.numbers.items()))
        return f"{{{told}}}.get({own}, 0)"


def beyond_of(one: Operation, listing: Listing, seen: Seen, there: There, fits: Fits) -> Beyond | None:
    """Of the parent that the address names, else of the filter that most requests have; None where nothing is beyond.
    `there`: what was there when a call was made; `fits`: does one fit a parameter?"""
    if listing.cut is not None or listing.apart or not (listing.totals or listing.headers):
        return None
    filters: list[Param | None] = [param for param in listing.params if param.role == "filter" and not param.listed]
    filters.sort(key=lambda param: -sum(bool(param and param.said(call)) for call in one.calls))
    for param in [None] if listing.parent is not None else filters:
        numbers = _numbers(one, listing, param, seen, there, fits)
        if numbers:
            return Beyond(param, listing.parent[0] if listing.parent is not None else 0, numbers)
    return None


def _numbers(
    one: Operation, listing: Listing, param: Param | None, seen: Seen, there: There, fits: Fits
) -> dict[str, int]:
    """Value -> how many there are beyond those that are known, where all looks agree and there are some."""
    found: dict[str, set[int]] = {}
    for call, value in _asked(one, listing, param):
        total = _total(listing, call)
        if total is None:
            continue
        known = _known(one, listing, call, param, seen, there, fits)
        if known is not None and (known <= total or total > len(shown_by(one, call))):  # else something else narrows it
            found.setdefault(value, set()).add(total - known)
    told = {value: min(numbers) for value, numbers in found.items() if len(numbers) == 1}
    return {value: number for value, number in told.items() if number > 0} if len(told) <= MOST else {}


def _known(
    one: Operation, listing: Listing, call: Call, param: Param | None, seen: Seen, there: There, fits: Fits
) -> int | None:
    """How many of those that were asked for were known; None where some may or may not be of these."""
    keys = {str(value[one.kind.key]) for value in shown_by(one, call)}
    for key, own in there(one, call, seen):
        if key in keys or not of_parent(one, listing, call, own):
            continue
        value = seen.around(one.kind, key, call.seq)
        if param is not None and param.of.partition(".")[0] not in value:
            return None
        if param is None or fits(param, call, value):
            keys.add(key)
    return len(keys)


def _asked(one: Operation, listing: Listing, param: Param | None) -> Iterator[tuple[Call, str]]:
    """(call, value) of those that narrow the list by nothing else."""
    stars = [place for place, step in enumerate(one.endpoint.path.strip("/").split("/")) if is_star(step)]
    others: Sequence[Param] = [other for other in listing.params if other.role in NARROWING and other is not param]
    for call in one.calls:
        if any((other.said(call) or "").lower() not in ANY for other in others):
            continue
        if param is not None:
            value = param.said(call) or ""
        else:
            value = call.segments[stars[listing.parent[0]]] if listing.parent is not None else ""
        if value.lower() not in ANY:
            yield call, value


def _total(listing: Listing, call: Call) -> int | None:
    """How many there are in all, as an answer or its headers say."""
    for way in listing.totals:
        number = at(call.answer, way)
        if isinstance(number, int):
            return number
        if isinstance(number, str) and number.isdecimal():
            return int(number)
    return header_total(call.counts, listing.headers)
