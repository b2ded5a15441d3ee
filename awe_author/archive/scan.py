"""What the index needs of each record, read in one pass over a WARC or ARC.

Of a response only the HTTP head is read, of a request the whole (its body is needed for the canonical form), of
metadata nothing. Bodies of responses are skipped.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from awe_author.archive.httphead import MAX_HEAD, Headers, media_type, parse_request, parse_response, value
from awe_author.archive.records import RawRecord, parse_date
from awe_author.archive.segments import Segment
from awe_author.archive.urls import normal_url, socket_url
from awe_author.archive.walk import Report, walk

MAX_REQUEST_BODY = 64 << 20
"""Request bodies are compared by their first so many bytes."""
EMPTY_DIGESTS = frozenset(
    {"sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709", "md5:d41d8cd98f00b204e9800998ecf8427e"}
    | {"sha256:" + hashlib.sha256(b"").hexdigest(), "sha512:" + hashlib.sha512(b"").hexdigest()}
)
_SIZES = {"md5": 16, "sha1": 20, "sha256": 32, "sha384": 48, "sha512": 64}


@dataclass(slots=True)
class Scanned:
    """One record, as far as the index needs it."""

    kind: str
    """"response", "revisit", "resource", "request", "metadata", "fact" (anything reachable by its URL only)."""
    offset: int
    length: int
    url: str
    """In normal form for exchanges, as it stands for facts."""
    time: float
    id: str = ""
    concurrent: list[str] = field(default_factory=list)
    digest: str = ""
    """Payload digest, "algorithm:hex", "" when none."""
    status: int = 0
    mime: str = ""
    vary: str = ""
    """The response's Vary."""
    has_head: bool = True
    """Does the record hold an HTTP head of its own? (Revisits may not.)"""
    refers_url: str = ""
    refers_date: float | None = None
    refers_id: str = ""
    method: str = ""
    headers: Headers = field(default_factory=list)
    """Of requests."""
    body: bytes = b""
    """Of requests."""
    seq: int | None = None
    step: int | None = None
    socket: bool = False
    problem: str = ""


def normal_digest(text: str) -> str:
    """A digest as "algorithm:hex", however it is spelt ("sha-256:...", "sha1:BASE32", base64); "" when it is none."""
    name, colon, digest = text.strip().partition(":")
    name = name.lower().replace("-", "")
    size = _SIZES.get(name)
    if not colon or size is None:
        return ""
    digest = digest.strip()
    try:
        if len(digest) == 2 * size:
            raw = bytes.fromhex(digest)
        elif len(digest.rstrip("=")) == (size * 8 + 4) // 5:
            raw = base64.b32decode(digest.rstrip("=").upper() + "=" * (-len(digest.rstrip("=")) % 8))
        else:
            padded = digest.rstrip("=").replace("-", "+").replace("_", "/")
            raw = base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True)
    except (ValueError, binascii.Error):
        return ""
    return f"{name}:{raw.hex()}" if len(raw) == size else ""


def scan(segment: Segment, report: Report) -> Iterator[Scanned]:
    """Every record of use in the segment, in order. Raises walk.ManyInOne."""
    last = 0.0
    for record, ended in walk(segment, report):
        scanned = look_at(record, last)
        length = ended()
        if scanned is None:
            if record.problem:
                report(record.offset, record.problem)
            continue
        scanned.length, scanned.problem = length, record.problem
        last = scanned.time
        yield scanned


def look_at(record: RawRecord, last: float = 0.0) -> Scanned | None:
    """What the index needs of a record, None when it needs nothing. `last`: the time to assume when it has none."""
    fields = record.fields
    kind = fields.get("warc-type", "").lower()
    raw_url = fields.get("warc-target-uri", "").strip("<> ")
    moment = parse_date(fields.get("warc-date", ""))
    found = Scanned(kind, record.offset, 0, raw_url, moment if moment is not None else last)
    found.id, found.concurrent = fields.get("warc-record-id", ""), record.concurrent
    found.digest = normal_digest(fields.get("warc-payload-digest", ""))
    found.seq, found.step = _number(fields.get("awe-seq")), _number(fields.get("awe-step"))
    if kind == "metadata":
        return found
    url = normal_url(raw_url)
    if kind not in ("response", "revisit", "request", "resource") or url is None:
        found.kind, found.mime = "fact", fields.get("content-type", "").partition(";")[0].strip().lower()
        return found if raw_url and kind != "warcinfo" else None
    found.url = url
    if kind == "request":
        return _request(record, found)
    if kind == "resource":
        found.status, found.mime = 200, fields.get("content-type", "").partition(";")[0].strip().lower()
        return found
    return _response(record, found)


def _response(record: RawRecord, found: Scanned) -> Scanned:
    fields = record.fields
    found.refers_url = normal_url(fields.get("warc-refers-to-target-uri", "")) or ""
    found.refers_date = parse_date(fields.get("warc-refers-to-date", ""))
    found.refers_id = fields.get("warc-refers-to", "")
    head = parse_response(record.head(MAX_HEAD))
    if head is None:
        found.has_head = False
        unmodified = found.kind == "revisit" and "not-modified" in fields.get("warc-profile", "")
        found.status = 304 if unmodified else 200 if found.kind == "response" else 0
        found.mime = fields.get("x-arc-mime", "")
        return found
    found.status, found.mime, found.vary = head.status, media_type(head.headers), value(head.headers, "vary")
    found.socket = head.status == 101 and "websocket" in value(head.headers, "upgrade").lower()
    if found.socket:
        found.url = socket_url(found.url)
    return found


def _request(record: RawRecord, found: Scanned) -> Scanned | None:
    head = parse_request(record.head(MAX_HEAD))
    if head is None:
        return None
    found.method, found.headers = head.method, head.headers
    found.socket = "websocket" in value(head.headers, "upgrade").lower()
    if found.socket:
        found.url = socket_url(found.url)
    if value(head.headers, "transfer-encoding") or value(head.headers, "content-length") != "0":
        found.body = request_payload(head.headers, record.read_all(MAX_REQUEST_BODY))
    return found


def request_payload(headers: Headers, body: bytes) -> bytes:
    """A stored request body less its transfer coding."""
    if "chunked" not in value(headers, "transfer-encoding").lower():
        return body
    parts: list[bytes] = []
    rest = body
    while rest:
        line, newline, after = rest.partition(b"\n")
        size = line.partition(b";")[0].strip()
        if not newline or not size or len(size) > 16 or size.strip(b"0123456789abcdefABCDEF"):
            return body
        length = int(size, 16)
        if length == 0:
            return b"".join(parts)
        parts.append(after[:length])
        rest = after[length:].removeprefix(b"\r").removeprefix(b"\n")
    return b"".join(parts)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 16 else None
