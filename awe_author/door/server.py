"""The door itself: one listening port on loopback for one session."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from awe_author.door.authority import CertificateAuthority
from awe_author.door.connection import Connection
from awe_author.door.limits import Limits
from awe_author.door.messages import Observer, Responder, S
from awe_author.door.service import Service

_BACKLOG = 512


class Door:
    """An HTTP(S) proxy whose every request is answered by responders. Made by `Door.open`."""

    def __init__(self, server: asyncio.Server, connections: set[Connection], service: Service[Any], host: str) -> None:
        self._server, self._connections, self._service = server, connections, service
        self.host = host
        self.port: int = server.sockets[0].getsockname()[1]
        """The port that is listened on."""
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    @property
    def url(self) -> str:
        """Proxy address for a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @classmethod
    async def open(
        cls,
        responders: Sequence[Responder[S]],
        session: S,
        authority: CertificateAuthority,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        observe: Observer | None = None,
        limits: Limits | None = None,
    ) -> Door:
        """Listen on `host`:`port` (0: any free one) and answer by `responders`. Raises OSError when it cannot."""
        service = Service(responders, session, authority, limits or Limits(), observe)
        connections: set[Connection] = set()
        count = 0

        def connect() -> Connection:
            nonlocal count
            count += 1
            return Connection(service, count, connections)

        server = await service.loop.create_server(connect, host, port, backlog=_BACKLOG)
        return cls(server, connections, service, host)

    async def close(self) -> None:
        """Stop listening, cut every connection, and wait until the responders have stopped."""
        self._sweeper.cancel()
        self._server.close()
        for connection in list(self._connections):
            connection.wire.abort()
        await self._service.stop()
        await self._server.wait_closed()

    async def _sweep(self) -> None:
        """Cut the connections whose time is over. One timer for all: deadlines are moved for every request."""
        pause = max(0.02, self._service.limits.shortest_wait / 8)
        while True:
            await asyncio.sleep(pause)
            now = self._service.loop.time()
            for connection in list(self._connections):
                if connection.wire.expired(now):
                    connection.wire.abort()
