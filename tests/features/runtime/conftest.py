"""A made-up site behind a real door, with the runtime of DOM surfaces injected, in one real browser for the folder."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page

from awe_author.door.messages import Answer, Headers, Request, Response, Upgrade, WebSocket
from awe_author.features.dom.script import script_text, starter_text
from awe_author.replay.inject import insert_script
from tests.one_browser import behind_sites, without_errors

ORIGIN = "https://app.test"
SECRET = "/-/secret"
Plan = dict[str, Any]


def listing(into: str, row: str, columns: list[list[str]], records: list[list[Any]], **more: Any) -> Plan:
    """A list operation with one kind of row. records: [[key, value, ...], ...]."""
    any_row = row.replace(":first-child", "")
    rows = [[key, 0, values] for key, *values in records]
    return {"k": "list", "n": "list", "i": into, "r": [[row, any_row]], "c": columns, "x": rows, **more}


def shows(select: str, **values: Any) -> Plan:
    """A set operation; `class_done` stands for class.done."""
    return {"k": "set", "s": select, "b": [[name.replace("_", "."), value] for name, value in values.items()]}


def scripts_of(plan: Plan) -> tuple[str, str]:
    """(what runs, what waits until that makes it run) of a document with this plan; `quiet`: it shows it already."""
    told = {**plan, "p": SECRET, "h": plan.get("h", False), "m": plan.get("m", False)}
    if not told.pop("quiet", False):
        return script_text(told), ""
    short = [{name: part for name, part in operation.items() if name != "x"} for operation in plan["o"]]
    types = {event[1] for event in plan["e"]}
    return starter_text(plan["u"], types), script_text({**told, "o": short, "q": True})


@dataclass
class Site:
    """Pages with their plans, and the runtime's sockets."""

    pages: dict[str, tuple[Headers, bytes | list[bytes]]] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    newer: dict[str, Plan] = field(default_factory=dict)
    """What a question for the plan of an address is answered with, where that is another one."""

    heard: list[Plan] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    sockets: list[WebSocket] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    """A page given in pieces waits for it before each piece but the first."""

    def plan(self, url: str, *operations: Plan, version: str = "1", events: list[list[str]] | None = None) -> Plan:
        self.plans[url] = {"v": version, "u": url, "w": {}, "o": list(operations), "e": events or []}
        return self.plans[url]

    async def respond(self, request: Request, _session: object) -> Answer | None:
        path = request.url.removeprefix("wss://app.test").removeprefix(ORIGIN)
        self.asked.append(request.url)
        if request.is_websocket and path == SECRET:
            return Upgrade(self._converse)
        if path == SECRET + "?":
            asked = json.loads(await request.body.read())
            known = self.newer.get(asked["u"]) or self.plans[asked["u"]]
            plan = {name: part for name, part in known.items() if name != "quiet"}
            return Response(200, [("Content-Type", "application/json")], json.dumps(plan).encode())
        if request.url not in self.pages:
            return Response(404, [("Content-Type", "text/plain")], b"no")
        headers, body = self.pages[request.url]
        plan = self.plans.get(request.url)
        pieces = [body] if isinstance(body, bytes) else body
        first = pieces[0]
        if plan is not None:
            connect = ["https://app.test" + SECRET, "wss://app.test" + SECRET]
            script, waiting = scripts_of(plan)
            headers, first = insert_script(headers, first, script, connect=connect, waiting=waiting)

        async def stream() -> AsyncIterator[bytes]:
            yield first
            for piece in pieces[1:]:
                await self.gate.wait()
                self.gate.clear()
                yield piece

        return Response(200, headers, first if len(pieces) == 1 else stream())

    async def _converse(self, socket: WebSocket) -> None:
        self.sockets.append(socket)
        while (message := await socket.receive()) is not None:
            self.heard.append(json.loads(message))
            self.changed.set()
        self.sockets.remove(socket)

    async def tell(self, message: Plan) -> None:
        """Send to every open page."""
        for socket in self.sockets:
            await socket.send(json.dumps(message))

    async def wait_heard(self, test: Callable[[Plan], bool]) -> Plan:
        """The first message of a page that fits."""
        while True:
            for message in self.heard:
                if test(message):
                    return message
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 20)

    async def event(self, number: int = 1) -> Plan:
        """The event with this number."""
        return await self.wait_heard(lambda message: message["t"] == "event" and message["n"] == number)


@dataclass
class Stage:
    """The browser, and how to show a page of a fresh site in it."""

    context: BrowserContext
    site: Site

    def page(self, html: str | list[str], *headers: tuple[str, str], url: str = ORIGIN + "/") -> None:
        kept = [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), *headers]
        body = html.encode() if isinstance(html, str) else [piece.encode() for piece in html]
        self.site.pages[url] = (kept, body)

    async def show(
        self,
        html: str,
        *operations: Plan,
        headers: tuple[tuple[str, str], ...] = (),
        url: str = ORIGIN + "/",
        events: list[list[str]] | None = None,
        connected: bool = True,
        quiet: bool = False,
    ) -> Page:
        """A new tab with the page, once its runtime has connected. `quiet`: the document shows all of it."""
        self.page(html, *headers, url=url)
        self.site.plan(url, *operations, events=events)["quiet"] = quiet
        page = await self.context.new_page()
        before = len(self.site.heard)
        await page.goto(url)
        if connected:
            await self.site.wait_heard(lambda message: message in self.site.heard[before:] and message["t"] == "hello")
        return page


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[BrowserContext, list[Any]]]:
    async with behind_sites(tmp_path_factory.mktemp("ca")) as both:
        yield both


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser: tuple[BrowserContext, list[Any]]) -> AsyncIterator[Stage]:
    context, sites = browser
    context.set_default_timeout(30_000)
    sites.append(Site())
    async with without_errors(context):
        yield Stage(context, sites[-1])
    sites.pop()
