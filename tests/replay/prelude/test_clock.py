"""All of a page's clocks are one clock, which starts at the epoch and can be stopped."""

import pytest

from awe_author.replay.prelude import freeze_expression, now_expression, set_expression, thaw_expression
from tests.replay.prelude.conftest import EPOCH, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TOKEN = "tok-secret"
MINUTE = 60_000
HARNESS_CLOCK = """
  const Native = Date;
  Date = class extends Native {
    constructor(...given) { given.length ? super(...given) : super(1700000000000); }
    static now() { return 1700000000000; }
  };
"""
"""What Playwright's `page.clock` does, for one page only."""


async def test_every_clock_starts_at_the_epoch(stage: Stage) -> None:
    page = await stage.replaying().show("<script>var parsed = Date.now()</script>")
    moments = await page.evaluate("""async () => {
      const frame = await new Promise(requestAnimationFrame);
      const event = new Event('x');
      return {
        parsed, now: Date.now(), fresh: +new Date(), text: Date.parse(Date()), coerced: +new Date,
        perf: performance.timeOrigin + performance.now(), frame: performance.timeOrigin + frame,
        event: performance.timeOrigin + event.timeStamp,
        mark: performance.timeOrigin + performance.mark('m').startTime,
        legacy: performance.timing.navigationStart, origin: performance.timeOrigin,
        json: performance.toJSON().timeOrigin,
        temporal: Temporal.Now.instant().epochMilliseconds,
        zoned: Temporal.Now.zonedDateTimeISO().epochMilliseconds,
        modified: Date.parse(document.lastModified),
        file: new File([], 'a').lastModified,
        reflect: +Reflect.construct(Date, []),
      }
    }""")
    for name, moment in moments.items():
        assert EPOCH - MINUTE < moment < EPOCH + MINUTE, name
    assert await page.evaluate("new Intl.DateTimeFormat('en', {year: 'numeric'}).format()") == "2020"
    assert await page.evaluate("new Intl.DateTimeFormat('en', {year: 'numeric'}).formatToParts()[0].value") == "2020"
    assert await page.evaluate("[undefined].map(new Intl.DateTimeFormat('en', {year: 'numeric'}).format)[0]") == "2020"
    assert (
        await page.evaluate("Temporal.Now.plainDateISO().toString() + Temporal.Now.plainTimeISO().hour")
        == "2020-09-1312"
    )
    assert await page.evaluate("Temporal.Now.plainDateTimeISO('Asia/Tokyo').hour") == 21


async def test_a_frozen_clock_stands_still_in_every_face_while_timers_run(stage: Stage) -> None:
    page = await stage.replaying().show("")
    moment = EPOCH + 5 * MINUTE
    assert await page.evaluate(freeze_expression(TOKEN, moment)) == moment
    readings = """async () => {
      const read = async () => [Date.now(), performance.now(), await new Promise(requestAnimationFrame),
                                new Event('x').timeStamp, +new Date()].join();
      const first = await read();
      await new Promise(done => setTimeout(done, 30));
      return [first, await read(), Date.now(), performance.now() + performance.timeOrigin];
    }"""
    first, second, now, perf = await page.evaluate(readings)
    assert first == second
    assert now == moment
    assert perf == pytest.approx(moment, abs=0.01)
    assert await page.evaluate(thaw_expression(TOKEN)) == pytest.approx(moment, abs=MINUTE)
    later = await page.evaluate("new Promise(done => setTimeout(() => done(Date.now()), 20))")
    assert moment < later < moment + MINUTE


async def test_set_moves_the_clock_and_lets_it_run(stage: Stage) -> None:
    page = await stage.replaying().show("")
    await page.evaluate(set_expression(TOKEN, 1e12))
    assert 1e12 <= await page.evaluate("Date.now()") < 1e12 + MINUTE
    assert 1e12 <= await page.evaluate(now_expression(TOKEN)) < 1e12 + MINUTE


async def test_recording_shows_real_time_and_returns_to_it_after_a_freeze(stage: Stage) -> None:
    page = await stage.show("")
    real = await page.evaluate("fetch('/none').then(() => Date.now())")
    assert real > 1.7e12
    await page.evaluate(freeze_expression(TOKEN))
    await page.evaluate("new Promise(done => setTimeout(done, 60))")
    frozen = await page.evaluate("Date.now()")
    await page.evaluate(thaw_expression(TOKEN))
    assert await page.evaluate("Date.now()") >= frozen + 50


async def test_a_loop_that_waits_for_time_ends_even_when_frozen(stage: Stage) -> None:
    page = await stage.replaying().show("")
    await page.evaluate(freeze_expression(TOKEN))
    assert await page.evaluate("(() => { const end = Date.now() + 50; while (Date.now() < end); return true })()")


async def test_the_same_origin_gives_the_same_performance_now(stage: Stage) -> None:
    page = await stage.replaying(origin_ms=EPOCH).show("")
    await page.evaluate(freeze_expression(TOKEN, EPOCH + 1234))
    assert await page.evaluate("[performance.timeOrigin, performance.now()]") == [EPOCH, 1234]


async def test_timeline_entries_follow_the_clock(stage: Stage) -> None:
    page = await stage.replaying().show("")
    entries = """() => {
      performance.mark('a'); performance.mark('b', {startTime: performance.now() + 10});
      const {duration} = performance.measure('ab', 'a', 'b');
      const since = performance.measure('since', {start: performance.now() - 5, duration: 5});
      const [navigation] = performance.getEntriesByType('navigation');
      return [duration, performance.now() - since.startTime, navigation.responseEnd, navigation.toJSON().responseEnd,
              performance.now()];
    }"""
    for control in (set_expression(TOKEN, EPOCH + 3_600_000), freeze_expression(TOKEN), thaw_expression(TOKEN)):
        duration, since, response, as_json, now = await page.evaluate(entries)
        assert 9 < duration < 5_000
        assert -1 < since < 5_000
        assert response == as_json < now
        await page.evaluate(control)
        await page.evaluate("new Promise(done => setTimeout(done, 30))")


async def test_dates_behave_like_dates(stage: Stage) -> None:
    page = await stage.replaying().show("")
    assert (
        await page.evaluate("""() => {
      class Day extends Date { get year() { return this.getFullYear() } }
      const failed = [];
      const check = (name, ok) => ok || failed.push(name);
      check('instanceof', new Date instanceof Date && new Day instanceof Day && new Day instanceof Date);
      check('subclass', new Day(2000, 1).year === 2000 && new Day().year === 2020);
      check('string', typeof Date() === 'string' && typeof Date(1) === 'string' && Date().includes('2020'));
      check('parse', Date.parse('2001-02-03T04:05:06Z') === 981173106000);
      check('utc', Date.UTC(2001, 1) === +new Date('2001-02-01T00:00:00Z'));
      check('length', Date.length === 7 && Date.name === 'Date');
      check('constructor', new Date().constructor === Date && Date.prototype.constructor === Date);
      check('primitive', `${new Date(0)}`.includes('1970') && new Date(5) - 3 === 2);
      check('invalid', isNaN(new Date(NaN)) && isNaN(new Date(undefined)));
      check('clone', structuredClone(new Date(9)) instanceof Date);
      check('tag', Object.prototype.toString.call(new Date) === '[object Date]');
      check('json', JSON.stringify(new Date(0)) === '"1970-01-01T00:00:00.000Z"');
      check('frozen prototype', !Object.getOwnPropertyDescriptor(Date, 'prototype').writable);
      check('copy', +new Date(new Date(7)) === 7);
      return failed.join();
    }""")
        == ""
    )


async def test_cookies_expire_by_the_pages_time(stage: Stage) -> None:
    page = await stage.replaying().show("")
    await page.evaluate("document.cookie = 'soon=1; expires=' + new Date(Date.now() + 3600e3).toUTCString()")
    await page.evaluate("document.cookie = 'past=1; expires=' + new Date(Date.now() - 3600e3).toUTCString()")
    await page.evaluate("document.cookie = 'plain=1'")
    assert await page.evaluate("document.cookie") == "soon=1; plain=1"
    await stage.context.clear_cookies()


async def test_last_modified_of_a_document_that_has_one_is_kept(stage: Stage) -> None:
    page = await stage.replaying().show("", ("Last-Modified", "Tue, 01 Feb 2011 10:00:00 GMT"))
    assert await page.evaluate("document.lastModified") == "02/01/2011 10:00:00"


async def test_a_clock_that_a_harness_installed_first_is_left_alone(stage: Stage) -> None:
    site = stage.replaying().site
    site.page("https://app.test/", "<script>var parsed = Date.now()</script>")
    page = await stage.context.new_page()
    await page.add_init_script(HARNESS_CLOCK)
    await page.goto("https://app.test/")
    assert await page.evaluate("[parsed, Date.now(), +new Date()]") == [1_700_000_000_000] * 3
    assert await page.evaluate("performance.now()") < MINUTE
    await page.close()
