"""What a screen tells of something that took place during the run, and what depends on the computer that did it. Pure.

Three things, and each only on screens that show moments of the run: how long something took, told beside the moment at
which it happened; the marks of a scale of time with the labels of its chart; and the numbers of processes, which
correspond one to one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awe_author.twin.likeness import Correspondence
from awe_author.twin.moments import MARK

TOOK = "⟨span⟩"
SCALE = "⟨scale of time⟩"
PROCESS = "⟨process⟩"
NEAR = 3
"""Lines between a moment of the run and what is told of it, as in the row of a log, at most."""
_SPAN = re.compile(
    r"(?<![\w.:-])(?:\d+(?:\.\d+)? ?(?:ms|µs|s|sec|secs|seconds?|min|mins|minutes?)\b(?: \d+ ?(?:ms|s|sec|seconds?)\b)?"
    r"|\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?![\w:]))",
    re.IGNORECASE,
)
_MARK = re.compile(r"(\d+(?:\.\d+)?) ?(ms|s|secs?|m|mins?|h|hrs?)", re.IGNORECASE)
_PROCESS = re.compile(r"\b(pid|process(?: id)?|thread(?: id)?)([:=#]? ?)(\d{2,10})\b", re.IGNORECASE)


def measured(lines: Sequence[str]) -> list[str]:
    """The lines of a screen (moments of the run are marked already) with what was measured during the run marked, too.
    Spans elsewhere, such as those of things that were there before, stay."""
    if not any(MARK in line for line in lines):
        return list(lines)
    beside = {at for place, line in enumerate(lines) if MARK in line for at in range(place, place + NEAR + 1)}
    made = [_SPAN.sub(TOOK, line) if place in beside else line for place, line in enumerate(lines)]
    return _scaled(made)


def _scaled(lines: Sequence[str]) -> list[str]:
    """Two and more lines in a row that are marks at even distances are one line: a scale that begins with its step."""
    made: list[str] = []
    place = 0
    while place < len(lines):
        marks = _marks(lines[place:])
        if len(marks) >= 2:
            made.append(SCALE)
            place += len(marks)
            while place < len(lines) and _is_label(lines[place], [*lines[:place], *lines[place + 1 :]]):
                place += 1
        else:
            made.append(lines[place])
            place += 1
    return made


def _is_label(line: str, others: Sequence[str]) -> bool:
    """Does a line right behind a scale repeat another one, maybe shortened? The labels of a chart have the room that
    how long things took leaves them."""
    start = line[:-1] if line.endswith("…") else None
    return line in others or (start is not None and any(other.startswith(start) for other in others))


def _marks(lines: Sequence[str]) -> list[float]:
    """The marks (seconds) with which these lines begin, as long as each is the first one's step further."""
    found: list[float] = []
    for line in lines:
        mark = _seconds(line)
        if mark is None or abs(mark - (found[0] * (len(found) + 1) if found else mark)) > 0.001 or not mark:
            break
        found.append(mark)
    return found


def _seconds(line: str) -> float | None:
    mark = _MARK.fullmatch(line)
    if mark is None:
        return None
    unit = mark[2].lower()
    scale = 0.001 if unit == "ms" else 60.0 if unit[0] == "m" else 3600.0 if unit[0] == "h" else 1.0
    return float(mark[1]) * scale


def learn_processes(live: Sequence[str], mock: Sequence[str], ids: Correspondence) -> None:
    """Let the numbers of processes correspond that stand in lines that are the same but for them, in their order."""
    waiting: dict[str, list[list[str]]] = {}
    for line in mock:
        if _PROCESS.search(line):
            waiting.setdefault(_PROCESS.sub(PROCESS, line), []).append(_numbers(line))
    for line in live:
        others = waiting.get(_PROCESS.sub(PROCESS, line)) if _PROCESS.search(line) else None
        if others:
            for one, other in zip(_numbers(line), others.pop(0), strict=True):
                if one != other:
                    ids.learn(one, other)


def _numbers(line: str) -> list[str]:
    return [found[3] for found in _PROCESS.finditer(line)]
