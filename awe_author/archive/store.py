"""The index of an archive: one SQLite file, written once, then only read (docs/decisions/0002-index-store.md).

Keys are 64-bit hashes, so that the B-trees stay small; what an entry is stands in one JSON array beside them, which is
decoded when it is looked up. Memory does not grow with the archive: a bounded number of answered lookups is remembered.
"""

from __future__ import annotations

import bisect
import hashlib
import json
import sqlite3
import threading
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from awe_author.archive.model import Entry
from awe_author.archive.urls import host_of

FORMAT = 1
"""Raised whenever what is stored changes meaning; part of the file's fingerprint."""
Place = tuple[int, int, int]
"""(number of the source, offset, length; 0 = to be found out)."""
_SCHEMA = """
PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-32000;
CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB);
CREATE TABLE host(name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE entry(seq INTEGER PRIMARY KEY, exact INTEGER, canonical INTEGER, operation INTEGER, writes INTEGER,
                   place TEXT, doc BLOB);
CREATE TABLE fact(key INTEGER, time REAL, doc BLOB);
"""
_INDEXES = """
CREATE INDEX by_exact ON entry(exact); CREATE INDEX by_canonical ON entry(canonical);
CREATE INDEX by_operation ON entry(operation); CREATE INDEX by_place ON entry(place);
CREATE INDEX by_writes ON entry(seq) WHERE writes; CREATE INDEX by_key ON fact(key, time);
"""
_REMEMBERED = 8192
_ROWS = 500


def dump(value: Any) -> bytes:
    """JSON that `load` reads back, lone surrogates included."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value, separators=(",", ":")).encode("ascii")


def load(data: bytes | str) -> Any:
    """The document. Raises ValueError (RecursionError when nested without measure)."""
    try:
        return orjson.loads(data)
    except ValueError:
        if b"\\ud" not in (data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")).lower():
            raise
        return json.loads(data)


def key64(text: str) -> int:
    """A hash that is the same in every process and fits SQLite's integers (of a hex digest: its beginning)."""
    if len(text) == 32:
        try:
            return int(text[:15], 16)
        except ValueError:
            pass
    digest = hashlib.blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


@dataclass(frozen=True, slots=True)
class StoredEntry(Entry):
    """An entry that knows where its records are."""

    response: Place | None = None
    """The record that holds the response's head."""
    request: Place | None = None
    payload: Place | None = None
    """The record that holds the body, when that is another than `response` (a revisit)."""
    messages: Place | None = None
    chunks: Place | None = None
    no_body: bool = False
    """The body is known to be empty, whatever the records say."""
    problem: str = ""


@dataclass(slots=True)
class Row:
    """An entry on its way into the store."""

    entry: StoredEntry
    exact: str
    canonical: str
    operation: str


def pack(entry: StoredEntry) -> bytes:
    e = entry
    return dump([
        e.url, e.method, e.status, e.mime, e.time, e.kind, e.step, e.writes, e.form, e.vary,
        e.response, e.request, e.payload, e.messages, e.chunks, e.no_body, e.problem,
    ])  # fmt: skip


def unpack(seq: int, doc: bytes) -> StoredEntry:
    (
        url, method, status, mime, time, kind, step, writes, form, vary,
        response, request, payload, messages, chunks, no_body, problem,
    ) = load(doc)  # fmt: skip
    pairs = tuple([(name, value) for name, value in vary]) if vary else ()
    return StoredEntry(
        seq, url, method, status, mime, time, kind, step, writes, form, pairs,
        response, request, payload, messages, chunks, no_body, problem,
    )  # fmt: skip


def run(db: sqlite3.Connection, script: str) -> None:
    """Execute statements one by one (unlike `executescript`, inside the transaction there is)."""
    for statement in script.split(";"):
        db.execute(statement)


class StoreWriter:
    """Fills a new index file."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        run(self._db, _SCHEMA)
        self._db.execute("BEGIN")
        self._rows: list[tuple[Any, ...]] = []
        self._facts: list[tuple[int, float, bytes]] = []
        self._hosts: set[str] = set()
        self._last_operation = ("", 0)
        self.top = -1
        """The greatest seq so far."""

    def add(self, row: Row) -> None:
        """Store an entry; a seq that is taken replaces the one before."""
        entry = row.entry
        self.add_fields(entry.seq, row.exact, row.canonical, row.operation, entry.writes, entry.url, pack(entry))

    def add_fields(
        self, seq: int, exact: str, canonical: str, operation: str, writes: bool, url: str, doc: bytes
    ) -> None:
        """What `add` does, for an entry that is packed already."""
        start = url.find("://") + 3
        host = url[start : url.find("/", start)]
        if host not in self._hosts:
            self._note_host(host)
        if operation != self._last_operation[0]:
            self._last_operation = (operation, key64(operation))
        keys = (key64(exact), key64(canonical), self._last_operation[1])
        self._rows.append((seq, *keys, 1 if writes else 0, url[start:], doc))
        if seq > self.top:
            self.top = seq
        if len(self._rows) >= _ROWS:
            self.flush()

    def _note_host(self, host: str) -> None:
        if len(self._hosts) > 100_000:
            self._hosts.clear()
        self._hosts.add(host)
        name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
        self._db.executemany("INSERT OR IGNORE INTO host VALUES(?)", [(host,), (name,)])

    def add_fact(self, url: str, time: float, mime: str, place: Place) -> None:
        """Store where the bytes of a page fact are."""
        self._facts.append((key64(url), time, dump([url, mime, place])))
        if len(self._facts) >= _ROWS:
            self.flush()

    def flush(self) -> None:
        self._db.executemany("INSERT OR REPLACE INTO entry VALUES(?,?,?,?,?,?,?)", self._rows)
        self._db.executemany("INSERT INTO fact VALUES(?,?,?)", self._facts)
        self._rows.clear()
        self._facts.clear()

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON document under `key`."""
        raw = value if isinstance(value, bytes) else dump(value)
        self._db.execute("INSERT OR REPLACE INTO meta VALUES(?,?)", (key, raw))

    def renumber(self, start: int) -> None:
        """Number the entries with a seq of `start` or more anew, by time."""
        self.flush()
        rows = self._db.execute("SELECT seq, doc FROM entry WHERE seq >= ?", (start,))
        order = sorted((load(doc)[4], seq) for seq, doc in rows)
        top = max((seq for _, seq in order), default=start) + 1
        self._db.execute("CREATE TEMP TABLE moved(old INTEGER PRIMARY KEY, new INTEGER)")
        self._db.executemany("INSERT INTO moved VALUES(?,?)", ((seq, top + at) for at, (_, seq) in enumerate(order)))
        self._db.execute("UPDATE entry SET seq = (SELECT new FROM moved WHERE old = seq) WHERE seq >= ?", (start,))
        self._db.execute("UPDATE entry SET seq = seq - ? WHERE seq >= ?", (top - start, top))

    def index(self) -> sqlite3.Connection:
        """Make the B-trees, once every entry is there; the connection is for looking into them."""
        self.flush()
        run(self._db, _INDEXES)
        return self._db

    def close(self) -> None:
        """Complete the file."""
        self._db.execute(f"PRAGMA user_version={FORMAT}")
        self._db.execute("COMMIT")
        self._db.close()

    def abandon(self) -> None:
        self._db.close()


class IndexStore:
    """A finished index: the `model.Index` protocol, safe from any thread. Raises sqlite3.Error when it is corrupt."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        uri = path.absolute().as_uri() + "?mode=ro&immutable=1"
        self._db = sqlite3.connect(uri, uri=True, check_same_thread=False, cached_statements=64)
        try:
            self._db.execute("PRAGMA mmap_size=268435456")
            self._db.execute("PRAGMA cache_size=-8000")
            if self._db.execute("PRAGMA user_version").fetchone() != (FORMAT,):
                raise sqlite3.DatabaseError("not a finished index")
        except sqlite3.Error:
            self._db.close()
            raise
        self._seen: OrderedDict[tuple[str, int], tuple[StoredEntry, ...]] = OrderedDict()
        self._hosts: dict[str, bool] = {}
        self._writes: array[int] | None = None

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def get(self, key: str) -> Any:
        """The JSON document under `key`, None when there is none."""
        rows = self._all("SELECT value FROM meta WHERE key=?", key)
        return load(rows[0][0]) if rows else None

    def raw(self, key: str) -> bytes | None:
        rows = self._all("SELECT value FROM meta WHERE key=?", key)
        return rows[0][0] if rows else None

    def _all(self, sql: str, *args: Any) -> list[Any]:
        with self._lock:
            return self._db.execute(sql, args).fetchall()

    def _by(self, column: str, key: str) -> Sequence[StoredEntry]:
        remembered = (column, key64(key))
        with self._lock:
            found = self._seen.get(remembered)
            if found is not None:
                self._seen.move_to_end(remembered)
                return found
            sql = f"SELECT seq, doc FROM entry WHERE {column}=? ORDER BY seq"
            rows = self._db.execute(sql, (remembered[1],)).fetchall()
        found = tuple([unpack(seq, doc) for seq, doc in rows])
        if len(found) <= 64:
            with self._lock:
                self._seen[remembered] = found
                if len(self._seen) > _REMEMBERED:
                    self._seen.popitem(last=False)
        return found

    def by_exact(self, key: str) -> Sequence[StoredEntry]:
        return self._by("exact", key)

    def by_canonical(self, key: str) -> Sequence[StoredEntry]:
        return self._by("canonical", key)

    def by_operation(self, key: str) -> Sequence[StoredEntry]:
        return self._by("operation", key)

    def by_seq(self, seq: int) -> StoredEntry | None:
        rows = self._all("SELECT seq, doc FROM entry WHERE seq=?", seq)
        return unpack(*rows[0]) if rows else None

    def has_host(self, host: str) -> bool:
        known = self._hosts.get(host)
        if known is None:
            if len(self._hosts) > _REMEMBERED:
                self._hosts.clear()
            known = bool(self._all("SELECT 1 FROM host WHERE name=?", host.lower()))
            self._hosts[host] = known
        return known

    def near(self, url: str, limit: int = 20) -> Sequence[StoredEntry]:
        """Entries of the same host, those that share the longest prefix of path and query first."""
        place = url[url.find("://") + 3 :]
        low = host_of(url) + "/"
        above = "SELECT seq, place, doc FROM entry WHERE place >= ? AND place < ? ORDER BY place, seq LIMIT ?"
        below = "SELECT seq, place, doc FROM entry WHERE place < ? AND place >= ? ORDER BY place DESC, seq LIMIT ?"
        rows = self._all(above, place, low[:-1] + "0", limit) + self._all(below, place, low, limit)
        rows.sort(key=lambda row: (-_common(place, row[1]), row[0]))
        return [unpack(seq, doc) for seq, _, doc in rows[:limit]]

    def next_write(self, seq: int) -> int | None:
        if self._writes is None:
            self._writes = array("q", [row[0] for row in self._all("SELECT seq FROM entry WHERE writes ORDER BY seq")])
        at = bisect.bisect_right(self._writes, seq)
        return self._writes[at] if at < len(self._writes) else None

    def entries(self) -> Iterator[StoredEntry]:
        last = -(1 << 62)
        while rows := self._all("SELECT seq, doc FROM entry WHERE seq > ? ORDER BY seq LIMIT 500", last):
            yield from (unpack(seq, doc) for seq, doc in rows)
            last = rows[-1][0]

    def fact(self, url: str) -> Place | None:
        """Where the last recorded bytes under `url` are."""
        for (doc,) in self._all("SELECT doc FROM fact WHERE key=? ORDER BY time DESC", key64(url)):
            found, _, place = load(doc)
            if found == url:
                return tuple(place)
        return None

    def facts(self) -> Iterable[str]:
        """The URL of every page fact."""
        return (load(doc)[0] for (doc,) in self._all("SELECT doc FROM fact ORDER BY time"))


def _common(left: str, right: str) -> int:
    """Length of the common prefix."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[:middle] == right[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
