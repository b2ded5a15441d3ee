"""Where two sides of a run differ in what was asked, answered and shown. Pure.

It is worked out at the end, over plain values: replies of all steps come first, since they teach which ids correspond,
then the messages, then the screens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from awe_author.browser.step_language import Fill, PageMark, Select, Step
from awe_author.fidelity.compare import compare_pictures
from awe_author.fidelity.model import TextDifference
from awe_author.fidelity.steps import label_of
from awe_author.twin.coming import compare_feeds, feed_name, feeds_of
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Correspondence, Likeness, general, identified
from awe_author.twin.looking import address
from awe_author.twin.messages import changing, pushed, write_moments
from awe_author.twin.model import AS_BEFORE, Screens, StepResult
from awe_author.twin.moments import Window
from awe_author.twin.pairing import Pair, Pairs, operation_of
from awe_author.twin.polls import Polls, goes_on
from awe_author.twin.portions import together
from awe_author.twin.replies import Failed, ReplyResult, compare_pair
from awe_author.twin.sets import first_written, recorded_before, sets_of
from awe_author.twin.sides import Heard, Seen
from awe_author.twin.steady import Steady, distances
from awe_author.twin.texts import compare_screens, left_out


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


class Known(Protocol):
    """What another run of the live app through the same steps tells."""

    def allows(self, live: Exchange, mock: Exchange, likeness: Likeness) -> bool:
        """Does the mock's reply differ from the live one only as two runs of the live app do?"""
        ...

    def shows(self, number: int, taken: Taken, likeness: Likeness, volatile: frozenset[str]) -> bool:
        """Does the mock's screen of a step?"""
        ...


@dataclass(slots=True)
class Comparison:
    """What was taken of two sides, and how it compares."""

    live: Heard
    mock: Heard
    likeness: Likeness
    known: Known | None = None
    """What another run of the live app tells, when there was one."""
    taken: list[Taken] = field(default_factory=list)
    """Of each step."""
    changing: dict[str, frozenset[str]] = field(default_factory=dict)
    """Operation -> lines of its pages that change by themselves."""
    coming: dict[str, frozenset[str]] = field(default_factory=dict)
    """`looking.address` of the live page -> lines that keep coming by themselves on both screens."""
    results: list[StepResult] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    """All requests of both sides."""
    repeats: int = 0
    _polls: tuple[Polls, Polls] = field(default_factory=lambda: (Polls(), Polls()))
    """Of the live app and of the mock."""

    @classmethod
    def of(
        cls,
        live: Heard,
        mock: Heard,
        params: frozenset[tuple[str, str]] = frozenset(),
        recorded: tuple[tuple[float, float], ...] = (),
    ) -> Comparison:
        """Of a run that begins now. `params`, `recorded`: see `run.TwinRun`."""
        now = live.now()
        windows = Window(now, now), Window(now, now, ((mock.now(), mock.now()), *recorded))
        return cls(live, mock, Likeness(*windows, params=params))

    def replies(self) -> list[ReplyResult]:
        """Of all steps."""
        return [reply for result in self.results for reply in result.replies]

    def compare(self) -> None:
        """Fill `results` from what was taken. Replies of all steps come first: they teach which ids correspond."""
        self._polls = Polls.of(self.live.tap.exchanges), Polls.of(self.mock.tap.exchanges)
        failed = Failed(
            {number for number, taken in enumerate(self.taken) if taken.live.error},
            {number for number, taken in enumerate(self.taken) if taken.mock.error},
        )
        self._note_sets()
        self._note_messages()
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
            self.note_steady(taken.step, taken.asked_live)
        for number, taken in enumerate(self.taken):
            result = shown(number, taken)
            result.replies = [reply for reply in replies if reply.step == number and number not in failed.live]
            if not self._screens(result, taken):
                by_what_is_shown(result)
            self.results.append(result)

    def note_steady(self, step: Step, asked: Sequence[Exchange]) -> None:
        """What was typed, asked, and told of things of the app: nobody measured it."""
        steady = self.likeness.steady
        if isinstance(step.action, Fill | Select):
            steady.entered(str(step.action.value if isinstance(step.action, Fill) else step.action.values))
        steady.asked(asked)
        for one in asked:
            if one.content[0] == "json":
                steady.things.update(identified(one.content[1]))
                self.likeness.took.update(distances(one.content[1], self.likeness.live))

    def _note_sets(self) -> None:
        """Lists of which the live app's own answers show that their order means nothing."""
        archive = getattr(self.mock.session, "archive", None)
        before = () if archive is None else recorded_before(self.mock.tap.exchanges, first_written(archive))
        for question, paths in sets_of(self.live.tap.exchanges, before).items():
            self.likeness.unordered.setdefault(question, set()).update(paths)

    def _pushed(self, side: Heard, coming: frozenset[str]) -> _Pushed:
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
        result = compare_pair(pair, self.likeness, failed, self.changing)
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
        return trial.ids if compare_pair(Pair(live, mock), trial, failed, self.changing).equal else None

    def _screens(self, result: StepResult, taken: Taken) -> list[str]:
        """Compare what both sides showed; gives what was let go of the texts as measured."""
        live, mock = taken.live, taken.mock
        told: list[str] = []
        if live.text is not None and mock.text is not None:
            volatile = taken.ticking | self.coming.get(address(live.url), frozenset())
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


def by_what_is_shown(result: StepResult) -> None:
    """A document whose page features change it in the browser is what it then shows: when both screens show the same
    text, the document that they show is equal, whatever its source says."""
    shown = [
        reply for reply in result.replies if reply.kind == "page" and reply.live_status == reply.mock_status == 200
    ]
    if shown and result.text_equal and not shown[-1].equal and shown[-1].text is not None:
        shown[-1].equal, shown[-1].cause = True, None
        shown[-1].note = "its source differs, what it shows does not"


def _compared(exchanges: Sequence[Exchange]) -> list[Exchange]:
    return [exchange for exchange in exchanges if exchange.kind in ("api", "page")]


def shown(number: int, taken: Taken) -> StepResult:
    """The result of a step before anything is compared."""
    missed = [one.url for one in taken.asked_mock if one.kind in ("asset", "stream", "socket") and one.source == "miss"]
    action = taken.step.action
    return StepResult(
        number=number,
        verb=taken.step.verb,
        label=label_of(taken.step.args),
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
