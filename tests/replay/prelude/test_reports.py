"""While replaying, ways out that make no request are reported; while recording the prelude leaves them alone."""

import asyncio
import json
from typing import Any

import pytest

from tests.replay.prelude.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PEER = """async () => { const peer = new RTCPeerConnection({iceServers: [{urls: 'stun:stun.test'}]});
  peer.createDataChannel('x');
  const found = []; peer.onicecandidate = e => e.candidate && found.push(e.candidate.candidate);
  await peer.setLocalDescription(await peer.createOffer()); await new Promise(done => setTimeout(done, 300));
    return found }"""


async def reports(stage: Stage, count: int) -> list[dict[str, Any]]:
    for _ in range(300):
        if len(stage.site.reports) >= count:
            break
        await asyncio.sleep(0.1)
    return [json.loads(report) for report in stage.site.reports]


@pytest.mark.parametrize(
    "policy", ["", "default-src 'self'", "connect-src 'none'", "default-src 'none'; script-src 'unsafe-inline'"]
)
async def test_reports_pass_every_policy(stage: Stage, policy: str) -> None:
    headers = [("Content-Security-Policy", policy)] if policy else []
    page = await stage.replaying().show("", *headers)
    assert await page.evaluate(PEER) == []
    assert await reports(stage, 1) == [{"kind": "webrtc", "url": "stun:stun.test", "page": "https://app.test/"}]


async def test_each_attempt_is_reported_once(stage: Stage) -> None:
    page = await stage.replaying().show(
        "<link rel=dns-prefetch href=//x.test><link rel='preconnect' href=//y.test><img src=file:///a>"
    )
    for _ in range(3):
        await page.evaluate("fetch('file:///b').catch(() => 0)")
    found = await reports(stage, 4)
    assert sorted((report["kind"], report["url"]) for report in found) == [
        ("dns-prefetch", "https://x.test/"), ("file", "file:///a"), ("file", "file:///b"), ("preconnect", "https://y.test/"),
    ]  # fmt: skip


async def test_a_pages_service_worker_does_not_see_reports(stage: Stage) -> None:
    stage.replaying().site.script(
        "https://app.test/watch.js",
        "self.seen = []; onfetch = e => { seen.push(e.request.url); if (e.request.url.endsWith('/seen')) "
        "e.respondWith(new Response(seen.join())) }; oninstall = () => skipWaiting();"
        "onactivate = e => e.waitUntil(clients.claim())",
    )
    page = await stage.show("")
    seen = await page.evaluate("""async () => {
      await navigator.serviceWorker.register('/watch.js'); await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise(done => setTimeout(done, 10));
      await fetch('file:///c').catch(() => 0); await new Promise(done => setTimeout(done, 200));
      const seen = await (await fetch('/seen')).text();
      for (const r of await navigator.serviceWorker.getRegistrations()) await r.unregister();
      return seen }""")
    assert len(await reports(stage, 1)) == 1
    assert "secret" not in seen


async def test_recording_reports_nothing(stage: Stage) -> None:
    page = await stage.show("<img src=file:///a>")
    await page.evaluate("fetch('file:///b').catch(() => 0)")
    assert (
        await page.evaluate(
            "new RTCPeerConnection({iceServers: [{urls: 'stun:s.test'}]}).getConfiguration().iceServers.length"
        )
        == 1
    )
    assert await reports(stage, 0) == []
