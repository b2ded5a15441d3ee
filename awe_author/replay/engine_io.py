"""engine.io (the transport of socket.io) served: polls, posts and the change to a WebSocket, over one conversation.

The recorded answers to polls fit one recorded course of events: what came in which poll was chance. Where features take
part in a connection, this server carries the messages instead, as the protocol says (engine.io 3 and 4: packets open,
close, ping, pong, message, upgrade, noop). What is said is decided elsewhere: by features, and by the recorded
conversations.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson

from awe_author.door.messages import Answer, Headers, Request, Response, Upgrade, WebSocket
from awe_author.features.talks import packets, payload

TEXT: Headers = [("Content-Type", "text/plain; charset=UTF-8"), ("Cache-Control", "no-store")]
OPENING: dict[str, Any] = {"pingInterval": 25000, "pingTimeout": 60000, "maxPayload": 1000000}
UNKNOWN = b'{"code":1,"message":"Session ID unknown"}'
"""What an engine.io server says of a connection that it does not have; its client connects anew."""
POLL_SECONDS = 20.0
GONE_SECONDS = 120.0
"""How long a connection without poll or WebSocket is kept."""

Converse = Callable[[WebSocket], Awaitable[None]]


@dataclass(slots=True)
class _Connection:
    """One connection of a page, as the conversation sees it: a socket."""

    sid: str
    url: str
    outgoing: list[str] = field(default_factory=list)
    """Packets for the page that were not fetched yet."""
    incoming: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    socket: WebSocket | None = None
    """The WebSocket that it changed over to."""
    probed: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)
    polls: int = 0
    seen: float = 0.0
    task: asyncio.Task[None] | None = None
    close_code: int | None = None
    close_reason: str = ""

    async def receive(self) -> str | bytes | None:
        message = await self.incoming.get()
        if message is None:
            self.close_code = 1000
        return message

    async def send(self, message: str | bytes) -> None:
        text = message if isinstance(message, str) else message.decode()
        if self.socket is not None:
            await self.socket.send(text)
        else:
            self.outgoing.append(text)
            self.news.set()

    async def close(self, code: int = 1000, reason: str = "") -> None:
        if self.socket is not None:
            await self.socket.close(code, reason)
        else:
            await self.send("1")


class EngineServer:
    """The engine.io connections of one replay session. Used in one event loop."""

    def __init__(self) -> None:
        self._open: dict[str, _Connection] = {}
        self._numbers = itertools.count(1)

    async def answer(
        self, request: Request, opening: dict[str, Any], converse: Callable[[], Converse | None]
    ) -> Answer | None:
        """The answer to a request of the transport. `opening`: what the recorded server said of its connections;
        `converse`: what talks over a new connection, None when nothing does."""
        query = parse_qs(urlsplit(request.url).query)
        sid = (query.get("sid") or [""])[0]
        self._forget()
        if not sid:
            made = self._connect(request, opening, converse)
            if made is None:
                return None
            if request.is_websocket:
                return Upgrade(lambda socket: self._directly(made, socket, opening))
            return Response(200, [*TEXT], payload(["0" + self._said(made, opening, ["websocket"])], request.url))
        connection = self._open.get(sid)
        if connection is None:
            return Response(400, [("Content-Type", "application/json")], UNKNOWN)
        connection.seen = asyncio.get_running_loop().time()
        if request.is_websocket:
            return Upgrade(lambda socket: self._change_over(connection, socket))
        if request.method == "POST":
            for packet in packets(await request.body.read(), request.url):
                await self._packet(connection, packet)
            return Response(200, [("Content-Type", "text/html"), ("Cache-Control", "no-store")], b"ok")
        return Response(200, [*TEXT], payload(await self._poll(connection), request.url))

    def _connect(
        self, request: Request, opening: dict[str, Any], converse: Callable[[], Converse | None]
    ) -> _Connection | None:
        talk = converse()
        if talk is None:
            return None
        recorded = str(opening.get("sid") or "AAAAAAAAAAAAAAAAAAAA")
        number = f"{next(self._numbers):06d}"
        made = _Connection((recorded + "A" * 6)[: max(len(recorded), 6) - 6] + number, request.url)
        made.seen = asyncio.get_running_loop().time()
        made.task = asyncio.ensure_future(self._run(made, talk))
        self._open[made.sid] = made
        return made

    async def _run(self, connection: _Connection, talk: Converse) -> None:
        try:
            await talk(connection)
        finally:
            self._open.pop(connection.sid, None)
            connection.news.set()

    @staticmethod
    def _said(connection: _Connection, opening: dict[str, Any], upgrades: list[str]) -> str:
        return orjson.dumps({**OPENING, **opening, "sid": connection.sid, "upgrades": upgrades}).decode()

    async def _packet(self, connection: _Connection, packet: str) -> None:
        kind = packet[:1]
        if kind == "4":
            connection.incoming.put_nowait(packet)
        elif kind == "1":
            connection.incoming.put_nowait(None)
        elif kind == "2" and not packet[1:]:
            await connection.send("3")

    async def _poll(self, connection: _Connection) -> list[str]:
        """What there is to say, as soon as there is something; a page that is about to change over is told nothing."""
        connection.polls += 1
        try:
            if not connection.outgoing and not connection.probed:
                connection.news.clear()
                try:
                    await asyncio.wait_for(connection.news.wait(), POLL_SECONDS)
                except TimeoutError:
                    return ["2"] if "EIO=3" not in connection.url else ["6"]
            said, connection.outgoing = connection.outgoing, []
            return said or ["6"]
        finally:
            connection.polls -= 1

    async def _directly(self, connection: _Connection, socket: WebSocket, opening: dict[str, Any]) -> None:
        """A connection that begins as a WebSocket."""
        await socket.send("0" + self._said(connection, opening, []))
        await self._over(connection, socket)

    async def _change_over(self, connection: _Connection, socket: WebSocket) -> None:
        """A WebSocket that takes over from the polls, once it has proved itself."""
        while (message := await socket.receive()) is not None:
            if message == "2probe":
                connection.probed = True
                await socket.send("3probe")
                connection.news.set()
            elif message == "5":
                await self._over(connection, socket)
                return

    async def _over(self, connection: _Connection, socket: WebSocket) -> None:
        waiting, connection.outgoing = connection.outgoing, []
        for packet in waiting:
            await socket.send(packet)
        connection.socket = socket
        late, connection.outgoing = connection.outgoing, []
        for packet in late:
            await socket.send(packet)
        beating = asyncio.ensure_future(self._beat(connection, socket))
        try:
            while (message := await socket.receive()) is not None:
                await self._packet(connection, message if isinstance(message, str) else "")
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            self._end(connection)

    @staticmethod
    async def _beat(connection: _Connection, socket: WebSocket) -> None:
        """engine.io 4: the server pings."""
        while "EIO=3" not in connection.url:
            await asyncio.sleep(25.0)
            await socket.send("2")

    def _forget(self) -> None:
        """End connections whose page has gone without a word."""
        now = asyncio.get_running_loop().time()
        for connection in list(self._open.values()):
            if connection.socket is None and not connection.polls and now - connection.seen > GONE_SECONDS:
                self._end(connection)

    def _end(self, connection: _Connection) -> None:
        self._open.pop(connection.sid, None)
        connection.incoming.put_nowait(None)
        if connection.task is not None:
            connection.task.cancel()
