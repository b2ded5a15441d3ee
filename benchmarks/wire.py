"""A blocking HTTP/1.1 client over a proxy or straight, as small as can be: the same for every system that is measured.

Used for waiting until a server answers, for reading its certificate, and by the load client. It understands
Content-Length, chunked bodies (by their last chunk) and closed connections, and does no more.
"""

from __future__ import annotations

import base64
import hashlib
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass(frozen=True, slots=True)
class Route:
    """How to reach a server: the port, and whether it is a proxy."""

    port: int
    proxy: bool
    host: str = "127.0.0.1"


def connect(route: Route, url: str, timeout: float = 30) -> socket.socket:
    """A connection on which requests for `url` can be sent: through CONNECT and TLS for https, else as it is."""
    parts = urlsplit(url)
    sock = socket.create_connection((route.host, route.port), timeout)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if parts.scheme != "https":
        return sock
    if route.proxy:
        authority = f"{parts.hostname}:{parts.port or 443}"
        sock.sendall(f"CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            data = sock.recv(4096)
            if not data:
                raise ConnectionError("the proxy closed the connection")
            head += data
        if b" 200" not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.split(b"\r\n")[0].decode("latin-1"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["http/1.1"])
    return context.wrap_socket(sock, server_hostname=parts.hostname)


def request_bytes(route: Route, url: str) -> bytes:
    """A GET for `url`, in absolute form when it goes to a proxy in the clear (RFC 9112 3.2.2)."""
    parts = urlsplit(url)
    target = url if route.proxy and parts.scheme == "http" else parts.path
    return (
        f"GET {target} HTTP/1.1\r\nHost: {parts.netloc}\r\nUser-Agent: benchmark\r\n"
        "Accept: */*\r\nConnection: keep-alive\r\n\r\n"
    ).encode()


class Closed(Exception):
    """The server closed the connection (after a whole answer, or before one)."""


def exchange(sock: socket.socket, request: bytes, buffer: bytearray) -> tuple[int, int, bool]:
    """Send one request and read its answer: (status, body bytes, may the connection be used again)."""
    sock.sendall(request)
    head = b""
    while (end := head.find(b"\r\n\r\n")) < 0:
        data = sock.recv(65536)
        if not data:
            raise Closed
        head += data
    fields = head[:end].lower()
    status = int(fields[9:12])
    got = len(head) - end - 4
    again = b"connection: close" not in fields and not fields.startswith(b"http/1.0")
    at = fields.find(b"\r\ncontent-length:")
    if at >= 0:
        stop = fields.find(b"\r\n", at + 2)
        length = int(fields[at + 17 : stop if stop > 0 else None])
        while got < length:
            size = sock.recv_into(buffer)
            if not size:
                raise Closed
            got += size
        return status, got, again
    return status, _read_unsized(sock, head[end + 4 :], buffer, chunked=b"chunked" in fields), again


def _read_unsized(sock: socket.socket, start: bytes, buffer: bytearray, *, chunked: bool) -> int:
    got, tail = len(start), start[-5:]
    while not (chunked and tail == b"0\r\n\r\n"):
        size = sock.recv_into(buffer)
        if not size:
            break
        got += size
        tail = (tail + bytes(buffer[max(0, size - 5) : size]))[-5:]
    return got


def answers(route: Route, url: str, size: int) -> bool:
    """Does the server answer `url` with 200 and at least `size` bytes?"""
    try:
        with connect(route, url, 60) as sock:
            status, got, _ = exchange(sock, request_bytes(route, url), bytearray(1 << 18))
    except (OSError, Closed):
        return False
    return status == 200 and got >= size


def spki(route: Route, url: str) -> str:
    """Base64 SHA-256 of the public key that the server shows for `url` (what Chromium's SPKI list wants)."""
    with connect(route, url) as sock:
        assert isinstance(sock, ssl.SSLSocket)
        shown = sock.getpeercert(binary_form=True)
    assert shown is not None
    key = x509.load_der_x509_certificate(shown).public_key()
    return base64.b64encode(
        hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    ).decode()
