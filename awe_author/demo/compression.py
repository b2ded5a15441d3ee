"""ASGI middleware that compresses as a production front server would: brotli, else gzip, for texts of some size.

Streams (event streams) and partial answers pass untouched.
"""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import brotli
from starlette.datastructures import Headers, MutableHeaders

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
SMALLEST = 400
"""Bytes below which compressing is not worth it."""


class Compression:
    def __init__(self, app: Callable[[Any, Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        accepted = Headers(scope=scope).get("accept-encoding", "") if scope["type"] == "http" else ""
        coding = next((name for name in ("br", "gzip") if name in accepted), "")
        await self.app(scope, receive, _Compressing(send, coding) if coding else send)


class _Compressing:
    """Holds the answer's start back until the first body message tells whether it is whole."""

    def __init__(self, send: Send, coding: str) -> None:
        self.send, self.coding = send, coding
        self.start: Message | None = None
        self.chunks: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self._worth_it(message):
            self.start = message
        elif message["type"] == "http.response.body" and self.start is not None:
            self.chunks.append(message.get("body", b""))
            if not message.get("more_body"):
                await self._finish(self.start, b"".join(self.chunks))
        else:
            await self.send(message)

    def _worth_it(self, start: Message) -> bool:
        kind = Headers(raw=start["headers"]).get("content-type", "")
        texts = ("text/html", "text/css", "text/javascript", "application/json", "image/svg")
        return start["status"] not in (204, 206, 304) and kind.startswith(texts)

    async def _finish(self, start: Message, body: bytes) -> None:
        headers = MutableHeaders(raw=start["headers"])
        if len(body) >= SMALLEST:
            body = brotli.compress(body, quality=5) if self.coding == "br" else gzip.compress(body, mtime=0)
            headers["content-encoding"] = self.coding
            headers["vary"] = "Accept-Encoding"
        headers["content-length"] = str(len(body))
        await self.send(start)
        await self.send({"type": "http.response.body", "body": body})
