"""The Date of a mock's page goes by the moment of the session's state, leaves out who thinks, and never goes back."""

import asyncio

import pytest
from playwright.async_api import Page

from awe_author.replay.documents import STATE_MOMENT
from awe_author.replay.prelude import freeze_expression, now_expression, set_expression, thaw_expression
from tests.replay.prelude.conftest import EPOCH, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TOKEN = "tok-secret"
MINUTE = 60_000
THOUGHT = 1.8
"""Seconds in which nobody looks at the clock: more than count."""


async def following(stage: Stage, html: str = "") -> Page:
    return await stage.replaying(goes_by=STATE_MOMENT).show(html)


def told(stage: Stage, path: str, moment: float, *headers: tuple[str, str]) -> None:
    """An answer to a script that says how far the state's clock has come."""
    stage.site.routes["https://app.test" + path] = ([(STATE_MOMENT, str(int(moment))), *headers], b"ok")


async def test_of_the_time_in_which_nobody_looks_at_the_clock_a_second_counts(stage: Stage) -> None:
    page = await following(stage)
    before = await page.evaluate("[Date.now(), performance.now()]")
    await asyncio.sleep(THOUGHT)
    after = await page.evaluate("[Date.now(), performance.now()]")
    assert 999 <= after[0] - before[0] <= 1001
    assert after[1] - before[1] >= THOUGHT * 1000, "what is measured goes on"


async def test_without_a_state_to_go_by_all_of_it_counts(stage: Stage) -> None:
    page = await stage.replaying().show("")
    before = await page.evaluate("Date.now()")
    await asyncio.sleep(THOUGHT)
    assert await page.evaluate("Date.now()") - before >= THOUGHT * 1000 - 1


async def test_what_a_script_waits_for_is_over_when_date_says_so(stage: Stage) -> None:
    page = await following(stage)
    counted = """delay => new Promise(done => {
      const began = Date.now();
      setTimeout(() => done(Date.now() - began), delay);
    })"""
    for delay in (300, 1500, 2500):
        assert await page.evaluate(counted, delay) >= delay - 1


async def test_who_counts_seconds_counts_them_all(stage: Stage) -> None:
    page = await following(stage)
    counted = """new Promise(done => {
      const began = Date.now(), seen = [];
      setInterval(() => {
        seen.push(Math.round((Date.now() - began) / 1000));
        if (seen.length === 3) done(seen);
      }, 1000);
    })"""
    assert await page.evaluate(counted) == [1, 2, 3]


@pytest.mark.parametrize("ask", ["fetch(path).then(() => Date.now())", """new Promise(done => {
      const asked = new XMLHttpRequest();
      asked.onreadystatechange = () => { if (asked.readyState === 2) done(Date.now()); };
      asked.open("GET", path);
      asked.send();
    })"""])  # fmt: skip
async def test_date_goes_on_with_the_state_before_the_script_hears_of_it(stage: Stage, ask: str) -> None:
    page = await following(stage, "<script>var fired = 0; setTimeout(() => fired++, 30000)</script>")
    told(stage, "/later", EPOCH + 10 * MINUTE)
    told(stage, "/earlier", EPOCH + 5 * MINUTE)
    before = await page.evaluate("performance.now()")
    asked = f"path => {ask}"
    on = await page.evaluate(asked, "/later")
    assert EPOCH + 10 * MINUTE <= on < EPOCH + 11 * MINUTE
    assert on <= await page.evaluate(asked, "/earlier") < EPOCH + 11 * MINUTE, "it never goes back"
    assert await page.evaluate("fired") == 0, "no timer is due for it"
    assert await page.evaluate("performance.now()") - before < MINUTE


async def test_another_origin_tells_it_only_when_it_may(stage: Stage) -> None:
    page = await following(stage)
    noted: list[str] = []
    page.on("console", lambda message: noted.append(message.text))
    allow = ("Access-Control-Allow-Origin", "*")
    for path, more in (("hidden", ()), ("told", (("Access-Control-Expose-Headers", STATE_MOMENT),))):
        headers = [(STATE_MOMENT, str(int(EPOCH + 10 * MINUTE))), allow, *more]
        stage.site.routes[f"https://api.test/{path}"] = (headers, b"ok")
        now = await page.evaluate("""path => new Promise(done => {
          const asked = new XMLHttpRequest();
          asked.onload = () => done(Date.now());
          asked.open("GET", "https://api.test/" + path);
          asked.send();
        })""", path)  # fmt: skip
        assert (now >= EPOCH + 10 * MINUTE) == (path == "told")
    assert noted == []


async def test_a_clock_that_is_set_or_stopped_says_what_it_was_set_to(stage: Stage) -> None:
    page = await following(stage)
    await page.evaluate("Date.now()")
    await asyncio.sleep(THOUGHT)
    await page.evaluate("Date.now()")
    assert await page.evaluate(freeze_expression(TOKEN, EPOCH + MINUTE)) == EPOCH + MINUTE
    assert await page.evaluate("Date.now()") == EPOCH + MINUTE
    assert await page.evaluate(now_expression(TOKEN)) == EPOCH + MINUTE
    await page.evaluate(thaw_expression(TOKEN))
    assert EPOCH + MINUTE <= await page.evaluate("Date.now()") < EPOCH + 2 * MINUTE
    await page.evaluate(set_expression(TOKEN, EPOCH + 5 * MINUTE))
    assert EPOCH + 5 * MINUTE <= await page.evaluate("Date.now()") < EPOCH + 6 * MINUTE


async def test_frames_and_workers_begin_where_the_page_is(stage: Stage) -> None:
    page = await following(stage)
    told(stage, "/later", EPOCH + 10 * MINUTE)
    await page.evaluate("fetch('/later').then(() => 0)")
    inner, worker = await page.evaluate("""async () => {
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const text = new Blob(["postMessage(Date.now())"], {type: "text/javascript"});
      const worker = new Worker(URL.createObjectURL(text));
      const said = await new Promise(done => { worker.onmessage = event => done(event.data); });
      return [frame.contentWindow.Date.now(), said];
    }""")
    for moment in (inner, worker):
        assert EPOCH + 10 * MINUTE - 1 <= moment < EPOCH + 11 * MINUTE
