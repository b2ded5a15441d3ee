"""A person does a task in a window in front of its world; what happened becomes its oracle.

The event log of the session is the oracle of actions, and what was noticed in the window one of user steps.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from awe_author.browser.noticing import Notices
from awe_author.errors import AweError, InputError
from awe_author.evaluation.derive import acts_of
from awe_author.evaluation.model import Task
from awe_author.evaluation.scoring import Scorer
from awe_author.json_types import Json, JsonObject
from awe_author.located import Located
from awe_author.project.driving import Ride, ride
from awe_author.project.tasks import OpenWorld, TaskFile

Until = Callable[[Ride], Awaitable[object]]
"""Returns when the person is done."""


@dataclass(frozen=True)
class Handed:
    """What a person did."""

    acts: tuple[JsonObject, ...]
    """Actions that it led to."""

    steps: tuple[JsonObject, ...]
    """As noticed in the window."""

    def oracle(self, answer: Json = None) -> JsonObject:
        """As a task has it."""
        made: JsonObject = {"act": list(self.acts)}
        if self.steps:
            made["steps"] = list(self.steps)
        return made if answer is None else made | {"answer": answer}


async def by_hand(world: OpenWorld, start: str, until: Until, *, headed: bool = True) -> Handed:
    """Open a window at `start` and keep what is done in it until `until` returns or the last tab is closed.

    Raises InputError for a world without recordings, BrowserError when there is no browser, AweError when the start
    page does not come.
    """
    if not world.file.recordings:
        hint = "Give --oracle, or --timeline of a session that a program acted in."
        raise InputError(
            "this world has no recordings, so that there is nothing to see", where=world.file.name, hint=hint
        )
    if not start.startswith(("http://", "https://")):
        raise InputError(
            "a window needs an address to begin at", where="--start", hint="--start https://crm.acme.test/"
        )
    draft = Task(id="by-hand", instruction="-", world=world.file.name, start=start)
    file = TaskFile(Path("by-hand"), Located({}, "by hand"), world, Scorer(draft, {}, ()), None)
    notices = Notices()
    async with ride(file, headed=headed, prepare=notices.listen) as at:
        closed = asyncio.Event()
        at.stage.context.on("close", lambda _: closed.set())
        for page in at.stage.context.pages:
            page.on("close", lambda _: None if _open(at) else closed.set())
        await _first(until(at), closed.wait())
        await at.rest()
        acts = tuple(acts_of(at.session.events(after=0)))
    if not acts and not notices.steps:
        raise AweError("nothing was done in the window", where=start, hint="Do the task, then press Enter here.")
    return Handed(acts, tuple(notices.steps))


def _open(at: Ride) -> bool:
    return any(not page.is_closed() for page in at.stage.context.pages)


async def _first(*works: Awaitable[object]) -> None:
    """Wait for one of them, and end the others. Raises what it raised."""
    tasks = [asyncio.ensure_future(one) for one in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


__all__ = ["Handed", "Until", "by_hand"]
