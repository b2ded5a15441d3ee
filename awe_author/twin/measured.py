"""What a screen tells of something that took place during the run, and what depends on the computer that did it. Pure.

Three things, and each only on screens that show moments of the run with their time of day: how long something took,
told beside the moment at which it happened; the marks of a scale of such time; and the numbers of processes, which
correspond one to one. Nothing of that is let go when it was entered or stood there before (`steady`), or is longer than
the run. Whether a span was measured is decided by what the live app shows, and holds for both screens.
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from awe_author.twin.likeness import Correspondence, Likeness
from awe_author.twin.steady import SPAN, TICK, Steady, beside, seconds_of

TOOK = "⟨span⟩"
SCALE = "⟨scale of time⟩"
PROCESS = "⟨process⟩"
PROCESS_NAMES = ("pid", "process id")
"""Lines below which the number of a process stands alone."""
PROCESS_NUMBER = re.compile(r"\b(pid|process id)([:=#]? ?)(\d{2,10})\b", re.IGNORECASE)


@dataclass(slots=True)
class Shown:
    """One screen: its lines as they are, and with the moments of the run marked."""

    raw: Sequence[str]
    marked: list[str]
    longest: float = 0.0
    """Of the spans that were let go, in seconds."""
    near: dict[int, str] = field(init=False)

    def __post_init__(self) -> None:
        self.near = beside(self.raw, self.marked)

    def spans(self, limit: float) -> Iterator[tuple[int, str]]:
        """(place, span) of those beside moments of the run that are not longer than `limit`, in seconds."""
        for place in self.near:
            for found in SPAN.finditer(self.marked[place]):
                if seconds_of(found[0]) <= limit:
                    yield place, found[0]

    def mark(self, limit: float, but: Container[str]) -> None:
        """Mark the `spans` that are none of `but`."""
        for place, span in list(self.spans(limit)):
            if span not in but:
                self.marked[place] = self.marked[place].replace(span, TOOK, 1)
                self.longest = max(self.longest, seconds_of(span))


def measured(live: Shown, mock: Shown, likeness: Likeness) -> tuple[list[str], list[str], Correspondence]:
    """The lines of both screens with what was measured during the run made equal, and the numbers of processes that
    correspond when these two screens are the same."""
    known = copy.deepcopy(likeness.processes)
    if not live.near or not mock.near:
        return live.marked, mock.marked, known
    limit, steady = likeness.live.end - likeness.live.start + 1, likeness.steady
    kept = {span for place, span in live.spans(limit) if not steady.was_measured(span, live.near[place], likeness.took)}
    for screen in (live, mock):
        screen.mark(limit, kept)
    one, other = (_scaled(screen.marked, screen.longest, steady) for screen in (live, mock))
    if one.count(SCALE) == other.count(SCALE):
        _same_labels(one, other)
    else:
        one, other = live.marked, mock.marked
    return _processes(one, other, likeness, known), other, known


def _scaled(lines: Sequence[str], longest: float, steady: Steady) -> list[str]:
    """Two and more lines in a row that are marks at even distances are one line: a scale that begins with its step. It
    is one of what was measured when its step is no longer than that."""
    made: list[str] = []
    place = 0
    while place < len(lines):
        marks = _marks(lines[place:])
        ticks = lines[place : place + len(marks)]
        if len(marks) >= 2 and marks[0] <= longest and not any(steady.is_tick(line) for line in ticks):
            made.append(SCALE)
            place += len(marks)
        else:
            made.append(lines[place])
            place += 1
    return made


def _same_labels(one: list[str], other: list[str]) -> None:
    """Let the labels behind the scales of the live screen be the mock's, when they are the same ones in another order
    or shortened otherwise: they have the room that how long things took leaves them."""
    places = [[at for at, line in enumerate(lines) if line == SCALE] for lines in (one, other)]
    for left, right in zip(*places, strict=True):
        labels = [_labels(lines, at + 1) for lines, at in ((one, left), (other, right))]
        rest = list(labels[1])
        for label in labels[0]:
            match = next((there for there in rest if _is_label_of(label, there)), None)
            if match is None:
                break
            rest.remove(match)
        else:
            if not rest:
                one[left + 1 : left + 1 + len(labels[0])] = labels[1]


def _labels(lines: Sequence[str], start: int) -> list[str]:
    """The lines from `start` that repeat another one, maybe shortened."""
    found: list[str] = []
    for place in range(start, len(lines)):
        others = [*lines[:place], *lines[place + 1 :]]
        if not any(_is_label_of(lines[place], one) for one in others):
            break
        found.append(lines[place])
    return found


def _is_label_of(label: str, other: str) -> bool:
    """Is one of them the other, maybe shortened?"""
    pairs = ((label, other), (other, label))
    return label == other or any(len(cut) > 2 and cut[-1] == "…" and full.startswith(cut[:-1]) for cut, full in pairs)


def _marks(lines: Sequence[str]) -> list[float]:
    """The marks (seconds) with which these lines begin, as long as each is the first one's step further."""
    found: list[float] = []
    for line in lines:
        mark = seconds_of(line) if TICK.fullmatch(line) else 0.0
        if not mark or abs(mark - (found[0] * (len(found) + 1) if found else mark)) > 0.001:
            break
        found.append(mark)
    return found


def bare(line: str, above: str = "", limit: float = math.inf) -> str:
    """A line less the spans of time up to `limit` seconds and the numbers of processes in it. `above`: the line above
    it."""
    if line.isdecimal() and above.lower() in PROCESS_NAMES:
        return PROCESS
    spans = SPAN.sub(lambda found: TOOK if seconds_of(found[0]) <= limit else found[0], line)
    return PROCESS_NUMBER.sub(PROCESS, spans)


def _processes(live: Sequence[str], mock: Sequence[str], likeness: Likeness, known: Correspondence) -> list[str]:
    """The live lines with the mock's numbers of processes: those of lines that are the same but for them, in their
    order, and one to one; never a number that identifies something in the app. `known` learns them."""
    waiting: dict[str, list[list[str]]] = {}
    for line in mock:
        if PROCESS_NUMBER.search(line):
            waiting.setdefault(PROCESS_NUMBER.sub(PROCESS, line), []).append(_numbers(line))
    for line in live:
        others = waiting.get(PROCESS_NUMBER.sub(PROCESS, line)) if PROCESS_NUMBER.search(line) else None
        for one, other in zip(_numbers(line), others.pop(0), strict=True) if others else ():
            if one != other and not (likeness.steady.is_thing(one) or likeness.steady.is_thing(other)):
                known.learn(one, other)
    return [_renumbered(line, live[place - 1] if place else "", known) for place, line in enumerate(live)]


def _renumbered(line: str, above: str, known: Correspondence) -> str:
    if above.lower() in PROCESS_NAMES:
        return known.mock_of(line)
    return PROCESS_NUMBER.sub(lambda found: found[1] + found[2] + known.mock_of(found[3]), line)


def _numbers(line: str) -> list[str]:
    return [found[3] for found in PROCESS_NUMBER.finditer(line)]
