"""What a page looks like from outside: rendered DOM, text, accessibility tree, console, cookies and web storage.

Taken with Playwright and CDP beside the door, never through it. Each fact is optional: a page that went away or refuses
gives None for it, and the rest is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
from collections.abc import Awaitable
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, TypeVar

from playwright.async_api import BrowserContext, ConsoleMessage, Frame, Page, WebError
from playwright.async_api import Error as PlaywrightError

from awe_author.browser.steps import origin_of

T = TypeVar("T")

_SERIALIZE = resources.files("awe_author.browser").joinpath("serialize.js").read_text(encoding="utf-8")
_TEXT = resources.files("awe_author.browser").joinpath("visible_text.js").read_text(encoding="utf-8")
_DEEPEST_FRAME = 6
_WEB_STORAGE = """() => {
  const read = storage => { try { return Object.fromEntries(Object.entries(storage())); } catch { return null; } };
  return {origin: location.origin, local: read(() => localStorage), session: read(() => sessionStorage)};
}"""


@dataclass(slots=True)
class PageFacts:
    """The facts of the page in front at one moment."""

    url: str
    title: str
    dom: str | None = None
    text: str | None = None
    accessibility: list[dict[str, Any]] | None = None
    """The accessibility tree as nested {role, name, value, ..., children}."""


async def page_facts(page: Page, before: PageFacts | None = None) -> PageFacts:
    """Everything about a page but its picture and its storage. `before`: the facts last taken; when the document is
    still the same, its text and accessibility tree are taken from them."""
    title = await _within(page.title(), 3)
    facts = PageFacts(page.url, title or "", await _within(rendered_dom(page.main_frame), 10))
    if before is not None and facts.dom is not None and (before.url, before.dom) == (facts.url, facts.dom):
        facts.text, facts.accessibility = before.text, before.accessibility
        return facts
    facts.text = await _within(visible_text(page), 5)
    facts.accessibility = await _within(accessibility_tree(page), 10)
    return facts


async def _within(work: Awaitable[T], seconds: float) -> T | None:
    try:
        async with asyncio.timeout(seconds):
            return await work
    except (PlaywrightError, TimeoutError):
        return None


# ---- DOM and text --------------------------------------------------------------------------------------------------


async def rendered_dom(frame: Frame, depth: int = 0) -> str:
    """The frame's document as it stands, child frames nested as `srcdoc` (their address in `data-awe-src`)."""
    handle = await frame.evaluate_handle(_SERIALIZE)
    try:
        markup = str(await handle.evaluate("found => found.html"))
        count = int(await handle.evaluate("found => found.frames.length"))
        for place in range(count if depth < _DEEPEST_FRAME else 0):
            element = (await handle.evaluate_handle("(found, place) => found.frames[place]", place)).as_element()
            child = await element.content_frame() if element else None
            inner = await _within(rendered_dom(child, depth + 1), 4) if child else None
            if child is None or inner is None:
                continue
            mark = f'data-awe-frame="{place}"'
            filled = f'data-awe-src="{html.escape(child.url)}" srcdoc="{html.escape(inner)}"'
            markup = markup.replace(mark, filled, 1)
        return markup
    finally:
        with contextlib.suppress(PlaywrightError):
            await handle.dispose()


async def visible_text(page: Page, *, in_sight: bool = False) -> str:
    """The text of the page, then that of each frame that is shown. `in_sight`: of lists that draw only the rows around
    those in view, only the rows in view (the others depend on how the list was scrolled there)."""
    texts = []
    for frame in page.frames:
        if frame is not page.main_frame and not await _is_shown(frame):
            continue
        found = await _within(frame.evaluate(_TEXT, in_sight), 3)
        if found:
            texts.append(str(found))
    return "\n".join(texts)


async def _is_shown(frame: Frame) -> bool:
    async def visible() -> bool:
        element = await frame.frame_element()
        return await element.is_visible()

    return bool(await _within(visible(), 2))


# ---- accessibility -------------------------------------------------------------------------------------------------


async def accessibility_tree(page: Page) -> list[dict[str, Any]]:
    """The accessibility tree of the page's main frame, without ignored nodes and without ids of this browser run."""
    session = await page.context.new_cdp_session(page)
    try:
        found = await session.send("Accessibility.getFullAXTree")
    finally:
        with contextlib.suppress(PlaywrightError):
            await session.detach()
    nodes = {node["nodeId"]: node for node in found["nodes"]}
    roots = [node for node in found["nodes"] if node.get("parentId") not in nodes]
    return [tree for root in roots for tree in _tree(root, nodes, 0)]


def _tree(node: dict[str, Any], nodes: dict[str, Any], depth: int) -> list[dict[str, Any]]:
    children = [
        tree
        for child in node.get("childIds", ())
        if child in nodes and depth < 400
        for tree in _tree(nodes[child], nodes, depth + 1)
    ]
    role = node.get("role", {}).get("value", "")
    if node.get("ignored") or (role in ("InlineTextBox", "none", "generic") and not node.get("name", {}).get("value")):
        return children
    tree: dict[str, Any] = {"role": role}
    for key in ("name", "value", "description"):
        if (value := node.get(key, {}).get("value")) not in (None, ""):
            tree[key] = value
    for item in node.get("properties", ()):
        value = item.get("value", {}).get("value")
        if value not in (None, False, "false", "") and isinstance(value, str | int | float | bool):
            tree[item["name"]] = value
    if children:
        tree["children"] = children
    return [tree]


# ---- console -------------------------------------------------------------------------------------------------------


@dataclass
class Console:
    """Collects errors and warnings of every page of a context; `take()` gives those since the last call."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    """[{level, text, url}]: level is error, warning or exception."""

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._said)
        context.on("weberror", self._thrown)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            level = "warning" if message.type == "warning" else "error"
            url = message.location.get("url", "") if message.location else ""
            self.lines.append({"level": level, "text": message.text[:4000], "url": url})

    def _thrown(self, thrown: WebError) -> None:
        url = thrown.page.url if thrown.page else ""
        self.lines.append({"level": "exception", "text": str(thrown.error)[:4000], "url": url})

    def take(self) -> list[dict[str, Any]]:
        lines, self.lines = self.lines, []
        return lines


# ---- cookies and storage -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class StorageFacts:
    """Cookies and web storage at one moment, in the form of `archive.model.StorageState`."""

    cookies: list[dict[str, Any]] = field(default_factory=list)
    origins: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StorageFacts) and self.key() == other.key()

    def key(self) -> str:
        """Equal for equal contents."""
        return json.dumps([self.cookies, self.origins], sort_keys=True, default=str)


async def storage_facts(context: BrowserContext, *, databases: bool = True) -> StorageFacts:
    """Cookies, localStorage, sessionStorage and (unless `databases` is False) IndexedDB of the whole context."""
    facts = StorageFacts()
    state = await _within(context.storage_state(indexed_db=True), 10) if databases else None
    if state is None:
        state = await _within(context.storage_state(), 10)
    if state is not None:
        facts.cookies = [dict(cookie) for cookie in state.get("cookies", [])]
        for entry in state.get("origins", []):
            held = facts.origins.setdefault(entry["origin"], {})
            held["local"] = {item["name"]: item["value"] for item in entry.get("localStorage", [])}
            if found := dict(entry).get("indexedDB"):
                held["indexeddb"] = found
    for page in context.pages:
        for frame in page.frames:
            await _web_storage(frame, facts)
    return facts


async def _web_storage(frame: Frame, facts: StorageFacts) -> None:
    """Add what only the frame itself knows: its tab's sessionStorage."""
    if not frame.url.startswith(("http://", "https://")):
        return
    found = await _within(frame.evaluate(_WEB_STORAGE), 3)
    if not isinstance(found, dict) or found["origin"] in ("null", ""):
        return
    if found["session"]:
        facts.origins.setdefault(origin_of(frame.url), {})["session"] = found["session"]
    if found["local"]:
        facts.origins.setdefault(origin_of(frame.url), {})["local"] = found["local"]
