"""A request body between the connection that receives it and the responder that reads it.

The connection feeds; the responder iterates. What lies between is bounded: `full` tells the HTTP/1.1 side to stop
reading from the socket, and `taken` tells the HTTP/2 side how far it may open the stream's window again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable

from awe_author.door.messages import BrokenOff, Headers


class NoBody:
    """The body of a request that has none."""

    async def _nothing(self) -> AsyncIterator[bytes]:
        return
        yield b""

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._nothing()

    async def read(self) -> bytes:
        return b""


NO_BODY = NoBody()


class Inbox:
    """A body that is arriving."""

    def __init__(self, limit: int, trailers: Headers, taken: Callable[[int], None]) -> None:
        self.trailers = trailers
        """The request's own list: filled when the body ends."""
        self.complete = False
        self.wanted: Callable[[], None] | None = None
        """Called once, when the first chunk is asked for before any arrived (100-continue)."""
        self._limit, self._taken = limit, taken
        self._chunks: deque[bytes] = deque()
        self._size = 0
        self._error: BrokenOff | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._whole: bytes | None = None
        self._streamed = False
        self._discarding = False

    @property
    def full(self) -> bool:
        return self._size >= self._limit

    @property
    def held(self) -> int:
        """Bytes that arrived and were not read yet."""
        return self._size

    def feed(self, chunk: bytes) -> None:
        self.wanted = None
        if self._discarding:
            self._taken(len(chunk))
            return
        self._chunks.append(chunk)
        self._size += len(chunk)
        self._wake()

    def finish(self, trailers: Headers | None = None) -> None:
        if trailers:
            self.trailers.extend(trailers)
        self.complete = True
        self._wake()

    def fail(self) -> None:
        """The browser went away before the end."""
        if not self.complete:
            self._error = BrokenOff("the browser broke the request off")
            self._wake()

    def discard(self) -> None:
        """Nobody will read what is still to come."""
        self._discarding = True
        held, self._size = self._size, 0
        self._chunks.clear()
        if held:
            self._taken(held)

    async def ended(self) -> None:
        """Returns when the last byte has arrived or the browser went away."""
        while not self.complete and self._error is None:
            await self._wait()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._iterate()

    async def read(self) -> bytes:
        if self._whole is None:
            self._whole = b"".join([chunk async for chunk in self._iterate()])
        return self._whole

    async def _iterate(self) -> AsyncIterator[bytes]:
        if self._whole is not None:
            if self._whole:
                yield self._whole
            return
        if self._streamed:
            raise RuntimeError("the request body was already streamed; call read() first to look at it twice")
        self._streamed = True
        while True:
            if self._chunks:
                chunk = self._chunks.popleft()
                self._size -= len(chunk)
                self._taken(len(chunk))
                yield chunk
            elif self._error is not None:
                raise self._error
            elif self.complete:
                return
            else:
                if self.wanted is not None:
                    self.wanted()
                    self.wanted = None
                await self._wait()

    async def _wait(self) -> None:
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
