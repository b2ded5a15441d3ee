"""One HTTP/1.1 connection of the browser: the proxy port itself, a plain tunnel, or the inside of a TLS tunnel.

Requests are answered strictly one after the other. A pipelined request stays bytes in the parser until its turn comes,
and reading from the socket stops when too many bytes wait, so nothing a browser sends can pile up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from awe_author.door.body import NO_BODY, Inbox
from awe_author.door.fields import announced_length, bodiless, end_to_end, line, status_line, trailer_line
from awe_author.door.messages import Headers, Request, Response, Upgrade, header, header_values
from awe_author.door.parse1 import Head, Malformed, RequestParser
from awe_author.door.pump import BodyFailed, drop, pump
from awe_author.door.service import Service
from awe_author.door.target import BadTarget, Origin, absolute_url, origin_url, parse_connect
from awe_author.door.websocket import ServerSocket, accept, wants_websocket
from awe_author.door.wire import AnyWire

_HELD = 64 * 1024
"""Unparsed bytes beyond which reading stops."""
_WHOLE = 64 * 1024
"""Bodies up to this size are written together with their head."""
_PIECE = 256 * 1024
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

Tunnel = Callable[[Origin, bytes], None]


class Http1:
    """Parses requests, asks the service, writes responses."""

    def __init__(
        self, service: Service[Any], wire: AnyWire, number: int, origin: Origin | None, tunnel: Tunnel | None = None
    ) -> None:
        self._service, self._wire, self._number = service, wire, number
        self._origin, self._tunnel = origin, tunnel
        self._parser = RequestParser(service.limits)
        self._inbox: Inbox | None = None
        self._task: asyncio.Task[None] | None = None
        self._socket: ServerSocket | None = None
        self._started = False
        self._partial = False
        self._advancing = False
        self._answered = False
        """True once a request was answered on this connection."""
        self._stopped = False
        limits = service.limits
        wire.deadline = service.loop.time() + (limits.head_seconds if origin else limits.handshake_seconds)

    def data_received(self, data: bytes) -> None:
        """Bytes from the browser."""
        if self._socket is not None:
            self._socket.data_received(data)
        elif not self._stopped:
            self._parser.feed(data)
            self._advance()

    def lost(self) -> None:
        """The browser went away."""
        self._stopped = True
        if self._socket is not None:
            self._socket.lost()
            if self._task is not None:
                self._service.loop.call_later(self._service.limits.linger_seconds, self._task.cancel)
            return
        if self._inbox is not None:
            self._inbox.fail()
        if self._task is not None:
            self._task.cancel()

    def _advance(self) -> None:
        """Go on in what was received as far as the exchange in hand allows."""
        parser, waiting = self._parser, False
        self._advancing = True
        try:
            while not self._stopped and self._socket is None:
                inbox = self._inbox
                receiving = inbox is not None and not inbox.complete
                if (inbox is not None and inbox.full) if receiving else self._task is not None:
                    waiting = parser.held > _HELD
                    break
                event = parser.next()
                if event is None:
                    self._wait_for_more()
                    break
                if isinstance(event, Head):
                    self._begin(event)
                elif isinstance(event, bytes):
                    assert inbox is not None
                    inbox.feed(event)
                else:
                    assert inbox is not None
                    inbox.finish(event.trailers)
        except Malformed as error:
            self._refuse(error)
        finally:
            self._advancing = False
        if waiting:
            self._wire.pause()
        else:
            self._wire.resume()

    def _wait_for_more(self) -> None:
        if self._task is None and self._started and not self._partial:
            self._partial = self._parser.held > 0
            limits = self._service.limits
            seconds = limits.head_seconds if self._partial else limits.idle_seconds
            self._wire.deadline = self._service.loop.time() + seconds

    def _begin(self, head: Head) -> None:
        self._started, self._partial = True, False
        self._wire.deadline = None
        if head.method == "CONNECT":
            self._connect(head)
            return
        inbox: Inbox | None = None
        trailers: Headers = []
        if head.length != 0:
            inbox = Inbox(self._service.limits.body_buffer, trailers, self._taken)
            expected = ("expect" in head.names and header(head.headers, "expect")) or ""
            if head.version == "1.1" and expected.lower() == "100-continue":
                inbox.wanted = self._send_continue
        request = self._request(head, inbox, trailers)
        self._inbox = inbox
        self._task = self._service.spawn(self._exchange(head, request, inbox))

    def _connect(self, head: Head) -> None:
        if self._tunnel is None:
            raise Malformed(400, "CONNECT inside a tunnel")
        if head.length != 0:
            raise Malformed(400, "CONNECT with a body")
        try:
            origin = parse_connect(head.target)
        except BadTarget as error:
            raise Malformed(400, str(error)) from error
        self._stopped = True
        self._wire.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        self._tunnel(origin, self._parser.rest())

    def _request(self, head: Head, inbox: Inbox | None, trailers: Headers) -> Request:
        hosts = header_values(head.headers, "host")
        if len(hosts) > 1 or (not hosts and head.version == "1.1"):
            raise Malformed(400, "one Host field is needed")
        try:
            if self._origin is None:
                if head.target.startswith("/") or head.target == "*":
                    raise Malformed(404, "not a proxy request")
                url = absolute_url(head.target)
            elif head.target.startswith("/"):
                url = origin_url(self._origin.scheme, hosts[0] if hosts else self._origin.authority, head.target)
            else:
                url = absolute_url(head.target)
        except BadTarget as error:
            raise Malformed(400, str(error)) from error
        headers = head.headers
        if "upgrade" in head.names and wants_websocket(head.method, headers):
            url = "ws" + url[4:]
        else:
            headers = end_to_end(headers, head.names)
        body = inbox if inbox is not None else NO_BODY
        return Request(head.method, url, headers, body, head.version, self._number, trailers)

    async def _exchange(self, head: Head, request: Request, inbox: Inbox | None) -> None:
        keep = False
        try:
            answer = await self._service.answer(request)
            if isinstance(answer, Response):
                keep = await self._respond(head, answer, request, inbox)
                if inbox is not None and not inbox.complete:
                    keep = await self._swallow(inbox) and keep
                if not keep:
                    self._wire.close()
            elif isinstance(answer, Upgrade):
                await self._upgrade(request, answer)
            else:
                self._break_off()
        except (BodyFailed, ConnectionError):
            self._wire.abort()
        except Exception as error:
            self._service.failed(request.url, error)
            self._wire.abort()
        finally:
            self._answered = True
            self._task = self._inbox = None
            self._stopped = self._stopped or not keep
        if keep:
            self._advance()

    def _break_off(self) -> None:
        """Make the exchange fail. A browser asks again when a connection that it used before closes without an answer,
        so there it gets one that contradicts itself (RFC 9112 6.3: must be treated as an error)."""
        if self._answered:
            self._wire.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
            self._wire.close()
        else:
            self._wire.abort()

    async def _respond(self, head: Head, response: Response, request: Request, inbox: Inbox | None) -> bool:
        """Send the response; False when the connection cannot be used any further."""
        status, body = response.status, response.body
        if not 200 <= status <= 999:
            raise ValueError(f"{status} is no status of a final response")
        keep = head.keep_alive and (inbox is None or inbox.wanted is None)
        empty = head.method == "HEAD" or bodiless(status)
        parts = [status_line(status, response.reason)]
        parts += [line(name, value) for name, value in response.headers]
        chunked = False
        length = announced_length(response, head.method)
        if length is not None:
            parts.append(b"Content-Length: %d\r\n" % length)
        elif not empty and head.version == "1.1":
            chunked = True
            parts.append(b"Transfer-Encoding: chunked\r\n")
        elif not empty:
            keep = False
        parts.append(b"\r\n" if keep else b"Connection: close\r\n\r\n")
        await self._send(b"".join(parts), b"" if empty else body, response, request.url, chunked)
        if empty:
            await drop(response)
        return keep

    async def _send(self, head: bytes, body: object, response: Response, url: str, chunked: bool) -> None:
        wire = self._wire
        if isinstance(body, bytes):
            if len(body) <= _WHOLE:
                wire.write(head + body)
                return
            wire.write(head)
            view = memoryview(body)
            for at in range(0, len(body), _PIECE):
                wire.write(view[at : at + _PIECE])
                if wire.congested:
                    await wire.drain()
            return
        wire.write(head)
        await pump(self._service, url, response, self._put_chunk if chunked else self._put)
        if chunked:
            trailers = b"".join(trailer_line(name, value) for name, value in response.trailers)
            wire.write(b"0\r\n" + trailers + b"\r\n")

    async def _put(self, chunk: bytes) -> None:
        self._wire.write(chunk)
        await self._wire.drain()

    async def _put_chunk(self, chunk: bytes) -> None:
        self._wire.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
        await self._wire.drain()

    async def _swallow(self, inbox: Inbox) -> bool:
        """Throw the unread rest of a request body away; False when it does not end soon."""
        inbox.discard()
        try:
            async with asyncio.timeout(self._service.limits.linger_seconds):
                await inbox.ended()
        except TimeoutError:
            return False
        return True

    async def _upgrade(self, request: Request, upgrade: Upgrade) -> None:
        accepted = accept(request, upgrade) if request.is_websocket else None
        if accepted is None:
            self._wire.write(status_line(400, "") + b"Content-Length: 0\r\nConnection: close\r\n\r\n")
            self._wire.close()
            return
        self._wire.write(accepted[0])
        self._socket = socket = ServerSocket(self._wire, accepted[1], self._service.limits)
        rest = self._parser.rest()
        self._wire.resume()
        if rest:
            socket.data_received(rest)
        try:
            await upgrade.handler(socket)
        except ConnectionError:
            pass
        except Exception as error:
            self._service.failed(request.url, error)
            await socket.close(1011)
            return
        await socket.close()

    def _refuse(self, error: Malformed) -> None:
        """Answer bytes that are no request, unless an answer has begun, and close."""
        self._stopped = True
        host = self._origin.host if self._origin else ""
        self._service.report("protocol_error", host=host, detail=str(error))
        if self._inbox is not None:
            self._inbox.fail()
        if self._task is not None:
            self._task.cancel()
            self._wire.abort()
            return
        self._wire.write(status_line(error.status, "") + b"Content-Length: 0\r\nConnection: close\r\n\r\n")
        self._wire.close()

    def _taken(self, _size: int) -> None:
        """There is room in the inbox again. The parser may hold no byte and yet have the end of the body to give."""
        if self._inbox is not None and not self._inbox.full and not self._advancing:
            self._advance()

    def _send_continue(self) -> None:
        self._wire.write(_CONTINUE)
