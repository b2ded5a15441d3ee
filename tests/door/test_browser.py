"""One real Chromium that trusts the door by the SPKI list alone."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest
from playwright.async_api import async_playwright

from awe_author.door.messages import Abort, Answer, Request, Response, Upgrade, WebSocket

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
PAGE = b"""<!doctype html><title>door</title><script>
window.found = {};
async function look() {
  found.secure = isSecureContext;
  found.protocol = performance.getEntriesByType('navigation')[0].nextHopProtocol;
  if (navigator.serviceWorker) {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise(next => setTimeout(next, 20));
    found.serviceWorker = await (await fetch('/from-worker')).text();
  }
  found.socket = await new Promise((done, failed) => {
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket');
    socket.onopen = () => socket.send('hello');
    socket.onmessage = event => done(event.data + ' ' + socket.extensions);
    socket.onerror = () => failed('socket failed');
  });
  for (let i = 0; i < 3; i++) await (await fetch('/cached')).text();
  found.revalidated = (await (await fetch('/revalidated')).text()) + (await (await fetch('/revalidated')).text());
  found.abort = await fetch('/abort').then(() => 'answered', error => error.name);
  found.upload = await (await fetch('/upload', {method: 'POST', body: 'x'.repeat(1000000)})).text();
  found.big = (await (await fetch('/big')).arrayBuffer()).byteLength;
  found.done = true;
}
look().catch(error => { found.error = String(error); found.done = true; });
</script>"""
WORKER = b"""
self.addEventListener('install', () => skipWaiting());
self.addEventListener('activate', event => event.waitUntil(clients.claim()));
self.addEventListener('fetch', event => {
  if (event.request.url.endsWith('/from-worker')) event.respondWith(new Response('service worker'));
});
"""


async def say_back(socket: WebSocket) -> None:
    while (message := await socket.receive()) is not None:
        await socket.send(message)


async def site(request: Request) -> Answer:
    script = [("Content-Type", "text/javascript")]
    match request.url.split("/", 3)[3]:
        case "":
            return Response(200, [("Content-Type", "text/html")], PAGE)
        case "worker.js":
            return Response(200, script, WORKER)
        case "socket":
            return Upgrade(say_back)
        case "cached":
            return Response(200, [("Cache-Control", "max-age=1000")], b"kept")
        case "revalidated":
            fields = [("Cache-Control", "no-cache"), ("ETag", '"1"')]
            return Response(304, fields) if request.header("if-none-match") else Response(200, fields, b"same")
        case "abort":
            return Abort()
        case "upload":
            return Response(200, [], str(len(await request.body.read())).encode())
        case "big":
            return Response(200, [], b"b" * 5_000_000)
    return Response(404)


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
async def test_a_page_gets_everything_through_the_door(open_door, authority, tmp_path) -> None:
    asked: Counter[str] = Counter()

    async def handler(request: Request) -> Answer:
        asked[f"{request.url} {request.http_version}"] += 1
        return await site(request)

    opened = await open_door(handler)
    flags = [
        f"--ignore-certificate-errors-spki-list={authority.spki}",
        "--proxy-bypass-list=<-loopback>",
        "--no-sandbox",
    ]
    async with async_playwright() as play:
        context = await play.chromium.launch_persistent_context(
            tmp_path, executable_path=CHROMIUM, args=flags, proxy={"server": opened.door.url}
        )
        page = await context.new_page()
        found = {}
        for origin in ("https://app.test", "http://plain.test", "https://127.0.0.1:8443"):
            await page.goto(origin)
            await page.wait_for_function("window.found.done")
            found[origin] = await page.evaluate("window.found")
        await context.close()
    common = {
        "socket": "hello permessage-deflate",
        "abort": "TypeError",
        "upload": "1000000",
        "revalidated": "samesame",
        "big": 5_000_000,
        "done": True,
    }
    secure = common | {"secure": True, "protocol": "h2", "serviceWorker": "service worker"}
    assert found["https://app.test"] == found["https://127.0.0.1:8443"] == secure
    assert found["http://plain.test"] == common | {"secure": False, "protocol": "http/1.1"}
    assert asked["https://app.test/cached 2"] == 1
    assert asked["https://app.test/revalidated 2"] == 2
    assert asked["wss://app.test/socket 1.1"] == 1
    assert asked["http://plain.test/abort 1.1"] == 1
