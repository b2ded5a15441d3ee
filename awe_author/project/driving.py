"""A task with a browser in front of it: its world replayed, its session answering, and what happens written down.

    async with ride(task_file) as at:
        untouched = at.scorer.verdict(await at.evidence())
        await at.perform(step)                       # a step of the step language
        async with at.doing({"kind": "click"}, "#save"):
            await at.page.click("#save")             # or anything else, as one step of the trajectory
        at.answer = "Arcturus"
        verdict = at.scorer.verdict(await at.evidence())

After each step the page is looked at for what the task's policies ask (`policies.watches`); `evidence` runs the
scripts of the checkpoints in every open page, and opens those that a checkpoint names. What cannot be looked at is
written down as failed, and what was not looked at is missing: evaluators take neither for a pass.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, async_playwright

from awe_author.browser import step_language as language
from awe_author.browser.facts import visible_text
from awe_author.browser.launch import launch
from awe_author.browser.stage import Stage, origin_of
from awe_author.browser.steps import StepFailed, perform
from awe_author.errors import AweError
from awe_author.evaluation.episodes import Episode, Timings
from awe_author.evaluation.evidence import Evidence, Facts, History, Step
from awe_author.evaluation.evidence import Page as SeenPage
from awe_author.evaluation.model import Task
from awe_author.evaluation.policies import Watch, watches
from awe_author.evaluation.scoring import Scorer
from awe_author.evaluation.user import Reply, SimulatedUser
from awe_author.json_types import Json, JsonObject
from awe_author.project.runs import save_attempt
from awe_author.project.tasks import TaskFile
from awe_author.replay.server import ReplayServer
from awe_author.replay.session import TimePolicy
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions

LOOK = 5.0
"""Seconds that one look into a page may take."""

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
class Ride:
    """One attempt at a task. Made by `ride`."""

    file: TaskFile
    session: Session
    server: ReplayServer
    stage: Stage
    user: SimulatedUser
    sessions: Sessions | None = None
    """What the session belongs to; None when it was brought along."""

    started: float = field(default_factory=time.monotonic)
    steps: list[Step] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Failures of our own that were noticed."""

    answer: Json = None
    """What the agent answers; `answered` says whether it did."""

    answered: bool = False

    @property
    def scorer(self) -> Scorer:
        """What scores the task."""
        return self.file.scorer

    @property
    def task(self) -> Task:
        """The task."""
        return self.file.task

    @property
    def page(self) -> Page:
        """The page in front."""
        return self.stage.page

    @property
    def watch(self) -> Watch:
        """What the task's policies want to be looked at."""
        return watches(self.task.policies)

    def say(self, answer: Json) -> None:
        """The agent's answer, which ends its attempt."""
        self.answer, self.answered = answer, True
        self.note({"kind": "answer", "text": answer})

    def ask(self, question: str) -> Reply:
        """Ask the simulated user; a step of the trajectory."""
        reply = self.user.ask(question)
        self.note({"kind": "ask_user", "message": question}, reply=reply.to_json())
        return reply

    def note(self, action: JsonObject, **told: Any) -> None:
        """Write a step down that needs no page."""
        number, moment = len(self.steps) + 1, time.monotonic() - self.started
        url = "" if self.page.is_closed() else self.page.url
        self.steps.append(Step(number=number, action=action, time=moment, url=url, node=self.session.head, **told))

    async def perform(self, step: language.Step) -> None:
        """Do one step of the step language. Raises StepFailed, after writing it down."""
        selector = getattr(step.action, "selector", None) or getattr(step.action, "source", None)
        action: JsonObject = {"kind": type(step.action).__name__.casefold(), **_arguments(step.action)}
        async with self.doing(action, selector):
            await perform(step, self.stage)

    @asynccontextmanager
    async def doing(self, action: JsonObject, selector: str | None = None) -> AsyncIterator[None]:
        """What is done in the block is one step: its element before, the page after."""
        element = await self._element(selector) if selector else None
        url = self.page.url
        error = ""
        try:
            yield
        except (PlaywrightError, StepFailed, AweError) as raised:
            error = str(raised).splitlines()[0]
            raise
        finally:
            number, moment = len(self.steps) + 1, time.monotonic() - self.started
            text, seen = await self._look()
            self.steps.append(
                Step(
                    number=number,
                    action=action,
                    url=url,
                    time=moment,
                    element=element,
                    text=text,
                    node=self.session.head,
                    page=seen,
                    error=error,
                )
            )

    async def evidence(self) -> Evidence:
        """All that is known by now. May be asked for more than once."""
        await self._open_named()
        tabs = [tab for tab in self.stage.tabs if not tab.is_closed() and tab is not self.page]
        front = [] if self.page.is_closed() else [self.page]
        pages = tuple([await self._page(tab) for tab in [*tabs, *front]])
        facts = Facts(
            answer=self.answer,
            answered=self.answered,
            pages=pages,
            trajectory=tuple(self.steps),
            faults=tuple(self.faults),
        )
        return Evidence(History.of(self.session), facts)

    async def save(self, run: Path, *, agent: str, attempt: int = 1, started: str = "") -> Episode:
        """Score it and write it into a run's folder, so that it can be scored again."""
        evidence = await self.evidence()
        timings = Timings(total=round(time.monotonic() - self.started, 3))
        return save_attempt(
            run,
            self.file,
            evidence,
            agent=agent,
            attempt=attempt,
            sessions=self.sessions,
            session=self.session,
            started=started,
            timings=timings,
        )

    # ---- looking ---------------------------------------------------------------------------------------------------

    async def _element(self, selector: str) -> JsonObject | None:
        with contextlib.suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(LOOK):
                handle = await self.stage.locate(selector).element_handle(timeout=LOOK * 1000)
                told = await handle.evaluate(_ELEMENT, list(self.watch.selectors)) if handle else {}
                return {"selector": selector, **told}
        return {"selector": selector}

    async def _look(self) -> tuple[str, JsonObject]:
        """Visible text where it is wanted, and what policies watch."""
        watch, seen = self.watch, dict[str, Any]()
        seen["urls"] = [tab.url for tab in self.stage.tabs if not tab.is_closed()]
        if self.page.is_closed():
            return "", seen
        text = (await self._quietly(visible_text(self.page)) or "") if watch.text else ""
        if watch.selectors:
            seen["present"] = await self._quietly(self.page.evaluate(_PRESENT, list(watch.selectors)))
        if watch.scripts:
            seen["scripts"], seen["failed"] = await self._run(self.page, watch.scripts)
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

    async def _page(self, page: Page) -> SeenPage:
        scripts = tuple(dict.fromkeys((*self.scorer.scripts, *self.watch.scripts)))
        values, failed = await self._run(page, scripts)
        title, text = await self._quietly(page.title()), await self._quietly(visible_text(page))
        html = await self._quietly(page.content()) if self.watch.text else ""
        return SeenPage(
            url=page.url, title=title or "", text=text or "", html=html or "", scripts=values, failed=failed
        )

    async def _open_named(self) -> None:
        """Open the pages that checkpoints and policies name by their whole address, behind the one in front."""
        named = [
            one.spec.get("url") for one in self.task.checkpoints if one.kind == "page" and isinstance(one.spec, dict)
        ]
        front = self.page
        for url in dict.fromkeys([*named, *self.watch.addresses]):
            known = {tab.url for tab in self.stage.tabs if not tab.is_closed()}
            if isinstance(url, str) and url.startswith(("http://", "https://")) and "*" not in url and url not in known:
                tab = await self.stage.context.new_page()
                with contextlib.suppress(PlaywrightError):
                    await tab.goto(url, wait_until="load", timeout=self.stage.milliseconds)
        self.stage.page = front


def _arguments(action: language.Action) -> JsonObject:
    """What a step was told, as far as it may be written down: a credential is not."""
    told: JsonObject = {}
    for name in ("selector", "url", "value", "values", "key", "text", "count", "button"):
        value = getattr(action, name, None)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            told[name] = value
        elif isinstance(value, tuple):
            told[name] = [str(one) for one in value]
    return told


@asynccontextmanager
async def ride(
    file: TaskFile,
    *,
    session: Session | None = None,
    viewport: Mapping[str, int] | None = None,
    timezone: str | None = None,
    headed: bool = False,
    patience: float = 20.0,
    time_policy: TimePolicy = "auto",
) -> AsyncIterator[Ride]:
    """A fresh browser at the start of a task, until the block ends. Its labels `viewport` and `timezone` are heeded.

    `patience`: seconds that one step may take. Raises BrowserError when there is no browser, InputError when a
    recording cannot be used, AweError when the start page does not come.
    """
    task, world = file.task, file.world.file
    sessions = None if session else file.world.sessions(task.seed)
    session = session or cast(Sessions, sessions).open(session_id="ride")
    recordings = list(dict.fromkeys(world.recordings.values()))
    size = viewport or _size(task.labels.get("viewport"))
    zone = timezone or str(task.labels.get("timezone") or "UTC")
    opened = ReplayServer.open(recordings, state=session, features=world.features, time_policy=time_policy)
    async with opened as server, async_playwright() as playwright:
        started = launch(
            playwright,
            server.proxy,
            server.authority.spki,
            lock_down=True,
            headed=headed,
            viewport=size,
            timezone=zone,
        )
        async with started as context:
            stage = await Stage.open(context, origin_of(task.start) if task.start else "", timeout=patience)
            at = Ride(file, session, server, stage, SimulatedUser(task.user), sessions)
            if task.start:
                await _go_to_start(stage, task.start)
            yield at


async def _go_to_start(stage: Stage, url: str) -> None:
    try:
        await stage.page.goto(url, wait_until="load", timeout=stage.milliseconds)
    except PlaywrightError as error:
        raise AweError(f"the start page does not come: {str(error).splitlines()[0]}", where=url) from error


def _size(told: Json) -> dict[str, int] | None:
    width, times, height = str(told or "").partition("x")
    return {"width": int(width), "height": int(height)} if times and width.isdigit() and height.isdigit() else None
