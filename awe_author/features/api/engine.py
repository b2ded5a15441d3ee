"""What a request does and is answered, when a feature is for it.

    surfaces = Surfaces(plans, archive)           # once for a mock
    answer = await surfaces.answer(live, asked)   # for each request of a session

Reads are worked out from the state of the moment; writes act in the session first and are answered from the state right
after. Nothing is answered by halves: a feature that fails tells so (`Notes.fault`), and then a read is left to the
recording, a write is answered as by a server whose code failed, never by a recorded success.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from awe_author.archive.model import Entry
from awe_author.features.api import gone
from awe_author.features.api.asked import Asked
from awe_author.features.api.examples import Example, Examples
from awe_author.features.api.faults import Fault, Notes
from awe_author.features.api.memory import Memory
from awe_author.features.api.parts import asks
from awe_author.features.api.refusing import broken, refused
from awe_author.features.api.routes import Found, Routes
from awe_author.features.api.shaping import Shaped, dumps, named_in, shaped
from awe_author.features.api.sockets import Sockets
from awe_author.features.api.things import thing_of
from awe_author.features.api.together import Among, Part, first, left
from awe_author.features.dom.planning import Memories
from awe_author.features.dom.quiet.pages import QuietPages
from awe_author.features.forms import forms_of, sent_of
from awe_author.features.forms.source import PlainSource
from awe_author.features.live import Live, LiveApp, Now
from awe_author.features.model import ANY, Feature, FeatureFile, Reply, RequestTrigger
from awe_author.features.talks import Source
from awe_author.json_types import Json, JsonObject
from awe_author.session.events import Event
from awe_author.state.bindings import Names
from awe_author.state.cel import CelFault, to_json
from awe_author.state.cel.values import show
from awe_author.state.collection import Collection
from awe_author.state.model import ExpressionFault
from awe_author.state.types import ModelFault, Rejected

_NO_KEY = re.compile(r"no such key: (.*)", re.DOTALL)
_NO_NUMBER = re.compile(r"'(.*)' is no integer(?: of 64 bits)?", re.DOTALL)
_MOST_LEAVES = 2000
MANY = 2000
"""Entities of an app beyond which a read is worked out in a thread, so that other sessions need not wait for it."""


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why an action, or a look at an entity, was refused."""

    code: str
    message: str
    field: str = ""

    def bindings(self) -> JsonObject:
        return {"code": self.code, "message": self.message, "field": self.field}


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer and what gave it."""

    shaped: Shaped
    features: tuple[str, ...]
    wrote: bool = False
    """Was an action done, or refused?"""

    about: JsonObject = field(default_factory=dict)
    """What the action was about, as it is now, or as it was before it was taken away."""

    result: Json = None
    """What the action gave."""

    parts: tuple[Part, ...] = ()
    """Of a batch: what answered each."""


class Surfaces:
    """The request features of a mock, compiled once and shared by its sessions. Used in one event loop."""

    def __init__(self, plans: Sequence[FeatureFile], source: Source | None = None) -> None:
        self.plans = tuple(plans)
        self.forms = forms_of([form for plan in plans for form in plan.forms])
        """How messages are written where features see them otherwise."""

        self._plain = PlainSource(source, self.forms) if source is not None and self.forms.all else None
        self.routes = Routes.requests(plans)
        seen = (self._plain, self._plain.address) if self._plain is not None else (source,)
        self.examples = Examples(self.routes, *seen)
        source = self._plain or source
        self.sockets = Sockets(plans, source)
        self.pages = Memories()
        """What their pages show to begin with."""

        self.quiet = QuietPages()
        """What their documents show by themselves."""

        self._memory = Memory()

    async def answer(
        self, live: Live, asked: Asked, note: Notes, due: Entry | None = None, among: Among = first
    ) -> Answered | None:
        """The answer of the first feature that is for this request, None when none is. `due`: the recorded answer that
        would be given without features; where it is an example, it is the nearest, and where it is no document (data
        that a script asks for at the address of one), no feature that makes documents answers. `among`: chooses what is
        due of the recorded answers to a part of a batch."""
        if not asked.batch:
            return await self._single(live, asked, note, due)
        parts = [(one, await self._single(live, one, note)) for one in map(asked.part, asked.batch)]
        return self._together(parts, among) if any(part for _, part in parts) else None

    def recorded(self, asked: Asked, among: Among = first) -> Answered | None:
        """The recorded answer to a single request by JSON-RPC that only asks, whatever its `id` (JSON-RPC 2.0, 5: the
        answer says the same one); None for any other. For what neither a feature nor the recording answers."""
        if asked.kind != "jsonrpc" or asked.batch or not asks(asked):
            return None
        part, document = left(asked, self.examples, among, None)
        if part.entry is None or document is None:
            return None
        made = Shaped(part.entry.status, (("content-type", "application/json"),), dumps(document.value), part.entry)
        return Answered(made, (), parts=(part,))

    def concerns(self, method: str, url: str) -> bool:
        """May a request be for a feature?"""
        if self.forms.named_inside(method, url):
            return True
        address = self.forms.address(method, url)
        return any(next(self.routes.find(one, address), None) for one in self.forms.methods(method, url))

    def touches(self, url: str) -> bool:
        """May a request of any method to this address be for a feature?"""
        methods = ("GET", "POST")
        inside = any(self.forms.named_inside(method, url) for method in methods)
        return inside or any(self.routes.touches(self.forms.address(method, url)) for method in methods)

    def read(self, method: str, url: str, headers: Sequence[tuple[str, str]], content: bytes) -> Asked:
        """A request as features see it. Raises TooLarge."""
        if not self.forms.all:
            return Asked.of(method, url, headers, content)
        return Asked.of(*self.forms.plain(method, url, headers, content))

    def written(
        self, shaped: Shaped, method: str, url: str, headers: Sequence[tuple[str, str]], content: bytes
    ) -> Shaped:
        """What features answered such a request, as the app writes it."""
        if self._plain is None or not shaped.body:
            return shaped
        sent = sent_of(method, url, headers, content)
        like = shaped.like if self.forms.of(sent) else None
        recorded = self._plain.wire(like) if like is not None else self._plain.any_like(sent)
        return replace(shaped, body=self.forms.wrapped(sent, shaped.body, recorded))

    def embeds(self, method: str, url: str, entry: Entry | None = None) -> bool:
        """May a request be answered with a document into which features put JSON? `entry`: has this document all of it
        that one of them makes?"""
        if method not in ("GET", "HEAD"):
            return False
        replies = [one.route.feature.reply for one in self.routes.find(method, url)]
        templates = [one.embedded for one in replies if one is not None and one.embedded is not None]
        if entry is None or not templates:
            return bool(templates)
        page = self.examples.page(entry) if entry.status == 200 else None
        return page is not None and any(named_in(one) <= page.values.keys() for one in templates)

    def _together(self, given: Sequence[tuple[Asked, Answered | None]], among: Among) -> Answered:
        """One answer to a batch; a part that no feature is for is answered as recorded when it only asks, else it has
        failed."""
        values: list[Json] = []
        parts: list[Part] = []
        kept = [part for _, part in given if part is not None]
        known = all(part is not None or asks(asked) for asked, part in given)
        wrote: Sequence[Entry] | None = None
        for asked, part in given:
            if part is not None:
                document, same = part.shaped.document, self.examples.same_write(asked) if part.wrote else None
                wrote = same if part.wrote and known else wrote
                parts.append(Part(asked, "feature", part.features, same=same))
            else:
                told, document = left(asked, self.examples, among, wrote)
                parts.append(told)
            if document is not None:
                values.append(document.value)
        features = tuple(name for part in kept for name in part.features)
        headers = (("content-type", "application/json"),)
        like = next((part.shaped.like for part in kept if part.shaped.like is not None), None)
        status = like.status if like is not None and 200 <= like.status < 300 else 200
        status = kept[0].shaped.status if len(given) == len(kept) == 1 else status
        whole = Shaped(status, headers, dumps(values), like)
        return Answered(whole, features, any(part.wrote for part in kept), parts=tuple(parts))

    async def _single(self, live: Live, asked: Asked, note: Notes, due: Entry | None = None) -> Answered | None:
        found = list(self.routes.find(asked.method, asked.url))
        if not found:
            return None
        now = await live.now()
        for one in found:
            app = live.by_app.get(one.route.app)
            if app is None or (due is not None and "html" not in due.mime and _makes_documents(one)):
                continue
            names = bound(one, asked, now)
            if self.examples.condition(one.route).holds(names):
                return await self._by(live, app, one, asked, names, note, now, due)
        return self._by_absence(live, found, asked, now)

    async def _by(
        self,
        live: Live,
        app: LiveApp,
        found: Found,
        asked: Asked,
        names: Names,
        note: Notes,
        now: Now,
        due: Entry | None = None,
    ) -> Answered | None:
        """The answer of one feature."""
        feature = found.route.feature
        writes = feature.do is not None
        key = None if writes or asked.batch else (self._memory.key(feature, asked, now), due.seq if due else None)
        if key is not None and (kept := self._memory.get(key)) is not None:
            return Answered(kept, (feature.id,))
        near = self.examples.near(found, asked)
        if due is not None:
            near = sorted(near, key=lambda one: one.entry.seq != due.seq)
        try:
            if key is not None:
                if _entities(now, app.app) > MANY:
                    made = await asyncio.to_thread(self._reply, feature, names, asked, near)
                else:
                    made = self._reply(feature, names, asked, near)
                self._memory.keep(key, made)
                return Answered(made, (feature.id,))
            names, refusal, about = await self._act(live, app, found, asked, names)
            if refusal is None:
                made = self._told(found, names, asked, near, note)
                return Answered(made, (feature.id,), wrote=True, about=about, result=_result(names))
            return Answered(self._refuse(feature, refusal, names, asked, near), (feature.id,), wrote=True)
        except ExpressionFault as fault:
            absent = _absent(fault, found, asked)
            if absent is not None:
                shown = self._refuse(feature, _Refusal("not-found", absent), names, asked, near)
                return Answered(shown, (feature.id,), wrote=writes)
            note(Fault(feature.id, str(found.route.plan.locate(fault.pointer)), fault.message))
        except ModelFault as fault:
            note(Fault(feature.id, str(feature.place), str(fault)))
        return Answered(broken(asked), (feature.id,), wrote=True) if writes else None

    async def _act(
        self, live: Live, app: LiveApp, found: Found, asked: Asked, names: Names
    ) -> tuple[Names, _Refusal | None, JsonObject]:
        """Do the feature's action; the bindings after it, why it was refused, and what it was about."""
        feature = found.route.feature
        assert feature.do is not None
        params: Any = feature.with_.evaluate(names) if feature.with_ is not None else {}
        if not isinstance(params, dict):
            return names, _Refusal("params", "The request has no fields where fields are expected."), {}
        done = await live.act(app, feature.do, params, feature.id, cause_of(asked))
        after = bound(found, asked, done.now)
        if isinstance(done.outcome, Event):
            after["result"] = done.outcome.result
            return after, None, thing_of(done.outcome, app.app, done.now.state)
        return after, _refusal(done.outcome), {}

    def _told(self, found: Found, names: Names, asked: Asked, near: Sequence[Example], note: Notes) -> Shaped:
        """The reply to what was done. It has been done: a part that fails is told, and null in the answer."""
        feature = found.route.feature
        try:
            return self._reply(feature, names, asked, near)
        except ExpressionFault as fault:
            if feature.reply is None or feature.reply.json is None:
                raise
            made = self._reply(feature, names, asked, near, lenient=True)
            note(Fault(feature.id, str(found.route.plan.locate(fault.pointer)), fault.message))
            return made

    def _reply(
        self, feature: Feature, names: Names, asked: Asked, near: Sequence[Example], *, lenient: bool = False
    ) -> Shaped:
        reply = feature.reply or Reply(like="recorded", place=feature.place)
        named = isinstance(feature.on, RequestTrigger) and feature.on.like
        like = list(near if named else self._fine(near, asked))
        return shaped(reply, names, asked, like, self.examples, lenient=lenient)

    def _fine(self, near: Sequence[Example], asked: Asked) -> Iterator[Example]:
        """The examples that are no errors; also those that say so with status 200."""
        for one in near:
            if one.failed:
                continue
            if asked.kind:
                value = self.examples.document(one).value
                if isinstance(value, dict) and (value.get("errors") or value.get("error")):
                    continue
            yield one

    def _refuse(
        self, feature: Feature, refusal: _Refusal, names: Names, asked: Asked, near: Sequence[Example]
    ) -> Shaped:
        """As the feature's `errors` say, else as the app does."""
        given = feature.errors.get(refusal.code) or feature.errors.get(ANY)
        if not isinstance(given, Reply):
            segments = names.get("segments")
            told = segments if isinstance(segments, list) else []
            return refused(asked, refusal.code, refusal.message, refusal.field, near, self.examples, told)
        names = Names({**names, "rejection": refusal.bindings()}, dict(feature.let))
        failed = [one for one in near if one.failed] or self.examples.errors(asked.url)
        return shaped(given, names, asked, failed, self.examples)

    def _by_absence(self, live: Live, found: Sequence[Found], asked: Asked, now: Now) -> Answered | None:
        """The answer to a request about an entity that was there in this session and is not any more."""
        for one in found:
            condition = self.examples.condition(one.route)
            names = bound(one, asked, now)
            if condition.members and condition.sort_of(names):
                pointers = [member.pointer(one.route.app, names) for member in condition.members]
                lost = next((at for at in pointers if at is not None and gone.is_gone(live.session, now, at)), None)
                if lost is not None:
                    refusal = _Refusal("not-found", f"There is no {lost.rpartition('/')[2]}.")
                    near = self.examples.near(one, asked)
                    shown = self._refuse(one.route.feature, refusal, names, asked, near)
                    return Answered(shown, (one.route.feature.id,))
        return None


def _makes_documents(found: Found) -> bool:
    reply = found.route.feature.reply
    return reply is not None and reply.embedded is not None


def bound(found: Found, asked: Asked, now: Now) -> Names:
    """The bindings of one feature for a request; names of `let` are worked out when they are read."""
    values = {**asked.bindings(found.segments), **now.bindings(found.route.app), "result": None}
    return Names(values, dict(found.route.feature.let))


def _result(names: Names) -> Json:
    try:
        return to_json(names.get("result"))
    except CelFault:
        return None


def _entities(now: Now, app: str) -> int:
    """How much there may be to look through."""
    view = now.state.view(app)
    return sum(len(part) for name in view if isinstance(part := view[name], Collection))


def cause_of(asked: Asked) -> JsonObject:
    """What an event says of the request that led to it."""
    cause: JsonObject = {"type": "request", "method": asked.method, "url": asked.url}
    page = asked.header("referer")
    return {**cause, "page": page} if page else cause


def _refusal(rejected: Rejected) -> _Refusal:
    if rejected.code in ("unknown-app", "unknown-action"):
        raise ModelFault(rejected.what, app=rejected.app, action=rejected.action, pointer=rejected.pointer)
    return _Refusal(rejected.code, rejected.what, rejected.field)


def _absent(fault: ExpressionFault, found: Found, asked: Asked) -> str | None:
    """What to say when the key that an expression did not find is one that the request named, or what its address
    names cannot be one: no number where keys are numbers."""
    unlike = _NO_NUMBER.fullmatch(fault.message)
    if unlike is not None:
        own = next((one for one in found.segments if one[:40] == unlike[1][:40]), None)
        return f"There is no {own}." if own is not None else None
    missing = _NO_KEY.fullmatch(fault.message)
    if missing is None:
        return None
    named = (*found.segments, *asked.query.values(), *_leaves(asked.body))
    key = next((one for one in named if missing[1] in (f"'{one}'", show(one))), None)
    return f"There is no {key}." if key is not None else None


def _leaves(value: Json) -> set[str]:
    """The texts and numbers in a body, as text."""
    found: set[str] = set()
    waiting: list[Json] = [value]
    while waiting and len(found) < _MOST_LEAVES:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str | int):
            found.add(str(one))
    return found
