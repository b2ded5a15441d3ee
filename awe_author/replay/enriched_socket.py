"""A WebSocket with features: they take the messages that are theirs, everything else is played as it was recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from awe_author.door.messages import BrokenOff, WebSocket
from awe_author.features.api.sockets import Conversation
from awe_author.features.live import Live

Play = Callable[[WebSocket], Awaitable[None]]


class Tapped:
    """A socket as the recorded conversation sees it: without the messages that features have taken."""

    def __init__(self, socket: WebSocket, conversation: Conversation) -> None:
        self._socket, self._conversation = socket, conversation
        self._sending = asyncio.Lock()
        self.close_code: int | None = None
        self.close_reason = ""

    async def receive(self) -> str | bytes | None:
        while (message := await self._socket.receive()) is not None:
            answers = await self._conversation.heard(message)
            if answers is None:
                return message
            await self.say(answers)
        self.close_code, self.close_reason = self._socket.close_code, self._socket.close_reason
        return None

    async def send(self, message: str | bytes) -> None:
        async with self._sending:
            await self._socket.send(message)

    async def say(self, messages: list[str]) -> None:
        """Send some messages."""
        for message in messages:
            await self.send(message)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        await self._socket.close(code, reason)


async def converse(socket: WebSocket, conversation: Conversation, live: Live, play: Play | None) -> None:
    """Talk to a page until it closes. `play`: the recorded conversation, None when there is none."""
    tapped = Tapped(socket, conversation)
    await tapped.say(await conversation.opened())
    loop, moved = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(moved.set)

    cancel = live.session.subscribe(wake) if conversation.watches else None
    watching = asyncio.ensure_future(_tell(tapped, conversation, moved)) if cancel else None
    try:
        await (play or _listen)(tapped)
    finally:
        if cancel is not None:
            cancel()
        if watching is not None:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)


async def _tell(tapped: Tapped, conversation: Conversation, moved: asyncio.Event) -> None:
    while True:
        await moved.wait()
        moved.clear()
        try:
            await tapped.say(await conversation.changed())
        except BrokenOff:
            return


async def _listen(socket: WebSocket) -> None:
    while await socket.receive() is not None:
        pass
