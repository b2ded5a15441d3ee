"""One HTTP/2 connection of the browser (RFC 9113), server side, lean.

Only what a server needs is kept: a window and a body for each open stream. Received frames are handled in one loop over
the bytes; sent frames are collected and written once for each turn of the event loop, so that a page's hundreds of
small responses share TLS records and system calls. Header blocks are sent without the dynamic table, which makes the
bytes of a field cacheable (fields.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from awe_author.door import frames as f
from awe_author.door.body import NO_BODY, Inbox
from awe_author.door.frames import ConnectionFault, ErrorCode
from awe_author.door.heads2 import BadHead, request_head, response_block, trailer_block
from awe_author.door.hpack import Decoder, Field, HpackError, TooLarge
from awe_author.door.messages import Headers, Request, Response
from awe_author.door.outbox import Outbox
from awe_author.door.pump import BodyFailed, drop, pump
from awe_author.door.service import Service
from awe_author.door.stream import Stream
from awe_author.door.target import Origin
from awe_author.door.wire import AnyWire

_CONNECTION_WINDOW = 16 * 1024 * 1024
_BURST = 128 * 1024
"""Body bytes written in one go."""


class Http2:
    """Receives frames, asks the service, sends frames."""

    def __init__(self, service: Service[Any], wire: AnyWire, number: int, origin: Origin) -> None:
        self._service, self._wire, self._number, self._origin = service, wire, number, origin
        self._decoder = Decoder(service.limits.header_bytes)
        self._streams: dict[int, Stream] = {}
        self._data = b""
        self._greeted = False
        self._last = 0
        self._block: tuple[int, int, list[bytes]] | None = None
        """(stream, flags, pieces) of a header block that goes on in CONTINUATION frames."""
        self._window, self._initial_window, self._frame_size = f.WINDOW, f.WINDOW, f.FRAME_SIZE
        self._owed = 0
        """Bytes of the connection's window that were not yet given back."""
        self._outbox = Outbox(service.loop, wire)
        self._stopped = False
        self._handlers: list[Callable[[int, int, bytes], None]] = [
            self._on_data, self._on_headers, self._on_priority, self._on_reset, self._on_settings,
            self._on_push, self._on_ping, self._on_goaway, self._on_window, self._on_continuation,
        ]  # fmt: skip
        limits = service.limits
        self._outbox.send(
            f.settings({
                f.MAX_CONCURRENT_STREAMS: limits.streams,
                f.INITIAL_WINDOW_SIZE: limits.body_buffer,
                f.MAX_HEADER_LIST_SIZE: limits.header_bytes,
            })
            + f.window_update(0, _CONNECTION_WINDOW - f.WINDOW)
        )  # fmt: skip
        wire.deadline = service.loop.time() + limits.head_seconds

    # -- receiving ---------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Bytes from the browser."""
        if self._stopped:
            return
        if self._data:
            data = self._data + data
        try:
            self._data = data[self._frames(data) :]
        except ConnectionFault as fault:
            self._fail(fault)

    def lost(self) -> None:
        """The browser went away."""
        self._stopped = True
        for stream in list(self._streams.values()):
            self._cancel(stream)

    def _frames(self, data: bytes) -> int:
        """Handle every whole frame in `data`; returns how many bytes they took."""
        at, size = 0, len(data)
        if not self._greeted:
            if size < len(f.PREFACE):
                if not f.PREFACE.startswith(data):
                    raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "bad preface")
                return 0
            if not data.startswith(f.PREFACE):
                raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "bad preface")
            self._greeted, at = True, len(f.PREFACE)
        handlers = self._handlers
        while size - at >= 9:
            length = int.from_bytes(data[at : at + 3], "big")
            if length > f.FRAME_SIZE:
                raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "frame too large")
            end = at + 9 + length
            if end > size:
                break
            kind = data[at + 3]
            if self._block is not None and kind != f.CONTINUATION:
                raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "header block interrupted")
            if kind < 10:
                stream_id = int.from_bytes(data[at + 5 : at + 9], "big") & f.MAX_WINDOW
                handlers[kind](stream_id, data[at + 4], data[at + 9 : end])
            at = end
        return at

    def _on_headers(self, stream_id: int, flags: int, payload: bytes) -> None:
        if stream_id % 2 == 0:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "HEADERS on a stream that is not the browser's")
        if flags & f.PADDED:
            payload = _unpad(payload)
        if flags & f.HAS_PRIORITY:
            if len(payload) < 5:
                raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "HEADERS too short")
            payload = payload[5:]
        if flags & f.END_HEADERS:
            self._header_block(stream_id, flags, payload)
        else:
            self._block = (stream_id, flags, [payload])

    def _on_continuation(self, stream_id: int, flags: int, payload: bytes) -> None:
        if self._block is None or self._block[0] != stream_id:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "CONTINUATION without HEADERS")
        pieces = self._block[2]
        pieces.append(payload)
        if len(pieces) > 64 or sum(map(len, pieces)) > self._service.limits.header_bytes:
            raise ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "header block too large")
        if flags & f.END_HEADERS:
            first_flags, self._block = self._block[1], None
            self._header_block(stream_id, first_flags, b"".join(pieces))

    def _header_block(self, stream_id: int, flags: int, block: bytes) -> None:
        try:
            fields = self._decoder.decode(block)
        except HpackError as error:
            large = isinstance(error, TooLarge)
            code = ErrorCode.ENHANCE_YOUR_CALM if large else ErrorCode.COMPRESSION_ERROR
            raise ConnectionFault(code, f"bad header block: {error}") from error
        ended = bool(flags & f.END_STREAM)
        if stream_id > self._last:
            self._last = stream_id
            self._begin(stream_id, fields, ended)
        else:
            self._trailers(stream_id, fields, ended)

    def _begin(self, stream_id: int, fields: list[Field], ended: bool) -> None:
        service = self._service
        if len(self._streams) >= service.limits.streams:
            self._outbox.reply(f.rst_stream(stream_id, ErrorCode.REFUSED_STREAM))
            return
        try:
            if len(fields) > service.limits.header_count:
                raise BadHead("too many header fields")
            method, url, headers, length = request_head(fields, self._origin)
            if ended and length:
                raise BadHead("END_STREAM before the body")
        except BadHead as error:
            service.report("protocol_error", host=self._origin.host, detail=str(error))
            self._outbox.reply(f.rst_stream(stream_id, ErrorCode.PROTOCOL_ERROR))
            return
        stream = Stream(stream_id, self._initial_window)
        trailers: Headers = []
        if not ended:
            stream.expected = length
            stream.body = Inbox(service.limits.body_buffer, trailers, lambda size: self._taken(stream, size))
            if any(name == "expect" for name, _ in headers):
                stream.body.wanted = lambda: self._outbox.send(f.headers_frames(stream_id, _CONTINUE, False))
                headers = [field for field in headers if field[0] != "expect"]
        request = Request(method, url, headers, stream.body or NO_BODY, "2", self._number, trailers)
        self._streams[stream_id] = stream
        self._wire.deadline = None
        stream.task = service.spawn(self._exchange(stream, request))

    def _trailers(self, stream_id: int, fields: list[Field], ended: bool) -> None:
        stream = self._streams.get(stream_id)
        if stream is None or stream.body is None or stream.body.complete:
            return
        if not ended or not all(fine and name[0] != ":" for name, _, fine in fields):
            self._break(stream, ErrorCode.PROTOCOL_ERROR)
            return
        self._finish_body(stream, [(name, value) for name, value, _ in fields])

    def _on_data(self, stream_id: int, flags: int, payload: bytes) -> None:
        size = len(payload)
        if stream_id == 0 or stream_id > self._last:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "DATA on a stream that is not open")
        if flags & f.PADDED:
            payload = _unpad(payload)
        self._owed += size
        if self._owed > _CONNECTION_WINDOW // 4:
            self._outbox.send(f.window_update(0, self._owed))
            self._owed = 0
        stream = self._streams.get(stream_id)
        if stream is None:
            return
        body = stream.body
        if body is None or body.complete:
            self._break(stream, ErrorCode.STREAM_CLOSED)
            return
        stream.received += len(payload)
        if stream.expected is not None and stream.received > stream.expected:
            self._break(stream, ErrorCode.PROTOCOL_ERROR)
            return
        if size > len(payload):
            self._taken(stream, size - len(payload))
        if payload:
            if body.held + len(payload) > self._service.limits.body_buffer:
                self._break(stream, ErrorCode.FLOW_CONTROL_ERROR)
                return
            body.feed(payload)
        if flags & f.END_STREAM:
            self._finish_body(stream, None)

    def _finish_body(self, stream: Stream, trailers: Headers | None) -> None:
        assert stream.body is not None
        if stream.expected is not None and stream.received != stream.expected:
            self._break(stream, ErrorCode.PROTOCOL_ERROR)
            return
        stream.body.finish(trailers)

    def _taken(self, stream: Stream, size: int) -> None:
        """The responder took `size` bytes of a body: let the browser send as many more."""
        stream.owed += size
        ended = stream.body is None or stream.body.complete
        if not ended and stream.owed >= self._service.limits.body_buffer // 4:
            self._outbox.send(f.window_update(stream.id, stream.owed))
            stream.owed = 0

    def _on_reset(self, stream_id: int, flags: int, payload: bytes) -> None:
        if len(payload) != 4:
            raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "bad RST_STREAM")
        if stream_id == 0 or stream_id > self._last:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "RST_STREAM on an idle stream")
        stream = self._streams.get(stream_id)
        if stream is not None:
            self._cancel(stream)

    def _on_settings(self, stream_id: int, flags: int, payload: bytes) -> None:
        if stream_id:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "SETTINGS on a stream")
        if flags & f.ACK:
            return
        if len(payload) % 6:
            raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "bad SETTINGS")
        for key, value in f.parse_settings(payload):
            if key == f.INITIAL_WINDOW_SIZE:
                if value > f.MAX_WINDOW:
                    raise ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "initial window too large")
                for stream in self._streams.values():
                    stream.window += value - self._initial_window
                self._initial_window = value
                self._wake_all()
            elif key == f.MAX_FRAME_SIZE:
                if not f.FRAME_SIZE <= value < 2**24:
                    raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "bad maximum frame size")
                self._frame_size = min(value, _BURST)
        self._outbox.reply(f.SETTINGS_ACK)

    def _on_ping(self, stream_id: int, flags: int, payload: bytes) -> None:
        if stream_id or len(payload) != 8:
            raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "bad PING")
        if not flags & f.ACK:
            self._outbox.reply(f.ping_ack(payload))

    def _on_window(self, stream_id: int, flags: int, payload: bytes) -> None:
        if len(payload) != 4:
            raise ConnectionFault(ErrorCode.FRAME_SIZE_ERROR, "bad WINDOW_UPDATE")
        size = f.number(payload)
        if stream_id == 0:
            self._window += size
            if size == 0 or self._window > f.MAX_WINDOW:
                raise ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "bad window")
            self._wake_all()
            return
        if stream_id > self._last:
            raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "WINDOW_UPDATE on an idle stream")
        stream = self._streams.get(stream_id)
        if stream is not None:
            stream.window += size
            if size == 0 or stream.window > f.MAX_WINDOW:
                self._break(stream, ErrorCode.FLOW_CONTROL_ERROR)
            else:
                stream.wake()

    def _on_priority(self, stream_id: int, flags: int, payload: bytes) -> None:
        """Deprecated and without effect."""

    def _on_goaway(self, stream_id: int, flags: int, payload: bytes) -> None:
        """The browser opens no more streams; those that are open go on."""

    def _on_push(self, stream_id: int, flags: int, payload: bytes) -> None:
        raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a browser cannot push")

    # -- answering ---------------------------------------------------------------------------------------------------

    async def _exchange(self, stream: Stream, request: Request) -> None:
        code: ErrorCode | None = ErrorCode.INTERNAL_ERROR
        try:
            answer = await self._service.answer(request)
            if isinstance(answer, Response):
                await self._respond(stream, answer, request)
                code = ErrorCode.NO_ERROR if stream.body is not None and not stream.body.complete else None
        except (BodyFailed, ConnectionError):
            pass
        except Exception as error:
            self._service.failed(request.url, error)
        finally:
            if self._streams.pop(stream.id, None) is not None and code is not None:
                self._outbox.reply(f.rst_stream(stream.id, code))
            if not self._streams and not self._stopped:
                self._wire.deadline = self._service.loop.time() + self._service.limits.idle_seconds

    async def _respond(self, stream: Stream, response: Response, request: Request) -> None:
        block, empty = response_block(response, request.method)
        body = response.body
        if empty or body == b"":
            self._outbox.send(f.headers_frames(stream.id, block, True, self._frame_size))
            await drop(response)
        elif isinstance(body, bytes):
            self._outbox.send(f.headers_frames(stream.id, block, False, self._frame_size))
            await self._send_body(stream, body, True)
        else:
            self._outbox.send(f.headers_frames(stream.id, block, False, self._frame_size))
            await pump(self._service, request.url, response, lambda chunk: self._send_body(stream, chunk, False))
            if response.trailers:
                self._outbox.send(f.headers_frames(stream.id, trailer_block(response.trailers), True, self._frame_size))
            else:
                self._outbox.send(f.frame_head(0, f.DATA, f.END_STREAM, stream.id))

    async def _send_body(self, stream: Stream, data: bytes, last: bool) -> None:
        """Send `data` as the windows and the socket allow."""
        size, at = len(data), 0
        view = memoryview(data)
        while at < size:
            while self._wire.congested:
                await self._wire.drain()
            room = min(self._window, stream.window, _BURST)
            if room <= 0:
                await stream.wait(self._service.loop)
                continue
            end = min(at + room, size)
            self._window -= end - at
            stream.window -= end - at
            while at < end:
                piece = view[at : min(at + self._frame_size, end)]
                at += len(piece)
                flags = f.END_STREAM if last and at == size else 0
                self._outbox.send(f.frame_head(len(piece), f.DATA, flags, stream.id), piece)
            if at < size:
                self._outbox.flush()
                await asyncio.sleep(0)
        if self._wire.congested and not last:
            await self._wire.drain()

    def _break(self, stream: Stream, code: ErrorCode) -> None:
        """End a stream from our side because of what the browser did."""
        self._cancel(stream)
        self._outbox.reply(f.rst_stream(stream.id, code))

    def _cancel(self, stream: Stream) -> None:
        """Forget a stream: its responder stops."""
        self._streams.pop(stream.id, None)
        if stream.body is not None:
            stream.body.fail()
        if stream.task is not None:
            stream.task.cancel()

    def _wake_all(self) -> None:
        for stream in self._streams.values():
            stream.wake()

    def _fail(self, fault: ConnectionFault) -> None:
        self._service.report("protocol_error", host=self._origin.host, detail=str(fault))
        self._outbox.send(f.goaway(self._last, fault.code))
        self._outbox.flush()
        self.lost()
        self._wire.close()


_CONTINUE = b"\x08\x03100"


def _unpad(payload: bytes) -> bytes:
    if not payload or payload[0] >= len(payload):
        raise ConnectionFault(ErrorCode.PROTOCOL_ERROR, "bad padding")
    return payload[1 : len(payload) - payload[0]]
