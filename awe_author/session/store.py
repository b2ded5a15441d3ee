"""What every store of timelines does, and the rows it keeps. Stores know bytes and nodes, never models or states.

A store is synchronous and safe to use from several threads; SQLite and PostgreSQL also from several processes. When
`append` returns, the event is there for good, together with the session's head on it: either both or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

LOST = -1
"""Head of a session whose own record is damaged: it has to be found again from the events."""


class Row(NamedTuple):
    """A stored event."""

    node: int
    parent: int
    digest: bytes
    """32 bytes, see events.py."""

    body: bytes
    """Canonical JSON."""


class Unreadable(NamedTuple):
    """A place where a row is or should be, that the store cannot give back."""

    node: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord:
    """A named pointer into a timeline, as stored."""

    id: str
    timeline: str
    head: int
    closed: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)
    """What the one who opened it wrote on it; means nothing here."""


class HeadMoved(Exception):
    """`append` found the session's head elsewhere: another process was first. Nothing was written."""

    def __init__(self, head: int) -> None:
        super().__init__(f"the head is {head}")
        self.head = head


class Store(Protocol):
    """One contract, one suite of tests (tests/session/test_stores.py), every implementation."""

    def create(
        self,
        timeline: str,
        rows: Iterable[Row],
        sessions: Sequence[SessionRecord],
        snapshots: Iterable[tuple[str, str, int]] = (),
    ) -> None:
        """A new timeline, whole or not at all. `snapshots`: (session, name, node). `SessionExists`: an id is taken."""

    def append(self, session: str, expected: int, make: Callable[[int], Row]) -> Row:
        """Append `make(node)` for the timeline's next node and move the session's head from `expected` onto it.

        `HeadMoved` when the head is elsewhere, `UnknownSession` when there is none. What `make` raises goes through,
        and nothing is written.
        """

    def row(self, timeline: str, node: int) -> Row | None:
        """One row; None when there is none (or it cannot be read)."""

    def rows(self, timeline: str, after: int = -1) -> Iterator[Row | Unreadable]:
        """All rows with a node greater than `after`, in order; writes of others in between do not disturb it."""

    def timelines(self) -> list[str]:
        """Names of all timelines, in the order in which they were made."""

    def session(self, session: str) -> SessionRecord | None:
        """One session, closed ones too."""

    def sessions(self, timeline: str | None = None) -> list[SessionRecord]:
        """All sessions (of one timeline), closed ones too, in the order in which they were made."""

    def add_session(self, record: SessionRecord, like: str) -> None:
        """A new session on a timeline that is there, with a copy of the snapshots of session `like`."""

    def move(self, session: str, head: int) -> None:
        """Put the session's head on `head`, wherever it was."""

    def close_session(self, session: str) -> None:
        """Mark it as closed. Its events stay."""

    def set_snapshot(self, session: str, name: str, node: int) -> None:
        """Give a node of the session's timeline a name; a name that is there moves."""

    def snapshots(self, session: str) -> dict[str, int]:
        """The names that a session gave or was branched with."""

    def save_document(self, hash: str, make: Callable[[], bytes]) -> None:
        """Keep a world's first state under its hash; `make` is called only when it is not there yet."""

    def document(self, hash: str) -> bytes | None:
        """What `save_document` kept."""

    def close(self) -> None:
        """Let go of files and connections. Nothing is lost without it."""
