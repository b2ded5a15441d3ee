"""Clients of the live app: nothing added, nothing decoded, and failures in words."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from awe_author.door.messages import Headers, header
from awe_author.errors import UpstreamError
from awe_author.recorder.chrome import ChromeUpstream, client
from awe_author.recorder.origins import Origins
from awe_author.recorder.upstream import HttpxUpstream, Outgoing, Upstream, forwarded
from tests.recorder.apps import LiveApp, live_app
from tests.recorder.certificates import server_context

PUBLIC = "https://crm.acme.test"


def outgoing(
    app: LiveApp, path: str, *, method: str = "GET", headers: Headers | None = None,
    body: AsyncIterator[bytes] | None = None, mapped: bool = True,
) -> Outgoing:  # fmt: skip
    origin = PUBLIC if mapped else app.origin
    return Outgoing(method, origin + path, Origins({PUBLIC: app.origin}).route(origin + path), headers or [], body)


async def pieces(*chunks: bytes) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


async def whole(upstream: Upstream, request: Outgoing) -> tuple[int, Headers, bytes]:
    found = await upstream.send(request)
    body = b"".join([chunk async for chunk in found.chunks])
    await found.close()
    return found.status, found.headers, body


def both() -> list[Upstream]:
    return [HttpxUpstream(), client("chrome", False)]


@pytest.mark.parametrize("index", [0, 1], ids=["httpx", "chrome"])
async def test_what_the_browser_said_arrives_as_it_was(index: int) -> None:
    upstream = both()[index]
    async with live_app() as app:
        said = [("X-One", "1"), ("accept", "*/*"), ("x-TWO", "2"), ("Cookie", "a=1"), ("Accept-Encoding", "gzip, br")]
        status, _, _ = await whole(upstream, outgoing(app, "/api?x|y&z='1'", headers=said, mapped=index == 0))
        assert status == 200
        lines = app.seen[0].split("\r\n")
        assert lines[0] == "GET /api?x|y&z='1' HTTP/1.1"
        names = [line.partition(":")[0].lower() for line in lines[2:] if line]
        assert names[: len(said)] == [name.lower() for name, _ in said]
        assert not any(name.startswith("user-agent") for name in names)
        await upstream.aclose()


async def test_the_public_name_is_kept_and_told() -> None:
    upstream = HttpxUpstream()
    async with live_app() as app:
        await whole(upstream, outgoing(app, "/"))
        head = app.seen[0]
        assert "\r\nHost: crm.acme.test\r\n" in head
        assert "X-Forwarded-Proto: https\r\nX-Forwarded-Host: crm.acme.test\r\nX-Forwarded-Port: 443" in head
        await whole(upstream, outgoing(app, "/", mapped=False))
        assert "X-Forwarded" not in app.seen[1]
        await upstream.aclose()


@pytest.mark.parametrize("index", [0, 1], ids=["httpx", "chrome"])
async def test_bodies_are_not_decoded_and_redirects_not_followed(index: int) -> None:
    upstream = both()[index]
    async with live_app() as app:
        status, headers, body = await whole(upstream, outgoing(app, "/packed", mapped=index == 0))
        assert (status, header(headers, "content-encoding"), body[:2]) == (200, "gzip", b"\x1f\x8b")
        sent = outgoing(app, "/login", method="POST", headers=[("Content-Length", "5")], body=pieces(b"us", b"er="),
                        mapped=index == 0)  # fmt: skip
        status, headers, body = await whole(upstream, sent)
        assert (status, header(headers, "location")) == (303, "/two")
        assert app.bodies[-1] == b"user="
        await whole(upstream, outgoing(app, "/two", mapped=index == 0))
        assert "session=" not in app.seen[-1]
        await upstream.aclose()


async def test_a_body_of_unknown_length_is_sent_in_chunks() -> None:
    upstream = HttpxUpstream()
    async with live_app() as app:
        await whole(upstream, outgoing(app, "/api", method="POST", body=pieces(b"a", b"bc")))
        assert "Transfer-Encoding: chunked" in app.seen[0]
        assert app.bodies == [b"abc"]
        await upstream.aclose()


def test_fields_of_one_connection_stay_behind_and_cookies_are_joined() -> None:
    request = Outgoing("GET", PUBLIC, Origins({}).route(PUBLIC), [
        ("host", "x"), ("Connection", "keep-alive, X-Private"), ("X-Private", "1"), ("TE", "trailers"),
        ("cookie", "a=1"), ("accept", "*/*"), ("cookie", "b=2"), ("Transfer-Encoding", "chunked"),
    ], None)  # fmt: skip
    assert forwarded(request) == [("Host", "crm.acme.test"), ("cookie", "a=1; b=2"), ("accept", "*/*")]


async def test_a_response_that_breaks_off_is_an_error() -> None:
    upstream = HttpxUpstream()
    async with live_app() as app:
        found = await upstream.send(outgoing(app, "/drop"))
        with pytest.raises(UpstreamError, match="broke off"):
            _ = [chunk async for chunk in found.chunks]
        await upstream.aclose()


@pytest.mark.parametrize("index", [0, 1], ids=["httpx", "chrome"])
async def test_an_app_that_is_not_there(index: int) -> None:
    upstream = both()[index]
    with pytest.raises(UpstreamError) as caught:
        await upstream.send(outgoing(LiveApp(port=9), "/", mapped=index == 0))
    assert "127.0.0.1:9" in caught.value.where
    assert caught.value.hint
    await upstream.aclose()


@pytest.mark.parametrize("kind", [HttpxUpstream, ChromeUpstream])
async def test_certificates_are_checked_unless_told_otherwise(
    kind: type[HttpxUpstream] | type[ChromeUpstream], tmp_path: Path
) -> None:
    context: ssl.SSLContext = server_context(tmp_path)
    async with live_app(context) as app:
        request = Outgoing("GET", f"https://localhost:{app.port}/two", Origins({}).route(f"https://localhost:{app.port}/two"),
                           [], None)  # fmt: skip
        strict, lax = kind(), kind(insecure=True)
        with pytest.raises(UpstreamError, match="certificate is not trusted") as caught:
            await strict.send(request)
        assert "insecure: true" in caught.value.hint
        status, _, body = await whole(lax, request)
        assert (status, b"Page two" in body) == (200, True)
        await strict.aclose()
        await lax.aclose()
