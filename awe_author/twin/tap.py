"""Stands between a door and its responders and keeps what passes, so that both sides are seen from the same place.

What is kept is what the page got. Nothing is changed; a streamed reply is kept as far as it was read.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.door.messages import Abort, Answer, Headers, Request, Responder, Response, Upgrade, WebSocket
from awe_author.door.passing import PassingSocket
from awe_author.twin.exchanges import Exchange, undone

LARGEST = 16 * 1024 * 1024
"""Bytes of one reply that are kept."""
PATIENCE = 20.0
"""Seconds that a question asked again may take."""


@dataclass(slots=True)
class Tap:
    """A `door.Responder` around others. `exchanges` grows as the page asks."""

    chain: Sequence[Responder[Any]]
    ours: Callable[[Request], bool] = field(default=lambda request: False)
    """Requests of our own machinery, which are not the page's."""
    step: int = 0
    exchanges: list[Exchange] = field(default_factory=list)
    answered: Callable[[Exchange], None] = field(default=lambda exchange: None)
    """Told of every exchange at the moment its answer is known."""
    _passed: Iterator[int] = field(default_factory=itertools.count)
    _full: dict[str, Exchange] = field(default_factory=dict)
    """URL -> the last complete answer to it, which a 304 stands for."""

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        if self.ours(request):
            return await self._ask(request, session)
        exchange = Exchange(len(self.exchanges), self.step, request.method, request.url, list(request.headers))
        exchange.moment = next(self._passed)
        self.exchanges.append(exchange)
        if not request.is_websocket:
            exchange.body = await request.body.read()
        try:
            answer = await self._ask(request, session)
        except asyncio.CancelledError:
            exchange.broken = True
            raise
        self._note(exchange, answer)
        return answer

    async def _ask(self, request: Request, session: Any) -> Answer | None:
        for responder in self.chain:
            answer = await responder(request, session)
            if answer is not None:
                return answer
        return None

    def _note(self, exchange: Exchange, answer: Answer | None) -> None:
        if isinstance(answer, Response):
            exchange.status, exchange.reply_headers, exchange.mark = answer.status, list(answer.headers), answer.mark
            full = self._full.get(exchange.url)
            if answer.status == 304 and full is not None and not full.broken:
                exchange.reply, exchange.reply_headers, exchange.complete = full.reply, full.reply_headers, True
            elif isinstance(answer.body, bytes):
                exchange.reply, exchange.complete = undone(answer.body, exchange.reply_headers), True
            else:
                answer.body = _Kept(answer.body, exchange)
            if answer.status == 200 and exchange.method == "GET":
                self._full[exchange.url] = exchange
        elif isinstance(answer, Upgrade):
            exchange.status, handler = 101, answer.handler
            answer.handler = lambda socket: handler(_Overheard(socket, exchange, self))
        else:
            exchange.error = answer.reason if isinstance(answer, Abort) else "no answer"
            exchange.complete = True
        self.answered(exchange)

    def overheard(self, exchange: Exchange, *, outgoing: bool, message: str | bytes) -> None:
        """Keep a message of a WebSocket."""
        exchange.messages.append((self.step, outgoing, message))
        exchange.moments.append(next(self._passed))

    async def again(self, exchange: Exchange, session: Any) -> Exchange | None:
        """Ask the same thing once more, outside the page; None when there is no reply to read."""
        request = Request(exchange.method, exchange.url, list(exchange.headers), _Given(exchange.body), apart=True)
        answer = await self._ask(request, session)
        if not isinstance(answer, Response):
            return None
        repeated = Exchange(-1, exchange.step, exchange.method, exchange.url, exchange.headers, exchange.body)
        repeated.status, repeated.reply_headers = answer.status, list(answer.headers)
        repeated.reply = undone(await read(answer), repeated.reply_headers)
        repeated.complete = True
        return repeated


async def read(answer: Response) -> bytes:
    """The whole body of an answer."""
    if isinstance(answer.body, bytes):
        return answer.body
    return b"".join([chunk async for chunk in answer.body])


class _Kept:
    """A streamed body that is kept as it passes."""

    def __init__(self, body: Any, exchange: Exchange) -> None:
        self._body, self._exchange = body, exchange
        self._parts: list[bytes] = []
        self._size = 0
        self._begun = exchange.method == "HEAD" or exchange.status in (204, 304)
        """Was it read, or is there nothing to read?"""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        self._begun = True
        try:
            async for chunk in self._body:
                if self._size < LARGEST:
                    self._parts.append(bytes(chunk))
                    self._size += len(chunk)
                yield chunk
        except (GeneratorExit, asyncio.CancelledError):
            self._exchange.broken = True
            raise
        finally:
            self._end()

    def _end(self) -> None:
        self._exchange.reply = undone(b"".join(self._parts), self._exchange.reply_headers)
        self._exchange.complete = True

    async def aclose(self) -> None:
        self._exchange.broken = self._exchange.broken or not self._begun
        self._end()
        close = getattr(self._body, "aclose", None)
        if close is not None:
            await close()


class _Overheard(PassingSocket):
    """A WebSocket whose messages are kept."""

    def __init__(self, socket: WebSocket, exchange: Exchange, tap: Tap) -> None:
        super().__init__(socket)
        self._exchange, self._tap = exchange, tap

    async def receive(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message is not None:
            self._tap.overheard(self._exchange, outgoing=True, message=message)
        return message

    async def send(self, message: str | bytes) -> None:
        self._tap.overheard(self._exchange, outgoing=False, message=message)
        await self._socket.send(message)


class _Given:
    """A request body that is known already (a `door.RequestBody`)."""

    def __init__(self, body: bytes) -> None:
        self._bytes = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self._bytes:
            yield self._bytes

    async def read(self) -> bytes:
        return self._bytes


def plain(headers: Headers) -> Headers:
    """Request headers without conditions, so that an answer has a body."""
    gone = ("if-none-match", "if-modified-since", "if-range", "range")
    return [(name, value) for name, value in headers if name.lower() not in gone]


def refreshed(headers: Headers, latest: Exchange) -> Headers:
    """`headers` with the cookies and credentials of a later request."""
    names = ("cookie", "authorization")
    now = [pair for pair in latest.headers if pair[0].lower() in names]
    return [pair for pair in headers if pair[0].lower() not in names] + now
