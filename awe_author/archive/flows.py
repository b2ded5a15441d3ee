"""Bytes out of a segment, one bounded piece at a time: as they are, or inflated from one gzip member.

A flow never raises on damaged data: it ends early and says why in `problem`. Memory is bounded by `CHUNK` whatever a
member expands to.
"""

from __future__ import annotations

import re
import zlib

from awe_author.archive.segments import CHUNK, Readable

MAX_OUT = 1 << 18
"""Inflated bytes taken at a time."""
GZIP = b"\x1f\x8b\x08"


class Flow:
    """Buffered reading over `_more`, which gives the next piece or b"" at the end."""

    __slots__ = ("_buffer", "problem")

    def __init__(self) -> None:
        self._buffer = b""
        self.problem = ""

    def _more(self) -> bytes:
        raise NotImplementedError

    def peek(self, size: int) -> bytes:
        """Up to `size` bytes without taking them; fewer only at the end."""
        while len(self._buffer) < size:
            more = self._more()
            if not more:
                break
            self._buffer = self._buffer + more if self._buffer else more
        return self._buffer[:size]

    def take(self, size: int) -> bytes:
        """Between 1 and `size` bytes, b"" at the end."""
        data = self._buffer or self._more()
        if len(data) <= size:
            self._buffer = b""
            return data
        self._buffer = data[size:]
        return data[:size]

    def until(self, end: re.Pattern[bytes], limit: int) -> bytes | None:
        """Everything up to and including the first match of `end` within `limit` bytes, taken; None when there is none
        (nothing is taken then)."""
        seen = 0
        while True:
            found = end.search(self._buffer, max(0, seen - 4))
            if found is not None:
                data, self._buffer = self._buffer[: found.end()], self._buffer[found.end() :]
                return data
            seen = len(self._buffer)
            if seen >= limit:
                return None
            more = self._more()
            if not more:
                return None
            self._buffer += more

    def skip(self, size: int) -> int:
        """Drop `size` bytes; returns how many there were."""
        done = 0
        while done < size:
            data = self.take(size - done)
            if not data:
                break
            done += len(data)
        return done


class PlainFlow(Flow):
    """The segment's own bytes from `offset` on."""

    __slots__ = ("_position", "_segment")

    def __init__(self, segment: Readable, offset: int) -> None:
        super().__init__()
        self._segment, self._position = segment, offset

    def _more(self) -> bytes:
        try:
            data = self._segment.read(self._position, CHUNK)
        except OSError as error:
            self.problem = f"cannot be read: {error.strerror}"
            return b""
        self._position += len(data)
        return data

    @property
    def position(self) -> int:
        """Offset in the segment of the next byte to be taken."""
        return self._position - len(self._buffer)

    def peek_at(self, ahead: int, size: int) -> bytes:
        """`size` bytes that come after `ahead` more."""
        return self._segment.read(self.position + ahead, size)

    def skip(self, size: int) -> int:
        held = min(size, len(self._buffer))
        self._buffer = self._buffer[held:]
        rest = min(size - held, max(0, self._segment.size - self._position))
        self._position += rest
        return held + rest


class GzipFlow(Flow):
    """One gzip member that begins at `offset`, inflated."""

    __slots__ = ("_inflater", "_position", "_segment", "_step", "_tail", "end")

    def __init__(self, segment: Readable, offset: int, expected: int = CHUNK) -> None:
        super().__init__()
        self._segment, self._position = segment, offset
        self._inflater = zlib.decompressobj(31)
        self._tail: bytes = b""
        self._step = max(512, min(expected, CHUNK))
        """Compressed bytes read at first: the member's length when it is known."""
        self.end = -1
        """Offset of the first byte after the member, once it was read to its end."""

    def _more(self) -> bytes:
        while self.end < 0 and not self.problem:
            if not self._tail:
                self._tail = self._read()
                if not self._tail:
                    self.problem = self.problem or "the gzip member is cut off"
                    break
            try:
                data = self._inflater.decompress(self._tail, MAX_OUT)
            except zlib.error:
                self.problem = "the gzip member is damaged"
                break
            self._tail = self._inflater.unconsumed_tail
            if self._inflater.eof:
                self.end = self._position - len(self._inflater.unused_data)
            if data:
                return data
        return b""

    def _read(self) -> bytes:
        try:
            data = self._segment.read(self._position, self._step)
        except OSError as error:
            self.problem = f"cannot be read: {error.strerror}"
            return b""
        self._position += len(data)
        self._step = min(2 * self._step, CHUNK)
        return data


def find(segment: Readable, pattern: re.Pattern[bytes], start: int, stop: int | None = None, overlap: int = 64) -> int:
    """Offset of the first match of `pattern` that begins in start..stop, else -1."""
    stop = segment.size if stop is None else min(stop, segment.size)
    while start < stop:
        try:
            data = segment.read(start, CHUNK + overlap)
        except OSError:
            return -1
        found = pattern.search(data)
        if found is not None and start + found.start() < stop:
            return start + found.start()
        start += CHUNK
    return -1
