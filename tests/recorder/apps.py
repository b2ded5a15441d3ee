"""A small live app on real sockets, for tests that record: what it answers shows what reached it."""

from __future__ import annotations

import asyncio
import gzip
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers as SocketHeaders
from websockets.http11 import Request as SocketRequest
from websockets.http11 import Response as SocketResponse


@dataclass
class LiveApp:
    """An HTTP/1.1 server of a few paths; `seen` holds the raw heads of the requests."""

    port: int = 0
    seen: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    hang: asyncio.Event = field(default_factory=asyncio.Event)
    """/slow waits for it after its first chunk."""
    counter: int = 0

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        text = head.decode("latin-1")
        self.seen.append(text)
        body = await self._body(reader, text)
        self.bodies.append(body)
        path = text.split(" ", 2)[1]
        if path == "/drop":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
            await writer.drain()
            return False
        if path == "/late":
            await self.hang.wait()
            writer.write(self._answer(path, body))
        elif path == "/slow":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nfirst")
            await writer.drain()
            await self.hang.wait()
            writer.write(b" last")
        elif path == "/events":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
            await writer.drain()
            await self.hang.wait()
            return False
        else:
            writer.write(self._answer(path, body))
        await writer.drain()
        return True

    async def _body(self, reader: asyncio.StreamReader, head: str) -> bytes:
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if "chunked" in fields.get("transfer-encoding", ""):
            parts = []
            while size := int((await reader.readline()).strip(), 16):
                parts.append(await reader.readexactly(size))
                await reader.readline()
            await reader.readline()
            return b"".join(parts)
        return await reader.readexactly(int(fields.get("content-length", 0)))

    def _answer(self, path: str, body: bytes) -> bytes:
        kind, extra, status = "text/html; charset=utf-8", "", "200 OK"
        if path == "/" or path.startswith("/?"):
            content = PAGE
        elif path == "/two":
            content = b"<!doctype html><title>two</title><h1>Page two</h1>"
        elif path == "/login" and body:
            content, extra, status = (
                b"",
                "Location: /two\r\nSet-Cookie: session=abcdef0123456789; Path=/\r\n",
                "303 See Other",
            )
        elif path.startswith("/api"):
            self.counter += 1
            content, kind = json.dumps({"count": self.counter}).encode(), "application/json"
        elif path == "/packed":
            content, extra = (
                gzip.compress(b"<!doctype html><title>packed</title>", mtime=0),
                "Content-Encoding: gzip\r\n",
            )
        elif path == "/cached":
            content, extra, kind = b"cached", 'ETag: "1"\r\nAlt-Svc: h3=":443"\r\n', "text/plain"
        else:
            content, status = b"none", "404 Not Found"
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n{extra}\r\n"
        return head.encode() + content


PAGE = b"""<!doctype html><html><head><title>start</title></head><body><h1>Start</h1>
<form method=post action=/login><input id=user name=user><input id=password name=password type=password>
<button id=in>Log in</button></form><button id=ask>Ask</button><ul id=list></ul><p id=bye hidden>bye</p>
<script>
document.querySelector('#ask').onclick = async () => {
  const found = await (await fetch('/api/items?nonce=' + Math.random() + '&page=1')).json();
  document.querySelector('#list').innerHTML += '<li>item ' + found.count;
};
localStorage.setItem('visited', 'yes');
</script></body></html>"""


@asynccontextmanager
async def live_app(tls: ssl.SSLContext | None = None, made: type[LiveApp] = LiveApp) -> AsyncIterator[LiveApp]:
    """The app, listening on a free port of loopback."""
    app = made()
    server = await asyncio.start_server(app, "127.0.0.1", 0, ssl=tls)
    app.port = server.sockets[0].getsockname()[1]
    try:
        yield app
    finally:
        app.hang.set()
        server.close()


@dataclass
class Echo:
    """A WebSocket server that repeats what it hears, and the headers it was opened with."""

    port: int = 0
    heads: list[SocketHeaders] = field(default_factory=list)

    async def __call__(self, connection: ServerConnection) -> None:
        await connection.send("welcome")
        async for message in connection:
            if message == "close":
                await connection.close(4001, "as you wish")
                return
            await connection.send(message)

    def check(self, connection: ServerConnection, request: SocketRequest) -> SocketResponse | None:
        self.heads.append(request.headers)
        return connection.respond(403, "not here") if request.path == "/refused" else None


@asynccontextmanager
async def echo() -> AsyncIterator[Echo]:
    app = Echo()
    async with serve(app, "127.0.0.1", 0, process_request=app.check, subprotocols=["chat"]) as server:  # type: ignore[list-item]
        app.port = next(iter(server.sockets)).getsockname()[1]
        yield app
