"""Carries one response from upstream to the page and into the spool at once, under the page's back-pressure.

The pump is a task of its own, so that a page that goes away in the middle (the user went on, a search was superseded)
does not cut the recording short: the rest is still fetched, within limits, and replay has a whole body where timing
differs.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from awe_author.archive.capture import CapturedExchange
from awe_author.archive.spool import BodySink
from awe_author.door.messages import header
from awe_author.errors import UpstreamError
from awe_author.recorder.tape import Tape
from awe_author.recorder.upstream import Incoming

ALONE_SECONDS = 15.0
ALONE_BYTES = 64 * 1024 * 1024
"""How long and how much is fetched after the page went away."""
SLOW_SECONDS = 1.0
"""A body that took longer keeps the times of its chunks."""
LATE_SECONDS = 0.4
"""A body that began later keeps the time of its first chunk."""
_MOST_TIMES = 20_000
_TOGETHER = 0.05
"""Chunks of an ordinary body that come so close (seconds) are noted as one."""


class Pump:
    """Start `run()` as a task; iterate the pump for the chunks to send."""

    def __init__(self, tape: Tape, exchange: CapturedExchange, incoming: Incoming, token: int) -> None:
        self._tape, self._exchange, self._incoming, self._token = tape, exchange, incoming, token
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=8)
        self._sink: BodySink = tape.spool.body()
        self._began = time.monotonic()
        self._deserted_at: float | None = None
        self._error: UpstreamError | None = None
        mime = (header(incoming.headers, "content-type") or "").partition(";")[0].strip().lower()
        self._endless = mime in ("text/event-stream", "multipart/x-mixed-replace")
        if self._endless:
            tape.traffic.streams(token)

    async def run(self) -> None:
        """Fetch until the end, or until it is not worth more."""
        try:
            async for chunk in self._incoming.chunks:
                if self._endless:
                    await self._tape.valve.passage()
                self._note(chunk)
                if self._deserted_at is None:
                    await self._queue.put(chunk)
                elif self._enough():
                    break
            else:
                self._exchange.complete = True
        except UpstreamError as error:
            self._error = error
            self._tape.failed(self._exchange, str(error.what))
        finally:
            self._finish()
            await self._incoming.close()
            if self._deserted_at is None:
                await self._queue.put(None)

    def _note(self, chunk: bytes) -> None:
        self._sink.write(chunk)
        self._tape.bytes += len(chunk)
        times = self._exchange.chunk_times
        since = round(self._tape.now() - self._exchange.started, 4)
        if not self._endless and times and since - times[-1][0] < _TOGETHER:
            times[-1] = (since, self._sink.size)
        elif len(times) < _MOST_TIMES:
            times.append((since, self._sink.size))
        if self._endless:
            self._tape.traffic.message()

    def _enough(self) -> bool:
        alone = time.monotonic() - (self._deserted_at or 0.0)
        return self._endless or alone > ALONE_SECONDS or self._sink.size > ALONE_BYTES or self._tape.stopped

    def _finish(self) -> None:
        times = self._exchange.chunk_times
        if not self._endless and (len(times) < 2 or times[-1][0] - times[0][0] < SLOW_SECONDS):
            times[:] = [one for one in times[:1] if one[0] >= LATE_SECONDS]
        self._exchange.response_body = self._sink.close()
        self._tape.traffic.ended(self._token)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            while (chunk := await self._queue.get()) is not None:
                yield chunk
            if self._error is not None:
                raise self._error
        finally:
            self.desert()

    def desert(self) -> None:
        """The page takes no more; let `run` go on by itself."""
        if self._deserted_at is None:
            self._deserted_at = time.monotonic()
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                self._queue.get_nowait()
