"""Page-load time in Chromium: the same two pages from every system, cold and warm.

Cold is the first visit in a new browser context (no connections, nothing cached), warm the second visit in it. The
time is the wall time of `page.goto` up to the load event, taken outside the page, since a replay may give the page a
clock of its own. One browser for each system stays open; the systems take turns within each round, another one first
each time, so that whatever else the machine does falls on all of them.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, BrowserType, Error, sync_playwright

from awe_author.browser.find import find_chromium
from benchmarks.formats import Formats, write_har
from benchmarks.material import HOST, ORIGIN, PAGES
from benchmarks.systems import FLOOR, HAR, Running


@dataclass(slots=True)
class PageTimes:
    """Milliseconds of every load of one page by one system, and what went wrong."""

    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    wrong: int = 0
    """Loads that failed or where not every script ran."""


Results = dict[str, dict[str, PageTimes]]
"""Page label -> system -> times."""


@dataclass(slots=True)
class Seat:
    """A system and the browser that talks to it."""

    name: str
    browser: Browser
    prepare: Callable[[BrowserContext], None]


def measure(running: list[Running], formats: Formats, *, rounds: int, say: Callable[[str], None]) -> Results:
    """Load both pages `rounds` times from every system (one more round before that is not counted)."""
    results: Results = defaultdict(lambda: defaultdict(PageTimes))
    har = write_har(formats.material, formats.har)
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        seats = [_seat(playwright.chromium, one) for one in running]
        seats.append(Seat(HAR, _launch(playwright.chromium, []), _route(har)))
        for seat in seats:
            stack.callback(seat.browser.close)
        scripts = _scripts(formats)
        for number in range(rounds + 1):
            say(f"page loads, round {number} of {rounds}")
            for label, path in PAGES.items():
                for seat in [*seats[number % len(seats) :], *seats[: number % len(seats)]]:
                    times = results[label][seat.name] if number else PageTimes()
                    _visit_twice(seat, ORIGIN + path, scripts[path], times)
    return results


def _scripts(formats: Formats) -> dict[str, int]:
    """Page path -> how many scripts it loads."""
    return {
        path: sum(
            item.mime == "text/javascript" and item.path.startswith(path.rpartition("/")[0] + "/")
            for item in formats.material.items
        )
        for path in PAGES.values()
    }


def _visit_twice(seat: Seat, url: str, scripts: int, times: PageTimes) -> None:
    context = seat.browser.new_context()
    try:
        seat.prepare(context)
        page = context.new_page()
        for gathered in (times.cold, times.warm):
            started = time.perf_counter()
            page.goto(url, wait_until="load", timeout=60_000)
            gathered.append((time.perf_counter() - started) * 1000)
            if page.evaluate("globalThis.scripts") != scripts:
                times.wrong += 1
            page.goto("about:blank")
    except Error:
        times.wrong += 1
    finally:
        context.close()


def _seat(chromium: BrowserType, one: Running) -> Seat:
    flags = [f"--ignore-certificate-errors-spki-list={one.spki}"]
    if one.name == FLOOR:
        flags.append(f"--host-resolver-rules=MAP {HOST}:443 127.0.0.1:{one.tls.port}")
    else:
        flags += [f"--proxy-server=http://127.0.0.1:{one.tls.port}", "--proxy-bypass-list=<-loopback>"]
    return Seat(one.name, _launch(chromium, flags), lambda context: None)


def _route(har: Path) -> Callable[[BrowserContext], None]:
    return lambda context: context.route_from_har(har, not_found="abort")


def _launch(chromium: BrowserType, flags: list[str]) -> Browser:
    quiet = ["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-gpu"]
    sandbox = os.getuid() != 0
    return chromium.launch(executable_path=find_chromium(), args=[*quiet, *flags], chromium_sandbox=sandbox)
