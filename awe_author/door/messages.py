"""What passes the door: a request in, an answer out. HTTP version, TLS and framing stay behind it.

The central type is `Responder`: the door asks each in turn and sends the first answer that is not None. The same shape
serves recording (one responder that forwards upstream) and replaying (a chain that ends in "miss").
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

Headers: TypeAlias = "list[tuple[str, str]]"
"""Header fields in wire order, values decoded as latin-1. Repeats are kept. Names compare without case (RFC 9110 5.1);
the spelling that came in is kept for HTTP/1.1, HTTP/2 is lower case."""

S = TypeVar("S")


_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s"';,]+)""", re.IGNORECASE)


def header(headers: Sequence[tuple[str, str]], name: str, default: str | None = None) -> str | None:
    """The first value of `name` (any case), else `default`."""
    wanted = name.lower()
    for key, value in headers:
        if key.lower() == wanted:
            return value
    return default


def charset(content_type: str | None) -> str:
    """The charset that a Content-Type names, in lower case; "" when it names none."""
    found = _CHARSET.search(content_type or "")
    return found[1].lower() if found else ""


def header_values(headers: Sequence[tuple[str, str]], name: str) -> list[str]:
    """Every value of `name` (any case), in order."""
    wanted = name.lower()
    return [value for key, value in headers if key.lower() == wanted]


def without(headers: Sequence[tuple[str, str]], *names: str) -> Headers:
    """The headers but those named (any case)."""
    gone = {name.lower() for name in names}
    return [(key, value) for key, value in headers if key.lower() not in gone]


class BrokenOff(ConnectionError):
    """The browser went away in the middle of a request body or of a WebSocket."""


class RequestBody(Protocol):
    """The request's body: iterate once for chunks as they arrive (back-pressure applies), or read it whole.

    After `read()`, iterating yields the cached bytes again, so that several responders may look. 100-continue is sent
    by the door when the first chunk is asked for. Raises `BrokenOff` when the browser stops before its end.
    """

    def __aiter__(self) -> AsyncIterator[bytes]: ...

    async def read(self) -> bytes: ...


@dataclass(slots=True)
class Request:
    """One request as the browser sent it."""

    method: str
    url: str
    """Absolute: scheme://host[:port]/path[?query]; scheme and host lower case, default port left out, path and query
    byte for byte as sent. The scheme is `ws` or `wss` for a WebSocket handshake."""
    headers: Headers
    body: RequestBody
    http_version: str = "1.1"
    """"1.0", "1.1" or "2"."""
    connection: int = 0
    """Number of the browser's TCP connection within this door, for logs."""
    trailers: Headers = field(default_factory=list)
    """Trailer fields; complete only once the body was read to its end."""
    apart: bool = False
    """Asked by our own machinery beside the page, which must not notice: it is no load of a document."""

    @property
    def is_websocket(self) -> bool:
        return self.url.startswith(("ws://", "wss://"))

    def header(self, name: str, default: str | None = None) -> str | None:
        return header(self.headers, name, default)


@dataclass(slots=True)
class Response:
    """An answer to send. The door frames it: it sets Content-Length or Transfer-Encoding and Connection itself, sends
    no body for HEAD, 204 and 304, and keeps a given Content-Length only for HEAD and 304. A status below 200 is a
    failure of the responder (only `Upgrade` switches protocols)."""

    status: int
    headers: Headers = field(default_factory=list)
    body: bytes | AsyncIterable[bytes] = b""
    """Bytes as they go on the wire (content-encoding already applied). An iterable is streamed chunk by chunk under
    back-pressure; if it has an `aclose`, that is awaited when the browser goes away. Raising inside it breaks the
    connection off so that the browser sees a truncated body, never a complete one."""
    reason: str = ""
    trailers: Headers = field(default_factory=list)
    """Sent after a streamed body; may be filled while the body is being iterated."""
    length: int | None = None
    """Exact size in bytes of a streamed body when known: sent as Content-Length (a body of another size breaks the
    exchange off). None: chunked. Not looked at when `body` is bytes."""
    mark: int | None = None
    """What the responder notes for those around it; the door does not look at it."""


@dataclass(slots=True)
class Abort:
    """Break the exchange off without an answer: the page sees a network error. RST_STREAM in HTTP/2; in HTTP/1.1 a
    closed connection, or, where a browser would then ask again by itself (a connection that it used before), a head
    that contradicts itself."""

    reason: str = ""


class WebSocket(Protocol):
    """One accepted WebSocket, seen from the server's side."""

    async def receive(self) -> str | bytes | None:
        """The next message, or None once the browser closed it (then `close_code` is set)."""
        ...

    async def send(self, message: str | bytes) -> None: ...

    async def close(self, code: int = 1000, reason: str = "") -> None: ...

    close_code: int | None
    close_reason: str


@dataclass(slots=True)
class Upgrade:
    """Accept the WebSocket handshake and hand the connection to `handler`; when that returns, the door closes it."""

    handler: Callable[[WebSocket], Awaitable[None]]
    subprotocol: str | None = None
    headers: Headers = field(default_factory=list)
    """Extra response headers (Set-Cookie...); those of the handshake itself are the door's."""


Answer: TypeAlias = Response | Abort | Upgrade
Responder: TypeAlias = "Callable[[Request, S], Awaitable[Answer | None]]"
"""Asked in order; the first answer that is not None is sent. `S` is the session that owns the door. An exception is
logged, sent to the observer, and answered as a network error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorEvent:
    """A fact about the door that is not an exchange."""

    kind: str
    """"connect" (a CONNECT was accepted), "tls_failed", "protocol_error", "responder_failed", "closed"."""
    host: str = ""
    port: int = 0
    detail: str = ""


Observer: TypeAlias = Callable[[DoorEvent], None]
