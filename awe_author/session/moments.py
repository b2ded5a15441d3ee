"""Moments and spans of a session's clock: whole microseconds, so that adding steps is exact on every machine.

Text forms: RFC 3339 in UTC for moments, ISO 8601 durations (weeks to seconds; no months or years, whose length depends
on the calendar) or a number of seconds for spans.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from awe_author.errors import InputError

Micros: TypeAlias = int
"""Microseconds since the Unix epoch, or a span of them."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIRST = (datetime.min.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)
LAST = (datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)
"""The first and last moments that text can say: of the years 1 and 9999."""

SECOND = 1_000_000
_NUMBER = r"(\d+(?:[.,]\d+)?)"
_DURATION = re.compile(
    rf"([-+]?)P(?:{_NUMBER}W)?(?:{_NUMBER}D)?(?:T(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?", re.IGNORECASE
)
_UNITS = (604_800, 86_400, 3_600, 60, 1)


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How a world's clock runs: where it starts, and what every action adds."""

    start: Micros
    step: Micros = SECOND

    @classmethod
    def of(cls, start: str, step: str | float = "PT1S") -> ClockRule:
        """From the text forms of a world file; `InputError` when one is wrong or the step goes back."""
        rule = cls(parse_moment(start), parse_span(step))
        if rule.step < 0:
            raise InputError(f"the clock's step may not be negative: {step!r}", hint="for example PT1S")
        return rule


def parse_moment(text: str) -> Micros:
    """RFC 3339 text to microseconds; `InputError` without an offset or when it is no moment at all."""
    try:
        moment = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        moment = None
    if moment is None or moment.tzinfo is None:
        raise InputError(f"{text!r} is not a moment", hint="write it as RFC 3339, for example 2025-03-03T09:00:00Z")
    return within((moment - EPOCH) // timedelta(microseconds=1))


def within(moment: Micros) -> Micros:
    """`moment`; `InputError` when no clock goes so far."""
    if not FIRST <= moment <= LAST:
        raise InputError(
            "a clock shows the years 1 to 9999, and this is beyond", hint="take a nearer moment, or reset the session"
        )
    return moment


def format_moment(moment: Micros) -> str:
    """RFC 3339, UTC, six digits of microseconds: sorts as text."""
    return (EPOCH + timedelta(microseconds=moment)).isoformat(timespec="microseconds")[:26] + "Z"


def parse_span(span: str | float) -> Micros:
    """An ISO 8601 duration or a number of seconds to microseconds; `InputError` when it is neither."""
    found = _DURATION.fullmatch(span) if isinstance(span, str) else None
    try:
        if isinstance(span, int | float) and not isinstance(span, bool):
            return round(span * SECOND)
        if found is not None and any(found.groups()[1:]):
            total = sum(
                round(float(number.replace(",", ".")) * SECOND) * unit
                for number, unit in zip(found.groups()[1:], _UNITS, strict=True)
                if number
            )
            return -total if found[1] == "-" else total
    except (OverflowError, ValueError):  # infinite, or no number
        pass
    raise InputError(f"{span!r} is not a duration", hint="write ISO 8601 (PT1S, PT24H, P3D) or seconds")


def seconds(moment: Micros) -> float:
    """Seconds since the epoch, as `Context.clock` has them."""
    return moment / SECOND
