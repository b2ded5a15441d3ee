"""What the live app answered to one request at several moments between which nothing was written. Pure.

Things go on by themselves: a job runs, a state becomes final. A page that polls hears of each moment of that, and the
mock need not be at the same one: it has to answer as the live app did at one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from awe_author.twin.exchanges import Exchange

MOST = 12
"""Different answers to one request that are kept."""


@dataclass(slots=True)
class Polls:
    """Reads of the live app, by what they asked and by how much had been written."""

    _answers: dict[tuple[int, str], list[Exchange]] = field(default_factory=dict)
    _writes: dict[int, int] = field(default_factory=dict)
    """seq of a read -> how many requests that change something came before."""

    @classmethod
    def of(cls, live: Iterable[Exchange]) -> Polls:
        """`live`: what the live app was asked, in order."""
        found, writes = cls(), 0
        for one in live:
            writes += one.writes
            if one.kind != "api" or one.writes or not one.complete:
                continue
            found._writes[one.seq] = writes
            kept = found._answers.setdefault((writes, one.form.canonical), [])
            if len(kept) < MOST and all(one.reply != other.reply for other in kept):
                kept.append(one)
        return found

    def others(self, one: Exchange) -> Iterator[Exchange]:
        """The other answers to the same request, with as much written before."""
        writes = self._writes.get(one.seq)
        if writes is not None:
            yield from (
                other for other in self._answers.get((writes, one.form.canonical), ()) if other.reply != one.reply
            )
