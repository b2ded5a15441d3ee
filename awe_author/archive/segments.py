"""Pieces of files that are read by offset: a whole WARC, or one that lies stored inside a WACZ (or a WACZ in one).

Everything in an archive is found again as (segment, offset, length), so that nothing needs to be kept in memory. Reads
use `pread`, which has no shared position: any number of threads may read one segment at once.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Protocol

CHUNK = 65536
AHEAD = 1 << 20


class Segment:
    """`size` bytes of a file from `start` on. Opened at once, closed by `close` (or when it is collected)."""

    __slots__ = ("_fd", "name", "path", "size", "start")

    def __init__(self, path: Path, start: int = 0, size: int | None = None, name: str = "") -> None:
        self.path, self.start, self.name = path, start, name or path.name
        self._fd = -1
        self._fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        total = os.fstat(self._fd).st_size
        self.size = max(0, min(size if size is not None else total, total - start))

    def read(self, offset: int, length: int) -> bytes:
        """Up to `length` bytes from `offset`; fewer only at the end. Raises OSError."""
        length = min(length, self.size - offset)
        if length <= 0 or offset < 0:
            return b""
        data = os.pread(self._fd, length, self.start + offset)
        if len(data) == length or not data:
            return data
        parts = [data]
        while (done := sum(map(len, parts))) < length:
            more = os.pread(self._fd, length - done, self.start + offset + done)
            if not more:
                break
            parts.append(more)
        return b"".join(parts)

    def part(self, start: int, size: int, name: str) -> Segment:
        """A segment inside this one."""
        start = min(max(0, start), self.size)
        return Segment(self.path, self.start + start, max(0, min(size, self.size - start)), name)

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        self.close()


class Readable(Protocol):
    """What flows read from: a segment, or one with read-ahead."""

    @property
    def size(self) -> int: ...

    def read(self, offset: int, length: int) -> bytes: ...


class ReadAhead:
    """A segment read from front to back in large pieces, for one reader; memory: one piece."""

    __slots__ = ("_at", "_data", "_segment", "size")

    def __init__(self, segment: Segment) -> None:
        self._segment, self.size = segment, segment.size
        self._data, self._at = b"", 0

    def read(self, offset: int, length: int) -> bytes:
        start = offset - self._at
        if start < 0 or start + length > len(self._data):
            if length >= AHEAD:
                return self._segment.read(offset, length)
            self._data, self._at, start = self._segment.read(offset, AHEAD), offset, 0
        return self._data[start : start + length]


class SegmentFile(io.RawIOBase):
    """A segment as a seekable file, for libraries that want one."""

    def __init__(self, segment: Segment) -> None:
        super().__init__()
        self._segment, self._position = segment, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self._segment.size}[whence]
        if base + offset < 0:
            raise OSError("seek before the start")
        self._position = base + offset
        return self._position

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        data = self._segment.read(self._position, len(view))
        view[: len(data)] = data
        self._position += len(data)
        return len(data)
