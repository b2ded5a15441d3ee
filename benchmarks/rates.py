"""Requests per second and server CPU per request over keep-alive connections, for three sizes of body.

Over HTTP/1.1 (in the clear and through CONNECT and TLS) every system gets load_client.py. Over HTTP/2 the ones that
speak it get h2load, which knows no proxies: socat makes the CONNECT and passes the bytes on, for the floor as well.
The server's CPU time is read from /proc around each run, so it does not depend on the client's speed; where the
client was the slower side, the rate is a lower bound and the report says so.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from benchmarks import load_client
from benchmarks.install import find
from benchmarks.material import BODIES, HOST, ORIGIN, PLAIN_ORIGIN
from benchmarks.process import cpu_seconds, free_port
from benchmarks.systems import Running

CONNECTIONS = 8
STREAMS = 8
CLIENT_BOUND = 0.9
"""Client processes busy for this share of all cores' time at most count as fast enough; see `Rate.client_bound`."""


@dataclass(slots=True)
class Rate:
    """What one system did with one body size over one protocol, one value for each round."""

    per_second: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)
    """Server CPU microseconds for each request."""
    median_ms: list[float] = field(default_factory=list)
    server_busy: list[float] = field(default_factory=list)
    """Server CPU seconds for each second: near 1 means that the server was the limit."""
    reconnects: int = 0
    wrong: int = 0

    @property
    def client_bound(self) -> bool:
        """Did the server have time left? Then the rate is only a lower bound."""
        return bool(self.server_busy) and max(self.server_busy) < CLIENT_BOUND


Results = dict[str, dict[str, dict[str, Rate]]]
"""Protocol -> body label -> system -> rate."""


def measure(running: list[Running], *, rounds: int, seconds: float, say: Callable[[str], None]) -> Results:
    """Take turns among the systems within each round."""
    results: Results = defaultdict(lambda: defaultdict(lambda: defaultdict(Rate)))
    for number in range(1, rounds + 1):
        say(f"request rates, round {number} of {rounds}")
        for body, (path, size) in BODIES.items():
            for one in running:
                plain = results["HTTP/1.1"][body][one.name]
                _http1(one, PLAIN_ORIGIN + path, size, seconds, plain)
                _http1(one, ORIGIN + path, size, seconds, results["HTTP/1.1 + TLS"][body][one.name])
                if one.http2 and find("h2load") and find("socat"):
                    _http2(one, path, seconds, results["HTTP/2"][body][one.name])
    return results


def _http1(one: Running, url: str, size: int, seconds: float, rate: Rate) -> None:
    route = one.tls if url.startswith("https:") else one.plain
    before = cpu_seconds(one.process.pid)
    load = load_client.run(route, url, size, connections=CONNECTIONS, seconds=seconds)
    used = cpu_seconds(one.process.pid) - before
    rate.wrong += load.wrong
    rate.reconnects += load.reconnects
    if load.requests:
        _note(rate, load.requests, load.seconds, used)
        rate.median_ms.append(load.median_ms)


def _note(rate: Rate, requests: int, seconds: float, used: float) -> None:
    rate.per_second.append(requests / seconds)
    rate.cpu_us.append(used / requests * 1e6)
    rate.server_busy.append(used / seconds)


def _http2(one: Running, path: str, seconds: float, rate: Rate) -> None:
    with _tunnel(one) as port:
        command = [
            find("h2load") or "h2load",
            "-t1",
            f"-c{CONNECTIONS // 2}",
            f"-m{STREAMS}",
            f"-D{max(1, round(seconds))}",
        ]
        before, started = cpu_seconds(one.process.pid), time.perf_counter()
        done = subprocess.run(
            [*command, f"--connect-to=127.0.0.1:{port}", f"https://{HOST}{path}"],
            capture_output=True, text=True, check=False, timeout=seconds + 60,
        )  # fmt: skip
        elapsed, used = time.perf_counter() - started, cpu_seconds(one.process.pid) - before
    counts = re.search(r"(\d+) succeeded, (\d+) failed, (\d+) errored", done.stdout)
    status = re.search(r"status codes: (\d+) 2xx", done.stdout)
    good = int(counts[1]) if counts else 0
    if not good or status is None or int(status[1]) < good or "Application protocol: h2" not in done.stdout:
        rate.wrong += 1
        return
    _note(rate, good, elapsed, used)


@contextmanager
def _tunnel(one: Running) -> Iterator[int]:
    """A port whose connections end at the system's TLS server."""
    port = free_port()
    target = f"TCP:127.0.0.1:{one.tls.port}"
    if one.tls.proxy:
        target = f"PROXY:127.0.0.1:{HOST}:443,proxyport={one.tls.port}"
    listen = f"TCP-LISTEN:{port},bind=127.0.0.1,fork,reuseaddr"
    process = subprocess.Popen([find("socat") or "socat", "-b", "65536", listen, target], stderr=subprocess.DEVNULL)
    try:
        time.sleep(0.2)
        yield port
    finally:
        process.terminate()
        process.wait(10)
