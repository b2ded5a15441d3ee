"""When messages of WebSockets are heard is noted while recording, and said again while verifying."""

import asyncio

import pytest

from awe_author.replay.prelude import freeze_expression, heard_expression, herald_expression, thaw_expression
from tests.replay.prelude.conftest import EPOCH, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TOKEN = "tok-secret"
URL = "wss://app.test/live"
OPEN = "new Promise(done => { talk = new WebSocket('/live'); talk.onopen = done; })"
SAY = "talk.send('say'), new Promise(done => { talk.onmessage = () => done(Date.now()); })"


async def test_what_a_page_heard_is_told_once(stage: Stage) -> None:
    stage.site.echo(URL)
    page = await stage.show("")
    await page.evaluate(OPEN)
    before = await page.evaluate("Date.now()")
    moments = [await page.evaluate(SAY) for _ in range(2)]
    (told,) = await page.evaluate(heard_expression(TOKEN))
    assert told[0] == URL
    assert told[1] <= before + 1
    assert told[2] == 0
    assert [abs(heard - moment) < 500 for heard, moment in zip(told[3], moments, strict=True)] == [True, True]
    assert await page.evaluate(heard_expression(TOKEN)) == []
    await page.evaluate(SAY)
    ((_, _, first, times),) = await page.evaluate(heard_expression(TOKEN))
    assert (first, len(times)) == (2, 1)


async def test_a_page_hears_a_message_at_the_moment_that_was_said(stage: Stage) -> None:
    stage.site.echo(URL)
    page = await stage.replaying().show("")
    await page.evaluate(OPEN)
    assert await page.evaluate(herald_expression(TOKEN, URL, EPOCH + 5000)) is True
    assert await page.evaluate(herald_expression(TOKEN, "wss://other.test/", EPOCH)) is False
    assert await page.evaluate(SAY) == EPOCH + 5000
    await asyncio.sleep(0.2)
    assert await page.evaluate("Date.now()") != EPOCH + 5000
    assert await page.evaluate(SAY) != EPOCH + 5000


async def test_so_it_does_when_its_clock_stands(stage: Stage) -> None:
    stage.site.echo(URL)
    page = await stage.replaying().show("")
    await page.evaluate(OPEN)
    await page.evaluate(freeze_expression(TOKEN, EPOCH + 100))
    await page.evaluate(herald_expression(TOKEN, URL, EPOCH + 5000))
    assert await page.evaluate(SAY) == EPOCH + 5000
    await asyncio.sleep(0.2)
    assert await page.evaluate("Date.now()") == EPOCH + 100
    await page.evaluate(thaw_expression(TOKEN))


async def test_a_socket_looks_as_ever(stage: Stage) -> None:
    page = await stage.replaying().show("")
    look = "[/native code/.test(WebSocket), WebSocket.OPEN, WebSocket.length, WebSocket.name]"
    assert await page.evaluate(look) == [True, 1, 1, "WebSocket"]
    assert await page.evaluate("new (class extends WebSocket {})('wss://app.test/no') instanceof WebSocket")


async def test_what_is_done_a_moment_later_because_of_a_message_has_its_time(stage: Stage) -> None:
    stage.site.echo(URL)
    page = await stage.replaying().show("")
    await page.evaluate(OPEN)
    await page.evaluate(herald_expression(TOKEN, URL, EPOCH + 5000))
    # A queue, as pages have it: one item at once, the next a moment later. The page is busy for longer than the moment.
    queue = """talk.send('say'), new Promise(done => { talk.onmessage = async () => {
      const seen = [];
      const take = () => {
        seen.push(Date.now());
        for (const end = performance.now() + 70; performance.now() < end;);
        if (seen.length < 4) setTimeout(take, seen.length < 3 ? 20 : 1050); else done(seen);
      };
      await 0; take();
    }; })"""
    first, second, third, late = await page.evaluate(queue)
    assert [first, second, third] == [EPOCH + 5000, EPOCH + 5020, EPOCH + 5040]
    assert late != EPOCH + 6090


async def test_what_is_done_later_is_not_said_to_happen_before_the_next_message(stage: Stage) -> None:
    stage.site.echo(URL)
    page = await stage.replaying().show("")
    await page.evaluate(OPEN)
    for moment in (5000, 7000):
        await page.evaluate(herald_expression(TOKEN, URL, EPOCH + moment))
    # The second message comes while the queue rests after the first one.
    queue = """new Promise(done => {
      const waiting = [], seen = [];
      let busy = false;
      const take = () => {
        if (busy || !waiting.length) return;
        busy = true;
        seen.push([waiting.shift(), Date.now()]);
        if (seen.length === 2) return done(seen);
        if (seen.length === 1) talk.send('two');
        setTimeout(() => { busy = false; take(); }, 1000);
      };
      talk.onmessage = ({data}) => { waiting.push(data); take(); };
      talk.send('one');
    })"""
    assert await page.evaluate(queue) == [["one", EPOCH + 5000], ["two", EPOCH + 7000]]


async def test_a_message_is_announced_when_what_belongs_to_the_one_before_is_over(stage: Stage) -> None:
    stage.site.echo(URL)
    page = await stage.replaying().show("")
    await page.evaluate(OPEN)
    # A queue with a rest after each item: the second message comes while it rests, the third two seconds later.
    await page.evaluate("""() => {
      globalThis.seen = [];
      const waiting = [];
      let busy = false;
      const take = () => {
        if (busy || !waiting.length) return;
        busy = true;
        seen.push([waiting.shift(), Date.now()]);
        setTimeout(() => { busy = false; take(); }, 300);
      };
      talk.onmessage = ({data}) => { waiting.push(data); take(); };
    }""")
    for name, moment in (("one", 5000), ("two", 5001), ("three", 7000)):
        await page.evaluate(herald_expression(TOKEN, URL, EPOCH + moment))
        await page.evaluate("name => talk.send(name)", name)
    await page.wait_for_function("seen.length === 3")
    assert await page.evaluate("seen") == [["one", EPOCH + 5000], ["two", EPOCH + 5300], ["three", EPOCH + 7000]]
