"""A made-up site behind a real door, with the prelude injected, in one real browser for all tests of this folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page

from awe_author.door.messages import Abort, Answer, Headers, Request, Response, Upgrade, WebSocket
from awe_author.replay.inject import PreludeConfig, inject_document, inject_worker, should_inject
from awe_author.replay.prelude import failures_expression
from tests.one_browser import behind_sites, without_errors

EPOCH = 1_600_000_000_000.0
"""2020-09-13T12:26:40Z"""


async def _echo(socket: WebSocket) -> None:
    while (message := await socket.receive()) is not None:
        await socket.send(message)


@dataclass
class Site:
    """Answers from `routes` (URL -> headers, body); every answer that should get the prelude gets it."""

    config: PreludeConfig
    routes: dict[str, tuple[Headers, bytes]] = field(default_factory=dict)
    asked: list[Request] = field(default_factory=list)
    reports: list[bytes] = field(default_factory=list)
    loads: dict[str, int] = field(default_factory=dict)
    echoes: set[str] = field(default_factory=set)
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    """URL -> what its answer waits for."""

    def echo(self, url: str) -> None:
        """Answer every message of a WebSocket with itself."""
        self.echoes.add(url)

    def page(self, url: str, html: str, *headers: tuple[str, str]) -> None:
        self.routes[url] = (
            [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"), *headers],
            html.encode(),
        )

    def script(self, url: str, text: str, *headers: tuple[str, str]) -> None:
        self.routes[url] = ([("Content-Type", "text/javascript"), *headers], text.encode())

    async def respond(self, request: Request, _session: object) -> Answer | None:
        self.asked.append(request)
        url = request.url.partition("?")[0]
        if self.config.report_path and url.endswith(self.config.report_path):
            self.reports.append(await request.body.read())
            return Response(204)
        if url in self.held:
            await self.held[url].wait()
        if url in self.echoes:
            return Upgrade(_echo)
        if url not in self.routes:
            return (
                Response(404, [("Content-Type", "text/plain")], b"no")
                if url.startswith("https://app.test/")
                else Abort()
            )
        headers, body = self.routes[url]
        kind = should_inject(request.headers, headers)
        config = self.configured(url)
        if kind == "document":
            headers, body = inject_document(headers, body, config)
        elif kind is not None:
            headers, body = inject_worker(headers, body, config, kind)
        return Response(200, headers, body)

    def configured(self, url: str) -> PreludeConfig:
        ordinal = self.loads.get(url, 0)
        self.loads[url] = ordinal + 1
        return replace(self.config, document_key=url, ordinal=ordinal)


@dataclass
class Stage:
    """The browser, and how to show a page of a fresh site in it."""

    context: BrowserContext
    site: Site

    async def show(self, html: str, *headers: tuple[str, str], url: str = "https://app.test/") -> Page:
        self.site.page(url, html, *headers)
        page = await self.context.new_page()
        await page.goto(url)
        return page

    def replaying(self, **changes: Any) -> Stage:
        import time

        values = {
            "epoch_ms": EPOCH,
            "real_ms": time.time() * 1000,
            "replaying": True,
            "report_path": "/-/secret",
        } | changes
        self.site.config = replace(self.site.config, **values)
        return self


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[BrowserContext, list[Any]]]:
    async with behind_sites(tmp_path_factory.mktemp("ca")) as both:
        yield both


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser: tuple[BrowserContext, list[Any]]) -> AsyncIterator[Stage]:
    context, sites = browser
    sites.append(Site(PreludeConfig(seed=7, document_key="", token="tok-secret")))
    async with without_errors(context) as errors:
        yield Stage(context, sites[-1])
        for page in context.pages[1:]:
            for frame in page.frames:
                errors += await frame.evaluate(failures_expression("tok-secret")) or []
    sites.pop()
