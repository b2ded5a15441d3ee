"""One real browser behind a door for all tests of a folder; each test has a site of its own, and no page may fail."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from playwright.async_api import BrowserContext, WebError, async_playwright

from awe_author.browser.launch import launch
from awe_author.door.authority import CertificateAuthority
from awe_author.door.messages import Answer, Request
from awe_author.door.server import Door


class Site(Protocol):
    """What answers a browser."""

    async def respond(self, request: Request, _session: object) -> Answer | None:
        """The answer to a request."""


@asynccontextmanager
async def behind_sites(folder: Path) -> AsyncIterator[tuple[BrowserContext, list[Site]]]:
    """A browser, and the sites of which the last one answers it. `folder` is for its certificates."""
    sites: list[Site] = []

    async def respond(request: Request, session: object) -> Answer | None:
        return await sites[-1].respond(request, session)

    authority = CertificateAuthority.load(folder)
    door = await Door.open([respond], None, authority)
    try:
        async with (
            async_playwright() as playwright,
            launch(playwright, door.url, authority.spki, lock_down=True) as context,
        ):
            yield context, sites
    finally:
        await door.close()


@asynccontextmanager
async def without_errors(context: BrowserContext) -> AsyncIterator[list[str]]:
    """Within the block no page may throw anything, and nothing may be put into the list; its pages are closed after."""
    errors: list[str] = []

    def note(error: WebError) -> None:
        errors.append(str(error.error))

    context.on("weberror", note)
    yield errors
    for page in context.pages[1:]:
        await page.close()
    context.remove_listener("weberror", note)
    assert not errors
