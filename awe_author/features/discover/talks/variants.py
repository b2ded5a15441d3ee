"""What messages of the page do: the things that they make, and the members that they change.

Messages of one name are told apart by the command that a text of them begins with (`/join #tea`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.talks.forms import named, place_text
from awe_author.features.discover.talks.parents import fits
from awe_author.features.discover.talks.things import TRIVIAL, Sight, Spot, Thing, shares
from awe_author.features.turns import Line, Pattern, Said, Turn, at, params_of, walk

_COMMAND = re.compile(r"/([A-Za-z][\w-]{0,30})(?:\s+(.*?))?\s*\Z", re.DOTALL)
GONE = re.compile(
    r"(?:^|[:._-])(?:part|leave|left|delete|deleted|remove|removed|destroy|destroyed|close|closed|quit)(?:$|[:._-])",
    re.I,
)

MARKS = frozenset(
    {
        "requestid",
        "request_id",
        "reqid",
        "ref",
        "correlationid",
        "correlation_id",
        "nonce",
        "invocationid",
        "callbackid",
    }
) | frozenset({"callid", "cid", "clientid", "client_id"})
"""Members (lower case) by which an answer tells which question it is for."""


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """One thing that a turn made."""

    kind: Thing
    spot: Spot
    sight: Sight
    key: str


@dataclass(frozen=True, slots=True, eq=False)
class Changed:
    """Members of one thing that a turn changed."""

    kind: Thing
    key: str
    said: Said
    place: Pattern
    member: str
    """Where the message names the thing, inside the object."""
    values: dict[str, Any]
    gone: bool = False


@dataclass(slots=True, eq=False)
class Variant:
    """The messages of one name, and one command."""

    name: str
    turns: list[Turn]
    command: str = ""
    place: Pattern = ()
    """Where the command stands."""
    others: bool = False
    """Are there messages of this name with commands (and this is about those without)?"""
    made: dict[int, list[Made]] = field(default_factory=dict)
    """id() of a turn -> what it made."""
    changed: dict[int, list[Changed]] = field(default_factory=dict)

    @property
    def writes(self) -> bool:
        """Does it make or change anything?"""
        return any(self.made.values()) or any(self.changed.values())

    def direct(self, turn: Turn, said: Said) -> bool:
        """Does a message answer this question alone, by its id, its acknowledgement, or a mark that it gives back?"""
        asked = turn.asked
        if asked is None:
            return False
        if said.message.id and said.message.id == asked.message.id and (said.message.answer or not said.message.name):
            return True
        mine, other = asked.value, said.value
        if not isinstance(mine, dict) or not isinstance(other, dict):
            return False
        if "jsonrpc" in other and "result" in other:
            return True
        return any(name.lower() in MARKS and other.get(name) == value for name, value in mine.items())

    def where(self) -> str:
        """The condition of its feature."""
        asked = self.turns[0].asked
        assert asked is not None
        found = named(asked)
        if self.command:
            return f"{found} && {place_text(self.place)}.matches({text(f'^/{self.command}([ ]|$)')})"
        return f"{found} && !{place_text(self.place)}.matches('^/[A-Za-z]')" if self.others else found

    def argument(self, turn: Turn) -> str | None:
        """What follows the command."""
        said = at(turn.asked.value, self.place) if turn.asked and self.command else None
        matched = _COMMAND.match(said) if isinstance(said, str) else None
        return (matched[2] or "").strip() if matched else None

    def argument_text(self) -> str:
        """The expression of what follows the command."""
        return f"{place_text(self.place)}.substring({len(self.command) + 1}).trim()"


def variants_of(line: Line, kinds: Sequence[Thing]) -> list[Variant]:
    """The sorts of messages of the page, with what they made and changed."""
    by_name: dict[str, list[Turn]] = defaultdict(list)
    for turn in line.turns:
        if turn.asked is not None:
            by_name[turn.asked.name].append(turn)
    found: list[Variant] = []
    for name, turns in by_name.items():
        found += _by_command(name, turns) if name else []
    for one in found:
        for turn in one.turns:
            one.made[id(turn)] = _made(turn, kinds)
            one.changed[id(turn)] = _changed(turn, kinds, one)
    return found


def _by_command(name: str, turns: Sequence[Turn]) -> list[Variant]:
    asked = [turn.asked for turn in turns if turn.asked is not None]
    for place, value in params_of(asked[0].value):
        said = [at(one.value, place) for one in asked]
        told = [_COMMAND.match(one) if isinstance(one, str) else None for one in said]
        if isinstance(value, str) and any(told):
            groups: dict[str, list[Turn]] = defaultdict(list)
            for turn, one in zip(turns, told, strict=True):
                groups[one[1] if one else ""].append(turn)
            return [Variant(name, group, command, place, others=not command) for command, group in groups.items()]
    return [Variant(name, list(turns))]


def _made(turn: Turn, kinds: Sequence[Thing]) -> list[Made]:
    answers = {id(one) for one in turn.answers}
    found = []
    for kind in kinds:
        for key, said in kind.made.items():
            if id(said) in answers and key not in kind.came:
                sight = kind.first[key]
                spot = next(one for one in kind.spots if sight in one.sights)
                found.append(Made(kind, spot, sight, key))
    found.sort(key=lambda one: one.sight.said.at)
    sent = {str(value) for place, value in params_of(turn.asked.value) if value not in TRIVIAL} if turn.asked else set()
    return found if any(shares(sent, one.sight.value) for one in found) else []


def _changed(turn: Turn, kinds: Sequence[Thing], variant: Variant) -> list[Changed]:
    """Messages that name a thing and say members of it otherwise than they were."""
    made = {id(one.sight.said) for one in variant.made.get(id(turn), ())}
    found: list[Changed] = []
    for said in turn.answers:
        if id(said) in made or (turn.asked is not None and said.name == turn.asked.name):
            continue
        for pattern, place, value in walk(said.value):
            shows = any((spot.name, spot.pattern) == (said.name, pattern) for kind in kinds for spot in kind.spots)
            for kind in kinds if not shows and "*" not in pattern else ():
                one = _about(kind, said, place, value)
                if one is not None:
                    found.append(one)
    return found


def _about(kind: Thing, said: Said, place: Pattern, value: dict[str, Any]) -> Changed | None:
    if kind.weak:
        return None
    fields = {name for one in kind.first.values() for name in one.value}
    for member, key in value.items():
        if (
            str(key) not in kind.first
            or isinstance(key, bool | float)
            or not (fits((member,), kind) or member == kind.key)
        ):
            continue
        told = {
            name: inner for name, inner in value.items() if name != member and name in fields and name not in kind.inner
        }
        known = kind.first[str(key)].value
        new = {name: inner for name, inner in told.items() if known.get(name) != inner and name not in kind.counts}
        if new:
            return Changed(kind, str(key), said, place, member, new)
        if GONE.search(said.name) and len(value) <= 2:
            return Changed(kind, str(key), said, place, member, {}, gone=True)
    return None
