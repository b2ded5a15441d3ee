"""Moments that answers show, and when each was first shown: what stood there before a write was not made by it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from awe_author.features.discover.common.keys import date_of

if TYPE_CHECKING:
    from awe_author.features.discover.exchanges.calls import Call

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_EPOCH = (1e9, 1e11)
"""Numbers from this to that are seconds since 1970; a thousand times as large, milliseconds."""
BEFORE = 2.0
"""Seconds by which it must have been shown earlier: what is made within one second may have one time."""


def first_shown(calls: Iterable[Call]) -> dict[str, float]:
    """Moment as it is shown -> when (epoch seconds, by the Date of the answer) it was first shown."""
    found: dict[str, float] = {}
    for call in calls:
        said = date_of(call.date)
        for value in _moments(call.answer) if said is not None else ():
            found[value] = min(said or 0.0, found.get(value, said or 0.0))
    return found


def _moments(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif (isinstance(one, str) and _TIME.match(one)) or (isinstance(one, int | float) and _is_epoch(one)):
            yield str(one)


def _is_epoch(value: float) -> bool:
    return _EPOCH[0] < value < _EPOCH[1] or _EPOCH[0] < value / 1000 < _EPOCH[1]
