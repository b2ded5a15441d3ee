"""HTTP/1.1 through the door, by raw sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from awe_author.door import Limits
from awe_author.door.messages import Abort, Answer, BrokenOff, Request, Response
from tests.door.clients import eventually
from tests.door.conftest import echo

GET = b"GET http://a.test/x HTTP/1.1\r\nHost: a.test\r\n\r\n"


def get(path: str, *lines: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} http://a.test{path} HTTP/1.1", "Host: a.test", *lines, "", ""]).encode()


async def test_requests_follow_each_other_on_one_connection(open_door) -> None:
    raw = await (await open_door(echo)).raw()
    for path in ("/1", "/2"):
        await raw.send(get(path))
        response = await raw.response()
        assert response.body == f"GET http://a.test{path} 1.1 0".encode()
        assert "connection" not in response.headers


async def test_pipelined_requests_are_answered_in_order_one_at_a_time(open_door) -> None:
    running: list[str] = []
    most = 0

    async def handler(request: Request) -> Answer:
        nonlocal most
        running.append(request.url)
        most = max(most, len(running))
        await asyncio.sleep(0.01 if request.url.endswith("0") else 0)
        running.remove(request.url)
        return Response(200, [], request.url.encode())

    raw = await (await open_door(handler)).raw()
    await raw.send(b"".join(get(f"/{i}") for i in range(20)))
    assert [(await raw.response()).body.decode() for _ in range(20)] == [f"http://a.test/{i}" for i in range(20)]
    assert most == 1


async def test_hop_by_hop_fields_stay_outside(open_door) -> None:
    seen: list[Request] = []

    async def handler(request: Request) -> Answer:
        seen.append(request)
        return Response(200, [("Transfer-Encoding", "chunked"), ("Connection", "x"), ("X-A", "1"), ("X-A", "2")], b"ok")

    raw = await (await open_door(handler)).raw()
    await raw.send(get("/", "Proxy-Connection: keep-alive", "Connection: X-Hop, keep-alive", "X-Hop: 1", "X-Stay: 2"))
    status, headers = await raw.head()
    assert seen[0].headers == [("Host", "a.test"), ("X-Stay", "2")]
    assert (status, headers) == (200, {"x-a": "2", "content-length": "2"})


@pytest.mark.parametrize(
    ("method", "response", "length"),
    [
        ("HEAD", Response(200, [("Content-Length", "123")], b""), "123"),
        ("HEAD", Response(200, [], b"abc"), "3"),
        ("GET", Response(204, [("Content-Length", "3")], b"abc"), None),
        ("GET", Response(304, [("Content-Length", "7")], b""), "7"),
        ("GET", Response(200, [("Content-Length", "99")], b"abc"), "3"),
        ("GET", Response(205, [], b""), "0"),
    ],
)
async def test_lengths_of_answers_with_and_without_body(open_door, method, response, length) -> None:
    async def handler(request: Request) -> Answer:
        return response if request.url.endswith("/x") else Response(200, [], b"next")

    raw = await (await open_door(handler)).raw()
    await raw.send(get("/x", method=method) + get("/y"))
    first = await raw.response(empty=method == "HEAD" or response.status in (204, 304))
    assert first.headers.get("content-length") == length
    assert "transfer-encoding" not in first.headers
    assert (await raw.response()).body == b"next"


async def test_a_streamed_answer_is_chunked_and_may_have_trailers(open_door) -> None:
    async def handler(request: Request) -> Answer:
        async def parts() -> AsyncIterator[bytes]:
            yield b"one,"
            yield b""
            yield b"two"
            response.trailers.append(("X-Sum", "7"))

        response = Response(200, [], parts())
        return response

    raw = await (await open_door(handler)).raw()
    await raw.send(GET)
    response = await raw.response()
    assert (response.body, response.headers["trailer:x-sum"]) == (b"one,two", "7")


async def test_a_streamed_answer_of_known_length(open_door) -> None:
    async def handler(request: Request) -> Answer:
        async def parts() -> AsyncIterator[bytes]:
            yield b"12345"

        return Response(200, [], parts(), length=5 if request.url.endswith("/x") else 9)

    opened = await open_door(handler)
    raw = await opened.raw()
    await raw.send(get("/x"))
    assert (await raw.response()).headers["content-length"] == "5"
    await raw.send(get("/short"))
    assert (await raw.head())[1]["content-length"] == "9"
    assert len(await raw.end()) < 9
    assert "responder_failed" in opened.kinds()


async def test_a_body_that_raises_is_never_complete(open_door) -> None:
    async def handler(request: Request) -> Answer:
        async def parts() -> AsyncIterator[bytes]:
            yield b"half"
            raise ValueError("upstream broke off")

        return Response(200, [], parts())

    opened = await open_door(handler)
    raw = await opened.raw()
    await raw.send(GET)
    await raw.head()
    assert b"0\r\n\r\n" not in await raw.end()
    assert "responder_failed" in opened.kinds()


async def test_a_responder_that_raises_looks_like_no_network(open_door) -> None:
    async def handler(request: Request) -> Answer:
        raise RuntimeError("bug")

    opened = await open_door(handler)
    raw = await opened.raw()
    await raw.send(GET)
    assert await raw.end() == b""
    assert "RuntimeError: bug" in opened.events[-1].detail or "RuntimeError: bug" in opened.events[-2].detail


async def test_abort_gives_no_usable_answer(open_door) -> None:
    async def handler(request: Request) -> Answer:
        return Abort() if request.url.endswith("/x") else Response(200)

    opened = await open_door(handler)
    raw = await opened.raw()
    await raw.send(GET)
    assert await raw.end() == b""
    used = await opened.raw()
    await used.send(get("/ok") + GET)
    await used.response()
    assert (await used.end()).lower().count(b"content-length") == 2


async def test_a_status_that_is_not_final_is_a_failure(open_door) -> None:
    async def handler(request: Request) -> Answer:
        return Response(101)

    raw = await (await open_door(handler)).raw()
    await raw.send(GET)
    assert await raw.end() == b""


async def test_nobody_answering_is_a_plain_404(open_door) -> None:
    async def handler(request: Request) -> None:
        return None

    raw = await (await open_door(handler)).raw()
    await raw.send(GET)
    assert (await raw.response()).status == 404


async def test_damaged_fields_cannot_break_the_framing(open_door) -> None:
    async def handler(request: Request) -> Answer:
        fields = [("X-A", "a\r\nX-Evil: 1"), ("bad name", "1"), ("X-B", "\u20ac\x00b"), ("X-C", "\xe9")]
        return Response(200, fields, b"ok", reason="Fine\r\nX-Evil: 1")

    raw = await (await open_door(handler)).raw()
    await raw.send(GET)
    response = await raw.response()
    assert "x-evil" not in response.headers
    assert response.headers["x-a"] == "a X-Evil: 1"
    assert response.headers["x-c"] == "\xe9"


async def test_request_bodies_and_trailers_arrive(open_door) -> None:
    async def handler(request: Request) -> Answer:
        body = await request.body.read()
        again = b"".join([chunk async for chunk in request.body])
        return Response(200, [], body + b"|" + again + b"|" + repr(request.trailers).encode())

    raw = await (await open_door(handler)).raw()
    await raw.send(get("/", "Transfer-Encoding: chunked", method="POST") + b"3\r\nabc\r\n0\r\nX-T: v\r\n\r\n")
    assert (await raw.response()).body == b"abc|abc|[('X-T', 'v')]"
    await raw.send(get("/", "Content-Length: 4", method="POST") + b"wxyz")
    assert (await raw.response()).body == b"wxyz|wxyz|[]"


async def test_continue_is_sent_when_the_body_is_asked_for(open_door) -> None:
    async def handler(request: Request) -> Answer:
        return await echo(request) if request.url.endswith("/want") else Response(413, [], b"no")

    opened = await open_door(handler)
    raw = await opened.raw()
    await raw.send(get("/want", "Expect: 100-continue", "Content-Length: 3", method="PUT"))
    assert (await raw.head())[0] == 100
    await raw.send(b"abc")
    assert (await raw.response()).body.endswith(b" 3")
    await raw.send(get("/never", "Expect: 100-continue", "Content-Length: 3", method="PUT"))
    response = await raw.response()
    assert (response.status, response.headers["connection"]) == (413, "close")


async def test_an_unread_body_is_thrown_away_and_the_connection_lives(open_door) -> None:
    async def handler(request: Request) -> Answer:
        return Response(200, [], b"early")

    raw = await (await open_door(handler)).raw()
    await raw.send(get("/", "Content-Length: 1000000", method="POST"))
    assert (await raw.response()).body == b"early"
    await raw.send(b"x" * 1_000_000 + GET)
    assert (await raw.response()).body == b"early"


async def test_http_1_0_ends_by_closing(open_door) -> None:
    async def handler(request: Request) -> Answer:
        async def parts() -> AsyncIterator[bytes]:
            yield b"streamed"

        return Response(200, [], parts())

    raw = await (await open_door(handler)).raw()
    await raw.send(b"GET http://a.test/ HTTP/1.0\r\n\r\n")
    _, headers = await raw.head()
    assert headers == {"connection": "close"}
    assert await raw.end() == b"streamed"


async def test_connection_close_is_obeyed(open_door) -> None:
    raw = await (await open_door(echo)).raw()
    await raw.send(get("/", "Connection: close"))
    assert (await raw.response()).headers["connection"] == "close"
    assert await raw.end() == b""


async def test_a_request_not_for_a_proxy_learns_nothing(open_door) -> None:
    async def handler(request: Request) -> Answer:
        raise AssertionError("must not be asked")

    opened = await open_door(handler)
    raw = await opened.raw()
    await raw.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert await raw.end() == b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


async def test_plain_http_inside_connect(open_door) -> None:
    raw = await (await open_door(echo)).tunnel("A.test:8080")
    await raw.send(b"GET /in HTTP/1.1\r\nHost: a.test:8080\r\n\r\n")
    assert (await raw.response()).body == b"GET http://a.test:8080/in 1.1 0"


async def test_http1_inside_tls(open_door) -> None:
    opened = await open_door(echo)
    raw = await opened.tls("a.test:443", "http/1.1")
    await raw.send(b"GET /in HTTP/1.1\r\nHost: a.test\r\n\r\n")
    assert (await raw.response()).body == b"GET https://a.test/in 1.1 0"
    assert "connect" in opened.kinds()


async def test_a_slow_reader_makes_the_body_wait(open_door) -> None:
    taken = 0

    async def handler(request: Request) -> Answer:
        async def parts() -> AsyncIterator[bytes]:
            nonlocal taken
            for _ in range(1000):
                taken += 1
                yield b"x" * 65536

        return Response(200, [], parts())

    raw = await (await open_door(handler)).raw()
    await raw.send(GET)
    await raw.head()
    before = -1
    while before != taken:
        before = taken
        await asyncio.sleep(0.1)
    assert taken < 400
    while (size := int(await raw.reader.readline(), 16)) > 0:
        await raw.reader.readexactly(size + 2)
    assert taken == 1000


async def test_a_slow_responder_makes_the_upload_wait(open_door) -> None:
    go = asyncio.Event()

    async def handler(request: Request) -> Answer:
        await go.wait()
        return Response(200, [], str(sum([len(chunk) async for chunk in request.body])).encode())

    raw = await (await open_door(handler)).raw()
    total = 64 * 1024 * 1024
    raw.writer.write(get("/", f"Content-Length: {total}", method="PUT") + bytes(total))
    await asyncio.sleep(0.3)
    assert raw.writer.transport.get_write_buffer_size() > total // 2
    go.set()
    assert (await raw.response()).body == str(total).encode()


@pytest.mark.parametrize("total", [999, 1000, 1001, 5000])
@pytest.mark.parametrize("chunked", [False, True])
async def test_an_upload_that_fills_the_buffer_to_the_byte_ends(open_door, total: int, chunked: bool) -> None:
    """Nothing is left in the parser then, and yet the end of the body is still to come."""
    go = asyncio.Event()

    async def handler(request: Request) -> Answer:
        await go.wait()
        return Response(200, [], str(len(await request.body.read())).encode())

    raw = await (await open_door(handler, limits=Limits(body_buffer=1000))).raw()
    if chunked:
        raw.writer.write(get("/", "Transfer-Encoding: chunked", method="PUT"))
        raw.writer.write(b"%x\r\n%b\r\n0\r\n\r\n" % (total, bytes(total)))
    else:
        raw.writer.write(get("/", f"Content-Length: {total}", method="PUT") + bytes(total))
    await raw.writer.drain()
    await asyncio.sleep(0.05)
    go.set()
    answer = await asyncio.wait_for(raw.response(), 20)
    assert answer.body == str(total).encode()


async def test_thousands_of_small_chunks_that_nobody_reads_are_thrown_away(open_door) -> None:
    async def handler(request: Request) -> Answer:
        return Response(200, [], request.url.rpartition("/")[2].encode())

    raw = await (await open_door(handler)).raw()
    chunks = b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n"
    raw.writer.write(get("/one", "Transfer-Encoding: chunked", method="PUT"))
    answer = asyncio.create_task(raw.response())
    for at in range(0, len(chunks), 30_000):
        raw.writer.write(chunks[at : at + 30_000])
        await raw.writer.drain()
    assert (await asyncio.wait_for(answer, 20)).body == b"one"
    await raw.send(get("/two"))
    assert (await asyncio.wait_for(raw.response(), 20)).body == b"two"


async def test_a_browser_that_goes_away_stops_the_responder(open_door) -> None:
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

    opened = await open_door(handler)
    for path in ("/stream", "/wait"):
        raw = await opened.raw()
        await raw.send(get(path))
        if path == "/stream":
            await raw.head()
        await asyncio.sleep(0.05)
        raw.close()
    await eventually(lambda: sorted(log) == ["body closed", "responder stopped"])


async def test_a_body_that_breaks_off_is_an_error_for_the_responder(open_door) -> None:
    errors: list[BaseException] = []

    async def handler(request: Request) -> Answer:
        try:
            await request.body.read()
        except (BrokenOff, asyncio.CancelledError) as error:
            errors.append(error)
            raise
        return Response(200)

    opened = await open_door(handler)
    raw = await opened.raw()
    await raw.send(get("/", "Content-Length: 10", method="POST") + b"half")
    await asyncio.sleep(0.05)
    raw.abort()
    await eventually(lambda: len(errors) == 1)


async def test_half_open_connections_are_cut(open_door) -> None:
    limits = Limits(handshake_seconds=0.2, head_seconds=0.2, idle_seconds=0.2)
    opened = await open_door(echo, limits)
    silent = await opened.raw()
    partial = await opened.raw()
    await partial.send(b"GET http://a.test/ HTTP/1.1\r\nHo")
    idle = await opened.raw()
    await idle.send(GET)
    await idle.response()
    no_tls = await opened.tunnel("a.test:443")
    half_tls = await opened.tunnel("a.test:443")
    await half_tls.send(b"\x16\x03\x01")
    for raw in (silent, partial, idle, no_tls, half_tls):
        assert await raw.end() == b""


async def test_closing_the_door_stops_everything(open_door) -> None:
    stopped = asyncio.Event()

    async def handler(request: Request) -> Answer:
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()
        return Response(200)

    opened = await open_door(handler)
    raw = await opened.raw()
    await raw.send(GET)
    await asyncio.sleep(0.05)
    await opened.door.close()
    assert stopped.is_set()
    assert await raw.end() == b""
    with pytest.raises(ConnectionRefusedError):
        await opened.raw()
