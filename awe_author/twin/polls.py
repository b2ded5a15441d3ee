"""What one side answered to one request at several moments between which nothing was written. Pure.

Things go on by themselves: a job runs, a state becomes final. A page that polls hears of each moment of that, and the
mock need not be at the same one: it has to go through what the live app answered, in its order, and to come to what
that answered last before the next write.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from awe_author.twin.exchanges import Exchange
from awe_author.twin.messages import write_moments

MOST = 12
"""Answers to one request that are kept: the first ones, and the last."""


@dataclass(slots=True)
class Polls:
    """Reads of one side, by what they asked and by how much had been written."""

    _answers: dict[tuple[int, str], list[Exchange]] = field(default_factory=dict)
    _writes: dict[int, int] = field(default_factory=dict)
    """seq of a read -> how many writes came before."""

    @classmethod
    def of(cls, asked: Iterable[Exchange]) -> Polls:
        """`asked`: what the side was asked, in order, with its WebSockets."""
        found, each = cls(), list(asked)
        moments = write_moments(each)
        for one in each:
            if one.kind != "api" or one.writes or not one.complete or one.broken:
                continue
            writes = found._writes[one.seq] = bisect.bisect_left(moments, one.moment)
            kept = found._answers.setdefault((writes, one.form.canonical), [])
            if not kept or kept[-1].reply != one.reply:
                kept[MOST - 1 :] = [one]
        return found

    def answers(self, one: Exchange) -> Sequence[Exchange]:
        """The answers to the same request with as much written before, in order, each as long as it held once."""
        writes = self._writes.get(one.seq)
        return () if writes is None else self._answers.get((writes, one.form.canonical), ())


def goes_on(live: Sequence[Exchange], mock: Sequence[Exchange], alike: Callable[[Exchange, Exchange], bool]) -> bool:
    """Does the mock answer only what the live app did, never go back, and come to what that answered last?"""
    if len(live) < 2 or not mock:
        return False
    place = 0
    for one in mock:
        found = next((at for at in range(place, len(live)) if alike(live[at], one)), None)
        if found is None:
            return False
        place = found
    return alike(live[-1], mock[-1])
