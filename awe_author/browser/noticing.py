"""Notices what a person does in a browser, as steps of the step language.

Clicks, what is typed, choices, the keys that do something, and addresses that are typed in: no site asked for those, as
Fetch Metadata tells. What is done inside frames is not noticed yet: such steps are to be written by hand.

A selector is made for each element from what authors and users know it by (test ids, ids, names, texts), and from its
place where it has nothing of that; whoever goes over the steps may write better ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from playwright.async_api import BrowserContext, ElementHandle, Frame, Page, Request
from playwright.async_api import Error as PlaywrightError

from awe_author.json_types import Json, JsonObject

_SELECTOR = """element => {
  const asked = {};
  element.dispatchEvent(new CustomEvent('__awe_selector__', {detail: asked}));
  return asked.selector || '';
}"""


@dataclass
class Notices:
    """The steps of one context, in order. `listen` before its first page is opened."""

    steps: list[JsonObject] = field(default_factory=list)
    _begun: bool = False
    _looking: set[asyncio.Task[None]] = field(default_factory=set)

    async def listen(self, context: BrowserContext) -> None:
        """Notice what is done in all pages of the context from their next document on."""
        name = f"_{secrets.token_hex(8)}"
        script = resources.files("awe_author.browser").joinpath("noticing.js").read_text(encoding="utf-8")
        await context.expose_binding(name, self._told)
        await context.add_init_script(script.replace("NAME", name))
        context.on("page", self._follow)
        for page in context.pages:
            self._follow(page)

    def _follow(self, page: Page) -> None:
        page.on("request", lambda asked: self._navigated(asked, page))

    def _navigated(self, asked: Request, page: Page) -> None:
        """A document that no page asked for was typed in; the first one is where the task starts."""
        if asked.is_navigation_request() and asked.frame is page.main_frame:
            first, self._begun = not self._begun, True
            if not first:
                task = asyncio.ensure_future(self._typed(asked))
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)

    async def _typed(self, asked: Request) -> None:
        with contextlib.suppress(PlaywrightError):
            headers = await asked.all_headers()
            if headers.get("sec-fetch-site") == "none" and asked.redirected_from is None:
                self.steps.append({"goto": asked.url})

    async def _told(self, source: Any, told: dict[str, Any]) -> None:
        selector = str(told.get("selector") or "")
        if not selector:
            return
        verb, value = str(told.get("verb")), told.get("value")
        place = len(self.steps)
        self.steps.append(_step(verb, selector, value))
        self._joined()
        around = await _frames(source["frame"])
        if around and place < len(self.steps):
            self.steps[place] = _step(verb, " >> ".join([*around, selector]), value)

    def _joined(self) -> None:
        """What is typed is told letter by letter: of one field only the last counts."""
        if len(self.steps) < 2:
            return
        before, last = self.steps[-2:]
        if _filled(before) is not None and _filled(before) == _filled(last):
            del self.steps[-2]


def _step(verb: str, selector: str, value: Json) -> JsonObject:
    if verb == "click":
        return {"click": selector}
    return {verb: [selector, value if value is not None else ""]}


def _filled(step: JsonObject) -> Json:
    """The field that a step fills; None for any other."""
    told = step.get("fill")
    return told[0] if isinstance(told, list) else None


async def _frames(frame: Frame) -> list[str]:
    """Selectors that lead to a frame, each entering one."""
    found: list[str] = []
    with contextlib.suppress(PlaywrightError):
        while frame.parent_frame is not None:
            element: ElementHandle = await frame.frame_element()
            selector = await element.evaluate(_SELECTOR)
            found = [selector or "iframe", "internal:control=enter-frame", *found]
            frame = frame.parent_frame
    return found
