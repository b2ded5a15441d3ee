"""A run of the live app alone through the same steps: what two runs of it differ in is no fault of a mock.

The live app's two runs are compared with each other by the rules that hold for the mock. How much of them is equal is
the most that a mock can be expected to reach. Where the mock differs from the live app's present run, its earlier one
tells whether that place is settled at all: a reply, or what a screen shows, counts as equal when the mock says in every
place what one of the two runs said there (see `either` for replies, `varying` for screens).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from awe_author.browser.step_language import Step
from awe_author.twin.comparison import Comparison, Taken
from awe_author.twin.either import Either
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Correspondence, Likeness
from awe_author.twin.looking import BETWEEN, LOOKS, agreed_look
from awe_author.twin.model import Score, TwinReport
from awe_author.twin.moments import Window
from awe_author.twin.pairing import differing, operation_of
from awe_author.twin.sides import Heard, Seen, Side
from awe_author.twin.tap import Tap
from awe_author.twin.texts import gist, lines_left, ticking
from awe_author.twin.trees import Trees
from awe_author.twin.varying import Look, stays_within

RESTS = 4
"""Looks in a row that show the same but for numbers, after which the live app alone is not looked at again."""


@dataclass(slots=True)
class Earlier:
    """What the live app did when it was driven alone."""

    tap: Tap
    start: float
    end: float = 0.0
    steps: list[tuple[Seen, list[Exchange]]] = field(default_factory=list)
    """What was shown after each step, and what was asked during it."""


async def drive_alone(live: Side, steps: Sequence[Step], told: Callable[[int, Step], None]) -> Earlier:
    """Perform all steps in the live app. `told`: number and step, before each."""
    found = Earlier(live.tap, time.time())
    for number, step in enumerate(steps):
        told(number, step)
        seen = await live.perform(number, step, steps[number + 1] if number + 1 < len(steps) else None)
        if seen.text is not None and not seen.error:
            await _look(live, seen)
        seen.png = None
        found.steps.append((seen, live.taken()))
    found.end = time.time()
    return found


async def _look(live: Side, seen: Seen) -> None:
    assert seen.text is not None
    seen.looks = [seen.text]
    while len(seen.looks) < LOOKS and len({gist(text) for text in seen.looks[-RESTS:]}) + (len(seen.looks) < RESTS) > 1:
        await asyncio.sleep(BETWEEN)
        text = await live.text()
        seen.looks.append(seen.looks[-1] if text is None else text)
    seen.text = seen.looks[-1]


@dataclass(slots=True)
class Baseline:
    """What is known of two runs of the live app: the present one, and the one before."""

    both: Comparison
    """The present run compared with the earlier one, in the place of a mock."""
    window: Window
    """Of the earlier run."""
    _partners: dict[int, Exchange] = field(default_factory=dict)
    """Place of a request in the present run -> the same request in the earlier one."""
    _orders: dict[str, set[str]] = field(default_factory=dict)
    """A question, in its canonical form -> places of lists that the two runs have in different orders."""

    @classmethod
    def of(cls, run: Comparison, earlier: Earlier) -> Baseline:
        """Compare the live side of a run, all steps of which are performed, with the earlier one."""
        window = Window(earlier.start, earlier.end)
        likeness = Likeness(
            run.likeness.live, window, params=run.likeness.params,
            volatile=run.likeness.volatile, unordered=run.likeness.unordered,
        )  # fmt: skip
        both = Comparison(run.live, Heard(name="earlier", tap=earlier.tap), likeness, changing=run.changing)
        for taken, (seen, asked) in zip(run.taken, earlier.steps, strict=True):
            both.taken.append(_together(taken, seen, asked, both.likeness))
        both.compare()
        found = cls(both, window)
        for pair in both.pairs:
            if pair.live is None or pair.mock is None or pair.live.event:
                continue
            if _same_question(pair.live, pair.mock, both.likeness):
                found._partners.setdefault(pair.live.seq, pair.mock)
                found._note_orders(pair.live, pair.mock)
        return found

    def _note_orders(self, live: Exchange, earlier: Exchange) -> None:
        if live.content[0] == earlier.content[0] == "json":
            trees = Trees(self.both.likeness.trial(), operation_of(live))
            places = {one.path for one in trees.compare(live.content[1], earlier.content[1]) if one.what == "order"}
            self._orders.setdefault(live.form.canonical, set()).update(places)

    def scores(self) -> dict[str, Score]:
        """How much of the live app's two runs is equal: replies, messages, texts. What the two pages asked differently
        is left out: what the earlier run would have answered to it is not known."""
        for result in self.both.results:
            result.replies = [one for one in result.replies if one.equal or not one.request]
        found = TwinReport("", "", steps=self.both.results).scores()
        return {kind: found[kind] for kind in ("replies", "messages", "texts")}

    # ---- replies ---------------------------------------------------------------------------------------------------

    def allows(self, live: Exchange, mock: Exchange, likeness: Likeness) -> bool:
        """Does the mock's reply to the same question say in every place what one of the live app's two did?"""
        earlier = self._partners.get(live.seq)
        if earlier is None or not live.status == mock.status == earlier.status:
            return False
        if not live.content[0] == mock.content[0] == earlier.content[0] == "json":
            return False
        if not _same_question(live, mock, likeness.trial()):
            return False
        operation, like = operation_of(live), self._like(likeness)
        either = Either(
            lambda: Trees(likeness.trial(), operation),
            lambda: Trees(like.trial(), operation),
            frozenset(self._orders.get(live.form.canonical, ())),
        )
        return either.says(live.content[1], earlier.content[1], mock.content[1])

    def _like(self, likeness: Likeness) -> Likeness:
        """How the earlier run corresponds to the mock: by way of the present one."""
        ids = Correspondence()
        for live, earlier in self.both.likeness.ids.live.items():
            mock = likeness.ids.mock_of(live)
            ids.live[earlier], ids.mock[mock] = mock, earlier
        return Likeness(self.window, likeness.mock, ids=ids, unordered=likeness.unordered)

    # ---- screens ---------------------------------------------------------------------------------------------------

    def shows(self, number: int, taken: Taken, likeness: Likeness, volatile: frozenset[str]) -> bool:
        """Does the mock's screen of a step stay within what the two runs showed when they had come to rest?"""
        before = self.both.taken[number].mock
        if before.text is None or before.error or taken.live.text is None or taken.mock.text is None:
            return False

        def last(seen: Seen, window: Window, translated: Callable[[str], str]) -> Look:
            text = seen.looks[-1] if seen.looks else seen.text or ""
            return Look.of(lines_left(text, volatile, window), window, translated)

        return stays_within(
            last(taken.live, likeness.live, likeness.ids.to_mock),
            last(before, self.window, self._like(likeness).ids.to_mock),
            last(taken.mock, likeness.mock, str),
        )


def _together(taken: Taken, before: Seen, asked: list[Exchange], likeness: Likeness) -> Taken:
    """The step in both runs of the live app, each with the look at which they agree, where they do."""
    live = taken.live
    looks = live.looks or [live.text or ""], before.looks or [before.text or ""]
    ticks = taken.ticking | ticking(before.looks)
    place = agreed_look(looks, likeness, ticks)
    text = live.text if place is None or live.text is None else looks[0][place]
    shown = Seen(live.url, text, None, live.stable, live.error, live.looks)
    return Taken(taken.step, shown, before, taken.asked_live, asked, [], [], taken.seconds, ticks)


def _same_question(one: Exchange, other: Exchange, likeness: Likeness) -> bool:
    """Do two requests ask the same of the same thing?"""
    paths = urlsplit(one.url).path, urlsplit(other.url).path
    return likeness.path(*paths) and not differing(one, other, likeness)
