"""Makes the index of a set of archive files: what each is, which parts of it hold records, and how these are read.

Our own WACZ is indexed from its CDXJ alone. So is a large WACZ of another tool; a small one is scanned instead, since
its WARC says more (request headers, bodies). Everything else is scanned.
"""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from awe_author.archive import cdxj, har, pagelist
from awe_author.archive.model import Damage, PageEntry, StorageState
from awe_author.archive.records import open_at
from awe_author.archive.scan import Scanned, look_at, scan
from awe_author.archive.segments import CHUNK, Segment
from awe_author.archive.spooling import inflated, spool
from awe_author.archive.staging import Staging, report, store
from awe_author.archive.store import Place, StoreWriter, load
from awe_author.archive.wacz import Package, lines_of
from awe_author.archive.walk import WARC_LINE, ManyInOne, holds_records, record_at, sniff
from awe_author.errors import ArchiveError

SCANNED_ANYWAY = 48 << 20
"""A foreign WACZ with less WARC than this is scanned although it has an index."""
MAX_DEPTH = 3
"""WACZ in WACZ in WACZ."""
MAX_HAR = 4 << 30
MAX_ATTACHED = 1 << 30
"""Longest body beside a HAR."""
_WARC_NAMES = (".warc", ".warc.gz", ".arc", ".arc.gz", ".warc.zst")
_INDEX_NAMES = (".cdx", ".cdxj", ".cdx.gz", ".cdxj.gz")


@dataclass(slots=True)
class _Source:
    """A segment that entries refer to."""

    segment: Segment
    input: int
    """Which of the files given, -1 for one in the cache."""


@dataclass(slots=True)
class _Indexed:
    """A CDXJ index that was put off until the scans are done."""

    lines: cdxj.Lines
    sources: Mapping[str, int]
    own: bool


class Builder:
    """Builds one index. `spools`: path whose name begins those of the files that are unpacked beside the index."""

    def __init__(self, files: list[Path], index: Path, spools: Path) -> None:
        self._files, self._spools = files, spools
        self._damage = Damage()
        self._writer = StoreWriter(index)
        self._staging = Staging(self._damage)
        self._sources: list[_Source] = []
        self._opened: list[Segment] = []
        self._indexed: list[_Indexed] = []
        self._pages: list[PageEntry] = []
        self._storage: list[StorageState] = []
        self._recording: Any = None
        self._steps: list[Any] = []
        self._spooled = 0

    def close(self) -> None:
        self._writer.abandon()
        self._staging.close()
        for segment in self._opened:
            segment.close()

    def build(self) -> None:
        """Read everything and complete the index file. Raises ArchiveError when a file is nothing we know."""
        for number, path in enumerate(self._files):
            self._add_file(number, path)
        self._add_entries()
        db = self._writer.index()
        pages = pagelist.linked(self._pages, db) if self._pages else pagelist.derived(db)
        writer = self._writer
        writer.put("pages", [dataclasses.asdict(page) for page in pages])
        writer.put("storage", [dataclasses.asdict(state) for state in self._storage])
        writer.put("damage", dataclasses.asdict(self._damage))
        if self._recording is not None:
            writer.put("recording", self._recording)
            writer.put("steps", self._steps)
        writer.put("sources", [self._describe(source) for source in self._sources])
        writer.close()

    def _describe(self, source: _Source) -> dict[str, Any]:
        segment = source.segment
        file = segment.path.name if source.input < 0 else ""
        return {"input": source.input, "file": file, "start": segment.start, "size": segment.size, "name": segment.name}

    def _add_entries(self) -> None:
        """Our own archives first, with the numbers they have; then everything else by time."""
        top = 0
        for one in self._indexed:
            if one.own:
                cdxj.add_own(one.lines, one.sources, self._writer, self._damage, top)
                top = self._writer.top + 1
        start = max(top, 1)
        store(self._staging, self._writer, start)
        groups = int(self._writer.top >= start)
        for one in self._indexed:
            if not one.own:
                index = cdxj.ForeignIndex(one.lines, one.sources, self._writer, self._damage)
                index.add(max(self._writer.top + 1, start), self._beside)
                groups += 1
        if groups > 1:
            self._writer.renumber(start)

    def _segment(self, path: Path, name: str = "") -> Segment:
        segment = Segment(path, name=name)
        self._opened.append(segment)
        return segment

    def _add_file(self, number: int, path: Path) -> None:
        segment = self._segment(path)
        start = segment.read(0, CHUNK)
        if not start.strip(b"\0 \t\r\n"):
            raise ArchiveError("the file is empty", where=str(path), hint="Record or download it again.")
        before, indexed = self._damage.records, len(self._indexed)
        if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            self._add_zip(segment, number)
        elif sniff(segment) or WARC_LINE.search(b"\n" + start):
            self._add_warc(segment, number)
        elif start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            self._add_har(_whole(segment), lambda name: _file_beside(path, name), path.name)
        elif holds_records(segment):
            self._add_warc(segment, number)
        else:
            raise ArchiveError("neither WACZ, WARC, ARC nor HAR", where=str(path), hint=_HINT)
        if self._damage.records == before and len(self._indexed) == indexed:
            why = self._damage.problems[-1] if self._damage.problems else "no record begins in it"
            raise ArchiveError(f"holds no record that can be read ({why})", where=str(path), hint=_HINT)

    def _add_zip(self, segment: Segment, number: int) -> None:
        """A WACZ; of one that was cut off, the records that are stored in what is left."""
        try:
            package = Package(segment)
        except ArchiveError as error:
            if not holds_records(segment):
                raise
            self._problem(f"{segment.name}: {error.what}; only its records were read")
            self._add_warc(segment, number)
            return
        self._add_package(package, number, 0)

    def _note(self, name: str) -> Any:
        return lambda offset, what: self._problem(f"{name}:{offset}: {what}")

    def _problem(self, line: str) -> None:
        self._damage.skipped += 1
        report(self._damage, line)

    def _source(self, segment: Segment, number: int) -> int:
        self._sources.append(_Source(segment, number))
        self._opened.append(segment)
        return len(self._sources) - 1

    def _add_warc(self, segment: Segment, number: int) -> None:
        """Scan one WARC or ARC; one that cannot be read by offset is unpacked first."""
        kind = sniff(segment)
        mark, records = self._staging.mark(), self._damage.records
        if kind != "zstd":
            try:
                self._scan(segment, number)
                return
            except ManyInOne:
                self._staging.forget(mark)
                self._damage.records = records
        self._spooled += 1
        out = self._spools.with_name(f"{self._spools.name}.{self._spooled}.warc")
        path = spool(inflated(segment, kind, self._note(segment.name)), out, segment.name)
        self._scan(self._segment(path, segment.name), -1)

    def _scan(self, segment: Segment, number: int) -> None:
        source = self._source(segment, number)
        name = segment.name
        for record in scan(segment, self._note(name)):
            self._damage.records += 1
            if record.problem:
                report(self._damage, f"{name}:{record.offset}: {record.problem}")
            self._keep(source, record)

    def _keep(self, source: int, record: Scanned) -> None:
        place = (source, record.offset, record.length)
        if record.kind == "fact" or (record.kind == "metadata" and not record.url.startswith(("http", "urn:awe:"))):
            self._writer.add_fact(record.url, record.time, record.mime, place)
        if record.kind != "fact":
            self._staging.add(source, record)

    def _beside(self, source: int, offset: int, length: int, url: str) -> tuple[Place, Scanned] | None:
        """The request record next to a response record."""
        segment = self._sources[source].segment
        if not length:
            found = record_at(segment, offset)
            length = found[1]() if found is not None else 0
        following = _request_at(segment, offset + length, url)
        if following is not None:
            return (source, following.offset, following.length), following
        for size in (16384, 1 << 20):
            start = max(0, offset - size)
            data = segment.read(start, offset - start)
            for position in [m.start() for m in re.finditer(rb"\x1f\x8b\x08|WARC/[01]\.", data)][:-50:-1]:
                found_request = _request_at(segment, start + position, url)
                if found_request is not None and abs(found_request.offset + found_request.length - offset) <= 4:
                    return (source, found_request.offset, found_request.length), found_request
        return None

    def _add_package(self, package: Package, number: int, depth: int) -> None:
        """A WACZ, or a ZIP that holds WACZ files or a HAR."""
        name = package.segment.name
        inner = package.names(".wacz") if depth < MAX_DEPTH else []
        warcs = [n for n in package.names() if n.lower().endswith(_WARC_NAMES) or n.startswith("archive/")]
        sources = {one: segment for one in warcs if (segment := self._member(package, one, number))}
        hars = package.names(".har")
        if not sources and not inner and not hars:
            hint = "A WACZ holds its WARC files in the folder archive/."
            raise ArchiveError("a ZIP file, but no WACZ: there is no WARC in it", where=name, hint=hint)
        document = package.document("datapackage.json")
        self._add_page_facts(package, document)
        self._add_warcs(package, sources, number)
        for one in inner:
            nested = self._member(package, one, number)
            if nested is not None:
                self._add_package(Package(nested[0]), nested[1], depth + 1)
        for one in hars if not sources else []:
            folder = one.rpartition("/")[0]
            data = package.read(one, MAX_HAR)
            self._add_har(data, partial(_attached, package, folder), f"{name}/{one}")

    def _member(self, package: Package, name: str, number: int) -> tuple[Segment, int] | None:
        """(the member as a segment, the number of its file); a compressed one is unpacked into the cache."""
        segment = package.stored(name)
        if segment is not None:
            self._opened.append(segment)
            return segment, number
        self._spooled += 1
        out = self._spools.with_name(f"{self._spools.name}.{self._spooled}.warc")
        path = spool(package.stream(name), out, f"{package.segment.name}/{name}")
        unpacked = self._segment(path, f"{package.segment.name}/{name}")
        return (unpacked, -1) if unpacked.size else None

    def _add_warcs(self, package: Package, found: Mapping[str, tuple[Segment, int]], number: int) -> None:
        indexes = package.names(*_INDEX_NAMES)

        def lines() -> Iterator[bytes]:
            for one in indexes:
                yield from lines_of(package.stream(one))

        own = bool(indexes) and cdxj.is_own(lines)
        total = sum(segment.size for segment, _ in found.values())
        if indexes and (own or total > SCANNED_ANYWAY) and self._fits(lines, found):
            sources = {name: self._source(segment, file) for name, (segment, file) in found.items()}
            self._indexed.append(_Indexed(lines, sources, own))
            return
        for segment, file in found.values():
            self._add_warc(segment, file)

    def _fits(self, lines: cdxj.Lines, found: Mapping[str, tuple[Segment, int]]) -> bool:
        """Do the first lines of the index point at records, and is every WARC one that can be read by offset?"""
        if any(sniff(segment) not in ("gzip", "warc", "arc") for segment, _ in found.values()):
            return False
        tried = 0
        for fields in cdxj.samples(lines, 20):
            one = cdxj.source_of(found, fields.get("filename"))
            offset = str(fields.get("offset", ""))
            if one is None or not offset.isdigit() or open_at(one[0], int(offset), 0) is None:
                self._problem(f"{one[0].name if one else 'index'}: the index does not fit the WARC; it was scanned")
                return False
            tried += 1
        return tried > 0

    def _add_page_facts(self, package: Package, document: Any) -> None:
        base = 0
        if self._recording is None:
            recording = package.document("awe/recording.json")
            if isinstance(recording, dict):
                self._recording = recording
                self._steps = [step for line in package.lines("awe/steps.jsonl") if (step := _json(line)) is not None]
        for name in ("pages/pages.jsonl", "pages/extraPages.jsonl"):
            if name in package.members:
                found = list(pagelist.listed(package.lines(name), base))
                self._pages += found
                if found:
                    break
        self._storage += pagelist.browser_state(document)

    def _add_har(self, data: bytes | None, attached: har.Attached, name: str) -> None:
        try:
            document = load(data) if data is not None else None
        except (ValueError, RecursionError) as error:
            raise ArchiveError(f"not a HAR: {error}", where=name, hint=_HINT) from error
        if not har.is_har(document):
            raise ArchiveError("JSON, but no HAR: it has no log.entries", where=name, hint=_HINT)
        out = io.BytesIO()
        before = self._damage.skipped
        lines = har.write_warc(document, out, attached, self._damage)
        self._damage.records += self._damage.skipped - before
        self._spooled += 1
        target = self._spools.with_name(f"{self._spools.name}.{self._spooled}.warc")
        path = spool([out.getvalue()], target, name) if lines else None
        if path is not None:
            source = self._source(self._segment(path, name), -1)
            self._indexed.append(_Indexed(lambda: lines, {"data.warc.gz": source}, True))
        self._pages += har.pages(document)


_HINT = "awe-author reads WACZ, WARC, ARC and HAR files; what a file is, is seen by its content."


def _request_at(segment: Segment, offset: int, url: str) -> Scanned | None:
    found = record_at(segment, offset)
    if found is None or found[0].fields.get("warc-type", "").lower() != "request":
        return None
    scanned = look_at(found[0])
    if scanned is None or scanned.url != url:
        return None
    try:
        scanned.length = found[1]()
    except ManyInOne:
        return None
    return scanned


def _whole(segment: Segment) -> bytes:
    if segment.size > MAX_HAR:
        raise ArchiveError("larger than a HAR can be", where=segment.name, hint=_HINT)
    return segment.read(0, segment.size)


def _attached(package: Package, folder: str, name: str) -> bytes | None:
    return package.read(f"{folder}/{name}" if folder else name, MAX_ATTACHED)


def _file_beside(path: Path, name: str) -> bytes | None:
    """An attached body in the HAR's own folder (no other place on the disk)."""
    if not name or name != Path(name).name or name in (".", ".."):
        return None
    target = path.parent / name
    try:
        if not target.is_file() or target.is_symlink() or target.stat().st_size > MAX_ATTACHED:
            return None
        return target.read_bytes()
    except OSError:
        return None


def _json(line: bytes) -> Any:
    try:
        return load(line) if line.strip() else None
    except (ValueError, RecursionError):
        return None
