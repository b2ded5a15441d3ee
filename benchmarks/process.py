"""What a process tree used, from /proc: CPU seconds and proportional memory. And the machine in one line."""

from __future__ import annotations

import contextlib
import os
import platform
import signal
import socket
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def tree(pid: int) -> list[int]:
    """`pid` and all its descendants that live."""
    found, waiting = [], [pid]
    while waiting:
        one = waiting.pop()
        found.append(one)
        for task in _tasks(one):
            with contextlib.suppress(OSError):
                children = Path(f"/proc/{one}/task/{task}/children").read_text().split()
                waiting.extend(int(child) for child in children)
    return found


def _tasks(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def cpu_seconds(pid: int) -> float:
    """User and system time of the tree, seconds (proc(5): fields 14 to 17, so that ended children count)."""
    total = 0
    for one in tree(pid):
        with contextlib.suppress(OSError, IndexError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += sum(int(fields[number]) for number in (11, 12, 13, 14))
    return total / TICKS


def running(pids: Iterable[int]) -> dict[int, int]:
    """Nanoseconds on a processor, by thread of these processes (schedstat: exact, where `stat` counts in ticks)."""
    found: dict[int, int] = {}
    for pid in pids:
        for task in _tasks(pid):
            with contextlib.suppress(OSError, ValueError):
                found[int(task)] = int(Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()[0])
    return found


def spent_ms(before: Mapping[int, int], after: Mapping[int, int]) -> float:
    """Milliseconds of processor time between two looks; threads that ended between them are not in it."""
    return sum(now - before.get(task, 0) for task, now in after.items()) / 1e6


def named(pids: Iterable[int], part: str) -> list[int]:
    """Those processes whose program's name has `part` in it."""
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):
            if part in Path(f"/proc/{pid}/comm").read_text():
                found.append(pid)
    return found


def memory_mb(pid: int) -> float:
    """Proportional set size of the tree in MB: shared pages are divided among those that share them."""
    total = 0
    for one in tree(pid):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total / 1024


def free_port() -> int:
    """A loopback port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the process politely, then its whole tree by force."""
    pids = tree(process.pid)
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()


def machine() -> str:
    """Processor, cores, memory, kernel, Python: one line."""
    model = platform.machine()
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[0]
    return (
        f"{model}, {os.cpu_count()} cores, {memory:.0f} GB, Linux {platform.release()}, "
        f"Python {platform.python_version()}, load at start {load:.1f}"
    )
