"""What a run did not measure: spans of time that were entered, or that stood on the live app's screen before. Pure.

A span of time beside a moment of the run may be how long something took, and then depends on the computer; or it is
what somebody entered, and then both screens have to show the same. The second is told by the run itself: the span, or
its number, stands in what was typed or asked, or the live app showed it in an earlier step elsewhere than beside the
same moment. What was shown before, and a number that was only asked with a read (how many rows a page wants), is weaker
than what the live app's replies say: a span that lies between two moments of the run in one object was worked out from
them, when it stands beside one of the two.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_plus

from awe_author.twin.exchanges import Exchange
from awe_author.twin.messages import is_write
from awe_author.twin.moments import MARK, Window, masked, moment_of

NEAR = 3
"""Lines between a moment of the run and what is told of it, as in the row of a log, at most."""
SPAN = re.compile(
    r"(?<![\w.:-])(?:\d+(?:\.\d+)? ?(?:ms|µs|s|sec|secs|seconds?|min|mins|minutes?)\b(?: \d+ ?(?:ms|s|sec|seconds?)\b)?"
    r"|\d{1,2}:\d\d:\d\d(?:\.\d+)?(?![\w:]))",
    re.IGNORECASE,
)
"""A span of time. 14:30 is none: it may as well be a time of day that somebody entered."""
TICK = re.compile(r"\d+(?:\.\d+)? ?(?:ms|s|secs?|m|mins?|h|hrs?)", re.IGNORECASE)
"""A mark of a scale of time."""
_PART = re.compile(r"(\d+(?:\.\d+)?) ?([a-zµ]+)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.-])(?<!\d:)\d{1,12}(?:\.\d{1,6})?(?![\w-]|[.:]\d)")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}:\d\d)(:\d\d)?")
MOST_MOMENTS = 8
"""Members of one object that are looked at as moments."""
QUARTER = 900
"""Seconds."""
_SCALES = (1.0, 1000.0, 1 / 60, 1 / 3600)
"""A span may be asked for in seconds, milliseconds, minutes or hours."""


def seconds_of(span: str) -> float:
    """How long a span (as `SPAN` or a mark of a scale finds it) is, in seconds."""
    if ":" in span:
        hours, minutes, rest = span.split(":")
        return int(hours) * 3600 + int(minutes) * 60 + float(rest)
    return sum(float(number) * _scale(unit.lower()) for number, unit in _PART.findall(span))


def _scale(unit: str) -> float:
    if unit in ("ms", "µs"):
        return 0.001 if unit == "ms" else 0.000001
    return 60.0 if unit[0] == "m" else 3600.0 if unit[0] == "h" else 1.0


def clock_of(line: str) -> str:
    """The first time of day in a line, "10:26:51" or "10:26"; empty when there is none."""
    found = _CLOCK.search(line)
    return found[0] if found else ""


def beside(raw: Sequence[str], marked: Sequence[str]) -> dict[int, str]:
    """Line number -> time of day of the moment of the run that the line, or one at most `NEAR` above it, tells. Dates
    without a time of day are none."""
    found: dict[int, str] = {}
    for place, (line, mark) in enumerate(zip(raw, marked, strict=True)):
        if MARK in mark and (clock := clock_of(line)):
            found.update((at, clock) for at in range(place, min(place + NEAR + 1, len(raw))))
    return found


@dataclass(slots=True)
class Steady:
    """What is known of one run."""

    things: set[str] = field(default_factory=set)
    """Numbers by which replies identify something."""
    _numbers: set[float] = field(default_factory=set)
    """Numbers, and lengths of spans in seconds, that were typed or sent with what changes something."""
    _read: set[float] = field(default_factory=set)
    """The same of reads."""
    _ticks: set[str] = field(default_factory=set)
    """Lines like marks of a scale that the live app showed where nothing was measured: a choice of times, say."""
    _shown: dict[str, set[str]] = field(default_factory=dict)
    """Span -> times of day beside which the live app showed it; "" for where there was none."""

    def entered(self, text: str, *, only_read: bool = False) -> None:
        """What was typed, or asked."""
        known = self._read if only_read else self._numbers
        known.update(round(float(number), 6) for number in _NUMBER.findall(text))
        known.update(round(seconds_of(span), 6) for span in SPAN.findall(text))

    def asked(self, exchanges: Iterable[Exchange]) -> None:
        """What requests, and messages of the page, say."""
        for one in exchanges:
            for text in (one.url.partition("//")[2].partition("/")[2], one.body.decode("utf-8", "replace")):
                self.entered(unquote_plus(text), only_read=not one.writes)
            for _, outgoing, data in one.messages:
                if outgoing:
                    said = data if isinstance(data, str) else data.decode("utf-8", "replace")
                    self.entered(said, only_read=not is_write(one, data))

    def shown(self, text: str, window: Window) -> None:
        """What the live app's screen showed in a step that is over."""
        raw = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
        marked = [masked(line, window) for line in raw]
        near = beside(raw, marked)
        if not any(SPAN.search(marked[place]) for place in near):
            self._ticks.update(line for line in raw if TICK.fullmatch(line))
        for place, line in enumerate(marked):
            for found in SPAN.finditer(line):
                self._shown.setdefault(_key(found[0]), set()).add(near.get(place, ""))

    def was_measured(self, span: str, clock: str, took: Collection[tuple[float, float]] = ()) -> bool:
        """Was this span, which the live app shows beside the moment with this time of day, measured during the run?
        `took`: the `distances` in the live app's replies, of which those count that begin or end at this moment.

        It was not when the span, or its number in any unit, was typed or sent with what changes something. Unless it
        was worked out from moments in a reply, it was not either when it was only asked, or shown without a moment of
        the run, or beside another one."""
        length = seconds_of(span)
        lengths = {round(length * scale, 6) for scale in _SCALES} | {float(one) for one in _NUMBER.findall(span)}
        if lengths & self._numbers:
            return False
        spans = (pair for pair in took if abs(pair[1] - pair[0] - length) < _exactness(span))
        if any(_at(moment, clock) for pair in spans for moment in pair):
            return True
        shown = self._shown.get(_key(span), ())
        return not lengths & self._read and all(one and _agree(one, clock) for one in shown)

    def is_tick(self, line: str) -> bool:
        """Did this line, a mark of a scale, stand where nothing was measured?"""
        return line in self._ticks

    def is_thing(self, number: str) -> bool:
        """Does the number identify something, or stand in what was typed or asked?"""
        if number in self.things or not (number.isascii() and number.isdecimal()):
            return number in self.things
        return float(number) in self._numbers or float(number) in self._read


def distances(value: Any, window: Window) -> Iterator[tuple[float, float]]:
    """Each two moments of the run (the earlier one first) that one object in a JSON value, however deep, has among its
    members."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            moments = [at for one in here.values() if (at := moment_of(one)) is not None and window.holds(at)]
            for one, other in itertools.combinations(moments[:MOST_MOMENTS], 2):
                yield min(one, other), max(one, other)
        if isinstance(here, dict | list):
            waiting.extend(here.values() if isinstance(here, dict) else here)


def _at(moment: float, clock: str) -> bool:
    """May this be the time of day of a moment, to the second, in whatever time zone? They differ by whole quarters of
    an hour."""
    if len(parts := clock.split(":")) < 3:
        return False
    apart = (int(parts[1]) * 60 + int(parts[2]) - moment) % QUARTER
    return min(apart, QUARTER - apart) < 1.0


def _exactness(span: str) -> float:
    """Seconds by which a span may be rounded: one of its last digit."""
    if ":" in span:
        return 0.1 ** len(span.partition(".")[2])
    number, unit = _PART.findall(span)[-1]
    return float(0.1 ** len(number.partition(".")[2]) * _scale(unit.lower()))


def _key(span: str) -> str:
    return span.replace(" ", "").lower()


def _agree(one: str, other: str) -> bool:
    """Are two times of day the same, as far as both tell the second?"""
    return bool(one and other) and (one.startswith(other) or other.startswith(one))
