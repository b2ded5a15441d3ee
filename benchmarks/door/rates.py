"""Requests per second of server CPU through the door: HTTP/1.1 and HTTP/2, plain and TLS, asyncio and uvloop.

    python -m benchmarks.door.rates

The rate over the server's own CPU time is what counts: it does not change with what else the machine is doing.
"""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
import sys
import time

from awe_author.door import frames as f
from awe_author.door.hpack import pack_literal

BROWSER_FIELDS = [
    (b"sec-ch-ua", b'"Chromium";v="140", "Not=A?Brand";v="24"'),
    (b"sec-ch-ua-mobile", b"?0"),
    (b"sec-ch-ua-platform", b'"Linux"'),
    (
        b"user-agent",
        b"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ),
    (b"accept", b"*/*"),
    (b"sec-fetch-site", b"same-origin"),
    (b"sec-fetch-mode", b"no-cors"),
    (b"sec-fetch-dest", b"script"),
    (b"referer", b"https://bench.test/"),
    (b"accept-encoding", b"gzip, deflate, br, zstd"),
    (b"accept-language", b"en-US,en;q=0.9"),
]


def connect(port: int, ca: str, protocol: str | None) -> socket.socket:
    """A socket to the door, inside TLS when a protocol is given."""
    sock = socket.create_connection(("127.0.0.1", port))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if protocol is None:
        return sock
    sock.sendall(b"CONNECT bench.test:443 HTTP/1.1\r\nHost: bench.test:443\r\n\r\n")
    while b"\r\n\r\n" not in sock.recv(65536):
        pass
    context = ssl.create_default_context(cafile=ca)
    context.set_alpn_protocols([protocol])
    return context.wrap_socket(sock, server_hostname="bench.test")


def over_http1(sock: socket.socket, path: str, start: str, requests: int) -> None:
    fields = b"".join(b"%b: %b\r\n" % field for field in BROWSER_FIELDS)
    ask = f"GET {start}{path} HTTP/1.1\r\nHost: bench.test\r\n".encode() + fields + b"\r\n"
    buffer = bytearray(1 << 20)
    for _ in range(requests):
        sock.sendall(ask)
        data = sock.recv(65536)
        head, _, body = data.partition(b"\r\n\r\n")
        left = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]) - len(body)
        while left > 0:
            left -= sock.recv_into(buffer)


def over_http2(sock: socket.socket, path: str, requests: int, together: int = 50) -> None:
    """As a browser loads a page: many requests at once, fields indexed after the first."""
    sock.sendall(f.PREFACE + f.settings({f.INITIAL_WINDOW_SIZE: 6 << 20}) + f.window_update(0, 1 << 30))
    fresh = b"".join(b"\x40" + pack_literal(name, value)[1:] for name, value in BROWSER_FIELDS)
    known = bytes(0x80 | 61 + len(BROWSER_FIELDS) - place for place in range(len(BROWSER_FIELDS)))
    target = b"\x82\x87\x01\x0abench.test\x04" + bytes([len(path)]) + path.encode()
    stream, data = 1, b""
    for done in range(0, requests, together):
        out = []
        for _ in range(together):
            out.append(f.headers_frames(stream, target + (known if stream > 1 else fresh), True))
            stream += 2
        sock.sendall(b"".join(out))
        ended, received = 0, 0
        while ended < min(together, requests - done):
            data += sock.recv(1 << 18)
            at = 0
            while len(data) - at >= 9:
                size = int.from_bytes(data[at : at + 3], "big")
                if len(data) - at < 9 + size:
                    break
                ended += data[at + 3] < 2 and data[at + 4] & 1
                received += size
                at += 9 + size
            data = data[at:]
        sock.sendall(f.window_update(0, received))


def measure(loop: str, kind: str, path: str, requests: int) -> tuple[float, float]:
    """(requests per second of server CPU, per second of wall time)."""
    server = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.door.serve", loop], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert server.stdin is not None
    assert server.stdout is not None
    ready = json.loads(server.stdout.readline())
    base = _cpu(server.pid)
    protocol = {"http/1.1 plain": None, "http/1.1 tls": "http/1.1", "h2 tls": "h2"}[kind]
    with connect(ready["port"], ready["ca"], protocol) as sock:
        start = time.perf_counter()
        if protocol == "h2":
            over_http2(sock, path, requests)
        else:
            over_http1(sock, path, "" if protocol else "http://bench.test", requests)
        wall = time.perf_counter() - start
    used = _cpu(server.pid) - base
    server.stdin.close()
    server.wait()
    return requests / used, requests / wall


def _cpu(pid: int) -> float:
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    print(f"{'':10}{'':16}{'body':>6}{'per CPU second':>16}{'ms CPU each':>13}{'per second':>12}")
    for loop in ("asyncio", "uvloop"):
        for kind in ("http/1.1 plain", "http/1.1 tls", "h2 tls"):
            for path, requests in (("/1k", 10_000), ("/100k", 3_000), ("/5m", 100)):
                rate, wall = measure(loop, kind, path, requests)
                print(f"{loop:10}{kind:16}{path[1:]:>6}{rate:16.0f}{1000 / rate:13.3f}{wall:12.0f}", flush=True)


if __name__ == "__main__":
    main()
