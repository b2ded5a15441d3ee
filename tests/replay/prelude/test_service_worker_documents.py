"""Documents that a service worker answers have the prelude, in whatever way the worker came by them."""

import pytest

from tests.replay.prelude.conftest import EPOCH, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WAYS = {
    "passed": "fetch(e.request)",
    "refreshed": "fetch(e.request, {cache: 'no-cache', redirect: 'follow'})",
    "by-address": "fetch(e.request.url)",
    "new-request": "fetch(new Request(e.request.url))",
    "cached": "caches.match('/', {ignoreSearch: true})",
    "preloaded": "(async () => (await e.preloadResponse) || fetch(e.request))()",
    "rebuilt": "fetch(e.request).then(async r => new Response(await r.text(), r))",
}


@pytest.mark.parametrize("way", WAYS)
async def test_documents_from_a_service_worker(stage: Stage, way: str) -> None:
    url = f"https://{way}.test/"
    stage.replaying().site.script(
        url + "sw.js",
        f"onfetch = e => {{ if (e.request.mode === 'navigate') e.respondWith({WAYS[way]}) }};"
        "oninstall = e => { skipWaiting(); e.waitUntil(caches.open('x').then(c => c.add('/'))) };"
        "onactivate = e => e.waitUntil(registration.navigationPreload.enable().then(() => clients.claim()))",
    )
    page = await stage.show("<p>hi", ("Content-Security-Policy", "script-src 'self'"), url=url)
    await page.evaluate("""async () => { await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise(done => setTimeout(done, 10)); }""")
    await page.reload()
    assert EPOCH <= await page.evaluate("Date.now()") < EPOCH + 60_000
    assert await page.evaluate("document.scripts.length") == 0


async def test_html_that_a_page_fetches_is_untouched(stage: Stage) -> None:
    page = await stage.show("<p>hi")
    assert await page.evaluate("fetch('/').then(r => r.text())") == "<p>hi"
    ask = "fetch('/', {headers: {Accept: 'text/html, application/xhtml+xml'}}).then(r => r.text())"
    assert await page.evaluate(ask) == "<p>hi"
