"""WebSockets through the door, with the `websockets` client inside a CONNECT tunnel."""

from __future__ import annotations

import asyncio
import socket
import ssl

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from awe_author.door.messages import Answer, BrokenOff, Request, Response, Upgrade, WebSocket
from tests.door.clients import OpenDoor, eventually


async def dial(door: OpenDoor, url: str, **options: object) -> ClientConnection:
    """A client on the far end of a tunnel, plain or TLS by the URL's scheme."""
    host, _, port = url.partition("://")[2].partition("/")[0].partition(":")
    port = port or ("443" if url.startswith("wss") else "80")

    def tunnel() -> socket.socket:
        raw = socket.create_connection(("127.0.0.1", door.door.port))
        raw.sendall(f"CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += raw.recv(1)
        return raw

    sock = await asyncio.to_thread(tunnel)
    if url.startswith("wss"):
        options["ssl"] = ssl.create_default_context(cafile=str(door.ca))
    return await connect(url, sock=sock, proxy=None, **options)  # type: ignore[arg-type]


def upgrade_to(handler: object, **options: object):
    async def answer(request: Request) -> Answer:
        assert request.is_websocket
        return Upgrade(handler, **options)  # type: ignore[arg-type]

    return answer


async def echo(socket: WebSocket) -> None:
    while (message := await socket.receive()) is not None:
        await socket.send(message)


@pytest.mark.parametrize("url", ["ws://a.test/ws", "wss://a.test:8443/ws"])
@pytest.mark.parametrize("compression", ["deflate", None])
async def test_messages_go_both_ways(open_door, url: str, compression: str | None) -> None:
    opened = await open_door(upgrade_to(echo))
    async with await dial(opened, url, compression=compression, max_size=None) as client:
        for message in ("text \u20ac", b"\x00\xff", "", "x" * 300_000, b"y" * 3_000_000):
            await client.send(message)
            assert await client.recv() == message
        await client.send(["frag", "ment", "ed"])
        assert await client.recv() == "fragmented"
        await (await client.ping())
        assert (client.protocol.extensions != []) is (compression is not None)


async def test_absolute_form_handshake_and_its_fields(open_door) -> None:
    seen: list[Request] = []

    async def answer(request: Request) -> Answer:
        seen.append(request)
        return Upgrade(echo, subprotocol="chat", headers=[("Set-Cookie", "a=1"), ("Sec-WebSocket-Accept", "no")])

    raw = await (await open_door(answer)).raw()
    await raw.send(
        b"GET http://a.test/ws HTTP/1.1\r\nHost: a.test\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    status, headers = await raw.head()
    assert status == 101
    assert headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    assert (headers["sec-websocket-protocol"], headers["set-cookie"]) == ("chat", "a=1")
    assert seen[0].url == "ws://a.test/ws"


async def test_the_browsers_close_reaches_the_handler(open_door) -> None:
    ends: list[tuple[int | None, str]] = []

    async def handler(socket: WebSocket) -> None:
        assert await socket.receive() == "last"
        assert await socket.receive() is None
        ends.append((socket.close_code, socket.close_reason))
        with pytest.raises(BrokenOff):
            await socket.send("late")

    opened = await open_door(upgrade_to(handler))
    client = await dial(opened, "ws://a.test/")
    await client.send("last")
    await client.close(4001, "done")
    await eventually(lambda: ends == [(4001, "done")])


@pytest.mark.parametrize(("code", "seen"), [(1000, 1000), (4444, 4444), (1005, 1005), (1006, 1006)])
async def test_the_handlers_close_reaches_the_browser(open_door, code: int, seen: int) -> None:
    async def handler(socket: WebSocket) -> None:
        await socket.send("bye")
        await socket.close(code, "why")

    opened = await open_door(upgrade_to(handler))
    client = await dial(opened, "wss://a.test/")
    assert await client.recv() == "bye"
    with pytest.raises(ConnectionClosed):
        await client.recv()
    assert client.close_code == seen


async def test_a_handler_that_raises_closes_with_1011(open_door) -> None:
    async def handler(socket: WebSocket) -> None:
        raise ValueError("bug")

    opened = await open_door(upgrade_to(handler))
    client = await dial(opened, "ws://a.test/")
    with pytest.raises(ConnectionClosed):
        await client.recv()
    assert client.close_code == 1011
    assert "responder_failed" in opened.kinds()


async def test_a_lost_connection_ends_receive(open_door) -> None:
    codes: list[int | None] = []

    async def handler(socket: WebSocket) -> None:
        assert await socket.receive() is None
        codes.append(socket.close_code)

    opened = await open_door(upgrade_to(handler))
    client = await dial(opened, "ws://a.test/")
    client.transport.abort()
    await eventually(lambda: codes == [1006])


async def test_a_refused_handshake_is_an_ordinary_answer(open_door) -> None:
    async def answer(request: Request) -> Answer:
        return Response(403, [], b"no")

    opened = await open_door(answer)
    with pytest.raises(InvalidStatus):
        await dial(opened, "ws://a.test/")


async def test_bad_frames_close_with_1002_and_invalid_text_with_1007(open_door) -> None:
    opened = await open_door(upgrade_to(echo))
    for frame, code in ((b"\x81\x02hi", 1002), (b"\x81\x81\x00\x00\x00\x00\xff", 1007)):
        raw = await opened.raw()
        await raw.send(
            b"GET http://a.test/ws HTTP/1.1\r\nHost: a.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" + frame
        )
        await raw.head()
        assert (await raw.end())[2:4] == code.to_bytes(2, "big")


async def test_a_handler_that_does_not_read_makes_the_browser_wait(open_door) -> None:
    go = asyncio.Event()
    total = 0

    async def handler(socket: WebSocket) -> None:
        nonlocal total
        await go.wait()
        while (message := await socket.receive()) is not None:
            total += len(message)

    opened = await open_door(upgrade_to(handler))
    client = await dial(opened, "ws://a.test/", compression=None)

    async def flood() -> None:
        for _ in range(400):
            await client.send(b"x" * 100_000)

    sending = asyncio.create_task(flood())
    await asyncio.sleep(0.3)
    assert not sending.done()
    go.set()
    await sending
    await client.close()
    await eventually(lambda: total == 40_000_000)
