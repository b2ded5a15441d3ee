"""Frames on their way out: collected, and written once for each turn of the event loop."""

from __future__ import annotations

import asyncio

from awe_author.door.wire import AnyWire

_EAGER = 256 * 1024
"""Collected bytes beyond which the write does not wait for the turn's end."""
_REPLIES = 10_000
"""Replies that may wait while the browser does not read."""


class Outbox:
    """Collects the frames of one connection."""

    def __init__(self, loop: asyncio.AbstractEventLoop, wire: AnyWire) -> None:
        self._loop, self._wire = loop, wire
        self._pieces: list[bytes | memoryview] = []
        self._size = 0
        self._scheduled = False
        self._replies = 0

    def send(self, head: bytes, payload: bytes | memoryview = b"") -> None:
        """Send a frame, given whole or as its head and its payload."""
        self._pieces.append(head)
        if payload:
            self._pieces.append(payload)
        self._size += len(head) + len(payload)
        if self._size > _EAGER:
            self.flush()
        elif not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self.flush)

    def reply(self, frame: bytes) -> None:
        """Send a frame that the browser provoked; one that provokes without ever reading is cut off."""
        self._replies = self._replies + 1 if self._wire.congested else 0
        if self._replies > _REPLIES:
            self._wire.abort()
        else:
            self.send(frame)

    def flush(self) -> None:
        self._scheduled = False
        if self._pieces:
            data = b"".join(self._pieces)
            self._pieces.clear()
            self._size = 0
            self._wire.write(data)
