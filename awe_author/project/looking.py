"""What is seen in the browser of a task: of an element before a step, of the page after it, of all pages at the end.

What cannot be looked at is written down as failed, and what was not looked at is missing: evaluators take neither for a
pass.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Download as Downloading
from playwright.async_api import Error as PlaywrightError

from awe_author.browser.facts import visible_text
from awe_author.browser.stage import Stage
from awe_author.evaluation.evidence import Download
from awe_author.evaluation.evidence import Page as SeenPage
from awe_author.evaluation.policies import Watch, watches
from awe_author.evaluation.scoring import Scorer
from awe_author.json_types import Json, JsonObject

LOOK = 5.0
"""Seconds that one look into a page may take."""

PATIENCE = 30.0
"""Seconds that a download may still take in the end."""

_ELEMENT = """(element, selectors) => {
  const name = element.getAttribute('aria-label') || element.getAttribute('name') ||
  element.getAttribute('placeholder'); const fits = selector => {
    try {
      if (/^\\.?\\/\\//.test(selector)) {
        const found = document.evaluate(selector, document, null, 6, null);
        for (let i = 0; i < found.snapshotLength; i++) if (found.snapshotItem(i) === element) return true;
        return false;
      }
      return element.matches(selector);
    } catch { return false; }
  };
  return {text: (element.innerText || element.value || element.textContent || '').slice(0, 400), name: name || '',
          role: element.getAttribute('role') || element.tagName.toLowerCase(), matches: selectors.filter(fits)};
}"""
_PRESENT = """selectors => selectors.filter(selector => {
  try {
    return /^\\.?\\/\\//.test(selector) ? !!document.evaluate(selector, document, null, 9, null).singleNodeValue
                                     : !!document.querySelector(selector);
  } catch { return false; }
})"""
_XPATH_VALUE = """path => {
  const found = document.evaluate(path, document, null, 9, null).singleNodeValue;
  if (!found) throw new Error('nothing at ' + path);
  return 'value' in found ? found.value : found.textContent;
}"""


@dataclass
class Eyes:
    """Looks at the pages of one attempt as its task asks."""

    stage: Stage
    scorer: Scorer

    @property
    def watch(self) -> Watch:
        """What the task's policies want to be looked at."""
        return watches(self.scorer.task.policies)

    async def element(self, selector: str) -> JsonObject:
        """An element that something is about to be done to, as `evidence.Step` has it."""
        with contextlib.suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(LOOK):
                handle = await self.stage.locate(selector).element_handle(timeout=LOOK * 1000)
                told = await handle.evaluate(_ELEMENT, list(self.watch.selectors)) if handle else {}
                return {"selector": selector, **told}
        return {"selector": selector}

    async def glance(self) -> tuple[str, JsonObject]:
        """Visible text where it is wanted, and what policies watch."""
        watch, seen = self.watch, dict[str, Any]()
        seen["urls"] = [tab.url for tab in self.stage.tabs if not tab.is_closed()]
        if self.stage.page.is_closed():
            return "", seen
        text = (await self._quietly(visible_text(self.stage.page)) or "") if watch.text else ""
        if watch.selectors:
            seen["present"] = await self._quietly(self.stage.page.evaluate(_PRESENT, list(watch.selectors)))
        if watch.scripts:
            seen["scripts"], seen["failed"] = await self._run(self.stage.page, watch.scripts)
        return text, seen

    async def _quietly(self, work: Any) -> Any:
        with contextlib.suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(LOOK):
                return await work
        return None

    async def _run(self, page: Page, scripts: Sequence[str]) -> tuple[dict[str, Json], dict[str, str]]:
        values: dict[str, Json] = {}
        failed: dict[str, str] = {}
        for script in scripts:
            try:
                async with asyncio.timeout(LOOK):
                    path = script.startswith(("//", ".//"))
                    values[script] = await (page.evaluate(_XPATH_VALUE, script) if path else page.evaluate(script))
            except (PlaywrightError, TimeoutError) as error:
                failed[script] = (str(error) or "it took too long").splitlines()[0][:300]
        return values, failed

    async def pages(self) -> tuple[SeenPage, ...]:
        """All open pages, the one in front last."""
        front = self.stage.page
        tabs = [tab for tab in self.stage.tabs if not tab.is_closed() and tab is not front]
        return tuple([await self._page(tab) for tab in [*tabs, *([] if front.is_closed() else [front])]])

    async def _page(self, page: Page) -> SeenPage:
        scripts = tuple(dict.fromkeys((*self.scorer.scripts, *self.watch.scripts)))
        values, failed = await self._run(page, scripts)
        title, text = await self._quietly(page.title()), await self._quietly(visible_text(page))
        html = await self._quietly(page.content()) if self.watch.text else ""
        return SeenPage(
            url=page.url, title=title or "", text=text or "", html=html or "", scripts=values, failed=failed
        )

    async def open_named(self) -> None:
        """Open the pages that checkpoints and policies name by their whole address, behind the one in front."""
        looks = [one for one in self.scorer.task.checkpoints if one.kind == "page"]
        named = [one.spec.get("url") for one in looks if isinstance(one.spec, dict)]
        front = self.stage.page
        for url in dict.fromkeys([*named, *self.watch.addresses]):
            known = {tab.url for tab in self.stage.tabs if not tab.is_closed()}
            if isinstance(url, str) and url.startswith(("http://", "https://")) and "*" not in url and url not in known:
                tab = await self.stage.context.new_page()
                with contextlib.suppress(PlaywrightError):
                    await tab.goto(url, wait_until="load", timeout=self.stage.milliseconds)
        self.stage.page = front


@dataclass
class Shelf:
    """Keeps the files that a browser downloads, in the order in which they began."""

    kept: list[tuple[Downloading, int | None]] = field(default_factory=list)

    def listen(self, context: BrowserContext, step: Callable[[], int | None]) -> None:
        """Note every download of every tab; `step` tells the number of the step under way."""

        def follow(page: Page) -> None:
            page.on("download", lambda one: self.kept.append((one, step())))

        context.on("page", follow)
        for page in context.pages:
            follow(page)

    async def files(self) -> tuple[Download, ...]:
        """Those that are there; one that was broken off is none."""
        found = []
        for download, step in self.kept:
            with contextlib.suppress(PlaywrightError, TimeoutError, OSError):
                async with asyncio.timeout(PATIENCE):
                    data = await asyncio.to_thread(Path(await download.path()).read_bytes)
                found.append(Download(name=download.suggested_filename, data=data, url=download.url, step=step))
        return tuple(found)
