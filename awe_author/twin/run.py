"""One twin run: both sides perform each step, then what was asked, answered and shown is compared.

Both browsers do a step at the same time, so that what depends on how long a run takes is alike. Before the next step
the live app is asked again what came out differently (`again`). Comparing itself is done at the end, over plain values.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from awe_author.browser.step_language import Fill, PageMark, Select, Step
from awe_author.fidelity.compare import compare_pictures
from awe_author.fidelity.model import TextDifference
from awe_author.twin.again import Again
from awe_author.twin.coming import compare_feeds, feed_name, feeds_of
from awe_author.twin.entities import compare_entities
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Correspondence, Likeness, general, identified
from awe_author.twin.looking import Looks, address
from awe_author.twin.messages import changing, pushed, write_moments
from awe_author.twin.model import AS_BEFORE, EntityResult, Screens, StepResult
from awe_author.twin.moments import Window
from awe_author.twin.pairing import Pair, Pairs, operation_of
from awe_author.twin.polls import Polls, goes_on
from awe_author.twin.portions import together
from awe_author.twin.replies import Failed, ReplyResult, compare_pair
from awe_author.twin.sets import first_written, recorded_before, sets_of
from awe_author.twin.sides import Seen, Side
from awe_author.twin.steady import Steady, distances
from awe_author.twin.texts import compare_screens, left_out

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
class Taken:
    """What one step gave on both sides, before it is compared."""

    step: Step
    live: Seen
    mock: Seen
    asked_live: list[Exchange]
    asked_mock: list[Exchange]
    events: list[str]
    faults: list[str]
    seconds: float
    ticking: frozenset[str] = frozenset()
    """Lines of both screens in which time is counted: `texts.ticking`."""


@dataclass(slots=True)
class _Pushed:
    """The messages that one side was sent."""

    feeds: dict[str, list[Exchange]] = field(default_factory=dict)
    """Of each operation that keeps coming by itself."""
    others: dict[int, list[Exchange]] = field(default_factory=dict)
    """Of each step, all others."""


@dataclass(slots=True)
class Acts:
    """Reads from the mock's session what happened since the last call; the default tells of nothing."""

    since: Callable[[], list[str]] = field(default=lambda: [])
    """Actions in the state."""
    faults: Callable[[], list[str]] = field(default=lambda: [])
    """Mistakes in features."""


class Known(Protocol):
    """What another run of the live app through the same steps tells."""

    def allows(self, live: Exchange, mock: Exchange, likeness: Likeness) -> bool:
        """Does the mock's reply differ from the live one only as two runs of the live app do?"""
        ...

    def shows(self, number: int, taken: Taken, likeness: Likeness, volatile: frozenset[str]) -> bool:
        """Does the mock's screen of a step?"""
        ...


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
    results: list[StepResult] = field(default_factory=list)
    entities: list[EntityResult] = field(default_factory=list)
    likeness: Likeness = field(init=False)
    repeats: int = 0
    pairs: list[Pair] = field(default_factory=list)
    """All requests of both sides."""
    known: Known | None = None
    """What another run of the live app tells, when there was one."""
    again: Again = field(init=False)
    _noted: int = 0
    """Exchanges of the live side from which it is known what was entered."""
    _first: float = 0.0
    """When the mock's run began, by its clock."""
    _polls: tuple[Polls, Polls] = field(default_factory=lambda: (Polls(), Polls()))
    """Of the live app and of the mock."""
    taken: list[Taken] = field(default_factory=list)
    _looks: Looks = field(default_factory=Looks)
    _coming: dict[str, frozenset[str]] = field(default_factory=dict)
    """`looking.address` of the live page -> lines that keep coming by themselves on both screens."""

    def __post_init__(self) -> None:
        now = self.live.now()
        windows = Window(now, now), Window(now, now, ((self.mock.now(), self.mock.now()), *self.recorded))
        self.likeness = Likeness(*windows, params=self.params)
        self.again = Again(self.likeness)

    async def perform(self, steps: Sequence[Step], told: Told) -> None:
        """Perform all steps."""
        self._first = self.mock.now()
        for number, step in enumerate(steps):
            told(Progress(number, len(steps), step))
            taken = await self._step(number, step, steps[number + 1] if number + 1 < len(steps) else None)
            self.taken.append(taken)
            told(Progress(number, len(steps), step, _shown(number, taken)))
        self._widen()

    async def finish(self) -> None:
        """Compare everything, and the entities that both tell of at the end. Results are in `results`, `entities`."""
        self.compare()
        await self._at_the_end()

    def replies(self) -> list[ReplyResult]:
        """Of all steps."""
        return [reply for result in self.results for reply in result.replies]

    def _widen(self) -> None:
        """Let the windows reach to the present."""
        first, now = self._first, time.time()
        self.likeness.live.end = self.likeness.mock.end = now
        self.likeness.mock.more = ((min(first, self.mock.now()), max(first, self.mock.now())), *self.recorded)

    async def _step(self, number: int, step: Step, following: Step | None) -> Taken:
        began = time.monotonic()
        live, mock = await asyncio.gather(
            self.live.perform(number, step, following), self.mock.perform(number, step, following)
        )
        self._widen()
        self._note_steady(step, self.live.tap.exchanges[self._noted :])
        self._noted = len(self.live.tap.exchanges)
        ticks = await self._looks.until_alike((self.live, self.mock), live, mock, self.likeness)
        self.likeness.steady.shown(live.text or "", self.likeness.live)
        asked_live, asked_mock = self.live.taken(), self.mock.taken()
        await _answered([*asked_live, *asked_mock])
        await self.look_again(asked_live, asked_mock)
        seconds = time.monotonic() - began
        return Taken(step, live, mock, asked_live, asked_mock, self.acts.since(), self.acts.faults(), seconds, ticks)

    # ---- what changes by itself ------------------------------------------------------------------------------------

    async def look_again(self, live: list[Exchange], mock: list[Exchange]) -> None:
        """Ask the live app once more for what came out differently."""
        await self.again.look(self.live, live, mock)

    def _note_steady(self, step: Step, asked: Sequence[Exchange]) -> None:
        """What was typed, asked, and told of things of the app: nobody measured it."""
        steady = self.likeness.steady
        if isinstance(step.action, Fill | Select):
            steady.entered(str(step.action.value if isinstance(step.action, Fill) else step.action.values))
        steady.asked(asked)
        for one in asked:
            if one.content[0] == "json":
                steady.things.update(identified(one.content[1]))
                self.likeness.took.update(distances(one.content[1], self.likeness.live))

    # ---- comparing -------------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Fill `results` from what was taken. Replies of all steps come first: they teach which ids correspond."""
        self._polls = Polls.of(self.live.tap.exchanges), Polls.of(self.mock.tap.exchanges)
        failed = Failed(
            {number for number, taken in enumerate(self.taken) if taken.live.error},
            {number for number, taken in enumerate(self.taken) if taken.mock.error},
        )
        self._note_sets()
        self._note_messages()
        self._coming = self._looks.coming(self.likeness)
        feeds = feeds_of([taken.step.verb for taken in self.taken], self.live.tap.exchanges)
        said = [self._pushed(side, feeds) for side in (self.live, self.mock)]
        pairs, replies = Pairs(self.likeness), list[ReplyResult]()
        for number, taken in enumerate(self.taken):
            sides = zip((taken.asked_live, taken.asked_mock), said, strict=True)
            asked = [_compared(exchanges) + one.others.get(number, []) for exchanges, one in sides]
            replies += [self._reply(pair, failed) for pair in pairs.step(*asked) if not pair.broken_off]
        replies += [self._reply(pair, failed) for pair in pairs.finish() if not pair.broken_off]
        replies += compare_feeds(feeds, said[0].feeds, said[1].feeds, self.likeness)
        self.repeats, self.pairs = pairs.repeats, pairs.done
        self.likeness.steady = Steady()
        for taken in self.taken:
            self._note_steady(taken.step, taken.asked_live)
        for number, taken in enumerate(self.taken):
            result = _shown(number, taken)
            result.replies = [reply for reply in replies if reply.step == number and number not in failed.live]
            if not self._screens(result, taken):
                by_what_is_shown(result)
            self.results.append(result)

    def _note_sets(self) -> None:
        """Lists of which the live app's own answers show that their order means nothing."""
        archive = getattr(self.mock.session, "archive", None)
        before = () if archive is None else recorded_before(self.mock.tap.exchanges, first_written(archive))
        for question, paths in sets_of(self.live.tap.exchanges, before).items():
            self.likeness.unordered.setdefault(question, set()).update(paths)

    def _pushed(self, side: Side, coming: frozenset[str]) -> _Pushed:
        """The messages that a side was sent; `coming`: those that keep coming by themselves, by `feed_name`."""
        found = _Pushed()
        said = [one for number in range(len(self.taken)) for one in pushed(side.tap.exchanges, number)]
        for one in together(said, write_moments(side.tap.exchanges)):
            name = feed_name(one)
            if name in coming:
                found.feeds.setdefault(name, []).append(one)
            else:
                found.others.setdefault(one.step, []).append(one)
        return found

    def _note_messages(self) -> None:
        """What changes by itself in the messages that the live app pushed."""
        said = [one for number in range(len(self.taken)) for one in pushed(self.live.tap.exchanges, number)]
        operations = {one.event: operation_of(one) for one in said}
        for event, paths in changing(said).items():
            self.likeness.volatile.setdefault(operations[event], set()).update(general(path) for path in paths)

    def _reply(self, pair: Pair, failed: Failed) -> ReplyResult:
        result = compare_pair(pair, self.likeness, failed, self.again.changing)
        live, mock = pair.live, pair.mock
        if not result.equal and live is not None and mock is not None and result.kind == "api" and not result.writes:
            if self._goes_on(live, mock, failed):
                result.excuse("as the live app answered the same at another moment; nothing was written in between")
            elif self.known is not None and self.known.allows(live, mock, self.likeness):
                result.excuse(AS_BEFORE)
        return result

    def _goes_on(self, live: Exchange, mock: Exchange, failed: Failed) -> bool:
        """Does the mock answer as the live app did at some moment of what goes on by itself? Then its ids are known."""
        answers = self._polls[0].answers(live)
        told = self._polls[1].answers(mock)
        if not goes_on(answers, told, lambda one, other: self._tried(one, other, failed) is not None):
            return False
        known = (self._tried(one, mock, failed) for one in answers)
        self.likeness.ids = next((ids for ids in known if ids is not None), self.likeness.ids)
        return True

    def _tried(self, live: Exchange, mock: Exchange, failed: Failed) -> Correspondence | None:
        """The ids that are known when these two are equal; an attempt that fails teaches none."""
        trial = self.likeness.trial()
        return trial.ids if compare_pair(Pair(live, mock), trial, failed, self.again.changing).equal else None

    def _screens(self, result: StepResult, taken: Taken) -> list[str]:
        """Compare what both sides showed; gives what was let go of the texts as measured."""
        live, mock = taken.live, taken.mock
        told: list[str] = []
        if live.text is not None and mock.text is not None:
            volatile = taken.ticking | self._coming.get(address(live.url), frozenset())
            result.text = compare_screens(live.text, mock.text, self.likeness, volatile, told)
            self.likeness.steady.shown(live.text, self.likeness.live)
            if not result.text.same and self._known_to_show(result.number, taken, volatile):
                result.text = TextDifference()
                told.append(AS_BEFORE)
            result.left_out = left_out(live.text, mock.text, self.likeness, volatile) + told
        result.screens = Screens(live.png, mock.png)
        if live.png is not None and mock.png is not None:
            result.pixels, result.screens.difference = compare_pictures(live.png, mock.png)
        return told

    def _known_to_show(self, number: int, taken: Taken, volatile: frozenset[str]) -> bool:
        if self.known is None or taken.live.error or taken.mock.error:
            return False
        return self.known.shows(number, taken, self.likeness, volatile)

    # ---- the end ---------------------------------------------------------------------------------------------------

    async def _at_the_end(self) -> None:
        """Ask both sides once more for everything that was read as JSON, and compare the entities in it."""
        asked: dict[str, tuple[Exchange, Exchange]] = {}
        for taken in self.taken:
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


def by_what_is_shown(result: StepResult) -> None:
    """A document whose page features change it in the browser is what it then shows: when both screens show the same
    text, the document that they show is equal, whatever its source says."""
    shown = [
        reply for reply in result.replies if reply.kind == "page" and reply.live_status == reply.mock_status == 200
    ]
    if shown and result.text_equal and not shown[-1].equal and shown[-1].text is not None:
        shown[-1].equal, shown[-1].cause = True, None
        shown[-1].note = "its source differs, what it shows does not"


async def _answered(exchanges: Sequence[Exchange]) -> None:
    """Wait a moment for replies that are compared and still under way."""
    for _ in range(round(LATE / 0.05)):
        if all(exchange.complete for exchange in exchanges if exchange.kind in ("api", "page")):
            return
        await asyncio.sleep(0.05)


def _compared(exchanges: Sequence[Exchange]) -> list[Exchange]:
    return [exchange for exchange in exchanges if exchange.kind in ("api", "page")]


def _read(exchanges: Sequence[Exchange]) -> list[Exchange]:
    return [one for one in exchanges if one.kind == "api" and not one.writes and one.content[0] == "json"]


def _shown(number: int, taken: Taken) -> StepResult:
    missed = [one.url for one in taken.asked_mock if one.kind in ("asset", "stream", "socket") and one.source == "miss"]
    action = taken.step.action
    return StepResult(
        number=number,
        verb=taken.step.verb,
        label=_label(taken.step),
        page=action.name if isinstance(action, PageMark) else None,
        live_url=taken.live.url,
        mock_url=taken.mock.url,
        live_error=taken.live.error,
        mock_error=taken.mock.error,
        stable=taken.live.stable and taken.mock.stable,
        seconds=taken.seconds,
        events=taken.events,
        faults=taken.faults,
        missed=missed,
    )


def _label(step: Step) -> str:
    args = step.args
    if isinstance(args, list):
        args = "  ".join(str(part) for part in args if not isinstance(part, dict | list))
    text = " ".join(str(args).split())
    return text if len(text) <= 120 else text[:119] + "…"
