"""One twin run: both sides perform each step, then what was asked, answered and shown is compared.

Both browsers do a step at the same time, so that what depends on how long a run takes is alike: the mock's clock, which
else steps with each action, is moved on to where the live app's has come. Before the next step the live app is asked
again what came out differently (`again`). Comparing itself is done at the end (`comparison`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from awe_author.browser.step_language import Step
from awe_author.twin.again import Again
from awe_author.twin.comparison import Comparison, Taken, shown
from awe_author.twin.entities import compare_entities
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Likeness
from awe_author.twin.looking import Looks
from awe_author.twin.model import EntityResult, StepResult
from awe_author.twin.pairing import Pairs, operation_of
from awe_author.twin.sides import Side

LATE = 4.0
"""Seconds that replies still under way are waited for after a step."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Told before and after every step."""

    number: int
    total: int
    step: Step
    result: StepResult | None = None


Told = Callable[[Progress], None]


@dataclass(slots=True)
class Acts:
    """Reads from the mock's session what happened since the last call; the default tells of nothing."""

    since: Callable[[], list[str]] = field(default=lambda: [])
    """Actions in the state."""
    faults: Callable[[], list[str]] = field(default=lambda: [])
    """Mistakes in features."""


@dataclass(slots=True)
class TwinRun:
    """Performs steps on two sides and compares."""

    live: Side
    mock: Side
    params: frozenset[tuple[str, str]] = frozenset()
    """(operation, parameter) that the recording knows to be volatile."""
    recorded: tuple[tuple[float, float], ...] = ()
    """Stretches of time whose moments count as the mock's present, such as that of its recording."""
    acts: Acts = field(default_factory=Acts)
    keep_up: Callable[[float], None] = field(default=lambda elapsed: None)
    """Told before each step how many seconds the run has taken: the mock's clock goes on with it."""
    comparison: Comparison = field(init=False)
    entities: list[EntityResult] = field(default_factory=list)
    likeness: Likeness = field(init=False)
    again: Again = field(init=False)
    _noted: int = 0
    """Exchanges of the live side from which it is known what was entered."""
    _first: float = 0.0
    """When the mock's run began, by its clock."""
    _began: float = field(default_factory=time.monotonic)
    _looks: Looks = field(default_factory=Looks)

    def __post_init__(self) -> None:
        self.comparison = Comparison.of(self.live, self.mock, self.params, self.recorded)
        self.likeness = self.comparison.likeness
        self.again = Again(self.likeness, self.comparison.changing)

    async def perform(self, steps: Sequence[Step], told: Told) -> None:
        """Perform all steps."""
        self._first, self._began = self.mock.now(), time.monotonic()
        for number, step in enumerate(steps):
            told(Progress(number, len(steps), step))
            taken = await self._step(number, step, steps[number + 1] if number + 1 < len(steps) else None)
            self.comparison.taken.append(taken)
            told(Progress(number, len(steps), step, shown(number, taken)))
        self._widen()

    async def finish(self) -> None:
        """Compare everything, and the entities that both tell of at the end: see `comparison`, `entities`."""
        self.comparison.coming = self._looks.coming(self.likeness)
        self.comparison.compare()
        await self._at_the_end()

    def _widen(self) -> None:
        """Let the windows reach to the present."""
        first, now = self._first, time.time()
        self.likeness.live.end = self.likeness.mock.end = now
        self.likeness.mock.more = ((min(first, self.mock.now()), max(first, self.mock.now())), *self.recorded)

    async def _step(self, number: int, step: Step, following: Step | None) -> Taken:
        began = time.monotonic()
        self.keep_up(began - self._began)
        live, mock = await asyncio.gather(
            self.live.perform(number, step, following), self.mock.perform(number, step, following)
        )
        self._widen()
        self.comparison.note_steady(step, self.live.tap.exchanges[self._noted :])
        self._noted = len(self.live.tap.exchanges)
        ticks = await self._looks.until_alike((self.live, self.mock), live, mock, self.likeness)
        self.likeness.steady.shown(live.text or "", self.likeness.live)
        asked_live, asked_mock = self.live.taken(), self.mock.taken()
        await _answered([*asked_live, *asked_mock])
        await self.again.look(self.live, asked_live, asked_mock)
        seconds = time.monotonic() - began
        return Taken(step, live, mock, asked_live, asked_mock, self.acts.since(), self.acts.faults(), seconds, ticks)

    async def _at_the_end(self) -> None:
        """Ask both sides once more for everything that was read as JSON, and compare the entities in it."""
        asked: dict[str, tuple[Exchange, Exchange]] = {}
        for taken in self.comparison.taken:
            fresh = Pairs(self.likeness).step(_read(taken.asked_live), _read(taken.asked_mock))
            for pair in fresh:
                if pair.live is not None and pair.mock is not None:
                    asked[pair.live.form.canonical] = (pair.live, pair.mock)
        for live, mock in asked.values():
            one, other = await self.live.again(live, as_now=True), await self.mock.again(mock, as_now=True)
            if one is None or other is None or one.content[0] != "json" or one.status != live.status:
                continue
            second = other.content[1] if other.content[0] == "json" else None
            operation = operation_of(live)
            self.entities += compare_entities(operation, live.url, one.content[1], second, self.likeness)


async def _answered(exchanges: Sequence[Exchange]) -> None:
    """Wait a moment for replies that are compared and still under way."""
    for _ in range(round(LATE / 0.05)):
        if all(exchange.complete for exchange in exchanges if exchange.kind in ("api", "page")):
            return
        await asyncio.sleep(0.05)


def _read(exchanges: Sequence[Exchange]) -> list[Exchange]:
    return [one for one in exchanges if one.kind == "api" and not one.writes and one.content[0] == "json"]
