"""What features cost: requests and page loads answered from the state against the same recording replayed plainly.

One made-up ticket system of 1,000 tickets: a page that asks its API seven times. Both replays serve the same bytes,
through real doors, in turns; what differs is that one of them works the answers out.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from playwright.async_api import Browser, async_playwright

from awe_author.browser.launch import arguments, find_chromium
from awe_author.cli.serve import serving
from awe_author.door import CertificateAuthority
from awe_author.project.world import load_world
from awe_author.replay.server import ReplayServer
from awe_author.session.memory import MemoryStore
from benchmarks.tables import Grid, by_round, number, spread

ORIGIN = "https://desk.bench.test"
TICKETS, PAGE = 1000, 25
SESSIONS = 100
_READS = [f"/api/tickets?page={number}" for number in range(1, 7)] + ["/api/tickets/0007"]
_DOCUMENT = """<!doctype html><html><head><title>loading</title></head><body><table></table><script>
const row = (one) => { const tr = document.createElement("tr");
  for (const text of [one.id, one.subject, one.state, one.agent]) {
    const td = document.createElement("td"); td.textContent = text; tr.append(td);
  }
  return tr; };
const ask = async (path) => (await fetch(path)).json();
const reads = %s;
Promise.all(reads.map(ask)).then((answers) => {
  document.querySelector("table").append(...answers.slice(0, 6).flatMap((one) => one.items.map(row)));
  document.title = `${answers[0].total} tickets`;
});
</script></body></html>"""
MODEL: dict[str, Any] = {
    "type": "object",
    "properties": {"tickets": {"type": "object", "additionalProperties": {"$ref": "#/$defs/ticket"}}},
    "$defs": {
        "ticket": {
            "type": "object",
            "properties": {name: {"type": "string"} for name in ("id", "subject", "state", "agent")},
            "required": ["id", "subject", "state", "agent"],
        }
    },
    "x-actions": {
        "close": {
            "params": {
                "type": "object",
                "required": ["id"],
                "properties": {"id": {"type": "string", "x-ref": "/tickets"}},
            },
            "effects": [{"op": "replace", "path": "/tickets/{params.id}/state", "value": "'closed'"}],
        }
    },
}
FEATURES = f"""
app: desk
features:
  - id: list
    "on": {{request: "GET {ORIGIN}/api/tickets"}}
    let:
      page: "int(query.get('page', '1'))"
      shown: "state.tickets.values().slice((page - 1) * {PAGE}, math.least([page * {PAGE}, state.tickets.size()]))"
    reply:
      like: recorded
      json:
        total: state.tickets.size()
        items:
          each: shown
          as: t
          like: first
          set: {{id: t.id, subject: t.subject, state: t.state, agent: t.agent}}
  - id: read
    "on": {{request: "GET {ORIGIN}/api/tickets/*", where: "segments[0] in state.tickets"}}
    let: {{t: "state.tickets[segments[0]]"}}
    reply: {{like: recorded, json: {{id: t.id, subject: t.subject, state: t.state, agent: t.agent}}}}
  - id: close
    "on": {{request: "POST {ORIGIN}/api/tickets/*/close"}}
    do: close
    with: {{id: "segments[0]"}}
    let: {{ticket: "state.tickets[segments[0]]"}}
    reply: {{like: recorded, json: {{id: ticket.id, state: ticket.state}}}}
"""


@dataclass(slots=True)
class Results:
    """Times of rounds, milliseconds; each list has one number a round."""

    requests: dict[str, tuple[list[float], list[float]]] = field(default_factory=dict)
    """What is asked -> medians of the plain replay, of the enriched one."""
    slowest: dict[str, list[float]] = field(default_factory=dict)
    """What is asked -> 99th percentiles of the enriched one."""
    pages: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    sessions: list[float] = field(default_factory=list)
    """Until every one of `SESSIONS` sessions has had the page and its seven answers."""


def tickets() -> dict[str, dict[str, str]]:
    """The seed."""
    return {
        f"{number:04}": {
            "id": f"{number:04}",
            "subject": f"Ticket {number} about something that does not work",
            "state": ("open", "waiting", "closed")[number % 3],
            "agent": f"Agent {number % 17}",
        }
        for number in range(1, TICKETS + 1)
    }


def write_mock(folder: Path) -> Path:
    """The mock with its recording; gives its world.yaml."""
    seed = tickets()
    rows = list(seed.values())
    answers: dict[str, Any] = {
        f"/api/tickets?page={page}": {"items": rows[(page - 1) * PAGE : page * PAGE], "total": TICKETS}
        for page in range(1, TICKETS // PAGE + 1)
    }
    answers["/api/tickets/0007"] = rows[6]
    entries = [_exchange("GET", "/", _DOCUMENT % json.dumps(_READS), "text/html")]
    entries += [_exchange("GET", path, json.dumps(value)) for path, value in answers.items()]
    entries.append(_exchange("POST", "/api/tickets/0001/close", '{"id":"0001","state":"closed","by":"Agent 1"}'))
    log = {"log": {"version": "1.2", "creator": {"name": "benchmarks", "version": "1"}, "entries": entries}}
    for name, text in (
        ("desk.har", json.dumps(log)),
        ("model.json", json.dumps(MODEL)),
        ("seed.json", json.dumps({"tickets": seed})),
        ("features.yaml", FEATURES),
        (
            "world.yaml",
            "world: desk\napps:\n  desk: {model: model.json, recording: desk.har, features: features.yaml}\n",
        ),
    ):
        (folder / name).write_text(text)
    return folder / "world.yaml"


def _exchange(method: str, path: str, text: str, mime: str = "application/json") -> dict[str, Any]:
    return {
        "startedDateTime": "2025-01-01T00:00:00.000Z",
        "time": 1,
        "request": {"method": method, "url": ORIGIN + path, "httpVersion": "HTTP/1.1", "headers": []},
        "response": {
            "status": 200,
            "statusText": "OK",
            "httpVersion": "HTTP/1.1",
            "headers": [{"name": "Content-Type", "value": mime}],
            "content": {"size": len(text), "mimeType": mime, "text": text},
        },
    }


@dataclass(slots=True)
class Sides:
    """Both replays, running."""

    plain: str
    enriched: str
    spki: str
    trust: ssl.SSLContext
    api: httpx.AsyncClient
    session: str

    def client(self, proxy: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(proxy=proxy, verify=self.trust, trust_env=False, base_url=ORIGIN, timeout=60)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Sides]:
    """The mock served with its features, and its recording replayed without."""
    authority = CertificateAuthority.load(folder / "ca")
    world = load_world(write_mock(folder))
    async with AsyncExitStack() as stack:
        plain = await stack.enter_async_context(ReplayServer.open([folder / "desk.har"], authority=authority))
        _, ready = await stack.enter_async_context(serving(world, MemoryStore(), authority))
        headers = {"Authorization": f"Bearer {ready['token']}"}
        client = httpx.AsyncClient(base_url=ready["control"], headers=headers, trust_env=False, timeout=120)
        api = await stack.enter_async_context(client)
        trust = ssl.create_default_context(cafile=str(authority.ca_path))
        yield Sides(plain.proxy, ready["proxy"], authority.spki, trust, api, ready["session"])


def measure(*, rounds: int, say: Callable[[str], None]) -> Results:
    """Everything, `rounds` times (one more round before that is not counted)."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder), rounds, say))


async def _measure(folder: Path, rounds: int, say: Callable[[str], None]) -> Results:
    results = Results()
    async with running(folder) as sides:
        await _requests(sides, results, rounds, say)
        say("features: page loads")
        async with async_playwright() as playwright:
            browsers = [await _browser(playwright, proxy, sides.spki) for proxy in (sides.plain, sides.enriched)]
            for turn in range(rounds + 1):
                for side, browser in enumerate(browsers):
                    taken = await _page(browser)
                    if turn:
                        results.pages[side].append(taken)
            for browser in browsers:
                await browser.close()
        say(f"features: {SESSIONS} sessions")
        for _ in range(max(1, rounds // 5)):
            results.sessions.append(await _many(sides))
    return results


async def _requests(sides: Sides, results: Results, rounds: int, say: Callable[[str], None]) -> None:
    async with sides.client(sides.plain) as plain, sides.client(sides.enriched) as enriched:

        async def write(client: httpx.AsyncClient, turn: int) -> None:
            await _answered(client.post(f"/api/tickets/{1 if client is plain else turn % TICKETS + 1:04}/close"))

        async def read(client: httpx.AsyncClient, turn: int) -> None:
            await _answered(client.get(f"/api/tickets?page={turn % 40 + 1}"))

        async def again(client: httpx.AsyncClient, turn: int) -> None:
            await _answered(client.get("/api/tickets/0007"))

        async def changed(client: httpx.AsyncClient, turn: int) -> None:
            body = {"app": "desk", "action": "close", "params": {"id": f"{turn % TICKETS + 1:04}"}}
            await _answered(sides.api.post(f"/sessions/{sides.session}/actions", json=body))
            started = time.perf_counter()
            await _answered(client.get(f"/api/tickets?page={turn % 40 + 1}"))
            spent.append((time.perf_counter() - started) * 1000)

        spent: list[float] = []
        kinds = {"one ticket": again, "a list of 25": read, "a list after a change": changed, "a write": write}
        for turn in range(rounds + 1):
            say(f"features: requests, round {turn} of {rounds}")
            for name, ask in kinds.items():
                for side, client in enumerate((plain, enriched)):
                    spent.clear()
                    times = await _timed(ask, client, 120, turn)
                    times = list(spent) if spent else times
                    if turn:
                        both = results.requests.setdefault(name, ([], []))
                        both[side].append(sorted(times)[len(times) // 2])
                        if side:
                            results.slowest.setdefault(name, []).append(quantiles(times, n=100)[98])


async def _timed(
    ask: Callable[[httpx.AsyncClient, int], Awaitable[None]], client: httpx.AsyncClient, count: int, turn: int
) -> list[float]:
    times = []
    for at in range(count):
        started = time.perf_counter()
        await ask(client, turn * count + at)
        times.append((time.perf_counter() - started) * 1000)
    return times


async def _answered(asked: Awaitable[httpx.Response]) -> None:
    answer = await asked
    answer.raise_for_status()


async def _browser(playwright: Any, proxy: str, spki: str) -> Browser:
    flags = arguments(proxy, spki, lock_down=True)
    opened: Browser = await playwright.chromium.launch(executable_path=find_chromium(), args=flags)
    return opened


async def _page(browser: Browser) -> float:
    context = await browser.new_context()
    try:
        page = await context.new_page()
        started = time.perf_counter()
        await page.goto(ORIGIN + "/")
        await page.wait_for_function("document.title.endsWith(' tickets')", polling="raf")
        return (time.perf_counter() - started) * 1000
    finally:
        await context.close()


async def _many(sides: Sides) -> float:
    """Each session is shown the page, and has done something of its own."""
    opened = [(await sides.api.post("/sessions", json={})).json() for _ in range(SESSIONS)]
    started = time.perf_counter()

    async def visit(number: int, session: dict[str, Any]) -> None:
        async with sides.client(session["proxy"]) as client:
            await _answered(client.get("/", headers={"Sec-Fetch-Dest": "document"}))
            await _answered(client.post(f"/api/tickets/{number + 1:04}/close"))
            for path in _READS:
                await _answered(client.get(path))

    await asyncio.gather(*[visit(number, session) for number, session in enumerate(opened)])
    taken = (time.perf_counter() - started) * 1000
    for session in opened:
        await sides.api.delete(f"/sessions/{session['id']}")
    return taken


def grids(results: Results) -> list[Grid]:
    """The tables."""
    rows = [
        [name, spread(plain), spread(enriched), by_round(enriched, plain), number(max(results.slowest[name]))]
        for name, (plain, enriched) in results.requests.items()
    ]
    plain, enriched = results.pages
    rows.append(["the page with seven answers", spread(plain), spread(enriched), by_round(enriched, plain), "-"])
    per = [one / SESSIONS for one in results.sessions]
    rows.append([f"one of {SESSIONS} sessions: page, write, seven reads", "-", spread(per), "-", "-"])
    note = (
        f"{TICKETS:,} tickets; wall ms through a door, one request after the other: medians of rounds (least to most). "
        "`x plain` compares with the plain replay of the same recording in the same round: median (middle half). Each "
        "write of the enriched side is an action in a session (memory store); of the plain side a recorded answer."
    )
    return [Grid("Features", note, ["what", "plain ms", "enriched ms", "x plain", "99 % ms"], rows)]
