"""What the live app's own screens of one step differ in, and whether a mock's screen stays within that. Pure.

A line of the live app's screen is unsteady when another of its own looks at the same step (a moment later, or in
another run of the same steps) does not have it at that place. A mock's screen stays within what the live app shows when

- only unsteady lines are missing in it, and what it has instead stands at places where the live app's own looks have
  other lines as well. Between lines that have another place in another look no order is settled;
- it has each line as often as the live app's looks at this step have it, and as many lines as these. Spans of time and
  numbers of processes are free only in lines that the live app's own looks show with different ones;
- its moments go in the direction in which those of a look of the live app go, and rows about the same thing (as in
  `rows`) come in the order of such a look.
"""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from awe_author.twin.measured import bare
from awe_author.twin.moments import MARK, Window, masked
from awe_author.twin.rows import directions, moments_of, rows_of

MOST_LINES = 1500
_Hunk = tuple[int, int, int, int]
MOST_LOOKS = 12
"""Different looks that are compared with each other."""


@dataclass(frozen=True, slots=True)
class Look:
    """One screen, its lines with the moments of its run marked and ids as the mock has them."""

    lines: tuple[str, ...]
    bare: tuple[str, ...]
    """The lines less spans of time and numbers of processes."""
    moments: tuple[float, ...]
    """When (seconds of a day) the lines that are moments tell they were."""

    @classmethod
    def of(cls, lines: Sequence[str], window: Window, translated: Callable[[str], str]) -> Look:
        """`lines`: as they are; `translated`: gives a line the mock's ids."""
        marked = [masked(line, window) for line in lines]
        told = tuple(translated(line) for line in marked)
        plain = (bare(line, above) for above, line in zip(("", *told), told, strict=False))
        return cls(told, tuple(plain), tuple(moments_of(lines, marked)))


def stays_within(live: Look, others: Iterable[Look], mock: Look) -> bool:
    """Is all that `mock` shows otherwise than `live` something that the live app's own looks differ in?"""
    looks = [live, *dict.fromkeys(other for other in others if other.lines != live.lines)][: MOST_LOOKS + 1]
    if len(looks) < 2 or any(len(one.lines) > MOST_LINES for one in (*looks, mock)):
        return False
    free = _free(looks)
    plain, shown = [_plain(one, free) for one in looks], _plain(mock, free)
    if not _as_often(shown, plain):
        return False
    lines, gaps = _unsteady(plain[0], plain[1:])
    for low, high, _, _ in _hunks(plain[0], shown):
        if not all(place in lines for place in range(low, high)):
            return False
        if low == high and not (low in gaps or low in lines or low - 1 in lines):
            return False
    ways = [directions(one.moments) for one in looks]
    if any(ways) and not any(way & directions(mock.moments) for way in ways):
        return False
    return _in_order(shown, plain)


def _free(looks: Sequence[Look]) -> frozenset[str]:
    """The lines, less spans and numbers of processes, that the live app shows with different ones."""
    variants: dict[str, set[str]] = defaultdict(set)
    for one in looks:
        for plain, line in zip(one.bare, one.lines, strict=True):
            variants[plain].add(line)
    return frozenset(plain for plain, lines in variants.items() if len(lines) > 1)


def _plain(look: Look, free: frozenset[str]) -> list[str]:
    return [plain if plain in free else line for plain, line in zip(look.bare, look.lines, strict=True)]


def _as_often(shown: Sequence[str], looks: Sequence[Sequence[str]]) -> bool:
    """Has a screen each line, and lines, as often as one of the live app's looks, or between two of them?"""
    counts = [Counter(look) for look in looks]
    mine, known = Counter(shown), {line for count in counts for line in count}
    sizes = [len(look) for look in looks]
    return (
        known.issuperset(mine)
        and min(sizes) <= len(shown) <= max(sizes)
        and all(
            min(each[line] for each in counts) <= mine[line] <= max(each[line] for each in counts) for line in known
        )
    )


def _unsteady(live: Sequence[str], others: Iterable[Sequence[str]]) -> tuple[set[int], set[int]]:
    """The places of lines that another look has not, and those before which another look has more."""
    lines: set[int] = set()
    gaps: set[int] = set()
    for other in others:
        hunks = list(_hunks(live, other))
        for low, high, _, _ in hunks:
            lines.update(range(low, high))
            if low == high:
                gaps.add(low)
        moved = _moved(hunks, live, other)
        if moved:
            lines.update(range(min(low for low, *_ in moved), max(high for _, high, *_ in moved)))
    return lines, gaps


def _moved(hunks: Sequence[_Hunk], live: Sequence[str], other: Sequence[str]) -> list[_Hunk]:
    """The hunks in which a line is gone, or has come, that stands once in both looks."""
    times = Counter(live), Counter(other)
    once = {line for line, count in times[0].items() if count == 1 == times[1][line]}
    return [
        (low, high, start, end)
        for low, high, start, end in hunks
        if once.intersection(live[low:high]) or once.intersection(other[start:end])
    ]


def _hunks(one: Sequence[str], other: Sequence[str]) -> Iterator[_Hunk]:
    """(low, high, start, end): the lines one[low:high] stand where the other has other[start:end]."""
    for tag, low, high, start, end in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag != "equal":
            yield low, high, start, end


def _in_order(shown: Sequence[str], looks: Sequence[Sequence[str]]) -> bool:
    """Are the rows about each thing in the order in which a look of the live app has them?"""
    threads = [_threads(look) for look in looks]
    return all(
        any(_is_part(rows, each.get(about, ())) for each in threads)
        for about, rows in _threads(shown).items()
        if len(rows) > 1
    )


def _threads(lines: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for row in rows_of(lines):
        if len(row) > 2 and row[0] == MARK:
            found[row[1]].append(row[1:3])
    return found


def _is_part(part: Sequence[tuple[str, ...]], whole: Sequence[tuple[str, ...]]) -> bool:
    """Does `whole` have all of `part`, in this order?"""
    rest = iter(whole)
    return all(one in rest for one in part)
