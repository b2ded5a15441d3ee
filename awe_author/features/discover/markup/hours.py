"""Spans of hours as apps write them down: a form sends `6` or `1.5`, its page has `6:00` or `1:30` in the field from
then on. The entity keeps it as the field has it.
"""

from __future__ import annotations

import re

LEAST = 2
"""Different numbers that were written so."""
_WHOLE = re.compile(r"\d{1,5}\Z")
_PARTS = re.compile(r"(\d{1,5})[.,](\d{1,2})\Z")
_HOURS = re.compile(r"\d{1,5}:[0-5]\d\Z")


def as_hours(value: str) -> str | None:
    """A number of hours as hours and minutes; None for what is none."""
    if _WHOLE.match(value):
        return f"{int(value)}:00"
    if _HOURS.match(value):
        return value
    found = _PARTS.match(value)
    if found is None:
        return None
    minutes = int(float(f"0.{found[2]}") * 60 + 0.5)
    return f"{int(found[1]) + minutes // 60}:{minutes % 60:02d}"


def hours_text(own: str) -> str:
    """The expression of that; `own`: that of the value."""
    minutes = "int((d - double(int(d))) * 60.0 + 0.5)"
    written = f"string(int(d)) + ':' + ({minutes} < 10 ? '0' : '') + string({minutes})"
    number = f"double({own}.replace(',', '.'))"
    return f"({own}.matches('^[0-9]{{1,5}}([.,][0-9]{{1,2}})?$') ? [{number}].map(d, {written})[0] : {own})"


def are_hours(pairs: list[tuple[str, str]]) -> bool:
    """Were numbers (as sent, as the field has it afterwards) written down as hours, each of them?"""
    told = [(sent, kept) for sent, kept in pairs if sent and not _HOURS.match(sent)]
    return len({kept for _, kept in told}) >= LEAST and all(as_hours(sent) == kept for sent, kept in told)
