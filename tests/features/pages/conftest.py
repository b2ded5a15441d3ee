"""Doors of a served world, and browsers in front of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest_asyncio
from playwright.async_api import BrowserContext, Page, Playwright, WebError, async_playwright

from awe_author.browser.launch import launch
from awe_author.door import CertificateAuthority
from awe_author.json_types import JsonObject
from awe_author.replay.doors import ReplayDoors
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions
from tests.features.pages import board


@dataclass
class Stage:
    """Sessions of the board, each with a door; browsers by session."""

    sessions: Sessions
    doors: ReplayDoors
    playwright: Playwright
    stack: AsyncExitStack
    authority: CertificateAuthority
    errors: list[str]

    async def open(self, name: str) -> tuple[Session, BrowserContext]:
        """A new session and a browser of its own in front of it."""
        session = self.sessions.open(1, name)
        return session, await self.browse(name)

    async def browse(self, name: str) -> BrowserContext:
        """A browser in front of a session that is there."""
        door = await self.doors.open(name, 1)
        context = await self.stack.enter_async_context(
            launch(self.playwright, door, self.authority.spki, lock_down=True)
        )
        context.set_default_timeout(20_000)

        def note(error: WebError) -> None:
            self.errors.append(str(error.error))

        context.on("weberror", note)
        return context

    def log(self, name: str, *kinds: str) -> list[JsonObject]:
        """What the replay of a session has noted."""
        return list(self.doors._open[name].replay.log.of(*kinds))


async def visit(context: BrowserContext, path: str = "/tasks") -> Page:
    """A new tab."""
    page = await context.new_page()
    await page.goto(board.ORIGIN + path)
    return page


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    authority = CertificateAuthority.load(tmp_path / "ca")
    sessions = board.sessions()
    recordings = [board.recording(tmp_path, *board.MORE)]
    async with AsyncExitStack() as stack:
        doors = await stack.enter_async_context(
            ReplayDoors.open_all(recordings, authority, sessions=sessions, features=[board.features()])
        )
        playwright = await stack.enter_async_context(async_playwright())
        made = Stage(sessions, doors, playwright, stack, authority, [])
        yield made
        faults = [one for name in list(doors._open) for one in made.log(name, "feature_fault", "responder_failed")]
        assert made.errors == []
        assert faults == []
