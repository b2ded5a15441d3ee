"""The responder that records: forwards each request to the live app and tees both directions into the tape.

What the page gets is what upstream sent, but for the determinism prelude in documents and worker scripts; what is kept
is what upstream sent, untouched. Conditional requests are sent as plain ones, so that every body is captured.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from websockets.exceptions import ConnectionClosed

from awe_author.archive.capture import CapturedExchange
from awe_author.archive.model import SocketMessage
from awe_author.archive.spool import BodySink
from awe_author.browser.own_traffic import is_browsers_own
from awe_author.browser.turns import Turns, asked_by_script
from awe_author.door.messages import Abort, Answer, Headers, Request, Response, Upgrade, WebSocket, without
from awe_author.errors import UpstreamError
from awe_author.recorder.origins import Origins
from awe_author.recorder.pump import Pump
from awe_author.recorder.sockets import Opened, Refused, close_socket, open_socket
from awe_author.recorder.tape import Tape
from awe_author.recorder.upstream import HOP_BY_HOP, Incoming, Outgoing, Upstream

T = TypeVar("T")

CONDITIONAL = ("if-none-match", "if-modified-since", "if-range")
NOT_FOR_THE_PAGE = (*HOP_BY_HOP, "content-length", "alt-svc")


class Treatment(Protocol):
    """Changes one response on its way to the page: the determinism prelude is put in."""

    headers: Headers
    """Of the changed response."""

    def feed(self, chunk: bytes) -> bytes: ...

    def close(self) -> bytes: ...


class Prepare(Protocol):
    """Decides what is put into a response; None leaves it as it is."""

    def __call__(self, request: Request, status: int, headers: Headers, started: float) -> Treatment | None: ...


@dataclass(slots=True)
class RecordingResponder:
    """A `door.Responder`; one for each recording run."""

    tape: Tape
    upstream: Upstream
    origins: Origins
    prepare: Prepare
    turns: Turns
    insecure: bool = False
    extra_headers: Headers = field(default_factory=list)
    """Sent with every request, as site.yaml says."""
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _pumps: set[Pump] = field(default_factory=set)

    async def __call__(self, request: Request, session: object) -> Answer | None:
        if is_browsers_own(request.url):
            return Abort("the browser's own traffic")
        if request.is_websocket:
            return await self._socket(request)
        return await self._exchange(request)

    async def _exchange(self, request: Request) -> Answer:
        token, place = self.tape.traffic.began(request.url), self.turns.place()
        sink = self.tape.spool.body()
        exchange = self.tape.begin(request, self.tape.spool.put(b""))
        body = await _body(request, sink)
        outgoing = Outgoing(request.method, request.url, self.origins.route(request.url), self._headers(request), body)
        sending = self._spawn(self._send(exchange, outgoing, sink, token, apart=request.apart))
        try:
            answer = await asyncio.shield(sending)
            await self.turns.turn(request, place)
            if asked_by_script(request):
                self.tape.given(exchange.seq)
            return answer
        except asyncio.CancelledError:
            # The page went away before it got the answer; `_send` goes on by itself.
            sending.add_done_callback(_desert)
            raise

    async def _send(
        self, exchange: CapturedExchange, outgoing: Outgoing, sink: BodySink, token: int, *, apart: bool
    ) -> Answer:
        try:
            incoming = await self.upstream.send(outgoing)
        except UpstreamError as error:
            self.tape.failed(exchange, f"{error.where}: {error.what}")
            self.tape.traffic.ended(token)
            return Abort(error.what)
        except BaseException:
            self.tape.traffic.ended(token)
            raise
        finally:
            exchange.request_body = sink.close()
        self.tape.head(exchange, incoming.status, incoming.reason, incoming.headers, incoming.http_version)
        exchange.remote_address = incoming.remote_address
        return self._answer(exchange, outgoing, incoming, token, apart=apart)

    def _answer(
        self, exchange: CapturedExchange, outgoing: Outgoing, incoming: Incoming, token: int, *, apart: bool
    ) -> Response:
        pump = Pump(self.tape, exchange, incoming, token)
        self._pumps.add(pump)
        self._spawn(pump.run()).add_done_callback(lambda _: self._pumps.discard(pump))
        request = Request(outgoing.method, outgoing.url, outgoing.headers, _NoBody(), apart=apart)
        treatment = self.prepare(request, incoming.status, incoming.headers, exchange.started)
        headers = treatment.headers if treatment else incoming.headers
        body = _Treated(pump, treatment) if treatment else _Relay(pump)
        kept = NOT_FOR_THE_PAGE if outgoing.method != "HEAD" else HOP_BY_HOP
        return Response(incoming.status, without(headers, *kept), body, incoming.reason)

    def _headers(self, request: Request) -> Headers:
        names = [name for name, _ in self.extra_headers]
        return without(request.headers, *CONDITIONAL, *names) + self.extra_headers

    # ---- WebSockets ------------------------------------------------------------------------------------------------

    async def _socket(self, request: Request) -> Answer:
        token = self.tape.traffic.began(request.url)
        exchange = self.tape.begin(request, self.tape.spool.put(b""))
        try:
            found = await open_socket(self.origins.route(request.url), self._headers(request), insecure=self.insecure)
        except UpstreamError as error:
            self.tape.failed(exchange, f"{error.where}: {error.what}")
            return Abort(error.what)
        finally:
            self.tape.traffic.streams(token)
        if isinstance(found, Refused):
            self.tape.head(exchange, found.status, found.reason, found.headers, "1.1")
            exchange.response_body, exchange.complete = self.tape.spool.put(found.body), True
            return Response(found.status, without(found.headers, *NOT_FOR_THE_PAGE), found.body, found.reason)
        self.tape.head(exchange, 101, "Switching Protocols", found.headers, "1.1")
        exchange.complete = True

        async def converse(page: WebSocket) -> None:
            await self._converse(exchange, page, found)

        return Upgrade(converse, found.subprotocol, found.for_the_page)

    async def _converse(self, exchange: CapturedExchange, page: WebSocket, app: Opened) -> None:
        """Carry messages both ways until either side closes."""
        down = asyncio.ensure_future(self._down(exchange, page, app))
        try:
            while (message := await page.receive()) is not None:
                self._message(exchange, message, outgoing=True)
                with contextlib.suppress(Exception):
                    await app.connection.send(message)
        finally:
            down.cancel()
            await close_socket(app, page.close_code or 1000, page.close_reason)

    async def _down(self, exchange: CapturedExchange, page: WebSocket, app: Opened) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for message in app.connection:
                await self.turns.message()
                await self.tape.valve.passage()
                self._message(exchange, message, outgoing=False)
                await page.send(message)
        code = app.connection.close_code
        await page.close(code if code and code not in (1005, 1006) else 1000, app.connection.close_reason or "")

    def _message(self, exchange: CapturedExchange, data: str | bytes, *, outgoing: bool) -> None:
        self.tape.traffic.message()
        if not self.tape.stopped:
            since = round(self.tape.now() - exchange.started, 4)
            exchange.messages.append(SocketMessage(seq := self.tape.take_seq(), since, outgoing, data))
            if not outgoing:
                self.tape.given(seq)

    # ---- end -------------------------------------------------------------------------------------------------------

    def _spawn(self, work: Awaitable[T]) -> asyncio.Task[T]:
        task: asyncio.Task[T] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, seconds: float = 3.0) -> None:
        """Let what is under way come in for a moment, then stop; streams that are still open keep what arrived."""
        waiting = [task for task in self._tasks if not task.done()]
        if waiting and not self._only_streams():
            await asyncio.wait(waiting, timeout=seconds)
        self.tape.stopped = True
        for pump in list(self._pumps):
            pump.desert()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.upstream.aclose()

    def _only_streams(self) -> bool:
        return self.tape.traffic.in_flight() == 0


def _desert(sending: asyncio.Task[Answer]) -> None:
    if sending.cancelled() or sending.exception() is not None:
        return
    answer = sending.result()
    if isinstance(answer, Response) and isinstance(answer.body, _Relay):
        answer.body.pump.desert()


class _NoBody:
    async def __aiter__(self) -> AsyncIterator[bytes]:
        return
        yield b""

    async def read(self) -> bytes:
        return b""


class _Relay:
    """The pump's chunks as a response body."""

    def __init__(self, pump: Pump) -> None:
        self.pump = pump
        self._chunks: AsyncIterator[bytes] | None = None

    def __aiter__(self) -> AsyncIterator[bytes]:
        self._chunks = self.pump.__aiter__()
        return self._chunks

    async def aclose(self) -> None:
        close = getattr(self._chunks, "aclose", None)
        if close is not None:
            await close()
        self.pump.desert()


class _Treated(_Relay):
    """The pump's chunks, changed on their way."""

    def __init__(self, pump: Pump, treatment: Treatment) -> None:
        super().__init__(pump)
        self._treatment = treatment

    def __aiter__(self) -> AsyncIterator[bytes]:
        self._chunks = self._changed()
        return self._chunks

    async def _changed(self) -> AsyncIterator[bytes]:
        async for chunk in self.pump:
            if changed := self._treatment.feed(chunk):
                yield changed
        if rest := self._treatment.close():
            yield rest


async def _body(request: Request, sink: BodySink) -> AsyncIterator[bytes] | None:
    """The request's body, teed into `sink` as it is read; None when there is none."""
    length = request.header("content-length")
    chunked = request.header("transfer-encoding") is not None
    if length == "0" or (length is None and not chunked and request.method in ("GET", "HEAD", "OPTIONS")):
        return None
    chunks = aiter(request.body)
    first = await anext(chunks, b"")
    if not first and length is None:
        return None

    async def teed() -> AsyncIterator[bytes]:
        sink.write(first)
        yield first
        async for chunk in chunks:
            sink.write(chunk)
            yield chunk

    return teed()
