"""What was said over sockets, and which message of the server answers which of the page.

An answer belongs to a question by its id or acknowledgement; else by its name (`search:results` answers `search`), each
question once; else by order: to the last question of a sort that such messages mostly follow. What follows no question
within some seconds, the server said by itself.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from awe_author.archive.model import SocketMessage
from awe_author.features import frames
from awe_author.features.frames import Frame, Message
from awe_author.features.talks import EVENTS, Talk
from awe_author.json_types import Json

ANSWERS_WITHIN = 8.0
"""Seconds after a question that messages of another name may answer it."""
DEEPEST = 9
FAR = 1_000_000
"""Messages of one conversation, at most."""
_WORD = re.compile(r"[:._/-]|(?<=[a-z])(?=[A-Z])")
Pattern = tuple[str | int, ...]
"""A place in a message; `*` is any element of a list."""


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """One message."""

    at: int
    """Its place among all that was said."""
    time: float
    """Epoch seconds."""
    outgoing: bool
    message: Message
    seq: int
    """Its place in the recording."""
    about: str = ""
    """Of an answer that has no name: that of its question."""

    @property
    def name(self) -> str:
        return self.message.name or self.about

    @property
    def value(self) -> Json:
        return self.message.value


@dataclass(slots=True, eq=False)
class Turn:
    """A message of the page and the answers to it; without one, what the server said by itself."""

    asked: Said | None
    answers: list[Said] = field(default_factory=list)


@dataclass(slots=True)
class Line:
    """All conversations with one address."""

    address: str
    frame: Frame
    stream: bool = False
    turns: list[Turn] = field(default_factory=list)
    """Of the page's messages, in order."""
    own: list[Said] = field(default_factory=list)
    """What the server said by itself."""
    openings: list[list[Said]] = field(default_factory=list)
    """Of each conversation, what the server said before the page did."""

    def said(self) -> list[Said]:
        """All messages of the server, in order."""
        found = [*self.own, *(one for turn in self.turns for one in turn.answers)]
        return sorted([*found, *(one for opening in self.openings for one in opening)], key=lambda one: one.at)

    def asked(self) -> list[Said]:
        """All messages of the page."""
        return [turn.asked for turn in self.turns if turn.asked is not None]


def lines_of(talks: Sequence[Talk]) -> list[Line]:
    """The lines, in the order in which they were first used."""
    lines: dict[str, Line] = {}
    order: dict[int, list[Said]] = {}
    for number, talk in enumerate(talks):
        for one in talk.messages:
            for message in frames.read(one.data, talk.frame):
                if message.name or isinstance(message.value, dict | list):
                    order.setdefault(number, []).append(
                        Said(0, talk.entry.time + one.time, one.outgoing, message, one.seq)
                    )
    order = {number: _numbered(said, number) for number, said in order.items()}
    for number, talk in enumerate(talks):
        address = talk.url.partition("?")[0]
        line = lines.setdefault(address, Line(address, talk.frame, talk.entry.mime == EVENTS))
        opening, rest = _opening(order.get(number, []))
        line.openings.append(opening)
        turns, own = _paired(rest)
        line.turns += turns
        line.own += own
    return list(lines.values())


def _numbered(said: Sequence[Said], number: int) -> list[Said]:
    """With their places: conversations one after the other, each in its own order."""
    return [replace(one, at=number * FAR + place) for place, one in enumerate(said)]


def _opening(said: list[Said]) -> tuple[list[Said], list[Said]]:
    first = next((place for place, one in enumerate(said) if one.outgoing and _means(one)), len(said))
    return [one for one in said[:first] if not one.outgoing and _means(one)], said[first:]


def _means(one: Said) -> bool:
    """Does it say something of the app (and is no packet that only connects)?"""
    return bool(one.name) or isinstance(one.value, list)


def _paired(said: Sequence[Said]) -> tuple[list[Turn], list[Said]]:
    turns = {id(one): Turn(one) for one in said if one.outgoing and _means(one)}
    waiting: list[Said] = []
    left: list[Said] = []
    by_name: Counter[str] = Counter()
    for one in said:
        if one.outgoing:
            if id(one) in turns:
                waiting.append(one)
            continue
        found = _by_id(one, waiting) or _by_name(one, waiting, turns)
        if found is None:
            left.append(one)
            continue
        by_name[found.name] += found.name == one.name or bool(one.message.id and one.message.id == found.message.id)
        turns[id(found)].answers.append(one)
    own = _by_order(left, waiting, turns, by_name)
    for turn in turns.values():
        asked = turn.asked.name if turn.asked else ""
        answers = sorted(turn.answers, key=lambda one: one.at)
        turn.answers = [one if one.name else replace(one, about=f"{asked} answered") for one in answers]
    return list(turns.values()), own


def _by_id(one: Said, waiting: Sequence[Said]) -> Said | None:
    if not one.message.id or (one.name and not one.message.answer and not _answers_by_id(one)):
        return None
    return next((asked for asked in reversed(waiting) if asked.message.id == one.message.id), None)


def _answers_by_id(one: Said) -> bool:
    value = one.value
    return isinstance(value, dict) and ("payload" in value or "jsonrpc" in value or "result" in value)


def _by_name(one: Said, waiting: Sequence[Said], turns: dict[int, Turn]) -> Said | None:
    """The first question of this name that no such message has answered yet; else of one that begins alike, and rather
    the last that asked for just what is told now."""
    alike = [asked for asked in waiting if asked.name == one.name] or [
        asked for asked in waiting if stem(asked.name) == stem(one.name) and stem(one.name)
    ]
    free = [asked for asked in alike if all(given.name != one.name for given in turns[id(asked)].answers)]
    told = dict(params_of(one.value))
    same = [asked for asked in free if asked.name != one.name and told and dict(params_of(asked.value)) == told]
    free = same[-1:] or free
    return free[0] if free and one.time - free[0].time < 60 else None


def stem(name: str) -> str:
    """The first word of a name."""
    return _WORD.split(name)[0].lower()


def _by_order(
    left: Sequence[Said], waiting: Sequence[Said], turns: dict[int, Turn], by_name: Counter[str]
) -> list[Said]:
    """Give the messages to the last question of the sort that they mostly follow; the others are returned."""
    asked_often = Counter(asked.name for asked in waiting)
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    last: dict[int, list[Said]] = {}
    for one in left:
        before = [asked for asked in waiting if asked.at < one.at and one.time - asked.time < ANSWERS_WITHIN]
        open_ones = [asked for asked in before if 2 * by_name[asked.name] < asked_often[asked.name]] or before
        last[id(one)] = open_ones
        if open_ones:
            votes[one.name][open_ones[-1].name] += 1
    own = []
    for one in left:
        most = max(votes[one.name].values(), default=0)
        fit = [asked for asked in last[id(one)] if 3 * votes[one.name][asked.name] >= most]
        if fit:
            turns[id(fit[-1])].answers.append(one)
        else:
            own.append(one)
    return own


def walk(value: Json, pattern: Pattern = (), place: Pattern = ()) -> Iterator[tuple[Pattern, Pattern, dict[str, Any]]]:
    """Every object of a message with its pattern and place, outer ones first. Arguments of an event are told apart."""
    if len(pattern) > DEEPEST:
        return
    if isinstance(value, dict):
        yield pattern, place, value
        for name, inner in value.items():
            if isinstance(inner, dict | list):
                yield from walk(inner, (*pattern, name), (*place, name))
    elif isinstance(value, list):
        told = pattern in ((), ("args",))
        for number, inner in enumerate(value):
            if isinstance(inner, dict | list):
                yield from walk(inner, (*pattern, number if told else "*"), (*place, number))


def at(value: Json, place: Iterable[str | int]) -> Any:
    """What stands at a place; None when nothing does."""
    found: Any = value
    for step in place:
        here: Any = found if isinstance(found, dict | list) else {}
        try:
            found = here[step]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def scalars(value: Json, place: Pattern = (), depth: int = 0) -> Iterator[tuple[Pattern, Any]]:
    """The plain values outside of lists of objects, with their places."""
    if isinstance(value, dict) and depth < DEEPEST:
        for name, inner in value.items():
            yield from scalars(inner, (*place, name), depth + 1)
    elif isinstance(value, list):
        if place in ((), ("args",)):
            for number, inner in enumerate(value):
                yield from scalars(inner, (*place, number), depth + 1)
    else:
        yield place, value


def name_place(value: Json) -> Pattern:
    """Where a message says its name; () when it says none."""
    if isinstance(value, dict):
        payload = value.get("payload")
        if isinstance(payload, dict) and isinstance(payload.get("operationName"), str):
            return ("payload", "operationName")
        return next(((word,) for word in frames.WORDS if isinstance(value.get(word), str)), ())
    return ()


def params_of(value: Json) -> Iterator[tuple[Pattern, Any]]:
    """The plain values of a message of the page beside its name and what the frame adds."""
    frame = (("jsonrpc",), ("id",)) if isinstance(value, dict) and "jsonrpc" in value else ()
    left = {name_place(value), *frame}
    for place, inner in scalars(value):
        if place not in left:
            yield place, inner


def by_question(talk: Talk) -> list[SocketMessage]:
    """The messages with each answer right after its question, wherever it came: so that it is still found when other
    messages in between are answered otherwise."""
    read = [(one, frames.read(one.data, talk.frame)) for one in talk.messages]
    if any(len(parts) != 1 for _, parts in read):
        return list(talk.messages)
    said = [Said(at, one.time, one.outgoing, parts[0], one.seq) for at, (one, parts) in enumerate(read)]
    first = next((place for place, one in enumerate(said) if one.outgoing and _means(one)), len(said))
    turns, _ = _paired(said[first:])
    after = {turn.asked.at: [one.at for one in turn.answers] for turn in turns if turn.asked is not None}
    answers = {place for places in after.values() for place in places}
    order = [place for one in said if one.at not in answers for place in (one.at, *after.get(one.at, ()))]
    return [talk.messages[place] for place in order]
