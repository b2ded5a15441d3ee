"""Moments that an app tells to the minute, or to the day: a change in the minute in which the entity was written last
shows the same moment again, though it is that of the change."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from awe_author.features.discover.common.keys import date_of, moment_of
from awe_author.features.discover.exchanges.calls import Call

MINUTE, DAY = 60.0, 86400.0
LEAST = 3
"""Values that have to be told so."""


def still_now(value: Any, call: Call, every: Iterable[Any]) -> bool:
    """Is a value the moment of a call, as coarse as all values of its field are? `every`: these."""
    when, said = moment_of(value), date_of(call.date)
    if when is None or said is None:
        return False
    return 0 <= said - when < _step(every)


def _step(every: Iterable[Any]) -> float:
    """How many seconds all moments are whole numbers of: those of a minute or a day; 0 where they are told finer."""
    moments = [moment for one in every if isinstance(one, str) and (moment := _told(one)) is not None]
    if len(moments) < LEAST or any(one.second or one.microsecond for one in moments):
        return 0.0
    return MINUTE if any(one.minute or one.hour for one in moments) else DAY


def _told(value: str) -> datetime | None:
    try:
        return datetime.fromisoformat(value) if moment_of(value) is not None else None
    except ValueError:
        return None
