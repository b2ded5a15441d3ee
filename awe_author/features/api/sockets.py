"""What features do with the messages of a WebSocket: act, answer, and tell of changes. No sockets in here.

A message is bound as `message` (the JSON in it, if it is JSON) and `text`. The event `42["move",{"id":3}]` of socket.io
is `{event: "move", args: [{id: 3}]}`, and an answer of that form is sent as one; where the page asked for an
acknowledgement, an answer that is a list is that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import orjson

from awe_author.archive.model import Entry
from awe_author.archive.request_body import NotJson, form_fields
from awe_author.archive.rules import is_engine
from awe_author.features.api.asked import json_value
from awe_author.features.api.conditions import Condition, condition
from awe_author.features.api.examples import Source
from awe_author.features.api.faults import Fault, Notes
from awe_author.features.api.routes import Found, Routes
from awe_author.features.api.shaping import value_of
from awe_author.features.bodies import BodyTemplate, Seen
from awe_author.features.live import Live, Now
from awe_author.features.model import ANY, FeatureFile, Reply, SocketTrigger
from awe_author.json_types import Json, JsonObject
from awe_author.session.events import Event
from awe_author.state.bindings import Names
from awe_author.state.model import ExpressionFault
from awe_author.state.types import ModelFault, Rejected

Pair: TypeAlias = "tuple[Json, Json]"
"""A recorded message of the page, and what was answered."""
_NAMES = ("url", "path", "query", "segments", "message", "text")
_EVENT = re.compile(r"42(/[^,\[]*,)?(\d*)(\[.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a page."""

    text: str
    value: Json
    space: str = ""
    """Namespace of socket.io, with its comma."""
    acknowledge: str = ""
    """Number under which socket.io waits for an answer."""

    @classmethod
    def of(cls, data: str | bytes, *, engine: bool) -> Message:
        """Parse one; what is no JSON is its text."""
        text = data if isinstance(data, str) else data.decode("utf-8", "replace")
        found = _EVENT.fullmatch(text) if engine else None
        try:
            value = json_value((found[3] if found else text).encode())
        except NotJson:
            return cls(text, text)
        if found and isinstance(value, list) and value:
            return cls(text, {"event": value[0], "args": value[1:]}, found[1] or "", found[2])
        return cls(text, value)


class Conversation:
    """The features of one open socket of a session."""

    def __init__(
        self, live: Live, url: str, found: Sequence[Found], note: Notes, answers: Mapping[int, Sequence[Pair]]
    ) -> None:
        self._live, self._found, self._note, self._answers = live, tuple(found), note, answers
        self._url, self._engine = url, is_engine(url.partition("?")[0])
        self._said: dict[int, str] = {}
        """Of features that tell of changes: what they said last."""

    async def opened(self) -> list[str]:
        """What to send first. Features that tell of changes begin to watch here."""
        now = await self._live.now()
        for at, one in self._of("change"):
            said = self._reply(
                one, one.route.feature.reply, self._names(one, Message("", None), now), Message("", None)
            )
            self._said[at] = said or ""
        sent = []
        for _, one in self._of("open"):
            sent += await self._by(one, Message("", None), now)
        return sent

    async def heard(self, data: str | bytes) -> list[str] | None:
        """What to send back; None when no feature is for the message."""
        message = Message.of(data, engine=self._engine)
        now = await self._live.now()
        for _, one in self._of("message"):
            if Condition(one.route.feature.on.where).holds(self._names(one, message, now)):
                return await self._by(one, message, now)
        return None

    async def changed(self) -> list[str]:
        """What to send since the session has moved: of each feature that tells of changes what it says anew."""
        now, sent = await self._live.now(), []
        for at, one in self._of("change"):
            message = Message("", None)
            names = self._names(one, message, now)
            if not Condition(one.route.feature.on.where).holds(names):
                continue
            said = self._reply(one, one.route.feature.reply, names, message)
            if said is not None and said != self._said.get(at):
                self._said[at] = said
                sent.append(said)
        return sent

    @property
    def watches(self) -> bool:
        """Does a feature tell of changes?"""
        return bool(self._of("change"))

    def _of(self, event: str) -> list[tuple[int, Found]]:
        found = []
        for at, one in enumerate(self._found):
            trigger = one.route.feature.on
            if isinstance(trigger, SocketTrigger) and trigger.event == event:
                found.append((at, one))
        return found

    async def _by(self, found: Found, message: Message, now: Now) -> list[str]:
        feature, names = found.route.feature, self._names(found, message, now)
        reply = feature.reply
        try:
            if feature.do is not None:
                params: Any = feature.with_.evaluate(names) if feature.with_ is not None else {}
                done = await self._live.act(
                    self._live.by_app[found.route.app],
                    feature.do,
                    params if isinstance(params, dict) else {},
                    feature.id,
                    {"type": "socket", "url": self._url},
                )
                names = self._names(found, message, done.now)
                if isinstance(done.outcome, Event):
                    names["result"] = done.outcome.result
                else:
                    names["rejection"] = _rejection(done.outcome)
                    given = feature.errors.get(done.outcome.code) or feature.errors.get(ANY)
                    reply = given if isinstance(given, Reply) else None
        except ExpressionFault as fault:
            self._fault(found, fault)
            return []
        except ModelFault as fault:
            self._note(Fault(feature.id, str(feature.place), str(fault)))
            return []
        said = self._reply(found, reply, names, message)
        return [] if said is None else [said]

    def _reply(self, found: Found, reply: Reply | None, names: Names, message: Message) -> str | None:
        if reply is None:
            return None
        try:
            if reply.json is not None:
                return self._framed(
                    self._shaped(found, reply.json, names, message, like=reply.like is not None), message
                )
            if reply.text is not None:
                value = value_of(reply.text, names)
                return value if isinstance(value, str) else orjson.dumps(value).decode()
        except ExpressionFault as fault:
            self._fault(found, fault)
        return None

    def _shaped(self, found: Found, body: BodyTemplate, names: Names, message: Message, *, like: bool) -> Json:
        """The answer over what was answered to such a message when it was recorded, with the message's own marks."""
        pairs = self._answers.get(id(found.route.feature), ()) if like else ()
        made = body.make(names, Seen(tuple(answer for _, answer in pairs)))
        asked = pairs[0][0] if pairs else None
        if isinstance(made, dict) and isinstance(message.value, dict):
            for name, value in message.value.items():
                same = isinstance(asked, dict) and name in made and asked.get(name) == made[name]
                if same or (name == "id" and "jsonrpc" in message.value):
                    made[name] = value
        return made

    def _framed(self, value: Json, message: Message) -> str:
        """The answer as the connection frames it."""
        if not self._engine:
            return orjson.dumps(value).decode()
        if isinstance(value, dict) and isinstance(value.get("event"), str):
            args: Any = value.get("args")
            return (
                f"42{message.space}{orjson.dumps([value['event'], *(args if isinstance(args, list) else [])]).decode()}"
            )
        if isinstance(value, list) and message.acknowledge:
            return f"43{message.space}{message.acknowledge}{orjson.dumps(value).decode()}"
        return orjson.dumps(value).decode()

    def _fault(self, found: Found, fault: ExpressionFault) -> None:
        where = str(found.route.plan.locate(fault.pointer))
        self._note(Fault(found.route.feature.id, where, fault.message))

    def _names(self, found: Found, message: Message, now: Now) -> Names:
        values = {**_bound(self._url, found.segments, message), "result": None, **now.bindings(found.route.app)}
        return Names(values, dict(found.route.feature.let))


def _bound(url: str, segments: Sequence[str], message: Message) -> dict[str, object]:
    rest, _, query = url.partition("?")
    return {
        "url": url,
        "path": "/" + rest.partition("://")[2].partition("/")[2],
        "query": dict(form_fields(query)),
        "segments": list(segments),
        "message": message.value,
        "text": message.text,
    }


def _rejection(rejected: Rejected) -> JsonObject:
    return {"code": rejected.code, "message": rejected.what, "field": rejected.field}


class Sockets:
    """The socket features of a mock, shared by its sessions."""

    def __init__(self, plans: Sequence[FeatureFile], source: Source | None = None) -> None:
        self._routes = Routes.sockets(plans)
        self._answers: dict[int, list[Pair]] = {}
        self._where = {id(one.feature): condition(one.feature.on.where, _NAMES) for one in self._routes.all}
        if source is not None and self._routes.all:
            for entry in source.entries():
                if entry.kind == "websocket":
                    self._take(source, entry)

    def _take(self, source: Source, entry: Entry) -> None:
        """Keep what was answered to messages that a feature would take."""
        engine = is_engine(entry.url.partition("?")[0])
        asked: list[tuple[int, Json]] = []
        for one in source.messages(entry):
            message = Message.of(one.data, engine=engine)
            if not one.outgoing:
                for feature, question in asked:
                    if isinstance(message.value, dict | list):
                        self._answers.setdefault(feature, []).append((question, message.value))
                        asked = []
                continue
            asked = []
            for found in self._routes.find("GET", entry.url):
                where = self._where[id(found.route.feature)]
                bound = _bound(entry.url, found.segments, message)
                if where.whole is not None and where.sort_of(bound):
                    asked.append((id(found.route.feature), message.value))

    def conversation(self, live: Live, url: str, note: Callable[[Fault], None]) -> Conversation | None:
        """Of a socket that a page opens; None when no feature is for it."""
        found = [one for one in self._routes.find("GET", url) if one.route.app in live.by_app]
        return Conversation(live, url, found, note, self._answers) if found else None
