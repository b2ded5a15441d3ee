"""Timestamps and durations: conversion both ways, and the getters of standard CEL with their time zones."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache

from awe_author.state.cel.arithmetic import MAX_DURATION
from awe_author.state.cel.functions import function
from awe_author.state.cel.problems import CelFault

_MOMENT = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d\d):(\d\d))", re.ASCII
)
_PART = re.compile(r"(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)", re.ASCII)
_DURATION = re.compile(rf"[+-]?(?:0|(?:{_PART.pattern})+)", re.ASCII)
_NANOSECONDS = {"ns": 1, "us": 10**3, "µs": 10**3, "μs": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9}
_NANOSECONDS["h"] = 3600 * 10**9
_OFFSET = re.compile(r"([+-]?)(\d{1,2}):(\d\d)", re.ASCII)


@function("timestamp(timestamp) -> timestamp", "the same")
def _timestamp(moment: datetime) -> datetime:
    return moment


@function("timestamp(string) -> timestamp", "RFC 3339: `'2025-03-03T09:00:00Z'`")
def timestamp_of_text(text: str) -> datetime:
    """The moment an RFC 3339 text names, in UTC."""
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise CelFault(f"'{text[:40]}' is no timestamp such as 2025-03-03T09:00:00Z")
    year, month, day, hour, minute, second = (int(one) for one in found.groups()[:6])
    micro = int((found[7] or "").ljust(6, "0")[:6])
    offset = timedelta(0) if found[8] else timedelta(hours=int(found[10]), minutes=int(found[11]))
    try:
        moment = datetime(year, month, day, hour, minute, second, micro, tzinfo=UTC)
        return moment + offset if found[9] == "-" else moment - offset
    except (ValueError, OverflowError):
        raise CelFault(f"'{text}' names no moment of the years 1 to 9999") from None


@function("timestamp(number) -> timestamp", "seconds since 1970")
def _timestamp_of_seconds(seconds: float) -> datetime:
    try:
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        raise CelFault(f"{seconds} seconds are outside of the years 1 to 9999") from None


@function("duration(duration) -> duration", "the same")
def _duration(span: timedelta) -> timedelta:
    return span


@function("duration(string) -> duration", "`'1h30m'`, `'2.5s'`, `'-100ms'`; units h m s ms us ns")
def duration_of_text(text: str) -> timedelta:
    """The span of time that a text such as `1h30m` names."""
    if len(text) > 100 or not _DURATION.fullmatch(text):
        raise CelFault(f"'{text[:40]}' is no duration such as 24h or 1h30m")
    total = 0
    for digits, unit in _PART.findall(text):
        whole, _, fraction = digits.partition(".")
        scale = _NANOSECONDS[unit]
        total += int(whole or "0") * scale + (int(fraction) * scale // 10 ** len(fraction) if fraction else 0)
    if total // 10**9 > MAX_DURATION.total_seconds():
        raise CelFault(f"'{text}' is longer than a duration can be (10 000 years)")
    return timedelta(microseconds=-(total // 1000) if text[0] == "-" else total // 1000)


@function("string(timestamp) -> string", "RFC 3339 in UTC: `2025-03-03T09:00:00Z`")
def timestamp_text(moment: datetime) -> str:
    """A moment in RFC 3339, UTC, no more digits than it needs."""
    utc = moment.astimezone(UTC)
    fraction = f".{utc.microsecond:06}".rstrip("0") if utc.microsecond else ""
    return utc.replace(tzinfo=None, microsecond=0).isoformat() + fraction + "Z"


@function("string(duration) -> string", "seconds: `5400s`")
def duration_text(span: timedelta) -> str:
    """A span in seconds, as JSON of protocol buffers has it."""
    micros = span // timedelta(microseconds=1)
    whole, fraction = divmod(abs(micros), 10**6)
    digits = f".{fraction:06}".rstrip("0") if fraction else ""
    return f"{'-' if micros < 0 else ''}{whole}{digits}s"


@function("int(timestamp) -> int", "seconds since 1970")
def _seconds_of_timestamp(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)


@lru_cache(maxsize=256)
def zone(name: str) -> tzinfo:
    """A time zone by its IANA name, or by its distance from UTC (`+05:30`)."""
    from zoneinfo import ZoneInfo

    found = _OFFSET.fullmatch(name)
    try:
        if found is None:
            return ZoneInfo(name)
        offset = timedelta(hours=int(found[2]), minutes=int(found[3]))
        return timezone(-offset if found[1] == "-" else offset)
    except (KeyError, ValueError, OSError):
        raise CelFault(f"'{name[:40]}' is no time zone such as Europe/Berlin or +05:30") from None


def _getter(name: str, meaning: str, get: Callable[[datetime], int]) -> None:
    @function(f"timestamp.{name}() -> int", f"{meaning}, in UTC")
    def in_utc(moment: datetime) -> int:
        return get(moment.astimezone(UTC))

    @function(f"timestamp.{name}(string) -> int", f"{meaning}, in a time zone (`'Europe/Berlin'`, `'+05:30'`)")
    def in_zone(moment: datetime, where: str) -> int:
        try:
            return get(moment.astimezone(zone(where)))
        except OverflowError:
            raise CelFault("that moment has no local time within the years 1 to 9999") from None


_getter("getFullYear", "the year", lambda moment: moment.year)
_getter("getMonth", "the month, from 0", lambda moment: moment.month - 1)
_getter("getDate", "the day of the month, from 1", lambda moment: moment.day)
_getter("getDayOfMonth", "the day of the month, from 0", lambda moment: moment.day - 1)
_getter("getDayOfWeek", "the day of the week, 0 is Sunday", lambda moment: moment.isoweekday() % 7)
_getter("getDayOfYear", "the day of the year, from 0", lambda moment: moment.timetuple().tm_yday - 1)
_getter("getHours", "the hour", lambda moment: moment.hour)
_getter("getMinutes", "the minute", lambda moment: moment.minute)
_getter("getSeconds", "the second", lambda moment: moment.second)
_getter("getMilliseconds", "the milliseconds of the second", lambda moment: moment.microsecond // 1000)


def _span(name: str, meaning: str, get: Callable[[int], int]) -> None:
    @function(f"duration.{name}() -> int", meaning)
    def of_span(span: timedelta) -> int:
        micros = span // timedelta(microseconds=1)
        return -get(-micros) if micros < 0 else get(micros)


_span("getHours", "whole hours", lambda micros: micros // 3_600_000_000)
_span("getMinutes", "whole minutes in all", lambda micros: micros // 60_000_000)
_span("getSeconds", "whole seconds in all", lambda micros: micros // 1_000_000)
_span("getMilliseconds", "the milliseconds of the second", lambda micros: micros // 1000 % 1000)
