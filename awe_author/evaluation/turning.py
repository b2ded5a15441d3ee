"""At which event a checkpoint became what it is: the last change of its value on the way to the end.

Only events that touched a part it reads can have changed it. From the end backwards the last few of these are looked at
one by one, those further away by doubling strides and then by bisection: about 2 log n evaluations for a long history,
with the exact answer for anything that turns once, and for any turn among the last `NEAR` touching events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from awe_author.evaluation.checkpoints.base import EVERY, Check
from awe_author.evaluation.evidence import Evidence, History
from awe_author.evaluation.verdict import Turn

NEAR = 16
"""Touching events that are looked at one by one."""


def places_touched(history: History, reads: frozenset[str]) -> list[int]:
    """The places right after an event that may have made a difference, in order."""
    touched = history.touched
    every = reads is EVERY or "*" in reads
    return [n + 1 for n in range(len(history.events)) if every or touched[n] & reads]


def turned(check: Check, evidence: Evidence, passed: bool) -> tuple[Turn, int | None]:
    """How it came about, and the node of the event that did it."""
    if check.reads is None:
        return "unknown", None
    history = evidence.history
    places = [0, *places_touched(history, check.reads)]

    def holds(place: int) -> bool:
        try:
            return check.at(evidence, place).passed
        except Exception:  # an evaluator that raises there did not hold there
            return False

    at = last_change(places, lambda place: holds(place) == passed)
    if at == 0:
        return ("start" if passed else "never"), None
    return ("true" if passed else "false"), history.node(places[at])


def last_change(places: Sequence[int], same: Callable[[int], bool]) -> int:
    """Index of the first place of the last run in which `same` holds; it holds at the last place. 0: all along."""
    end = len(places) - 1
    stride = 1
    good = end
    while good > 0:
        probe = max(0, good - stride)
        if not same(places[probe]):
            return _bisected(places, same, probe, good)
        good = probe
        if end - good >= NEAR:
            stride *= 2
    return 0


def _bisected(places: Sequence[int], same: Callable[[int], bool], bad: int, good: int) -> int:
    while good - bad > 1:
        middle = (bad + good) // 2
        if same(places[middle]):
            good = middle
        else:
            bad = middle
    return good
