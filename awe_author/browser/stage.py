"""The browser context as a user sees it: tabs, the one in front, and how the next question of a page is answered.

A tab that a page opens comes to the front, as in a browser window; when it is closed, the last one still open does.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urljoin, urlsplit

from playwright.async_api import BrowserContext, Dialog, Locator, Page
from playwright.async_api import Error as PlaywrightError

from awe_author.browser import step_language as language
from awe_author.browser.activity import Valve

Ask = Callable[[str], Awaitable[str]]
"""Asks the person at the terminal for a secret value."""


class PageClock(Protocol):
    """JavaScript expressions that reach the clock of the determinism prelude within a page."""

    def freeze(self, milliseconds: float | None = None) -> str:
        """Stop the clock, at its own now without an argument; its value is the moment in epoch milliseconds."""
        ...

    def thaw(self) -> str:
        """Let the clock run on."""
        ...

    def mark(self) -> str:
        """Note which short timeouts are pending; its value is their number."""
        ...

    def left(self) -> str:
        """Its value is how many of those are still pending."""
        ...

    def moving(self) -> str:
        """Its value is how many animations by scripts go on."""
        ...

    def bring(self, milliseconds: float) -> str:
        """Let long timeouts that are due by then go off while the clock runs; its value is how many there were."""
        ...

    def heard(self) -> str:
        """Its value tells when messages of WebSockets were heard since the last call (`prelude.heard_expression`)."""
        ...

    def deaf(self, on: bool) -> str:
        """Keep the page from hearing that its scale changes, or no longer (`prelude.deaf_expression`)."""
        ...

    def timers_set(self) -> str:
        """Its value tells which long timers were set since the last call (`prelude.timers_set_expression`)."""
        ...


@dataclass
class Stage:
    """The browser context in which steps are performed. Make it with `await Stage.open(context, base)`."""

    context: BrowserContext
    base: str
    """Origin that paths of `goto` are relative to: https://host[:port]."""
    timeout: float = 20.0
    """Seconds one step may take."""
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    ask: Ask | None = None
    clock: PageClock | None = None
    """How to stop the clock of pages; None when they have no prelude."""
    valve: Valve | None = None
    """Closed by settling while a picture is taken; None when nothing needs to be held back."""
    pointed: float = 0.0
    """Monotonic seconds when a step last used the mouse."""
    tabs: list[Page] = field(default_factory=list)
    """In the order they were opened; closed ones keep their number."""
    page: Page = field(init=False)
    """The tab in front."""
    answer: language.Dialog = field(default_factory=lambda: language.Dialog(True))
    """How the next question is answered; back to "accept" afterwards."""
    dialogs: list[str] = field(default_factory=list)
    """The questions that pages asked, "type: text"."""
    _background: set[asyncio.Task[None]] = field(default_factory=set)

    @classmethod
    async def open(cls, context: BrowserContext, base: str, **options: Any) -> Stage:
        """A stage whose first tab is the one the context has already, else a new one."""
        stage = cls(context, base, **options)
        context.on("page", stage._opened)
        context.on("dialog", stage._asked)
        for page in context.pages or [await context.new_page()]:
            stage._opened(page)
        return stage

    @property
    def tab(self) -> int:
        """Number of the tab in front, 0 for the first."""
        return self.tabs.index(self.page)

    def _opened(self, page: Page) -> None:
        if page in self.tabs:
            return
        self.tabs.append(page)
        self.page = page
        page.on("close", lambda closed: self._closed(closed))

    def _closed(self, page: Page) -> None:
        if page is not self.page:
            return
        still_open = [tab for tab in self.tabs if not tab.is_closed()]
        if still_open:
            self.page = still_open[-1]

    def _asked(self, dialog: Dialog) -> None:
        self.dialogs.append(f"{dialog.type}: {dialog.message}")
        answer, self.answer = self.answer, language.Dialog(True)
        task = asyncio.ensure_future(_reply(dialog, answer))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def locate(self, selector: str) -> Locator:
        return self.page.locator(selector).first

    @property
    def milliseconds(self) -> float:
        return self.timeout * 1000

    def url(self, address: str) -> str:
        """Absolute form of a `goto` address."""
        return urljoin(self.base + "/", address) if address.startswith("/") else address


async def _reply(dialog: Dialog, answer: language.Dialog) -> None:
    try:
        if not answer.accept:
            await dialog.dismiss()
        elif answer.text is not None:
            await dialog.accept(answer.text)
        else:
            await dialog.accept()
    except PlaywrightError:
        pass  # the page went away with its question


def origin_of(url: str) -> str:
    """scheme://host[:port] of a URL, default ports left out."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    default = {"http": 80, "https": 443}.get(parts.scheme)
    port = f":{parts.port}" if parts.port and parts.port != default else ""
    return f"{parts.scheme}://{host}{port}"
