"""What a page keeps in IndexedDB comes before what it draws, and a page can be asked when it is at rest."""

import asyncio

import pytest

from awe_author.replay.prelude import quiet_expression
from tests.replay.prelude.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """<script>
const log = [], gate = new MessageChannel();
gate.port1.onmessage = ({data}) => log.push(data === null ? 'drawn' : data);
const opened = new Promise((done, fail) => {
  const open = indexedDB.open('order', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('kept');
  open.onsuccess = () => done(open.result);
  open.onerror = fail;
});
// Reads `times` times in one transaction, one after the other.
const read = async (times, said) => {
  const store = (await opened).transaction('kept').objectStore('kept');
  const again = () => {
    if (times-- > 0) store.get('x').onsuccess = again; else log.push(said);
  };
  again();
};
const wait = ms => new Promise(done => setTimeout(done, ms));
const all = async count => { while (log.length < count) await wait(5); return log; };
</script>"""


async def test_a_drawing_waits_for_what_is_stored(stage: Stage) -> None:
    page = await stage.replaying(orderly=True).show(PAGE, url="https://order.test/")
    told = await page.evaluate("(async () => { await read(3, 'read'); gate.port2.postMessage(null); return all(2) })()")
    assert told == ["read", "drawn"]


async def test_it_does_not_wait_in_a_page_that_is_only_replayed(stage: Stage) -> None:
    page = await stage.replaying().show(PAGE, url="https://order.test/")
    told = await page.evaluate(
        "(async () => { await read(400, 'read'); gate.port2.postMessage(null); return all(2) })()"
    )
    assert told == ["drawn", "read"]


async def test_it_does_not_wait_for_ever_and_then_no_more_for_the_same(stage: Stage) -> None:
    page = await stage.replaying(orderly=True).show(PAGE, url="https://order.test/")
    told = await page.evaluate(
        "(async () => { await read(1e9, 'never'); gate.port2.postMessage(null); await all(1);"
        " gate.port2.postMessage(null); return all(2) })()"
    )
    assert told == ["drawn", "drawn"]


async def test_messages_to_a_port_keep_their_order(stage: Stage) -> None:
    page = await stage.replaying(orderly=True).show(PAGE, url="https://order.test/")
    told = await page.evaluate(
        "(async () => { await read(20, 'read'); gate.port2.postMessage(null); gate.port2.postMessage('said');"
        " gate.port2.postMessage(null); return (await all(4)).filter(one => one !== 'read') })()"
    )
    assert told == ["drawn", "said", "drawn"]


async def test_a_page_is_at_rest_when_nothing_of_its_store_is_under_way(stage: Stage) -> None:
    page = await stage.replaying().show(PAGE, url="https://order.test/")
    await page.evaluate("read(50, 'read')")
    assert await page.evaluate(quiet_expression("tok-secret")) == 0
    assert await page.evaluate("log") == ["read"]


async def test_an_open_that_is_blocked_is_not_waited_for(stage: Stage) -> None:
    page = await stage.replaying().show(PAGE, url="https://order.test/")
    await page.evaluate("opened.then(() => { window.blocked = indexedDB.open('order', 2) }).then(() => wait(50))")
    async with asyncio.timeout(20):
        assert await page.evaluate(quiet_expression("tok-secret")) == 0
    assert await page.evaluate("blocked.readyState") == "pending"
    await page.evaluate("opened.then(database => database.close())")


async def test_without_a_prelude_nothing_is_waited_for(stage: Stage) -> None:
    page = await stage.context.new_page()
    assert await page.evaluate(quiet_expression("tok-secret")) is None


# Work in slices, as React does it: each asks for the next one by a message, so that timers could come between.
SLICES = """<script>
const log = [], gate = new MessageChannel();
const busy = ms => { for (const end = performance.now() + ms; performance.now() < end;); };
let slices = 60, until = Infinity;
gate.port1.onmessage = () => {
  busy(10);
  if (--slices && performance.now() < until) gate.port2.postMessage('next'); else log.push('worked');
};
const later = (ms, said) => setTimeout(told => log.push(told), ms, said);
const all = async count => { while (log.length < count) await new Promise(done => setTimeout(done, 5)); return log; };
</script>"""


@pytest.mark.parametrize("delay", [150, 300])
async def test_a_timeout_waits_for_a_page_that_works_in_slices(stage: Stage, delay: int) -> None:
    page = await stage.replaying(orderly=True).show(SLICES, url="https://order.test/")
    told = await page.evaluate(f"later({delay}, 'late'); gate.port2.postMessage('go'); all(2)")
    assert told == ["worked", "late"]


async def test_so_does_a_long_timeout(stage: Stage) -> None:
    page = await stage.replaying(orderly=True).show(SLICES, url="https://order.test/")
    told = await page.evaluate(
        "slices = 1e9; until = performance.now() + 1800; later(1200, 'late'); gate.port2.postMessage('go'); all(2)"
    )
    assert told == ["worked", "late"]


async def test_short_timeouts_and_pages_that_are_only_replayed_do_not(stage: Stage) -> None:
    page = await stage.replaying(orderly=True).show(SLICES, url="https://order.test/")
    assert await page.evaluate("later(20, 'soon'); gate.port2.postMessage('go'); all(2)") == ["soon", "worked"]
    page = await stage.replaying(orderly=False).show(SLICES, url="https://order.test/")
    assert await page.evaluate("later(150, 'late'); gate.port2.postMessage('go'); all(2)") == ["late", "worked"]


async def test_a_timeout_that_waits_can_be_cleared_and_does_not_wait_for_ever(stage: Stage) -> None:
    page = await stage.replaying(orderly=True).show(SLICES, url="https://order.test/")
    # Twice a time that is too short to wait: when it waits already.
    clear = "const id = later(150, 'never'); setTimeout(() => setTimeout(() => clearTimeout(id), 90), 90)"
    assert await page.evaluate(f"{clear}; gate.port2.postMessage('go'); all(1)") == ["worked"]
    await page.evaluate("new Promise(done => setTimeout(done, 300))")
    assert await page.evaluate("log") == ["worked"]
    page = await stage.replaying(orderly=True).show(SLICES, url="https://order.test/")
    assert await page.evaluate("slices = 1e9; later(150, 'late'); gate.port2.postMessage('go'); all(1)") == ["late"]


FACE = "https://order.test/face.woff2"
LOAD = f"const face = new FontFace('Face', 'url({FACE})'); document.fonts.add(face); void face.load().catch(() => 0)"


async def test_fonts_that_are_on_their_way_are_waited_for(stage: Stage) -> None:
    stage.site.held[FACE] = asyncio.Event()
    page = await stage.replaying(orderly=True).show("<p>text</p>", url="https://order.test/")
    await page.evaluate(LOAD)
    asked = asyncio.ensure_future(page.evaluate(f"{quiet_expression('tok-secret')}.then(() => document.fonts.status)"))
    await page.evaluate("new Promise(done => requestIdleCallback(() => requestIdleCallback(done)))")
    assert not asked.done()
    stage.site.held[FACE].set()
    assert await asked == "loaded"


async def test_fonts_that_do_not_come_are_not_waited_for_for_ever(stage: Stage) -> None:
    stage.site.held[FACE] = asyncio.Event()
    page = await stage.replaying(orderly=True).show("<p>text</p>", url="https://order.test/")
    await page.evaluate(LOAD)
    assert await page.evaluate(quiet_expression("tok-secret")) == 0
    assert await page.evaluate("document.fonts.status") == "loading"
    stage.site.held[FACE].set()
