"""One open page: its runtime's WebSocket, what it shows, and what happens on it.

Messages of the page (JSON): `hello` {u: address, v: version that it shows, w: view parameters, q: has it no records of
lists yet, as a quiet page?} asks for a plan where it has another; `event` {n, f: feature, e: event, u, form, row, onto,
dataset, value, key}; `note` {kind, what, u}: what the runtime could not do. Messages to it: a plan or a change of one
(features/dom/operations.py), with `hard` when the session went back, and with `t: "done"`, `n`, `then` or `error` when
it answers an event.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from awe_author.door.messages import BrokenOff, WebSocket
from awe_author.features.dom import acting
from awe_author.features.dom.acting import UiEvent
from awe_author.features.dom.operations import Plan, change
from awe_author.features.dom.planning import Applied, Fault
from awe_author.features.live import LiveApp, Now
from awe_author.json_types import JsonObject
from awe_author.session.errors import UnknownNode, UnknownSession
from awe_author.state.model import ExpressionFault
from awe_author.state.types import ModelFault, Rejected

if TYPE_CHECKING:
    from awe_author.replay.page_surfaces import PageSurfaces

FAILED = "Something went wrong."
"""What a user sees when a feature or a model is at fault; the log says more."""


class OpenPage:
    """See above. `run` is its life."""

    def __init__(self, surfaces: PageSurfaces, socket: WebSocket) -> None:
        self._surfaces, self._socket = surfaces, socket
        self._live, self._log = surfaces.live, surfaces.session.log
        self._shows: Plan | None = None
        """What was last sent; None: not known."""
        self._quiet: Plan | None = None
        """What a quiet page shows: it gets that before what has changed, so that it knows which row was whose."""
        self._moment: tuple[int, datetime | None] = (-1, None)
        """Node and clock that it shows."""
        self._url = ""
        self._view: JsonObject = {}
        self._moved = asyncio.Event()
        self._turn = asyncio.Lock()

    def stir(self) -> None:
        """The session has moved."""
        self._moved.set()

    async def run(self) -> None:
        """Talk with the page until it goes."""
        following = asyncio.create_task(self._follow())
        try:
            while (text := await self._socket.receive()) is not None:
                await self._hear(text)
        finally:
            following.cancel()

    async def _follow(self) -> None:
        while True:
            await self._moved.wait()
            self._moved.clear()
            try:
                async with self._turn:
                    now = await self._live.now()
                    if self._url and (now.node, now.clock) != self._moment:
                        await self._send_changes(now, {})
            except BrokenOff:
                return
            except UnknownSession:
                await self._socket.close(1001, "the session is closed")
                return

    async def _hear(self, text: str | bytes) -> None:
        try:
            message = json.loads(text)
            kind = message["t"]
            if kind == "hello":
                await self._greeted(
                    str(message["u"]), str(message["v"]), dict(message["w"]), quiet=bool(message.get("q"))
                )
            elif kind == "event":
                await self._happened(message)
            elif kind == "note":
                facts = {"what": str(message["kind"]), "detail": str(message["what"])[:1000]}
                self._log.add("surface", url=str(message["u"]), **facts)
        except (ValueError, KeyError, TypeError) as error:
            self._log.add("surface", url=self._url, what="message", detail=f"{type(error).__name__}: {error}"[:1000])

    # ---- what is shown -------------------------------------------------------------------

    async def _greeted(self, url: str, version: str, view: JsonObject, *, quiet: bool) -> None:
        async with self._turn:
            self._url, self._view = url, view
            now = await self._live.now()
            plan = self._surfaces.plan(url, view, now)
            if plan.version == version:
                self._shows, self._moment = plan, (now.node, now.clock)
                self._quiet = plan if quiet else None
                return
            if quiet and await self._arrived_with(version):
                await self._send_changes(now, {})
                return
            before, self._quiet = self._quiet if quiet else None, None
            self._shows = before if before is not None and (before.url, before.view) == (url, view) else None
            if self._shows is not None:
                await self._socket.send(json.dumps(self._shows.to_json(), separators=(",", ":")))
            await self._send_changes(now, {})

    async def _arrived_with(self, version: str) -> bool:
        """Does a quiet page show a plan that is over already? Then that is what it gets the changes of."""
        number = version.rpartition(".")[2]
        then = await self._live.at(int(number)) if number.isascii() and number.isdigit() else None
        plan = self._surfaces.plan(self._url, self._view, then) if then is not None else None
        if then is None or plan is None or plan.version != version:
            return False
        self._shows = self._quiet = plan
        self._moment = then.node, then.clock
        return True

    async def _send_changes(self, now: Now, more: JsonObject) -> None:
        """Send what leads from what the page shows to the moment `now`, with `more` beside it."""
        plan = self._surfaces.plan(self._url, self._view, now)
        message = plan.to_json() if self._shows is None else change(self._shows, plan)
        if message is None:
            message = plan.to_json()
        if self._shows is not None and self._shows.url == plan.url and set(self._shows.applied) - set(plan.applied):
            # What the page is about is gone. A live page would show it until it is left.
            message = {**message, "keep": True}
        if self._went_back(now.node):
            message = {**message, "hard": True}
        self._shows, self._moment = plan, (now.node, now.clock)
        if message or more:
            await self._socket.send(json.dumps({**message, **more}, separators=(",", ":")))

    def _went_back(self, node: int) -> bool:
        """Is the session elsewhere than behind the moment that the page shows?"""
        before, _ = self._moment
        if before in (-1, node):
            return False
        try:
            return self._live.session.common_ancestor(before, node) != before
        except (UnknownNode, UnknownSession):
            return True

    # ---- what happens --------------------------------------------------------------------

    async def _happened(self, message: Mapping[str, Any]) -> None:
        url, number = str(message["u"]), int(message["n"])
        event = UiEvent.of(message)
        async with self._turn:
            self._url = url
            now = await self._live.now()
            found = self._feature(str(message["f"]), str(message["e"]), url, now)
            if found is None:
                more: JsonObject = {}
            else:
                now, more = await self._act(*found, event, str(message["e"]), now)
            await self._send_changes(now, {"t": "done", "n": number, "f": str(message["f"]), **more})

    def _feature(self, wanted: str, event: str, url: str, now: Now) -> tuple[LiveApp, Applied] | None:
        for app, planner in self._surfaces.planners:
            for one in planner.applied(url, now.bindings(app.app), self._view)[0]:
                if one.feature.id == wanted and one.trigger.event == event:
                    return app, one
        return None

    async def _act(self, app: LiveApp, one: Applied, event: UiEvent, kind: str, now: Now) -> tuple[Now, JsonObject]:
        """Do the feature; gives the moment after it and what the page is told."""
        bindings = now.bindings(app.app)
        try:
            result = None
            if one.feature.do is not None:
                params = acting.params_of(one, event, self._url, bindings, self._view)
                cause: JsonObject = {"type": "ui", "event": kind, "page": self._url}
                cause |= {"select": one.trigger.select} if one.trigger.select else {}
                cause |= {"row": event.row} if event.row is not None else {}
                done = await self._live.act(app, one.feature.do, params, one.feature.id, cause)
                now, bindings = done.now, done.now.bindings(app.app)
                if isinstance(done.outcome, Rejected):
                    return now, {"error": self._refusal(done.outcome, one, event, bindings)}
                result = done.outcome.result
            self._view = acting.view_after(one, event, result, self._url, bindings, self._view)
            then = acting.next_of(one, event, result, self._url, bindings, self._view)
        except ExpressionFault as fault:
            self._surfaces.note_fault(Fault(one.feature.id, fault.pointer, fault.message))
            return now, {"error": {"text": FAILED, "field": "", "select": ""}}
        except ModelFault as fault:
            self._log.add("feature_fault", feature=one.feature.id, where=fault.where, what=fault.what)
            return now, {"error": {"text": FAILED, "field": "", "select": ""}}
        carried = acting.carried(then)
        if carried is not None:
            self._surfaces.carry(urljoin(self._url, str(then.get("go", self._url))), carried)
            del then["toast"]
        return now, {"then": then} if then else {}

    def _refusal(self, rejected: Rejected, one: Applied, event: UiEvent, bindings: Mapping[str, object]) -> JsonObject:
        rejection = {"code": str(rejected.code), "message": rejected.what, "field": rejected.field}
        return acting.refusal_of(one, event, rejection, self._url, bindings, self._view)
