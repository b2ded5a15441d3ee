"""A replay session with a browser in front of it: where recorded steps are performed again.

The session is fresh for every browser: cursor, clock, storage and random numbers begin as they did when recording.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright

from awe_author.archive.model import Recording
from awe_author.archive.reader import Archive
from awe_author.browser.activity import Traffic
from awe_author.browser.facts import Console
from awe_author.browser.launch import launch
from awe_author.browser.order import Order
from awe_author.browser.settle import Limits
from awe_author.browser.steps import Stage, origin_of
from awe_author.browser.turns import Turns
from awe_author.door import CertificateAuthority, Door
from awe_author.fidelity.watch import watched
from awe_author.replay.chain import build_chain
from awe_author.replay.prelude import (
    PreludeClock,
    herald_expression,
    limit_expression,
    quiet_expression,
    timers_expression,
)
from awe_author.replay.session import ReplaySession

TICKS = 0.75
"""Seconds that intervals of about a second go on for when a clock is stopped; the recorder lets them go on for one.
What they did too little can be made up for, what they did too much cannot."""

ANSWERED = 5.0
"""Seconds that the messages to a page that is opened by itself wait for its answers, all together."""
LOOK = 0.02
HERALD = 5.0
"""Seconds a page has to be told of a message: a page that is busy with the one before is told later."""


def replay_clock(token: str) -> PreludeClock:
    """How to reach the clock in the pages of the replay session with `token`."""
    return PreludeClock(token, TICKS)


@dataclass(slots=True)
class Theatre:
    """Session, browser and what is noticed about them."""

    session: ReplaySession
    stage: Stage
    traffic: Traffic
    clock: PreludeClock
    console: Console = field(default_factory=Console)
    limits: Limits = field(default_factory=Limits)
    patience: float = ANSWERED
    """Seconds that messages may still wait for answers."""

    async def set_clock(self, moment: float) -> None:
        """Move session and pages to `moment` (epoch seconds)."""
        self.session.clock.set(moment)
        await self._everywhere(self.clock.set(moment * 1000))

    async def limit_timers(self, moment: float, *, hold: bool = False) -> None:
        """Let the pages' long timeouts and intervals not go beyond `moment` while the clock runs; with `hold`, those
        that are set later count from it."""
        await self._everywhere(limit_expression(self.clock.token, moment * 1000, hold=hold))

    async def time_for_timers(self, moment: float) -> None:
        """Let what the pages' long timeouts and intervals would have done by `moment` happen."""
        await self._everywhere(timers_expression(self.clock.token, moment * 1000))

    async def freeze(self, moment: float, ticks: float = TICKS) -> None:
        """Let the pages' clocks stand at `moment` (epoch seconds), intervals of about a second `ticks` later."""
        await self._everywhere(self.clock.freeze(moment * 1000, ticks))

    async def herald(self, url: str, moment: float) -> None:
        """Let the page that has the WebSocket of `url` hear its next message at `moment` (epoch seconds).

        A page that is opened by itself hears at once what had been said in minutes: it has what it asked for by then.
        """
        if self.session.rerun.picture is not None:
            await self._answered()
        expression = herald_expression(self.clock.token, url, moment * 1000)
        for page in reversed(self.stage.context.pages):
            for frame in page.frames:
                with contextlib.suppress(PlaywrightError, TimeoutError):
                    async with asyncio.timeout(HERALD):
                        if await frame.evaluate(expression):
                            return

    async def _answered(self) -> None:
        while self.traffic.held and self.patience > 0:
            await asyncio.sleep(LOOK)
            self.patience -= LOOK

    async def _everywhere(self, expression: str) -> None:
        for page in self.stage.context.pages:
            for frame in page.frames:
                with contextlib.suppress(PlaywrightError, TimeoutError):
                    async with asyncio.timeout(3):
                        await frame.evaluate(expression)


@dataclass(frozen=True, slots=True)
class House:
    """What every theatre of one run shares."""

    archive: Archive
    authority: CertificateAuthority
    playwright: Playwright
    timeout: float = 20.0
    """Seconds one step may take."""

    @asynccontextmanager
    async def theatre(self, *, viewport: dict[str, int] | None = None) -> AsyncIterator[Theatre]:
        """A fresh session and a fresh browser profile. Raises BrowserError when there is no browser."""
        session = ReplaySession(self.archive, restart_on_fresh_browser=False)
        session.rerun.orderly = True
        traffic = Traffic()
        order = Order.of(self.archive.recording)
        session.rerun.given, session.rerun.timers = order.moments, timers_of(self.archive.recording)
        turns = Turns(quiet_expression(session.token), traffic, order=order, step=lambda: session.cursor.step)
        door = await Door.open([watched(build_chain(session), traffic, turns)], session, self.authority)
        try:
            options = browser_options(self.archive.recording, viewport)
            started = launch(self.playwright, door.url, self.authority.spki, lock_down=True, **options)
            async with started as context:
                clock = replay_clock(session.token)
                stage = await Stage.open(context, base_of(self.archive), timeout=self.timeout, clock=clock)
                turns.page = lambda: stage.page
                shown = Theatre(session, stage, traffic, clock)
                shown.console.listen(context)
                session.rerun.herald = shown.herald
                yield shown
        finally:
            await door.close()


def browser_options(recording: Recording | None, viewport: dict[str, int] | None = None) -> dict[str, Any]:
    """The recorded settings of the browser, for `launch`."""
    if recording is None:
        return {"viewport": viewport}
    return {
        "viewport": viewport or recording.viewport,
        "locale": recording.locale or "en-US",
        "timezone": recording.timezone or "UTC",
        "user_agent": recording.user_agent or None,
    }


def timers_of(recording: Recording | None) -> dict[tuple[str, int], dict[str, float]]:
    """(document key, ordinal) -> timer -> when it was set while recording (ms since the epoch)."""
    found: dict[tuple[str, int], dict[str, float]] = {}
    for step in recording.steps if recording is not None else []:
        for key, ordinal, timer, moment in step.timers:
            found.setdefault((key, ordinal), {})[timer] = moment * 1000
    return found


def base_of(archive: Archive) -> str:
    """The origin that paths of `goto` are relative to."""
    recording = archive.recording
    starts = recording.entry if recording is not None and recording.entry else [page.url for page in archive.pages]
    return origin_of(starts[0]) if starts else "https://localhost"
