"""Lets answers through to a page one at a time, each when the page has done what it could do without it.

What a script computes, or reads from IndexedDB, is there sooner than what comes over a network: nearly always when an
app is used, but no longer when its answers come from this machine within a millisecond. Then chance decides which is
first, and a page that draws a graph before or after its side panel looks different. Recorder and verify let an answer
to fetch or XMLHttpRequest wait its turn, so that the order is the usual one, both times. Among answers that wait, the
one whose request came first is the first; verify goes by the recorded order (`browser.order`) where there is one, and
waits for answers that came before.

Scripts that a loaded page asks for wait until it is idle, too, but not for each other: what one of them measures has
been drawn by then, with its fonts. A font comes when the page has done what it can do without it: as over a network, it
changes what was measured before, and not what is measured in the same go.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from awe_author.browser.activity import Traffic
from awe_author.browser.order import Order
from awe_author.door.messages import Request

LONGEST = 4.0
"""Seconds that an answer waits for a busy page."""
APART = 0.015
"""Seconds between two answers: until a page has the first."""
PASSING = 8.0
"""Seconds for which answers do not wait after one that waited in vain: a page is blocked until it has its answer."""
MISSED = 1.0
"""Seconds for which an answer waits for one that came before it while recording, when the page asks for nothing."""
SCRIPTS = 1.0
"""Seconds that a script or a font waits for a busy page."""
FRAME_LOADS = 0.06
"""Seconds within which a page that is idle goes on by itself: a frame that it made has loaded."""
IDLE = "new Promise(done => requestIdleCallback(done, {timeout: 100}))"
MANY = 24
"""When more answers wait than this, or more messages come in a second, they pass: a page that asks for so much at once
must not be slowed down."""


@dataclass(slots=True)
class Turns:
    """The queue of one browser."""

    quiet: str
    """JavaScript that waits until a page has nothing left to do (`prelude.quiet_expression`)."""
    traffic: Traffic
    page: Callable[[], Page | None] = lambda: None
    """The page in front."""
    order: Order = field(default_factory=Order)
    """The recorded order; empty while recording."""
    step: Callable[[], int | None] = lambda: None
    """The step that is performed again."""
    monotonic: Callable[[], float] = time.monotonic
    _places: itertools.count[int] = field(default_factory=itertools.count)
    _waiting: list[_Waiting] = field(default_factory=list)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _messages: list[float] = field(default_factory=list)
    """When messages of the last second came."""
    _usher: asyncio.Task[None] | None = None
    _last: float = 0.0
    _pass_until: float = 0.0
    _resting: asyncio.Task[None] | None = None
    """Waits until the page is idle, for all scripts that have come meanwhile."""

    def place(self) -> int:
        """The place of a request that has come: earlier ones are smaller."""
        return next(self._places)

    async def turn(self, request: Request, place: int, seq: int | None = None) -> None:
        """Return when the answer to `request` may be sent; `seq`: of the recorded answer that it is."""
        if asked_by_script(request):
            await self._queue(place, seq, asked=True)
        elif request.header("sec-fetch-dest") == "script":
            if self._resting is None or self._resting.done():
                loaded = f"document.readyState === 'complete' ? {self.quiet} : 0"
                self._resting = asyncio.ensure_future(self._rest(loaded))
            await asyncio.shield(self._resting)
        elif request.header("sec-fetch-dest") == "font":
            await self._rest(IDLE)
            await asyncio.sleep(FRAME_LOADS)
            await self._rest(IDLE)

    async def message(self, seq: int | None = None) -> None:
        """Return when the next message of a WebSocket may be sent to the page; `seq`: of the recorded message."""
        now = self.monotonic()
        self._messages = [moment for moment in self._messages if moment > now - 1.0]
        self._messages.append(now)
        if len(self._messages) <= MANY:
            await self._queue(self.place(), seq)
        else:
            self.order.over(seq)

    async def _queue(self, place: int, seq: int | None, *, asked: bool = False) -> None:
        if self.monotonic() < self._pass_until:
            self.order.over(seq)
            return
        turn = asyncio.get_running_loop().create_future()
        recorded = self.order.place(seq)
        heapq.heappush(self._waiting, _Waiting(-1 if recorded is None else recorded, place, seq, turn, asked))
        self._arrived.set()
        if self._usher is None or self._usher.done():
            self._usher = asyncio.ensure_future(self._let_through())
        self.traffic.held += 1
        try:
            await turn
        finally:
            self.traffic.held -= 1
            self.traffic.last_change = self.monotonic()

    async def _let_through(self) -> None:
        try:
            while self._waiting:
                if len(self._waiting) <= MANY:
                    await self._stillness()
                    if not await self._complete():
                        continue
                self._next()
        finally:
            while self._waiting:
                self._next()

    def _next(self) -> None:
        """Let the first one through, and those before it that are waited for no more."""
        while self._waiting:
            first = heapq.heappop(self._waiting)
            self.order.over(first.seq)
            if not first.turn.done():
                first.turn.set_result(None)
                self._last = self.monotonic()
                return

    async def _complete(self) -> bool:
        """Has all come that came before the first one that waits? False when another one has begun to wait, so that
        one has to look again. What a page does not ask for while nothing is under way is not waited for long."""
        began = last = self.monotonic()
        while missing := self.order.awaited(self._waiting[0].seq, self.step()):
            now = self.monotonic()
            if self.traffic.in_flight() > self.traffic.held + sum(one.asked for one in self._waiting):
                last = now
            if now - last > MISSED or now - began > LONGEST or now < self._pass_until:
                for seq in missing:
                    self.order.over(seq)
                return True
            self._arrived.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._arrived.wait(), 0.05)
            if self._arrived.is_set():
                return False
        return True

    async def _rest(self, expression: str) -> None:
        page = self.page()
        if page is None or page.is_closed() or self.monotonic() < self._pass_until:
            return
        with contextlib.suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(SCRIPTS):
                await page.evaluate(expression)

    async def _stillness(self) -> None:
        page = self.page()
        if page is None or page.is_closed() or self.monotonic() < self._pass_until:
            return
        try:
            async with asyncio.timeout(LONGEST):
                await asyncio.sleep(max(0.0, self._last + APART - self.monotonic()))
                await page.evaluate(self.quiet)
        except TimeoutError:
            self._pass_until = self.monotonic() + PASSING
        except PlaywrightError:
            return


@dataclass(order=True, slots=True)
class _Waiting:
    """An answer that waits; the smallest is the first."""

    recorded: int
    """Place in the recorded order, -1 when it has none."""
    place: int
    seq: int | None = field(compare=False)
    turn: asyncio.Future[None] = field(compare=False)
    asked: bool = field(compare=False)
    """Is it the answer to a request, which is under way until then?"""


def asked_by_script(request: Request) -> bool:
    """Is it a request by fetch or XMLHttpRequest?"""
    return not request.is_websocket and request.header("sec-fetch-dest") == "empty"
