"""A WebSocket with features: they take the messages that are theirs, everything else is played as it was recorded."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable

from awe_author.door.messages import BrokenOff, WebSocket
from awe_author.features import frames
from awe_author.features.api.sockets import Conversation, Heard
from awe_author.features.live import Live
from awe_author.replay.playback import after_write

Play = Callable[[WebSocket], Awaitable[None]]


class Tapped:
    """A socket as the recorded conversation sees it: without the messages that features have taken, and without those
    of its own that features say by themselves."""

    def __init__(self, socket: WebSocket, conversation: Conversation) -> None:
        self._socket, self._conversation = socket, conversation
        self._sending = asyncio.Lock()
        self._left: deque[str] = deque()
        self.close_code: int | None = None
        self.close_reason = ""

    async def begin(self) -> None:
        """Say what features say at the beginning."""
        async with self._sending:
            for message in await self._conversation.opened():
                await self._socket.send(message)

    async def receive(self) -> str | bytes | None:
        while True:
            if self._left:
                return self._left.popleft()
            message = await self._socket.receive()
            if message is None:
                break
            async with self._sending:
                heard = await self._conversation.heard(message)
                if heard is None:
                    return message
                await self._answer(heard)
            self._left += heard.rest
        self.close_code, self.close_reason = self._socket.close_code, self._socket.close_reason
        return None

    async def _answer(self, heard: Heard) -> None:
        for message in heard.said[: heard.early]:
            await self._socket.send(message)
        for message in await self._conversation.changed():
            await self._socket.send(message)
        for message in heard.said[heard.early :]:
            await self._socket.send(message)

    async def send(self, message: str | bytes) -> None:
        if isinstance(message, str):
            told = await self._conversation.played(message, after_write=after_write.get())
            if told is None:
                return
            message = told
        async with self._sending:
            await self._socket.send(message)

    async def tell(self) -> None:
        """Say what has changed."""
        async with self._sending:
            for message in await self._conversation.changed():
                await self._socket.send(message)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        await self._socket.close(code, reason)


async def converse(socket: WebSocket, conversation: Conversation, live: Live, play: Play | None) -> None:
    """Talk to a page until it closes. `play`: the recorded conversation, None when there is none."""
    tapped = Tapped(socket, conversation)
    await tapped.begin()
    loop, moved = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(moved.set)

    cancel = live.session.subscribe(wake) if conversation.watches else None
    watching = asyncio.ensure_future(_tell(tapped, moved)) if cancel else None
    try:
        await (play or _listen)(tapped)
    finally:
        if cancel is not None:
            cancel()
        if watching is not None:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)


async def stream(conversation: Conversation, live: Live, recorded: AsyncIterator[bytes] | None) -> AsyncIterator[bytes]:
    """An event stream: what was recorded of it, and what features say. Ends when the page goes away."""
    waiting: asyncio.Queue[bytes] = asyncio.Queue()
    ear = _Ear(waiting)

    async def play(_: WebSocket) -> None:
        if recorded is not None:
            async for piece in recorded:
                waiting.put_nowait(piece)
        await asyncio.Event().wait()

    speaking = asyncio.ensure_future(converse(ear, conversation, live, play))
    try:
        while True:
            yield await waiting.get()
    finally:
        speaking.cancel()
        await asyncio.gather(speaking, return_exceptions=True)


class _Ear:
    """A socket that writes what it is sent as events of a stream."""

    close_code: int | None = None
    close_reason = ""

    def __init__(self, waiting: asyncio.Queue[bytes]) -> None:
        self._waiting = waiting

    async def receive(self) -> str | bytes | None:
        return None

    async def send(self, message: str | bytes) -> None:
        self._waiting.put_nowait(frames.as_event(message if isinstance(message, str) else message.decode()))

    async def close(self, code: int = 1000, reason: str = "") -> None:
        return None


async def _tell(tapped: Tapped, moved: asyncio.Event) -> None:
    while True:
        await moved.wait()
        moved.clear()
        try:
            await tapped.tell()
        except BrokenOff:
            return


async def _listen(socket: WebSocket) -> None:
    while await socket.receive() is not None:
        pass
