"""Bounds on what one connection may cost. Every buffer and every wait in the door ends at one of these."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds."""

    header_bytes: int = 256 * 1024
    """Request line and header fields (or trailers) of one message."""
    header_count: int = 1000
    body_buffer: int = 256 * 1024
    """Request body kept for a responder that does not read; then the browser is made to wait."""
    write_buffer: int = 256 * 1024
    """Response bytes waiting in user space before the responder is made to wait."""
    streams: int = 512
    """Concurrent HTTP/2 requests on one connection."""
    message_bytes: int = 128 * 1024 * 1024
    """One WebSocket message, inflated."""
    message_count: int = 256
    """WebSocket messages kept for a handler that does not read."""
    handshake_seconds: float = 20.0
    """From accepted connection (or CONNECT) to the first complete request or TLS handshake."""
    head_seconds: float = 60.0
    """From the first byte of a request head to its last."""
    idle_seconds: float = 900.0
    """Without any request in flight."""
    linger_seconds: float = 3.0
    """How long an unread request body is thrown away, or a WebSocket close awaited, before the connection is cut."""

    @property
    def shortest_wait(self) -> float:
        """The smallest of the times."""
        return min(self.handshake_seconds, self.head_seconds, self.idle_seconds, self.linger_seconds)
