"""Clients that speak to the live app: bytes as they are, both ways, and nothing added.

Two clients with one contract (`Upstream`). `HttpxUpstream` is the usual one: HTTP/1.1 and HTTP/2 through httpx's
transport rather than its client, which would keep cookies, follow redirects, decode bodies and rewrite odd URLs.
`chrome.ChromeUpstream` keeps Chrome's TLS fingerprint for sites that refuse unknown clients.
"""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

import httpcore
import httpx

from awe_author.door.messages import Headers, header, header_values, without
from awe_author.errors import UpstreamError
from awe_author.recorder.origins import Route

HOP_BY_HOP = (
    "connection",
    "keep-alive",
    "proxy-connection",
    "proxy-authenticate",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "http2-settings",
)
"""Fields that speak of one connection only (RFC 9110 7.6.1)."""

CONNECT_SECONDS = 20.0
_SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(slots=True)
class Outgoing:
    """A request for upstream."""

    method: str
    url: str
    """As the browser asked."""
    route: Route
    headers: Headers
    """The browser's, hop-by-hop fields and all; the client leaves those out and sets Host."""
    body: AsyncIterator[bytes] | None
    """None when the request has none."""


@dataclass(slots=True)
class Incoming:
    """Upstream's response: its head, then its body chunk by chunk, undecoded (but the transfer coding is off)."""

    status: int
    reason: str
    headers: Headers
    http_version: str
    """"1.0", "1.1" or "2"."""
    chunks: AsyncIterator[bytes]
    close: Callable[[], Awaitable[None]]
    remote_address: str = ""


class Upstream(Protocol):
    """Asks the live app. Raises UpstreamError with a reason that a person can act upon."""

    async def send(self, request: Outgoing) -> Incoming: ...

    async def aclose(self) -> None: ...


def forwarded(request: Outgoing) -> Headers:
    """The fields to send: the browser's order and spelling, without hop-by-hop fields, under the public name."""
    connection = ",".join(header_values(request.headers, "connection"))
    named = {token.strip().lower() for token in connection.split(",")}
    kept = without(request.headers, "host", *HOP_BY_HOP, *named)
    cookies = header_values(kept, "cookie")
    if len(cookies) > 1:  # HTTP/2 may split the field (RFC 9113 8.2.3)
        place = next(index for index, (key, _) in enumerate(kept) if key.lower() == "cookie")
        kept = without(kept, "cookie")
        kept.insert(place, ("cookie", "; ".join(cookies)))
    fields = [("Host", request.route.authority), *kept]
    if request.route.mapped:
        fields = without(fields, "x-forwarded-proto", "x-forwarded-host", "x-forwarded-port")
        port = "443" if request.route.public_scheme == "https" else "80"
        port = request.route.authority.rpartition(":")[2] if ":" in request.route.authority.rpartition("]")[2] else port
        fields += [
            ("X-Forwarded-Proto", request.route.public_scheme),
            ("X-Forwarded-Host", request.route.authority),
            ("X-Forwarded-Port", port),
        ]
    return fields


def trust(insecure: bool) -> ssl.SSLContext:
    """How certificates of the live app are checked."""
    context = httpx.create_ssl_context(verify=not insecure, trust_env=False)
    return context


class _Body(httpx.AsyncByteStream):
    def __init__(self, chunks: AsyncIterator[bytes] | None) -> None:
        self._chunks = chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self._chunks is not None:
            async for chunk in self._chunks:
                yield chunk


@dataclass(slots=True)
class HttpxUpstream:
    """The usual client."""

    insecure: bool = False
    http2: bool = True
    _transport: httpx.AsyncHTTPTransport = field(init=False)

    def __post_init__(self) -> None:
        self._transport = httpx.AsyncHTTPTransport(
            verify=trust(self.insecure),
            http2=self.http2,
            trust_env=False,
            retries=1,
            # Servers close idle connections after some seconds; a connection this fresh is still good.
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=64, keepalive_expiry=1.5),
        )

    async def send(self, request: Outgoing) -> Incoming:
        message = self._message(request)
        try:
            response = await self._transport.handle_async_request(message)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError) as error:
            if request.method not in _SAFE or request.body is not None:
                raise explain(error, request.route) from error
            response = await self._once_more(request)
        except (httpx.HTTPError, ssl.SSLError, OSError) as error:
            raise explain(error, request.route) from error
        return self._incoming(response, request)

    async def _once_more(self, request: Outgoing) -> httpx.Response:
        """A kept-alive connection may be closed by the server in the very moment it is used again."""
        try:
            return await self._transport.handle_async_request(self._message(request))
        except (httpx.HTTPError, ssl.SSLError, OSError) as error:
            raise explain(error, request.route) from error

    def _message(self, request: Outgoing) -> httpx.Request:
        route = request.route
        host = f"[{route.host}]" if ":" in route.host else route.host
        fields = forwarded(request)
        if request.body is not None and header(fields, "content-length") is None:
            fields.append(("Transfer-Encoding", "chunked"))
        raw = [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in fields]
        return httpx.Request(
            request.method,
            f"{route.scheme}://{host}:{route.port}/",
            headers=raw,
            stream=_Body(request.body),
            extensions={
                "target": route.target.encode("latin-1", "replace"),
                "timeout": {"connect": CONNECT_SECONDS, "read": None, "write": None, "pool": None},
            },
        )

    def _incoming(self, response: httpx.Response, request: Outgoing) -> Incoming:
        stream = response.extensions.get("network_stream")
        address = stream.get_extra_info("server_addr") if stream is not None else None
        version = response.extensions.get("http_version", b"HTTP/1.1").decode().removeprefix("HTTP/")
        return Incoming(
            status=response.status_code,
            reason=response.extensions.get("reason_phrase", b"").decode("latin-1"),
            headers=[(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw],
            http_version="2" if version.startswith("2") else version,
            chunks=_read(response, request.route),
            close=lambda: _close(response),
            remote_address=f"{address[0]}:{address[1]}" if isinstance(address, tuple) else "",
        )

    async def aclose(self) -> None:
        with contextlib.suppress(httpx.HTTPError, OSError):
            await self._transport.aclose()


async def _read(response: httpx.Response, route: Route) -> AsyncIterator[bytes]:
    stream = response.stream
    assert isinstance(stream, httpx.AsyncByteStream)
    try:
        async for chunk in stream:
            yield chunk
    except (httpx.HTTPError, httpcore.ConnectionNotAvailable, ssl.SSLError, OSError) as error:
        raise explain(error, route) from error


async def _close(response: httpx.Response) -> None:
    with contextlib.suppress(httpx.HTTPError, OSError, RuntimeError):
        await response.aclose()


def explain(error: BaseException, route: Route) -> UpstreamError:
    """Why the live app gave no answer, in words."""
    where = route.authority + (f" (at {route.scheme}://{route.host}:{route.port})" if route.mapped else "")
    text = str(error) or type(error).__name__
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError) or "CERTIFICATE_VERIFY_FAILED" in str(cause):
            return UpstreamError(
                f"its certificate is not trusted: {getattr(cause, 'verify_message', '') or text}",
                where=where,
                hint='When you trust it, set "insecure: true" in site.yaml.',
            )
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx.ConnectTimeout):
        return UpstreamError(f"no connection within {CONNECT_SECONDS:.0f} s", where=where, hint="Is it running?")
    if isinstance(error, httpx.ConnectError | ConnectionError):
        return UpstreamError(f"no connection: {text}", where=where, hint="Is it running, and is the address right?")
    return UpstreamError(f"the connection broke off: {text}", where=where, hint="Look at the server's log.")
