"""Looks at both screens again while they show different texts, and keeps what changed meanwhile by itself.

Messages come and go, pages poll, and computers are not equally fast: when both screens come to show the same text
within some seconds, that is what they show. A live app in which something goes on (a job that was started) is looked at
until its screen stands still, or for `LONGEST` looks more.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from awe_author.twin.likeness import Likeness
from awe_author.twin.sides import Seen, Side
from awe_author.twin.texts import arrivals, compare_screens, feeds, interruptions, ticking

LOOKS, BETWEEN = 12, 0.5
"""How often both screens are looked at again, and seconds between two looks: so long that a page which polls every few
seconds has polled."""

LONGEST, PAUSE = 30, 1.0
"""How often both are looked at after that, as long as the live app's screen changes, and seconds between two looks."""
STILL = 3
"""Looks at the live app after which what shows the same stands still."""
BUDGET = 40_000
"""Lines of the live app's looks that are compared for one step, beside those of the newest look: comparing a screen of
300 lines takes some hundredths of a second, in the loop that drives both browsers."""
LOADING = 2
"""First looks during which lines that come are part of what the step brought."""


@dataclass(slots=True)
class Looks:
    """What both screens showed while nothing was done."""

    _ticking: dict[str, frozenset[str]] = field(default_factory=dict)
    """Address of the live page -> its lines in which time was seen to be counted on both sides."""
    _steps: list[tuple[str, list[str], list[str]]] = field(default_factory=list)
    """Of each step, the live page's address and the texts of the live screen and of the mock's, look by look."""

    async def until_alike(self, sides: tuple[Side, Side], live: Seen, mock: Seen, likeness: Likeness) -> frozenset[str]:
        """Look again until both show the same, for some seconds; `live` and `mock` then have that text, otherwise what
        they showed last. Gives the lines in which time is counted on both meanwhile."""
        if live.error or mock.error or live.text is None or mock.text is None:
            return frozenset()
        shown = [live.text], [mock.text]
        ticks = self._ticking.get(live.url, frozenset())
        alike = _Alike(shown, likeness, ticks)
        for look in range(LOOKS + LONGEST):
            if (found := agreed(len(shown[0]), len(shown[1]), alike)) is not None:
                break
            if look >= LOOKS and len(set(shown[0][-STILL:])) == 1:
                break
            await asyncio.sleep(BETWEEN if look < LOOKS else PAUSE)
            for side, texts in zip(sides, shown, strict=True):
                text = await side.text()
                texts.append(texts[-1] if text is None else text)
            newest = self._ticks(live.url, *shown)
            if newest != ticks:
                ticks, alike = newest, _Alike(shown, likeness, newest, alike.budget)
        else:
            found = agreed(len(shown[0]), len(shown[1]), alike)
        self._steps.append((live.url, *shown))
        live.looks, mock.looks = shown
        live.text, mock.text = shown[0][-1 if found is None else found], shown[1][-1]
        return ticks

    def _ticks(self, url: str, live: Sequence[str], mock: Sequence[str]) -> frozenset[str]:
        """Time counted here stays known for the address; what took its place holds for this step only, and only what
        both sides said there."""
        ticks = self._ticking.get(url, frozenset()) | (ticking(live) & ticking(mock))
        self._ticking[url] = ticks
        return ticks | (interruptions(live) & interruptions(mock)) if ticks else ticks

    def coming(self, likeness: Likeness) -> dict[str, frozenset[str]]:
        """`address` of the live page -> lines that keep coming there by themselves on both screens, with all that is
        known at the end. The first looks do not count: what is still being loaded comes then."""
        came: dict[str, tuple[list[Counter[str]], list[Counter[str]]]] = {}
        for url, live, mock in self._steps:
            sides = came.setdefault(address(url), ([], []))
            sides[0].append(arrivals(live[LOADING:], likeness.live))
            sides[1].append(arrivals(mock[LOADING:], likeness.mock))
        return {url: feeds(*sides) for url, sides in came.items()}


def address(url: str) -> str:
    """Where a page is: its URL, less a fragment that names a place in it and is no route."""
    place, sign, fragment = url.partition("#")
    return url if sign and fragment.startswith(("/", "!")) else place


class _Spent(Exception):
    """No more looks of this step are compared."""


@dataclass(slots=True)
class _Alike:
    """Does a look at the live app show what a look at the mock does? Each two texts are compared once. Raises _Spent
    when `budget` is spent; the newest looks are compared always."""

    shown: tuple[list[str], list[str]]
    likeness: Likeness
    volatile: frozenset[str] = frozenset()
    budget: int = field(default_factory=lambda: BUDGET)
    known: dict[tuple[str, str], bool] = field(default_factory=dict)

    def __call__(self, live: int, mock: int) -> bool:
        pair = self.shown[0][live], self.shown[1][mock]
        if pair not in self.known:
            if (live, mock) != (len(self.shown[0]) - 1, len(self.shown[1]) - 1):
                self.budget -= pair[0].count("\n") + 1
                if self.budget < 0:
                    raise _Spent
            self.known[pair] = compare_screens(*pair, self.likeness, self.volatile).same
        return self.known[pair]


def agreed_look(
    shown: tuple[list[str], list[str]], likeness: Likeness, volatile: frozenset[str] = frozenset()
) -> int | None:
    """`agreed` of two screens that were looked at: the place of the live app's look."""
    return agreed(len(shown[0]), len(shown[1]), _Alike(shown, likeness, volatile))


def agreed(live: int, mock: int, alike: Callable[[int, int], bool]) -> int | None:
    """The latest of so many looks at the live app that shows what the mock's last look does; None when there is none.
    The mock may be behind, never go back: had it shown before what the live app only came to show after that look, then
    it lost what was done. None, too, when there are too many to compare."""
    try:
        for place in reversed(range(live)):
            if alike(place, mock - 1):
                after = itertools.product(range(place + 1, live), range(mock - 1))
                return None if any(alike(*each) for each in after) else place
    except _Spent:
        return None
    return None
