"""Goes through a WARC or ARC from its start to its end and survives what is wrong with it.

After damage the walk finds the next place where a record begins: the next gzip member that inflates to one, or, in
plain text, the next line that opens one. A record whose Content-Length reaches over the beginning of another is cut
there.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator

from awe_author.archive.flows import GZIP, GzipFlow, PlainFlow, find
from awe_author.archive.records import ARC_LINE, LONGER, WARC_START, RawRecord, open_record
from awe_author.archive.segments import Readable, ReadAhead, Segment

Report = Callable[[int, str], None]
"""Told (offset, what is wrong) of every piece that had to be skipped."""

MAGIC = re.compile(re.escape(GZIP))
WARC_LINE = re.compile(rb"WARC/[01]\.[0-9]{1,2}\r*\n(?=(?:WARC-|Content-)[A-Za-z-]{1,40}:)", re.I)
_FIRST = 4096
"""Compressed bytes of a member that are taken at first: what follows the member is copied in vain."""
SEARCHED = 64 << 20
_BLANK = b"\r\n\0 \t"


class ManyInOne(Exception):
    """The gzip members are not the records, so that these cannot be read by offset."""


def sniff(segment: Readable) -> str:
    """What the segment begins with: "gzip", "zstd", "warc", "arc" or ""."""
    start = segment.read(0, 4096)
    if start.startswith(GZIP[:2]):
        return "gzip"
    if start.startswith(b"\x28\xb5\x2f\xfd") or (start[1:4] == b"\x2a\x4d\x18" and 0x50 <= start[0] <= 0x5F):
        return "zstd"
    text = start.lstrip(_BLANK)
    if WARC_START.match(text):
        return "warc"
    return "arc" if ARC_LINE.match(text) else ""


def holds_records(segment: Segment) -> bool:
    """Does a record begin somewhere within the first 64 MB, whatever stands before it?"""
    return _member_after(segment, 0, SEARCHED) >= 0 or find(segment, WARC_LINE, 0, SEARCHED, overlap=4096) >= 0


def walk(segment: Segment, report: Report) -> Iterator[tuple[RawRecord, Callable[[], int]]]:
    """Each record with a function to call when its block was read as far as wanted: it returns the record's length in
    the segment and completes `problem`. Raises ManyInOne."""
    kind = sniff(segment)
    if kind == "gzip" or (not kind and _member_after(segment, 0, SEARCHED) >= 0):
        yield from _walk_gzip(ReadAhead(segment), report)
    else:
        yield from _walk_plain(ReadAhead(segment), report, arc=kind == "arc")


def record_at(segment: Readable, offset: int) -> tuple[RawRecord, Callable[[], int]] | None:
    """The one record at `offset`, as `walk` gives it."""
    if segment.read(offset, 3) == GZIP:
        flow = GzipFlow(segment, offset)
        record = open_record(flow, offset)
        return None if record is None else (record, _End(segment, record, flow))
    plain = PlainFlow(segment, offset)
    record = open_record(plain, offset)
    return None if record is None else (record, _PlainEnd(segment, record, plain.position, record.arc))


def _walk_gzip(segment: Readable, report: Report) -> Iterator[tuple[RawRecord, Callable[[], int]]]:
    position = 0
    while position < segment.size:
        if segment.read(position, 3) != GZIP:
            position = _next_member(segment, position, report)
            continue
        flow = GzipFlow(segment, position, _FIRST)
        record = open_record(flow, position)
        if record is None:
            if flow.peek(1).strip(_BLANK) or flow.problem:
                report(position, flow.problem or "a gzip member without a record")
            position = flow.end if flow.end > 0 and flow.skip(1 << 20) < 1 << 20 else position + 3
            if segment.read(position, 3) != GZIP:
                position = _next_member(segment, position, None)
            continue
        ended = _End(segment, record, flow)
        yield record, ended
        position = ended.position if ended.position > position else position + ended()


class _End:
    """Completes a record that has a gzip member of its own; `position` is then where the next one is looked for."""

    def __init__(self, segment: Readable, record: RawRecord, flow: GzipFlow) -> None:
        self._segment, self._record, self._flow = segment, record, flow
        self.position = -1

    def __call__(self) -> int:
        if self.position < 0:
            self.position = self._finish()
        return self.position - self._record.offset

    def _finish(self) -> int:
        record, flow = self._record, self._flow
        record.drop()
        if record.declared and record.problem and flow.end > 0 and self._goes_on(flow.end):
            raise ManyInOne
        rest = flow.peek(64)
        text = rest.lstrip(_BLANK)
        if (WARC_START.match(text) or (record.arc and ARC_LINE.match(text + flow.peek(4096)[len(rest) :]))) and text:
            raise ManyInOne
        if rest.strip(b"\r\n") and not record.problem:
            record.problem = LONGER
            flow.skip(1 << 20)
        elif rest:
            flow.skip(len(rest))
        if flow.end < 0 and not flow.problem:
            flow.peek(1)
        if flow.problem and not record.problem:
            record.problem = flow.problem
        if flow.end > 0:
            return flow.end
        following = _member_after(self._segment, record.offset + 3)
        return following if following >= 0 else self._segment.size

    def _goes_on(self, position: int) -> bool:
        """Is the next member the continuation of this record?"""
        if self._segment.read(position, 3) != GZIP:
            return False
        start = GzipFlow(self._segment, position).peek(64).lstrip(_BLANK)
        return bool(start) and not WARC_START.match(start)


def _next_member(segment: Readable, position: int, report: Report | None) -> int:
    """Where the next readable member begins (the segment's size when there is none); other bytes are reported."""
    following = _member_after(segment, position)
    stop = following if following >= 0 else segment.size
    if report is not None and segment.read(position, min(stop - position, 4096)).strip(_BLANK):
        report(position, f"{stop - position} bytes that are no record")
    return stop


def _member_after(segment: Readable, position: int, stop: int | None = None) -> int:
    """Offset of the next gzip member that inflates to the beginning of a record, else -1."""
    while (position := find(segment, MAGIC, position, stop)) >= 0:
        try:
            start = zlib.decompressobj(31).decompress(segment.read(position, 4096), 4096)
        except (zlib.error, OSError):
            start = b""
        if WARC_START.match(start) or ARC_LINE.match(start):
            return position
        position += 1
    return -1


def _walk_plain(segment: Readable, report: Report, *, arc: bool) -> Iterator[tuple[RawRecord, Callable[[], int]]]:
    position = _skip_blank(segment, 0)
    while position < segment.size:
        flow = PlainFlow(segment, position)
        record = open_record(flow, position)
        if record is None:
            following = _line_after(segment, position + 1, arc)
            report(position, f"{following - position} bytes that are no record")
            position = following
            continue
        body = flow.position
        ended = _PlainEnd(segment, record, body, arc)
        yield record, ended
        position = _skip_blank(segment, record.offset + ended())


class _PlainEnd:
    """Completes a record in plain text: checks that another one begins where its Content-Length says."""

    def __init__(self, segment: Readable, record: RawRecord, body: int, arc: bool) -> None:
        self._segment, self._record, self._body, self._arc = segment, record, body, arc
        self._declared = record.left
        self._length = -1

    def __call__(self) -> int:
        if self._length < 0:
            self._length = self._finish()
        return self._length

    def _finish(self) -> int:
        segment, record = self._segment, self._record
        end = self._body + self._declared
        after = _skip_blank(segment, end) if end <= segment.size else -1
        if after >= 0:
            start = segment.read(after, 4096)
            if not start or (ARC_LINE.match(start) if self._arc else WARC_START.match(start)):
                if segment.read(end, after - end).strip(b"\r\n") and not record.problem:
                    record.problem = LONGER
                return after - record.offset
            if not self._arc and segment.read(end, 4) == b"\r\n\r\n":
                return after - record.offset
        following = _line_after(segment, self._body, self._arc)
        if after < 0 or following < end:
            record.problem = record.problem or "truncated: the record is shorter than it says"
        else:
            record.problem = record.problem or LONGER
        return following - record.offset


def _skip_blank(segment: Readable, position: int) -> int:
    while position < segment.size:
        data = segment.read(position, 64)
        text = data.lstrip(_BLANK)
        if text or not data:
            return position + len(data) - len(text)
        position += len(data)
    return position


def _line_after(segment: Readable, position: int, arc: bool) -> int:
    """Offset of the next line that opens a record, else the segment's size."""
    pattern = re.compile(rb"(?<=\n)" + ARC_LINE.pattern, re.I) if arc else WARC_LINE
    found = find(segment, pattern, max(0, position - 1) if arc else position, overlap=4096)
    return found if found >= 0 else segment.size
