"""WARC and ARC records as they lie in a segment: framing only, the same code for scanning and for reading by offset.

WARC 0.18, 1.0 and 1.1: ISO 28500. ARC 1 and 2: archive.org/web/researcher/ArcFileFormat.php. A record in a gzip
member of its own is bounded by the member, whatever its Content-Length says; one in plain text by its Content-Length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache

from awe_author.archive.flows import GZIP, Flow, GzipFlow, PlainFlow
from awe_author.archive.segments import Readable

MAX_HEADER = 1 << 20
"""Longest record header that is read (URLs can be long, and some tools put JSON there)."""
WARC_START = re.compile(rb"WARC/[01]\.[0-9]{1,2}\r*\n")
ARC_LINE = re.compile(
    rb"((?:[a-z][a-z0-9+.-]*:)[^ \r\n]*) +([0-9A-Fa-f.:]+|-) +(\d{8,17}) +([^ \r\n]+) +(?:[^\r\n]* )?(\d+)\r?\n", re.I
)
LONGER = "the record is longer than its Content-Length"
_HEADER_END = re.compile(rb"\r*\n\r*\n")
_LINE_END = re.compile(rb"\n")


@dataclass(slots=True)
class RawRecord:
    """One record; its block is read from `flow`, at most `left` bytes of it."""

    offset: int
    fields: dict[str, str]
    """Named fields, names in lower case; the last of a repeated one."""
    flow: Flow
    left: int
    """Bytes of the block that were not read yet, by Content-Length."""
    concurrent: list[str] = field(default_factory=list)
    problem: str = ""
    arc: bool = False
    declared: bool = True
    """False when there was no (readable) Content-Length: the block goes to the end of the member."""

    def read(self, size: int) -> bytes:
        """Between 1 and `size` bytes of the block, b"" at its end."""
        if self.left <= 0:
            return b""
        data = self.flow.take(min(size, self.left))
        if not data:
            self._ended()
        self.left -= len(data)
        return data

    def head(self, limit: int) -> bytes:
        """The head of the HTTP message in the block, with its empty line; all there is when it has none."""
        data = self.flow.until(_HEADER_END, min(limit, self.left)) if self.left > 0 else b""
        if data is None or len(data) > self.left:
            data = (data or b"") if data is not None else self.flow.peek(min(limit, self.left))
            if len(data) > self.left:
                self.flow._buffer = data[self.left :] + self.flow._buffer
                data = data[: self.left]
            else:
                self.flow.skip(len(data))
        self.left -= len(data)
        return data

    def read_all(self, limit: int) -> bytes:
        """The rest of the block, at most `limit` bytes."""
        parts: list[bytes] = []
        while limit > 0 and (data := self.read(limit)):
            parts.append(data)
            limit -= len(data)
        return b"".join(parts)

    def drop(self) -> None:
        """Skip the rest of the block."""
        if self.left > 0:
            done = self.flow.skip(self.left)
            if done < self.left and self.declared:
                self._ended()
            self.left = 0

    def _ended(self) -> None:
        if not self.declared:
            self.left = 0
        elif self.left > 0 and not self.problem:
            self.problem = self.flow.problem or "truncated: the record is shorter than it says"
            self.left = 0


def parse_fields(lines: list[bytes]) -> tuple[dict[str, str], list[str]]:
    """(named fields, values of WARC-Concurrent-To)."""
    fields: dict[str, str] = {}
    concurrent: list[str] = []
    name = ""
    for line in lines:
        if line[:1] in (b" ", b"\t") and name:
            fields[name] += " " + line.strip().decode("utf-8", "replace")
            continue
        raw, colon, rest = line.partition(b":")
        if colon:
            name = raw.strip().lower().decode("ascii", "replace")
            fields[name] = rest.strip().decode("utf-8", "replace")
            if name == "warc-concurrent-to":
                concurrent.append(fields[name])
    return fields, concurrent


def _length(fields: dict[str, str]) -> int | None:
    text = fields.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def open_record(flow: Flow, offset: int) -> RawRecord | None:
    """The record at the flow's present place, or None when none begins there."""
    start = flow.peek(16)
    if start.startswith(b"WARC/"):
        return _open_warc(flow, offset)
    return _open_arc(flow, offset)


def _open_warc(flow: Flow, offset: int) -> RawRecord | None:
    header = flow.until(_HEADER_END, MAX_HEADER)
    if header is None:
        return None
    lines = [line.rstrip(b"\r") for line in header.split(b"\n")]
    fields, concurrent = parse_fields([line for line in lines[1:] if line])
    length = _length(fields)
    record = RawRecord(offset, fields, flow, length if length is not None else 1 << 62, concurrent)
    if length is None:
        record.problem, record.declared = "no usable Content-Length", False
    return record


def _open_arc(flow: Flow, offset: int) -> RawRecord | None:
    start = flow.peek(2048)
    if not ARC_LINE.match(start) and b"\n" in start:
        return None
    line = flow.until(_LINE_END, 65536)
    match = ARC_LINE.match(line) if line is not None else None
    if match is None:
        return None
    url, address, date, mime, size = (group.decode("utf-8", "replace") for group in match.groups())
    kind = "warcinfo" if url.startswith("filedesc:") else "response"
    fields = {
        "warc-type": kind,
        "warc-target-uri": url,
        "warc-ip-address": address,
        "warc-date": date,
        "content-type": mime if kind == "warcinfo" else "application/http; msgtype=response",
        "x-arc-mime": mime,
        "content-length": size,
    }
    return RawRecord(offset, fields, flow, int(size[:18]), arc=True)


def open_at(segment: Readable, offset: int, length: int) -> RawRecord | None:
    """The record at `offset` (of `length` bytes, 0 when unknown), found through the index."""
    flow: Flow
    if segment.read(offset, 3) == GZIP:
        flow = GzipFlow(segment, offset, length or 1 << 20)
    else:
        flow = PlainFlow(segment, offset)
    return open_record(flow, offset)


@lru_cache(maxsize=1024)
def _midnight(day: str) -> float:
    return datetime(int(day[:4]), int(day[4:6]), int(day[6:]), tzinfo=UTC).timestamp()


def lengthen(record: RawRecord, length: int, known: bool) -> None:
    """Let a body whose record says too small a length be as long as HTTP says (`length`), if that many bytes are there.

    `known`: the scan found that the record goes on after its Content-Length.
    """
    if length <= record.left:
        return
    flow = record.flow
    if known or (isinstance(flow, PlainFlow) and flow.peek_at(length, 4) == b"\r\n\r\n"):
        record.left, record.declared = length, False


def parse_date(text: str) -> float | None:
    """Seconds since the epoch of a WARC date (W3C-DTF) or an ARC one (digits); None when it is neither."""
    try:
        if len(text) == 14 and text.isdigit() and text.isascii():
            seconds = int(text[8:10]) * 3600 + int(text[10:12]) * 60 + int(text[12:])
            return _midnight(text[:8]) + seconds if seconds < 86401 else None
        if text[:8].isdigit():
            digits = (text + "01010101000000"[len(text) - 14 :] if len(text) < 14 else text)[:14]
            return datetime.strptime(digits, "%Y%m%d%H%M%S").replace(tzinfo=UTC).timestamp()
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
