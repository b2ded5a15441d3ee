"""Workers have the prelude first: those with a network address from the door, blob: and data: ones from the page."""

import base64

import pytest

from tests.replay.prelude.conftest import EPOCH, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TELL = (
    "postMessage([Date.now(), Math.random(), String(Date.now), performance.timeOrigin,"
    " crypto.randomUUID(), self.location.href]);"
)
ASK = (
    "w => new Promise((done, fail) => { w.onmessage = e => done(e.data); w.onerror = e => fail(e.message || 'error') })"
)


async def ask(stage: Stage, make: str, *headers: tuple[str, str]) -> list[object]:
    page = await stage.show("<body>", *headers)
    return await page.evaluate(f"() => ({ASK})({make})")


MAKERS = {
    "network": "new Worker('/worker.js')",
    "network module": "new Worker('/module.js', {type: 'module'})",
    "blob": f"new Worker(URL.createObjectURL(new Blob([`{TELL}`], {{type: 'text/javascript'}})))",
    "blob without type": f"new Worker(URL.createObjectURL(new Blob([`{TELL}`])))",
    "blob, revoked": f"""(() => {{ const u = URL.createObjectURL(new Blob([`{TELL}`])); const w = new Worker(u);
      URL.revokeObjectURL(u); return w }})()""",
    "blob module": f"""new Worker(URL.createObjectURL(new Blob([`{TELL} export {{}}`], {{type: 'text/javascript'}})),
      {{type: 'module'}})""",
    "data": f"new Worker(`data:text/javascript,{TELL}`)",
    "data base64": f"new Worker('data:text/javascript;base64,{base64.b64encode(TELL.encode()).decode()}')",
    "nested": f"""new Worker(URL.createObjectURL(new Blob([`
      const w = new Worker(URL.createObjectURL(new Blob([{TELL!r}])));
      w.onmessage = e => postMessage(e.data)`])))""",
}


@pytest.mark.parametrize("maker", MAKERS)
async def test_workers_see_the_clock_and_the_seeded_numbers(stage: Stage, maker: str) -> None:
    stage.replaying().site.script("https://app.test/worker.js", TELL)
    stage.site.script("https://app.test/module.js", "import {tell} from './part.js'; tell();")
    stage.site.script(
        "https://app.test/part.js", f"const drawn = Math.random(); export const tell = () => {{ {TELL} }};"
    )
    first = await ask(stage, MAKERS[maker])
    stage.site.loads.clear()
    second = await ask(stage, MAKERS[maker])
    assert EPOCH <= first[0] < EPOCH + 60_000  # type: ignore[operator]
    assert EPOCH - 60_000 <= first[3] < EPOCH + 60_000  # type: ignore[operator]
    assert first[2] == "function now() { [native code] }"
    assert [first[1], first[4]] == [second[1], second[4]]


async def test_shared_workers(stage: Stage) -> None:
    text = "onconnect = e => e.ports[0].postMessage([Date.now(), Math.random()])"
    stage.replaying().site.script("https://app.test/shared.js", text)
    listen = "w => new Promise(done => { w.port.onmessage = e => done(e.data) })"
    page = await stage.show("<body>")
    for make in ("new SharedWorker('/shared.js')", f"new SharedWorker(URL.createObjectURL(new Blob([`{text}`])))"):
        now, _ = await page.evaluate(f"() => ({listen})({make})")
        assert EPOCH <= now < EPOCH + 60_000


async def test_relative_imports_and_locations_go_on_working(stage: Stage) -> None:
    stage.site.script(
        "https://app.test/deep/worker.js", "importScripts('lib.js'); postMessage([lib, self.location.href])"
    )
    stage.site.script("https://app.test/deep/lib.js", "var lib = Date.now() > 0")
    assert await ask(stage, "new Worker('/deep/worker.js')") == [True, "https://app.test/deep/worker.js"]
    stage.site.script("https://app.test/deep/module.js", "import {v} from './v.js'; postMessage([v, import.meta.url])")
    stage.site.script("https://app.test/deep/v.js", "export const v = 3")
    assert await ask(stage, "new Worker('/deep/module.js', {type: 'module'})") == [3, "https://app.test/deep/module.js"]
    page = await stage.show("<body>")
    same = await page.evaluate(f"""async () => {{
      const u = URL.createObjectURL(new Blob(['postMessage(location.href)']));
      return await ({ASK})(new Worker(u)) === u }}""")
    assert same


async def test_a_strict_worker_stays_strict(stage: Stage) -> None:
    stage.site.script(
        "https://app.test/strict.js", "/* c */ 'use strict'; postMessage((function () { return this === undefined })())"
    )
    assert await ask(stage, "new Worker('/strict.js')") is True


async def test_a_worker_under_a_policy_with_trusted_types(stage: Stage) -> None:
    policy = "script-src 'self' 'unsafe-eval'; worker-src blob:; require-trusted-types-for 'script'; trusted-types app"
    make = f"""new Worker(trustedTypes.createPolicy('app', {{createScriptURL: u => u}}).createScriptURL(
      URL.createObjectURL(new Blob([`{TELL}`]))))"""
    told = await ask(stage.replaying(), make, ("Content-Security-Policy", policy))
    assert EPOCH <= told[0] < EPOCH + 60_000  # type: ignore[operator]


async def test_service_workers_work_and_have_the_prelude(stage: Stage) -> None:
    stage.replaying().site.script(
        "https://app.test/sw.js",
        "onfetch = e => { if (e.request.url.endsWith('/clock')) e.respondWith(new Response(String(Date.now()))) };"
        "oninstall = () => skipWaiting(); onactivate = e => e.waitUntil(clients.claim())",
    )
    page = await stage.show("<body>")
    answered = await page.evaluate("""async () => {
      await navigator.serviceWorker.register('/sw.js'); await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise(done => setTimeout(done, 10));
      const clock = await (await fetch('/clock')).text();
      const updated = await (await navigator.serviceWorker.getRegistration()).update();
      return [Number(clock), updated.installing === null && updated.waiting === null];
    }""")
    # A service worker's clock is rounded to 10 s so that its script stays the same all session.
    assert abs(answered[0] - EPOCH) < 60_000
    assert answered[1]
    await page.evaluate(
        "navigator.serviceWorker.getRegistrations().then(all => Promise.all(all.map(r => r.unregister())))"
    )
