"""The server's side of a WebSocket (RFC 6455) over a connection that was upgraded.

Framing, masking, close handshake and permessage-deflate are done by the sans-I/O part of `websockets`, whose masking is
in C and whose inflating is bounded. Here: the handshake, queues with back-pressure, and who closes when.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import hashlib
from collections import deque
from collections.abc import Sequence

from websockets.exceptions import InvalidHeader, NegotiationError
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.headers import build_extension, parse_extension
from websockets.protocol import SEND_EOF, Protocol, Side, State

from awe_author.door.fields import handshake_line
from awe_author.door.limits import Limits
from awe_author.door.messages import BrokenOff, Headers, Request, Upgrade, header_values
from awe_author.door.wire import AnyWire

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_MESSAGE_BYTES_HELD = 1024 * 1024


def wants_websocket(method: str, headers: Headers) -> bool:
    """Is this the opening handshake of RFC 6455 4.1?"""
    return (
        method == "GET"
        and any("websocket" in value.lower() for value in header_values(headers, "upgrade"))
        and any("upgrade" in value.lower() for value in header_values(headers, "connection"))
    )


def accept(request: Request, upgrade: Upgrade) -> tuple[bytes, Sequence[Extension]] | None:
    """The 101 response and the agreed extensions; None when the handshake is not valid."""
    keys = header_values(request.headers, "sec-websocket-key")
    versions = header_values(request.headers, "sec-websocket-version")
    try:
        if len(keys) != 1 or len(base64.b64decode(keys[0], validate=True)) != 16 or versions != ["13"]:
            return None
    except (binascii.Error, ValueError):
        return None
    token = base64.b64encode(hashlib.sha1(keys[0].encode("ascii") + _GUID).digest())
    lines = [
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
        b"Sec-WebSocket-Accept: " + token + b"\r\n",
    ]
    deflate = _negotiate(header_values(request.headers, "sec-websocket-extensions"))
    if deflate is not None:
        lines.append(b"Sec-WebSocket-Extensions: " + deflate[0] + b"\r\n")
    if upgrade.subprotocol:
        lines.append(b"Sec-WebSocket-Protocol: " + upgrade.subprotocol.encode("latin-1", "replace") + b"\r\n")
    lines.extend(handshake_line(name, value) for name, value in upgrade.headers)
    return b"".join([*lines, b"\r\n"]), [deflate[1]] if deflate is not None else []


def _negotiate(offers: list[str]) -> tuple[bytes, Extension] | None:
    """The first offer of permessage-deflate that can be met (RFC 7692)."""
    factory = ServerPerMessageDeflateFactory()
    for value in offers:
        with contextlib.suppress(InvalidHeader):
            for name, params in parse_extension(value):
                if name == factory.name:
                    with contextlib.suppress(NegotiationError):
                        agreed, extension = factory.process_request_params(params, [])
                        return build_extension([(name, agreed)]).encode("ascii"), extension
    return None


class ServerSocket:
    """One accepted WebSocket; see `messages.WebSocket`."""

    def __init__(self, wire: AnyWire, extensions: Sequence[Extension], limits: Limits) -> None:
        self.close_code: int | None = None
        self.close_reason = ""
        self._wire, self._limits = wire, limits
        self._protocol = Protocol(Side.SERVER, state=State.OPEN, max_size=limits.message_bytes)
        self._protocol.extensions = list(extensions)
        self._messages: deque[str | bytes] = deque()
        self._size = 0
        self._parts: list[bytes] = []
        self._text = False
        self._waiter: asyncio.Future[None] | None = None
        self._ended = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        """Bytes from the browser."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._frame(event)
        self._flush()
        if len(self._messages) > self._limits.message_count or self._size > _MESSAGE_BYTES_HELD:
            self._wire.pause()

    def lost(self) -> None:
        """The connection is gone."""
        self._end()

    async def receive(self) -> str | bytes | None:
        while not self._messages:
            if self._ended.is_set():
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        message = self._messages.popleft()
        self._size -= len(message)
        if not self._messages:
            self._wire.resume()
        return message

    async def send(self, message: str | bytes) -> None:
        if self._ended.is_set() or self._protocol.state is not State.OPEN:
            raise BrokenOff("the WebSocket is closed")
        if isinstance(message, str):
            self._protocol.send_text(message.encode("utf-8", "replace"))
        else:
            self._protocol.send_binary(message)
        self._flush()
        if self._wire.congested:
            await self._wire.drain()

    async def close(self, code: int = 1000, reason: str = "") -> None:
        if self._protocol.state is State.OPEN and not self._wire.gone:
            if not _sendable(code):
                self._wire.abort()
                return
            text = reason.encode("utf-8", "replace")[:123].decode("utf-8", "ignore")
            if code == 1005:
                self._protocol.send_close()
            else:
                self._protocol.send_close(code, text)
            self._flush()
        self._wire.resume()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._limits.linger_seconds):
                await self._ended.wait()
        self._wire.close()

    def _frame(self, frame: Frame) -> None:
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if frame.opcode is not Opcode.CONT:
                self._text = frame.opcode is Opcode.TEXT
            self._parts.append(bytes(frame.data))
            if frame.fin:
                data = b"".join(self._parts)
                self._parts.clear()
                self._deliver(data)

    def _deliver(self, data: bytes) -> None:
        try:
            message = data.decode("utf-8") if self._text else data
        except UnicodeDecodeError:
            self._protocol.fail(1007, "invalid UTF-8")
            return
        self._messages.append(message)
        self._size += len(message)
        self._wake()

    def _flush(self) -> None:
        pieces = self._protocol.data_to_send()
        if pieces:
            self._wire.write(b"".join(pieces))
            if pieces[-1] == SEND_EOF:
                self._end()

    def _end(self) -> None:
        """Nothing more will come; messages that did are still to be read."""
        if not self._ended.is_set():
            received = self._protocol.close_rcvd
            self.close_code = received.code if received is not None else 1006
            self.close_reason = received.reason if received is not None else ""
            self._ended.set()
            self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def _sendable(code: int) -> bool:
    """Codes that may stand in a close frame (RFC 6455 7.4), and 1005, which is an empty one."""
    return code in (1005, *range(1000, 1004), *range(1007, 1015)) or 3000 <= code <= 4999
