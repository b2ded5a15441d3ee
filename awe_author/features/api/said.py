"""What servers said in recorded conversations, as examples of the form that features' messages take."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.archive.model import SocketMessage
from awe_author.archive.request_body import form_fields
from awe_author.features import frames
from awe_author.features.api.conditions import condition
from awe_author.features.api.routes import Found, Routes
from awe_author.features.frames import FRAMES, WORDS, Frame, Message, frame_of
from awe_author.features.model import Reply, SocketTrigger
from awe_author.features.talks import Source, Talk, talks_of
from awe_author.features.turns import by_question
from awe_author.json_types import Json

MOST = 400
"""Examples of one feature."""
_OF_OTHERS = ("message", "played")
"""Events that are messages, of the page or of the recording."""
NAMES = ("url", "path", "query", "segments", "message", "text")
_LITERAL = re.compile(r"\s*(?:'([^'\\]*)'|\"([^\"\\]*)\")\s*")


@dataclass(frozen=True, slots=True)
class Pair:
    """A recorded message of the server, and the page's that it answers (None: it came by itself)."""

    asked: Json
    value: Json
    inner: Json
    """What of it a feature's `json` stands for."""


class Answers:
    """The recorded answers of socket features. Made once for a mock."""

    def __init__(self, routes: Routes, source: Source | None) -> None:
        self._of: dict[int, list[Pair]] = {}
        self._frames: dict[str, Frame] = {}
        self._routes = routes
        self._where = {id(one.feature): condition(one.feature.on.where, NAMES) for one in routes.all}
        self.talks: list[Talk] = talks_of(source) if source is not None and routes.all else []
        self.told: dict[int, Sequence[SocketMessage]] = {}
        """seq of the exchange that a conversation began with -> its messages, each answer right after its question."""
        for talk in self.talks:
            self._take(talk)
            if routes.touches(talk.url):
                self.told[talk.entry.seq] = by_question(talk)

    def frame(self, url: str, given: Frame | None) -> Frame:
        """The frame of a connection: as the feature says, else as recorded, else by its address."""
        return given or self._frames.get(url.partition("?")[0]) or frame_of(url, [])

    def near(self, found: Found, reply: Reply, message: Message) -> list[Pair]:
        """The examples of a feature's reply: of the same name, the nearest question first."""
        pairs = self._of.get(id(found.route.feature), [])
        wanted = _stated(reply.json.source) if reply.json is not None else ""
        named = [pair for pair in pairs if not wanted or frames.name_of(pair.value) == wanted]
        mark = _leaves(message.value)
        return sorted(named, key=lambda pair: -_likeness(_leaves(pair.asked), mark)) if len(named) > 1 else named

    def stated(self, found: Sequence[Found]) -> frozenset[str]:
        """The names of messages that these features say by themselves."""
        own = [
            one.route.feature
            for one in found
            if isinstance(one.route.feature.on, SocketTrigger) and one.route.feature.on.event not in _OF_OTHERS
        ]
        replies = [reply for one in own for reply in (one.reply, *one.more) if reply is not None]
        return frozenset(_stated(one.json.source) for one in replies if one.json is not None) - {""}

    @staticmethod
    def itself(message: Message) -> Pair:
        """A recorded message of the server as its own example."""
        return Pair(None, message.value, _inner(message))

    def _take(self, talk: Talk) -> None:
        """Keep what was answered to messages that a feature would take, and of other features what they would say."""
        found = list(self._routes.find("GET", talk.url))
        frame = frame_given(found) or talk.frame
        self._frames.setdefault(talk.url.partition("?")[0], frame)
        if not found:
            return
        asked: dict[int, Message] = {}
        for one in talk.messages:
            for message in frames.read(one.data, frame):
                if one.outgoing:
                    asked |= dict.fromkeys(self._takers(found, talk.url, message), message)
                else:
                    self._keep(found, message, asked)

    def _takers(self, found: Sequence[Found], url: str, message: Message) -> list[int]:
        taken = []
        for one in found:
            feature = one.route.feature
            where = self._where[id(feature)]
            mine = isinstance(feature.on, SocketTrigger) and feature.on.event == "message"
            if mine and where.whole is not None and where.sort_of(bound(url, one.segments, message)):
                taken.append(id(feature))
        return taken

    def _keep(self, found: Sequence[Found], message: Message, asked: Mapping[int, Message]) -> None:
        if not isinstance(message.value, dict | list):
            return
        for one in found:
            feature = one.route.feature
            question = asked.get(id(feature))
            by_itself = isinstance(feature.on, SocketTrigger) and feature.on.event not in _OF_OTHERS
            if question is None and not by_itself:
                continue
            if question is not None and message.id and question.id and message.id != question.id:
                continue
            kept = self._of.setdefault(id(feature), [])
            if len(kept) < MOST:
                kept.append(Pair(question.value if question else None, message.value, _inner(message)))


def frame_given(found: Sequence[Found]) -> Frame | None:
    """The frame that one of these features states."""
    stated = {one.route.feature.on.frame for one in found if isinstance(one.route.feature.on, SocketTrigger)}
    return next((one for one in FRAMES if one in stated), None)


def bound(url: str, segments: Sequence[str], message: Message) -> dict[str, object]:
    """What expressions of socket features read of the connection and a message."""
    rest, _, query = url.partition("?")
    return {
        "url": url,
        "path": "/" + rest.partition("://")[2].partition("/")[2],
        "query": dict(form_fields(query)),
        "segments": list(segments),
        "message": message.value,
        "text": message.text,
    }


def _inner(message: Message) -> Json:
    """What `json` of a reply stands for: of GraphQL the payload, of JSON-RPC the result, of others the whole."""
    value = message.value
    if isinstance(value, dict):
        if value.get("type") in ("next", "data") and "payload" in value:
            return value["payload"]
        if "jsonrpc" in value and "result" in value:
            return value["result"]
    return value


def _stated(source: Json) -> str:
    """The name that a template gives its message; "" when it gives none, or one that is worked out."""
    if not isinstance(source, dict):
        return ""
    for word in WORDS:
        given = source.get(word)
        found = _LITERAL.fullmatch(given) if isinstance(given, str) else None
        if found:
            return found[1] if found[1] is not None else found[2]
    return ""


def _leaves(value: Any, path: str = "", depth: int = 0) -> set[tuple[str, str]]:
    """Members and their values; a member counts also by itself."""
    if depth > 6:
        return set()
    if isinstance(value, dict):
        return {one for name, inner in value.items() for one in _leaves(inner, f"{path}/{name}", depth + 1)}
    if isinstance(value, list):
        return {one for at, inner in enumerate(value[:20]) for one in _leaves(inner, f"{path}/{at}", depth + 1)}
    return {(path, ""), (path, repr(value))}


def _likeness(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> int:
    return 3 * len(one & other) - len(one ^ other)
