"""What DOM surfaces cost: page loads, the time from a click to the changed page, a long list, and many open pages.

    python -m benchmarks.features_dom [--quick]

Page loads compare one recording served by two doors, one of them with features, whose state equals the recording, so
that both show the same picture; browsers take turns as in `pages`. A click is timed within the page: from the click,
over the action (durable in SQLite) and its plan, to the moment when the DOM has changed.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

import click
from playwright.async_api import Browser, BrowserContext, BrowserType, Page, async_playwright

from awe_author.browser.find import find_chromium
from awe_author.browser.launch import arguments
from awe_author.door import CertificateAuthority
from awe_author.features.loading import load_features
from awe_author.replay.doors import ReplayDoors
from awe_author.session.moments import ClockRule
from awe_author.session.sessions import Sessions
from awe_author.session.sqlite import SqliteStore
from awe_author.state.loading import load_model
from awe_author.state.world import World
from benchmarks.formats import write_wacz_and_warc
from benchmarks.material import ORIGIN, PAGES, Material, build_pages
from benchmarks.process import machine
from benchmarks.tables import Grid, by_round, number, spread

Say = Callable[[str], None]
HERE = Path(__file__).parent
LIST = "/list/index.html"
LISTED = ("<!doctype html><title>List</title><body><h1>0</h1><table><tbody><tr><td class=id>r</td>"
          "<td class=text>t</td><td class=n>0</td><td><button>+</button></td></tr></tbody></table>")  # fmt: skip
MODEL: Any = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Bench",
    "type": "object",
    "properties": {
        "rows": {"type": "object", "additionalProperties": {"$ref": "#/$defs/row"}},
        "items": {"type": "object", "additionalProperties": {"$ref": "#/$defs/row"}},
    },
    "$defs": {
        "row": {
            "type": "object",
            "required": ["id", "text", "n"],
            "properties": {"id": {"type": "string"}, "text": {"type": "string"}, "n": {"type": "integer"}},
        }
    },
    "x-actions": {
        "count": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [
                {"op": "replace", "path": "/items/{params.id}/n", "value": "state.items[params.id].n + 1"},
            ],
        }
    },
}
FEATURES = f"""\
app: bench
features:
  - id: heavy
    on: {{page: "{ORIGIN}/heavy/*"}}
    show:
      - each: state.rows.values().sortBy(row, int(row.id))
        as: row
        into: table
        row: tr:first-child
        key: row.id
        set: {{"td:nth-child(1)": {{text: row.id}}, "td:nth-child(2)": {{text: row.text}}}}
  - id: light
    on: {{page: "{ORIGIN}/light/*"}}
    show: [{{select: h1, set: {{text: "'300 scripts'"}}}}]
  - id: list
    on: {{page: "{ORIGIN}/list/*"}}
    show:
      - each: state.items.values()
        into: tbody
        row: tr:first-child
        key: item.id
        set: {{.id: {{text: item.id}}, .text: {{text: item.text}}, .n: {{text: item.n}}}}
  - id: count
    on: {{page: "{ORIGIN}/list/*", event: click, select: button}}
    do: count
    with: {{id: row}}
"""
CLICK = """index => new Promise(done => {
  const row = document.querySelectorAll("tr")[index];
  const begun = performance.now();
  const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now() - begun); });
  watch.observe(row, {subtree: true, characterData: true, childList: true});
  row.querySelector("button").click();
})"""


@dataclass(slots=True)
class Results:
    """Milliseconds, one number for each time it was measured."""

    loads: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    """Page -> "plain cold", "enriched warm"... -> times, round by round."""

    clicks: dict[int, list[float]] = field(default_factory=dict)
    """Rows of the list -> from a click to the changed page."""

    rows: dict[int, list[float]] = field(default_factory=dict)
    """Rows of the list -> page load of the list."""

    open_pages: int = 0
    alone: list[float] = field(default_factory=list)
    """From a click to the changed page with all the sessions' pages open, one click at a time."""

    together: list[float] = field(default_factory=list)
    """The same while every session is clicked at once."""

    memory: float = 0.0
    """MB of the server for each session with its open page."""


@dataclass(slots=True)
class Bench:
    """What is measured: sessions with and without features over one recording."""

    sessions: Sessions
    plain: ReplayDoors
    enriched: ReplayDoors
    chromium: BrowserType
    authority: CertificateAuthority
    stack: AsyncExitStack

    async def door(self, name: str, *, features: bool = True) -> str:
        """A new session's door."""
        self.sessions.open(1, name)
        return await (self.enriched if features else self.plain).open(name, 1)

    async def browser(self, door: str) -> Browser:
        """A browser whose contexts go by this door, if by no other."""
        flags = [*arguments(door, self.authority.spki, lock_down=True)]
        browser = await self.chromium.launch(executable_path=find_chromium(), args=flags)
        self.stack.push_async_callback(browser.close)
        return browser


@asynccontextmanager
async def bench(work: Path, items: int) -> AsyncIterator[Bench]:
    """Doors over the pages of `material`, with `items` in the list."""
    material = build_pages(work / "root")
    material.add(LIST, LISTED.encode(), "text/html", cache="no-store")
    wacz, _ = await asyncio.to_thread(write_wacz_and_warc, material, work / "wacz")
    model = load_model(MODEL, app="bench", file="bench.json")
    features = load_features(FEATURES, "bench.yaml", {"bench": model})
    world = World([model])
    initial = world.initial({"bench": {"rows": _recorded(material), "items": _items(items)}})
    clock = ClockRule.of("2024-03-01T10:00:00Z")
    authority = CertificateAuthority.load(work / "ca")
    async with AsyncExitStack() as stack:
        store = SqliteStore(work / f"{items}.db")
        stack.callback(store.close)
        sessions = Sessions(world, store, initial=initial, clock=clock)
        plain = await stack.enter_async_context(ReplayDoors.open_all([wacz], authority))
        opened = ReplayDoors.open_all([wacz], authority, sessions=sessions, features=[features])
        enriched = await stack.enter_async_context(opened)
        playwright = await stack.enter_async_context(async_playwright())
        yield Bench(sessions, plain, enriched, playwright.chromium, authority, stack)


def _recorded(material: Material) -> dict[str, Any]:
    """The rows of the heavy page, as its document has them."""
    import gzip

    file = next(item.file for item in material.items if item.path == PAGES["heavy"])
    found = re.findall(r"<tr><td>(\d+)<td>([^<\n]*)", gzip.decompress(file.read_bytes()).decode())
    return {number: {"id": number, "text": text, "n": 0} for number, text in found}


def _items(count: int) -> dict[str, Any]:
    return {f"{n:06}": {"id": f"{n:06}", "text": f"Item number {n}", "n": 0} for n in range(count)}


async def measure_loads(one: Bench, rounds: int, say: Say) -> dict[str, dict[str, list[float]]]:
    """Both pages by both doors, cold and warm; one round before is not counted."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    seats = [
        (name, await one.browser(await one.door(f"load-{name}", features=name == "enriched")))
        for name in ("plain", "enriched")
    ]
    for turn in range(rounds + 1):
        say(f"page loads, round {turn} of {rounds}")
        for label, path in PAGES.items():
            for name, browser in seats if turn % 2 else seats[::-1]:
                context = await browser.new_context(viewport={"width": 1366, "height": 850})
                for kind in ("cold", "warm"):
                    took = await _load(context, path)
                    if turn:
                        found[label][f"{name} {kind}"].append(took)
                await context.close()
    return found


async def _load(context: BrowserContext, path: str) -> float:
    page = await context.new_page()
    begun = time.perf_counter()
    await page.goto(ORIGIN + path, wait_until="load")
    took = (time.perf_counter() - begun) * 1000
    await page.close()
    return took


async def measure_list(one: Bench, rows: int, clicks: int, say: Say) -> tuple[list[float], list[float]]:
    """(page loads, clicks) of a list of so many rows."""
    say(f"a list of {rows:,} rows")
    browser = await one.browser(await one.door(f"list-{rows}"))
    context = await browser.new_context()
    loads = [await _load(context, LIST) for _ in range(6)][1:]
    page = await context.new_page()
    await page.goto(ORIGIN + LIST)
    if await page.locator("tr").count() != rows:
        raise RuntimeError(f"the page does not show {rows} rows")
    times = [await page.evaluate(CLICK, (n * 7919) % rows) for n in range(clicks + 3)][3:]
    return loads, times


async def measure_sessions(one: Bench, count: int, say: Say) -> tuple[list[float], list[float], float]:
    """(clicks one at a time, clicks all at once, MB a session) with a page open in each of `count` sessions."""
    say(f"{count} sessions, each with an open page")
    browser = await one.browser(await one.door("many"))
    before = _resident()
    pages: list[Page] = []
    for n in range(count):
        door = await one.door(f"many-{n}")
        context = await browser.new_context(proxy={"server": door}, viewport={"width": 800, "height": 600})
        page = await context.new_page()
        await page.goto(ORIGIN + LIST)
        pages.append(page)
    memory = (_resident() - before) / count
    await asyncio.gather(*(page.evaluate(CLICK, 0) for page in pages))
    alone = [await page.evaluate(CLICK, 1) for page in pages]
    together = list(await asyncio.gather(*(page.evaluate(CLICK, 2) for page in pages)))
    events = sum(one.sessions.get(f"many-{n}").head for n in range(count))
    if events != 3 * count:
        raise RuntimeError(f"{events} events for {3 * count} clicks")
    for page in pages:
        await page.context.close()
    return alone, together, memory


def _resident() -> float:
    """MB of this process."""
    found = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text("utf-8"))
    return int(found[1]) / 1024 if found else 0.0


async def measure(*, quick: bool, say: Say) -> Results:
    """All of it."""
    made = Results()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        async with bench(work / "small", 50) as one:
            made.loads = await measure_loads(one, 4 if quick else 15, say)
            made.rows[50], made.clicks[50] = await measure_list(one, 50, 60 if quick else 300, say)
            made.open_pages = 20 if quick else 100
            made.alone, made.together, made.memory = await measure_sessions(one, made.open_pages, say)
        for rows in (1_000,) if quick else (1_000, 10_000):
            async with bench(work / str(rows), rows) as one:
                made.rows[rows], made.clicks[rows] = await measure_list(one, rows, 30 if quick else 100, say)
    return made


def grids(results: Results) -> list[Grid]:
    """The tables that a reader sees."""
    loads = []
    for label, by_name in results.loads.items():
        for kind in ("cold", "warm"):
            plain, enriched = by_name[f"plain {kind}"], by_name[f"enriched {kind}"]
            loads.append([label, kind, spread(plain), spread(enriched), by_round(enriched, plain)])
    note = (
        "Wall time up to the load event, ms: median (least to most); the state equals the recording. `x plain`: within "
        "the rounds, median (middle half)."
    )
    lists = [
        [f"{rows:,}", spread(results.rows[rows]), number(_at(times, 50)), number(_at(times, 99)), str(len(times))]
        for rows, times in results.clicks.items()
    ]
    many = [
        [str(results.open_pages), way, number(_at(times, 50)), number(_at(times, 99)), number(results.memory)]
        for way, times in (("one at a time", results.alone), ("all at once", results.together))
    ]
    click_note = "Milliseconds from a click to the changed DOM: the action is durable in SQLite by then."
    return [
        Grid("Pages with features", note, ["page", "visit", "plain ms", "enriched ms", "x plain"], loads),
        Grid("From click to page", click_note, ["rows", "page load ms", "median ms", "99 % ms", "clicks"], lists),
        Grid(
            "Sessions with an open page",
            click_note + " A list of 50 rows in each.",
            ["sessions", "clicked", "median ms", "99 % ms", "server MB a session"],
            many,
        ),
    ]


def _at(times: Sequence[float], percent: int) -> float:
    return quantiles(times, n=100)[percent - 1]


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
