"""Puts what cannot be read by offset into a plain file beside the index: WARCs compressed as one, or in a ZIP.

The file is written aside and renamed, so that several processes may do it at once. What is written is limited by the
room on the disk, never by memory.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import zstandard

from awe_author.archive.flows import GZIP, MAX_OUT, find
from awe_author.archive.records import WARC_START
from awe_author.archive.segments import CHUNK, Segment, SegmentFile
from awe_author.archive.walk import MAGIC, Report
from awe_author.errors import ArchiveError

RESERVE = 1 << 30
"""Bytes that are left free on the disk."""
PROBE = 1 << 20
"""Inflated bytes within which the first record must begin, or the stream is no WARC."""


def spool(chunks: Iterable[bytes], out: Path, where: str) -> Path:
    """Write `chunks` to `out`. Raises ArchiveError when there is no room."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(prefix=out.name, suffix=".part", dir=out.parent)
    except OSError as error:
        raise _no_room(where, str(error)) from error
    try:
        with os.fdopen(handle, "wb") as stream:
            room = shutil.disk_usage(out.parent).free - RESERVE
            for chunk in chunks:
                room -= len(chunk)
                if room < 0:
                    raise _no_room(where, "it expands beyond the room on the disk")
                stream.write(chunk)
        os.replace(aside, out)
    except OSError as error:
        raise _no_room(where, str(error)) from error
    finally:
        if os.path.exists(aside):
            os.unlink(aside)
    return out


def _no_room(where: str, why: str) -> ArchiveError:
    hint = "Make room in the cache directory, or point XDG_CACHE_HOME to another disk."
    return ArchiveError(f"cannot be unpacked: {why}", where=where, hint=hint)


def inflated(segment: Segment, kind: str, report: Report) -> Iterator[bytes]:
    """Everything in a gzip or zstd stream; damage is reported and what follows it is tried."""
    pieces = _gunzip(segment, report) if kind == "gzip" else _unzstd(segment, report)
    first = b""
    for piece in pieces:
        first += piece
        if len(first) >= PROBE:
            break
    if first and not WARC_START.search(first) and b"filedesc:" not in first[:4096]:
        report(0, "not a WARC")
        return
    yield first
    yield from pieces


def _gunzip(segment: Segment, report: Report) -> Iterator[bytes]:
    position = 0
    while 0 <= position < segment.size:
        if segment.read(position, 3) != GZIP:
            position = find(segment, MAGIC, position)
            continue
        stream, start = zlib.decompressobj(31), position
        try:
            while not stream.eof:
                data = stream.unconsumed_tail or segment.read(position, CHUNK)
                if not data:
                    report(start, "the gzip stream is cut off")
                    return
                if not stream.unconsumed_tail:
                    position += len(data)
                yield stream.decompress(data, MAX_OUT)
            position -= len(stream.unused_data)
        except zlib.error:
            report(start, "the gzip stream is damaged")
            yield b"\r\n\r\n"
            position = find(segment, MAGIC, max(start + 3, position - CHUNK))


def _unzstd(segment: Segment, report: Report) -> Iterator[bytes]:
    """WARC-zstd (iipc.github.io/warc-specifications/specifications/warc-zstd): a dictionary may be the first frame."""
    start = 0
    dictionary: zstandard.ZstdCompressionDict | None = None
    head = segment.read(0, 8)
    try:
        if head[1:4] == b"\x2a\x4d\x18":
            size = int.from_bytes(head[4:8], "little")
            raw = segment.read(8, min(size, 1 << 26))
            if raw.startswith(b"\x28\xb5\x2f\xfd"):
                raw = zstandard.ZstdDecompressor().decompressobj().decompress(raw)
            dictionary, start = zstandard.ZstdCompressionDict(raw), 8 + size
        source = io.BufferedReader(SegmentFile(segment.part(start, segment.size - start, segment.name)))
        reader = zstandard.ZstdDecompressor(dictionary).stream_reader(source, read_across_frames=True)
        while data := reader.read(MAX_OUT):
            yield data
    except zstandard.ZstdError as error:
        report(start, f"the zstd stream is damaged: {error}")
