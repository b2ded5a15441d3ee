"""HTTP/2 through the door: curl, httpx, and a client that can misbehave (h2's state machine over TLS)."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator

import httpx
import pytest
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import (
    ConnectionTerminated,
    DataReceived,
    Event,
    InformationalResponseReceived,
    ResponseReceived,
    StreamEnded,
    StreamReset,
    TrailersReceived,
)

from awe_author.door import Limits
from awe_author.door import frames as f
from awe_author.door.messages import Abort, Answer, Request, Response
from tests.door.clients import OpenDoor, Raw, eventually
from tests.door.conftest import echo


class Client:
    """One HTTP/2 connection through a tunnel."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.h2 = H2Connection(H2Configuration(client_side=True, validate_outbound_headers=False))
        self.events: list[Event] = []

    @classmethod
    async def open(cls, door: OpenDoor, authority: str = "a.test:443") -> Client:
        client = cls(await door.tls(authority, "h2"))
        client.h2.initiate_connection()
        await client.flush()
        return client

    async def flush(self) -> None:
        await self.raw.send(self.h2.data_to_send())

    async def request(self, path: str, method: str = "GET", *extra: tuple[str, str], end: bool = True) -> int:
        stream = self.h2.get_next_available_stream_id()
        fields = [(":method", method), (":authority", "a.test"), (":scheme", "https"), (":path", path), *extra]
        self.h2.send_headers(stream, fields, end_stream=end)
        await self.flush()
        return stream

    async def until(self, kind: type[Event], stream: int | None = None, *, acknowledge: bool = True) -> Event:
        """Read until an event of `kind` (of `stream`) came; returns it."""
        async with asyncio.timeout(10):
            while True:
                for event in self.events:
                    if isinstance(event, kind) and stream in (None, getattr(event, "stream_id", None)):
                        return event
                data = await self.raw.reader.read(65536)
                assert data, "the door closed the connection"
                for event in self.h2.receive_data(data):
                    self.events.append(event)
                    if isinstance(event, DataReceived) and acknowledge and event.flow_controlled_length:
                        self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                await self.flush()

    def body(self, stream: int) -> bytes:
        return b"".join(e.data for e in self.events if isinstance(e, DataReceived) and e.stream_id == stream)


async def test_httpx_over_http2_sends_many_at_once(open_door) -> None:
    opened = await open_door(echo)
    context = ssl.create_default_context(cafile=str(opened.ca))
    async with httpx.AsyncClient(http2=True, proxy=opened.door.url, verify=context) as client:
        answers = await asyncio.gather(*(client.post(f"https://a.test/{i}", content=b"x" * i) for i in range(100)))
    assert [answer.text for answer in answers] == [f"POST https://a.test/{i} 2 {i}" for i in range(100)]
    assert {answer.http_version for answer in answers} == {"HTTP/2"}


@pytest.mark.parametrize("version", ["--http1.1", "--http2"])
@pytest.mark.parametrize("origin", ["http://a.test", "https://a.test:8443"])
async def test_curl_gets_and_sends_bodies(open_door, version: str, origin: str, tmp_path) -> None:
    upload = tmp_path / "upload"
    upload.write_bytes(bytes(3_000_000))

    async def handler(request: Request) -> Answer:
        return Response(200, [], b"y" * 5_000_000) if request.url.endswith("/big") else await echo(request)

    opened = await open_door(handler)
    big = await opened.curl(version, f"{origin}/big")
    assert (big.code, len(big.out)) == (0, 5_000_000)
    sent = await opened.curl(version, "-T", str(upload), f"{origin}/up")
    assert sent.out.endswith(b" 3000000")
    head = await opened.curl(version, "-I", f"{origin}/head")
    assert b"-answer: yes" in head.out.lower()


@pytest.mark.parametrize("url", ["https://127.0.0.1:9443/x", "https://[::1]:9443/x", "http://[::1]:81/x"])
async def test_hosts_that_are_addresses(open_door, url: str) -> None:
    answer = await (await open_door(echo)).curl(url)
    assert url.encode() in answer.out, answer.err


async def test_fields_of_a_request_come_in_one_form(open_door) -> None:
    seen: list[Request] = []

    async def handler(request: Request) -> Answer:
        seen.append(request)
        return Response(200, [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("Keep-Alive", "x")], b"")

    client = await Client.open(await open_door(handler))
    stream = await client.request(
        "/p?q=1", "GET", ("cookie", "a=1"), ("x-a", "1"), ("cookie", "b=2"), ("te", "trailers")
    )
    response = await client.until(ResponseReceived, stream)
    assert seen[0].headers == [("host", "a.test"), ("x-a", "1"), ("cookie", "a=1; b=2")]
    assert (seen[0].url, seen[0].http_version) == ("https://a.test/p?q=1", "2")
    assert [tuple(field) for field in response.headers] == [
        (b":status", b"200"),
        (b"set-cookie", b"a=1"),
        (b"set-cookie", b"b=2"),
        (b"content-length", b"0"),
    ]


async def test_long_header_blocks_both_ways(open_door) -> None:
    async def handler(request: Request) -> Answer:
        return Response(200, [("X-Long", request.header("x-long") or "")], b"ok")

    client = await Client.open(await open_door(handler))
    stream = await client.request("/", "GET", ("x-long", "v" * 60_000))
    response = await client.until(ResponseReceived, stream)
    assert dict(response.headers)[b"x-long"] == b"v" * 60_000


async def test_trailers_both_ways_and_continue(open_door) -> None:
    async def handler(request: Request) -> Answer:
        body = await request.body.read()

        async def parts() -> AsyncIterator[bytes]:
            yield body

        return Response(200, [], parts(), trailers=[("X-Echo", repr(request.trailers))])

    client = await Client.open(await open_door(handler))
    stream = await client.request("/", "POST", ("expect", "100-continue"), end=False)
    await client.until(InformationalResponseReceived, stream)
    client.h2.send_data(stream, b"abc")
    client.h2.send_headers(stream, [("x-t", "1")], end_stream=True)
    await client.flush()
    trailers = await client.until(TrailersReceived, stream)
    await client.until(StreamEnded, stream)
    assert client.body(stream) == b"abc"
    assert dict(trailers.headers)[b"x-echo"] == b"[('x-t', '1')]"


async def test_abort_and_failures_reset_only_their_stream(open_door) -> None:
    async def handler(request: Request) -> Answer:
        async def parts() -> AsyncIterator[bytes]:
            yield b"half"
            raise ValueError("broke")

        if request.url.endswith("/abort"):
            return Abort()
        return Response(200, [], parts() if request.url.endswith("/half") else b"fine")

    client = await Client.open(await open_door(handler))
    for path in ("/abort", "/half"):
        stream = await client.request(path)
        assert (await client.until(StreamReset, stream)).error_code == 2
    stream = await client.request("/fine")
    await client.until(StreamEnded, stream)
    assert client.body(stream) == b"fine"


async def test_a_cancelled_stream_stops_the_responder_and_its_body(open_door) -> None:
    log: list[str] = []

    async def handler(request: Request) -> Answer:
        async def parts() -> AsyncIterator[bytes]:
            try:
                while True:
                    yield b"tick"
                    await asyncio.sleep(0.01)
            finally:
                log.append("body closed")

        if request.url.endswith("/stream"):
            return Response(200, [], parts())
        try:
            await asyncio.sleep(60)
        finally:
            log.append("responder stopped")
        return Response(200)

    client = await Client.open(await open_door(handler))
    streaming, waiting = await client.request("/stream"), await client.request("/wait")
    await client.until(DataReceived, streaming)
    for stream in (streaming, waiting):
        client.h2.reset_stream(stream, 8)
    await client.flush()
    await eventually(lambda: sorted(log) == ["body closed", "responder stopped"])


async def test_windows_hold_the_answer_back(open_door) -> None:
    taken = 0

    async def handler(request: Request) -> Answer:
        async def parts() -> AsyncIterator[bytes]:
            nonlocal taken
            for _ in range(100):
                taken += 1
                yield b"x" * 16384

        if request.url.endswith("/quick"):
            return Response(200, [], b"")
        return Response(200, [], parts() if request.url.endswith("/stream") else b"z" * 1_638_400)

    client = await Client.open(await open_door(handler))
    stream = await client.request("/stream")
    quick = await client.request("/quick")
    await client.until(StreamEnded, quick, acknowledge=False)
    await client.until(ResponseReceived, stream, acknowledge=False)
    await asyncio.sleep(0.05)
    assert taken < 10
    client.h2.increment_flow_control_window(2_000_000)
    client.h2.increment_flow_control_window(2_000_000, stream)
    await client.flush()
    await client.until(StreamEnded, stream)
    assert len(client.body(stream)) == 1_638_400
    whole = await client.request("/whole")
    await client.until(StreamEnded, whole)
    assert client.body(whole) == b"z" * 1_638_400


async def test_an_unread_upload_is_bounded_by_its_window(open_door) -> None:
    go = asyncio.Event()

    async def handler(request: Request) -> Answer:
        await go.wait()
        return Response(200, [], str(sum([len(chunk) async for chunk in request.body])).encode())

    client = await Client.open(await open_door(handler))
    stream = await client.request("/up", "POST", end=False)
    quick_settings = client.h2.local_flow_control_window
    async with asyncio.timeout(10):
        while quick_settings(stream) == 65535:
            for event in client.h2.receive_data(await client.raw.reader.read(65536)):
                client.events.append(event)
    total = 0
    while (room := min(quick_settings(stream), 16384)) > 0:
        client.h2.send_data(stream, bytes(room))
        total += room
    await client.flush()
    assert total <= Limits().body_buffer
    go.set()
    async with asyncio.timeout(10):
        while quick_settings(stream) == 0:
            client.h2.receive_data(await client.raw.reader.read(65536))
    client.h2.send_data(stream, b"last", end_stream=True)
    await client.flush()
    await client.until(StreamEnded, stream)
    assert client.body(stream) == str(total + 4).encode()


async def test_an_answer_before_the_upload_ends_it(open_door) -> None:
    async def handler(request: Request) -> Answer:
        return Response(403, [], b"no")

    client = await Client.open(await open_door(handler))
    stream = await client.request("/up", "POST", end=False)
    await client.until(StreamEnded, stream)
    assert (await client.until(StreamReset, stream)).error_code == 0


@pytest.mark.parametrize(
    "extra",
    [
        [("X-Upper", "1")],
        [("connection", "close")],
        [(":path", "/twice")],
        [("a", "b"), (":late", "1")],
        [("host", "b.test")],
    ],
)
async def test_malformed_requests_are_reset(open_door, extra: list[tuple[str, str]]) -> None:
    client = await Client.open(await open_door(echo))
    client.h2.config.normalize_outbound_headers = False
    stream = await client.request("/", "GET", *extra)
    assert (await client.until(StreamReset, stream)).error_code == 1


async def test_a_body_other_than_its_length_is_reset(open_door) -> None:
    client = await Client.open(await open_door(echo))
    for sent in (b"ab", b"abcd"):
        stream = await client.request("/", "POST", ("content-length", "3"), end=False)
        frame = f.frame_head(len(sent), f.DATA, f.END_STREAM, stream) + sent
        await client.raw.send(frame)
        assert (await client.until(StreamReset, stream)).error_code == 1


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (f.frame_head(20_000, f.DATA, 0, 1), 6),
        (f.frame_head(3, f.SETTINGS, 0, 0) + b"abc", 6),
        (f.frame_head(4, f.WINDOW_UPDATE, 0, 0) + bytes(4), 3),
        (f.frame_head(1, f.DATA, 0, 9) + b"x", 1),
        (f.frame_head(0, f.CONTINUATION, f.END_HEADERS, 1), 1),
        (f.frame_head(4, f.HEADERS, f.END_HEADERS, 2) + b"abcd", 1),
        (f.frame_head(4, f.HEADERS, f.END_HEADERS, 1) + b"\xff\xff\xff\xff", 9),
        (f.frame_head(1, f.HEADERS, 0, 1) + b"\x82" + f.frame_head(8, f.PING, 0, 0) + bytes(8), 1),
    ],
)
async def test_broken_protocol_ends_the_connection_with_its_code(open_door, frame: bytes, code: int) -> None:
    opened = await open_door(echo)
    client = await Client.open(opened)
    await client.raw.send(frame)
    assert (await client.until(ConnectionTerminated)).error_code == code
    assert "protocol_error" in opened.kinds()


async def test_a_flood_of_continuations_is_cut(open_door) -> None:
    client = await Client.open(await open_door(echo))
    await client.raw.send(f.frame_head(0, f.HEADERS, 0, 1) + f.frame_head(0, f.CONTINUATION, 0, 1) * 200)
    assert (await client.until(ConnectionTerminated)).error_code == 11


async def test_streams_beyond_the_limit_are_refused(open_door) -> None:
    async def handler(request: Request) -> Answer:
        await asyncio.sleep(60)
        return Response(200)

    client = await Client.open(await open_door(handler, Limits(streams=2)))
    block = client.h2.encoder.encode(
        [(b":method", b"GET", False), (b":scheme", b"https", False), (b":path", b"/", False)]
    )
    for stream in (1, 3, 5):
        await client.raw.send(f.headers_frames(stream, block, True))
    async with asyncio.timeout(10):
        data = b""
        while f.rst_stream(5, f.ErrorCode.REFUSED_STREAM) not in data:
            data += await client.raw.reader.read(65536)


async def test_extended_connect_is_not_offered(open_door) -> None:
    client = await Client.open(await open_door(echo))
    stream = await client.request("/")
    await client.until(StreamEnded, stream)
    assert client.h2.remote_settings.enable_connect_protocol == 0
