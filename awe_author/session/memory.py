"""The store that lives and ends with its process: for tests, and for runs that nobody wants to look at afterwards."""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from awe_author.session.errors import SessionExists, UnknownSession
from awe_author.session.store import HeadMoved, Row, SessionRecord, Unreadable


class MemoryStore:
    """See `Store`."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._rows: dict[str, list[Row]] = {}
        self._sessions: dict[str, SessionRecord] = {}
        self._snapshots: dict[str, dict[str, int]] = {}
        self._documents: dict[str, bytes] = {}

    def create(
        self,
        timeline: str,
        rows: Iterable[Row],
        sessions: Sequence[SessionRecord],
        snapshots: Iterable[tuple[str, str, int]] = (),
    ) -> None:
        with self._lock:
            if timeline in self._rows:
                raise SessionExists(timeline)
            for record in sessions:
                if record.id in self._sessions:
                    raise SessionExists(record.id)
            kept = list(rows)
            named = list(snapshots)
            self._rows[timeline] = kept
            for record in sessions:
                self._sessions[record.id] = record
                self._snapshots[record.id] = {}
            for session, name, node in named:
                self._snapshots[session][name] = node

    def append(self, session: str, expected: int, make: Callable[[int], Row]) -> Row:
        with self._lock:
            record = self._record(session)
            if record.closed:
                raise UnknownSession(session)
            if record.head != expected:
                raise HeadMoved(record.head)
            rows = self._rows[record.timeline]
            row = make(rows[-1].node + 1)
            rows.append(row)
            self._sessions[session] = replace(record, head=row.node)
            return row

    def row(self, timeline: str, node: int) -> Row | None:
        with self._lock:
            rows = self._rows.get(timeline, [])
            return rows[place] if (place := _find(rows, node)) is not None else None

    def rows(self, timeline: str, after: int = -1) -> Iterator[Row | Unreadable]:
        with self._lock:
            rows = self._rows.get(timeline, [])
            found = rows[bisect_right(rows, after, key=lambda row: row.node) :]
        yield from found

    def timelines(self) -> list[str]:
        with self._lock:
            return list(self._rows)

    def session(self, session: str) -> SessionRecord | None:
        with self._lock:
            return self._sessions.get(session)

    def sessions(self, timeline: str | None = None) -> list[SessionRecord]:
        with self._lock:
            return [record for record in self._sessions.values() if timeline in (None, record.timeline)]

    def add_session(self, record: SessionRecord, like: str) -> None:
        with self._lock:
            if record.id in self._sessions:
                raise SessionExists(record.id)
            self._sessions[record.id] = record
            self._snapshots[record.id] = dict(self._snapshots.get(like, {}))

    def move(self, session: str, head: int) -> None:
        with self._lock:
            self._sessions[session] = replace(self._record(session), head=head)

    def close_session(self, session: str) -> None:
        with self._lock:
            self._sessions[session] = replace(self._record(session), closed=True)

    def set_snapshot(self, session: str, name: str, node: int) -> None:
        with self._lock:
            self._record(session)
            self._snapshots[session][name] = node

    def snapshots(self, session: str) -> dict[str, int]:
        with self._lock:
            return dict(self._snapshots.get(session, {}))

    def save_document(self, hash: str, make: Callable[[], bytes]) -> None:
        with self._lock:
            if hash not in self._documents:
                self._documents[hash] = make()

    def document(self, hash: str) -> bytes | None:
        with self._lock:
            return self._documents.get(hash)

    def close(self) -> None:
        """Nothing to let go of."""

    def _record(self, session: str) -> SessionRecord:
        record = self._sessions.get(session)
        if record is None:
            raise UnknownSession(session)
        return record


def _find(rows: list[Row], node: int) -> int | None:
    """Place of `node`: nodes count up, with gaps only where an import left some out."""
    at = bisect_left(rows, node, key=lambda row: row.node)
    return at if at < len(rows) and rows[at].node == node else None
