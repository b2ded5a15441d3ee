"""HTTP/2 frames as bytes (RFC 9113 4 and 6): names of types, flags and errors, and how frames are packed."""

from __future__ import annotations

import struct
from enum import IntEnum

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
FRAME_SIZE = 16384
"""Largest payload that we accept, and that we send unless the browser allows more (the protocol's default)."""
WINDOW = 65535
"""Initial flow-control window of the protocol."""
MAX_WINDOW = 2**31 - 1

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)

END_STREAM = ACK = 0x1
END_HEADERS = 0x4
PADDED = 0x8
HAS_PRIORITY = 0x20

MAX_CONCURRENT_STREAMS, INITIAL_WINDOW_SIZE, MAX_FRAME_SIZE, MAX_HEADER_LIST_SIZE = range(3, 7)


class ErrorCode(IntEnum):
    """RFC 9113 7."""

    NO_ERROR = 0
    PROTOCOL_ERROR = 1
    INTERNAL_ERROR = 2
    FLOW_CONTROL_ERROR = 3
    STREAM_CLOSED = 5
    FRAME_SIZE_ERROR = 6
    REFUSED_STREAM = 7
    CANCEL = 8
    COMPRESSION_ERROR = 9
    ENHANCE_YOUR_CALM = 11


class ConnectionFault(Exception):
    """The browser broke the protocol so that the connection cannot go on."""

    def __init__(self, code: ErrorCode, detail: str) -> None:
        super().__init__(detail)
        self.code = code


_HEAD = struct.Struct(">HBBBL")
_SETTING = struct.Struct(">HL")
_LONG = struct.Struct(">L")


def frame_head(size: int, kind: int, flags: int, stream: int) -> bytes:
    """The nine bytes before a payload."""
    return _HEAD.pack(size >> 8, size & 0xFF, kind, flags, stream)


def headers_frames(stream: int, block: bytes, end_stream: bool, size: int = FRAME_SIZE) -> bytes:
    """A header block as HEADERS and as many CONTINUATION frames as it takes."""
    flags = END_STREAM if end_stream else 0
    if len(block) <= size:
        return _HEAD.pack(len(block) >> 8, len(block) & 0xFF, HEADERS, flags | END_HEADERS, stream) + block
    out = [frame_head(size, HEADERS, flags, stream), block[:size]]
    for at in range(size, len(block), size):
        piece = block[at : at + size]
        out += [frame_head(len(piece), CONTINUATION, END_HEADERS if at + size >= len(block) else 0, stream), piece]
    return b"".join(out)


def settings(values: dict[int, int]) -> bytes:
    payload = b"".join(_SETTING.pack(key, value) for key, value in values.items())
    return frame_head(len(payload), SETTINGS, 0, 0) + payload


def parse_settings(payload: bytes) -> list[tuple[int, int]]:
    return list(_SETTING.iter_unpack(payload))


SETTINGS_ACK = frame_head(0, SETTINGS, ACK, 0)


def ping_ack(payload: bytes) -> bytes:
    return frame_head(8, PING, ACK, 0) + payload


def window_update(stream: int, size: int) -> bytes:
    return frame_head(4, WINDOW_UPDATE, 0, stream) + _LONG.pack(size)


def rst_stream(stream: int, code: ErrorCode) -> bytes:
    return frame_head(4, RST_STREAM, 0, stream) + _LONG.pack(code)


def goaway(last_stream: int, code: ErrorCode) -> bytes:
    return frame_head(8, GOAWAY, 0, 0) + _LONG.pack(last_stream) + _LONG.pack(code)


def number(payload: bytes) -> int:
    """The 31-bit number that a WINDOW_UPDATE holds."""
    return int(_LONG.unpack(payload)[0]) & MAX_WINDOW
