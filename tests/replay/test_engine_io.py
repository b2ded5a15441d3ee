"""socket.io over polls and over the WebSocket that takes over, with features beside a recorded conversation."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from awe_author.door.messages import Response, Upgrade
from tests.features.test_talks import POLL, engine
from tests.replay.listed import FETCH, ListedArchive, body_of
from tests.replay.test_enriched import App

SAYS = """
  - id: say
    "on": {socket: "wss://app.test/socket.io/*", where: "message.event == 'say'"}
    do: add
    with: {name: "message.args[0]"}
    reply:
      - {json: {event: "'thanks'", args: [result.id]}}
      - {json: {event: "'early'", args: []}, early: true}
      - {json: {event: "'never'", args: []}, when: "result.id == 'x'"}
  - id: come
    "on": {socket: "wss://app.test/socket.io/*", event: added, each: state.items.values(), as: one, key: one.id}
    reply: {json: {event: "'come'", args: [one.name]}}
  - id: gone
    "on": {socket: "wss://app.test/socket.io/*", event: removed, each: state.items.values(), key: item.id}
    reply: {json: {event: "'gone'", args: [item.id]}}
  - id: drop
    "on": {request: "DELETE https://app.test/api/items/*"}
    do: drop
    with: {id: "segments[0]"}
"""


class Page:
    """A page with an engine.io client of polls."""

    def __init__(self, app: App) -> None:
        self.app, self.sid = app, ""

    async def poll(self) -> list[str]:
        text = (await self._ask("GET")).decode()
        return text.split("\x1e")

    async def post(self, *packets: str) -> None:
        assert await self._ask("POST", "\x1e".join(packets).encode()) == b"ok"

    async def open(self) -> None:
        (opening,) = await self.poll()
        self.sid = json.loads(opening[1:])["sid"]

    async def until(self, wanted: str) -> list[str]:
        """All that is said up to `wanted`."""
        said: list[str] = []
        for _ in range(20):
            said += await asyncio.wait_for(self.poll(), 30)
            if wanted in said:
                return said
        raise AssertionError(said)

    async def _ask(self, method: str, body: bytes = b"") -> bytes:
        sid = f"&sid={self.sid}" if self.sid else ""
        answer = await self.app.replay.ask(method, f"{POLL}&t=x{sid}", body, FETCH)
        assert isinstance(answer, Response)
        return await body_of(answer)


class Line:
    """The browser's end of a WebSocket."""

    close_code: int | None = None
    close_reason = ""

    def __init__(self) -> None:
        self.out: asyncio.Queue[str | None] = asyncio.Queue()
        self.came: asyncio.Queue[str] = asyncio.Queue()

    async def receive(self) -> str | bytes | None:
        return await self.out.get()

    async def send(self, message: str | bytes) -> None:
        self.came.put_nowait(str(message))

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.out.put_nowait(None)


def app() -> App:
    archive = ListedArchive()
    engine(archive)
    return App(SAYS, archive)


async def test_what_is_posted_is_acted_on_and_told_to_every_open_page() -> None:
    made = app()
    first, second = Page(made), Page(made)
    for page in (first, second):
        await page.open()
        await page.post("40")
        assert '42["hello"]' in await page.until('42["hello"]')
    await first.post('42["say","third"]')
    assert await first.until('42["thanks","3"]') == ['42["early"]', '42["come","third"]', '42["thanks","3"]']
    assert await second.until('42["come","third"]') == ['42["come","third"]']
    await made.ask("DELETE", "/api/items/1")
    assert await second.until('42["gone","1"]') == ['42["gone","1"]']
    made.session.reset()
    assert {*await first.until('42["gone","3"]')} >= {'42["come","one"]'}


async def test_a_page_changes_over_to_a_socket_and_nothing_is_lost() -> None:
    made = app()
    page, line = Page(made), Line()
    await page.open()
    await page.post("40")
    await page.until('42["hello"]')
    url = f"wss://app.test/socket.io/?EIO=4&transport=websocket&sid={page.sid}"
    upgrade: Any = await made.replay.answer("GET", url)
    assert isinstance(upgrade, Upgrade)
    running = asyncio.ensure_future(upgrade.handler(line))
    waiting = asyncio.ensure_future(page.poll())
    line.out.put_nowait("2probe")
    assert await line.came.get() == "3probe"
    assert await waiting == ["6"]
    await page.post('42["say","posted meanwhile"]')
    line.out.put_nowait("5")
    said = [await asyncio.wait_for(line.came.get(), 30) for _ in range(3)]
    assert said == ['42["early"]', '42["come","posted meanwhile"]', '42["thanks","3"]']
    line.out.put_nowait('42["enter",5]')  # recorded, and no feature is for it: nothing was answered
    line.out.put_nowait('42["say","fourth"]')
    assert await asyncio.wait_for(line.came.get(), 30) == '42["early"]'
    line.out.put_nowait(None)
    await asyncio.wait_for(running, 30)
    assert (await made.replay.ask("GET", f"{POLL}&t=y&sid={page.sid}", b"", FETCH)).status == 400


async def test_an_event_stream_tells_of_changes_beside_what_was_recorded() -> None:
    archive = ListedArchive()
    archive.record("GET", "https://app.test/events", b"event: then\ndata: 1\n\n", mime="text/event-stream")
    made = App(STREAM, archive)
    answer = await made.replay.ask("GET", "https://app.test/events", b"", [*FETCH[:1], ("Accept", "text/event-stream")])
    assert not isinstance(answer.body, bytes)
    pieces = answer.body.__aiter__()
    said = {await asyncio.wait_for(anext(pieces), 30) for _ in range(2)}
    assert said == {b"event: then\ndata: 1\n\n", b'event: count\ndata: {"n":2}\n\n'}
    await made.ask("POST", "/api/items", {"name": "n"})
    assert await asyncio.wait_for(anext(pieces), 30) == b'event: came\ndata: {"name":"n"}\n\n'
    await pieces.aclose()  # type: ignore[attr-defined]


STREAM = """
  - id: hello
    "on": {stream: "https://app.test/events", event: open}
    reply: {json: {event: "'count'", data: {n: state.items.size()}}}
  - id: came
    "on": {stream: "https://app.test/events", event: added, each: state.items.values(), key: item.id}
    reply: {json: {event: "'came'", data: {name: item.name}}}
  - id: add
    "on": {request: "POST https://app.test/api/items"}
    do: add
    with: body
    reply: {json: {id: result.id}}
"""
