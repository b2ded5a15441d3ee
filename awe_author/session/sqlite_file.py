"""Opening the SQLite file of a store: is it ours, of a known version, in WAL mode; and what its errors mean."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from awe_author.errors import AweError, InputError
from awe_author.session.errors import StoreDamaged, StoreUnavailable

APPLICATION = 0x41574553
"""`application_id` in the file's header, "AWES"."""

VERSION = 1
"""`user_version` in the file's header."""

PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""

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


def connect(path: Path, synchronous: str) -> sqlite3.Connection:
    """A connection for all threads, to a file that is ours; made when it is new. `InputError` when it is not ours."""
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
        raise explained(error, path, opening=True) from error
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


def explained(error: sqlite3.Error, path: Path, *, opening: bool = False) -> AweError:
    """An error of SQLite in our words, with what to do."""
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
