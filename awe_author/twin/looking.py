"""Looks at both screens again while they show different texts, and keeps what changed meanwhile by itself.

Messages come and go, pages poll, and computers are not equally fast: when both screens come to show the same text
within some seconds, that is what they show.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from awe_author.twin.likeness import Likeness
from awe_author.twin.sides import Seen, Side
from awe_author.twin.texts import arrivals, compare_screens, feeds, interruptions, ticking

LOOKS, BETWEEN = 12, 0.5
"""How often both screens are looked at again, and seconds between two looks: so long that a page which polls every few
seconds has polled."""
MOST_PAIRS = 60
"""Pairs of looks that are compared once it is known what changes by itself, the latest first."""


@dataclass(slots=True)
class Looks:
    """What both screens showed while nothing was done."""

    _ticking: dict[str, frozenset[str]] = field(default_factory=dict)
    """Address of the live page -> its lines in which time was seen to be counted on both sides."""
    _steps: list[tuple[list[str], list[str]]] = field(default_factory=list)
    """Of each step, the texts of the live screen and of the mock's, look by look."""

    async def until_alike(self, sides: tuple[Side, Side], live: Seen, mock: Seen, likeness: Likeness) -> frozenset[str]:
        """Look again until both show the same, for some seconds; `live` and `mock` then have that text. Gives the lines
        in which time is counted on both meanwhile."""
        if live.error or mock.error or live.text is None or mock.text is None:
            return frozenset()
        shown = [live.text], [mock.text]
        known = (0, 0)
        for _ in range(LOOKS):
            fresh = [pair for pair in _pairs(*shown) if pair[0] >= known[0] or pair[1] >= known[1]]
            if any(compare_screens(shown[0][one], shown[1][other], likeness).same for one, other in fresh):
                break
            known = (len(shown[0]), len(shown[1]))
            await asyncio.sleep(BETWEEN)
            for side, texts in zip(sides, shown, strict=True):
                text = await side.text()
                if text is not None and text not in texts:
                    texts.append(text)
        self._steps.append(shown)
        ticks = self._ticks(live.url, *shown)
        pairs = [(shown[0][one], shown[1][other]) for one, other in _pairs(*shown)][:MOST_PAIRS]
        found = next((pair for pair in pairs if compare_screens(*pair, likeness, ticks).same), None)
        if found is not None:
            live.text, mock.text = found
        return ticks

    def _ticks(self, url: str, live: Sequence[str], mock: Sequence[str]) -> frozenset[str]:
        ticks = self._ticking.get(url, frozenset()) | (ticking(live) & ticking(mock))
        if ticks:
            ticks |= interruptions(live) | interruptions(mock)
        self._ticking[url] = ticks
        return ticks

    def coming(self, likeness: Likeness) -> frozenset[str]:
        """Lines that keep coming by themselves on both screens, with all that is known at the end."""
        came: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for looks in self._steps:
            for counted, seen, window in zip(came, looks, (likeness.live, likeness.mock), strict=True):
                counted.update(arrivals(seen, window))
        return feeds(*came)


def _pairs(live: Sequence[str], mock: Sequence[str]) -> list[tuple[int, int]]:
    """(look at the live app, look at the mock), the latest first."""
    return sorted(itertools.product(range(len(live)), range(len(mock))), key=lambda pair: -sum(pair))
