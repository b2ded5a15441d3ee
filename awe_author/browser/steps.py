"""Performs the steps of `step_language` on a Playwright browser context; recording and verifying use the same code.

A `Stage` is the browser context as a user sees it: tabs, the one in front (a tab that a page opens comes to the front,
as in a browser window), and how the next question of a page is answered. Everything is done through Playwright's
locators, so that waiting, scrolling and clicking behave alike on both sides.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urljoin, urlsplit

from playwright.async_api import BrowserContext, Dialog, FilePayload, Locator, Page, Position
from playwright.async_api import Error as PlaywrightError

from awe_author.browser import step_language as language
from awe_author.browser.activity import Valve
from awe_author.errors import AweError, InputError
from awe_author.json_types import Json

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


class StepFailed(AweError):
    """A step could not be performed on the page as it is."""


@dataclass(frozen=True, slots=True)
class Performed:
    """What performing a step told."""

    args: Json
    """The arguments as used: credentials resolved, uploaded files carried along."""
    secret: str | None = None
    """The value that was typed, when the field holds a password or the value was a credential."""


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


async def perform(step: language.Step, stage: Stage) -> Performed:
    """Do one step. Raises StepFailed when the page does not let it happen, InputError when a credential is missing."""
    action = step.action
    try:
        return await _PERFORM[type(action)](action, step, stage)
    except PlaywrightError as error:
        raise StepFailed(_reason(error), where=step.where, hint=_hint(action, stage)) from error
    finally:
        if isinstance(action, _WITH_MOUSE):
            stage.pointed = time.monotonic()


def _reason(error: PlaywrightError) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else "the browser gave no reason"


def _hint(action: language.Action, stage: Stage) -> str:
    selector = getattr(action, "selector", None) or getattr(action, "source", None)
    where = "" if stage.page.is_closed() else f" at {stage.page.url}"
    if selector:
        return f"Check that {selector} matches something visible{where}; a wait before this step may help."
    return f"Look at the page{where} with --headed."


# ---- one function for each action ----------------------------------------------------------------------------------


async def _goto(action: language.Goto, step: language.Step, stage: Stage) -> Performed:
    try:
        await stage.page.goto(stage.url(action.url), wait_until="commit", timeout=stage.milliseconds)
    except PlaywrightError as error:
        if "Download is starting" not in str(error):
            raise
    return Performed(step.args)


def from_environment(name: str, environ: Mapping[str, str], where: str) -> str:
    """The value of an environment variable. Raises InputError when it is not set."""
    found = environ.get(name)
    if not found:
        hint = f"Set it: export {name}=..."
        raise InputError(f"the environment variable {name} is not set", where=where, hint=hint)
    return found


async def resolve(value: str | language.Credential, stage: Stage, where: str) -> str:
    """The text to type. Raises InputError when an environment variable is not set or nobody can be asked."""
    if isinstance(value, str):
        return value
    if value.source == "env":
        return from_environment(value.name, stage.environ, where)
    if stage.ask is None:
        raise InputError(
            f'nobody can be asked "{value.name}"', where=where, hint="Run it in a terminal, or use {env: NAME}."
        )
    return await stage.ask(value.name)


_KEY_UP = """field => {
  const key = {key: 'Unidentified', bubbles: true, cancelable: true, composed: true, keyCode: 229, which: 229};
  field.dispatchEvent(new KeyboardEvent('keydown', key));
  field.dispatchEvent(new KeyboardEvent('keyup', key));
}"""
"""Pages that check a field when a key is released never would: Playwright sets the value without any key. These are the
events that on-screen keyboards send (UI Events section 7.3.1)."""


async def _fill(action: language.Fill, step: language.Step, stage: Stage) -> Performed:
    text = await resolve(action.value, stage, step.where)
    field_ = stage.locate(action.selector)
    await field_.wait_for(state="attached", timeout=stage.milliseconds)
    password = bool(await field_.evaluate("field => field instanceof HTMLInputElement && field.type === 'password'"))
    await field_.fill(text, timeout=stage.milliseconds)
    with contextlib.suppress(PlaywrightError):
        await field_.evaluate(_KEY_UP, timeout=1000)
    secret = password or isinstance(action.value, language.Credential)
    return Performed([action.selector, text], text if secret and text else None)


async def _click(action: language.Click, step: language.Step, stage: Stage) -> Performed:
    place: Position | None = {"x": action.at[0], "y": action.at[1]} if action.at else None
    await stage.locate(action.selector).click(
        button=action.button,
        click_count=action.count,
        modifiers=list(action.modifiers) or None,
        position=place,
        timeout=stage.milliseconds,
    )
    return Performed(step.args)


async def _press(action: language.Press, step: language.Step, stage: Stage) -> Performed:
    await stage.locate(action.selector).press(action.key, timeout=stage.milliseconds)
    return Performed(step.args)


async def _select(action: language.Select, step: language.Step, stage: Stage) -> Performed:
    await stage.locate(action.selector).select_option(list(action.values), timeout=stage.milliseconds)
    return Performed(step.args)


async def _hover(action: language.Hover, step: language.Step, stage: Stage) -> Performed:
    await stage.locate(action.selector).hover(timeout=stage.milliseconds)
    return Performed(step.args)


async def _drag(action: language.Drag, step: language.Step, stage: Stage) -> Performed:
    source = stage.locate(action.source)
    if isinstance(action.target, str):
        await source.drag_to(stage.locate(action.target), timeout=stage.milliseconds)
        return Performed(step.args)
    await source.hover(timeout=stage.milliseconds)
    box = await source.bounding_box()
    if box is None:
        raise StepFailed("the element to drag cannot be seen", where=step.where, hint=_hint(action, stage))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = stage.page.mouse
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + action.target[0], y + action.target[1], steps=8)
    await mouse.up()
    return Performed(step.args)


_SCROLL_BY = """([element, x, y]) => {
  const scrolls = e => (e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth)
    && /auto|scroll|overlay/.test(getComputedStyle(e).overflow);
  let target = element;
  if (!target) {
    const root = document.scrollingElement || document.documentElement;
    target = root;
    if (root.scrollHeight <= root.clientHeight && root.scrollWidth <= root.clientWidth) {
      let e = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      while (e && !scrolls(e)) e = e.parentElement;
      target = e || root;
    }
  }
  target.scrollBy({left: x, top: y, behavior: 'instant'});
}"""


async def _scroll(action: language.Scroll, step: language.Step, stage: Stage) -> Performed:
    if action.by is None:
        await stage.locate(action.selector or "html").scroll_into_view_if_needed(timeout=stage.milliseconds)
    elif action.selector is None:
        await stage.page.evaluate(_SCROLL_BY, [None, *action.by])
    else:
        await stage.locate(action.selector).evaluate(
            f"(element, by) => ({_SCROLL_BY})([element, ...by])", list(action.by), timeout=stage.milliseconds
        )
    return Performed(step.args)


async def _upload(action: language.Upload, step: language.Step, stage: Stage) -> Performed:
    payloads = [_payload(file, step) for file in action.files]
    await stage.locate(action.selector).set_input_files(payloads, timeout=stage.milliseconds)
    carried: list[Json] = [
        {"name": payload["name"], "base64": base64.b64encode(payload["buffer"]).decode()} for payload in payloads
    ]
    return Performed([action.selector, carried])


def _payload(file: language.UploadFile, step: language.Step) -> FilePayload:
    if file.content is not None:
        try:
            content = base64.b64decode(file.content, validate=True)
        except ValueError:
            raise InputError(
                f"the content of {file.name} is not base64", where=step.where, hint="Record again."
            ) from None
        return {"name": file.name, "mimeType": "", "buffer": content}
    path = (step.folder or Path()) / file.path
    try:
        return {"name": path.name, "mimeType": "", "buffer": path.read_bytes()}
    except OSError as error:
        raise InputError(
            f"the file to upload cannot be read: {error.strerror}",
            where=f"{step.where}: {path}",
            hint="Paths begin at the folder of the step list.",
        ) from None


@dataclass(slots=True)
class Lookout:
    """Looks for what the next step waits for while the page is still settling after this one.

    Some things show for a moment only, such as a message that goes away, or an element that a script folds up once the
    page is ready. Waiting for them after settling would be too late.
    """

    selector: str
    page: Page
    task: asyncio.Task[None]

    @classmethod
    def begin(cls, following: language.Step | None, stage: Stage) -> Lookout | None:
        """Start looking, when the following step waits for an element."""
        action = following.action if following else None
        if not isinstance(action, language.Wait) or action.selector is None or action.passing:
            return None
        looking = stage.locate(action.selector).wait_for(timeout=stage.milliseconds)
        return cls(action.selector, stage.page, asyncio.ensure_future(looking))

    async def performed(self, stage: Stage) -> Performed | None:
        """What came of it; None when another tab came to the front since. Raises StepFailed when it never showed."""
        try:
            await self.task
        except PlaywrightError as error:
            if stage.page is self.page:
                raise StepFailed(_reason(error), hint=_hint(language.Wait(self.selector), stage)) from error
            return None
        if stage.page is not self.page:
            return None
        with contextlib.suppress(PlaywrightError):
            if await stage.locate(self.selector).is_visible():
                return Performed(self.selector)
        return Performed({"passing": self.selector})

    def stop(self) -> None:
        self.task.cancel()


async def _wait(action: language.Wait, step: language.Step, stage: Stage) -> Performed:
    if action.selector is None:
        await asyncio.sleep(action.seconds)
    elif not action.passing:
        await stage.locate(action.selector).wait_for(timeout=stage.milliseconds)
    return Performed(step.args)


async def _check(action: language.Check, step: language.Step, stage: Stage) -> Performed:
    await stage.locate(action.selector).set_checked(action.checked, timeout=stage.milliseconds)
    return Performed(step.args)


async def _dialog(action: language.Dialog, step: language.Step, stage: Stage) -> Performed:
    stage.answer = action
    return Performed(step.args)


async def _page(action: language.PageMark, step: language.Step, stage: Stage) -> Performed:
    return Performed(step.args)


_WITH_MOUSE = (language.Click, language.Hover, language.Drag, language.Check)
_PERFORM: dict[type, Callable[[Any, language.Step, Stage], Awaitable[Performed]]] = {
    language.Goto: _goto,
    language.Fill: _fill,
    language.Click: _click,
    language.Press: _press,
    language.Select: _select,
    language.Hover: _hover,
    language.Drag: _drag,
    language.Scroll: _scroll,
    language.Upload: _upload,
    language.Wait: _wait,
    language.Check: _check,
    language.Dialog: _dialog,
    language.PageMark: _page,
}
