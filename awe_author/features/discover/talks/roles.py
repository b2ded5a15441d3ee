"""What a new thing says of who made it: as the others of its parent say of that one.

A message comes with `from: {nick: "ada", mode: "@"}`, and the people of the room are told as `{nick: "ada", modes:
["@"]}`: in another room, where ada is no operator, her messages have another mode. Believed when nearly all things that
were shown go by it, in at least two ways, and all those that the page itself made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.talks.forms import literal_of, same
from awe_author.features.discover.talks.things import Sight, Thing
from awe_author.features.turns import Pattern, at, scalars
from awe_author.json_types import Json, JsonObject

LEAST = 5
"""Things that have to be shown."""
SHARE = 0.9
"""Of them go by it: who has just come may be told to have what came with that only."""


@dataclass(frozen=True, slots=True)
class Role:
    """A member of a thing that goes by what is told of the one that is named beside it."""

    place: Pattern
    named: Pattern
    """Where the thing names that one."""
    among: Thing
    member: str
    first: bool
    """Is it the first of a list, or nothing?"""

    def says(self, owner: str | None, value: Any) -> tuple[Any, Any] | None:
        """(what a thing says, what it should say); None when that one is not known."""
        known = self.among.first.get(f"{owner}:{at(value, self.named)}")
        told = known.value.get(self.member) if known is not None else None
        if told is None or at(value, self.place) is None:
            return None
        return at(value, self.place), ((told or [""])[0] if self.first else told)

    def expression(self, owner: str, named: str, else_: Json) -> str:
        """The value, by the expressions of the parent's key and of the name."""
        key = f"{owner} + ':' + {named}"
        one = f"state.{self.among.name}[{key}]"
        if self.first:
            member = f"{one}.get({text(self.member)}, [])"
            return f"({key}) in state.{self.among.name} && {member}.size() > 0 ? {member}[0] : ''"
        return f"({key}) in state.{self.among.name} ? {one}.get({text(self.member)}, {else_}) : {else_}"


def with_roles(kind: Thing, kinds: Sequence[Thing], made: Sequence[Sight], value: JsonObject, owner: str) -> JsonObject:
    """The templates of a new thing, of which the page made some, with what goes by others of the parent."""
    for role in roles_of(kind, kinds, made):
        named, holder = at(value, role.named), at(value, role.place[:-1])
        if isinstance(named, str) and isinstance(holder, dict):
            holder[str(role.place[-1])] = role.expression(owner, named, literal_of(at(made[0].value, role.place)))
    return value


def roles_of(kind: Thing, kinds: Sequence[Thing], made: Sequence[Sight]) -> Iterator[Role]:
    """The members of a kind that go by who is named beside them; one for each."""
    beside = [one for one in kinds if one.weak and one.parent is kind.parent is not None and one is not kind]
    done: set[Pattern] = set()
    for role in (role for among in beside for role in _tries(made[0].value, among)):
        if role.place not in done and _told(role, kind, made):
            done.add(role.place)
            yield role


def _tries(value: Any, among: Thing) -> Iterator[Role]:
    members = {name: inner for one in among.first.values() for name, inner in one.value.items()}
    told = {place for place, _ in scalars(value)}
    names = [place for place in told if any(key.endswith(f":{at(value, place)}") for key in among.first)]
    for named in sorted(names, key=str):
        for place in sorted(told - {named}, key=str):
            for member, inner in members.items() if place[:-1] == named[:-1] else ():
                if member != among.key and not isinstance(inner, dict):
                    yield Role(place, named, among, member, isinstance(inner, list))


def _told(role: Role, kind: Thing, made: Sequence[Sight]) -> bool:
    mine = [role.says(kind.owners.get(one.key), one.value) for one in made]
    if not all(one is not None and same(one) for one in mine):
        return False
    shown = [role.says(kind.owners.get(key), one.value) for key, one in kind.first.items()]
    cases = [one for one in shown if one is not None]
    right = [one for one in cases if same(one)]
    return len(cases) >= LEAST and len(right) >= SHARE * len(cases) and len({repr(one[0]) for one in right}) > 1
