"""The two browsers of a twin run, each behind a door of its own that keeps what passes.

The live side's door forwards upstream as a recording does, with the same prelude in its pages, so that random numbers
are those of the mock's; the mock side's door is that of a served session. A side performs steps and tells what its page
then shows.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright

from awe_author.archive.model import Recording
from awe_author.archive.spool import CaptureSpool
from awe_author.browser.activity import Activity, Traffic
from awe_author.browser.facts import visible_text
from awe_author.browser.launch import launch
from awe_author.browser.own_traffic import is_browsers_own
from awe_author.browser.settle import Limits, settled
from awe_author.browser.step_language import Step
from awe_author.browser.steps import Lookout, Stage, StepFailed, origin_of, perform
from awe_author.browser.turns import Turns
from awe_author.door import CertificateAuthority, Door
from awe_author.door.messages import Request
from awe_author.errors import InputError
from awe_author.fidelity.theatre import browser_options, replay_clock
from awe_author.fidelity.watch import watched
from awe_author.recorder.chrome import client
from awe_author.recorder.origins import Origins
from awe_author.recorder.responder import RecordingResponder
from awe_author.recorder.tape import Tape
from awe_author.recorder.treatment import Prelude
from awe_author.replay.chain import build_chain
from awe_author.replay.prelude import quiet_expression
from awe_author.replay.session import ReplaySession
from awe_author.twin.exchanges import Exchange
from awe_author.twin.sources import of_features
from awe_author.twin.tap import PATIENCE, Tap, plain, refreshed

MISSES = ("miss", "socket_miss", "egress")
"""Kinds of the session's log that say that nobody had an answer."""
_REACH = 200
"""Latest events of the log that are looked at: those of requests that were under way together."""
IMPATIENT = 5.0
"""Seconds a step may take after the step before it failed."""
SEVERAL, WARY = 3, 10.0
"""Failed steps after which a side is given less time, and the seconds of it."""


@dataclass(slots=True)
class Seen:
    """What one side showed after a step."""

    url: str = ""
    text: str | None = None
    png: bytes | None = None
    stable: bool = True
    error: str | None = None
    """Why the step could not be performed, or the page not be looked at."""
    looks: list[str] = field(default_factory=list)
    """What was shown look by look, when it was looked at more than once."""


@dataclass(slots=True, kw_only=True)
class Heard:
    """What passed the door of one side, in a run that goes on or in one that is over."""

    name: str
    tap: Tap
    session: Any = None
    """Of the door; handed to responders when something is asked again."""
    now: Callable[[], float] = time.time
    """The time of this side's stamps."""
    _read: int = 0

    def taken(self) -> list[Exchange]:
        """What was asked since the last call."""
        fresh = self.tap.exchanges[self._read :]
        self._read = len(self.tap.exchanges)
        return fresh

    async def again(self, exchange: Exchange, *, as_now: bool = False) -> Exchange | None:
        """Ask the same once more, outside the page; None when nothing can be read. `as_now`: with the credentials that
        the page sent last, since those of an earlier request may have been replaced."""
        headers = plain(exchange.headers)
        if as_now:
            headers = refreshed(headers, self._latest(exchange))
        asked = Exchange(-1, exchange.step, exchange.method, exchange.url, headers, exchange.body)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.tap.again(asked, self.session)
        except Exception:  # the page's own question had its answer; this one is ours, and nothing depends on it
            return None

    def _latest(self, exchange: Exchange) -> Exchange:
        """The latest request to the same origin that was answered."""
        origin = origin_of(exchange.url)
        alike = (one for one in reversed(self.tap.exchanges) if one.kind == "api" and 200 <= one.status < 300)
        return next((one for one in alike if origin_of(one.url) == origin), exchange)


@dataclass(slots=True, kw_only=True)
class Side(Heard):
    """One browser, its door's tap, and what it does."""

    stage: Stage
    activity: Activity
    limits: Limits
    _patience: float = 0.0
    _failed: int = 0
    """Steps that could not be performed; none of the live app, whose failed steps compare nothing."""
    _lookout: Lookout | None = None

    async def perform(self, number: int, step: Step, following: Step | None) -> Seen:
        """Do one step, wait until the page stands still, and look at it."""
        self.tap.step = number
        seen = Seen()
        self._patience = self._patience or self.stage.timeout
        try:
            met = await self._lookout.performed(self.stage) if self._lookout else None
            if met is None:
                await perform(step, self.stage)
        except StepFailed as error:
            seen.error = error.what
        except InputError as error:
            seen.error = f"{error.what} ({error.hint})"
        self._failed += seen.error is not None and self.name != "live"
        self.stage.timeout = patience_after(self._patience, self._failed, failed=seen.error is not None)
        self._lookout = Lookout.begin(following, self.stage)
        await self._look(seen)
        return seen

    async def _look(self, seen: Seen) -> None:
        try:
            async with settled(self.stage, self.activity, None, self.limits) as rest:
                seen.url, seen.png, seen.stable = rest.page.url, rest.shot.png, rest.shot.stable
                async with asyncio.timeout(8):
                    seen.text = await visible_text(rest.page, in_sight=True)
        except (PlaywrightError, TimeoutError) as error:
            seen.stable = False
            seen.error = (
                seen.error or f"the page could not be looked at: {(str(error).splitlines() or ['no reason'])[0]}"
            )

    async def text(self) -> str | None:
        """The visible text of the page in front, now."""
        try:
            async with asyncio.timeout(5):
                return await visible_text(self.stage.page, in_sight=True)
        except (PlaywrightError, TimeoutError):
            return None


def patience_after(whole: float, steps: int, *, failed: bool) -> float:
    """Seconds for the next step of a side: of the `whole` patience little when the last step failed, and some when
    several did, since a page that lacks what it was asked for will hardly show it later. Steps that fail count as
    before."""
    return min(whole, IMPATIENT if failed else WARY if steps >= SEVERAL else whole)


@dataclass(frozen=True, slots=True)
class Ground:
    """What both sides share."""

    playwright: Playwright
    authority: CertificateAuthority
    base: str
    """Origin that paths of `goto` are relative to."""
    recording: Recording | None
    """Of the mock: browser settings, seed of the random numbers."""
    timeout: float = 20.0
    limits: Limits = field(default_factory=Limits)
    environ: Mapping[str, str] | None = None

    def options(self) -> dict[str, Any]:
        return browser_options(self.recording)

    def stage_options(self) -> dict[str, Any]:
        return {"timeout": self.timeout} | ({"environ": self.environ} if self.environ is not None else {})


@asynccontextmanager
async def live_side(ground: Ground, origins: dict[str, str], *, insecure: bool = False) -> AsyncIterator[Side]:
    """A browser in front of the live app. Raises BrowserError when there is no browser."""
    prelude = Prelude(ground.recording.seed if ground.recording else 1, secrets.token_urlsafe(24))
    with CaptureSpool() as spool:
        tape = Tape(spool)
        turns = Turns(prelude.clock.quiet(), tape.traffic)
        upstream = client("httpx", insecure)
        responder = RecordingResponder(tape, upstream, Origins(origins), prelude, turns, insecure=insecure)
        tap = Tap([responder], ours=lambda request: is_browsers_own(request.url))
        door = await Door.open([tap], None, ground.authority)
        try:
            started = launch(ground.playwright, door.url, ground.authority.spki, lock_down=False, **ground.options())
            async with started as context:
                stage = await Stage.open(
                    context, ground.base, clock=prelude.clock, valve=tape.valve, **ground.stage_options()
                )
                turns.page = lambda: stage.page
                yield Side(name="live", stage=stage, activity=tape.traffic, tap=tap, limits=ground.limits)
        finally:
            with contextlib.suppress(Exception):
                await responder.finish(0)
            await door.close()


@asynccontextmanager
async def mock_side(ground: Ground, replay: ReplaySession, state_now: Callable[[], float]) -> AsyncIterator[Side]:
    """A browser in front of one session of the mock. `state_now`: the time that the mock stamps into its state."""
    traffic = Traffic()
    turns, replay.rerun.orderly = Turns(quiet_expression(replay.token), traffic), True
    tap = Tap(build_chain(replay), ours=lambda request: _is_ours(request, replay))
    noted = [replay.log.total]

    def answered(exchange: Exchange) -> None:
        exchange.source = source_of(replay, exchange, noted)
        noted[0] = max(noted[0], replay.log.total - _REACH)

    tap.answered = answered
    door = await Door.open([watched([tap], traffic, turns)], replay, ground.authority)
    try:
        started = launch(ground.playwright, door.url, ground.authority.spki, lock_down=True, **ground.options())
        async with started as context:
            clock = replay_clock(replay.token)
            stage = await Stage.open(context, ground.base, clock=clock, **ground.stage_options())
            turns.page = lambda: stage.page
            limits = ground.limits
            yield Side(
                name="mock", stage=stage, activity=traffic, tap=tap, session=replay, limits=limits, now=state_now
            )
    finally:
        await door.close()


def _is_ours(request: Request, replay: ReplaySession) -> bool:
    return replay.report_path in request.url or is_browsers_own(request.url)


def source_of(replay: ReplaySession, exchange: Exchange, noted: list[int]) -> str:
    """Who answered: the latest that the session's log says of this request since `noted`; the recording by default."""
    answered = ""
    for event in reversed(replay.log.events):
        if event["n"] < noted[0]:
            break
        if event.get("url") != exchange.url or event.get("method", exchange.method) != exchange.method:
            continue
        kind = event["kind"]
        if "part" in event:
            continue  # what answered the parts of a batch is said in one
        if kind == "feature_fault":
            return f"feature {event['feature']} (fault in {event['where']}: {event['what']})"
        if answered:
            if kind in ("enriched", "match", *MISSES):
                break  # of an earlier request to the same address
        elif kind == "enriched":
            answered = of_features(event)
        elif kind in MISSES:
            answered = "miss"
        elif kind == "match":
            answered = "recording"
    return answered or "recording"
