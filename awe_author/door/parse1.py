"""HTTP/1.1 requests out of bytes (RFC 9112), without any I/O and without any leniency.

Fed with bytes, gives one event at a time, so that whoever asks decides how far to go: a pipelined second request stays
bytes until the first one is answered. Everything that could be understood in two ways (both lengths, a folded line, a
bare LF, a sign in front of a chunk size) is `Malformed`, after which nothing more is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from awe_author.door.limits import Limits
from awe_author.door.messages import Headers, header, header_values

_TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]++"
_START = re.compile(rb"(" + _TOKEN + rb") ([^\x00-\x20\x7f]++) HTTP/1\.([0-9])\r\n")
_FIELDS = re.compile(rb"(?:" + _TOKEN + rb":[^\x00-\x08\x0a-\x1f\x7f]*+\r\n)*+")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\x00-\x08\x0a-\x1f\x7f]*)?\r\n")
_CHUNK_LINE = 4096
_LENGTHS = frozenset({"content-length", "transfer-encoding"})
_KEEPING = frozenset({"connection", "proxy-connection"})


class Malformed(ValueError):
    """The bytes are not a request that can be understood in exactly one way."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


@dataclass(slots=True)
class Head:
    """A request line and its fields."""

    method: str
    target: str
    version: str
    """"1.0" or "1.1"."""
    headers: Headers
    names: set[str]
    """Of the fields, lower case."""
    length: int | None
    """Size of the body; None when it is chunked. After a Head whose length is 0 there is no End."""

    @property
    def keep_alive(self) -> bool:
        if self.version != "1.1":
            return False
        if self.names.isdisjoint(_KEEPING):
            return True
        value = header(self.headers, "connection") or header(self.headers, "proxy-connection") or ""
        return value == "keep-alive" or "close" not in value.lower()


@dataclass(slots=True)
class End:
    """A request is complete."""

    trailers: Headers


Event = Head | bytes | End


class RequestParser:
    """`feed` bytes, then ask for `next` until it gives None."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._data = b""
        self._at = 0
        self._step = self._head
        self._left = 0

    @property
    def held(self) -> int:
        """Bytes that were fed and not yet asked for."""
        return len(self._data) - self._at

    @property
    def between(self) -> bool:
        """True when no request has begun."""
        return self._step == self._head

    def feed(self, data: bytes) -> None:
        self._data = self._data[self._at :] + data if self._at < len(self._data) else data
        self._at = 0

    def next(self) -> Event | None:
        """The next event, None when more bytes are needed. Raises Malformed."""
        return self._step()

    def rest(self) -> bytes:
        """Take everything that was fed and not yet asked for (after CONNECT or an upgrade)."""
        data, self._data, self._at = self._data[self._at :], b"", 0
        return data

    def _head(self) -> Event | None:
        data = self._data
        while data.startswith(b"\r\n", self._at):
            self._at += 2
        end = data.find(b"\r\n\r\n", self._at)
        if end < 0:
            if self.held > self._limits.header_bytes:
                raise Malformed(431, "request head too large")
            if data.find(b"\n", self._at) > 0 and not _START.match(data, self._at):
                raise Malformed(400, "bad request line")
            return None
        if end - self._at > self._limits.header_bytes:
            raise Malformed(431, "request head too large")
        start = _START.match(data, self._at, end + 2)
        if start is None:
            raise Malformed(400, "bad request line")
        headers = self._fields(start.end(), end + 2)
        self._at = end + 4
        version = "1.0" if start[3] == b"0" else "1.1"
        names = {name.lower() for name, _ in headers}
        length = 0 if names.isdisjoint(_LENGTHS) else _body_length(headers, version)
        if length is None:
            self._step = self._chunk_size
        elif length:
            self._left, self._step = length, self._plain_body
        return Head(start[1].decode("ascii"), start[2].decode("latin-1"), version, headers, names, length)

    def _fields(self, begin: int, end: int) -> Headers:
        data = self._data
        if begin >= end:
            return []
        if _FIELDS.fullmatch(data, begin, end) is None:
            raise Malformed(400, "bad header field")
        lines = data[begin : end - 2].decode("latin-1").split("\r\n")
        if len(lines) > self._limits.header_count:
            raise Malformed(431, "too many header fields")
        return [(name, value.strip(" \t")) for name, _, value in [text.partition(":") for text in lines]]

    def _plain_body(self) -> Event | None:
        if self._left == 0:
            self._step = self._head
            return End([])
        return self._take()

    def _take(self) -> bytes | None:
        at = self._at
        piece = self._data[at : at + self._left]
        if not piece:
            return None
        self._at = at + len(piece)
        self._left -= len(piece)
        return piece

    def _chunk_size(self) -> Event | None:
        end = self._data.find(b"\n", self._at)
        if end < 0 and self.held <= _CHUNK_LINE:
            return None
        match = _CHUNK.match(self._data, self._at)
        if match is None or match.end() - self._at > _CHUNK_LINE:
            raise Malformed(400, "bad chunk size")
        self._at = match.end()
        self._left = int(match[1], 16)
        self._step = self._chunk if self._left else self._trailers
        return self._step()

    def _chunk(self) -> Event | None:
        if self._left:
            return self._take()
        if self.held < 2:
            return None
        if not self._data.startswith(b"\r\n", self._at):
            raise Malformed(400, "chunk longer than its size")
        self._at += 2
        self._step = self._chunk_size
        return self._step()

    def _trailers(self) -> Event | None:
        data, at = self._data, self._at
        if data.startswith(b"\r\n", at):
            self._at, self._step = at + 2, self._head
            return End([])
        end = data.find(b"\r\n\r\n", at)
        if (end if end >= 0 else len(data)) - at > self._limits.header_bytes:
            raise Malformed(431, "trailers too large")
        if end < 0:
            return None
        trailers = self._fields(at, end + 2)
        self._at, self._step = end + 4, self._head
        return End(trailers)


def _body_length(headers: Headers, version: str) -> int | None:
    """RFC 9112 6.3 for requests; None means chunked."""
    codings = header_values(headers, "transfer-encoding")
    lengths = header_values(headers, "content-length")
    if codings:
        if lengths or version == "1.0":
            raise Malformed(400, "Transfer-Encoding where it may not stand")
        if [coding.lower() for coding in codings] != ["chunked"]:
            raise Malformed(501, "unknown transfer coding")
        return None
    if not lengths:
        return 0
    if len(lengths) > 1 or not re.fullmatch(r"[0-9]{1,18}", lengths[0]):
        raise Malformed(400, "bad Content-Length")
    return int(lengths[0])
