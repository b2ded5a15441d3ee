"""Rows of a log that tell when they happened: what goes on side by side is told in whichever order it came. Pure.

A row begins with a line that is nothing but a moment of the run, to the second. When both screens show the same rows,
each in the order of its own moments, they tell the same; an order that contradicts the moments, or another row, is a
difference.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from awe_author.twin.moments import MARK

_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d\d):(\d\d(?:[.,]\d{1,6})?)\s?([AaPp])?")


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


def same_rows(one: Sequence[str], other: Sequence[str], when: Sequence[float], then: Sequence[float]) -> bool:
    """Are two screens (moments of the run marked) the same but for how rows are interleaved? `when`, `then`: of each
    line of either that is a moment, which one."""
    if len(one) != len(other):
        return False
    first = next((place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))
    last = next((place for place in range(len(one), 0, -1) if one[place - 1] != other[place - 1]), 0)
    starts = [place for place in range(min(first, len(one) - 1) + 1) if one[place] == MARK]
    if first >= last or not starts:
        return first >= last
    begin, before = starts[-1], len(starts) - 1
    following = next((place for place in range(last, len(one)) if one[place] == MARK), len(one))
    for end in range(last, following + 1):  # where the last row ends is not told
        left, right = _rows(one[begin:end]), _rows(other[begin:end])
        orders = (when[before : before + len(left)], then[before : before + len(right)])
        if sorted(left) == sorted(right) and all(map(_in_order, orders)):
            return True
    return False


def _rows(lines: Sequence[str]) -> list[tuple[str, ...]]:
    found: list[list[str]] = []
    for line in lines:
        if line == MARK or not found:
            found.append([])
        found[-1].append(line)
    return [tuple(row) for row in found]


def _in_order(moments: Sequence[float]) -> bool:
    """Up or down."""
    pairs = list(itertools.pairwise(moments))
    told = all(moment >= 0 for moment in moments)
    return told and (all(a <= b for a, b in pairs) or all(a >= b for a, b in pairs))
