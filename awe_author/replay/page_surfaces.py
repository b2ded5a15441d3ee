"""Puts the runtime of DOM surfaces into documents, with what they have to show, and keeps open pages at the state.

Mechanism: a document gets its first plan as it is served, so it arrives showing the state. Then its runtime connects
by a WebSocket to the session's secret path (`OpenPage`), tells events, and gets what changes. A document that may be
old when it is shown (a cache, a service worker) asks for its plan by a POST to the same path before it is painted.

A quiet page (`features.dom.quiet`) shows its state as it was recorded and has no scripts. Its runtime waits until the
page has loaded and does not get the records of lists: it asks for them, by the same POST, when it needs them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from awe_author.door.messages import Answer, Request, Responder, Response, Upgrade, WebSocket, charset, header, without
from awe_author.features.dom.operations import Plan
from awe_author.features.dom.planning import Fault, Planner, plan_page
from awe_author.features.dom.quiet.pages import QuietPages
from awe_author.features.dom.rendering import rendered
from awe_author.features.dom.script import script_text, starter_text
from awe_author.features.live import Live, Now
from awe_author.features.patterns import glob
from awe_author.json_types import JsonObject
from awe_author.replay.inject import around_prelude, insert_script, should_inject, without_prelude
from awe_author.replay.nearest import note_asked, note_opened, reads_opened, view_of
from awe_author.replay.open_page import OpenPage
from awe_author.replay.requests import fetches_page, is_page, origin_of
from awe_author.replay.session import ReplaySession
from awe_author.session.errors import UnknownSession

LONGEST_QUESTION = 65_536
"""Bytes of a question for a plan; a runtime's are smaller."""
FETCHED = (200, 400, 409, 422)
"""Statuses of documents that scripts fetch: also of forms that are shown again."""
OPENED = 200
"""Status of documents that are opened."""
PARTS = frozenset({"script", "style", "image", "font", "audio", "video", "track", "manifest", "worker", "sharedworker"})
"""Destinations (Fetch metadata) of most requests, which are never documents."""
MOST_CARRIED = 100
"""Messages that wait for the page they are to be shown on."""


class PageSurfaces:
    """The DOM surfaces of one session, and the responder in front of all that answer with documents."""

    def __init__(self, session: ReplaySession, live: Live, inner: Sequence[Responder[ReplaySession]]) -> None:
        self.session, self.live, self.inner = session, live, list(inner)
        shared = session.surfaces.pages if session.surfaces is not None else None
        self._quiet = session.surfaces.quiet if session.surfaces is not None else QuietPages()
        self.planners = [(app, Planner(app.plan, shared)) for app in live.apps]
        """One for each feature file, of which an app may have several."""
        self.open: set[OpenPage] = set()
        self._origins = {trigger.page.parts.origin for _, planner in self.planners for _, trigger in planner.features}
        self._told_opened = reads_opened(session)
        self.arrived: JsonObject = {}
        """The view with which the document arrives that was asked for last; empty when that was none."""
        self._carried: dict[str, JsonObject] = {}
        self._told: set[tuple[str, str]] = set()
        self._cancel: Callable[[], None] | None = None

    async def __call__(self, request: Request, session: ReplaySession) -> Answer | None:
        self.arrived = {}
        if session.report_path in request.url and urlsplit(request.url).path == session.report_path:
            if request.is_websocket:
                return Upgrade(self._converse)
            if request.url.endswith("?"):
                return await self._question(request)
        for responder in self.inner:
            answer = await responder(request, session)
            if answer is not None:
                return await self._shown(request, answer) if isinstance(answer, Response) else answer
        return None

    # ---- plans ---------------------------------------------------------------------------

    def plan(self, url: str, view: JsonObject, now: Now, *, served: bool = False) -> Plan:
        """What a page of this address shows at a moment; `served`: with what is shown only in the document as it is
        served. Expressions that fail are logged, each once."""
        around = [(planner, now.bindings(app.app)) for app, planner in self.planners]
        version = f"{self.live.session.id}.{now.node}"
        plan, faults = plan_page(around, url, view, version, served=served)
        for fault in faults:
            self.note_fault(fault)
        return plan

    def note_fault(self, fault: Fault) -> None:
        """Log an expression that failed on a page."""
        if (fault.feature, fault.pointer) not in self._told:
            self._told.add((fault.feature, fault.pointer))
            for app in self.live.apps:
                if any(feature.id == fault.feature for feature in app.plan.features):
                    place = str(app.plan.locate(fault.pointer))
                    self.session.log.add("feature_fault", feature=fault.feature, where=place, what=fault.message)

    # ---- documents -----------------------------------------------------------------------

    async def _shown(self, request: Request, answer: Response) -> Response:
        if request.header("sec-fetch-dest") in PARTS:
            return answer
        if not isinstance(answer.body, bytes) or not self._may_have(request.url):
            return answer
        url = request.url.partition("#")[0]
        if should_inject(request.headers, answer.headers, answer.status) != "document":
            return await self._fetched(url, request, answer)
        note_asked(url, self.session)
        if self._told_opened and answer.status == OPENED:
            note_opened(url, self.session)
        self.arrived = view = view_of(url, self.session)
        now = await self.live.now()
        plan = self.plan(url, view, now)
        if any(trigger.once for _, planner in self.planners for _, trigger in planner.features):
            answer = _showing(answer, self.plan(url, view, now, served=True))
        body = answer.body if isinstance(answer.body, bytes) else b""
        self.session.progress.led.pop(url, None)
        carried = self._carried.pop(url, None)
        standing = self._quiet_body(answer, body, plan) if carried is None else None
        quiet, body = standing is not None, body if standing is None else standing
        shown = plan.to_short_json() if quiet else plan.to_json()
        first = {**shown, "p": self.session.report_path, "h": plan.by_fragment}
        if not quiet and b"content-security-policy" in body.lower():
            first["m"] = True
        if carried is not None:
            first["t"] = carried
        socket = "ws" + url.partition("://")[0].removeprefix("http") + "://" + urlsplit(url).netloc
        connect = [origin_of(url) + self.session.report_path, socket + self.session.report_path]
        text = script_text(first)
        starter = starter_text(plan.url, plan.event_types(), by_fragment=plan.by_fragment) if quiet else ""
        script, waiting = (starter, text) if quiet else (text, "")
        headers, body = insert_script(answer.headers, body, script, connect=connect, waiting=waiting)
        headers = [*without(headers, "cache-control", "expires", "etag"), ("Cache-Control", "no-store")]
        return Response(answer.status, headers, body, answer.reason)

    def _quiet_body(self, answer: Response, body: bytes, plan: Plan) -> bytes | None:
        """The document as it shows the plan, where it does that by itself and nothing in it could change that."""
        kind = header(answer.headers, "content-type") or ""
        pieces = around_prelude(body) if kind.lower().startswith("text/html") else None
        made = self._quiet.showing(pieces, charset(kind), plan) if pieces is not None else None
        if pieces is None or made is None or made is pieces:
            return body if made is not None else None
        before, behind = pieces
        return made[0] + body[len(before) : len(body) - len(behind)] + made[1]

    async def _fetched(self, url: str, request: Request, answer: Response) -> Response:
        """A whole document that a script fetches, to put parts of it into its page: it shows the state as it is."""
        body = answer.body
        kind = (header(answer.headers, "content-type") or "").lower()
        if request.header("sec-fetch-dest") != "empty" or answer.status not in FETCHED:
            return answer
        view = view_of(url, self.session) if fetches_page(request) else {}
        if view:
            self.session.progress.led.pop(url, None)
        if not kind.startswith("text/html") or header(answer.headers, "content-encoding") or not is_page(body):
            return answer
        self.arrived = view
        plan = self.plan(url, view, await self.live.now(), served=True)
        return _showing(answer, plan) if plan.operations else answer

    def _may_have(self, url: str) -> bool:
        """Can a page of this origin be one of a page feature, now or after scripts have changed its address?"""
        origin = origin_of(url)
        return any(pattern is None or glob(pattern, origin) is not None for pattern in self._origins)

    def carry(self, url: str, then: JsonObject) -> None:
        """The next page of this address does `then` when it arrives."""
        while len(self._carried) >= MOST_CARRIED:
            del self._carried[next(iter(self._carried))]
        self._carried[url.partition("#")[0]] = then

    async def _question(self, request: Request) -> Response:
        body = await request.body.read()
        try:
            asked = json.loads(body[:LONGEST_QUESTION])
            url, view = str(asked["u"]), dict(asked.get("w") or {})
        except (ValueError, KeyError, TypeError):
            return Response(400, [("Cache-Control", "no-store")])
        plan = self.plan(url, view, await self.live.now())
        headers = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
        return Response(200, headers, json.dumps(plan.to_json()).encode())

    # ---- open pages ----------------------------------------------------------------------

    async def _converse(self, socket: WebSocket) -> None:
        page = OpenPage(self, socket)
        self.open.add(page)
        self._listen()
        try:
            await page.run()
        except UnknownSession:
            await socket.close(1001, "the session is closed")
        finally:
            self.open.discard(page)
            if not self.open and self._cancel is not None:
                self._cancel()
                self._cancel = None

    def _listen(self) -> None:
        if self._cancel is None:
            loop = asyncio.get_running_loop()

            def moved() -> None:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(self._stir)

            self._cancel = self.live.session.subscribe(moved)

    def _stir(self) -> None:
        for page in self.open:
            page.stir()


def _showing(answer: Response, plan: Plan) -> Response:
    """The document with what the plan says in it; the prelude is none of its scripts."""
    if not plan.operations or not isinstance(answer.body, bytes):
        return answer
    kind = header(answer.headers, "content-type") or ""
    try:
        text = answer.body.decode(charset(kind) or "utf-8", "replace")
    except LookupError:
        return answer
    shown = without_prelude(text, lambda own: rendered(own, plan)).encode()
    headers = without(answer.headers, "content-type", "content-length", "cache-control", "expires", "etag")
    headers = [*headers, ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")]
    return Response(answer.status, headers, shown, answer.reason)
