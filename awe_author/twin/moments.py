"""Moments of the run: what the live app stamps now and what the mock stamps by its own clock mean the same.

Each side has a window: from the beginning of its run to its present. A moment inside the live window corresponds to any
moment inside the mock's; moments outside (seeded data) have to be equal. In texts such moments, and phrases that count
back from now ("2 minutes ago"), are replaced by a mark before texts are compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

MARGIN = 90.0
"""Seconds beyond either end of a window that still belong to it."""
MARK = "⟨moment⟩"
AGO = "⟨ago⟩"

_ISO = re.compile(r"\d{4}-\d\d-\d\d([T .]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|UTC|[+-]\d\d:?\d\d))?)?")
_MAIL = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d")
_CODED = re.compile(r"/Date\((\d{12,13})(?:[+-]\d{4})?\)/\Z")
"""As OData 2 writes them in JSON: milliseconds since 1970."""
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH = "(?:" + "|".join(f"{name[:3]}(?:{name[3:]})?" if len(name) > 3 else name for name in _MONTHS) + r")\.?"
_CLOCK = (
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?:[:.](?P<second>\d\d)(?:[.,]\d{1,6})?)?(?:\s?(?P<half>[AaPp]\.?[Mm]\.?))?"
)
_DATES = (
    r"(?P<year>\d{4})[-/.](?P<month>\d\d?)[-/.](?P<day>\d\d?)",
    rf"(?P<day>\d\d?)(?:st|nd|rd|th)? (?P<name>{_MONTH})(?:,? (?P<year>\d{{4}}))?",
    rf"(?P<name>{_MONTH}) (?P<day>\d\d?)(?:st|nd|rd|th)?(?:,? (?P<year>\d{{4}}))?(?!\d|:)",
    r"(?P<a>\d\d?)[/.](?P<b>\d\d?)[/.](?P<year>\d{4})",
)
_DAYS = tuple(
    re.compile(rf"(?<![\d/.-]){date}(?:(?:,? at |,? |T){_CLOCK})?(?![\d:])", re.IGNORECASE) for date in _DATES
)
_TIME = re.compile(rf"(?<![\d:.]){_CLOCK}(?![\d:]|\s?(?:ms|s|secs?|seconds?|mins?|minutes?|hours?|[kKMG]i?B)\b)")
_UNIT = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|s|m|h|d)"
_AGO = re.compile(
    rf"(?:\b(?:less than|about|almost|over|half)\s+)?(?<![\w.])(?:a few|an?|one|\d+)\s?{_UNIT}\s+ago\b"
    rf"|(?<![\w./])(?:\d{{1,3}}\s)?\d/\d\s(?:of )?(?:an?\s)?{_UNIT}\s+ago\b"
    rf"|\b(?:less than|about|almost|over)\s+(?:an?|one|\d+)\s{_UNIT}\b|\bjust now\b|\bmoments? ago\b|\ba few seconds\b",
    re.IGNORECASE,
)
_KINDS = (_ISO, *_DAYS, _AGO, _TIME)
_ANY = re.compile(
    "|".join("(?:" + re.sub(r"[(][?]P<[a-z]+>", "(?:", kind.pattern) + ")" for kind in _KINDS),
    re.IGNORECASE,
)
"""Any of them, so that a text is gone through once: what was looked at and kept as a whole is not looked at in part."""
_RANGE = (1e9, 4e9)
"""Epoch seconds that a bare number may mean (2001 to 2096)."""


@dataclass(slots=True)
class Window:
    """From `start` to `end`, epoch seconds, without margin."""

    start: float
    end: float
    more: tuple[tuple[float, float], ...] = ()
    """Further stretches that belong to it: a mock stamps by its session's clock, which comes first here, and shows
    pages at the recorded one."""
    margin: float = MARGIN

    def holds(self, moment: float) -> bool:
        stretches = ((self.start, self.end), *self.more)
        return any(start - self.margin <= moment <= end + self.margin for start, end in stretches)

    def stamps(self) -> Window:
        """The stretch of a mock's session clock alone, without margin: what it stamps itself."""
        start, end = self.more[0] if self.more else (self.start, self.end)
        return Window(start, end, margin=0.0)

    def days(self) -> set[tuple[int, int, int]]:
        """(year, month, day) in UTC of every day it touches."""
        found: set[tuple[int, int, int]] = set()
        for start, end in ((self.start, self.end), *self.more):
            day = datetime.fromtimestamp(start - self.margin, UTC)
            last = datetime.fromtimestamp(min(end + self.margin, start + 40 * 86400), UTC)
            while day.date() <= last.date():
                found.add((day.year, day.month, day.day))
                day += timedelta(days=1)
        return found

    def shows(self, hour: int, minute: int) -> bool:
        """Is this time of day one of the window's, in whatever time zone? Zones differ by whole quarters of an hour."""
        for start, end in ((self.start, self.end), *self.more):
            if end - start > 600:
                return True
            first = int((start - self.margin) // 60)
            last = int((end + self.margin) // 60)
            if any((hour * 60 + minute - at) % 15 == 0 for at in range(first, last + 1)):
                return True
        return False


def moment_of(value: object) -> float | None:
    """The moment (epoch seconds) that a JSON value means; None when it means none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _number(float(value))
    if not isinstance(value, str) or not 8 <= len(value) <= 40:
        return None
    if value.isascii() and value.replace(".", "", 1).isdecimal():
        return _number(float(value))
    if _ISO.fullmatch(value):
        return _iso(value)
    if coded := _CODED.match(value):
        return int(coded[1]) / 1000
    if _MAIL.match(value):
        try:
            return parsedate_to_datetime(value).timestamp()
        except ValueError:
            return None
    return None


def _number(value: float) -> float | None:
    for scale in (1.0, 1e3, 1e6, 1e9):
        if _RANGE[0] <= value / scale < _RANGE[1]:
            return value / scale
    return None


def _iso(value: str) -> float | None:
    try:
        found = datetime.fromisoformat(value.replace(" UTC", "+00:00").replace("Z", "+00:00"))
    except ValueError:
        return None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def masked(text: str, window: Window) -> str:
    """`text` with the moments of the window, and phrases that count back from now, replaced by marks."""
    if not re.search(r"\d|ago|now|few", text):
        return text
    days = window.days()
    return _ANY.sub(lambda found: _mark(found[0], window, days), text)


def _mark(text: str, window: Window, days: set[tuple[int, int, int]]) -> str:
    if _AGO.fullmatch(text):
        return AGO
    if _ISO.fullmatch(text):
        return MARK if _in(text, window, days) else text
    for pattern in _DAYS:
        if found := pattern.fullmatch(text):
            return MARK if _is_day(found, days) and _is_time(found, window) else text
    found = _TIME.fullmatch(text)
    return MARK if found and _is_time(found, window) else text


def _in(text: str, window: Window, days: set[tuple[int, int, int]]) -> bool:
    if len(text) == 10:
        return tuple(int(part) for part in text.split("-")) in days
    moment = _iso(text)
    return moment is not None and window.holds(moment)


def _is_day(found: re.Match[str], days: set[tuple[int, int, int]]) -> bool:
    parts = found.groupdict()
    year = int(parts["year"]) if parts.get("year") else None
    if "a" in parts:
        pairs = {(int(parts["a"]), int(parts["b"])), (int(parts["b"]), int(parts["a"]))}
    else:
        month = int(parts["month"]) if "month" in parts else _month(parts["name"])
        pairs = {(month, int(parts["day"]))}
    return any((month, day) in pairs and year in (None, this) for this, month, day in days)


def _month(name: str) -> int:
    start = name[:3].lower()
    return next(number for number, full in enumerate(_MONTHS, 1) if full.startswith(start))


def _is_time(found: re.Match[str], window: Window) -> bool:
    """Is the time of day, where there is one, one of the window's?"""
    if found["hour"] is None:
        return True
    hour, minute = int(found["hour"]), int(found["minute"])
    if found["hour"] == "0" and not found["half"]:
        return False  # a span of time
    if hour > 23 or minute > 59:
        return False
    half = (found["half"] or "").lower()[:1]
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    return window.shows(hour, minute)
