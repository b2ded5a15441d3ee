"""What all connections of one door share: the responders, the limits, and where facts are reported."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, Generic

from awe_author.door.authority import CertificateAuthority
from awe_author.door.limits import Limits
from awe_author.door.messages import Abort, Answer, DoorEvent, Observer, Request, Responder, Response, S

log = logging.getLogger("awe_author.door")
_READ_BUFFER = 256 * 1024


class Service(Generic[S]):
    """Answers requests by asking the responders in turn."""

    def __init__(
        self,
        responders: Sequence[Responder[S]],
        session: S,
        authority: CertificateAuthority,
        limits: Limits,
        observe: Observer | None,
    ) -> None:
        self.authority, self.limits = authority, limits
        self.loop = asyncio.get_running_loop()
        self.buffer = bytearray(_READ_BUFFER)
        """Sockets are read into this; it is used up before the event loop reads again, so one is enough."""
        self._responders, self._session, self._observe = tuple(responders), session, observe
        self._tasks: set[asyncio.Task[None]] = set()

    async def answer(self, request: Request) -> Answer:
        """The first answer that is not None. A responder that raises counts as a broken network."""
        try:
            for responder in self._responders:
                answer = await responder(request, self._session)
                if answer is not None:
                    return answer
        except Exception as error:
            self.failed(request.url, error)
            return Abort("a responder failed")
        return Response(404, [("Content-Type", "text/plain")], b"Not Found")

    def failed(self, url: str, error: Exception) -> None:
        """A responder, or the body it gave, raised."""
        log.warning("responder failed for %s", url, exc_info=error)
        self.report("responder_failed", detail=f"{url}: {type(error).__name__}: {error}")

    def report(self, kind: str, host: str = "", port: int = 0, detail: str = "") -> None:
        if self._observe is not None:
            try:
                self._observe(DoorEvent(kind=kind, host=host, port=port, detail=detail))
            except Exception:
                log.exception("the observer of a door failed")

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that `stop` knows of."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stop(self) -> None:
        """Cancel what is still running and wait until it has cleaned up."""
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
