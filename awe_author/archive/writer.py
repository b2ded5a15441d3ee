"""WARC 1.1 records, one gzip member each (ISO 28500:2017; the wire format is small enough to write directly).

warcio's own writer is not used: it re-encodes header values and needs a second, seekable copy of each payload, while
a recording must keep latin-1 header bytes as they were and stream large bodies. Whatever is written is read back with
warcio in the tests. Offsets and lengths are those of the gzip members, as CDXJ wants them.
"""

from __future__ import annotations

import hashlib
import uuid
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Protocol

from awe_author.archive.capture import Spooled
from awe_author.archive.model import Headers
from awe_author.archive.spool import MemoryBody

REVISIT_PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
COMPRESSED_MIMES = ("image/", "video/", "audio/", "font/woff", "application/zip", "application/gzip")
"""Types whose bodies do not get smaller: stored with the fastest compression."""


class Out(Protocol):
    def write(self, data: bytes, /) -> int: ...


@dataclass(frozen=True, slots=True)
class Written:
    """Where a record went."""

    id: str
    offset: int
    length: int
    """Of the gzip member."""
    digest: str = ""
    """Payload digest, "sha256:hex"."""


def warc_date(moment: float) -> str:
    """W3C date with microseconds, UTC (WARC 1.1, 5.4)."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def reason_phrase(status: int, given: str) -> str:
    """The reason as sent, or the standard one (HTTP/2 sends none, and readers expect some)."""
    if given:
        return _one_line(given)
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def http_head(first_line: str, headers: Iterable[tuple[str, str]]) -> bytes:
    """Status or request line and fields as HTTP/1.1 text; line breaks inside a value become spaces."""
    lines = [_one_line(first_line), *(f"{_one_line(name)}: {_one_line(value)}" for name, value in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "xmlcharrefreplace")


def _one_line(text: str) -> str:
    if "\r" in text or "\n" in text or "\0" in text:
        return " ".join(text.replace("\0", " ").split())
    return text


class WarcWriter:
    """Appends records to `out`, counting bytes."""

    def __init__(self, out: Out) -> None:
        self._out = out
        self.position = 0

    @staticmethod
    def new_id() -> str:
        return f"<urn:uuid:{uuid.uuid4()}>"

    def warcinfo(self, filename: str, date: float, fields: Sequence[tuple[str, str]]) -> Written:
        """What made this file and how (application/warc-fields)."""
        block = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in fields).encode()
        headers = [("WARC-Filename", filename), ("Content-Type", "application/warc-fields")]
        return self.record("warcinfo", date, headers, b"", MemoryBody(block), payload_digest=False)

    def record(
        self,
        kind: str,
        date: float,
        headers: Headers,
        head: bytes,
        payload: Spooled,
        *,
        record_id: str = "",
        payload_digest: bool = True,
        digest: str = "",
        level: int = 6,
    ) -> Written:
        """One record whose block is `head` followed by `payload`.

        `digest`: the payload's, when it is known already; else it is computed in a pass of its own (digests stand
        before the block). Raises ValueError when the payload changes its size meanwhile.
        """
        record_id = record_id or self.new_id()
        block, whole = hashlib.sha256(head), hashlib.sha256()
        for chunk in payload.chunks():
            block.update(chunk)
            if payload_digest and not digest:
                whole.update(chunk)
        if payload_digest and not digest:
            digest = "sha256:" + whole.hexdigest()
        fields = [("WARC-Type", kind), ("WARC-Record-ID", record_id), ("WARC-Date", warc_date(date)), *headers]
        if payload_digest:
            fields.append(("WARC-Payload-Digest", digest))
        fields.append(("WARC-Block-Digest", "sha256:" + block.hexdigest()))
        fields.append(("Content-Length", str(len(head) + payload.size)))
        text = "WARC/1.1\r\n" + "".join(f"{name}: {_one_line(value)}\r\n" for name, value in fields) + "\r\n"
        offset = self.position
        self._member(text.encode(), head, payload, level)
        return Written(record_id, offset, self.position - offset, digest)

    def _member(self, warc_head: bytes, head: bytes, payload: Spooled, level: int) -> None:
        gzip = zlib.compressobj(level, zlib.DEFLATED, zlib.MAX_WBITS | 16)
        self._put(gzip.compress(warc_head + head))
        size = 0
        for chunk in payload.chunks():
            size += len(chunk)
            self._put(gzip.compress(chunk))
        if size != payload.size:
            raise ValueError(f"a spooled body changed its size from {payload.size} to {size}")
        self._put(gzip.compress(b"\r\n\r\n"))
        self._put(gzip.flush())

    def _put(self, data: bytes) -> None:
        if data:
            self._out.write(data)
            self.position += len(data)


NO_PAYLOAD: Spooled = MemoryBody()
