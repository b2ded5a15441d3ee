"""Doors of many sessions over one set of recordings: each session has a port, a cursor and a log of its own.

A session's history is a tree, and what its browser sees follows it: at every node that the session comes to, the
progress of its replay is kept, and going back to a node puts it back. A session with features stays logged in: for its
beginning counts how far the replay was when the session left it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from awe_author.archive import open_archive
from awe_author.archive.recorded import Archive
from awe_author.door import CertificateAuthority, Door
from awe_author.features.api.engine import Surfaces
from awe_author.features.live import Live
from awe_author.features.model import FeatureFile
from awe_author.json_types import JsonObject
from awe_author.replay.server import open_door
from awe_author.replay.session import Progress, ReplaySession, knowledge_of
from awe_author.session.sessions import Sessions
from awe_author.session.timeline import ROOT

MOST_MARKS = 10_000
"""Nodes of a session at which its replay is remembered; the oldest are forgotten."""


@dataclass(slots=True)
class _Open:
    door: Door
    replay: ReplaySession
    marks: dict[int, tuple[Progress, float]] = field(default_factory=dict)
    """Node -> progress and moment of the pages' clock."""


class ReplayDoors:
    """See `session.control.service.Doors`. Made by `ReplayDoors.open_all`. Not thread-safe: one event loop."""

    def __init__(
        self,
        archive: Archive,
        authority: CertificateAuthority,
        sessions: Sessions | None = None,
        surfaces: Surfaces | None = None,
    ) -> None:
        self.archive, self.authority = archive, authority
        self._sessions, self._surfaces = sessions, surfaces
        self._open: dict[str, _Open] = {}
        self._opening = asyncio.Lock()

    @classmethod
    @asynccontextmanager
    async def open_all(
        cls,
        recordings: Sequence[Path],
        authority: CertificateAuthority,
        *,
        sessions: Sessions | None = None,
        features: Sequence[FeatureFile] = (),
    ) -> AsyncIterator[ReplayDoors]:
        """Doors that replay these recordings until the block ends. Raises InputError for files that cannot be used.

        `features` of `sessions` are answered from the state of the session whose door it is.
        """
        archive = await asyncio.to_thread(open_archive, list(recordings))
        surfaces = await asyncio.to_thread(Surfaces, features, archive) if features and sessions else None
        doors = cls(archive, authority, sessions, surfaces)
        try:
            yield doors
        finally:
            for session in list(doors._open):
                await doors.close(session)
            archive.close()

    async def open(self, session: str, seed: int, like: tuple[str, int] | None = None) -> str:
        """The address of the session's door, which is opened when it is not."""
        async with self._opening:
            if session not in self._open:
                live = await self._live(session)
                knowledge = knowledge_of(self.archive.recording)
                replay = ReplaySession(self.archive, knowledge=knowledge, seed=seed, live=live, surfaces=self._surfaces)
                door = await open_door(replay, self.authority)
                self._open[session] = _Open(door, replay)
                if like is not None:
                    self._begin_like(session, *like)
            return self._open[session].door.url

    async def _live(self, session: str) -> Live | None:
        if self._sessions is None or self._surfaces is None:
            return None
        live = Live.of(self._surfaces.plans, await asyncio.to_thread(self._sessions.get, session))
        live.moved = lambda node: self.mark(session, node)
        return live

    def _begin_like(self, session: str, other: str, node: int) -> None:
        mark = self._mark_at(other, node)
        if mark is not None:
            self._put(self._open[session], mark)

    async def close(self, session: str) -> None:
        """Close the session's door, if there is one."""
        found = self._open.pop(session, None)
        if found is not None:
            await found.door.close()
            found.replay.log.close()

    def address(self, session: str) -> str | None:
        """Where the session's door is; None when it is not open."""
        found = self._open.get(session)
        return None if found is None else found.door.url

    def mark(self, session: str, node: int) -> None:
        """Remember how far the replay is: the session has come to `node`."""
        found = self._open.get(session)
        if found is not None:
            if found.replay.live is not None and not found.marks and node != ROOT:
                found.marks[ROOT] = copied(found.replay.progress), found.replay.clock.now()
            found.marks.pop(node, None)
            found.marks[node] = copied(found.replay.progress), found.replay.clock.now()
            if len(found.marks) > MOST_MARKS:
                del found.marks[next(iter(found.marks))]

    def back(self, session: str, node: int) -> None:
        """Put the replay where it was at `node`; at the beginning when that is not known."""
        found = self._open.get(session)
        if found is None:
            return
        mark = self._mark_at(session, node)
        if mark is None and found.replay.live is not None:
            return
        found.replay.reset()
        if mark is not None:
            self._put(found, mark)

    def _mark_at(self, session: str, node: int) -> tuple[Progress, float] | None:
        """How far the replay was at a node, or at the last one before it that is known."""
        found = self._open.get(session)
        if found is None:
            return None
        before = [known for known in found.marks if known <= node]
        return found.marks[max(before)] if before else None

    def _put(self, found: _Open, mark: tuple[Progress, float]) -> None:
        progress, moment = mark
        found.replay.progress = copied(progress)
        found.replay.cursor = progress.cursor
        found.replay.clock.set(moment)

    def misses(self, session: str) -> Sequence[JsonObject]:
        """What was not answered as it should be, each with its number `n`, in order: requests without a recorded
        answer, refused ways out, features that failed, what a page could not show, writes that no feature was for."""
        found = self._open.get(session)
        return (
            []
            if found is None
            else found.replay.log.of("miss", "egress", "socket_miss", "feature_fault", "surface", "note")
        )


def copied(progress: Progress) -> Progress:
    """Its own copy of what changes in place."""
    return replace(
        progress,
        loads=dict(progress.loads),
        restored=set(progress.restored),
        fresh=set(progress.fresh),
        redirects=dict(progress.redirects),
        fixed=dict(progress.fixed),
        led=dict(progress.led),
        asked=dict(progress.asked),
        opened=list(progress.opened),
        proved=set(progress.proved),
        posted={connection: list(said) for connection, said in progress.posted.items()},
    )
