"""What features do with the messages of a WebSocket: act, answer, and tell of changes. No sockets in here.

A message is bound as `message` (the JSON in it, if it is JSON) and `text`; how messages stand on the connection is its
frame (`features.frames`). A feature tells of changes by itself, whoever changed the state: of what it says (`change`),
or of the items of a list that came, became otherwise, or went (`added`, `changed`, `removed`). What the recording says
is theirs, too: a message that one is for tells of the state when it is played (`played`). Over GraphQL, changes are
told to each open subscription that the feature's `where` is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.archive.urls import socket_url
from awe_author.features import frames
from awe_author.features.api.conditions import Condition
from awe_author.features.api.faults import Fault, Notes
from awe_author.features.api.routes import Found, Routes
from awe_author.features.api.said import Answers, bound, frame_given
from awe_author.features.api.shaping import value_of
from awe_author.features.bodies import Seen
from awe_author.features.frames import NOTHING, Frame, Message
from awe_author.features.live import Live, Now
from awe_author.features.model import ANY, FeatureFile, Reply, SocketTrigger
from awe_author.features.talks import Source
from awe_author.json_types import Json, JsonObject
from awe_author.session.events import Event
from awe_author.state.bindings import Names
from awe_author.state.model import ExpressionFault
from awe_author.state.types import ModelFault, Rejected

MOST_LISTENERS = 500
"""Open subscriptions of one connection that are told of changes."""


@dataclass(slots=True)
class Heard:
    """What becomes of a message."""

    said: list[str] = field(default_factory=list)
    """What to send back."""
    rest: list[str] = field(default_factory=list)
    """What of it no feature is for: left to the recording."""
    early: int = 0
    """So many of `said` are sent before what the action has changed is told."""


class Conversation:
    """The features of one open socket of a session."""

    def __init__(
        self, live: Live, url: str, found: Sequence[Found], note: Notes, answers: Answers, frame: Frame
    ) -> None:
        self._live, self._found, self._note, self._answers = live, tuple(found), note, answers
        self._url, self.frame = url, frame
        self._own = answers.stated(self._found)
        self._listeners: dict[str, Message] = {} if frame == "graphql" else {"": NOTHING}
        self._told: dict[tuple[int, str], dict[str, tuple[object, str]]] = {}
        """Of features that tell of changes, for each listener: key of an item (`""`: the whole) -> item, and what was
        said of it."""

    async def opened(self) -> list[str]:
        """What to send first. Features that tell of changes begin to watch here."""
        now = await self._live.now()
        for listener in self._listeners.values():
            self._watch(listener, now)
        sent: list[str] = []
        for _, one in self._of("open"):
            sent += (await self._by(one, NOTHING, now)).said
        return sent

    async def heard(self, data: str | bytes) -> Heard | None:
        """What to send back; None when no feature is for the message."""
        parts = frames.read(data, self.frame)
        taken = [await self._one(part) for part in parts]
        if not any(taken):
            return None
        heard = Heard()
        for part, one in zip(parts, taken, strict=True):
            if one is None:
                heard.rest.append(frames.joined([part.text], self.frame))
            else:
                heard.said[heard.early : heard.early] = one.said[: one.early]
                heard.early += one.early
                heard.said += one.said[one.early :]
        return heard

    async def _one(self, message: Message) -> Heard | None:
        now = await self._live.now()
        if frames.ends(message):
            self._listeners.pop(message.id, None)
        listens = frames.subscription(message) and len(self._listeners) < MOST_LISTENERS
        watched = listens and any(self._listened(message, now))
        if watched:
            self._listeners[message.id] = message
            self._watch(message, now)
        for _, one in self._of("message"):
            if Condition(one.route.feature.on.where).holds(self._names(one, message, now)):
                return await self._by(one, message, now)
        return Heard() if watched else None

    async def changed(self) -> list[str]:
        """What to send since the session has moved: of each feature that tells of changes what it says anew."""
        now, sent = await self._live.now(), []
        for listener in list(self._listeners.values()):
            for at, one in self._listened(listener, now):
                sent += self._news(at, one, listener, now)
        return sent

    @property
    def watches(self) -> bool:
        """Does a feature tell of changes?"""
        return any(True for _ in self._watching())

    async def played(self, data: str, *, after_write: bool = False) -> str | None:
        """What is sent instead of a recorded message; None: nothing. What features say by themselves is left out,
        unless one is for it when it is played. `after_write`: when it was recorded, it told of a write."""
        parts = frames.read(data, self.frame)
        now = await self._live.now() if any(self._of("played")) else None
        sent: list[str] = []
        for part in parts:
            own = bool(part.name) and part.name in self._own
            found = self._player(part, now) if now is not None and not (own and after_write) else None
            if found is not None and now is not None:
                sent += self._replayed(found, part, now)
            elif not own:
                sent.append(part.text)
        if sent == [part.text for part in parts]:
            return data
        return frames.joined(sent, self.frame) if sent else None

    def _player(self, part: Message, now: Now) -> Found | None:
        """The feature that is for a recorded message of the server."""
        fitting = (one for _, one in self._of("played"))
        return next((one for one in fitting if self._fits(one, part, now)), None)

    def _fits(self, one: Found, message: Message, now: Now) -> bool:
        return Condition(one.route.feature.on.where).holds(self._names(one, message, now))

    def _replayed(self, found: Found, part: Message, now: Now) -> list[str]:
        """A recorded message as its feature says it; as it is where the feature fails."""
        feature, names = found.route.feature, self._names(found, part, now)
        sent: list[str] = []
        for reply in _replies(feature.reply, feature.more):
            try:
                if reply.when is not None and reply.when.evaluate(names) is not True:
                    continue
                if reply.text is not None:
                    sent += frames.plain(value_of(reply.text, names))
                else:
                    example = self._answers.itself(part)
                    made = reply.json.make(names, Seen((example.inner,))) if reply.json else example.inner
                    sent.append(frames.again(part, made, self.frame))
                if sent and self.frame not in frames.SEVERAL:
                    break
            except ExpressionFault as fault:
                self._fault(found, fault)
                return [part.text]
        return sent

    # ---- changes ---------------------------------------------------------------------------------------------------

    def _watching(self) -> Iterator[tuple[int, Found]]:
        for at, one in enumerate(self._found):
            if isinstance(one.route.feature.on, SocketTrigger) and one.route.feature.on.event not in (
                "message",
                "open",
                "played",
            ):
                yield at, one

    def _listened(self, listener: Message, now: Now) -> Iterator[tuple[int, Found]]:
        """The features that tell this listener of changes. Of items `where` is asked for each."""
        for at, one in self._watching():
            trigger = one.route.feature.on
            of_items = isinstance(trigger, SocketTrigger) and trigger.each is not None
            if (of_items and self.frame != "graphql") or Condition(trigger.where).holds(
                self._names(one, listener, now)
            ):
                yield at, one

    def _watch(self, listener: Message, now: Now) -> None:
        for at, one in self._listened(listener, now):
            self._told[at, listener.id] = dict(self._now(one, listener, now, {}))

    def _now(
        self, one: Found, listener: Message, now: Now, before: Mapping[str, tuple[object, str]]
    ) -> Iterator[tuple[str, tuple[object, str]]]:
        """What a feature says now: key -> item and text (of `added` and `removed` the text is not worked out)."""
        feature = one.route.feature
        trigger = feature.on
        assert isinstance(trigger, SocketTrigger)
        names = self._names(one, listener, now)
        if trigger.each is None or trigger.key is None:
            said = self._said(one, names, listener)
            yield "", (None, "\x00".join(said))
            return
        try:
            items = trigger.each.evaluate(names)
            for item in items if isinstance(items, Sequence) and not isinstance(items, str) else ():
                inner = self._names(one, listener, now, {trigger.name: item})
                if trigger.where is not None and self.frame != "graphql" and not Condition(trigger.where).holds(inner):
                    continue
                key = str(trigger.key.evaluate(inner))
                known = before.get(key)
                if known is not None and known[0] is item:
                    yield key, known
                elif trigger.event == "changed":
                    yield key, (item, "\x00".join(self._said(one, inner, listener)))
                else:
                    yield key, (item, "")
        except ExpressionFault as fault:
            self._fault(one, fault)

    def _news(self, at: int, one: Found, listener: Message, now: Now) -> list[str]:
        trigger = one.route.feature.on
        assert isinstance(trigger, SocketTrigger)
        before = self._told.get((at, listener.id), {})
        after = dict(self._now(one, listener, now, before))
        if trigger.event == "change" and not after.get("", (None, ""))[1]:
            return []
        self._told[at, listener.id] = after
        if trigger.event in ("change", "changed"):
            news = [
                said
                for key, (_, said) in after.items()
                if (key in before or not key) and before.get(key, (0, ""))[1] != said
            ]
            return [text for said in news for text in said.split("\x00") if text]
        there, gone = (after, before) if trigger.event == "added" else (before, after)
        sent = []
        for key, (item, _) in there.items():
            if key not in gone:
                sent += self._said(one, self._names(one, listener, now, {trigger.name: item}), listener)
        return sent

    # ---- answers ---------------------------------------------------------------------------------------------------

    def _of(self, event: str) -> list[tuple[int, Found]]:
        return [
            (at, one)
            for at, one in enumerate(self._found)
            if isinstance(one.route.feature.on, SocketTrigger) and one.route.feature.on.event == event
        ]

    async def _by(self, found: Found, message: Message, now: Now) -> Heard:
        feature, names = found.route.feature, self._names(found, message, now)
        replies = _replies(feature.reply, feature.more)
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
                    replies = [given] if isinstance(given, Reply) else []
        except ExpressionFault as fault:
            self._fault(found, fault)
            return Heard()
        except ModelFault as fault:
            self._note(Fault(feature.id, str(feature.place), str(fault)))
            return Heard()
        heard = Heard()
        for early in (True, False):
            for reply in (one for one in replies if one.early is early):
                heard.said += self._reply(found, reply, names, message)
            heard.early = heard.early or (len(heard.said) if early else 0)
        return heard

    def _said(self, found: Found, names: Names, message: Message) -> list[str]:
        feature = found.route.feature
        return [
            text
            for reply in _replies(feature.reply, feature.more)
            for text in self._reply(found, reply, names, message)
        ]

    def _reply(self, found: Found, reply: Reply, names: Names, message: Message) -> list[str]:
        try:
            if reply.when is not None and reply.when.evaluate(names) is not True:
                return []
            if reply.json is not None or reply.like is not None:
                return frames.write(self._shaped(found, reply, names, message), self.frame, message)
            if reply.text is not None:
                value = value_of(reply.text, names)
                return frames.plain(value)
        except ExpressionFault as fault:
            self._fault(found, fault)
        return []

    def _shaped(self, found: Found, reply: Reply, names: Names, message: Message) -> Json:
        """The answer over what was answered to such a message when it was recorded, with the message's own marks."""
        pairs = self._answers.near(found, reply, message) if reply.like else ()
        seen = Seen(tuple(pair.inner for pair in pairs))
        if reply.json is None:
            return pairs[0].inner if pairs else None
        made = reply.json.make(names, seen)
        asked = pairs[0].asked if pairs else None
        if (
            isinstance(made, dict)
            and isinstance(message.value, dict)
            and self.frame in ("json", "lines", "records", "array")
        ):
            for name, value in message.value.items():
                if isinstance(asked, dict) and name in made and asked.get(name) == made[name]:
                    made[name] = value
        return made

    def _fault(self, found: Found, fault: ExpressionFault) -> None:
        where = str(found.route.plan.locate(fault.pointer))
        self._note(Fault(found.route.feature.id, where, fault.message))

    def _names(self, found: Found, message: Message, now: Now, more: Mapping[str, object] | None = None) -> Names:
        values = {**bound(self._url, found.segments, message), "result": None, **now.bindings(found.route.app)}
        return Names({**values, **(more or {})}, dict(found.route.feature.let))


def _replies(first: Reply | None, more: Sequence[Reply]) -> list[Reply]:
    return [] if first is None else [first, *more]


def _rejection(rejected: Rejected) -> JsonObject:
    return {"code": rejected.code, "message": rejected.what, "field": rejected.field}


class Sockets:
    """The socket features of a mock, shared by its sessions."""

    def __init__(self, plans: Sequence[FeatureFile], source: Source | None = None) -> None:
        self.routes = Routes.sockets(plans)
        self.answers = Answers(self.routes, source)

    def touches(self, url: str) -> bool:
        """Is a feature for such connections?"""
        return bool(self.routes.all) and self.routes.touches(socket_url(url))

    def conversation(
        self, live: Live, url: str, note: Callable[[Fault], None], *, stream: bool = False
    ) -> Conversation | None:
        """Of a socket (or event stream) that a page opens; None when no feature is for it."""
        found = [
            one
            for one in self.routes.find("GET", url)
            if one.route.app in live.by_app and getattr(one.route.feature.on, "stream", False) is stream
        ]
        if not found:
            return None
        frame = self.answers.frame(url, frame_given(found))
        return Conversation(live, url, found, note, self.answers, frame)
