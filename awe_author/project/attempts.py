"""Attempts of agents at tasks: an agent sees an observation and says its next move, until it answers or may no more.

    def agent(seen: Observation) -> Move:
        return {"click": "text=Save"} if seen.number == 1 else {"answer": "done"}

    await attempt(file, agent, run=Path("runs/first"), agent_name="mine")

A move is a step of the step language, `{ask: text}` or `{tell: text}` to the simulated user, `{answer: value}`, which
ends the attempt, or None, which ends it without an answer. What cannot be done is told with the next observation, and
counts. Files of this machine are out of an agent's reach: what it uploads it brings along, as `{name, base64}`. Each
attempt has a world, a session and a browser of its own, and is saved as an episode that can be scored again.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import os
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias, cast

from playwright.async_api import Error as PlaywrightError

from awe_author.browser.facts import visible_text
from awe_author.browser.step_language import Step, Upload
from awe_author.errors import AweError, InputError
from awe_author.evaluation.episodes import Episode
from awe_author.evaluation.evidence import Evidence, Facts, History
from awe_author.json_types import Json, JsonObject
from awe_author.project.driving import Ride, ride
from awe_author.project.looking import LOOK
from awe_author.project.oracle_steps import OracleStep, oracle_step
from awe_author.project.runs import save_attempt
from awe_author.project.tasks import TaskFile

STEPS, SECONDS = 100, 1800.0
"""What an agent may take when its task says nothing."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent is shown before each move."""

    instruction: str
    number: int
    """Of the move that is asked for, from 1."""

    left: int
    """Moves that it has, with this one."""

    url: str
    title: str
    text: str
    """Visible text of the page in front."""

    urls: tuple[str, ...]
    """Of all open tabs."""

    error: str = ""
    """Why the last move could not be done."""

    reply: Json = None
    """What the user answered to the last move."""

    seed: int = 0
    """For whatever the agent does by chance; another one for each attempt."""


Move: TypeAlias = "JsonObject | None"
Agent: TypeAlias = "Callable[[Observation], Move | Awaitable[Move]]"
Maker: TypeAlias = "Callable[[TaskFile], Agent]"
"""Makes a new agent for each attempt."""


def no_op(file: TaskFile) -> Agent:
    """Does nothing."""
    return lambda seen: None


def oracle(file: TaskFile) -> Agent:
    """Performs the steps of the task's oracle and gives its answer. Raises InputError when it has no steps."""
    if file.oracle is None or not file.oracle.stepping:
        raise InputError("the oracle has no steps of a user", where=str(file.path), hint="Give it steps:.")
    moves: list[Move] = [*file.oracle.steps, {"answer": file.oracle.answer} if file.oracle.answered else None]
    return lambda seen: moves[seen.number - 1]


SHIPPED: dict[str, Maker] = {"noop": no_op, "oracle": oracle}
"""Agents that come with the package, to try a suite with."""


def maker_of(name: str) -> Maker:
    """The agent of a name: one that is shipped, or `module:callable` that can be imported from here.

    A class is made anew for each attempt; anything else is used for all of them. Raises InputError.
    """
    if name in SHIPPED:
        return SHIPPED[name]
    module, colon, attribute = name.partition(":")
    known = f"module:callable, or one of {', '.join(SHIPPED)}"
    if not colon or not module or not attribute:
        raise InputError(f"there is no agent {name!r}", where="--agent", hint=f"Give {known}.")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InputError(f"the agent cannot be imported: {error}", where="--agent", hint=f"Give {known}.") from error
    if not callable(found):
        raise InputError(f"{name} cannot be called", where="--agent", hint="It takes an observation and gives a move.")
    return lambda file: cast(Agent, found() if inspect.isclass(found) else found)


async def attempt(
    file: TaskFile,
    agent: Agent,
    *,
    run: Path,
    agent_name: str,
    number: int = 1,
    seed: int = 0,
    patience: float = 10.0,
) -> Episode:
    """One attempt, scored and saved in the folder `run`. What fails on our side makes it invalid.

    `patience`: seconds that one move may take. Raises InputError when the task has nothing to see, BrowserError when
    there is no browser.
    """
    if not file.world.file.recordings:
        raise InputError("its world has no recordings: nothing to see", where=str(file.path), hint="Act in sessions.")
    started = datetime.now(UTC).isoformat()
    try:
        async with ride(file, patience=patience) as at:
            await _play(at, agent, seed + number)
            return await at.save(run, agent=agent_name, attempt=number, started=started)
    except InputError:
        raise
    except (AweError, PlaywrightError) as error:
        told = (str(error).splitlines() or [type(error).__name__])[0]
        evidence = Evidence(History(file.world.initial, ()), Facts(trajectory=(), faults=(f"the browser: {told}",)))
        return save_attempt(run, file, evidence, agent=agent_name, attempt=number, started=started)


async def _play(at: Ride, agent: Agent, seed: int) -> None:
    """Ask for moves and do them, as long as the budget lasts."""
    most = at.task.budget.steps or STEPS
    end = time.monotonic() + (at.task.budget.seconds or SECONDS)
    error = ""
    for number in range(1, most + 1):
        seen = await _seen(at, number, most - number + 1, error, seed)
        move = await _asked(at, agent, seen, end)
        if move is None:
            return
        if "answer" in move:
            at.say(move["answer"])
            return
        error = await _moved(at, move)


async def _seen(at: Ride, number: int, left: int, error: str, seed: int) -> Observation:
    await at.rest()
    urls = tuple(tab.url for tab in at.stage.tabs if not tab.is_closed())
    reply = at.steps[-1].reply if at.steps else None
    title = text = ""
    if not at.page.is_closed():
        async with asyncio.timeout(LOOK * 2):
            title, text = await at.page.title(), await visible_text(at.page) or ""
    url = "" if at.page.is_closed() else at.page.url
    return Observation(at.task.instruction, number, left, url, title, text, urls, error, reply, seed)


async def _asked(at: Ride, agent: Agent, seen: Observation, end: float) -> Move:
    """The agent's move. One that raises, or takes too long, has ended its attempt: that is its own failure."""
    try:
        async with asyncio.timeout(max(0.0, end - time.monotonic())):
            given: Any = agent(seen)
            move = await given if inspect.isawaitable(given) else given
    except TimeoutError:
        at.note({"kind": "none"}, error="the time was over")
        return None
    except Exception as error:
        at.note({"kind": "none"}, error=f"the agent raised {type(error).__name__}: {error}")
        return None
    if move is not None and not isinstance(move, dict):
        at.note({"kind": "none"}, error=f"a move is an object or None, this is {type(move).__name__}")
        return None
    return move


def _read(move: JsonObject) -> OracleStep:
    """The step that a move means. Raises InputError."""
    step = oracle_step(move, "the agent's move")
    if isinstance(step, Step) and isinstance(step.action, Upload) and any(one.path for one in step.action.files):
        raise InputError("upload: files are brought along", hint='Give {"name": "a.csv", "base64": "..."}.')
    return step


async def _moved(at: Ride, move: JsonObject) -> str:
    """Do a move; why it could not be done."""
    try:
        step = _read(move)
    except InputError as error:
        at.note({"kind": "none", "move": str(move)[:300]}, error=error.what)
        return f"{error.what} {error.hint}"
    try:
        await at.perform(step)
    except AweError as error:
        return error.what
    except PlaywrightError as error:
        return str(error).splitlines()[0]
    return ""
