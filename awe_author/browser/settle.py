"""Waits until a page stands still and takes its picture; the same code while recording and while verifying.

Still means: loaded, no exchange under way at the door for `quiet` seconds, no change of the DOM for as long, no
animation by a script, short timeouts that were pending then over, and two equal pictures in a row. Then the page's
clock is frozen (recording: at its own now; verifying: at the recorded moment), timers get time to redraw what depends
on the clock, the picture is taken, and the clock runs on. When something began to move just before the clock stood, it
is let come to its end: while the clock stands it would be seen half-way, which nobody can repeat.

Some pages never stand still in this sense. A caret that a script blinks, or that is drawn into a canvas, makes a page
alternate between a few pictures; which of them is seen first is chance. Such a page is looked at for longer than a
blink, and of the pictures seen the one with the smallest digest is kept, so that two runs keep the same one.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from awe_author.browser.activity import Activity
from awe_author.browser.screenshot import crisp, decoded, shoot
from awe_author.browser.steps import PageClock, Stage
from awe_author.browser.watching import Watcher


@dataclass(frozen=True, slots=True)
class Limits:
    """How long settling waits, in seconds."""

    quiet: float = 0.5
    """Without exchanges, and without changes of the DOM."""
    cap: float = 8.0
    """After this the picture is taken as it comes."""
    restless: float = 2.0
    """Changes of the DOM that go on for so long after the last exchange are taken for a blink or a running clock."""
    moving: float = 3.0
    """After that, for animations by scripts (`prelude/46_moving.js`) to come to their end."""
    pointer: float = 1.0
    """After the mouse was used: tooltips appear some time after it has come to rest."""
    timers: float = 1.5
    """For timeouts of up to about a second that were pending when the page was quiet."""
    blink: float = 1.25
    """How long a page that blinks is looked at: longer than a caret's period."""


AGAIN = 2
"""How often the page is let come to rest again when something moved as its clock was stopped."""
PROMPT = 0.15
"""Seconds within which a page that does nothing answers. One that takes longer was at work, and may ask for something
because of it: it is looked at once more."""
TIMER_ROUNDS = 2
"""How often timeouts are waited for when those before led to further requests: a page that polls goes on for ever."""
FEWEST_LOOKS = 5
"""Pictures of a page that blinks, however long they take."""
PATIENT_WITH_MESSAGES = 1.5
"""Seconds after the last exchange during which messages pushed by the server still put the picture off."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of a page that stood still."""

    png: bytes
    clock: float
    """Epoch seconds at which the page's clock stood."""
    stable: bool
    """False when the page never stood still."""


@dataclass(slots=True)
class _Stillness:
    """How a page came to rest."""

    quiet: bool
    """False when the time ran out while exchanges were under way."""
    calm: bool
    """The DOM did not change any more."""
    restless: bool
    """The DOM went on changing, or something is drawn that the DOM does not show."""
    ticking: bool
    """Text changed after the last exchange: a clock may be shown."""


async def _come_to_rest(stage: Stage, watcher: Watcher, activity: Activity, limits: Limits) -> _Stillness:
    """Wait for load, the door and the DOM; at most `limits.cap` seconds. When the door is quiet the valve is closed, so
    that only what the page does by itself is waited for from then on."""
    began = time.monotonic()
    dom_changed, timers_over, rounds, busy = began, 0.0, 0, 0.0
    while (now := time.monotonic()) - began < limits.cap:
        if stage.page is not watcher.page:
            watcher.page, watcher.loaded, dom_changed = stage.page, False, now
        if await watcher.changed():
            dom_changed = now
        asked = max(began, activity.last_change)
        ticking = watcher.text_changed > asked + limits.quiet
        if not (watcher.loaded and _door_is_quiet(activity, asked, limits) and now - stage.pointed > limits.pointer):
            _set_valve(stage, closed=False)
        else:
            _set_valve(stage, closed=True)
            calm = now - dom_changed >= limits.quiet
            still = now - max(asked, timers_over)
            if (calm or still >= limits.restless) and not (
                still < limits.restless + limits.moving and await _moving(stage)
            ):
                over = timers_over > asked or rounds == TIMER_ROUNDS
                if not over and await _timers_run_out(stage, limits):
                    timers_over, rounds = time.monotonic(), rounds + 1
                    continue
                if time.monotonic() - now < PROMPT or busy > asked:
                    return _Stillness(True, calm, watcher.canvas or not calm, ticking)
                busy = time.monotonic()
        await asyncio.sleep(0.08)
    return _Stillness(False, False, True, watcher.text_changed > activity.last_change)


async def _moving(stage: Stage) -> int:
    """How many animations by scripts go on."""
    return await _number_everywhere(stage.page, stage.clock.moving()) if stage.clock is not None else 0


async def _timers_run_out(stage: Stage, limits: Limits) -> bool:
    """Wait for the short timeouts that are pending now: what they do belongs to what came before them. Those that are
    set meanwhile do not count, so that a page that sets one again and again comes to rest, too. Were there any?"""
    clock, page = stage.clock, stage.page
    if clock is None or not await _number_everywhere(page, clock.mark()):
        return False
    end = time.monotonic() + limits.timers
    while await _number_everywhere(page, clock.left()):
        if time.monotonic() > end:
            break
        await asyncio.sleep(0.05)
    return True


def _door_is_quiet(activity: Activity, asked: float, limits: Limits) -> bool:
    """Has nothing passed the door for a while? `asked`: when an exchange last began or ended."""
    now = time.monotonic()
    heard = activity.last_message if now - asked < PATIENT_WITH_MESSAGES else asked
    return not activity.in_flight() and now - max(asked, heard) >= limits.quiet


def _set_valve(stage: Stage, *, closed: bool) -> None:
    if stage.valve is not None:
        (stage.valve.close if closed else stage.valve.open)()


@dataclass(slots=True)
class Settled:
    """A page at rest whose clock stands: a `Shot`, and the page to take more facts from."""

    page: Page
    shot: Shot


async def come_to_rest(stage: Stage, activity: Activity, limits: Limits) -> bool:
    """Wait until the page in front stands still, with no picture taken and its clock running on. Did it?"""
    watcher = Watcher(stage.page)
    try:
        return (await _come_to_rest(stage, watcher, activity, limits)).quiet
    finally:
        _set_valve(stage, closed=False)
        await watcher.stop()


@contextlib.asynccontextmanager
async def settled(
    stage: Stage, activity: Activity, clock_ms: float | None = None, limits: Limits | None = None
) -> AsyncIterator[Settled]:
    """Settle and shoot; inside the block the page's clock still stands, so that facts agree with the picture.

    `clock_ms`: epoch milliseconds to freeze at, None for the page's own now; `stage.clock` says how to reach it. Raises
    Playwright's Error when the page went away or does not draw.
    """
    limits, clock = limits or Limits(), stage.clock
    watcher, page = Watcher(stage.page), stage.page
    try:
        rest = await _come_to_rest(stage, watcher, activity, limits)
        if clock is not None and clock_ms is not None and await _number_everywhere(stage.page, clock.bring(clock_ms)):
            rest = await _come_to_rest(stage, watcher, activity, limits)
        for again in range(AGAIN, -1, -1):
            page = stage.page
            first, same, stood = await _stop(page, stage, clock_ms, limits)
            if not (again and rest.calm and (await watcher.redressed() or await _moving(stage))):
                break
            await _everywhere(page, clock.thaw() if clock else None)
            rest = await _come_to_rest(stage, watcher, activity, limits)
        await asyncio.sleep(1.1 if rest.ticking else 0.12)
        png, still = await _frozen_picture(page, first, rest, limits)
        yield Settled(page, Shot(png, stood / 1000, rest.quiet and (same or still)))
    finally:
        await _everywhere(page, clock.thaw() if clock else None)
        _set_valve(stage, closed=False)
        await watcher.stop()


async def _stop(page: Page, stage: Stage, clock_ms: float | None, limits: Limits) -> tuple[bytes, bool, float]:
    """Stop the clock of a page at rest: a picture of it just before, were there two equal ones, and the moment."""
    await decoded(page)
    await crisp(page, stage.clock.deaf if stage.clock else None)
    first, same = await _two_equal(page, limits)
    _set_valve(stage, closed=True)
    return first, same, await _freeze(page, stage.clock, clock_ms)


async def _two_equal(page: Page, limits: Limits) -> tuple[bytes, bool]:
    """Pictures until two in a row are equal, at most six."""
    last = await shoot(page)
    for _ in range(5):
        await asyncio.sleep(0.05)
        picture = await shoot(page)
        if picture == last:
            return picture, True
        last = picture
    return last, False


async def _frozen_picture(page: Page, before: bytes, rest: _Stillness, limits: Limits) -> tuple[bytes, bool]:
    """The picture at the frozen moment, and whether the page stood still (or only blinked)."""
    if rest.restless:
        return await _blinking_picture(page, limits)
    picture = await shoot(page)
    if picture == before:
        return picture, True
    return await _two_equal(page, limits)


async def _blinking_picture(page: Page, limits: Limits) -> tuple[bytes, bool]:
    """One of the pictures that come again and again while looking for `limits.blink` seconds: the one with the smallest
    digest. What was seen only before the last picture first showed is over, and does not count."""
    began, seen = time.monotonic(), list[bytes]()
    while time.monotonic() - began < limits.blink or len(seen) < FEWEST_LOOKS:
        seen.append(await shoot(page))
        await asyncio.sleep(0.12)
    again = set(seen[seen.index(seen[-1]) :])
    chosen = min(again, key=lambda picture: hashlib.sha256(picture).digest())
    return chosen, len(again) <= min(3, len(seen) // 2)


async def _freeze(page: Page, clock: PageClock | None, clock_ms: float | None) -> float:
    """Stop the clock in every frame at one moment; returns it in epoch milliseconds."""
    if clock is None:
        return time.time() * 1000 if clock_ms is None else clock_ms
    if clock_ms is None:
        with contextlib.suppress(PlaywrightError, TypeError, ValueError, TimeoutError):
            async with asyncio.timeout(3):
                clock_ms = float(await page.main_frame.evaluate(clock.freeze()))
    moment = float(round(time.time() * 1000 if clock_ms is None else clock_ms))
    await _everywhere(page, clock.freeze(moment))
    return moment


async def _everywhere(page: Page, expression: str | None) -> None:
    """Evaluate an expression in every frame; frames that cannot are passed over."""
    if expression is None or page.is_closed():
        return
    for frame in page.frames:
        with contextlib.suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(3):
                await frame.evaluate(expression)


async def _number_everywhere(page: Page, expression: str) -> int:
    """The sum of an expression's values in all frames."""
    total = 0
    for frame in [] if page.is_closed() else page.frames:
        with contextlib.suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(3):
                total += int(await frame.evaluate(expression) or 0)
    return total


async def shoot_until(stage: Stage, wanted: Callable[[bytes], bool], seconds: float = 3.0) -> bytes | None:
    """The first picture of the page in front that `wanted` accepts within `seconds`, else None.

    For what passes by itself, such as a message that goes away after a while: the page did show the recorded picture,
    at a slightly different moment.
    """
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        with contextlib.suppress(PlaywrightError):
            picture = await shoot(stage.page)
            if wanted(picture):
                return picture
        await asyncio.sleep(0.1)
    return None
