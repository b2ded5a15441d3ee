"""Small clients for tests: raw sockets, curl, and TLS inside a CONNECT tunnel."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass
from pathlib import Path

from awe_author.door import Door
from awe_author.door.messages import DoorEvent


@dataclass
class Curl:
    code: int
    out: bytes
    err: str


@dataclass
class RawResponse:
    status: int
    headers: dict[str, str]
    body: bytes


class Raw:
    """A socket to the door that reads HTTP/1.1 responses by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def head(self) -> tuple[int, dict[str, str]]:
        block = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 10)
        first, *lines = block.decode("latin-1").strip().split("\r\n")
        pairs = (line.split(":", 1) for line in lines)
        return int(first.split(" ")[1]), {name.lower(): value.strip() for name, value in pairs}

    async def response(self, *, empty: bool = False) -> RawResponse:
        status, headers = await self.head()
        body = b""
        if empty:
            pass
        elif headers.get("transfer-encoding") == "chunked":
            while size := int(await self.reader.readline(), 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            while (line := await self.reader.readline()) != b"\r\n":
                name, value = line.decode().strip().split(":", 1)
                headers[f"trailer:{name.lower()}"] = value.strip()
        elif "content-length" in headers:
            body = await self.reader.readexactly(int(headers["content-length"]))
        return RawResponse(status, headers, body)

    async def end(self) -> bytes:
        """Everything up to the close of the connection."""
        try:
            return await asyncio.wait_for(self.reader.read(), 10)
        except ConnectionError:
            return b""

    def close(self) -> None:
        self.writer.close()

    def abort(self) -> None:
        self.writer.transport.abort()


@dataclass
class OpenDoor:
    door: Door
    ca: Path
    events: list[DoorEvent]

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    async def raw(self) -> Raw:
        return Raw(*await asyncio.open_connection("127.0.0.1", self.door.port, limit=2**20))

    async def tunnel(self, authority: str) -> Raw:
        raw = await self.raw()
        await raw.send(f"CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n\r\n".encode())
        assert (await raw.head())[0] == 200
        return raw

    async def tls(self, authority: str, *protocols: str, name: str | None = None) -> Raw:
        raw = await self.tunnel(authority)
        context = ssl.create_default_context(cafile=str(self.ca))
        if protocols:
            context.set_alpn_protocols(list(protocols))
        host = name or authority.rpartition(":")[0].strip("[]")
        await raw.writer.start_tls(context, server_hostname=host)
        return raw

    async def curl(self, *args: str) -> Curl:
        process = await asyncio.create_subprocess_exec(
            *("curl", "-sS", "-x", self.door.url, "--noproxy", "", "--cacert", str(self.ca), "-m", "20", *args),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        assert process.returncode is not None
        return Curl(process.returncode, out, err.decode())


async def eventually(condition: object, seconds: float = 10) -> None:
    """Wait until `condition()` holds."""
    assert callable(condition)
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
