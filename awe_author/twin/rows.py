"""Rows of a log that tell when they happened: what goes on side by side is told in whichever order it came. Pure.

A row begins with a line that is nothing but a moment of the run, to the second, and goes on with what it is about: a
line that several rows have. Both screens have to show the same rows, in the order of their own moments and in the same
direction. Rows about the same thing keep their order, and so do rows that the live app told `APART` and more from one
another, or that do not say what they are about.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from awe_author.twin.moments import MARK

APART = 5.0
"""Seconds between two rows of the live app from which on their order has to be the same."""
SLACK = 1.0
"""Seconds by which a row may come after one that is told of a later moment."""
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d\d):(\d\d(?:[.,]\d{1,6})?)\s?([AaPp])?")
_Row = tuple[str, ...]


def moments_of(raw: Sequence[str], marked: Sequence[str]) -> list[float]:
    """When the rows happened (seconds of a day; -1 where the second is not told): of each line that is a moment."""
    return [_seconds(line) for line, mark in zip(raw, marked, strict=True) if mark == MARK]


def _seconds(line: str) -> float:
    found = _CLOCK.search(line)
    if found is None:
        return -1.0
    half = (found[4] or "").lower()
    hour = int(found[1]) % 12 + (12 if half == "p" else 0) if half else int(found[1])
    return hour * 3600 + int(found[2]) * 60 + float(found[3].replace(",", "."))


def same_rows(
    one: Sequence[str],
    other: Sequence[str],
    when: Sequence[float],
    then: Sequence[float],
) -> bool:
    """Are two screens (moments of the run marked) the same but for how rows are interleaved? `when`, `then`: of each
    line of the live screen, and of the mock's, that is a moment, which one."""
    if len(one) != len(other):
        return False
    first = next((place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))
    last = next((place for place in range(len(one), 0, -1) if one[place - 1] != other[place - 1]), 0)
    starts = [place for place in range(min(first, len(one) - 1) + 1) if one[place] == MARK]
    if first >= last or not starts:
        return first >= last
    begin, before = starts[-1], len(starts) - 1
    about = _subjects(one)
    following = next((place for place in range(last, len(one)) if one[place] == MARK), len(one))
    for end in range(last, following + 1):  # where the last row ends is not told
        left, right = rows_of(one[begin:end]), rows_of(other[begin:end])
        moments = when[before : before + len(left)], then[before : before + len(right)]
        if (
            sorted(left) == sorted(right)
            and directions(moments[0]) & directions(moments[1])
            and _interleaved(left, right, moments[0], about)
        ):
            return True
    return False


def _subjects(lines: Sequence[str]) -> Counter[str]:
    """How many rows of a screen are about what."""
    return Counter(row[1] for row in rows_of(lines) if len(row) > 2 and row[0] == MARK)


def rows_of(lines: Sequence[str]) -> list[_Row]:
    """The rows of a screen whose moments are marked; what comes before the first is one, too."""
    found: list[list[str]] = []
    for line in lines:
        if line == MARK or not found:
            found.append([])
        found[-1].append(line)
    return [tuple(row) for row in found]


def directions(moments: Sequence[float]) -> set[str]:
    """In which directions time goes: up, down, either when all is of the same moment, neither. What several processes
    tell within `SLACK` may come in any order."""
    if any(moment < 0 for moment in moments):
        return set()
    up, down = _goes_up(moments), _goes_up(moments[::-1])
    return ({"up"} if up else set()) | ({"down"} if down else set())


def _goes_up(moments: Sequence[float]) -> bool:
    latest = itertools.accumulate(moments, max)
    return all(moment >= most - SLACK for moment, most in zip(moments, latest, strict=True))


def _interleaved(live: Sequence[_Row], mock: Sequence[_Row], moments: Sequence[float], about: Counter[str]) -> bool:
    """Are all pairs of rows in the same order that have to be? `about`: how many rows of the screen are about what."""
    places: dict[_Row, list[int]] = defaultdict(list)
    for place, row in enumerate(mock):
        places[row].append(place)
    order = [places[row].pop(0) for row in live]
    return all(
        _may_swap(live[one], live[other], about) and abs(moments[one] - moments[other]) < APART
        for one, other in itertools.combinations(range(len(live)), 2)
        if order[one] > order[other]
    )


def _may_swap(one: _Row, other: _Row, about: Counter[str]) -> bool:
    """Are both rows about something that other rows are about, too, and not about the same?"""
    return len(one) > 2 and len(other) > 2 and one[1] != other[1] and min(about[one[1]], about[other[1]]) > 1
