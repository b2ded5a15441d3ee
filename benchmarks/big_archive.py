"""How long each system takes from start to the first right answer on a big archive, and how much memory it then holds.

Two sizes, a tenth and the whole, so that memory which grows with the archive shows. What a system can prepare once
(pywb's and our WACZ's index, nginx's files) is prepared beforehand and not counted; our first start, which builds the
index cache, and a later start are both given. Memory is the proportional set size of the process tree after start,
and again after requests for resources from all over the archive.
"""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import sync_playwright

from awe_author.browser.find import find_chromium
from benchmarks.formats import Formats, write_har
from benchmarks.material import ORIGIN, Item, Material, build_big
from benchmarks.process import memory_mb, tree
from benchmarks.systems import HAR, OURS, Running, System, Unavailable, formats_of
from benchmarks.wire import answers

REQUESTS = 400


@dataclass(slots=True)
class Start:
    """One system on one size of archive; one value for each round."""

    first: float | None = None
    """Seconds of our very first start on this archive; None for systems that keep no cache."""
    ready: list[float] = field(default_factory=list)
    """Seconds from starting the process to the first right answer."""
    memory: list[float] = field(default_factory=list)
    """MB after start."""
    memory_used: list[float] = field(default_factory=list)
    """MB after the requests."""
    wrong: int = 0
    problem: str = ""


Results = dict[str, dict[str, Start]]
"""Size label -> system -> start."""


def measure(
    systems: list[System], work: Path, *, total: int, rounds: int, say: Callable[[str], None]
) -> Results:  # fmt: skip
    """Start every system on an archive of a tenth of `total` bytes and on one of `total` bytes."""
    results: Results = {}
    for size in (total // 10, total):
        label = f"{size / 1e9:g} GB"
        say(f"making an archive of {label}")
        folder = work / f"big-{size // 1_000_000}"
        formats = formats_of(build_big(folder / "root", size), folder)
        by_system = {system.name: Start() for system in systems}
        for number in range(rounds):
            for system in systems:
                say(f"{system.name} on {label}, start {number + 1} of {rounds}")
                _start(system, formats, folder / system.name.split()[0], by_system[system.name], first=number == 0)
        say(f"{HAR} on {label}")
        by_system[HAR] = _har(formats)
        results[label] = by_system
    return results


def _start(system: System, formats: Formats, folder: Path, start: Start, *, first: bool) -> None:
    if start.problem:
        return
    probe = _probe(formats.material)
    try:
        if system.name == OURS and first:
            shutil.rmtree(folder / "cache", ignore_errors=True)
            running = system.start(formats, folder, (probe.path, probe.file.stat().st_size))
            start.first = running.start_seconds
            running.stop()
        running = system.start(formats, folder, (probe.path, probe.file.stat().st_size))
    except Unavailable as error:
        start.problem = str(error)
        return
    try:
        start.ready.append(running.start_seconds)
        start.memory.append(memory_mb(running.process.pid))
        start.wrong += _ask_around(running, formats.material)
        start.memory_used.append(memory_mb(running.process.pid))
    finally:
        running.stop()


def _probe(material: Material) -> Item:
    return material.items[len(material.items) // 2]


def _ask_around(running: Running, material: Material) -> int:
    """Ask for resources from all over the archive; returns how many answers were wrong."""
    chosen = random.Random(7).sample(material.items, min(REQUESTS, len(material.items)))
    return sum(not answers(running.tls, ORIGIN + item.path, item.file.stat().st_size) for item in chosen)


def _har(formats: Formats) -> Start:
    """Playwright's HAR replay: from `route_from_har` to the first answer, and the memory of its driver process."""
    har = write_har(formats.material, formats.har)
    start = Start()
    url = ORIGIN + _probe(formats.material).path
    try:
        with sync_playwright() as playwright:
            sandbox = os.getuid() != 0
            browser = playwright.chromium.launch(executable_path=find_chromium(), chromium_sandbox=sandbox)
            page = browser.new_page()
            started = time.perf_counter()
            page.context.route_from_har(har, not_found="abort")
            page.goto("about:blank")
            page.evaluate("url => fetch(url, {mode: 'no-cors'}).then(() => true)", url)
            start.ready.append(time.perf_counter() - started)
            start.memory.append(sum(memory_mb(pid) for pid in tree(os.getpid()) if _program(pid) == "node"))
            browser.close()
    except Exception as error:
        start.problem = " ".join(str(error).split())[:200]
    return start


def _program(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/exe").readlink().name
    except OSError:
        return ""
