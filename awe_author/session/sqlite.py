"""The embedded store: one SQLite file in WAL mode for each run, safe with several threads and processes at once.

An append is one transaction: the event, and the session's head on it. With `synchronous=NORMAL` what was acknowledged
survives any death of the process; `full` also syncs every commit, so that it survives a power cut. A torn transaction
is found by WAL's checksums; bytes that rot later in the file are found by the events' digests and by the seals of the
small rows (sessions, snapshots), and are left out: events by whoever loads the timeline, small rows here.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from awe_author.errors import AweError, InputError
from awe_author.session.errors import SessionExists, StoreDamaged, StoreUnavailable, UnknownSession
from awe_author.session.store import LOST, HeadMoved, Row, SessionRecord, Unreadable

APPLICATION = 0x41574553
"""`application_id` in the file's header, "AWES"."""

VERSION = 1
"""`user_version` in the file's header."""

PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""

_NODE_BITS = 32
_NODES = (1 << _NODE_BITS) - 1
_CHUNK = 500
_WAL_PAGES = 4000
_SCHEMA = """
CREATE TABLE timelines (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE events (place INTEGER PRIMARY KEY, parent INTEGER NOT NULL, digest BLOB NOT NULL, body BLOB NOT NULL);
CREATE TABLE sessions (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, timeline INTEGER NOT NULL,
                       head INTEGER NOT NULL, closed INTEGER NOT NULL, labels TEXT NOT NULL, seal BLOB NOT NULL);
CREATE INDEX sessions_of_timeline ON sessions (timeline);
CREATE TABLE snapshots (session INTEGER NOT NULL, name TEXT NOT NULL, node INTEGER NOT NULL, seal BLOB NOT NULL,
                        PRIMARY KEY (session, name)) WITHOUT ROWID;
CREATE TABLE documents (hash TEXT PRIMARY KEY, body BLOB NOT NULL);
"""
_SESSION = (
    "SELECT s.key, s.id, t.key, t.name, s.head, s.closed, s.labels, s.seal "
    "FROM sessions s JOIN timelines t ON t.key = s.timeline"
)

_EVENTS = "SELECT place, parent, digest, body FROM events WHERE place BETWEEN ? AND ? ORDER BY place LIMIT ?"
_HEAD_AND_LAST = (
    "SELECT head, closed, (SELECT max(place) FROM events WHERE place BETWEEN ? AND ?) FROM sessions WHERE key = ?"
)


class _Known(NamedTuple):
    """What never changes of a session: read once."""

    key: int
    timeline: int
    labels: str


class SqliteStore:
    """See `Store`. `InputError` when the file is not ours, or of a newer version."""

    def __init__(self, path: str | Path, *, synchronous: Literal["normal", "full"] = "normal") -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        self._known: dict[str, _Known] = {}
        self._db = _connect(self.path, synchronous)

    # ---- timelines and events ------------------------------------------------------------

    def create(
        self,
        timeline: str,
        rows: Iterable[Row],
        sessions: Sequence[SessionRecord],
        snapshots: Iterable[tuple[str, str, int]] = (),
    ) -> None:
        with self._writing() as run:
            if run("SELECT 1 FROM timelines WHERE name = ?", (timeline,)).fetchone():
                raise SessionExists(timeline)
            key: Any = run("INSERT INTO timelines (name) VALUES (?)", (timeline,)).lastrowid
            places = ((key << _NODE_BITS | row.node, row.parent, row.digest, row.body) for row in rows)
            self._db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", places)
            for record in sessions:
                self._add(key, record)
            for session, name, node in snapshots:
                self._name(session, name, node)

    def append(self, session: str, expected: int, make: Callable[[int], Row]) -> Row:
        known = self._session_key(session)
        with self._writing() as run:
            base = known.timeline << _NODE_BITS
            found = run(_HEAD_AND_LAST, (base, base | _NODES, known.key)).fetchone()
            if found is None or found[1]:
                raise UnknownSession(session)
            if found[0] != expected:
                raise HeadMoved(found[0])
            row = make((found[2] & _NODES) + 1)
            run("INSERT INTO events VALUES (?, ?, ?, ?)", (base | row.node, row.parent, row.digest, row.body))
            seal = _seal(session, known.timeline, row.node, 0, known.labels)
            run("UPDATE sessions SET head = ?, seal = ? WHERE key = ?", (row.node, seal, known.key))
            return row

    def row(self, timeline: str, node: int) -> Row | None:
        base = self._base(timeline)
        if base is None:
            return None
        try:
            return self._row(base, node)
        except (StoreDamaged, TypeError):
            return None

    def rows(self, timeline: str, after: int = -1) -> Iterator[Row | Unreadable]:
        base = self._base(timeline)
        while base is not None:
            try:
                with self._reading() as run:
                    found = run(_EVENTS, (base + after + 1, base | _NODES, _CHUNK)).fetchall()
            except StoreDamaged:
                yield from self._one_by_one(base, after)
                return
            for place, *rest in found:
                after = place & _NODES
                yield _checked(after, rest)
            if len(found) < _CHUNK:
                return

    def _one_by_one(self, base: int, after: int) -> Iterator[Row | Unreadable]:
        """What can still be had of a timeline when a page of the file is broken."""
        for node in range(after + 1, self._bound(base) + 1):
            try:
                row = self._row(base, node)
            except StoreDamaged as error:
                yield Unreadable(node, error.what)
            except TypeError:
                yield Unreadable(node, "the row holds values of wrong types")
            else:
                yield row if row is not None else Unreadable(node, "there is no such row")

    def _bound(self, base: int) -> int:
        """A node that is not before the last one: from the events, or when those are broken from the heads."""
        questions = (
            ("SELECT max(place) & ? FROM events WHERE place BETWEEN ? AND ?", (_NODES, base, base | _NODES)),
            ("SELECT max(head) FROM sessions WHERE timeline = ?", (base >> _NODE_BITS,)),
        )
        found = 0
        for sql, values in questions:
            try:
                with self._reading() as run:
                    found = max(found, run(sql, values).fetchone()[0] or 0)
            except StoreDamaged:
                continue
        return found

    def _row(self, base: int, node: int) -> Row | None:
        with self._reading() as run:
            sql = "SELECT parent, digest, body FROM events WHERE place = ?"
            found = run(sql, (base + node,)).fetchone()
        row = None if found is None else _checked(node, found)
        if isinstance(row, Unreadable):
            raise TypeError(row.reason)
        return row

    def timelines(self) -> list[str]:
        with self._reading() as run:
            return [name for (name,) in run("SELECT name FROM timelines ORDER BY key")]

    # ---- sessions ------------------------------------------------------------------------

    def session(self, session: str) -> SessionRecord | None:
        with self._reading() as run:
            found = run(f"{_SESSION} WHERE s.id = ?", (session,)).fetchone()
            return None if found is None else _record(found)

    def sessions(self, timeline: str | None = None) -> list[SessionRecord]:
        with self._reading() as run:
            if timeline is None:
                return [_record(found) for found in run(f"{_SESSION} ORDER BY s.key")]
            return [_record(found) for found in run(f"{_SESSION} WHERE t.name = ? ORDER BY s.key", (timeline,))]

    def add_session(self, record: SessionRecord, like: str) -> None:
        with self._writing() as run:
            found = run("SELECT key FROM timelines WHERE name = ?", (record.timeline,)).fetchone()
            if found is None:
                raise UnknownSession(like)
            self._add(found[0], record)
            for name, node in self.snapshots(like).items():
                self._name(record.id, name, node)

    def move(self, session: str, head: int) -> None:
        self._change(session, head=head)

    def close_session(self, session: str) -> None:
        self._change(session, closed=1)

    def set_snapshot(self, session: str, name: str, node: int) -> None:
        with self._writing():
            self._name(session, name, node)

    def snapshots(self, session: str) -> dict[str, int]:
        with self._reading() as run:
            key = self._session_key(session).key
            found = run("SELECT name, node, seal FROM snapshots WHERE session = ?", (key,))
            return {name: node for name, node, seal in found if seal == _seal(key, name, node)}

    def _add(self, timeline: int, record: SessionRecord) -> None:
        labels = json.dumps(dict(record.labels), sort_keys=True)
        seal = _seal(record.id, timeline, record.head, int(record.closed), labels)
        values = (record.id, timeline, record.head, int(record.closed), labels, seal)
        try:
            self._db.execute(
                "INSERT INTO sessions (id, timeline, head, closed, labels, seal) VALUES (?, ?, ?, ?, ?, ?)", values
            )
        except sqlite3.IntegrityError:
            raise SessionExists(record.id) from None

    def _name(self, session: str, name: str, node: int) -> None:
        key = self._session_key(session).key
        self._db.execute(
            "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", (key, name, node, _seal(key, name, node))
        )

    def _change(self, session: str, *, head: int | None = None, closed: int | None = None) -> None:
        known = self._session_key(session)
        with self._writing() as run:
            was: Any = run("SELECT head, closed FROM sessions WHERE key = ?", (known.key,)).fetchone()
            now = was[0] if head is None else head, was[1] if closed is None else closed
            seal = _seal(session, known.timeline, *now, known.labels)
            run("UPDATE sessions SET head = ?, closed = ?, seal = ? WHERE key = ?", (*now, seal, known.key))

    def _session_key(self, session: str) -> _Known:
        known = self._known.get(session)
        if known is None:
            with self._reading() as run:
                found = run("SELECT key, timeline, labels FROM sessions WHERE id = ?", (session,)).fetchone()
                if found is None:
                    raise UnknownSession(session)
                known = _Known(*found)
                if not self._db.in_transaction:
                    self._known[session] = known
        return known

    def _base(self, timeline: str) -> int | None:
        with self._reading() as run:
            found = run("SELECT key FROM timelines WHERE name = ?", (timeline,)).fetchone()
            return None if found is None else found[0] << _NODE_BITS

    # ---- documents -----------------------------------------------------------------------

    def save_document(self, hash: str, make: Callable[[], bytes]) -> None:
        if self.document(hash) is None:
            body = make()
            with self._writing() as run:
                run("INSERT OR IGNORE INTO documents VALUES (?, ?)", (hash, body))

    def document(self, hash: str) -> bytes | None:
        with self._reading() as run:
            found = run("SELECT body FROM documents WHERE hash = ?", (hash,)).fetchone()
            return None if found is None else found[0]

    # ---- the file ------------------------------------------------------------------------

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @contextmanager
    def _reading(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        with self._lock:
            try:
                yield self._db.execute
            except sqlite3.Error as error:
                raise _explained(error, self.path) from error

    @contextmanager
    def _writing(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """One transaction: all that is done inside, or nothing."""
        with self._reading() as run:
            run("BEGIN IMMEDIATE")
            try:
                yield run
                run("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    run("ROLLBACK")
                raise


def _checked(node: int, values: Sequence[Any]) -> Row | Unreadable:
    parent, digest, body = values
    if isinstance(parent, int) and isinstance(digest, bytes) and isinstance(body, bytes):
        return Row(node, parent, digest, body)
    return Unreadable(node, "the row holds values of wrong types")


def _seal(*values: object) -> bytes:
    return hashlib.sha256(repr(values).encode()).digest()[:8]


def _record(found: Sequence[Any]) -> SessionRecord:
    _, id, timeline, name, head, closed, labels, seal = found
    if seal != _seal(id, timeline, head, closed, labels):
        return SessionRecord(id=id, timeline=name, head=LOST)
    return SessionRecord(id=id, timeline=name, head=head, closed=bool(closed), labels=json.loads(labels))


def _connect(path: Path, synchronous: str) -> sqlite3.Connection:
    if path.is_dir() or not path.parent.is_dir():
        raise InputError("is no place for a file", where=str(path), hint="name a file in a folder that is there")
    db = None
    try:
        db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        _claim(db, path)
        db.execute(f"PRAGMA synchronous = {synchronous}")
        db.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")
        return db
    except sqlite3.Error as error:
        if db is not None:
            db.close()
        raise _explained(error, path, opening=True) from error
    except InputError:
        if db is not None:
            db.close()
        raise


def _claim(db: sqlite3.Connection, path: Path) -> None:
    """Make sure that the file is ours, or make it so when it is new."""
    if not _is_ours(db, path):
        _use_wal(db)
        db.execute("BEGIN IMMEDIATE")
        if not _is_ours(db, path):
            for statement in _SCHEMA.split(";\n"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    _use_wal(db)


def _is_ours(db: sqlite3.Connection, path: Path) -> bool:
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if application == 0 and db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
        return False
    if application != APPLICATION:
        raise InputError("this SQLite file is not a store of sessions", where=str(path), hint="name another file")
    if version > VERSION:
        raise InputError(
            f"this store has version {version}, and this program knows up to {VERSION}",
            where=str(path),
            hint="update awe-author, or name another file",
        )
    return True


def _use_wal(db: sqlite3.Connection) -> None:
    """Switching needs the file for itself for a moment, and SQLite does not wait for that by itself."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _explained(error: sqlite3.Error, path: Path, *, opening: bool = False) -> AweError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return InputError("this is not an SQLite file", where=str(path), hint="name another file")
    if code == sqlite3.SQLITE_CORRUPT:
        hint = "sqlite3's `.recover` may save what is whole; or go back to an export"
        kind = InputError if opening else StoreDamaged
        return kind(f"the file is damaged: {error}", where=str(path), hint=hint)
    if opening and code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return InputError(f"the file can't be written: {error}", where=str(path), hint="check who may write there")
    return StoreUnavailable(f"the store can't be used: {error}", where=str(path), hint="nothing was written; try again")
