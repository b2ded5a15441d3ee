"""What DOM surfaces cost: page loads, the time from a click to the changed page, a long list, and many open pages.

    python -m benchmarks.features_dom [--quick]

Page loads compare one recording served with features and without, by two servers; the state equals the recording, so
that both show the same picture. One browser loads both, one right after the other and in turns the other way about, so
that whatever else the machine does falls on both; and the plain one once more in another session, which shows how far
loads differ that are the same. Before a load the browser is left alone until the new tab is up, which else takes its
share of the processors from the load. Beside the wall time stands the processor time of server and browser
until the page is quiet, which also has what is done after the load event, and which a busy machine changes little.

A click is timed within the page: from the click, over the action (durable in SQLite) and its plan, to the moment when
the DOM has changed. The next click waits until the browser has painted that, as a user would.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

import click
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from awe_author.browser.find import find_chromium
from awe_author.browser.launch import arguments
from benchmarks.material import ORIGIN, PAGES
from benchmarks.process import machine, named, running, spent_ms, tree
from benchmarks.surfaces_world import LIST, WHOLE, Served, serving, write_worlds
from benchmarks.tables import Grid, by_round, number, spread

Say = Callable[[str], None]
CALM = 0.5
"""Seconds that a new tab gets before it is asked to load something."""

SETTLED = 0.25
"""Seconds after the load event until which processor time counts."""

CLICK = """index => new Promise(done => {
  const row = document.querySelector("tbody").children[index];
  const button = row.querySelector("button");
  const begun = performance.now();
  const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now() - begun); });
  watch.observe(row, {subtree: true, characterData: true, childList: true});
  button.click();
})"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(slots=True)
class Loads:
    """Of one page on one kind of visit, round by round."""

    plain: list[float] = field(default_factory=list)
    """Wall time to the load event, ms."""

    again: list[float] = field(default_factory=list)
    """The plain server's, once more."""

    enriched: list[float] = field(default_factory=list)
    plain_cpu: list[float] = field(default_factory=list)
    """Processor time of server and browser, ms."""

    enriched_cpu: list[float] = field(default_factory=list)

    def add(self, side: str, *, wall: float, cpu: float) -> None:
        """One load. `side`: "plain", "again", "enriched"."""
        {"plain": self.plain, "again": self.again, "enriched": self.enriched}[side].append(wall)
        if side != "again":
            (self.enriched_cpu if side == "enriched" else self.plain_cpu).append(cpu)


@dataclass(slots=True)
class Long:
    """A list of many rows. Milliseconds."""

    whole: Loads = field(default_factory=Loads)
    """All rows were recorded."""

    changed: Loads = field(default_factory=Loads)
    """The same, enriched in a session where the state of one row is no longer the recorded one."""

    grown: list[float] = field(default_factory=list)
    """Page load where one row was recorded, and the others come from the state."""

    clicks: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    """The first click on a quiet page, which gets the records of its list then."""


@dataclass(slots=True)
class Results:
    """What was measured."""

    loads: dict[str, dict[str, Loads]] = field(default_factory=dict)
    """Page -> "cold", "warm"."""

    lists: dict[int, Long] = field(default_factory=dict)
    """By number of rows."""

    open_pages: int = 0
    alone: list[float] = field(default_factory=list)
    """From a click to the changed page with all the sessions' pages open, one click at a time."""

    together: list[float] = field(default_factory=list)
    """The same while every session is clicked at once."""

    memory: float = 0.0
    """MB of the server for each session with its open page."""


@dataclass(slots=True)
class Bench:
    """Two servers, and the browser that visits both."""

    plain: Served
    enriched: Served
    browser: Browser

    async def visitor(self, door: str) -> BrowserContext:
        """A fresh profile behind a door."""
        return await self.browser.new_context(proxy={"server": door}, viewport={"width": 1366, "height": 850})

    async def load(self, context: BrowserContext, server: Served, path: str) -> tuple[float, float]:
        """(wall ms to the load event, processor ms of server and browser) of one page load."""
        page = await context.new_page()
        await asyncio.sleep(CALM)
        pids = [*tree(server.process.pid), *named(tree(os.getpid()), "chrom")]
        before, begun = running(pids), time.perf_counter()
        await page.goto(ORIGIN + path, wait_until="load")
        wall = (time.perf_counter() - begun) * 1000
        await asyncio.sleep(SETTLED)
        cpu = spent_ms(before, running({*pids, *named(tree(os.getpid()), "chrom")}))
        await page.close()
        return wall, cpu


@asynccontextmanager
async def bench(work: Path, items: int) -> AsyncIterator[Bench]:
    """Both servers over the pages of `material`, with `items` in the lists."""
    worlds = await asyncio.to_thread(write_worlds, work, items)
    async with AsyncExitStack() as stack:
        plain, enriched = (stack.enter_context(serving(world)) for world in (worlds.plain, worlds.enriched))
        playwright = await stack.enter_async_context(async_playwright())
        flags = arguments(plain.ready["proxy"], plain.ready["spki"], lock_down=True)
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        stack.push_async_callback(browser.close)
        yield Bench(plain, enriched, browser)


async def measure_loads(
    one: Bench, pages: Sequence[str], rounds: int, say: Say, kinds: Sequence[str] = ("cold", "warm"), door: str = ""
) -> dict[str, dict[str, Loads]]:
    """Pages by both servers, cold and warm; one round before is not counted. `door`: that of an enriched session, else
    a new one."""
    found: dict[str, dict[str, Loads]] = defaultdict(lambda: defaultdict(Loads))
    servers = {"plain": one.plain, "again": one.plain, "enriched": one.enriched}
    doors = {side: (await asyncio.to_thread(server.session))[1] for side, server in servers.items()}
    doors["enriched"] = door or doors["enriched"]
    sides = list(servers)
    for turn in range(rounds + 1):
        say(f"page loads, round {turn} of {rounds}")
        for path in pages:
            first = turn % len(sides)
            order = (sides[first:] + sides[:first])[:: -1 if turn // len(sides) % 2 else 1]
            contexts = {side: await one.visitor(doors[side]) for side in order}
            for kind in kinds:
                for side in order:
                    wall, cpu = await one.load(contexts[side], servers[side], path)
                    if turn:
                        found[path][kind].add(side, wall=wall, cpu=cpu)
            for context in contexts.values():
                await context.close()
    return found


async def measure_list(one: Bench, rows: int, rounds: int, clicks: int, say: Say) -> Long:
    """A list of so many rows."""
    say(f"a list of {rows:,} rows")
    made = Long((await measure_loads(one, [WHOLE], rounds, say, ["cold"]))[WHOLE]["cold"])
    _, door = one.enriched.session()
    await _change_one(one, door)
    made.changed = (await measure_loads(one, [WHOLE], rounds, say, ["cold"], door))[WHOLE]["cold"]
    session, door = one.enriched.session()
    made.first = [await _first_click(one, rows // 2) for _ in range(max(4, rounds))]
    context = await one.visitor(door)
    made.grown = [(await one.load(context, one.enriched, LIST))[0] for _ in range(rounds + 1)][1:]
    page = await context.new_page()
    await page.goto(ORIGIN + LIST)
    if await page.locator("tbody > tr").count() != rows:
        raise RuntimeError(f"the page does not show {rows} rows")
    before = 10
    times = [await _clicked(page, (n * 7919) % rows) for n in range(before + clicks)]
    if one.enriched.actions(session) != before + clicks:
        raise RuntimeError(f"{one.enriched.actions(session)} events for {before + clicks} clicks")
    await context.close()
    made.clicks = times[before:]
    return made


async def _change_one(one: Bench, door: str) -> None:
    """Something happens to one row of a session, in the middle of the list."""
    context = await one.visitor(door)
    page = await context.new_page()
    await page.goto(ORIGIN + WHOLE)
    await _clicked(page, await page.locator("tbody > tr").count() // 2)
    await context.close()


async def _first_click(one: Bench, row: int) -> float:
    """Of a new session, on a page that is at rest."""
    _, door = await asyncio.to_thread(one.enriched.session)
    context = await one.visitor(door)
    page = await context.new_page()
    await page.goto(ORIGIN + WHOLE)
    await asyncio.sleep(CALM)
    took = await _clicked(page, row)
    await context.close()
    return took


async def _clicked(page: Page, row: int) -> float:
    """Milliseconds from a click in this row to its changed text; back when that is painted."""
    took = float(await page.evaluate(CLICK, row))
    await page.evaluate(PAINTED)
    return took


async def measure_sessions(one: Bench, count: int, say: Say) -> tuple[list[float], list[float], float]:
    """(clicks one at a time, clicks all at once, MB a session) with a page open in each of `count` sessions."""
    say(f"{count} sessions, each with an open page")
    before = one.enriched.memory()
    opened: list[tuple[str, Page]] = []
    for _ in range(count):
        session, door = await asyncio.to_thread(one.enriched.session)
        page = await (await one.visitor(door)).new_page()
        await page.goto(ORIGIN + LIST)
        opened.append((session, page))
    memory = (one.enriched.memory() - before) / count
    pages = [page for _, page in opened]
    await asyncio.gather(*(page.evaluate(CLICK, 0) for page in pages))
    alone = [await _clicked(page, row) for row in (1, 2, 3) for page in pages]
    together = list(await asyncio.gather(*(page.evaluate(CLICK, 4) for page in pages)))
    for session, page in opened:
        if one.enriched.actions(session) != 5:
            raise RuntimeError(f"{one.enriched.actions(session)} events for 5 clicks")
        await page.context.close()
    return alone, together, memory


async def measure(*, quick: bool, say: Say, rounds: int | None = None) -> Results:
    """All of it. `rounds` of page loads: 21, quick 4; half as many of the longest list."""
    made = Results()
    rounds, clicks = rounds or (4 if quick else 21), 60 if quick else 300
    made.open_pages = 20 if quick else 100
    with tempfile.TemporaryDirectory() as folder:
        for rows in (50, 1_000) if quick else (50, 1_000, 10_000):
            async with bench(Path(folder) / str(rows), rows) as one:
                if rows == 50:
                    labels = {path: label for label, path in PAGES.items()}
                    loads = await measure_loads(one, list(labels), rounds, say)
                    made.loads = {labels[path]: dict(by_kind) for path, by_kind in loads.items()}
                    made.alone, made.together, made.memory = await measure_sessions(one, made.open_pages, say)
                made.lists[rows] = await measure_list(
                    one, rows, max(4, rounds // (2 if rows > 1_000 else 1)), clicks, say
                )
    return made


def grids(results: Results) -> list[Grid]:
    """The tables that a reader sees."""
    loads = [
        [label, kind, spread(one.plain), spread(one.enriched), *_ratios(one), _of_itself(one)]
        for label, by_kind in results.loads.items()
        for kind, one in by_kind.items()
    ]
    whole = [
        [
            f"{rows:,}",
            spread(one.whole.plain),
            spread(one.whole.enriched),
            *_ratios(one.whole),
            _of_itself(one.whole),
            *_ratios(one.changed),
            spread(one.grown),
        ]
        for rows, one in results.lists.items()
    ]
    clicks = [
        [f"{rows:,}", label, *_percentiles(times), "-"]
        for rows, one in results.lists.items()
        for label, times in (("one page", one.clicks), ("first click on a quiet page", one.first))
    ] + [
        ["50", f"{results.open_pages} sessions, {way}", *_percentiles(times), number(results.memory)]
        for way, times in (("one at a time", results.alone), ("all at once", results.together))
    ]  # fmt: skip
    note = (
        "Wall time up to the load event, ms: median (least to most); the state equals the recording. `x plain`: within "
        "the rounds, median (middle half). `x CPU`: the same of the processor time of server and browser until "
        f"{SETTLED * 1000:.0f} ms after the load event. `plain again`: the same server asked a second time, in another "
        "session."
    )
    return [
        Grid(
            "Pages with features",
            note,
            ["page", "visit", "plain ms", "enriched ms", "x plain", "x CPU", "plain again"],
            loads,
        ),
        Grid(
            "Long lists",
            "Page loads, as above, of a page recorded with all its rows: plain; enriched, where the state is the "
            "recorded one (a quiet page), and (`changed`) where one row is another one. Last, a page recorded with a "
            "single row, where all others come from the state.",
            [
                "rows",
                "plain ms",
                "enriched ms",
                "x plain",
                "x CPU",
                "plain again",
                "changed x plain",
                "changed x CPU",
                "from one row ms",
            ],
            whole,
        ),
        Grid(
            "From click to page",
            "Milliseconds from a click to the changed DOM: the action is durable in SQLite by then.",
            ["rows", "pages", "median ms", "90 % ms", "99 % ms", "clicks", "server MB a session"],
            clicks,
        ),
    ]


def _ratios(loads: Loads) -> list[str]:
    """Of wall time, and of processor time."""
    return [by_round(loads.enriched, loads.plain), by_round(loads.enriched_cpu, loads.plain_cpu)]


def _of_itself(loads: Loads) -> str:
    """Plain against plain."""
    return by_round(loads.again, loads.plain)


def _percentiles(times: Sequence[float]) -> list[str]:
    at = quantiles(times, n=100)
    return [number(at[49]), number(at[89]), number(at[98]), str(len(times))]


@click.command()
@click.option("--quick", is_flag=True, help="Fewer rounds, 20 sessions, 1 000 rows.")
def main(quick: bool) -> None:
    """Measure DOM surfaces alone."""
    from rich.console import Console

    from benchmarks.report import table_of

    console = Console(width=None if sys.stdout.isatty() else 130)
    console.print(machine())

    def say(text: str) -> None:
        print(f"bench: {text}", file=sys.stderr)

    for grid in grids(asyncio.run(measure(quick=quick, say=say))):
        console.print(table_of(grid))


if __name__ == "__main__":
    main()
