"""Bytes that no browser sends: refused and closed, never a crash, never a hang."""

from __future__ import annotations

import random

import pytest

from awe_author.door import Limits
from awe_author.door.frames import PREFACE
from tests.door.clients import eventually
from tests.door.conftest import echo

HOST = b"Host: a.test\r\n"


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00nonsense\r\n\r\n", 400),
        (b"GET http://a.test/ HTTP/1.1\r\n\r\n", 400),
        (b"GET http://a.test/ HTTP/1.1\r\n" + HOST + HOST + b"\r\n", 400),
        (b"GET ftp://a.test/ HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET http://u:p@a.test/ HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"CONNECT a.test HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"CONNECT a.test:443 HTTP/1.1\r\nContent-Length: 3\r\n" + HOST + b"\r\nabc", 400),
        (b"POST http://a.test/ HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n" + HOST + b"\r\n", 400),
        (b"POST http://a.test/ HTTP/1.1\r\nTransfer-Encoding: x\r\n" + HOST + b"\r\n", 501),
        (b"GET http://a.test/ HTTP/1.1\r\nA: " + b"x" * 300_000, 431),
        (PREFACE, 400),
    ],
)
async def test_refused_with_a_status_and_closed(open_door, data: bytes, status: int) -> None:
    opened = await open_door(echo)
    raw = await opened.raw()
    await raw.send(data)
    assert (await raw.end()).startswith(b"HTTP/1.1 %d " % status)
    assert "protocol_error" in opened.kinds()


async def test_a_bad_chunk_after_the_responder_began_closes(open_door) -> None:
    raw = await (await open_door(echo)).raw()
    await raw.send(b"POST http://a.test/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + HOST + b"\r\n1\r\nabc")
    assert await raw.end() == b""


async def test_random_bytes_at_every_layer_leave_the_door_working(open_door) -> None:
    chance = random.Random(7)
    opened = await open_door(echo, Limits(handshake_seconds=1, head_seconds=1))
    for number in range(60):
        raw = await opened.raw() if number % 3 == 0 else await opened.tunnel("a.test:443")
        noise = chance.randbytes(chance.randrange(1, 2000))
        try:
            await raw.send((b"\x16\x03\x01" if number % 3 == 2 else b"") + noise)
            raw.writer.write_eof()
            await raw.end()
        except ConnectionError:
            continue
    good = await opened.raw()
    await good.send(b"GET http://a.test/ HTTP/1.1\r\n" + HOST + b"\r\n")
    assert (await good.response()).status == 200


async def test_random_frames_leave_the_door_working(open_door) -> None:
    chance = random.Random(11)
    opened = await open_door(echo, Limits(head_seconds=1, idle_seconds=1))
    for _ in range(25):
        raw = await opened.tls("a.test:443", "h2")
        data = bytearray(PREFACE)
        for _ in range(chance.randrange(1, 12)):
            size = chance.randrange(0, 40)
            kind, flags, stream = chance.randrange(0, 12), chance.randrange(256), chance.choice([0, 1, 1, 2, 3, 2**31])
            data += size.to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + chance.randbytes(size)
        await raw.send(bytes(data))
        raw.writer.write_eof() if raw.writer.can_write_eof() else None
        await raw.end()
    good = await opened.curl("https://a.test/")
    assert (good.code, good.out) == (0, b"GET https://a.test/ 2 0")


async def test_a_client_that_does_not_trust_us_is_reported(open_door) -> None:
    opened = await open_door(echo)
    failed = await opened.curl("--cacert", "/dev/null", "https://a.test/")
    assert failed.code != 0
    await eventually(lambda: "tls_failed" in opened.kinds())
