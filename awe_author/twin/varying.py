"""What two runs of the live app show otherwise after one step, and whether a mock's screen stays within that. Pure.

Each run is told by the screen at which it rested. Where the two screens differ, line by line, the mock has to show
there, between the same lines, all that one of them does; elsewhere what both do. Besides

- it has each line as often as one of them, or between the two, and as many lines;
- spans of time and numbers of processes are free in lines that the two show with different ones, as long as no span is
  longer than the run;
- its moments go in the direction in which those of one of them go, and rows about the same thing (as in `rows`) come in
  the order of one of them.
"""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from awe_author.twin.measured import bare
from awe_author.twin.moments import MARK, Window, masked
from awe_author.twin.rows import directions, moments_of, rows_of

MOST_LINES = 1500


@dataclass(frozen=True, slots=True)
class Look:
    """One screen, its lines with the moments of its run marked and ids as the mock has them."""

    lines: tuple[str, ...]
    bare: tuple[str, ...]
    """The lines less spans of time that are no longer than the run, and numbers of processes."""
    moments: tuple[float, ...]
    """When (seconds of a day) the lines that are moments tell they were."""

    @classmethod
    def of(cls, lines: Sequence[str], window: Window, translated: Callable[[str], str]) -> Look:
        """`lines`: as they are; `translated`: gives a line the mock's ids."""
        marked = [masked(line, window) for line in lines]
        told = tuple(translated(line) for line in marked)
        longest = window.end - window.start + 1
        plain = (bare(line, above, longest) for above, line in zip(("", *told), told, strict=False))
        return cls(told, tuple(plain), tuple(moments_of(lines, marked)))


def stays_within(live: Look, earlier: Look, mock: Look) -> bool:
    """Is all that `mock` shows otherwise than `live` what `earlier` shows there?"""
    looks = (live, earlier)
    if live.lines == earlier.lines or any(len(one.lines) > MOST_LINES for one in (*looks, mock)):
        return False
    free = _free(looks)
    plain, shown = [_plain(one, free) for one in looks], _plain(mock, free)
    if not _as_often(shown, plain) or not _put_together(shown, *plain):
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


def _put_together(shown: Sequence[str], live: Sequence[str], earlier: Sequence[str]) -> bool:
    """Does a screen show from first to last line what both looks show, and in between what one of them does?"""
    ends = {0}
    for tag, low, high, start, end in difflib.SequenceMatcher(None, live, earlier, autojunk=False).get_opcodes():
        either = [live[low:high]] if tag == "equal" else [live[low:high], earlier[start:end]]
        ends = {at + len(lines) for at in ends for lines in either if shown[at : at + len(lines)] == lines}
    return len(shown) in ends


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
