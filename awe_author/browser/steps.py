"""Performs the steps of `step_language` on a Playwright browser context; recording and verifying use the same code.

Everything is done through Playwright's locators on a `Stage`, so that waiting, scrolling and clicking behave alike on
both sides.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FilePayload, Page, Position

from awe_author.browser import step_language as language
from awe_author.browser.reasons import explain
from awe_author.browser.stage import Ask, PageClock, Stage, origin_of
from awe_author.errors import AweError, InputError
from awe_author.json_types import Json

__all__ = [
    "Ask", "Lookout", "PageClock", "Performed", "Stage", "StepFailed", "from_environment", "origin_of", "perform",
]  # fmt: skip


class StepFailed(AweError):
    """A step could not be performed on the page as it is."""


@dataclass(frozen=True, slots=True)
class Performed:
    """What performing a step told."""

    args: Json
    """The arguments as used: credentials resolved, uploaded files carried along."""
    secret: str | None = None
    """The value that was typed, when the field holds a password or the value was a credential."""


async def perform(step: language.Step, stage: Stage) -> Performed:
    """Do one step. Raises StepFailed when the page does not let it happen, InputError when a credential is missing."""
    action = step.action
    try:
        return await _PERFORM[type(action)](action, step, stage)
    except PlaywrightError as error:
        raise StepFailed(explain(error, _looked_for(action)), where=step.where, hint=_hint(action, stage)) from error
    finally:
        if isinstance(action, _WITH_MOUSE):
            stage.pointed = time.monotonic()


def _looked_for(action: language.Action) -> str | None:
    return getattr(action, "selector", None) or getattr(action, "source", None)


def _hint(action: language.Action, stage: Stage) -> str:
    selector = _looked_for(action)
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
                raise StepFailed(
                    explain(error, self.selector), hint=_hint(language.Wait(self.selector), stage)
                ) from error
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
