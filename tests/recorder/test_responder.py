"""The recording responder: what passes is on the tape, untouched; what the page gets runs the prelude."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from awe_author.archive.spool import CaptureSpool
from awe_author.browser.turns import Turns
from awe_author.door import CertificateAuthority, Door
from awe_author.door.messages import Request, Response
from awe_author.recorder import pump
from awe_author.recorder.origins import Origins
from awe_author.recorder.responder import RecordingResponder
from awe_author.recorder.tape import Tape
from awe_author.recorder.treatment import Prelude
from awe_author.recorder.upstream import HttpxUpstream
from tests.recorder.apps import LiveApp, echo, live_app

PUBLIC = "http://crm.acme.test"
DOCUMENT = {"Sec-Fetch-Dest": "document", "Accept": "text/html"}


@dataclass
class Studio:
    app: LiveApp
    tape: Tape
    responder: RecordingResponder
    browser: httpx.AsyncClient
    door: Door


@asynccontextmanager
async def studio(folder: Path, origins: dict[str, str] | None = None) -> AsyncIterator[Studio]:
    """A door that records the live app, and a client that goes through it."""
    async with live_app() as app:
        with CaptureSpool(folder / "spool") as spool:
            tape = Tape(spool)
            responder = RecordingResponder(
                tape, HttpxUpstream(), Origins(origins or {PUBLIC: app.origin}), Prelude(1, "token" * 5),
                Turns("0", tape.traffic),
                extra_headers=[("X-Extra", "yes")],
            )  # fmt: skip
            door = await Door.open([responder], None, CertificateAuthority.load(folder / "ca"))
            try:
                async with httpx.AsyncClient(proxy=door.url, trust_env=False) as browser:
                    yield Studio(app, tape, responder, browser, door)
            finally:
                app.hang.set()
                await responder.finish(0.5)
                await door.close()


class Nothing:
    """A request without a body."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in ():
            yield b""

    async def read(self) -> bytes:
        return b""


async def until(done: object, seconds: float = 5.0) -> None:
    """Wait for something that happens in another task."""
    assert callable(done)
    async with asyncio.timeout(seconds):
        while not done():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_both_directions_are_on_the_tape(tmp_path: Path) -> None:
    async with studio(tmp_path) as at:
        at.tape.step = 4
        found = await at.browser.post(f"{PUBLIC}/login", data={"user": "ann"})
        assert (found.status_code, found.headers["location"]) == (303, "/two")
        await until(lambda: at.tape.exchanges[0].complete)
        (exchange,) = at.tape.exchanges
        assert (exchange.method, exchange.url, exchange.status, exchange.step) == ("POST", f"{PUBLIC}/login", 303, 4)
        assert exchange.request_body.read() == b"user=ann"
        assert ("Set-Cookie", "session=abcdef0123456789; Path=/") in exchange.response_headers
        assert "X-Extra: yes" in at.app.seen[0]
        assert not any(name.lower().startswith("x-forwarded") for name, _ in exchange.request_headers)
        assert at.tape.traffic.in_flight() == 0


async def test_documents_get_the_prelude_and_the_tape_the_truth(tmp_path: Path) -> None:
    async with studio(tmp_path) as at:
        packed = await at.browser.get(f"{PUBLIC}/packed", headers={**DOCUMENT, "Accept-Encoding": "gzip"})
        assert "<script>" in packed.text
        assert "content-encoding" not in packed.headers
        await at.browser.get(f"{PUBLIC}/packed", headers=DOCUMENT)
        fetched = await at.browser.get(
            f"{PUBLIC}/packed", headers={"Sec-Fetch-Dest": "empty", "Accept-Encoding": "gzip"}
        )
        assert "<script>" not in fetched.text
        assert fetched.headers["content-encoding"] == "gzip"
        await until(lambda: all(one.complete for one in at.tape.exchanges))
        bodies = {one.response_body.read() for one in at.tape.exchanges}
        assert len(bodies) == 1
        assert bodies.pop()[:2] == b"\x1f\x8b"
        assert at.responder.prepare.loads == {f"{PUBLIC}/packed": 2}  # type: ignore[attr-defined]
        assert at.tape.document_seq(f"{PUBLIC}/packed#top") == 2


async def test_what_is_asked_beside_the_page_is_no_load_of_it(tmp_path: Path) -> None:
    async with studio(tmp_path) as at:
        await at.browser.get(f"{PUBLIC}/packed", headers=DOCUMENT)
        beside = Request("GET", f"{PUBLIC}/packed", list(DOCUMENT.items()), Nothing(), apart=True)
        answer = await at.responder(beside, None)
        assert isinstance(answer, Response)
        assert not isinstance(answer.body, bytes)
        assert b"<script>" in b"".join([chunk async for chunk in answer.body])
        assert at.responder.prepare.loads == {f"{PUBLIC}/packed": 1}  # type: ignore[attr-defined]


async def test_conditional_requests_fetch_whole_bodies(tmp_path: Path) -> None:
    async with studio(tmp_path) as at:
        found = await at.browser.get(f"{PUBLIC}/cached", headers={"If-None-Match": '"1"'})
        assert (found.status_code, found.text) == (200, "cached")
        assert "alt-svc" not in found.headers
        assert "If-None-Match" not in at.app.seen[0]
        assert ("Alt-Svc", 'h3=":443"') in at.tape.exchanges[0].response_headers


async def test_what_the_page_did_not_wait_for_is_fetched_all_the_same(tmp_path: Path) -> None:
    async with studio(tmp_path) as at:
        async with at.browser.stream("GET", f"{PUBLIC}/slow") as found:
            assert await anext(found.aiter_raw()) == b"first"
        assert not at.tape.exchanges[0].complete
        at.app.hang.set()
        await until(lambda: at.tape.exchanges[0].complete)
        assert at.tape.exchanges[0].response_body.read() == b"first last"


async def test_when_a_late_answer_came_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pump, "LATE_SECONDS", 0.1)
    async with studio(tmp_path) as at:
        late = asyncio.ensure_future(at.browser.get(f"{PUBLIC}/late"))
        await asyncio.sleep(0.2)
        at.app.hang.set()
        body = (await late).content
        (exchange,) = at.tape.exchanges
        ((seconds, size),) = exchange.chunk_times
        assert (seconds >= 0.1, size) == (True, len(body))
    monkeypatch.setattr(pump, "LATE_SECONDS", 60.0)
    async with studio(tmp_path / "other") as at:
        at.app.hang.set()
        await at.browser.get(f"{PUBLIC}/late")
        assert at.tape.exchanges[0].chunk_times == []


async def test_an_event_stream_is_kept_as_far_as_it_came(tmp_path: Path) -> None:
    async with studio(tmp_path) as at:
        async with at.browser.stream("GET", f"{PUBLIC}/events") as found:
            assert await anext(found.aiter_raw()) == b"data: one\n\n"
            assert at.tape.traffic.in_flight() == 0
            await at.responder.finish(0.1)
        (exchange,) = at.tape.exchanges
        assert exchange.response_body.read() == b"data: one\n\n"
        assert [size for _, size in exchange.chunk_times] == [11]


async def test_a_failure_upstream_is_a_failure_for_the_page(tmp_path: Path) -> None:
    async with studio(tmp_path, {PUBLIC: "http://127.0.0.1:9"}) as at:
        with pytest.raises(httpx.HTTPError):
            await at.browser.get(f"{PUBLIC}/")
        assert (at.tape.exchanges[0].status, at.tape.exchanges[0].complete) == (0, False)
        assert "no connection" in at.tape.failures[0]
    async with studio(tmp_path) as at:
        with pytest.raises(httpx.HTTPError):
            await at.browser.get(f"{PUBLIC}/drop")
        await until(lambda: at.tape.exchanges[0].error)
        assert at.tape.exchanges[0].response_body.read() == b"only this"
        assert not at.tape.exchanges[0].complete


async def test_the_browsers_own_traffic_goes_nowhere(tmp_path: Path) -> None:
    async with studio(tmp_path) as at:
        with pytest.raises(httpx.HTTPError):
            await at.browser.get("http://update.googleapis.com/service/update2")
        assert at.tape.exchanges == []


async def test_websocket_messages_are_numbered_in_both_directions(tmp_path: Path) -> None:
    async with echo() as server, studio(tmp_path, {PUBLIC: f"http://127.0.0.1:{server.port}"}) as at:
        async with connect(
            "ws://crm.acme.test/chat", proxy=at.door.url, subprotocols=["chat"], origin="http://crm.acme.test",  # type: ignore[arg-type,list-item]
            additional_headers={"Cookie": "a=1"},
        ) as page:  # fmt: skip
            assert page.subprotocol == "chat"
            assert await page.recv() == "welcome"
            await page.send("hello")
            assert await page.recv() == "hello"
            await page.send(b"\x00\x01")
            assert await page.recv() == b"\x00\x01"
            await page.send("close")
            with pytest.raises(ConnectionClosed) as caught:
                await page.recv()
            assert caught.value.rcvd is not None
            assert (caught.value.rcvd.code, caught.value.rcvd.reason) == (4001, "as you wish")
        head = server.heads[0]
        assert (head["Host"], head["Origin"], head["Cookie"]) == ("crm.acme.test", "http://crm.acme.test", "a=1")
        (exchange,) = at.tape.exchanges
        assert (exchange.url, exchange.status, exchange.complete) == ("ws://crm.acme.test/chat", 101, True)
        assert [(one.outgoing, one.data) for one in exchange.messages] == [
            (False, "welcome"), (True, "hello"), (False, "hello"), (True, b"\x00\x01"), (False, b"\x00\x01"),
            (True, "close"),
        ]  # fmt: skip
        assert [one.seq for one in exchange.messages] == list(range(2, 8))


async def test_a_refused_handshake_is_an_ordinary_response(tmp_path: Path) -> None:
    async with echo() as server, studio(tmp_path, {PUBLIC: f"http://127.0.0.1:{server.port}"}) as at:
        with pytest.raises(InvalidStatus) as caught:
            async with connect("ws://crm.acme.test/refused", proxy=at.door.url):
                pass
        assert caught.value.response.status_code == 403
        assert at.tape.exchanges[0].status == 403
        assert at.tape.exchanges[0].response_body.read() == b"not here"


async def test_messages_wait_while_a_picture_is_taken(tmp_path: Path) -> None:
    async with (
        echo() as server,
        studio(tmp_path, {PUBLIC: f"http://127.0.0.1:{server.port}"}) as at,
        connect("ws://crm.acme.test/chat", proxy=at.door.url, subprotocols=["chat"]) as page,  # type: ignore[list-item]
    ):
        await page.recv()
        at.tape.valve.close()
        await page.send("hello")
        await until(lambda: len(at.tape.exchanges[0].messages) == 2)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(page.recv(), 0.1)
        at.tape.valve.open()
        assert await page.recv() == "hello"


async def test_calls_of_the_browser_itself_are_not_recorded(tmp_path: Path) -> None:
    async with studio(tmp_path, {"http://clients2.google.com": "http://127.0.0.1:9"}) as one:
        with pytest.raises(httpx.HTTPError):
            await one.browser.post("http://clients2.google.com/time", content=b"x")
        assert [exchange.url for exchange in one.tape.exchanges] == []
