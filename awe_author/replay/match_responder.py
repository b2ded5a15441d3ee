"""Answers requests from the archive: find, choose, prepare, fit to the request.

The way of most requests is short: a GET whose URL has exactly one recorded answer that nothing else depends on is
remembered with its entry, and next time goes from the URL to the prepared bytes without matching again.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from awe_author.archive.canonical import RequestForm, request_form
from awe_author.archive.matching import Match, match
from awe_author.archive.model import Entry, SocketMessage
from awe_author.door.messages import Abort, Answer, Request, Response, Upgrade, WebSocket, header, without
from awe_author.features.feeds import Feeds
from awe_author.replay import polls, ranges
from awe_author.replay.answers import AnswerStore, Prepared
from awe_author.replay.combined import RULE as TOGETHER
from awe_author.replay.combined import Combined
from awe_author.replay.documents import touched
from awe_author.replay.done_alike import RULE as AFTER_THE_SAME
from awe_author.replay.done_alike import followed, note_done
from awe_author.replay.echoes import echoed, echoes_for
from awe_author.replay.feeding import conversations, feeds_in
from awe_author.replay.frozen import frozen_page
from awe_author.replay.gone_pages import is_gone_page
from awe_author.replay.headers import fitted_cors
from awe_author.replay.key_by_key import RULE, KeyByKey
from awe_author.replay.misses import known_host, log_miss
from awe_author.replay.nearest import Near, named_page, nearest_page
from awe_author.replay.of_another import RULE as OF_ANOTHER
from awe_author.replay.of_another import of_another
from awe_author.replay.own_address import own_address
from awe_author.replay.playback import LONGEST_GAP, SocketPlayback, stream
from awe_author.replay.preflight import is_preflight, permitted
from awe_author.replay.requests import FRAMES, WORKERS, destination, fetches_page
from awe_author.replay.session import ReplaySession
from awe_author.replay.shell_addresses import unrecorded_match
from awe_author.replay.shells import shell_match
from awe_author.replay.storage import arriving
from awe_author.replay.variants import recorded_variant

REDIRECTS = frozenset({301, 302, 303, 307, 308})
MOST_REDIRECTS = 8
"""Redirects of one URL in a row before it is taken for a loop that the recording does not lead out of."""
QUICK_REPEATS = 20
"""Times a page may fetch the same thing at once before it is slowed down."""
_SHORT_CUTS = 20_000
_NOT_SHORT = FRAMES | WORKERS | {"document"}
LATEST = 5.0
"""Seconds that an answer is late at most."""
_CONDITIONS = frozenset({"range", "if-none-match", "if-modified-since", "purpose", "sec-purpose"})


class ArchiveResponder:
    """The responder of one session."""

    def __init__(
        self,
        session: ReplaySession,
        *,
        longest_gap: float | None = LONGEST_GAP,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.answers = AnswerStore(session)
        """Of the session; features take recorded answers as examples from here, too."""
        self._keys = KeyByKey(session, self.answers)
        self._combined = Combined(session, self.answers)
        self._short: dict[str, Entry] = {}
        self._gap, self._sleep = longest_gap, sleep
        self._repeats: dict[int, tuple[float, int]] = {}
        self._feeds: dict[str, Feeds] = {}
        self.told: Mapping[int, Sequence[SocketMessage]] = {}
        """Recorded conversations in another order than they were recorded in, by the seq of their exchange."""

    async def __call__(self, request: Request, session: ReplaySession) -> Answer | None:
        entry = self._short.get(request.url) if request.method == "GET" else None
        if entry is not None:
            answer = self._quick(request, entry)
            if answer is not None:
                return answer
        if is_preflight(request):
            return self._preflight(request, session)
        body = await request.body.read()
        purpose = destination(request)
        if purpose == "document" or purpose in FRAMES:
            arriving(request, session, top=purpose == "document")
        form = request_form(request.method, request.url, request.headers, body)
        page = purpose == "document" or purpose in FRAMES or (session.live is not None and fetches_page(request))
        if session.cursor.done and not page and (made := self._followed(form, request, body, session, purpose)):
            return made
        near = named_page(request, session) if page else None
        found = self._chosen(form, request, session, purpose, near)
        if page and near is None and is_gone_page(request, found.entry, session):
            log_miss(request, session, Match("miss"))
            return None
        if found.entry is None and page:
            near = nearest_page(request, session)
            found = near.match(session) if near is not None else found
        if found.entry is None and (heard := await polls.posted(request, session)) is not None:
            return heard
        if found.entry is None and (made := self._by_keys(form, request, body, session, purpose)) is not None:
            return made
        if found.entry is None:
            return self._unfound(request, session, found, purpose, near)
        if polls.is_engine_poll(request):
            return await self._poll(form, request, session, purpose)
        return await self._serve(found, found.entry, request, session, purpose, near)

    def choice(self, form: RequestForm, request: Request, session: ReplaySession) -> Match:
        """Which recorded answer is due, without giving it."""
        purpose = destination(request)
        page = purpose == "document" or purpose in FRAMES
        return self._chosen(form, request, session, purpose, named_page(request, session) if page else None)

    def _chosen(
        self, form: RequestForm, request: Request, session: ReplaySession, purpose: str, near: Near | None
    ) -> Match:
        found = self._find(form, request, session, purpose) if near is None else near.match(session)
        if found.entry is None and purpose == "document":
            found = shell_match(request, session) or unrecorded_match(request, session) or found
        return found

    def _quick(self, request: Request, entry: Entry) -> Response | None:
        purpose, origin = "", None
        for name, value in request.headers:
            lower = name.lower()
            if lower == "sec-fetch-dest":
                purpose = value
            elif lower == "origin":
                origin = value
            elif lower in _CONDITIONS:
                return None
        if purpose in _NOT_SHORT:
            return None
        prepared = self.answers.prepare(entry, purpose)
        if prepared.body is None:
            return None
        headers = fitted_cors(prepared.headers, origin) if prepared.names_origin else prepared.headers
        return Response(prepared.status, headers, prepared.body, prepared.reason)

    def _find(self, form: RequestForm, request: Request, session: ReplaySession, purpose: str) -> Match:
        def ask(asked: RequestForm) -> Match:
            return match(
                asked,
                request.headers,
                session.archive,
                session.cursor,
                session.knowledge,
                now=session.present(),
                document=purpose == "document",
            )

        found = ask(form)
        if found.entry is None and request.method == "HEAD":
            as_get = ask(request_form("GET", request.url, request.headers, b""))
            return found if as_get.entry is None else as_get
        return found

    def _by_keys(
        self, form: RequestForm, request: Request, body: bytes, session: ReplaySession, purpose: str
    ) -> Answer | None:
        """Scripts put together of recorded ones. In a mock, an answer that is put together of recorded ones key by key,
        too, or is that about another thing."""
        rule, made = TOGETHER, self._combined.prepared(form, request.url, purpose)
        if made is None and session.live is None:
            return None
        if made is None:
            rule, made = RULE, self._keys.prepared(form, request.url, body, purpose)
        if made is None:
            rule, made = OF_ANOTHER, of_another(form, request.url, body, purpose, self._keys, session)
        if made is None:
            return None
        session.log.add("match", url=request.url, method=request.method, verdict="rule", rule=rule, seq=made.entry.seq)
        return self._fit(Match("rule", made.entry, rule=rule), made, request, session, purpose)

    def _followed(
        self, form: RequestForm, request: Request, body: bytes, session: ReplaySession, purpose: str
    ) -> Answer | None:
        """In a mock, an answer to what is asked about something after a write that was recorded about another thing."""
        made = followed(form, request.url, body, purpose, self._keys, session)
        if made is None:
            return None
        facts = {"verdict": "rule", "rule": AFTER_THE_SAME, "seq": made.entry.seq}
        session.log.add("match", url=request.url, method=request.method, **facts)
        return self._fit(Match("rule", made.entry, rule=AFTER_THE_SAME), made, request, session, purpose)

    def wrote(self, form: RequestForm, url: str, body: bytes, answer: bytes, session: ReplaySession) -> None:
        """A feature did this, which may be what was recorded of something else."""
        note_done(form, url, body, answer, self._keys, session)

    def _unfound(
        self, request: Request, session: ReplaySession, found: Match, purpose: str, near: Near | None
    ) -> Answer | None:
        recorded = request if near is None else near.asked(request)
        if purpose == "document" and (still := frozen_page(recorded, None, session)) is not None:
            return still
        if request.method in ("GET", "HEAD") and (purpose == "document" or purpose in FRAMES):
            variant = recorded_variant(request.url, session.archive)
            if variant is not None and self._may_redirect(request, session):
                session.log.add("match", url=request.url, method=request.method, verdict="rule", rule="address variant")
                return Response(302, [("Location", variant)], b"", "Found")
        log_miss(request, session, found)
        return None

    async def _serve(
        self,
        found: Match,
        entry: Entry,
        request: Request,
        session: ReplaySession,
        purpose: str,
        near: Near | None = None,
    ) -> Answer | None:
        repeated = session.cursor.was_served(entry.seq)
        moves = entry.writes or session.live is None
        session.cursor = found.cursor if moves else replace(found.cursor, position=session.cursor.position)
        if found.verdict in ("learned", "rule"):
            facts = {"verdict": found.verdict, "rule": found.rule, "seq": entry.seq}
            session.log.add("match", url=request.url, method=request.method, **facts)
        if entry.kind == "websocket" or request.is_websocket:
            return self._socket(entry, request, session)
        if session.live is not None and entry.writes:
            facts = {"url": request.url, "method": request.method, "seq": entry.seq}
            session.log.add("note", what="unmodelled write", **facts)
        if entry.status == 0:
            return Abort("no answer was recorded")
        if repeated and request.method == "GET" and purpose == "empty" and request.header("range") is None:
            await self._slow_down(entry, session)
        if entry.status in REDIRECTS:
            if not self._may_redirect(request, session):
                log_miss(request, session, Match("miss", rule="redirect loop"))
                return None
        elif purpose == "empty" and session.rerun.orderly:
            await self._take_time(entry, session)
        elif purpose == "document":
            session.arrived(entry.time)
            session.progress.redirects.clear()
            recorded = request if near is None else near.asked(request)
            if (still := frozen_page(recorded, entry, session)) is not None:
                return still
        prepared = self.answers.prepare(entry, purpose)
        if near is not None and near.url != request.url:
            prepared = own_address(prepared, near.url, request.url, session)
        if echoes := await echoes_for(found, entry, request, session):
            prepared = echoed(prepared, echoes, session)
        if found.verdict == "exact" and request.method == "GET" and not repeated:
            self._remember(request.url, entry, prepared, session)
        answer = self._fit(found, prepared, request, session, purpose)
        if isinstance(answer, Response):
            answer.mark = entry.seq
        return answer

    def _remember(self, url: str, entry: Entry, prepared: Prepared, session: ReplaySession) -> None:
        """Take the short way next time, when nothing but the URL decides about this answer."""
        plain = prepared.body is not None and prepared.status == 200 and entry.mime != "text/event-stream"
        plain = plain and not (session.live is not None and entry.mime == "text/html")  # features choose among pages
        timed = bool(session.archive.chunk_times(entry)) or entry.seq in session.rerun.given
        if not plain or timed or polls.is_engine_url(url):
            return
        form = request_form("GET", url, [], b"")
        if len(session.archive.by_exact(form.exact)) == 1:
            if len(self._short) >= _SHORT_CUTS:
                self._short.clear()
            self._short[url] = entry

    def _fit(self, found: Match, prepared: Prepared, request: Request, session: ReplaySession, purpose: str) -> Answer:
        response = touched(request, session, prepared, purpose)
        if response is None:
            response = self._plain(found, prepared, request, session)
        if prepared.names_origin:
            response.headers = fitted_cors(response.headers, request.header("origin"))
        return response

    def _plain(self, found: Match, prepared: Prepared, request: Request, session: ReplaySession) -> Response:
        entry = prepared.entry
        times = session.archive.chunk_times(entry)
        if entry.mime == "text/event-stream" or (len(times) > 1 and times[-1][0] > 1.0 and prepared.body is not None):
            headers, body = prepared.decoded(session)
            ends = not prepared.problem if entry.mime == "text/event-stream" else True
            pieces = stream(session, entry, body, times, ends=ends, longest_gap=self._gap, sleep=self._sleep)
            return Response(prepared.status, headers, pieces, prepared.reason)
        if found.rewrite is not None:
            headers, body = prepared.decoded(session)
            return Response(prepared.status, headers, renamed(body, *found.rewrite), prepared.reason)
        return self._conditional(prepared, request, session)

    def _conditional(self, prepared: Prepared, request: Request, session: ReplaySession) -> Response:
        response = prepared.response(session)
        if not ranges.complete(prepared.status, prepared.headers, prepared.length) or prepared.length is None:
            return response
        if request.method in ("GET", "HEAD") and ranges.not_modified(request, prepared.headers):
            return ranges.answer_304(prepared.headers)
        span = ranges.requested(request, prepared.headers, prepared.length)
        if span is False:
            return ranges.unsatisfiable(prepared.length)
        if span is not None and span is not True:
            return ranges.partial(response, span, prepared.length)
        if prepared.status == 206 and request.header("range") is None:
            return Response(
                200, without(response.headers, "content-range"), response.body, "OK", length=response.length
            )
        return response

    def _socket(self, entry: Entry, request: Request, session: ReplaySession) -> Answer:
        recorded = session.archive.response(entry)
        if entry.status != 101:
            return Response(entry.status or 404, without(recorded.headers, "content-length"), b"".join(recorded.body))

        async def converse(socket: WebSocket) -> None:
            messages = self.told.get(entry.seq) or session.archive.messages(entry)
            feeds = self._feeds_of(entry, session)
            talks = conversations(session, entry) if feeds is not None else ()
            others = [self.told.get(one.seq) or said for one, said in talks if one.seq != entry.seq]
            playback = SocketPlayback(
                session, entry, messages, longest_gap=self._gap, sleep=self._sleep, feeds=feeds, others=others
            )
            playback.connection = polls.connection_of(request.url)
            await playback.run(socket)

        cookies = [pair for pair in recorded.headers if pair[0].lower() == "set-cookie"]
        return Upgrade(converse, header(recorded.headers, "sec-websocket-protocol"), cookies)

    def _feeds_of(self, entry: Entry, session: ReplaySession) -> Feeds | None:
        """What goes on by itself: only where state decides what becomes of the recording."""
        if session.live is None or session.cursor.step is not None:
            return None
        address = entry.url.partition("?")[0]
        if address not in self._feeds:
            self._feeds[address] = feeds_in(session, entry.url, conversations(session, entry))
        return self._feeds[address]

    def _preflight(self, request: Request, session: ReplaySession) -> Answer | None:
        found = self._find(request_form("OPTIONS", request.url, [], b""), request, session, "")
        if found.entry is not None and 200 <= found.entry.status < 300:
            prepared = self.answers.prepare(found.entry, "")
            session.cursor = found.cursor
            return Response(
                prepared.status, fitted_cors(prepared.headers, request.header("origin")), b"", prepared.reason
            )
        if known_host(request, session):
            return permitted(request)
        log_miss(request, session, found)
        return None

    async def _poll(self, form: RequestForm, request: Request, session: ReplaySession, purpose: str) -> Answer | None:
        """Keep a poll waiting until the session has moved to where an answer is due."""

        def says_nothing(entry: Entry) -> bool:
            return self.answers.prepare(entry, purpose).body in polls.NOTHING

        found = await polls.due(lambda: self._find(form, request, session, purpose), request, session, says_nothing)
        if found is None or found.entry is None:
            return polls.nothing()
        return await self._serve(found, found.entry, request, session, purpose)

    async def _take_time(self, entry: Entry, session: ReplaySession) -> None:
        """While verifying, an answer that took its time takes it again: a message that it brings stays as long. A page
        that asks later than it did has its answer at the recorded moment, so that it does not fall behind further."""
        times, given = session.archive.chunk_times(entry), session.rerun.given.get(entry.seq)
        took = times[0][0] if len(times) == 1 else 0.0
        if given is not None:
            took = given - entry.time
            if session.cursor.step is not None:
                took = min(took, given - session.clock.now())
        if took > 0:
            await self._sleep(min(took, LATEST))

    async def _slow_down(self, entry: Entry, session: ReplaySession) -> None:
        """A page that asks for the same thing again and again at once is polling faster than it could when recorded."""
        now = asyncio.get_running_loop().time()
        last, count = self._repeats.get(entry.seq, (0.0, 0))
        count = count + 1 if now - last < 0.4 else 0
        self._repeats[entry.seq] = (now, count)
        if count > QUICK_REPEATS:
            await self._sleep(min(1.0, 0.05 * (count - QUICK_REPEATS)))

    @staticmethod
    def _may_redirect(request: Request, session: ReplaySession) -> bool:
        counts = session.progress.redirects
        counts[request.url] = counts.get(request.url, 0) + 1
        return counts[request.url] <= MOST_REDIRECTS


def renamed(body: bytes, recorded: str, asked: str) -> bytes:
    """A JSONP answer that calls the function the page made for it."""
    pattern = re.compile(rb"(?<![\w$.])" + re.escape(recorded.encode()) + rb"(?=\s*(&&|\())")
    return pattern.sub(lambda _: asked.encode(), body, count=4)
