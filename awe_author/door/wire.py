"""What a protocol layer writes to: a socket, or a TLS session on top of one.

TLS runs in memory (`ssl.SSLObject`) instead of through the event loop's own TLS transport, for two reasons: a tunnel
shows only by its first byte whether it carries TLS, and one write of ours becomes one write to the socket however many
records it takes.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import ssl
from typing import cast

_RECORD = 16384
"""Largest TLS record (RFC 8446 5.1)."""


class Wire:
    """A plain socket with back-pressure."""

    def __init__(self, transport: asyncio.Transport, high: int, linger: float) -> None:
        transport.set_write_buffer_limits(high=high, low=high // 4)
        self._transport = transport
        self._waiters: list[asyncio.Future[None]] = []
        self._reading = True
        self._linger = linger
        self._waiting: float = math.inf
        """Bytes that waited to be sent when the deadline was last looked at."""
        self.congested = False
        """True while more is waiting to be sent than the limit allows; await `drain` before writing more."""
        self.deadline: float | None = None
        """Loop time at which the connection is cut unless somebody moves this."""
        self.gone = False
        """True once nothing can be sent any more."""
        self.closing = False
        """True once we said that we send no more; what still comes in is thrown away."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self.gone and not self.closing:
            self._transport.write(data)

    async def drain(self) -> None:
        """Returns when the browser has taken enough; raises ConnectionError when it went away."""
        if self.gone:
            raise ConnectionResetError("the browser went away")
        if self.congested:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter

    def pause(self) -> None:
        """Stop reading from the socket."""
        if self._reading and not self.gone:
            self._reading = False
            self._transport.pause_reading()

    def resume(self) -> None:
        if not self._reading and not self.gone:
            self._reading = True
            self._transport.resume_reading()

    def close(self) -> None:
        """Send what was written, say that it was all, and wait a little for the browser to close.

        Closing a socket at once while bytes are still coming in would reset it, and with it what we sent last.
        """
        if not self.gone and not self.closing:
            self.closing = True
            self.resume()
            self.deadline = asyncio.get_running_loop().time() + self._linger
            with contextlib.suppress(OSError, RuntimeError):
                self._transport.write_eof()

    def expired(self, now: float) -> bool:
        """Is the connection's time over? Not while a slow browser still takes the last bytes."""
        if self.deadline is None or now < self.deadline:
            return False
        waiting = self._transport.get_write_buffer_size()
        if self.closing and 0 < waiting < self._waiting:
            self._waiting, self.deadline = waiting, now + self._linger
            return False
        return True

    def abort(self) -> None:
        """Close at once."""
        if not self.gone:
            self.gone = True
            self._transport.abort()

    def on_congested(self) -> None:
        self.congested = True

    def on_relieved(self) -> None:
        self.congested = False
        self._wake(None)

    def on_lost(self) -> None:
        self.gone = True
        self.congested = False
        self._wake(ConnectionResetError("the browser went away"))

    def _wake(self, error: Exception | None) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                if error is None:
                    waiter.set_result(None)
                else:
                    waiter.set_exception(error)


class TlsWire:
    """The server's side of a TLS session over a `Wire`. Has the same methods."""

    def __init__(self, plain: Wire, context: ssl.SSLContext) -> None:
        self._plain = plain
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)
        self.established = False
        self.ended = False
        """True once the browser said that it sends no more."""

    @property
    def protocol(self) -> str | None:
        """What ALPN agreed upon."""
        return self._tls.selected_alpn_protocol()

    def feed(self, data: bytes | memoryview) -> bytes:
        """Bytes from the socket in, what they mean out. Raises ssl.SSLError; an alert was sent then."""
        self._in.write(data)
        try:
            if not self.established:
                self._tls.do_handshake()
                self.established = True
            return self._read()
        except ssl.SSLWantReadError:
            return b""
        finally:
            if self._out.pending:
                self._plain.write(self._out.read())

    def _read(self) -> bytes:
        tls, source = self._tls, self._in
        parts = []
        try:
            while source.pending or tls.pending():
                part = tls.read(_RECORD)
                if not part:
                    self.ended = True
                    break
                parts.append(part)
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLZeroReturnError:
            self.ended = True
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._plain.gone:
            return
        sent = self._tls.write(data)
        if sent < len(data):
            view = memoryview(data)
            while sent < len(view):
                sent += self._tls.write(view[sent : sent + _RECORD])
        self._plain.write(self._out.read())

    def close(self) -> None:
        if not self._plain.gone and not self._plain.closing:
            with contextlib.suppress(ssl.SSLError):
                self._tls.unwrap()
            if self._out.pending:
                self._plain.write(self._out.read())
            self._plain.close()

    @property
    def congested(self) -> bool:
        return self._plain.congested

    @property
    def gone(self) -> bool:
        return self._plain.gone

    @property
    def deadline(self) -> float | None:
        return self._plain.deadline

    @deadline.setter
    def deadline(self, moment: float | None) -> None:
        self._plain.deadline = moment

    async def drain(self) -> None:
        await self._plain.drain()

    def pause(self) -> None:
        self._plain.pause()

    def resume(self) -> None:
        self._plain.resume()

    def abort(self) -> None:
        self._plain.abort()


AnyWire = Wire | TlsWire


def as_transport(transport: asyncio.BaseTransport) -> asyncio.Transport:
    """Event loops declare less than they pass."""
    return cast(asyncio.Transport, transport)
