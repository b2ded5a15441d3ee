"""The files inside a ZIP (WACZ 1.1.1, specs.webrecorder.net/wacz/1.1.1; also Playwright's zipped HARs), by content.

A stored member is a segment of the file and read in place. A deflated one is small (JSON, read with a limit) or is
unpacked to the cache first. Names inside a ZIP are never used as paths on the disk.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from awe_author.archive.segments import Segment, SegmentFile
from awe_author.archive.store import load
from awe_author.errors import ArchiveError

MAX_MEMBERS = 200_000
MAX_DOCUMENT = 64 << 20
"""Longest JSON document or list of pages that is read."""
_BAD_ZIP = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError)
_BROKEN = (*_BAD_ZIP, OSError, EOFError, OverflowError, IndexError, KeyError)


class Package:
    """A ZIP file whose members are looked at. Raises ArchiveError when its directory cannot be read."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        try:
            self._zip = zipfile.ZipFile(io.BufferedReader(SegmentFile(segment)))
            self.members = {info.filename: info for info in self._zip.infolist()[:MAX_MEMBERS] if not info.is_dir()}
        except (*_BROKEN, zipfile.error) as error:
            hint = "The file is cut off or damaged; copy or download it again."
            raise ArchiveError(f"the ZIP directory cannot be read ({error})", where=segment.name, hint=hint) from error

    def names(self, *suffixes: str, under: str = "") -> list[str]:
        """Names of members in `under` that end in one of `suffixes` (any case), sorted."""
        return sorted(n for n in self.members if n.startswith(under) and (not suffixes or n.lower().endswith(suffixes)))

    def stored(self, name: str) -> Segment | None:
        """The member as a segment of the file, None when it is compressed (or its header is broken)."""
        info = self.members[name]
        if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
            return None
        header = self.segment.read(info.header_offset, 30)
        if len(header) < 30 or header[:4] != b"PK\x03\x04":
            return None
        names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        start = info.header_offset + 30 + names
        return self.segment.part(start, info.file_size, f"{self.segment.name}/{name}")

    def stream(self, name: str) -> Iterator[bytes]:
        """The member's bytes, piece by piece; ends early when it is damaged."""
        try:
            with self._zip.open(self.members[name]) as stream:
                while data := stream.read(1 << 18):
                    yield data
        except _BROKEN:
            return

    def read(self, name: str, limit: int = MAX_DOCUMENT) -> bytes | None:
        """The whole member; None when there is none, or it is larger than `limit`, or damaged."""
        if name not in self.members:
            return None
        try:
            with self._zip.open(self.members[name]) as stream:
                data = stream.read(limit + 1)
        except _BROKEN:
            return None
        return data if len(data) <= limit else None

    def document(self, name: str) -> Any:
        """The member as JSON, None when it is none."""
        data = self.read(name)
        try:
            return load(data) if data is not None else None
        except (ValueError, RecursionError):
            return None

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a member, gzip (in members) undone."""
        yield from lines_of(self.stream(name))


def lines_of(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Lines of a stream that may be gzip; a line longer than 64 MB ends it."""
    rest = b""
    for piece in _gunzipped(chunks):
        parts = (rest + piece).split(b"\n")
        rest = parts.pop()
        yield from parts
        if len(rest) > 64 << 20:
            return
    if rest:
        yield rest


def _gunzipped(chunks: Iterator[bytes]) -> Iterator[bytes]:
    first = next(chunks, b"")
    if not first.startswith(b"\x1f\x8b"):
        yield first
        yield from chunks
        return
    data, inflater = first, zlib.decompressobj(31)
    while True:
        try:
            out = inflater.decompress(data, 1 << 20)
        except zlib.error:
            return
        if out:
            yield out
        data = inflater.unconsumed_tail
        if inflater.eof:
            data, inflater = inflater.unused_data.lstrip(b"\0"), zlib.decompressobj(31)
        if not data:
            data = next(chunks, b"")
            if not data:
                return
