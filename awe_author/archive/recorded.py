"""An opened archive: look-ups in the index, responses out of the files, each read by offset when it is asked for.

Small responses that were sent once are remembered (a bounded number of bytes), because pages ask for the same few again
and again. Larger ones are streamed anew each time.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import shutil
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from awe_author.archive.decode import SAMPLE, dechunked, is_chunked, repaired, true_codings
from awe_author.archive.flows import GzipFlow
from awe_author.archive.httphead import MAX_HEAD, Headers, ResponseHead, parse_request, parse_response, value
from awe_author.archive.model import (
    Damage,
    Entry,
    PageEntry,
    RecordedResponse,
    Recording,
    SocketMessage,
    StepRecord,
    StorageState,
)
from awe_author.archive.records import LONGER, RawRecord, lengthen, open_at
from awe_author.archive.scan import request_payload
from awe_author.archive.segments import Segment
from awe_author.archive.store import IndexStore, Place, StoredEntry, load
from awe_author.errors import ArchiveError

SMALL = 256 << 10
"""Bodies up to this size are read whole and remembered."""
REMEMBERED = 64 << 20
"""Bytes of small bodies that are remembered at most."""
MAX_WHOLE = 1 << 30
"""Most bytes of a record that are read at once (request bodies, page facts)."""
_Remembered = tuple[int, str, Headers, bytes, str]


class Archive(IndexStore):
    """See the docstring of `awe_author.archive`. Made by `open_archive`; usable from any thread."""

    def __init__(self, index: Path, sources: Sequence[Segment], scratch: Path | None = None) -> None:
        super().__init__(index)
        self._sources = list(sources)
        self._scratch = scratch
        self._small: OrderedDict[int, _Remembered] = OrderedDict()
        self._small_bytes = 0
        self._small_lock = threading.Lock()
        self._own = self.raw("recording") is not None
        self._lazy: dict[str, Any] = {}

    def close(self) -> None:
        """Give files and memory back. Responses that are still being streamed end early."""
        super().close()
        for source in self._sources:
            source.close()
        self._small.clear()
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def response(self, entry: Entry) -> RecordedResponse:
        """What was answered. Raises ArchiveError when the entry has no response, or its record cannot be read."""
        found = self._small.get(entry.seq)
        if found is None:
            return self._read_response(self._stored(entry))
        status, reason, headers, body, problem = found
        return RecordedResponse(status, reason, list(headers), [body], len(body), problem)

    def _stored(self, entry: Entry) -> StoredEntry:
        if isinstance(entry, StoredEntry):
            return entry
        stored = self.by_seq(entry.seq)
        if stored is None:
            raise ArchiveError(f"no exchange number {entry.seq} in this archive", where=entry.url)
        return stored

    def _open(self, place: Place, entry: Entry) -> RawRecord:
        number, offset, length = place
        try:
            record = open_at(self._sources[number], offset, length)
        except (OSError, IndexError) as error:
            raise ArchiveError(f"the record cannot be read: {error}", where=entry.url) from error
        if record is None:
            where = f"{self._sources[number].name}:{offset}"
            hint = f"It should hold {entry.url}. The file is damaged, or its index belongs to another file."
            raise ArchiveError("no record begins here", where=where, hint=hint)
        return record

    def _read_response(self, entry: StoredEntry) -> RecordedResponse:
        if entry.response is None:
            raise ArchiveError("no response was recorded", where=entry.url)
        record = self._open(entry.response, entry)
        head = _head_of(record)
        stored, body = head, _Body(self, entry, record)
        if entry.payload is not None:
            record = self._open(entry.payload, entry)
            stored = _head_of(record)
            body = _Body(self, entry, record)
        no_body = entry.no_body or entry.method == "HEAD" or head.status in (204, 304) or head.status < 200
        if no_body:
            return self._without_body(entry, head)
        body.lengthen(stored.headers)
        body.chunked = "chunked" in value(stored.headers, "transfer-encoding").lower()
        sample, whole = body.sample()
        codings = true_codings(stored.headers, sample, whole)
        dest = dict(entry.vary).get("sec-fetch-dest", "")
        headers = list(head.headers)
        if not (self._own and value(headers, "content-type") == ""):
            headers = repaired(headers, entry.url, head.status, dest, codings, sample)
        else:
            headers = repaired([*headers, ("Content-Type", "")], entry.url, head.status, dest, codings, sample)
            headers = [(k, v) for k, v in headers if (k, v) != ("Content-Type", "")]
        if not whole:
            length = body.length if not entry.problem else None
            if length is not None:
                headers.append(("Content-Length", str(length)))
            return RecordedResponse(head.status, head.reason, headers, body, length, entry.problem)
        headers.append(("Content-Length", str(len(sample))))
        problem = entry.problem or record.problem
        self._remember(entry.seq, (head.status, head.reason, headers, sample, problem))
        return RecordedResponse(head.status, head.reason, list(headers), [sample], len(sample), problem)

    def _without_body(self, entry: StoredEntry, head: ResponseHead) -> RecordedResponse:
        dropped = ("transfer-encoding",) if entry.method == "HEAD" else ("transfer-encoding", "content-length")
        headers = repaired(head.headers, entry.url, head.status, "", [], b"")
        if entry.method == "HEAD":
            kept = [(k, v) for k, v in head.headers if k.lower() in ("content-length", "content-encoding")]
            headers += kept
        headers = [(k, v) for k, v in headers if k.lower() not in dropped]
        return RecordedResponse(head.status, head.reason, headers, [], 0, entry.problem)

    def _remember(self, seq: int, found: _Remembered) -> None:
        with self._small_lock:
            if seq in self._small:
                return
            self._small[seq] = found
            self._small_bytes += len(found[3]) + 1024
            while self._small_bytes > REMEMBERED:
                _, gone = self._small.popitem(last=False)
                self._small_bytes -= len(gone[3]) + 1024

    def request_headers(self, entry: Entry) -> Headers:
        """The recorded request's header fields; empty when no request was recorded."""
        return self._request(entry)[0]

    def request_body(self, entry: Entry) -> bytes:
        """The recorded request's body less its transfer coding; empty when no request was recorded."""
        return self._request(entry)[1]

    def _request(self, entry: Entry) -> tuple[Headers, bytes]:
        place = self._stored(entry).request
        if place is None:
            return [], b""
        record = self._open(place, entry)
        head = parse_request(record.head(MAX_HEAD))
        if head is None:
            return [], b""
        return head.headers, request_payload(head.headers, record.read_all(MAX_WHOLE))

    def messages(self, entry: Entry) -> list[SocketMessage]:
        """The conversation of a WebSocket, in order; empty when none was recorded."""
        found = []
        for line in self._note(entry, self._stored(entry).messages):
            data: Any = line.get("text")
            try:
                if data is None:
                    data = base64.b64decode(line.get("base64", ""))
                found.append(SocketMessage(int(line["seq"]), float(line["time"]), line.get("dir") == "out", data))
            except (KeyError, TypeError, ValueError, binascii.Error):
                continue
        return found

    def chunk_times(self, entry: Entry) -> list[tuple[float, int]]:
        """(seconds since the request began, bytes of the stored body so far) for bodies that came slowly."""
        found = []
        for line in self._note(entry, self._stored(entry).chunks):
            try:
                found.append((float(line["time"]), int(line["bytes"])))
            except (KeyError, TypeError, ValueError):
                continue
        return found

    def _note(self, entry: Entry, place: Place | None) -> Iterator[dict[str, Any]]:
        if place is None:
            return
        for line in self._open(place, entry).read_all(MAX_WHOLE).split(b"\n"):
            try:
                data = load(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(data, dict):
                yield data

    def resource(self, url: str) -> bytes | None:
        """The bytes of a page fact (a resource record, or any record of a URL that is not http), None when none."""
        place = self.fact(url)
        if place is None:
            return None
        record = self._open(place, _fact_entry(url))
        data = record.read_all(MAX_WHOLE)
        is_http = record.fields.get("content-type", "").startswith("application/http")
        head = parse_response(data[:MAX_HEAD]) if is_http else None
        return data[head.size :] if head is not None else data

    def resources(self) -> Iterable[str]:
        """The URL of every page fact."""
        return self.facts()

    @property
    def pages(self) -> list[PageEntry]:
        found: list[PageEntry] = self._once("pages", lambda raw: [PageEntry(**page) for page in raw or []])
        return found

    @property
    def damage(self) -> Damage:
        found: Damage = self._once("damage", lambda raw: Damage(**raw) if raw else Damage())
        return found

    @property
    def recording(self) -> Recording | None:
        """What the recorder knew, None for archives of other tools."""
        found: Recording | None = self._once("recording", self._make_recording)
        return found

    @property
    def storage(self) -> list[StorageState]:
        recording = self.recording
        if recording is not None and recording.storage:
            return recording.storage
        found: list[StorageState] = self._once("storage", lambda raw: [_build(StorageState, one) for one in raw or []])
        return found

    def _make_recording(self, raw: Any) -> Recording | None:
        if not isinstance(raw, dict):
            return None
        recording: Recording = _build(Recording, raw)
        recording.storage = [_build(StorageState, one) for one in raw.get("storage") or [] if isinstance(one, dict)]
        recording.steps = [_build(StepRecord, one) for one in self.get("steps") or [] if isinstance(one, dict)]
        return recording

    def _once(self, key: str, make: Any) -> Any:
        if key not in self._lazy:
            self._lazy[key] = make(self.get(key))
        return self._lazy[key]


class _Body:
    """A stored body, less its transfer coding; can be iterated any number of times."""

    def __init__(self, archive: Archive, entry: StoredEntry, record: RawRecord) -> None:
        self._archive, self._entry = archive, entry
        self._place = entry.payload or entry.response
        self._record: RawRecord | None = record
        """Open at the body's start, until the first sample took it."""
        self._left = record.left if record.declared else None
        self.chunked = False

    def lengthen(self, headers: Headers, record: RawRecord | None = None) -> None:
        """Undo a record's Content-Length that is too small for the body."""
        record = record or self._record
        assert record is not None
        length = value(headers, "content-length")
        known = LONGER in self._entry.problem
        if known and isinstance(record.flow, GzipFlow) and "chunked" in value(headers, "transfer-encoding").lower():
            lengthen(record, 1 << 62, known)
        elif length.isascii() and length.isdigit() and len(length) < 19:
            lengthen(record, int(length), known)
        self._left = record.left if record.declared else None

    def sample(self) -> tuple[bytes, bool]:
        """(the beginning of the body, is that all of it?)"""
        record, self._record = self._record, None
        assert record is not None
        raw = record.read_all(SMALL)
        whole = len(raw) < SMALL or record.left == 0
        if not self.chunked:
            return raw, whole
        if not is_chunked(raw[:SAMPLE]):
            self.chunked = False
            return raw, whole
        return b"".join(dechunked(iter([raw]))), whole

    @property
    def length(self) -> int | None:
        return None if self.chunked else self._left

    def __iter__(self) -> Iterator[bytes]:
        assert self._place is not None
        record = self._archive._open(self._place, self._entry)
        self.lengthen(_head_of(record).headers, record)
        pieces = iter(lambda: record.read(1 << 16), b"")
        return dechunked(pieces) if self.chunked else pieces


def _head_of(record: RawRecord) -> ResponseHead:
    """The HTTP head at the start of a record's block, which is taken. A record without one is a plain 200."""
    fields = record.fields
    kind = fields.get("content-type", "")
    if fields.get("warc-type") == "resource":
        return ResponseHead(200, "OK", [("Content-Type", kind)] if kind else [], 0)
    start = record.flow.peek(min(5, record.left)) if record.left > 0 else b""
    head = parse_response(record.head(MAX_HEAD)) if start == b"HTTP/" else None
    if head is not None:
        return head
    mime = fields.get("x-arc-mime", "") if not kind.startswith("application/http") or record.arc else ""
    return ResponseHead(200, "OK", [("Content-Type", mime)] if mime else [], 0)


def _build(kind: Any, raw: dict[str, Any]) -> Any:
    """A dataclass from JSON; members it does not know are left out."""
    names = {field.name for field in dataclasses.fields(kind)}
    try:
        return kind(**{name: member for name, member in raw.items() if name in names})
    except TypeError:
        return kind(**{field.name: raw.get(field.name, 0) for field in dataclasses.fields(kind)})


def _fact_entry(url: str) -> Entry:
    return Entry(0, url, "GET", 200, "", 0.0)
