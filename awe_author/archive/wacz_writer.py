"""Writes a capture as one WACZ 1.1.1 file (specs.webrecorder.net/wacz/1.1.1).

The file is written aside and renamed when it is complete and was looked through for secrets, so that `out` is either
the old file or a whole new one. WARC and index members are stored uncompressed in the ZIP, for random access. The
layout:

    archive/data.warc.gz  indexes/index.cdx.gz  indexes/index.idx  pages/pages.jsonl
    awe/recording.json    awe/steps.jsonl       datapackage.json   datapackage-digest.json
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from awe_author import __version__
from awe_author.archive.capture import Capture, CapturedFact, CapturedPage
from awe_author.archive.cdxj_writer import cdxj_line, surt, zipnum
from awe_author.archive.exchange_writer import WARC_NAME, ExchangeWriter
from awe_author.archive.model import Recording
from awe_author.archive.redaction import RedactionRules, Redactor
from awe_author.archive.redaction.audit import Leak, find_leaks
from awe_author.archive.writer import COMPRESSED_MIMES, WarcWriter, warc_date
from awe_author.errors import AweError, InputError

Progress = Callable[[str, int, int], None]
"""(what is being done, how much of it is done, how much there is)."""
DEFAULT_RULES = RedactionRules()
SOFTWARE = f"awe-author/{__version__}"


@dataclass(slots=True)
class WrittenRecording:
    """What `write_wacz` made."""

    path: Path
    exchanges: int = 0
    revisits: int = 0
    pages: int = 0
    steps: int = 0
    bytes: int = 0
    """Size of the file."""
    pseudonyms: dict[str, int] = field(default_factory=dict)
    """Kind of secret -> how many different values were replaced; empty with redaction off."""
    left_out: list[str] = field(default_factory=list)
    """Exchanges and page facts that are not in the file, since a secret was still in them after redaction."""
    unread: list[str] = field(default_factory=list)
    """URLs of bodies that could not be decoded, so that secrets inside them would have gone unnoticed."""


def write_wacz(
    capture: Capture,
    out: Path,
    *,
    redaction: RedactionRules | None = DEFAULT_RULES,
    progress: Progress | None = None,
) -> WrittenRecording:
    """Write `capture` to `out`, secrets replaced by pseudonyms (`redaction=None`: written as they are, --keep-secrets).

    The finished file is looked through. What still holds a secret is left out and the file is written again. Raises
    InputError when the folder cannot be written to, AweError when a secret is found where nothing can be left out.
    """
    report: Progress = progress or (lambda what, done, of: None)
    redactor = None
    if redaction is not None:
        report("Looking for secrets", 0, len(capture.exchanges))
        redactor = Redactor(redaction)
        redactor.collect(capture)
    aside = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        result = _write_checked(capture, aside, out, redactor, report)
        result.bytes = aside.stat().st_size
        aside.replace(out)
    except OSError as error:
        hint = "Give another --out, or make room there."
        raise InputError(f"the recording could not be written: {error}", where=str(out), hint=hint) from error
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
    result.path = out
    return result


def _write_checked(
    capture: Capture, aside: Path, out: Path, redactor: Redactor | None, report: Progress
) -> WrittenRecording:
    left_out: list[str] = []
    while True:
        with aside.open("wb") as stream:
            result = _write(capture, stream, redactor, report)
            stream.flush()
            os.fsync(stream.fileno())
        if redactor is None:
            return result
        report("Checking that no secret is left", 0, 1)
        leaks = find_leaks(aside, redactor.leaks)
        if not leaks:
            result.pseudonyms, result.unread, result.left_out = redactor.pseudonyms, redactor.unread, left_out
            return result
        capture = _without(capture, leaks, out)
        left_out += [leak.place for leak in leaks if leak.exchange is not None or leak.resource is not None]


def _without(capture: Capture, leaks: Sequence[Leak], out: Path) -> Capture:
    """The capture less what leaks. An index says what its records say, so it counts only when no record leaks."""
    exchanges = {leak.exchange for leak in leaks if leak.exchange is not None}
    facts = {leak.resource for leak in leaks if leak.resource is not None}
    if not exchanges and not facts:
        places = "; ".join(leak.place for leak in leaks[:10])
        raise AweError(
            f"a secret was still in the recording after redaction, so it was not kept ({places})",
            where=str(out),
            hint="This is a bug: please report it. With --keep-secrets the recording is written as it is.",
        )
    return dataclasses.replace(
        capture,
        exchanges=[one for one in capture.exchanges if one.seq not in exchanges],
        facts=[fact for number, fact in enumerate(capture.facts) if number not in facts],
    )


def _write(capture: Capture, stream: IO[bytes], redactor: Redactor | None, report: Progress) -> WrittenRecording:
    recording = capture.recording
    created = recording.created or time.time()
    total = sum(exchange.request_body.size + exchange.response_body.size for exchange in capture.exchanges)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        package = _Package(archive, created)
        with package.member(f"archive/{WARC_NAME}", large=total > 1 << 30) as out:
            writer = ExchangeWriter(WarcWriter(out))
            _write_warc(capture, writer, created, redactor, report)
        data, index = zipnum(writer.lines)
        package.add("indexes/index.cdx.gz", data)
        package.add("indexes/index.idx", index)
        pages = [redactor.page(page) for page in capture.pages] if redactor else capture.pages
        recording = redactor.recording(recording) if redactor else recording
        package.add("pages/pages.jsonl", _pages(pages))
        package.add("awe/recording.json", _json(_without_steps(recording)))
        package.add("awe/steps.jsonl", b"".join(_json(dataclasses.asdict(step)) for step in recording.steps))
        package.describe(recording.software or SOFTWARE, pages)
    return WrittenRecording(
        path=Path(),
        exchanges=len(capture.exchanges),
        revisits=writer.revisits,
        pages=len(capture.pages),
        steps=len(recording.steps),
    )


def _write_warc(
    capture: Capture, writer: ExchangeWriter, created: float, redactor: Redactor | None, report: Progress
) -> None:
    recording = capture.recording
    fields = [("software", recording.software or SOFTWARE), ("format", "WARC File Format 1.1")]
    fields.append(("conformsTo", "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"))
    if recording.user_agent:
        fields.append(("http-header-user-agent", recording.user_agent))
    writer.warc.warcinfo(WARC_NAME, created, fields)
    exchanges = sorted(capture.exchanges, key=lambda exchange: exchange.seq)
    of = len(exchanges) + len(capture.facts)
    for done, exchange in enumerate(exchanges):
        report("Writing", done, of)
        writer.write(redactor.exchange(exchange) if redactor else exchange)
    for done, fact in enumerate(capture.facts, len(exchanges)):
        report("Writing", done, of)
        writer.lines.append(_write_fact(writer.warc, redactor.fact(fact) if redactor else fact))
    report("Writing", of, of)


def _write_fact(warc: WarcWriter, fact: CapturedFact) -> bytes:
    headers = [("WARC-Target-URI", fact.url), *fact.extra.items(), ("Content-Type", fact.mime)]
    level = 1 if fact.mime.startswith(COMPRESSED_MIMES) else 6
    record = warc.record("resource", fact.time, headers, b"", fact.body, level=level)
    fields = {
        "url": fact.url,
        "mime": fact.mime.split(";")[0].strip(),
        "status": "200",
        "digest": record.digest,
        "length": str(record.length),
        "offset": str(record.offset),
        "filename": WARC_NAME,
    }
    return cdxj_line(surt(fact.url), fact.time, fields)


def _pages(pages: Iterable[CapturedPage]) -> bytes:
    lines: list[dict[str, Any]] = [{"format": "json-pages-1.0", "id": "pages", "title": "All pages", "hasText": True}]
    for page in pages:
        identity = hashlib.sha256(f"{page.seq} {page.url}".encode("utf-8", "backslashreplace")).hexdigest()[:20]
        line = {"id": identity, "url": page.url, "title": page.title, "ts": _iso(page.time), "seq": page.seq}
        if page.text:
            line["text"] = page.text
        lines.append(line)
    return b"".join(map(_json, lines))


def _without_steps(recording: Recording) -> dict[str, Any]:
    fields = dataclasses.asdict(dataclasses.replace(recording, steps=[]))
    del fields["steps"]
    return fields


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def _iso(moment: float) -> str:
    return warc_date(moment)[:-4] + "Z"


class _Package:
    """The ZIP file, and the data package (Frictionless `data-package`) that lists what is in it."""

    def __init__(self, archive: zipfile.ZipFile, created: float) -> None:
        self._archive, self._created = archive, created
        self._resources: list[dict[str, Any]] = []

    def _info(self, path: str) -> zipfile.ZipInfo:
        moment = datetime.fromtimestamp(max(self._created, 315_576_000), UTC)
        info = zipfile.ZipInfo(path, moment.timetuple()[:6])
        info.external_attr = 0o644 << 16
        return info

    @contextlib.contextmanager
    def member(self, path: str, large: bool = False) -> Any:
        """A member to write to; it is listed when the block ends."""
        with self._archive.open(self._info(path), "w", force_zip64=large) as stream:
            out = _Hashing(stream)
            yield out
        name = path.rpartition("/")[2]
        digest = "sha256:" + out.digest.hexdigest()
        self._resources.append({"name": name, "path": path, "hash": digest, "bytes": out.size})

    def add(self, path: str, data: bytes) -> None:
        with self.member(path) as out:
            out.write(data)

    def describe(self, software: str, pages: list[CapturedPage]) -> None:
        """Write datapackage.json and datapackage-digest.json."""
        package: dict[str, Any] = {"profile": "data-package", "wacz_version": "1.1.1", "software": software}
        package["created"] = _iso(self._created)
        if pages:
            package |= {"mainPageUrl": pages[0].url, "mainPageDate": _iso(pages[0].time)}
        package["resources"] = self._resources
        data = json.dumps(package, indent=2).encode("ascii")
        self._archive.writestr(self._info("datapackage.json"), data)
        digest = {"path": "datapackage.json", "hash": "sha256:" + hashlib.sha256(data).hexdigest()}
        self._archive.writestr(self._info("datapackage-digest.json"), json.dumps(digest, indent=2))


class _Hashing:
    """Passes writes on, counts and hashes them."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.digest = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes) -> int:
        self.digest.update(data)
        self.size += len(data)
        return self._stream.write(data)
