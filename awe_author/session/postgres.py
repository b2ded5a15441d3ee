"""The store for runs on many machines: a PostgreSQL database, through pg8000 (BSD licence; extra `postgres`).

Tables are in a schema of their own, `awe_author`. An append locks the session's row, then the timeline's, so that those
who act on one timeline wait for each other and others do not. Durability is the server's `synchronous_commit`.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from awe_author.errors import InputError
from awe_author.session.errors import SessionExists, StoreUnavailable, UnknownSession
from awe_author.session.store import HeadMoved, Row, SessionRecord, Unreadable

if TYPE_CHECKING:
    from pg8000.native import Connection

VERSION = 1
UNIQUE_VIOLATION = "23505"
_SETUP_LOCK = 0x41574553
"""Key of the advisory lock under which the tables are made."""

_CHUNK = 500
_SCHEMA = """
CREATE SCHEMA awe_author;
CREATE TABLE awe_author.format (version integer NOT NULL);
CREATE TABLE awe_author.timelines (key bigserial PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE awe_author.events (timeline bigint NOT NULL, node bigint NOT NULL, parent bigint NOT NULL,
                                digest bytea NOT NULL, body bytea NOT NULL, PRIMARY KEY (timeline, node));
CREATE TABLE awe_author.sessions (key bigserial PRIMARY KEY, id text NOT NULL UNIQUE, timeline bigint NOT NULL,
                                  head bigint NOT NULL, closed boolean NOT NULL, labels text NOT NULL);
CREATE INDEX sessions_of_timeline ON awe_author.sessions (timeline);
CREATE TABLE awe_author.snapshots (session bigint NOT NULL, name text NOT NULL, node bigint NOT NULL,
                                   PRIMARY KEY (session, name));
CREATE TABLE awe_author.documents (hash text PRIMARY KEY, body bytea NOT NULL);
INSERT INTO awe_author.format VALUES (1)
"""
_SESSION = (
    "SELECT s.id, t.name, s.head, s.closed, s.labels FROM awe_author.sessions s "
    "JOIN awe_author.timelines t ON t.key = s.timeline"
)
Run = Callable[..., Any]


class PostgresStore:
    """See `Store`. `url`: `postgresql://user:password@host:port/database`, or `?host=/folder` for a Unix socket.

    Without a password in it the one in the environment variable PGPASSWORD is used. The connection is not encrypted.
    """

    def __init__(self, url: str) -> None:
        self._arguments = _arguments(url)
        self._lock = threading.RLock()
        self._open: Connection | None = None
        self._set_up()

    # ---- timelines and events ------------------------------------------------------------

    def create(
        self,
        timeline: str,
        rows: Iterable[Row],
        sessions: Sequence[SessionRecord],
        snapshots: Iterable[tuple[str, str, int]] = (),
    ) -> None:
        with self._writing() as run, _taken(timeline):
            sql = "INSERT INTO awe_author.timelines (name) VALUES (:name) RETURNING key"
            key = run(sql, name=timeline)[0][0]
            for row in rows:
                self._insert(run, key, row)
            for record in sessions:
                self._add(run, key, record)
            for session, name, node in snapshots:
                self._name(run, session, name, node)

    def append(self, session: str, expected: int, make: Callable[[int], Row]) -> Row:
        with self._writing() as run:
            sql = "SELECT timeline, head, closed FROM awe_author.sessions WHERE id = :id FOR UPDATE"
            found = run(sql, id=session)
            if not found or found[0][2]:
                raise UnknownSession(session)
            timeline, head, _ = found[0]
            if head != expected:
                raise HeadMoved(head)
            run("SELECT 1 FROM awe_author.timelines WHERE key = :key FOR UPDATE", key=timeline)
            last = run("SELECT max(node) FROM awe_author.events WHERE timeline = :key", key=timeline)[0][0]
            row = make(last + 1)
            self._insert(run, timeline, row)
            run("UPDATE awe_author.sessions SET head = :head WHERE id = :id", head=row.node, id=session)
            return row

    def row(self, timeline: str, node: int) -> Row | None:
        sql = (
            "SELECT e.node, e.parent, e.digest, e.body FROM awe_author.events e JOIN awe_author.timelines t "
            "ON t.key = e.timeline WHERE t.name = :name AND e.node = :node"
        )
        with self._reading() as run:
            found = run(sql, name=timeline, node=node)
        return Row(*found[0]) if found else None

    def rows(self, timeline: str, after: int = -1) -> Iterator[Row | Unreadable]:
        sql = (
            "SELECT e.node, e.parent, e.digest, e.body FROM awe_author.events e JOIN awe_author.timelines t "
            "ON t.key = e.timeline WHERE t.name = :name AND e.node > :after ORDER BY e.node LIMIT :most"
        )
        while True:
            with self._reading() as run:
                found = run(sql, name=timeline, after=after, most=_CHUNK)
            for values in found:
                yield Row(*values)
            if len(found) < _CHUNK:
                return
            after = found[-1][0]

    def timelines(self) -> list[str]:
        with self._reading() as run:
            return [name for (name,) in run("SELECT name FROM awe_author.timelines ORDER BY key")]

    # ---- sessions ------------------------------------------------------------------------

    def session(self, session: str) -> SessionRecord | None:
        with self._reading() as run:
            found = run(f"{_SESSION} WHERE s.id = :id", id=session)
            return _record(found[0]) if found else None

    def sessions(self, timeline: str | None = None) -> list[SessionRecord]:
        with self._reading() as run:
            if timeline is None:
                return [_record(found) for found in run(f"{_SESSION} ORDER BY s.key")]
            return [_record(found) for found in run(f"{_SESSION} WHERE t.name = :name ORDER BY s.key", name=timeline)]

    def add_session(self, record: SessionRecord, like: str) -> None:
        with self._writing() as run, _taken(record.id):
            found = run("SELECT key FROM awe_author.timelines WHERE name = :name", name=record.timeline)
            if not found:
                raise UnknownSession(like)
            self._add(run, found[0][0], record)
            for name, node in self.snapshots(like).items():
                self._name(run, record.id, name, node)

    def move(self, session: str, head: int) -> None:
        self._change("UPDATE awe_author.sessions SET head = :head WHERE id = :id RETURNING key", session, head=head)

    def close_session(self, session: str) -> None:
        self._change("UPDATE awe_author.sessions SET closed = true WHERE id = :id RETURNING key", session)

    def set_snapshot(self, session: str, name: str, node: int) -> None:
        with self._writing() as run:
            self._name(run, session, name, node)

    def snapshots(self, session: str) -> dict[str, int]:
        sql = (
            "SELECT n.name, n.node FROM awe_author.sessions s LEFT JOIN awe_author.snapshots n ON n.session = s.key "
            "WHERE s.id = :id"
        )
        with self._reading() as run:
            found = run(sql, id=session)
        if not found:
            raise UnknownSession(session)
        return {name: node for name, node in found if name is not None}

    def _change(self, sql: str, session: str, **values: object) -> None:
        with self._writing() as run:
            if not run(sql, id=session, **values):
                raise UnknownSession(session)

    @staticmethod
    def _insert(run: Run, timeline: int, row: Row) -> None:
        sql = "INSERT INTO awe_author.events VALUES (:timeline, :node, :parent, :digest, :body)"
        run(sql, timeline=timeline, node=row.node, parent=row.parent, digest=row.digest, body=row.body)

    @staticmethod
    def _add(run: Run, timeline: int, record: SessionRecord) -> None:
        sql = (
            "INSERT INTO awe_author.sessions (id, timeline, head, closed, labels) "
            "VALUES (:id, :timeline, :head, :closed, :labels)"
        )
        labels = json.dumps(dict(record.labels), sort_keys=True)
        with _taken(record.id):
            run(sql, id=record.id, timeline=timeline, head=record.head, closed=record.closed, labels=labels)

    @staticmethod
    def _name(run: Run, session: str, name: str, node: int) -> None:
        sql = (
            "INSERT INTO awe_author.snapshots SELECT key, :name, :node FROM awe_author.sessions WHERE id = :id "
            "ON CONFLICT (session, name) DO UPDATE SET node = EXCLUDED.node RETURNING node"
        )
        if not run(sql, name=name, node=node, id=session):
            raise UnknownSession(session)

    # ---- documents -----------------------------------------------------------------------

    def save_document(self, hash: str, make: Callable[[], bytes]) -> None:
        if self.document(hash) is None:
            body = make()
            with self._writing() as run:
                sql = "INSERT INTO awe_author.documents VALUES (:hash, :body) ON CONFLICT DO NOTHING"
                run(sql, hash=hash, body=body)

    def document(self, hash: str) -> bytes | None:
        with self._reading() as run:
            found = run("SELECT body FROM awe_author.documents WHERE hash = :hash", hash=hash)
            return found[0][0] if found else None

    # ---- the connection ------------------------------------------------------------------

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._open is not None:
            with suppress(Exception):
                self._open.close()
            self._open = None

    @contextmanager
    def _reading(self) -> Iterator[Run]:
        driver = _driver()
        with self._lock:
            try:
                if self._open is None:
                    self._open = driver.Connection(**self._arguments)
                yield self._open.run
            except (driver.InterfaceError, OSError) as error:
                self._drop()
                hint = "see that the server runs; after a break an action may have been done: look at the head"
                why = str(error).partition(" (timeout")[0]  # the driver adds arguments of its own
                raise StoreUnavailable(f"PostgreSQL can't be reached: {why}", hint=hint) from error
            except driver.DatabaseError as error:
                raise StoreUnavailable(f"PostgreSQL refuses: {_message(error)}", hint="nothing was written") from error

    @contextmanager
    def _writing(self) -> Iterator[Run]:
        """One transaction: all that is done inside, or nothing."""
        with self._reading() as run:
            run("BEGIN")
            try:
                yield run
                run("COMMIT")
            except BaseException:
                with suppress(Exception):
                    run("ROLLBACK")
                raise

    def _set_up(self) -> None:
        with self._writing() as run:
            run("SELECT pg_advisory_xact_lock(:key)", key=_SETUP_LOCK)
            if run("SELECT to_regnamespace('awe_author') IS NULL")[0][0]:
                for statement in _SCHEMA.split(";\n"):
                    run(statement)
            version = run("SELECT max(version) FROM awe_author.format")[0][0]
        if version > VERSION:
            self.close()
            raise InputError(
                f"this store has version {version}, and this program knows up to {VERSION}",
                where="schema awe_author",
                hint="update awe-author, or use another database",
            )


@contextmanager
def _taken(id: str) -> Iterator[None]:
    """A name that is there already, said in our words."""
    driver = _driver()
    try:
        yield
    except driver.DatabaseError as error:
        if _field(error, "C") == UNIQUE_VIOLATION:
            raise SessionExists(id) from None
        raise


def _record(found: Sequence[Any]) -> SessionRecord:
    id, timeline, head, closed, labels = found
    return SessionRecord(id=id, timeline=timeline, head=head, closed=closed, labels=json.loads(labels))


def _field(error: Exception, name: str) -> str:
    """A field of the server's error report (`C`: SQLSTATE, `M`: message)."""
    report = error.args[0] if error.args else None
    return str(report.get(name, "")) if isinstance(report, dict) else ""


def _message(error: Exception) -> str:
    return _field(error, "M") or str(error)


def _driver() -> Any:
    try:
        import pg8000.native
    except ImportError as error:
        raise InputError("PostgreSQL needs the driver pg8000", hint="pip install 'awe-author[postgres]'") from error
    return pg8000.native


def without_secrets(address: str) -> str:
    """The address of a store as messages may show it: whatever stands between `user:` and `@` is left out."""
    return re.sub(r"://([^:/@]*):.*@", r"://\1:***@", address, flags=re.DOTALL)


def _arguments(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("postgresql", "postgres") and parts.port != 0
    except ValueError:
        known = False
    if not known:
        what = f"{without_secrets(url)!r} is no PostgreSQL address"
        raise InputError(what, hint="postgresql://user:password@host:5432/database")
    user = unquote(parts.username or "postgres")
    made: dict[str, Any] = {"user": user, "database": unquote(parts.path.lstrip("/")) or user}
    password = unquote(parts.password) if parts.password is not None else os.environ.get("PGPASSWORD")
    if password:
        made["password"] = password
    asked = parse_qs(parts.query, keep_blank_values=True)
    if unknown := sorted(asked.keys() - {"host"}):
        what = f"{unknown[0]} is not understood in the address of a PostgreSQL store"
        hint = "only host=/folder is; there is no TLS yet, so reach a server elsewhere through a tunnel"
        raise InputError(what, hint=hint)
    folder = asked.get("host", [""])[0]
    if folder.startswith("/"):
        made["unix_sock"] = f"{folder}/.s.PGSQL.{parts.port or 5432}"
    else:
        made |= {"host": parts.hostname or "127.0.0.1", "port": parts.port or 5432}
    return made
