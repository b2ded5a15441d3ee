"""Pairs scanned requests with their responses and resolves revisits, in a private temporary database.

Pairing: WARC-Concurrent-To in either direction; then neighbours in the file with the same URL (which of the two sides a
tool writes first is found by counting); then the n-th left over request of a URL with its n-th response. A revisit is
resolved by payload digest wherever in the archive that payload is, then by WARC-Refers-To-Target-URI and -Date, then by
WARC-Refers-To.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from awe_author.archive.canonical import request_form
from awe_author.archive.exchange_writer import vary_fields
from awe_author.archive.model import Damage
from awe_author.archive.scan import EMPTY_DIGESTS, Scanned
from awe_author.archive.store import Place, Row, StoredEntry, StoreWriter, dump, key64, load, run

_RESPONSE, _REVISIT, _RESOURCE, _REQUEST, _NOTE = range(5)
_KINDS = {"response": _RESPONSE, "revisit": _REVISIT, "resource": _RESOURCE, "request": _REQUEST}
_SCHEMA = """
PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-32000;
CREATE TABLE rec(n INTEGER PRIMARY KEY, kind INTEGER, source INTEGER, id INTEGER, uri INTEGER, time REAL,
                 digest INTEGER, doc BLOB);
CREATE TABLE link(n INTEGER, id INTEGER);
CREATE TABLE note(n INTEGER, name TEXT, doc BLOB);
CREATE TABLE pair(res INTEGER PRIMARY KEY, req INTEGER UNIQUE);
"""
_BY_LINK = """
CREATE INDEX rec_id ON rec(id);
INSERT OR IGNORE INTO pair SELECT b.n, a.n FROM link l JOIN rec a ON a.n=l.n JOIN rec b ON b.id=l.id
  WHERE a.kind=3 AND b.kind<3 ORDER BY a.n;
INSERT OR IGNORE INTO pair SELECT a.n, b.n FROM link l JOIN rec a ON a.n=l.n JOIN rec b ON b.id=l.id
  WHERE a.kind<3 AND b.kind=3 ORDER BY a.n;
"""
_BESIDE = """FROM rec a JOIN rec b ON b.n=a.n+? AND b.kind=3 AND b.uri=a.uri AND b.source=a.source
  WHERE a.kind<2 AND a.n NOT IN (SELECT res FROM pair) AND b.n NOT IN (SELECT req FROM pair)"""
_IN_ORDER = """
INSERT OR IGNORE INTO pair
  WITH res AS (SELECT n, uri, row_number() OVER (PARTITION BY uri ORDER BY n) AS k FROM rec
               WHERE kind<2 AND n NOT IN (SELECT res FROM pair)),
       req AS (SELECT n, uri, row_number() OVER (PARTITION BY uri ORDER BY n) AS k FROM rec
               WHERE kind=3 AND n NOT IN (SELECT req FROM pair))
  SELECT res.n, req.n FROM res JOIN req ON res.uri=req.uri AND res.k=req.k;
"""
_EXCHANGES = """
SELECT r.n, r.kind, r.doc, q.n, q.doc, coalesce(min(q.time, r.time), r.time) AS began FROM rec r
  LEFT JOIN pair p ON p.res=r.n LEFT JOIN rec q ON q.n=p.req WHERE r.kind<3
UNION ALL
SELECT NULL, 3, NULL, q.n, q.doc, q.time FROM rec q WHERE q.kind=3 AND q.n NOT IN (SELECT req FROM pair)
ORDER BY began, 1
"""


@dataclass(slots=True)
class _Resolved:
    """What a revisit stands for: its own records' places and facts, changed by those of the original."""

    response: Place
    payload: Place | None
    status: int
    mime: str
    no_body: bool = False
    problem: str = ""


class Staging:
    """Takes scanned records in file order, gives entries in recorded order."""

    def __init__(self, damage: Damage) -> None:
        self._db = sqlite3.connect("", isolation_level=None)
        run(self._db, _SCHEMA)
        self._db.execute("BEGIN")
        self._n = 0
        self._damage = damage

    def close(self) -> None:
        self._db.close()

    def add(self, source: int, record: Scanned) -> None:
        """Keep what is needed of a record; `source` is the number of the segment it is in."""
        self._n += 1
        place = [source, record.offset, record.length]
        if record.kind == "metadata":
            self._add_links(record)
            self._db.execute("INSERT INTO note VALUES(?,?,?)", (self._n, record.url, dump(place)))
            return
        doc: dict[str, Any] = {"place": place, "url": record.url, "seq": record.seq, "step": record.step}
        doc["socket"] = record.socket or record.url.startswith("ws")
        if record.kind == "request":
            self._describe_request(doc, record)
        else:
            doc |= {"status": record.status, "mime": record.mime, "vary": record.vary, "head": record.has_head}
            doc |= {"refers": [record.refers_url, record.refers_date, record.refers_id], "digest": record.digest}
        if record.problem:
            doc["problem"] = record.problem
        digest = key64(record.digest) if record.digest and record.kind != "request" else None
        row = (self._n, _KINDS[record.kind], source, key64(record.id), key64(record.url), record.time, digest)
        self._db.execute("INSERT INTO rec VALUES(?,?,?,?,?,?,?,?)", (*row, dump({**doc, "time": record.time})))
        self._add_links(record)

    def mark(self) -> int:
        """The present end, for `forget`."""
        return self._n

    def forget(self, mark: int) -> None:
        """Drop everything that was added since `mark`."""
        for table in ("rec", "link", "note"):
            self._db.execute(f"DELETE FROM {table} WHERE n > ?", (mark,))

    def _add_links(self, record: Scanned) -> None:
        for other in record.concurrent:
            self._db.execute("INSERT INTO link VALUES(?,?)", (self._n, key64(other)))

    def _describe_request(self, doc: dict[str, Any], record: Scanned) -> None:
        form = request_form(record.method, record.url, record.headers, record.body)
        doc |= {"method": record.method.upper(), "keys": [form.exact, form.canonical, form.operation]}
        doc |= {"form": form_text(form.params), "writes": form.writes}
        doc["headers"] = [(name, value) for name, value in record.headers if name.lower() not in ("cookie", "referer")]

    def pair(self) -> None:
        """Find each response's request."""
        run(self._db, _BY_LINK)
        counts = [self._db.execute(f"SELECT count(*) {_BESIDE}", (step,)).fetchone()[0] for step in (-1, 1)]
        for step in (-1, 1) if counts[0] >= counts[1] else (1, -1):
            self._db.execute(f"INSERT OR IGNORE INTO pair SELECT a.n, b.n {_BESIDE} ORDER BY a.n", (step,))
        run(self._db, _IN_ORDER + "CREATE INDEX rec_digest ON rec(digest); CREATE INDEX rec_uri ON rec(uri);")

    def rows(self, first_seq: int) -> Iterator[Row]:
        """Entries in recorded order. Recorders' own numbers are kept; otherwise they count from `first_seq`."""
        notes = self._notes()
        own = self._db.execute("SELECT doc FROM rec WHERE kind<4 LIMIT 1").fetchone()
        numbered = own is not None and load(own[0])["seq"] is not None
        cursor = self._db.execute(_EXCHANGES)
        for count, (n, kind, response, m, request, _) in enumerate(cursor):
            res = load(response) if response else None
            req = load(request) if request else None
            row = self._row(kind, n, res, req)
            if row is None:
                continue
            own_seq = (req or res or {}).get("seq") if numbered else None
            found = {**notes.get(m, {}), **notes.get(n, {})}
            row.entry = _with(row.entry, own_seq if own_seq is not None else first_seq + count, found)
            yield row

    def _notes(self) -> dict[int, dict[str, Place]]:
        sql = "SELECT r.n, o.name, o.doc FROM note o JOIN link l ON l.n=o.n JOIN rec r ON r.id=l.id"
        found: dict[int, dict[str, Place]] = {}
        for n, name, doc in self._db.execute(sql):
            kind = name.split(":")[2:3] if name.startswith("urn:awe:") else []
            if kind:
                found.setdefault(n, {})[kind[0]] = load(doc)
        return found

    def _row(self, kind: int, n: int | None, res: dict[str, Any] | None, req: dict[str, Any] | None) -> Row | None:
        resolved = None
        if res is not None:
            resolved = self._resolve(n or 0, res) if kind == _REVISIT else _plain(res)
            if resolved is None:
                return None
        head: dict[str, Any] = req or res or {}
        if req is None:
            form = request_form("GET", head["url"], [], b"")
            keys, text, writes = [form.exact, form.canonical, form.operation], form_text(form.params), form.writes
        else:
            keys, text, writes = req["keys"], req["form"], req["writes"]
        vary = vary_fields(req["headers"], [("vary", res["vary"] if res else "")]) if req else []
        times = [one["time"] for one in (res, req) if one]
        entry = StoredEntry(
            seq=0, url=head["url"], method=head.get("method", "GET"), status=resolved.status if resolved else 0,
            mime=resolved.mime if resolved else "", time=min(times), kind="websocket" if head["socket"] else "http",
            step=head["step"], writes=writes, form=text, vary=tuple((name, value) for name, value in vary),
            response=resolved.response if resolved else None, request=req["place"] if req else None,
            payload=resolved.payload if resolved else None, no_body=resolved.no_body if resolved else True,
            problem=resolved.problem if resolved else "no response was recorded",
        )  # fmt: skip
        return Row(entry, keys[0], keys[1], keys[2])

    def _resolve(self, n: int, res: dict[str, Any]) -> _Resolved | None:
        """What a revisit stands for, None when it cannot be used."""
        found = _plain(res)
        original = self._original(n, res)
        if original is not None and (not res["head"] or res["status"] == 304):
            found.response, found.status, found.mime = original["place"], original["status"], original["mime"]
        elif original is not None:
            found.payload = original["place"]
            found.mime = found.mime or original["mime"]
        elif res["digest"] in EMPTY_DIGESTS or 300 <= res["status"] < 400 or res["status"] == 204:
            found.no_body = True
        else:
            self._damage.skipped += 1
            report(self._damage, f"{res['url']}: a revisit whose payload is not in the archive")
            return None
        return found

    def _original(self, n: int, res: dict[str, Any], depth: int = 0) -> dict[str, Any] | None:
        url, date, record_id = res["refers"]
        tries: list[tuple[str, tuple[Any, ...]]] = []
        nearest = "ORDER BY uri=? DESC, abs(n-?) LIMIT 1"
        if res["digest"] in EMPTY_DIGESTS and res["status"] != 304 and res["head"]:
            return None
        if res["digest"] and res["status"] != 304:
            where = f"digest=? AND kind IN (0,2) {nearest}"
            tries.append((where, (key64(res["digest"]), key64(res["url"]), n)))
        if url:
            tries.append((f"uri=? AND kind<3 AND n<>? AND time=? {nearest}", (key64(url), n, date, key64(url), n)))
            tries.append((f"uri=? AND kind IN (0,2) {nearest}", (key64(url), key64(url), n)))
        if record_id:
            tries.append((f"id=? AND kind<3 AND n<>? {nearest}", (key64(record_id), n, 0, n)))
        if res["status"] == 304:
            tries.append((f"uri=? AND kind IN (0,2) {nearest}", (key64(res["url"]), 0, n)))
        for where, args in tries:
            row = self._db.execute(f"SELECT n, kind, doc FROM rec WHERE {where}", args).fetchone()
            if row is None:
                continue
            doc: dict[str, Any] = load(row[2])
            if row[1] != _REVISIT:
                return doc
            if depth < 5 and (further := self._original(row[0], doc, depth + 1)) is not None:
                return further
        return None


def _plain(res: dict[str, Any]) -> _Resolved:
    return _Resolved(res["place"], None, res["status"], res["mime"], problem=res.get("problem", ""))


def _with(entry: StoredEntry, seq: int, notes: dict[str, Place]) -> StoredEntry:
    fields = {name: getattr(entry, name) for name in entry.__dataclass_fields__}
    return StoredEntry(**{**fields, "seq": seq, "messages": notes.get("messages"), "chunks": notes.get("chunks")})


def form_text(params: tuple[tuple[str, str], ...]) -> str:
    """The canonical parameters as `Entry.form` holds them."""
    return dump(params).decode() if params else ""


def report(damage: Damage, line: str) -> None:
    if len(damage.problems) < 1000:
        damage.problems.append(line)


def store(staging: Staging, writer: StoreWriter, first_seq: int) -> None:
    """Pair everything staged and add it to the index."""
    staging.pair()
    for row in staging.rows(first_seq):
        writer.add(row)
