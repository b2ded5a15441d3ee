"""Animations by scripts are noticed as long as they may come to an end."""

import pytest

from awe_author.replay.prelude import bring_expression, limit_expression, moving_expression
from tests.replay.prelude.conftest import EPOCH, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TOKEN = "tok-secret"
MOVING = moving_expression(TOKEN)

BEGIN = {
    "frames": "(function step() { requestAnimationFrame(step); })()",
    "timeouts": "(function step() { setTimeout(step, 20); })()",
    "interval": "setInterval(() => 0, 13)",
    "both": "(function step() { requestAnimationFrame(() => setTimeout(step, 16)); })()",
}


@pytest.mark.parametrize("kind", BEGIN)
async def test_what_goes_on_is_noticed_until_it_has_grown_old(stage: Stage, kind: str) -> None:
    page = await stage.show("")
    assert await page.evaluate(MOVING) == 0
    await page.evaluate(BEGIN[kind])
    await page.wait_for_function(f"{MOVING} === 1")
    await page.wait_for_function(f"{MOVING} === 0")


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("on = true; (function step() { next = on && requestAnimationFrame(step); })()", "on = false"),
        ("(function step() { next = requestAnimationFrame(step); })()", "cancelAnimationFrame(next)"),
        ("(function step() { next = setTimeout(step, 20); })()", "clearTimeout(next)"),
        ("next = setInterval(() => 0, 13)", "clearInterval(next)"),
    ],
)
async def test_what_has_ended_is_noticed_no_more(stage: Stage, begin: str, end: str) -> None:
    page = await stage.show("")
    await page.evaluate(f"var on, next; {begin}")
    await page.wait_for_function(f"{MOVING} === 1")
    # Within a frame: a chain that ends by itself has run its last callback one frame later.
    await page.evaluate(f"{end}; new Promise(done => requestAnimationFrame(done))")
    assert await page.evaluate(MOVING) == 0


async def test_single_callbacks_are_no_animation(stage: Stage) -> None:
    page = await stage.show("")
    single = "requestAnimationFrame(() => 0); setTimeout(() => 0, 60); setInterval(() => 0, 300)"
    assert await page.evaluate(f"{single}; {MOVING}") == 0


async def test_long_timeouts_that_are_due_go_off_while_the_clock_runs(stage: Stage) -> None:
    page = await stage.replaying().show("<script>var seen = []; setTimeout(() => seen.push('gone'), 60000)</script>")
    await page.evaluate(limit_expression(TOKEN, EPOCH + 90_000))
    assert await page.evaluate(bring_expression(TOKEN, EPOCH + 1000)) == 0
    assert await page.evaluate(bring_expression(TOKEN, EPOCH + 80_000)) == 1
    await page.wait_for_function("seen.length")
    assert await page.evaluate("Date.now()") < EPOCH + 60_000
    assert await page.evaluate(bring_expression(TOKEN, EPOCH + 80_000)) == 0
    assert await page.evaluate(MOVING) in (0, 1)


async def test_frame_requests_look_and_behave_as_ever(stage: Stage) -> None:
    page = await stage.replaying().show("")
    text = "[requestAnimationFrame, cancelAnimationFrame].every(one => /native code/.test(one) && one.length === 1)"
    assert await page.evaluate(text)
    assert await page.evaluate("new Promise(done => requestAnimationFrame(function () { done(this === window); }))")
