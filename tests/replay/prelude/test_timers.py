"""Long timeouts and intervals go by the page's clock; short timeouts do not, but one can wait for them."""

import pytest
from playwright.async_api import Page

from awe_author.replay.prelude import (
    freeze_expression,
    left_expression,
    limit_expression,
    mark_expression,
    set_expression,
    thaw_expression,
    timers_expression,
)
from tests.replay.prelude.conftest import EPOCH, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TOKEN = "tok-secret"
START = EPOCH + 60_000


async def standing(stage: Stage) -> Page:
    """A page whose clock stands at START."""
    page = await stage.replaying().show("<script>var seen = []</script>")
    await page.evaluate(freeze_expression(TOKEN, START))
    return page


async def after_a_moment(page: Page) -> list[object]:
    """What was seen once timers that are due have fired."""
    seen: list[object] = await page.evaluate("new Promise(done => setTimeout(() => done(seen), 60))")
    return seen


async def test_a_long_timeout_waits_for_the_pages_clock(stage: Stage) -> None:
    page = await standing(stage)
    await page.evaluate("setTimeout(text => seen.push(text), 4000, 'gone'); setTimeout(() => seen.push('short'), 5)")
    assert await after_a_moment(page) == ["short"]
    await page.evaluate(freeze_expression(TOKEN, START + 4001))
    assert await after_a_moment(page) == ["short", "gone"]


async def test_it_never_fires_beyond_the_limit(stage: Stage) -> None:
    page = await standing(stage)
    await page.evaluate("setTimeout(() => seen.push('gone'), 4000)")
    await page.evaluate(limit_expression(TOKEN, START + 3999))
    await page.evaluate(set_expression(TOKEN, START + 9000))
    assert await after_a_moment(page) == []
    await page.evaluate(timers_expression(TOKEN, START + 5000))
    assert await after_a_moment(page) == ["gone"]


@pytest.mark.parametrize("late", [0, 300, 900])
async def test_while_time_is_held_it_counts_from_there_however_late_the_page_was(stage: Stage, late: int) -> None:
    page = await stage.replaying().show("<script>var seen = []</script>")
    await page.evaluate(limit_expression(TOKEN, START, hold=True))
    await page.evaluate(set_expression(TOKEN, START + late))
    await page.evaluate("setInterval(() => seen.push('tick'), 1000); setTimeout(() => seen.push('gone'), 1500)")
    await page.evaluate(timers_expression(TOKEN, START + 999))
    assert await after_a_moment(page) == []
    await page.evaluate(timers_expression(TOKEN, START + 1600))
    assert await after_a_moment(page) == ["tick", "gone"]


async def test_while_time_is_held_a_chain_of_timeouts_does_not_run_away(stage: Stage) -> None:
    page = await stage.replaying().show("<script>var seen = []</script>")
    await page.evaluate(limit_expression(TOKEN, START, hold=True))
    await page.evaluate(set_expression(TOKEN, START + 300))
    await page.evaluate("(function again() { seen.push(seen.length); setTimeout(again, 2000); })()")
    await page.evaluate(timers_expression(TOKEN, START + 5000))
    assert await after_a_moment(page) == [0, 1]


async def test_a_long_interval_repeats_by_the_pages_clock_and_can_be_cleared(stage: Stage) -> None:
    page = await standing(stage)
    await page.evaluate(f"globalThis.beat = setInterval(() => seen.push(Date.now() - {START}), 2000)")
    for moment in (2000, 4000):
        await page.evaluate(freeze_expression(TOKEN, START + moment))
        await after_a_moment(page)
    await page.evaluate("clearTimeout(beat)")
    await page.evaluate(freeze_expression(TOKEN, START + 60_000))
    assert await after_a_moment(page) == [2000, 4000]


async def test_what_ticks_every_second_tells_the_time_of_the_picture(stage: Stage) -> None:
    page = await stage.replaying().show("<script>var seen = []</script>")
    await page.evaluate(set_expression(TOKEN, START))
    await page.evaluate("setInterval(() => seen.push(Date.now()), 1000); setInterval(() => seen.push('slow'), 5000)")
    await page.evaluate(freeze_expression(TOKEN, START + 700))
    assert await after_a_moment(page) == [START + 700]
    assert await after_a_moment(page) == [START + 700]
    await page.evaluate(freeze_expression(TOKEN, START + 700, 2000))
    assert await after_a_moment(page) == [START + 700] * 2


async def test_a_clock_that_runs_on_lets_intervals_run_on(stage: Stage) -> None:
    page = await stage.show("<script>var seen = []; setInterval(() => seen.push(1), 900)</script>")
    await page.evaluate(freeze_expression(TOKEN))
    before = len(await after_a_moment(page))
    await page.evaluate(thaw_expression(TOKEN))
    await page.wait_for_function(f"seen.length > {before}")


async def test_short_timeouts_that_were_pending_can_be_waited_for(stage: Stage) -> None:
    page = await stage.replaying().show("<script>var seen = []</script>")
    again = "again = () => { seen.push(1); next = setTimeout(again, 80); }; again(); dead = setTimeout(again, 1000)"
    await page.evaluate(again)
    assert await page.evaluate(mark_expression(TOKEN)) == 2
    await page.evaluate("clearTimeout(dead)")
    await page.wait_for_function(f"{left_expression(TOKEN)} == 0")
    assert await page.evaluate(mark_expression(TOKEN)) == 1


async def test_timers_look_and_behave_as_ever(stage: Stage) -> None:
    page = await stage.replaying().show("<script>var seen = []</script>")
    text = "[setTimeout, setInterval, clearTimeout, clearInterval].every(one => /native code/.test(one))"
    assert await page.evaluate(text)
    assert await page.evaluate("[setTimeout.length, setInterval.name, 'prototype' in clearTimeout]") == [
        1,
        "setInterval",
        False,
    ]
    one, other = await page.evaluate("[setTimeout(() => {}, 5000), setTimeout('seen.push(7)', 1)]")
    assert isinstance(one, int)
    assert one != other
    await page.wait_for_function("seen.includes(7)")
    await page.evaluate("setTimeout(function (a) { seen.push(this === window, a) }, 20, 8)")
    await page.wait_for_function("seen.includes(8)")
    assert await page.evaluate("seen") == [7, True, 8]


async def test_while_time_is_held_for_timers_dates_go_by_whole_seconds(stage: Stage) -> None:
    page = await stage.replaying().show("")
    await page.evaluate(limit_expression(TOKEN, START, hold=True))
    await page.evaluate(set_expression(TOKEN, START + 1300))
    read = """Array.from({length: 300}, () => {
      for (const end = performance.now() + 1; performance.now() < end;);
      return Date.now();
    })"""
    moments = set(await page.evaluate(read))
    assert all((moment - START) % 1000 == 0 for moment in moments)
    assert min(moments) >= START + 1000
    await page.evaluate(limit_expression(TOKEN, START + 60_000))
    assert len(set(await page.evaluate(read))) > 100
