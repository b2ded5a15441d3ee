"""Answers as templates: which part of a message comes from the question, which from the state, which is as recorded.

A template is believed when it gives every recorded answer of its name. Lists are tried as: all children of the parent
that the question names, the last ones, those before (or after) the one that the question names, and those that a search
finds. What no try explains stays as recorded (`KEEP`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.talks.forms import (
    children,
    item_name,
    key_text,
    last,
    literal_of,
    order_of,
    ordered,
    own_key,
    place_text,
    same,
    shown,
)
from awe_author.features.discover.talks.opened import opened_by
from awe_author.features.discover.talks.searches import found_of
from awe_author.features.discover.talks.things import TRIVIAL, Spot, Thing, full_key, owner_of
from awe_author.features.turns import Line, Pattern, Said, Turn, at, params_of, scalars
from awe_author.json_types import Json, JsonObject

KEEP: Any = object()
"""As recorded."""
FULL = 100
"""Length from which a list is taken for cut off."""


@dataclass(slots=True)
class Memory:
    """What the server remembers of messages: name of the message, where, and what it said at first."""

    name: str
    place: Pattern
    first: Json

    @property
    def key(self) -> str:
        """Its member of `state.last`."""
        return snake(self.name) or "said"


@dataclass(slots=True)
class Reader:
    """Makes templates of the answers on one line."""

    line: Line
    kinds: list[Thing]
    memories: dict[str, Memory] = field(default_factory=dict)
    made: dict[int, tuple[Thing, Spot, str]] = field(default_factory=dict)
    """id() of a message that answers with a thing that was just made -> kind, place, name in the result."""
    opening: set[str] = field(default_factory=set)
    """Names of messages that say what is opened."""
    lets: JsonObject = field(default_factory=dict)
    """Names that the template which was made last needs."""

    def answers(
        self, pairs: Sequence[tuple[Turn, Said]], results: Callable[[Turn, Any], str | None] | None = None
    ) -> Any:
        """A template for the messages of one name, or KEEP. `results`: expression of something that the turn made."""
        self.lets = {}
        return self._build([(turn, said, said.value) for turn, said in pairs], (), results)

    # ---- parts of a message ----------------------------------------------------------------------------------------

    def _build(self, values: Sequence[tuple[Turn, Said, Any]], pattern: Pattern, results: Any) -> Any:
        first = values[0][2]
        if pattern == ("event",) or not all(type(value) is type(first) for _, _, value in values):
            return KEEP
        name = values[0][1].name
        if isinstance(first, list):
            found = self._listed(name, (*pattern, "*"), values, results)
            if found is not None or pattern not in ((), ("args",)):
                return KEEP if found is None else found
            return self._positions(values, pattern, results)
        new = self.made.get(id(values[0][1]))
        if isinstance(first, dict) and new is not None and new[1].pattern == pattern:
            whole = shown(new[0], new[1], f"state.{new[0].name}[result.{new[2]}]")
            return whole | {name: literal_of(first[name]) for name in new[0].inner if name in first}
        if isinstance(first, dict):
            made = {}
            for member in first:
                inner = [(turn, said, value[member]) for turn, said, value in values if member in value]
                part = self._build(inner, (*pattern, member), results) if len(inner) == len(values) else KEEP
                if part is not KEEP:
                    made[member] = part
            return made or KEEP
        return self._scalar(values, pattern, results)

    def _positions(self, values: Sequence[tuple[Turn, Said, Any]], pattern: Pattern, results: Any) -> Any:
        size = min(len(value) for _, _, value in values)
        parts = [
            self._build([(turn, said, value[n]) for turn, said, value in values], (*pattern, n), results)
            for n in range(size)
        ]
        if all(part is KEEP for part in parts):
            return KEEP
        return [self._as_recorded(values[0][2][n]) if part is KEEP else part for n, part in enumerate(parts)]

    @staticmethod
    def _as_recorded(value: Any) -> Json:
        return {} if isinstance(value, dict) else literal_of(value)

    def _scalar(self, values: Sequence[tuple[Turn, Said, Any]], pattern: Pattern, results: Any) -> Any:
        shown_values = [value for _, _, value in values]
        if all(value in TRIVIAL and not isinstance(value, int) for value in shown_values):
            return self._opened(values, pattern)
        made = [results(turn, value) for turn, _, value in values] if results is not None else [None]
        if made[0] is not None and all(one == made[0] for one in made):
            return made[0]
        asked = self.from_question([(turn, value) for turn, _, value in values], pattern[-1:])
        if asked is not None:
            return asked
        if same(shown_values):
            return self._opened(values, pattern)
        return self._counted(values) or self._remembered(values, pattern)

    @staticmethod
    def from_question(values: Sequence[tuple[Turn, Any]], member: Pattern = ()) -> str | None:
        """The place of the question that says the value, in every turn. `member`: what the answer calls it; yes and no
        say little, and are believed where they varied, or are called so in the question, too."""
        question = values[0][0].asked
        if question is None:
            return None
        for place, value in params_of(question.value):
            if place and value == values[0][1] and type(value) is type(values[0][1]):
                told = [(at(turn.asked.value, place) if turn.asked else None, value) for turn, value in values]
                varied = len({str(value) for _, value in values}) > 1 or not isinstance(value, bool)
                if (varied or place[-1:] == member) and all(
                    one == other and type(one) is type(other) for one, other in told
                ):
                    return place_text(place)
        return None

    def _counted(self, values: Sequence[tuple[Turn, Said, Any]]) -> str | None:
        """Is it how many children the parent has that the question names?"""
        numbers = [value for _, _, value in values]
        question = values[0][0].asked
        if question is None or not all(is_integer(one) for one in numbers):
            return None
        for kind in (one for one in self.kinds if one.parent is not None):
            for place, _ in params_of(question.value):
                owners = [str(at(turn.asked.value, place)) if turn.asked else "" for turn, _, _ in values]
                there = [len(kind.there(said.at, owner)) for owner, (_, said, _) in zip(owners, values, strict=True)]
                if kind.parent is not None and all(one in kind.parent.first for one in owners) and there == numbers:
                    return f"{children(kind, f'string({place_text(place)})')}.size()"
        return None

    def _remembered(self, values: Sequence[tuple[Turn, Said, Any]], pattern: Pattern) -> Any:
        """Is it what the page said last in messages of some name?"""
        told = self.line.asked()
        for name in dict.fromkeys(one.name for one in told):
            mine = [one for one in told if one.name == name]
            for place, _ in list(params_of(mine[0].value)):
                confirmed, first = 0, KEEP
                for _, said, value in values:
                    before = [one for one in mine if one.at < said.at]
                    if not before:
                        first = value
                    elif at(before[-1].value, place) == value:
                        confirmed += 1
                    else:
                        break
                else:
                    if confirmed:
                        known = self.memories.setdefault(name, Memory(name, place, None if first is KEEP else first))
                        if known.place == place:
                            return f"state.last[{text(known.key)}]"
        return KEEP

    def _opened(self, values: Sequence[tuple[Turn, Said, Any]], pattern: Pattern) -> Any:
        """Is it what is open, though no recorded answer says so after something was opened?"""
        said = opened_by(self.line, self.kinds, pattern, [(said, value) for _, said, value in values])
        place = next((place for place, _ in params_of(said.value)), None) if said is not None else None
        if said is None or place is None:
            return KEEP
        known = self.memories.setdefault(said.name, Memory(said.name, place, values[0][2]))
        self.opening.add(said.name)
        return f"state.last[{text(known.key)}]" if known.place == place else KEEP

    # ---- lists -----------------------------------------------------------------------------------------------------

    def _listed(self, name: str, pattern: Pattern, values: Sequence[tuple[Turn, Said, Any]], results: Any) -> Any:
        """The template of a list of things; None when it is none, or not explained."""
        for kind in self.kinds:
            for spot in kind.spots:
                if (spot.name, spot.pattern) == (name, pattern):
                    return self._things(kind, spot, values, results)
            for spot in kind.copies:
                if (spot.name, spot.pattern) == (name, pattern):
                    return found_of(kind, spot, values, self.lets, self.from_question)
        return None

    def _things(self, kind: Thing, spot: Spot, values: Sequence[tuple[Turn, Said, Any]], results: Any) -> Any:
        of_spot = {id(said): [one for one in spot.sights if one.said is said] for _, said, _ in values}
        owner = '""'
        if kind.parent is not None:
            owners = [(turn, owner_of(kind, spot, one)) for turn, said, _ in values for one in of_spot[id(said)][:1]]
            if not owners:
                return None
            place = self._names(kind.parent, owners) or self._new_one(kind.parent, owners, results)
            if place is None and len({key for _, key in owners}) > 1:
                return None
            owner = place or text(str(owners[0][1]))
        item = item_name(kind)
        seen = [
            (turn, said, [full_key(kind, spot, one) for one in of_spot[id(said)]], next(iter(
                [owner_of(kind, spot, one) for one in of_spot[id(said)]]), None))
            for turn, said, _ in values
        ]  # fmt: skip
        base = children(kind, owner)
        each = self._which(kind, seen, base)
        if each is None:
            return None
        return {"each": each, "as": item, "set": shown(kind, spot, item, self.inner(kind, spot, item))}

    @staticmethod
    def _new_one(kind: Thing, owners: Sequence[tuple[Turn, str | None]], results: Any) -> str | None:
        """The key of the parent that the turn made, as a text."""
        if results is None or any(owner not in kind.first for _, owner in owners):
            return None
        made = {results(turn, kind.first[str(owner)].value[kind.key]) for turn, owner in owners}
        found = made.pop() if len(made) == 1 else None
        return f"string({found})" if found is not None else None

    def _names(self, kind: Thing, owners: Sequence[tuple[Turn, str | None]]) -> str | None:
        """The place of the question that names the parent, as a text."""
        question = owners[0][0].asked if owners else None
        if question is None:
            return None
        for place, value in params_of(question.value):
            if all(turn.asked is not None and str(at(turn.asked.value, place)) == owner for turn, owner in owners):
                return f"string({place_text(place)})" if not isinstance(value, str) else place_text(place)
        return None

    def _which(self, kind: Thing, seen: Sequence[tuple[Turn, Said, list[str], str | None]], base: str) -> str | None:
        """Which of the children a list shows."""
        there = [(turn, keys, ordered(kind, kind.there(said.at, owner) if owner or kind.parent is None else []))
                 for turn, said, keys, owner in seen]  # fmt: skip
        there = [one for one in there if one[1] or not kind.parent]
        if not there:
            return None
        if all(keys == all_of for _, keys, all_of in there):
            return base
        if all(keys == all_of[::-1] for _, keys, all_of in there):
            return f"{base}.reverse()"
        sizes = {len(keys) for _, keys, _ in there}
        if len(sizes) == 1 and all(keys == all_of[-len(keys) :] for _, keys, all_of in there):
            return last(base, sizes.pop())
        return self._beside(kind, there, base)

    def _beside(self, kind: Thing, there: Sequence[tuple[Turn, list[str], list[str]]], base: str) -> str | None:
        """Those before or after the one that the question names."""
        question = there[0][0].asked
        for place, value in params_of(question.value) if question is not None else ():
            if isinstance(value, bool):
                continue
            marks = [str(at(turn.asked.value, place)) if turn.asked else "" for turn, _, _ in there]
            if not all(mark in all_of for mark, (_, _, all_of) in zip(marks, there, strict=True)):
                continue
            plain = kind.number and kind.key == "id" and not kind.placed and not kind.weak
            mark = f"state.{kind.name}[string({place_text(place)})]"
            mark = f"int({place_text(place)})" if plain else order_of(kind, mark)
            for sign in "<>":
                told = [_cut(sign, all_of, at_) for at_, (_, _, all_of) in zip(marks, there, strict=True)]
                right = [
                    keys == one[-max(len(keys), 1) :] and (len(keys) == len(one) or len(keys) >= FULL)
                    for one, (_, keys, _) in zip(told, there, strict=True)
                ]
                if all(right):
                    found = f"{base}.filter(one, {order_of(kind, 'one')} {sign} {mark})"
                    return found if all(len(keys) < FULL for _, keys, _ in there) else last(found, FULL)
        return None

    def inner(self, kind: Thing, spot: Spot, item: str) -> JsonObject:
        """The lists of children that objects at a spot hold."""
        found: JsonObject = {}
        for name, child in kind.inner.items():
            below = next(
                (one for one in child.spots if one.within is spot and one.pattern == (*spot.pattern, name, "*")), None
            )
            if below is None:
                continue
            base = children(child, key_text(kind, item))
            cases = []
            for sight in spot.sights:
                keys = [
                    one.key
                    for one in below.sights
                    if one.said is sight.said and one.place[: len(sight.place)] == sight.place
                ]
                if child.weak:
                    keys = [f"{sight.key}:{key}" for key in keys]
                cases.append((sight, keys, ordered(child, child.there(sight.said.at, sight.key))))
            which = self._part(kind, cases, base, item)
            inner_item = item_name(child)
            found[name] = {
                "each": which,
                "as": inner_item,
                "set": shown(child, below, inner_item, self.inner(child, below, inner_item)),
            }
        return found

    def _part(self, kind: Thing, cases: Sequence[tuple[Any, list[str], list[str]]], base: str, item: str) -> str:
        """All children, the last ones, or all of the one parent that the message itself names."""
        if all(keys == all_of for _, keys, all_of in cases):
            return base
        some = [len(keys) for _, keys, all_of in cases if keys != all_of]
        count = max(set(some), key=some.count)
        full = [sight for sight, keys, all_of in cases if keys == all_of and len(keys) > count]
        told = self._full_for(full) if full else None
        if told is None:
            return last(base, count)
        return f"{own_key(kind, key_text(kind, item))} == {told} ? {base} : {last(base, count)}"

    def _full_for(self, full: Sequence[Any]) -> str | None:
        """What a message says of the one whose children it shows in full."""
        for place, value in scalars(full[0].said.value):
            if str(value) == full[0].key and all(str(at(one.said.value, place)) == one.key for one in full):
                said = [one for one in self.line.said() if one.name == full[0].said.name]
                turns = {id(answer): turn for turn in self.line.turns for answer in turn.answers}
                values = [(turns.get(id(one), Turn(None)), one, at(one.value, place)) for one in said]
                found = self._remembered(values, place)
                return None if found is KEEP else str(found)
        return None


def _cut(sign: str, keys: list[str], mark: str) -> list[str]:
    """The keys before or after one."""
    place = keys.index(mark)
    return keys[:place] if sign == "<" else keys[place + 1 :]
