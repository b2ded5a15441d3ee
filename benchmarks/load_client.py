"""The load generator: one process for each keep-alive connection, each a tight loop of send and receive.

Every system gets this same client. Whether the client or the server was the slower one shows in `busy`, the share of
the time that the client's processes were running.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing.queues import Queue

from benchmarks.wire import Closed, Route, connect, exchange, request_bytes


@dataclass(frozen=True, slots=True)
class Load:
    """What a run of the client saw."""

    requests: int
    seconds: float
    median_ms: float
    p99_ms: float
    reconnects: int
    wrong: int
    busy: float
    """CPU seconds of all client processes for each second."""

    @property
    def rate(self) -> float:
        return self.requests / self.seconds if self.seconds else 0.0


def run(route: Route, url: str, size: int, *, connections: int, seconds: float) -> Load:
    """Ask for `url` over and over on `connections` connections for `seconds`; answers must have `size` bytes."""
    context = multiprocessing.get_context("fork")
    results: Queue[tuple[list[float], Counter[str], float, float]] = context.Queue()
    barrier = context.Barrier(connections)
    workers = [
        context.Process(target=_worker, args=(route, url, size, seconds, barrier, results), daemon=True)
        for _ in range(connections)
    ]
    for worker in workers:
        worker.start()
    gathered = [results.get(timeout=seconds + 120) for _ in workers]
    for worker in workers:
        worker.join()
    times = sorted(value for one in gathered for value in one[0])
    counts = sum((one[1] for one in gathered), Counter[str]())
    elapsed = max(one[3] for one in gathered)
    return Load(
        requests=len(times),
        seconds=elapsed,
        median_ms=times[len(times) // 2] * 1000 if times else 0.0,
        p99_ms=times[int(len(times) * 0.99)] * 1000 if times else 0.0,
        reconnects=counts["reconnects"],
        wrong=counts["wrong"],
        busy=sum(one[2] for one in gathered) / elapsed if elapsed else 0.0,
    )


def _worker(route, url, size, seconds, barrier, results) -> None:  # type: ignore[no-untyped-def]
    request, buffer = request_bytes(route, url), bytearray(1 << 18)
    counts: Counter[str] = Counter()
    times: list[float] = []
    sock = None
    barrier.wait()
    used = sum(os.times()[:2])
    start = time.perf_counter()
    deadline = start + seconds
    while (before := time.perf_counter()) < deadline:
        try:
            if sock is None:
                sock = connect(route, url)
                counts["reconnects"] += 1
            status, got, again = exchange(sock, request, buffer)
        except (OSError, Closed):
            sock = None
            counts["wrong"] += 1
            if counts["wrong"] > 1000:
                break
            continue
        times.append(time.perf_counter() - before)
        if status != 200 or got < size:
            counts["wrong"] += 1
        if not again:
            sock.close()
            sock = None
    counts["reconnects"] -= 1
    results.put((times, counts, sum(os.times()[:2]) - used, time.perf_counter() - start))
