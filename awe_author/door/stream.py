"""The state of one HTTP/2 stream: a request that is being received, and the window that its response may fill."""

from __future__ import annotations

import asyncio

from awe_author.door.body import Inbox


class Stream:
    """One request and its response."""

    __slots__ = ("body", "expected", "id", "owed", "received", "task", "waiter", "window")

    def __init__(self, stream_id: int, window: int) -> None:
        self.id = stream_id
        self.window = window
        """Bytes that the browser lets us send."""
        self.body: Inbox | None = None
        """None when the request has no body."""
        self.owed = 0
        """Body bytes that were read and not yet given back to the browser's window."""
        self.received = 0
        self.expected: int | None = None
        self.task: asyncio.Task[None] | None = None
        self.waiter: asyncio.Future[None] | None = None

    async def wait(self, loop: asyncio.AbstractEventLoop) -> None:
        """Returns when a window may have opened."""
        self.waiter = loop.create_future()
        await self.waiter

    def wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)
