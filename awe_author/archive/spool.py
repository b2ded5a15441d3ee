"""Where recorded bytes wait until the WACZ is written: small bodies in memory, large ones in private files.

A recording in progress holds passwords and session cookies in the clear (redaction happens when the WACZ is written),
so everything that touches the disk lies in one folder of mode 0700, in files of mode 0600, and `close()` removes it
all.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

IN_MEMORY = 256 * 1024
"""Bodies up to this many bytes stay in memory."""


class MemoryBody:
    """A body kept in memory (a `capture.Spooled`)."""

    __slots__ = ("_data",)

    def __init__(self, data: bytes = b"") -> None:
        self._data = data

    @property
    def size(self) -> int:
        return len(self._data)

    def chunks(self, size: int = 65536) -> Iterator[bytes]:
        for start in range(0, len(self._data), size):
            yield self._data[start : start + size]

    def read(self) -> bytes:
        return self._data


class FileBody:
    """A body kept in a private file (a `capture.Spooled`); gone once its spool was closed."""

    __slots__ = ("_size", "path")

    def __init__(self, path: Path, size: int) -> None:
        self.path, self._size = path, size

    @property
    def size(self) -> int:
        return self._size

    def chunks(self, size: int = 65536) -> Iterator[bytes]:
        with self.path.open("rb") as stream:
            while chunk := stream.read(size):
                yield chunk

    def read(self) -> bytes:
        return self.path.read_bytes()


class BodySink:
    """Takes one body piece by piece. `close()` may be called once or more, and always gives the same result."""

    def __init__(self, spool: CaptureSpool) -> None:
        self._spool = spool
        self._parts: list[bytes] = []
        self._file: BinaryIO | None = None
        self._path: Path | None = None
        self._result: MemoryBody | FileBody | None = None
        self.size = 0

    def write(self, data: bytes) -> None:
        if self._result is not None:
            raise ValueError("this body was closed")
        self.size += len(data)
        if self._file is not None:
            self._file.write(data)
            return
        self._parts.append(bytes(data))
        if self.size > IN_MEMORY:
            self._path, self._file = self._spool.private_file()
            self._file.writelines(self._parts)
            self._parts.clear()

    def close(self) -> MemoryBody | FileBody:
        if self._result is None:
            if self._file is not None and self._path is not None:
                self._file.close()
                self._result = FileBody(self._path, self.size)
            else:
                self._result = MemoryBody(b"".join(self._parts))
        return self._result


class CaptureSpool:
    """The private folder of one recording run, made when the first large body needs it."""

    def __init__(self, directory: Path | None = None) -> None:
        """`directory` is where the private folder is made (default: the system's temporary folder)."""
        self._parent = directory
        self._folder: Path | None = None
        self._count = 0
        self._closed = False

    def body(self) -> BodySink:
        """A new, empty body to write to."""
        return BodySink(self)

    def put(self, data: bytes) -> MemoryBody | FileBody:
        """A body that is at hand as a whole."""
        sink = self.body()
        sink.write(data)
        return sink.close()

    def private_file(self) -> tuple[Path, BinaryIO]:
        """A new file that only this user can read, open for writing."""
        if self._closed:
            raise ValueError("the spool was closed")
        if self._folder is None:
            if self._parent is not None:
                self._parent.mkdir(parents=True, exist_ok=True)
            self._folder = Path(tempfile.mkdtemp(prefix="awe-spool-", dir=self._parent))
        self._count += 1
        path = self._folder / str(self._count)
        return path, os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")

    def close(self) -> None:
        """Remove everything that was spooled to files."""
        self._closed = True
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def __enter__(self) -> CaptureSpool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
