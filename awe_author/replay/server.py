"""A replay server: one archive, one session, its door, and the control API beside it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from awe_author.archive import open_archive
from awe_author.door import CertificateAuthority, Door
from awe_author.door.messages import DoorEvent, Responder
from awe_author.features.api.engine import Surfaces
from awe_author.features.live import Live
from awe_author.features.model import FeatureFile
from awe_author.replay.chain import build_chain
from awe_author.replay.control_socket import HOST, control_socket, taken
from awe_author.replay.guard import connection_watch
from awe_author.replay.log import SessionLog
from awe_author.replay.playback import LONGEST_GAP
from awe_author.replay.session import ReplaySession, TimePolicy, knowledge_of
from awe_author.session.session import Session

Around: TypeAlias = "Callable[[list[Responder[ReplaySession]], ReplaySession], list[Responder[ReplaySession]]]"
"""Wraps the chain of a session, to see what passes."""


@dataclass(slots=True)
class ReplayServer:
    """A running replay server. Made by `ReplayServer.open`, which closes it at the end of its block."""

    session: ReplaySession
    door: Door
    authority: CertificateAuthority
    control: str
    """http://host:port of the control API."""
    token: str
    """Bearer token of the control API."""

    @property
    def proxy(self) -> str:
        return self.door.url

    def ready(self) -> dict[str, Any]:
        """The line that `awe-author replay` prints."""
        return {
            "event": "ready",
            "proxy": self.proxy,
            "control": self.control,
            "token": self.token,
            "ca": str(self.authority.ca_path),
            "spki": self.authority.spki,
            "session": self.session.id,
        }

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        paths: Sequence[Path | str],
        *,
        port: int = 0,
        control_port: int = 0,
        log: Path | None = None,
        rules: Iterable[dict[str, Any]] = (),
        seed: int | None = None,
        longest_gap: float | None = LONGEST_GAP,
        authority: CertificateAuthority | None = None,
        restart_on_fresh_browser: bool = True,
        time_policy: TimePolicy = "auto",
        state: Session | None = None,
        features: Sequence[FeatureFile] = (),
        around: Around | None = None,
    ) -> AsyncIterator[ReplayServer]:
        """Serve the archive in `paths` on loopback until the block ends. Port 0: any free one.

        `features` are answered from `state`, which is put back to its beginning whenever the replay is.

        Raises InputError for files that cannot be used and ports that are taken.
        """
        authority = authority or CertificateAuthority.load()
        archive = await asyncio.to_thread(open_archive, [Path(path) for path in paths])
        session_log = SessionLog(log)
        live = Live.of(features, state) if state is not None and features else None
        try:
            session = ReplaySession(
                archive,
                knowledge=knowledge_of(archive.recording, rules),
                seed=seed,
                log=session_log,
                restart_on_fresh_browser=restart_on_fresh_browser,
                time_policy=time_policy,
                live=live,
                surfaces=await asyncio.to_thread(Surfaces, features, archive) if live else None,
            )
            if state is not None:
                session.on_reset = state.reset
            door = await open_door(session, authority, port=port, longest_gap=longest_gap, around=around)
            try:
                token = secrets.token_urlsafe(24)
                async with control_socket(session, token, door.url, control_port) as address:
                    yield cls(session, door, authority, address, token)
            finally:
                await door.close()
        finally:
            session_log.close()
            archive.close()


async def open_door(
    session: ReplaySession,
    authority: CertificateAuthority,
    *,
    port: int = 0,
    longest_gap: float | None = LONGEST_GAP,
    around: Around | None = None,
) -> Door:
    """The door of a replay session on loopback; `around` may wrap its chain. Raises InputError for a taken port."""
    connections = connection_watch(session.log, session.archive.has_host)

    def observe(event: DoorEvent) -> None:
        connections(event)
        if event.kind in ("tls_failed", "protocol_error", "responder_failed"):
            session.log.add(event.kind, host=event.host, port=event.port, detail=event.detail)

    try:
        chain = build_chain(session, longest_gap=longest_gap)
        chain = around(chain, session) if around is not None else chain
        return await Door.open(chain, session, authority, host=HOST, port=port, observe=observe)
    except OSError as error:
        raise taken(port, "--port", error) from error
