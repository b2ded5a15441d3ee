"""The features of a running session: what pages and requests are shown of its state, and how they act in it.

One `Live` for each session, one `LiveApp` in it for each app that has features. Nothing of the state is kept here:
every look asks the session, so that what is shown is right at once after an action, reset, rewind or branch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import TypeVar

from awe_author.features.model import FeatureFile
from awe_author.json_types import Json, JsonObject
from awe_author.session.errors import UnknownNode
from awe_author.session.events import Event
from awe_author.session.moments import parse_moment, seconds
from awe_author.session.session import Session
from awe_author.state.bindings import moment
from awe_author.state.model import WAREHOUSE
from awe_author.state.types import Action, Rejected
from awe_author.state.world_state import AppView, WorldState

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Now:
    """One moment of a session."""

    node: int
    state: WorldState
    clock: datetime

    def bindings(self, app: str) -> dict[str, object]:
        """What all expressions of the app's features can name."""
        return {"state": self.state.view(app), "warehouse": self.state.view(WAREHOUSE), "now": self.clock}


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an action: its event or why it was refused, and the moment after it."""

    outcome: Event | Rejected
    now: Now


class LiveApp:
    """One app with features, in one session. Thread-safe."""

    def __init__(self, app: str, plan: FeatureFile, session: Session) -> None:
        self.app, self.plan, self.session = app, plan, session

    def view(self) -> AppView:
        """What the app's expressions see of the state, now."""
        return self.session.state().view(self.app)

    def bindings(self) -> dict[str, object]:
        """What all expressions of the app's features can name, now."""
        return now_of(self.session).bindings(self.app)

    def act(
        self,
        action: str,
        params: Mapping[str, Json],
        feature: str = "",
        cause: JsonObject | None = None,
    ) -> Event | Rejected:
        """Do an action of the app; its event is durable when this returns. Raises ModelFault (the author's mistake)."""
        return self.do(action, params, feature, cause).outcome

    def do(self, action: str, params: Mapping[str, Json], feature: str = "", cause: JsonObject | None = None) -> Done:
        """The same, with the moment right after it, whatever others do meanwhile. Raises ModelFault."""
        try:
            event = self.session.act(Action(self.app, action, params), feature=feature, cause=cause)
        except Rejected as rejected:
            return Done(rejected, now_of(self.session))
        return Done(event, now_of(self.session, event))


class Live:
    """The apps with features of one session. The async methods belong to one event loop.

    Sessions are synchronous and may wait for a disk or another process, so acting is done in threads, in the order in
    which it was asked for.
    """

    def __init__(self, apps: Sequence[LiveApp], session: Session) -> None:
        self.apps, self.session = tuple(apps), session
        self.by_app = {app.app: app for app in apps}
        self.moved: Callable[[int], None] | None = None
        """Told, in the event loop, to which node a page or request has brought the session."""
        self._turn = asyncio.Lock()

    @cached_property
    def asks_elsewhere(self) -> bool:
        """Does a page feature go by what other addresses than its own were asked for?"""
        every = (expression for app in self.apps for feature in app.plan.features for _, expression in feature.let)
        return any("asked_at" in expression.source for expression in every)

    @classmethod
    def of(cls, plans: Sequence[FeatureFile], session: Session) -> Live:
        """The features of these files in a session."""
        return cls([LiveApp(plan.app, plan, session) for plan in plans], session)

    async def now(self) -> Now:
        """The session's moment. A change of threads is made only while somebody acts."""
        lock = self.session.timeline.lock
        if lock.acquire(blocking=False):
            try:
                return now_of(self.session)
            finally:
                lock.release()
        return await asyncio.to_thread(now_of, self.session)

    async def at(self, node: int) -> Now | None:
        """A moment that is over; None where the session has none such."""

        def look() -> Now | None:
            try:
                return now_of(self.session, self.session.event(node))
            except UnknownNode:
                return None

        return await asyncio.to_thread(look)

    async def act(
        self,
        app: LiveApp,
        action: str,
        params: Mapping[str, Json],
        feature: str = "",
        cause: JsonObject | None = None,
    ) -> Done:
        """Do an action of one of the apps; finished even when the page that asked goes away. Raises ModelFault."""
        return await asyncio.shield(self._act(partial(app.do, action, params, feature, cause)))

    async def _act(self, work: Callable[[], Done]) -> Done:
        async with self._turn:
            done = await asyncio.to_thread(work)
            if self.moved is not None and isinstance(done.outcome, Event):
                self.moved(done.outcome.node)
            return done

    async def run(self, work: Callable[[], R]) -> R:
        """Something else that waits for the session (a reset, a note), in its turn."""
        async with self._turn:
            return await asyncio.to_thread(work)


def now_of(session: Session, event: Event | None = None) -> Now:
    """The session's moment, or the one right after an event of it."""
    with session.timeline.lock:
        node = session.head if event is None else event.node
        state = session.state() if event is None or node == session.head else session.state(node)
        clock = session.clock if event is None else event.clock
    return Now(node, state, moment(seconds(parse_moment(clock))))
