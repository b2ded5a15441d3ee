"""WebSockets to the live app: opened under the public name, with the page's own headers, subprotocols and cookies."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.typing import Subprotocol

from awe_author.door.messages import Headers, header_values, without
from awe_author.errors import UpstreamError
from awe_author.recorder.origins import Route
from awe_author.recorder.upstream import CONNECT_SECONDS, HOP_BY_HOP, explain, trust

_HANDSHAKE = (
    "host",
    "sec-websocket-key",
    "sec-websocket-version",
    "sec-websocket-protocol",
    "sec-websocket-extensions",
    "sec-websocket-accept",
    "content-length",
    *HOP_BY_HOP,
)


@dataclass(slots=True)
class Refused:
    """Upstream answered the handshake with an ordinary response."""

    status: int
    reason: str
    headers: Headers
    body: bytes


@dataclass(slots=True)
class Opened:
    """A WebSocket to the live app."""

    connection: ClientConnection
    headers: Headers
    """Of the 101 response, the handshake's own fields included."""

    @property
    def subprotocol(self) -> str | None:
        return self.connection.subprotocol

    @property
    def for_the_page(self) -> Headers:
        """The 101's fields that the door does not set itself (Set-Cookie...)."""
        return without(self.headers, *_HANDSHAKE)


async def open_socket(route: Route, headers: Headers, *, insecure: bool) -> Opened | Refused:
    """Open the WebSocket that a page asked for. Raises UpstreamError when there is no answer at all."""
    secure = route.scheme == "https"
    fields = without(headers, *_HANDSHAKE)
    if route.mapped:
        fields += [("X-Forwarded-Proto", route.public_scheme), ("X-Forwarded-Host", route.authority)]
    deflate = any("permessage-deflate" in value for value in header_values(headers, "sec-websocket-extensions"))
    try:
        connection = await connect(
            f"{'wss' if secure else 'ws'}://{route.authority}{route.target}",
            host=route.host,
            port=route.port,
            ssl=trust(insecure) if secure else None,
            additional_headers=fields,
            subprotocols=_protocols(headers) or None,
            user_agent_header=None,
            compression=None,
            extensions=[ClientPerMessageDeflateFactory(client_max_window_bits=True)] if deflate else None,
            proxy=None,
            open_timeout=CONNECT_SECONDS,
            ping_interval=None,
            max_size=None,
        )
    except InvalidStatus as error:
        refusal = error.response
        return Refused(
            refusal.status_code, refusal.reason_phrase, list(refusal.headers.raw_items()), bytes(refusal.body or b"")
        )
    except InvalidHandshake as error:
        raise UpstreamError(
            f"the WebSocket was not accepted: {error}", where=route.authority, hint="The app may expect other headers."
        ) from error
    except (OSError, TimeoutError, websockets.WebSocketException) as error:
        raise explain(error, route) from error
    response = connection.response
    return Opened(connection, list(response.headers.raw_items()) if response else [])


def _protocols(headers: Headers) -> list[Subprotocol]:
    names = ",".join(header_values(headers, "sec-websocket-protocol")).split(",")
    return [Subprotocol(name.strip()) for name in names if name.strip()]


async def close_socket(opened: Opened, code: int = 1000, reason: str = "") -> None:
    """Close towards the live app; never raises. Codes that may not be sent become 1000."""
    sendable: Sequence[int] = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011)
    with contextlib.suppress(websockets.WebSocketException, OSError, ValueError):
        await opened.connection.close(code if code in sendable or 3000 <= code < 5000 else 1000, reason)
