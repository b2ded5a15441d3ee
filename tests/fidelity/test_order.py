"""Answers and messages come to a page in the recorded order, and as late, however fast the replay is."""

from __future__ import annotations

import asyncio
import http
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from awe_author.archive.reader import open_archive
from awe_author.browser.settle import Limits
from awe_author.browser.step_language import parse_steps
from awe_author.door import CertificateAuthority
from awe_author.fidelity.verify import verify
from awe_author.recorder.record import Plan, record
from awe_author.recorder.site import Site

PUBLIC = "https://order.acme.test"
PAGE = b"""<!doctype html><title>Order</title><body style="margin:0"><button id=go>Go</button><ol></ol>
<script>
  const say = text => { document.querySelector('ol').innerHTML += `<li>${text}</li>`; };
  const ask = name => fetch('/api/' + name).then(answer => answer.text()).then(say);
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live');
  socket.onopen = () => say('open');
  socket.onmessage = event => say(event.data);
  document.querySelector('#go').onclick = () => {
    socket.send('{"type":"begin"}');
    for (const name of ['third', 'second', 'first']) ask(name);
    setTimeout(() => ask('chained').then(() => ask('last')), 120);
  };
</script>"""
COUNTS = b"""<!doctype html><title>Counts</title><body style="margin:0"><p>0</p><p>0</p><p>0</p><p>0</p>
<script src=/late.js></script>"""
LATE = b"""document.querySelectorAll('p').forEach((line, place) => setTimeout(() => {
  setInterval(() => { line.textContent++; }, 1000);
}, 250 * place));"""
DELAYS = {"first": 0.1, "second": 0.5, "third": 0.8, "chained": 0.9, "last": 0.0}

FILES = {"/": ("text/html", PAGE), "/counts": ("text/html", COUNTS), "/late.js": ("text/javascript", LATE)}


@asynccontextmanager
async def app() -> AsyncIterator[str]:
    """Answers in another order than it is asked in; its socket says something between two answers."""

    async def speak(connection: ServerConnection) -> None:
        async for _ in connection:
            await asyncio.sleep(0.3)
            await connection.send("told")

    async def answer(connection: ServerConnection, request: Request) -> Response | None:
        if request.path == "/live":
            return None
        name = request.path.removeprefix("/api/")
        if name in DELAYS:
            await asyncio.sleep(DELAYS[name])
            return connection.respond(http.HTTPStatus.OK, name)
        if request.path == "/late.js":
            await asyncio.sleep(0.8)
        if request.path not in FILES:
            return connection.respond(http.HTTPStatus.NOT_FOUND, "none")
        kind, body = FILES[request.path]
        head = Headers({"Content-Type": kind, "Content-Length": str(len(body))})
        return Response(200, "OK", head, body)

    async with serve(speak, "127.0.0.1", 0, process_request=answer) as server:
        yield f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"


@pytest.mark.browser
async def test_answers_and_messages_come_in_the_recorded_order(tmp_path: Path) -> None:
    steps = parse_steps('- click: "#go"\n- wait: "text=last"\n- page: done\n', "steps.yaml")
    authority = CertificateAuthority.load(tmp_path / "ca")
    async with app() as origin:
        site = Site("order", [f"{PUBLIC}/"], origins={PUBLIC: origin}, limits=Limits(quiet=0.3, pointer=0.2))
        found = await record(Plan(site, tmp_path / "order.wacz", steps), authority=authority)
    assert found.ok
    with open_archive([found.written.path]) as archive:
        recording = archive.recording
        assert recording is not None
        step = recording.steps[1]
        named = {entry.seq: entry.url.rpartition("/")[2] for entry in archive.entries()}
        told = {m.seq: str(m.data) for entry in archive.entries() if entry.kind == "websocket"
                for m in archive.messages(entry)}  # fmt: skip
        assert [(named | told)[seq] for seq, _ in step.answers] == [
            "first",
            "told",
            "second",
            "third",
            "chained",
            "last",
        ]
        assert [moment for _, moment in step.answers] == sorted(moment for _, moment in step.answers)
        text = (archive.resource(recording.steps[-1].text or "") or b"").decode().split()
    assert [word for word in text if word.isalpha()] == [
        "Go", "open", "first", "told", "second", "third", "chained", "last",
    ]  # fmt: skip
    report = await verify([found.written.path], authority=authority)
    assert [
        (one.number, one.outcome, one.text and one.text.lines) for one in report.results if one.outcome != "same"
    ] == []
    assert report.passed


@pytest.mark.browser
async def test_a_page_that_counts_from_its_own_load_counts_from_the_recorded_moment(tmp_path: Path) -> None:
    """Its script comes late while recording and at once in the replay."""
    steps = parse_steps('- wait: "text=3"\n- page: three\n- wait: "text=6"\n- page: six\n', "steps.yaml")
    authority = CertificateAuthority.load(tmp_path / "ca")
    async with app() as origin:
        site = Site("counts", [f"{PUBLIC}/counts"], origins={PUBLIC: origin}, limits=Limits(quiet=0.3, pointer=0.2))
        found = await record(Plan(site, tmp_path / "counts.wacz", steps), authority=authority)
    with open_archive([found.written.path]) as archive:
        recording = archive.recording
        assert recording is not None
        begun, noted = (
            recording.steps[0].started,
            [t for step in recording.steps for t in step.timers if "/1000." in t[2]],
        )
        assert {(key, ordinal) for key, ordinal, _, _ in noted} == {(f"{PUBLIC}/counts", 0)}
        assert len({timer for _, _, timer, _ in noted}) == len(noted) == 4
        assert all(moment > begun + 0.8 for _, _, _, moment in noted)
    report = await verify([found.written.path], authority=authority)
    outcomes = [(one.number, one.outcome, one.text and one.text.lines) for one in report.results]
    assert [one for one in outcomes if one[1] != "same"] == []
