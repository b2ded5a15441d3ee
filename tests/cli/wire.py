"""The least HTTP client that can put a server under load: one connection, JSON, answers with a Content-Length."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit


class Answer:
    """Status and body of an answer."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status_code, self.text = status, body.decode()

    def json(self) -> Any:
        return json.loads(self.text)


class Wire:
    """One connection, opened when first used and kept. Raises OSError or EOFError when the server is gone."""

    def __init__(self, address: str, token: str) -> None:
        self.host, self.port = urlsplit(address).hostname, urlsplit(address).port
        self.head = f"Host: {self.host}:{self.port}\r\nAuthorization: Bearer {token}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """Ask and read the whole answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self._streams
        lines = [f"{name}: {value}\r\n" for name, value in (headers or {}).items()]
        data = b""
        if body is not None:
            data = json.dumps(body).encode()
            lines.append(f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n")
        writer.write(f"{method} {path} HTTP/1.1\r\n{self.head}{''.join(lines)}\r\n".encode() + data)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0] or 0)
        answer = Answer(int(head[9:12]), await reader.readexactly(length))
        if "connection: close" in head:
            self.close()
        return answer

    def close(self) -> None:
        """Let go of the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
