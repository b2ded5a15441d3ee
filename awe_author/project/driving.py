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

import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from playwright.async_api import BrowserContext, Page, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from awe_author.browser import step_language as language
from awe_author.browser.activity import Activity, NoActivity, Traffic
from awe_author.browser.launch import launch
from awe_author.browser.settle import Limits, come_to_rest
from awe_author.browser.stage import Stage, origin_of
from awe_author.browser.steps import Lookout, StepFailed, perform
from awe_author.browser.turns import Turns
from awe_author.door.messages import Responder
from awe_author.errors import AweError
from awe_author.evaluation.episodes import Episode, Timings
from awe_author.evaluation.evidence import Evidence, Facts, History, Step
from awe_author.evaluation.model import Task
from awe_author.evaluation.scoring import Scorer
from awe_author.evaluation.user import Reply, SimulatedUser
from awe_author.fidelity.theatre import replay_clock
from awe_author.fidelity.watch import watched
from awe_author.json_types import Json, JsonObject
from awe_author.project.looking import Eyes, Shelf
from awe_author.project.oracle_steps import OracleStep, Saying
from awe_author.project.runs import save_attempt
from awe_author.project.tasks import TaskFile
from awe_author.replay.prelude import quiet_expression
from awe_author.replay.server import ReplayServer
from awe_author.replay.session import ReplaySession, TimePolicy
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions

REST = Limits(quiet=0.4, pointer=0.0)
"""How long a page is let come to rest after a step: nobody waits for tooltips."""

Prepare = Callable[[BrowserContext], Awaitable[None]]


@dataclass
class Ride:
    """One attempt at a task. Made by `ride`."""

    file: TaskFile
    session: Session
    server: ReplayServer
    stage: Stage
    user: SimulatedUser
    activity: Activity = field(default_factory=NoActivity)
    """What passes the door."""

    shelf: Shelf = field(default_factory=Shelf)
    sessions: Sessions | None = None
    """What the session belongs to; None when it was brought along."""

    started: float = field(default_factory=time.monotonic)
    steps: list[Step] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Failures of our own that were noticed."""

    answer: Json = None
    """What the agent answers; `answered` says whether it did."""

    answered: bool = False
    _lookout: Lookout | None = None

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

    @cached_property
    def eyes(self) -> Eyes:
        """What looks at the pages."""
        return Eyes(self.stage, self.scorer)

    def say(self, answer: Json) -> None:
        """The agent's answer, which ends its attempt."""
        self.answer, self.answered = answer, True
        self.note({"kind": "answer", "text": answer})

    def ask(self, question: str) -> Reply:
        """Ask the simulated user; a step of the trajectory."""
        reply = self.user.ask(question)
        self.note({"kind": "ask_user", "message": question}, reply=reply.to_json())
        return reply

    def tell(self, message: str) -> None:
        """Tell the simulated user something; a step of the trajectory."""
        self.note({"kind": "tell_user", "message": message})

    def note(self, action: JsonObject, **told: Any) -> None:
        """Write a step down that needs no page."""
        number, moment = len(self.steps) + 1, time.monotonic() - self.started
        url = "" if self.page.is_closed() else self.page.url
        self.steps.append(Step(number=number, action=action, time=moment, url=url, node=self.session.head, **told))

    async def perform(self, step: OracleStep, following: OracleStep | None = None) -> None:
        """Do one step of the step language, and let the page come to rest; or speak to the simulated user.

        `following`: the step after it; what that one waits for is looked for meanwhile, as it may not stay. Raises
        StepFailed, after writing it down.
        """
        if isinstance(step, Saying):
            self.ask(step.args) if step.verb == "ask" else self.tell(step.args)
            return
        looked, self._lookout = self._lookout, None
        action: JsonObject = {"kind": type(step.action).__name__.casefold(), **_arguments(step.action)}
        try:
            async with self.doing(action, _acts_on(step.action)):
                if looked is None or await looked.performed(self.stage) is None:
                    await perform(step, self.stage)
                if isinstance(following, language.Step):
                    self._lookout = Lookout.begin(following, self.stage)
                await self.rest()
        finally:
            if looked is not None:
                looked.stop()

    async def rest(self) -> None:
        """Let the page in front come to rest."""
        with contextlib.suppress(PlaywrightError):
            if not self.page.is_closed():
                await come_to_rest(self.stage, self.activity, REST)

    @asynccontextmanager
    async def doing(self, action: JsonObject, selector: str | None = None) -> AsyncIterator[None]:
        """What is done in the block is one step: its element before, the page after."""
        element = await self.eyes.element(selector) if selector else None
        url = self.page.url
        error = ""
        try:
            yield
        except (PlaywrightError, StepFailed, AweError) as raised:
            error = str(raised).splitlines()[0]
            raise
        finally:
            number, moment = len(self.steps) + 1, time.monotonic() - self.started
            text, seen = await self.eyes.glance()
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
        """All that is known by now, with the pages that checkpoints name. May be asked for more than once."""
        await self.eyes.open_named()
        return Evidence(History.of(self.session), await self.facts())

    async def facts(self) -> Facts:
        """What is seen and known now, with nothing opened or changed for it."""
        return Facts(
            answer=self.answer,
            answered=self.answered,
            pages=await self.eyes.pages(),
            downloads=await self.shelf.files(),
            trajectory=tuple(self.steps),
            faults=tuple(self.faults),
        )

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


def _acts_on(action: language.Action) -> str | None:
    """The selector of what a step does something to; what is waited for is not there yet."""
    if isinstance(action, language.Wait):
        return None
    return getattr(action, "selector", None) or getattr(action, "source", None)


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


@dataclass(slots=True)
class _Watching:
    """Watches what passes the door of a ride; gives pages their answers one at a time when it is `orderly`."""

    orderly: bool
    traffic: Traffic = field(default_factory=Traffic)
    turns: Turns | None = None

    def around(self, chain: list[Responder[ReplaySession]], replay: ReplaySession) -> list[Responder[ReplaySession]]:
        """The chain of a session, watched."""
        replay.rerun.orderly = self.orderly
        self.turns = Turns(quiet_expression(replay.token), self.traffic)
        return [watched(chain, self.traffic, self.turns)]

    def begin(self, stage: Stage) -> None:
        """From now on answers wait for the page in front."""
        if self.orderly and self.turns is not None:
            self.turns.page = lambda: stage.page


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
    orderly: bool = False,
    driver: Playwright | None = None,
    prepare: Prepare | None = None,
) -> AsyncIterator[Ride]:
    """A fresh browser at the start of a task, until the block ends. Its labels `viewport` and `timezone` are heeded.

    `patience`: seconds that one step may take. `orderly`: pages get their answers one at a time, so that two rides go
    alike. `driver`: Playwright, when several rides share it. `prepare`: done with the context before the start page.
    Raises BrowserError when there is no browser, InputError when a recording cannot be used, AweError when the start
    page does not come.
    """
    task, world = file.task, file.world.file
    sessions = None if session else file.world.sessions(task.seed)
    session = session or cast(Sessions, sessions).open(session_id="ride")
    recordings = list(dict.fromkeys(world.recordings.values()))
    size = viewport or _size(task.labels.get("viewport"))
    zone = timezone or str(task.labels.get("timezone") or "UTC")
    watching = _Watching(orderly)
    opened = ReplayServer.open(
        recordings, state=session, features=world.features, time_policy=time_policy, around=watching.around
    )
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(opened)
        playwright = driver if driver else await stack.enter_async_context(async_playwright())
        door = server.proxy, server.authority.spki
        started = launch(playwright, *door, lock_down=True, headed=headed, viewport=size, timezone=zone)
        context = await stack.enter_async_context(started)
        clock = replay_clock(server.session.token)
        stage = await Stage.open(context, origin_of(task.start) if task.start else "", timeout=patience, clock=clock)
        watching.begin(stage)
        at = Ride(file, session, server, stage, SimulatedUser(task.user), watching.traffic, sessions=sessions)
        at.shelf.listen(context, lambda: len(at.steps) + 1)
        if prepare is not None:
            await prepare(context)
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
