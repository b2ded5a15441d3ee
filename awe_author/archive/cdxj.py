"""Entries from a CDXJ index (specs.webrecorder.net/cdxj/0.1.0): ours, which says everything, and those of other tools.

Other tools' lines name no requests. So for lines that are not GET the request is looked for beside the response in the
WARC (tools write the two next to each other); when none is there, pywb's `requestBody` field stands in for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from awe_author.archive.canonical import request_form
from awe_author.archive.exchange_writer import vary_fields
from awe_author.archive.model import Damage
from awe_author.archive.records import parse_date
from awe_author.archive.scan import EMPTY_DIGESTS, Scanned, normal_digest
from awe_author.archive.staging import form_text, report
from awe_author.archive.store import Place, Row, StoredEntry, StoreWriter, dump, load
from awe_author.archive.urls import normal_url

T = TypeVar("T")
Lines = Callable[[], Iterable[bytes]]
"""The index's lines, as often as asked."""
Beside = Callable[[int, int, int, str], "tuple[Place, Scanned] | None"]
"""(source, offset, length of a response, its URL) -> its request."""
_OFFSET = re.compile(rb'"offset":\s*"?(\d{1,18})')
_NOTHING_ELSE = (None, None, None, None)
_FILE = re.compile(rb'"filename":\s*"([^"]*)"')


def is_own(lines: Lines) -> bool:
    """Was the index written by us? (Its exchanges carry "awe".)"""
    for count, line in enumerate(lines()):
        if b'"awe":' in line:
            return True
        if count > 5000:
            break
    return False


def samples(lines: Lines, count: int) -> Iterator[dict[str, Any]]:
    """The fields of the first few lines."""
    for line in lines():
        parsed = _parse(line)
        if parsed is None:
            continue
        yield parsed[1]
        count -= 1
        if count <= 0:
            return


def _parse(line: bytes) -> tuple[str, dict[str, Any]] | None:
    """(timestamp, fields)."""
    brace = line.find(b" {") + 1  # a URL key may hold braces of its own, but no space
    words = line[:brace].split() if brace > 0 else []
    if not words or words[0].startswith(b"!"):
        return None
    try:
        fields = load(line[brace:])
    except (ValueError, RecursionError):
        return None
    return (words[-1].decode("ascii", "replace"), fields) if isinstance(fields, dict) else None


def add_own(lines: Lines, sources: Mapping[str, int], writer: StoreWriter, damage: Damage, base: int) -> None:
    """Add the lines of our own index; `base` is added to every seq."""
    for line in lines():
        parsed = _parse(line)
        if parsed is None:
            continue
        damage.records += 1
        moment, fields = parsed
        try:
            source = source_of(sources, fields["filename"])
            if source is None:
                raise KeyError(fields["filename"])
            if "awe" in fields:
                _add_own_line(fields, source, base, writer)
            else:
                place = (source, int(fields["offset"]), int(fields["length"]))
                writer.add_fact(fields["url"], parse_date(moment) or 0.0, fields.get("mime", ""), place)
        except (KeyError, TypeError, ValueError, AttributeError):
            damage.skipped += 1
            report(damage, "index: a line that cannot be used")


def _add_own_line(fields: dict[str, Any], source: int, base: int, writer: StoreWriter) -> None:
    awe = fields["awe"]

    def place(name: str) -> list[int] | None:
        return [source, int(awe[name][0]), int(awe[name][1])] if name in awe else None

    url, seq = normal_url(awe.get("url") or fields["url"]), int(awe["seq"])
    status, writes = int(awe["status"]), awe["writes"]
    if not url or seq < 0:
        raise ValueError("no URL")
    doc = dump([
        url, str(awe["method"]), status, str(awe["mime"]), float(awe["time"]), str(awe["kind"]), awe["step"],
        bool(writes), str(awe["form"]), [[str(name), str(value)] for name, value in awe["vary"]],
        [source, int(fields["offset"]), int(fields["length"])] if status else None, place("request"), place("body"),
        place("messages"), place("chunks"), not status, "" if status else "no response was recorded",
    ])  # fmt: skip
    writer.add_fields(seq + base, awe["exact"], awe["canonical"], awe["operation"], bool(writes), url, doc)


def source_of(sources: Mapping[str, T], name: object) -> T | None:
    """What `sources` (by path in the WACZ) has for an index's file name: a path from archive/, the ZIP, or no path."""
    if not isinstance(name, str):
        return None
    for path in (f"archive/{name}", name):
        if path in sources:
            return sources[path]
    base = "/" + name.rpartition("/")[2]
    return next((found for path, found in sources.items() if ("/" + path).endswith(base)), None)


class ForeignIndex:
    """Adds the lines of another tool's index."""

    def __init__(self, lines: Lines, sources: Mapping[str, int], writer: StoreWriter, damage: Damage) -> None:
        self._lines, self._sources, self._writer, self._damage = lines, sources, writer, damage
        self._order: dict[tuple[int, int], int] = {}
        self._wanted: set[str] = set()
        self._originals: dict[str, tuple[Place, dict[str, Any]]] = {}

    def add(self, base: int, beside: Beside) -> None:
        """Entries are numbered by time (then by place in the file) from `base` on."""
        self._survey()
        revisits: list[tuple[int, str, dict[str, Any]]] = []
        for moment, fields, source in self._parsed():
            try:
                place = (source, int(fields["offset"]), int(fields.get("length") or 0))
                seq = base + self._order[(source, place[1])]
                if fields.get("mime") == "warc/revisit":
                    revisits.append((seq, moment, fields))
                    continue
                if self._wanted and (digest := normal_digest(str(fields.get("digest", "")))) in self._wanted:
                    self._originals.setdefault(digest, (place, fields))
                self._add_line(seq, moment, fields, place, beside)
            except (KeyError, TypeError, ValueError, AttributeError):
                self._bad("a line that cannot be used")
        for seq, moment, fields in revisits:
            self._add_revisit(seq, moment, fields, beside)

    def _bad(self, what: str) -> None:
        self._damage.skipped += 1
        report(self._damage, f"index: {what}")

    def _survey(self) -> None:
        """The order of the records by time, and which payloads are referred to."""
        found: list[tuple[bytes, int, int]] = []
        names: dict[bytes, int | None] = {}
        for line in self._lines():
            words = line.split(b" ", 2)
            offset, file = _OFFSET.search(line), _FILE.search(line)
            if len(words) < 3 or offset is None or file is None:
                continue
            name = file[1]
            if name not in names:
                names[name] = source_of(self._sources, name.decode("utf-8", "replace"))
            source = names[name]
            if source is None:
                continue
            found.append((words[1], source, int(offset[1])))
            if b'"warc/revisit"' in line and (parsed := _parse(line)) is not None:
                self._wanted.add(normal_digest(str(parsed[1].get("digest", ""))))
        self._wanted -= {"", *EMPTY_DIGESTS}
        found.sort()
        self._order = {(source, offset): at for at, (_, source, offset) in enumerate(found)}

    def _parsed(self) -> Iterator[tuple[str, dict[str, Any], int]]:
        for line in self._lines():
            parsed = _parse(line)
            if parsed is None:
                continue
            self._damage.records += 1
            source = source_of(self._sources, parsed[1].get("filename"))
            if source is None:
                self._bad(f"no file {parsed[1].get('filename')!r} in the archive")
            else:
                yield parsed[0], parsed[1], source

    def _add_line(self, seq: int, moment: str, fields: dict[str, Any], place: Place, beside: Beside) -> None:
        url = normal_url(fields["url"])
        time = parse_date(moment) or 0.0
        if url is None:
            self._writer.add_fact(fields["url"], time, fields.get("mime", ""), place)
            return
        status = str(fields.get("status", "200"))
        mime = str(fields.get("mime", "")).partition(";")[0].lower()
        mime = "" if mime in ("unk", "-") else mime
        code = int(status) if status.isdigit() and len(status) == 3 else 200
        if code != 101 and fields.get("method", "GET") == "GET":
            form = request_form("GET", url, (), b"")
            text = form_text(form.params)
            doc = dump(
                [url, "GET", code, mime, time, "http", None, form.writes, text, (), place, *_NOTHING_ELSE, False, ""]
            )
            self._writer.add_fields(seq, form.exact, form.canonical, form.operation, form.writes, url, doc)
            return
        row = self._row(seq, url, time, fields, place, beside)
        entry = row.entry
        row.entry = StoredEntry(
            seq, url, entry.method, code, mime, time, "websocket" if code == 101 else "http", None, entry.writes,
            entry.form, entry.vary, place, entry.request,
        )  # fmt: skip
        self._writer.add(row)

    def _row(self, seq: int, url: str, time: float, fields: dict[str, Any], place: Place, beside: Beside) -> Row:
        """An entry with what is known of its request."""
        method = str(fields.get("method") or "GET").upper()
        body, headers, request, vary = b"", [], None, []
        if method != "GET":
            found = beside(place[0], place[1], place[2], url)
            if found is not None:
                request, scanned = found
                method, body, headers = scanned.method.upper(), scanned.body, scanned.headers
                vary = vary_fields(headers, [])
            else:
                body = str(fields.get("requestBody", "")).encode()
                headers = [("content-type", "application/x-www-form-urlencoded")]
        form = request_form(method, url, headers, body)
        entry = StoredEntry(
            seq, url, method, 0, "", time, writes=form.writes, form=form_text(form.params), request=request,
            vary=tuple((name, value) for name, value in vary),
        )  # fmt: skip
        return Row(entry, form.exact, form.canonical, form.operation)

    def _add_revisit(self, seq: int, moment: str, fields: dict[str, Any], beside: Beside) -> None:
        digest = normal_digest(str(fields.get("digest", "")))
        url = normal_url(str(fields.get("url", "")))
        original = self._originals.get(digest)
        status = str(fields.get("status", ""))
        if url is None:
            return
        empty = original is None and (digest in EMPTY_DIGESTS or status[:1] == "3" or status == "204")
        if original is None and not empty:
            self._bad(f"{url}: a revisit whose payload is not in the archive")
            return
        source = source_of(self._sources, fields["filename"])
        if source is None:
            return
        place = (source, int(fields["offset"]), int(fields.get("length") or 0))
        row = self._row(seq, url, parse_date(moment) or 0.0, fields, place, beside)
        entry, theirs = row.entry, original[1] if original else {}
        headless = not status.isdigit()
        code = int(theirs.get("status") or 200) if headless else int(status)
        response = original[0] if headless and original else place
        payload = original[0] if original and not headless else None
        row.entry = StoredEntry(
            seq, url, entry.method, code, str(theirs.get("mime", "")).lower(), entry.time, "http", None, entry.writes,
            entry.form, entry.vary, response, entry.request, payload, None, None, empty,
        )  # fmt: skip
        self._writer.add(row)
