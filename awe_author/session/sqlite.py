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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from awe_author.session.errors import SessionExists, StoreDamaged, UnknownSession
from awe_author.session.sqlite_file import connect, explained
from awe_author.session.store import LOST, HeadMoved, Row, SessionRecord, Unreadable

_NODE_BITS = 32
_NODES = (1 << _NODE_BITS) - 1
_CHUNK = 500
_SESSION = (
    "SELECT s.key, s.id, t.key, t.name, s.head, s.closed, s.labels, s.seal "
    "FROM sessions s JOIN timelines t ON t.key = s.timeline"
)

_EVENTS = "SELECT place, parent, digest, body FROM events WHERE place BETWEEN ? AND ? ORDER BY place LIMIT ?"
_LAST = "SELECT max(place) FROM events WHERE place BETWEEN ? AND ?"
_INSERT = "INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?)"
_MOVE = "UPDATE sessions SET head = ?, seal = ? WHERE key = ? AND head = ? AND NOT closed"


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
        self._bases: dict[str, int] = {}
        self._last: dict[int, int] = {}
        """Of timelines that this process appended to: where, unless another one did since."""
        self._db = connect(self.path, synchronous)

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
        with self._lock:
            known = self._session_key(session)
            base = known.timeline << _NODE_BITS
            run = self._db.execute
            try:
                run("BEGIN IMMEDIATE")
                last = self._last.get(base) or run(_LAST, (base, base | _NODES)).fetchone()[0]
                row = make((last & _NODES) + 1)
                values = (base | row.node, row.parent, row.digest, row.body)
                if not run(_INSERT, values).rowcount:  # another process has been there
                    last = run(_LAST, (base, base | _NODES)).fetchone()[0]
                    row = make((last & _NODES) + 1)
                    run(_INSERT, (base | row.node, row.parent, row.digest, row.body))
                seal = _seal(session, known.timeline, row.node, 0, known.labels)
                if not run(_MOVE, (row.node, seal, known.key, expected)).rowcount:
                    raise self._moved(session, known)
                run("COMMIT")
            except sqlite3.Error as error:
                self._undo()
                raise explained(error, self.path) from error
            except BaseException:
                self._undo()
                raise
            self._last[base] = base | row.node
            return row

    def _moved(self, session: str, known: _Known) -> Exception:
        """Why a head could not be moved."""
        found = self._db.execute("SELECT head, closed FROM sessions WHERE key = ?", (known.key,)).fetchone()
        return UnknownSession(session) if found is None or found[1] else HeadMoved(found[0])

    def _undo(self) -> None:
        self._last.clear()
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

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
            key = self._session_key(record.id).key
            named = [(key, name, node, _seal(key, name, node)) for name, node in self.snapshots(like).items()]
            self._db.executemany("INSERT INTO snapshots VALUES (?, ?, ?, ?)", named)

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
        base = self._bases.get(timeline)
        if base is None:
            with self._reading() as run:
                found = run("SELECT key FROM timelines WHERE name = ?", (timeline,)).fetchone()
                if found is not None:
                    base = self._bases[timeline] = found[0] << _NODE_BITS
        return base

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
                raise explained(error, self.path) from error

    @contextmanager
    def _writing(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """One transaction: all that is done inside, or nothing."""
        with self._reading() as run:
            run("BEGIN IMMEDIATE")
            try:
                yield run
                run("COMMIT")
            except BaseException:
                self._undo()
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
