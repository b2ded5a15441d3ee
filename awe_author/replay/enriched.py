"""Answers what features are for, before the recording is asked: `features.api` says what, this makes it an answer.

Such an answer is of one session and of this moment. It is never kept by the browser (`no-store`, no validators), so
that its cache, a service worker that revalidates, and going back and forward all ask again.
"""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import urljoin, urlsplit

from awe_author.archive.canonical import RequestForm, request_form
from awe_author.archive.matching import Echo, Match, echoes_of
from awe_author.archive.model import Entry
from awe_author.archive.urls import socket_url
from awe_author.door.messages import (
    Answer,
    Headers,
    Request,
    Responder,
    Response,
    Upgrade,
    WebSocket,
    header,
    without,
)
from awe_author.features.api.asked import TooLarge
from awe_author.features.api.engine import Answered, Surfaces
from awe_author.features.api.faults import Fault
from awe_author.features.api.refusing import page
from awe_author.features.api.shaping import Shaped
from awe_author.features.live import Live
from awe_author.features.talks import EVENTS, is_engine_address
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl
from awe_author.replay import ranges
from awe_author.replay.answers import AnswerStore, Prepared
from awe_author.replay.batched import Due, tell
from awe_author.replay.documents import STATE_MOMENT, touched
from awe_author.replay.echoes import given_back
from awe_author.replay.engine_io import Converse, EngineServer
from awe_author.replay.enriched_socket import converse, stream
from awe_author.replay.feeding import feeds_in
from awe_author.replay.headers import fitted_cors
from awe_author.replay.nearest import LONGEST_QUERY
from awe_author.replay.playback import SocketPlayback
from awe_author.replay.preflight import is_preflight, permitted
from awe_author.replay.requests import FRAMES, destination, fetches_page, is_page, origin_of
from awe_author.replay.session import ReplaySession
from awe_author.replay.storage import arriving

_OF_THE_BODY = (
    "content-encoding",
    "content-md5",
    "digest",
    "repr-digest",
    "content-digest",
    "accept-ranges",
    "content-range",
)
_OF_THE_COPY = ("etag", "last-modified", "expires", "age", "pragma", "cache-control", "sourcemap")
"""Say how a copy may be kept and asked for again."""
_OF_THE_RECORDED = ("location", "content-location", "content-disposition", "link", "refresh")
"""Name what was recorded, which another answer is not."""
_GENERATED = re.compile(r"[A-Za-z_-]{0,20}\d{9,20}|[0-9a-f]{16,64}")
"""Values that a page makes anew for each request."""
Choose: TypeAlias = Callable[[RequestForm, Request, ReplaySession], Match]
Wrote: TypeAlias = Callable[[RequestForm, str, bytes, bytes, ReplaySession], None]
"""Hears of a write: (its form, URL and body, the answer, the session)."""
MOST_LED = 100
"""Pages that an action led to and that did not come yet."""


class EnrichedResponder:
    """The responder of one session with features.

    `surfaces` is shared by the sessions of a mock; `recorded` answers with what was recorded, out of `answers`.
    """

    def __init__(
        self,
        live: Live,
        surfaces: Surfaces,
        recorded: Responder[ReplaySession],
        answers: AnswerStore,
        choose: Choose | None = None,
        wrote: Wrote | None = None,
    ) -> None:
        """`choose`: which recorded answer is due, without giving it; `wrote`: hears of what features did."""
        self._live, self._surfaces, self._recorded, self._answers = live, surfaces, recorded, answers
        self._choose, self._wrote = choose, wrote
        self._engine = EngineServer()

    async def __call__(self, request: Request, session: ReplaySession) -> Answer | None:
        if is_engine_address(request.url) and self._surfaces.sockets.touches(request.url):
            return permitted(request) if is_preflight(request) else await self._engine_io(request, session)
        if request.is_websocket:
            return await self._socket(request, session)
        if is_preflight(request):
            return permitted(request) if self._surfaces.touches(request.url) else None
        if EVENTS in (request.header("accept") or "") and self._surfaces.sockets.routes.touches(request.url):
            return await self._stream(request, session)
        if not self._surfaces.concerns(request.method, request.url):
            return None
        return await self._by_features(request, session)

    async def _by_features(self, request: Request, session: ReplaySession) -> Answer | None:
        """What features of the request's address say; None where none of them is for it after all."""
        body = await request.body.read()
        try:
            asked = self._surfaces.read(request.method, request.url, request.headers, body)
        except TooLarge as error:
            session.log.add("note", what="upload refused", url=request.url, detail=str(error))
            return self._answer(page(413, ""), request, session)

        due = self._due(request, session, body)
        data = due is not None and due.entry is not None and "html" not in due.entry.mime
        if due is not None and not data and not self._surfaces.embeds(request.method, request.url, due.entry):
            return None
        entry = due.entry if due is not None else None
        form, asking = request_form(request.method, request.url, request.headers, body), self._surfaces.examples.asking
        among = Due(form, request, session, asking)
        answered = await self._surfaces.answer(self._live, asked, _noting(request, session), entry, among)
        if answered is None and (self._choose is None or self._choose(form, request, session).entry is None):
            answered = self._surfaces.recorded(asked, among)
        if answered is None:
            return None
        written = self._surfaces.written(answered.shaped, request.method, request.url, request.headers, body)
        answered = replace(answered, shaped=written)
        if answered.wrote:
            session.done_now()
            among.passed(answered.parts)
            if self._wrote is not None and answered.shaped.status < 400:
                self._wrote(form, request.url, body, answered.shaped.body or b"", session)
            if self._live.moved is not None:
                self._live.moved(self._live.session.head)  # it stands there with this write replayed
        elif due is not None and entry is not None and answered.shaped.like is entry:
            session.cursor = replace(due.cursor, position=session.cursor.position)
            session.arrived(entry.time)
            session.progress.redirects.clear()
        tell(answered, form, request, session, asking)
        self._log(answered, request, session)
        like = answered.shaped.like
        echoes = echoes_of(form, like) if like else ()
        response = self._answer(answered.shaped, request, session, echoes)
        if answered.wrote or request.method not in ("GET", "HEAD"):
            self._lead(answered, response, request, session)
        elif 300 <= response.status < 400 and destination(request) in ("document", *FRAMES):
            self._come(response, request, session)
        return response

    def _due(self, request: Request, session: ReplaySession, body: bytes) -> Match | None:
        """Of a document with JSON in it that features make: the one that is due. None for all other requests, and
        where none was recorded."""
        if self._choose is None or not self._surfaces.embeds(request.method, request.url):
            return None
        due = self._choose(request_form(request.method, request.url, request.headers, body), request, session)
        return due if due.entry is not None else None

    async def _socket(self, request: Request, session: ReplaySession) -> Answer | None:
        """The recorded conversation with features beside it; features alone where none was recorded."""
        conversation = self._surfaces.sockets.conversation(self._live, request.url, _noting(request, session))
        if conversation is None:
            return None
        answer = await self._recorded(request, session)
        if answer is not None and not isinstance(answer, Upgrade):
            return answer
        play = answer.handler if answer is not None else None

        async def handler(socket: WebSocket) -> None:
            await converse(socket, conversation, self._live, play)

        return Upgrade(handler) if answer is None else replace(answer, handler=handler)

    async def _engine_io(self, request: Request, session: ReplaySession) -> Answer | None:
        """A connection of engine.io, whatever carries it."""
        address = socket_url(request.url).partition("?")[0]
        talks = [one for one in self._surfaces.sockets.answers.talks if one.url.partition("?")[0] == address]

        def begin() -> Converse | None:
            conversation = self._surfaces.sockets.conversation(
                self._live, socket_url(request.url), _noting(request, session)
            )
            if conversation is None:
                return None
            play = None
            if talks:
                talk = talks[min(session.count_load(f"connection {address}"), len(talks) - 1)]
                for post in talk.posts:
                    session.cursor = session.cursor.after(post, session.archive)
                told = self._surfaces.sockets.answers.told
                beside = [told[one.entry.seq] for one in talks if one is not talk]
                feeds = feeds_in(session, address, [(one.entry, told[one.entry.seq]) for one in talks])
                play = SocketPlayback(session, talk.entry, told[talk.entry.seq], beside=beside, feeds=feeds).run
            return lambda socket: converse(socket, conversation, self._live, play)

        answer = await self._engine.answer(request, talks[0].opening if talks else {}, begin)
        if isinstance(answer, Response):
            answer.headers = allowed(answer.headers, request)
        return answer

    async def _stream(self, request: Request, session: ReplaySession) -> Answer | None:
        """The recorded event stream with features beside it; features alone where none was recorded."""
        note = _noting(request, session)
        conversation = self._surfaces.sockets.conversation(self._live, request.url, note, stream=True)
        if conversation is None:
            return None
        answer = await self._recorded(request, session)
        if answer is not None and not isinstance(answer, Response):
            return answer
        recorded, headers = None, [("Content-Type", EVENTS)]
        if answer is not None:
            headers = without(answer.headers, "cache-control", "content-type", "content-encoding") + headers
            body = answer.body
            recorded = once(body) if isinstance(body, bytes) else body.__aiter__()
        headers = allowed([*headers, ("Cache-Control", "no-store")], request)
        return Response(200, headers, stream(conversation, self._live, recorded))

    @staticmethod
    def _log(answered: Answered, request: Request, session: ReplaySession) -> None:
        features = list(answered.features)
        facts: dict[str, Any] = {"status": answered.shaped.status, "features": features, "wrote": answered.wrote}
        if answered.parts:
            facts["parts"] = [part.facts() for part in answered.parts]
        session.log.add("enriched", url=request.url, method=request.method, **facts)

    def _lead(self, answered: Answered, response: Response, request: Request, session: ReplaySession) -> None:
        """Note that an action has led the browser to the page that comes next, or that its form is shown again."""
        purpose = destination(request)
        done = {feature.id: feature.do for plan in self._surfaces.plans for feature in plan.features}
        action = next((did for name in answered.features if (did := done.get(name))), None)
        navigates = purpose == "document" or purpose in FRAMES
        if not (navigates or fetches_page(request)) or not answered.features:
            return
        if response.status >= 400 and action is not None:
            return
        to = header(response.headers, "location") if 300 <= response.status < 400 else ""
        if not navigates and not to and not is_page(response.body):
            return  # a part for the page that is there: no other page comes
        while len(session.progress.led) >= MOST_LED:
            del session.progress.led[next(iter(session.progress.led))]
        view: JsonObject = {"after": action or answered.features[0]}
        if answered.about:
            view |= {"about": answered.about, "result": answered.result}
        session.progress.led[urljoin(request.url, to or "").partition("#")[0]] = view

    def _come(self, response: Response, request: Request, session: ReplaySession) -> None:
        """Note what the address was asked for that leads to the page that comes next."""
        to = urljoin(request.url, header(response.headers, "location") or "").partition("#")[0]
        asked: JsonObject = dict(parse_qsl(urlsplit(request.url).query[:LONGEST_QUERY]))
        if asked and len(session.progress.led) < MOST_LED:
            session.progress.led[to] = {**session.progress.led.get(to, {}), "came": asked}

    def _answer(
        self, shaped: Shaped, request: Request, session: ReplaySession, echoes: Sequence[Echo] = ()
    ) -> Response:
        purpose = destination(request)
        top = purpose == "document"
        if top or purpose in FRAMES:
            arriving(request, session, top=top)
        prepared = self._prepared(shaped, request, session, purpose)
        prepared = given_back(prepared, [pair for pair in echoes if _GENERATED.fullmatch(pair[0])])
        response = touched(request, session, prepared, purpose)
        if response is None:
            response = Response(prepared.status, prepared.headers, prepared.body or b"", prepared.reason)
        if header(shaped.headers, "content-disposition") is not None:
            response = _in_parts(response, request)
        drop = [name for name in _OF_THE_COPY if name != "etag" or request.method in ("GET", "HEAD")]
        kept = without(response.headers, *drop)
        response.headers = allowed([*kept, ("Cache-Control", "no-store")], request)
        if purpose in ("", "empty"):
            response.headers = _with_moment(response.headers, request, session)
        return response

    def _prepared(self, shaped: Shaped, request: Request, session: ReplaySession, purpose: str) -> Prepared:
        given = [(name, value) for name, value in shaped.headers]
        if shaped.like is None:
            entry = _entry(shaped, request, session)
            return Prepared(entry, shaped.status, "", given, shaped.body or b"", None, 0.0)
        recorded = self._answers.prepare(shaped.like, purpose)
        headers, body = recorded.headers, shaped.body
        if body is None:
            headers, body = recorded.decoded(session)
        names = {name for name, _ in given}
        drop = _OF_THE_BODY if shaped.body is None else (*_OF_THE_BODY, *_OF_THE_RECORDED)
        headers = [*without(headers, *drop, *names), *given]
        reason = recorded.reason if recorded.status == shaped.status else ""
        return Prepared(shaped.like, shaped.status, reason, headers, body, len(body), 0.0)


def _with_moment(headers: Headers, request: Request, session: ReplaySession) -> Headers:
    """With the moment of the session's state, for the clock of the page that asks."""
    moment = session.go_on()
    if moment is None:
        return headers
    told = [*headers, (STATE_MOMENT, str(math.ceil(moment * 1000)))]
    other = request.header("origin") not in (None, origin_of(request.url))
    return [*told, ("Access-Control-Expose-Headers", STATE_MOMENT)] if other else told


async def once(body: bytes) -> AsyncIterator[bytes]:
    """A body that is all there, as a stream."""
    yield body


def _noting(request: Request, session: ReplaySession) -> Callable[[Fault], None]:
    """Keeps in the session's log that a feature failed."""

    def note(fault: Fault) -> None:
        facts = {"feature": fault.feature, "where": fault.where, "what": fault.what}
        session.log.add("feature_fault", url=request.url, method=request.method, **facts)

    return note


def _in_parts(response: Response, request: Request) -> Response:
    """A file, or the part of it that is asked for."""
    if response.status != 200 or not isinstance(response.body, bytes):
        return response
    response.headers = [*response.headers, ("Accept-Ranges", "bytes")]
    span = ranges.requested(request, [], len(response.body))
    if span is False:
        return ranges.unsatisfiable(len(response.body))
    return response if span is None or span is True else ranges.partial(response, span, len(response.body))


def _entry(shaped: Shaped, request: Request, session: ReplaySession) -> Entry:
    """Stands for an answer that nothing recorded is like."""
    mime = (header(shaped.headers, "content-type") or "").partition(";")[0]
    now = session.clock.now()
    return Entry(session.cursor.position, request.url, request.method, shaped.status, mime, now)


def allowed(headers: Headers, request: Request) -> Headers:
    """The headers with permission for the page that asks from another origin, as recorded or as for any."""
    origin = request.header("origin")
    if origin is None or origin == origin_of(request.url):
        return headers
    if header(headers, "access-control-allow-origin") is None:
        return [
            *headers,
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Allow-Credentials", "true"),
            ("Vary", "Origin"),
        ]
    return fitted_cors(headers, origin)
