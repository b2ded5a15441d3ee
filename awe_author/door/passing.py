"""A WebSocket that stands before another one: for those who look at messages, or hold them, and change nothing else."""

from __future__ import annotations

from awe_author.door.messages import WebSocket


class PassingSocket:
    """A `door.WebSocket` that passes everything on; what looks at messages overrides `receive` and `send`."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str | bytes | None:
        return await self._socket.receive()

    async def send(self, message: str | bytes) -> None:
        await self._socket.send(message)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        await self._socket.close(code, reason)

    @property
    def close_code(self) -> int | None:
        return self._socket.close_code

    @close_code.setter
    def close_code(self, code: int | None) -> None:
        self._socket.close_code = code

    @property
    def close_reason(self) -> str:
        return self._socket.close_reason

    @close_reason.setter
    def close_reason(self, reason: str) -> None:
        self._socket.close_reason = reason
