"""One TCP connection of the browser, from the proxy port inwards: CONNECT, then TLS or not, then HTTP/1.1 or HTTP/2."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import Any

from awe_author.door.http1 import Http1
from awe_author.door.http2 import Http2
from awe_author.door.service import Service
from awe_author.door.target import Origin
from awe_author.door.wire import TlsWire, Wire, as_transport

_TLS_HANDSHAKE = 0x16
"""First byte of a TLS connection: content type of a handshake record (RFC 8446 5.1)."""


class Connection(asyncio.BufferedProtocol):
    """Hands the bytes of a socket to the layer whose turn it is."""

    def __init__(self, service: Service[Any], number: int, connections: set[Connection]) -> None:
        self._service, self._number, self._connections = service, number, connections
        self._view = memoryview(service.buffer)
        self._layer: Http1 | Http2 | None = None
        self._receive: Callable[[memoryview], None] = self._receive_plain
        self._origin: Origin | None = None
        self._tls: TlsWire | None = None
        self.wire: Wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        limits = self._service.limits
        self.wire = Wire(as_transport(transport), limits.write_buffer, limits.linger_seconds)
        self._connections.add(self)
        self._layer = Http1(self._service, self.wire, self._number, None, self._tunnel)

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._service.buffer

    def buffer_updated(self, nbytes: int) -> None:
        if not self.wire.closing:
            self._receive(self._view[:nbytes])

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        self.wire.on_congested()

    def resume_writing(self) -> None:
        self.wire.on_relieved()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self.wire.on_lost()
        if self._layer is not None:
            self._layer.lost()
        if self._tls is not None and not self._tls.established:
            self._report("tls_failed", str(exc) if exc else "closed during the handshake")
        self._report("closed", "")

    def _receive_plain(self, data: memoryview) -> None:
        assert self._layer is not None
        self._layer.data_received(bytes(data))

    def _tunnel(self, origin: Origin, rest: bytes) -> None:
        """CONNECT was accepted; what comes next is for `origin`."""
        self._origin, self._layer = origin, None
        self._receive = self._receive_first
        self.wire.deadline = self._service.loop.time() + self._service.limits.handshake_seconds
        self._report("connect", "")
        if rest:
            self._receive_first(memoryview(rest))

    def _receive_first(self, data: memoryview) -> None:
        """The first byte in a tunnel tells TLS from plain HTTP (browsers send ws:// through CONNECT)."""
        assert self._origin is not None
        if data[0] == _TLS_HANDSHAKE:
            self._tls = TlsWire(self.wire, self._service.authority.context_for(self._origin.host))
            self._receive = self._receive_tls
        else:
            self._layer = Http1(self._service, self.wire, self._number, self._origin._replace(scheme="http"))
            self._receive = self._receive_plain
        self._receive(data)

    def _receive_tls(self, data: memoryview) -> None:
        tls = self._tls
        assert tls is not None
        try:
            plain = tls.feed(data)
        except ssl.SSLError as error:
            self._report("tls_failed" if not tls.established else "protocol_error", error.reason or str(error))
            self._tls = None
            self.wire.close()
            return
        if self._layer is None and tls.established:
            assert self._origin is not None
            layer = Http2 if tls.protocol == "h2" else Http1
            self._layer = layer(self._service, tls, self._number, self._origin)
        if plain and self._layer is not None:
            self._layer.data_received(plain)
        if tls.ended:
            self.wire.close()

    def _report(self, kind: str, detail: str) -> None:
        origin = self._origin
        self._service.report(kind, host=origin.host if origin else "", port=origin.port if origin else 0, detail=detail)
