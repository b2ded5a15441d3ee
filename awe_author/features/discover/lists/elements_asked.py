"""Filters that name elements of a list in each entity: `tags: [{"key": "team", "value": "ops"}]`.

An entity fits when each element that is asked for is in its list, by the members that the request names. What an app
does not show in that list may stand elsewhere in the entity, put together: `{"key": ".from", "value": "ops@prod"}` of
one whose `origin` is `{"name": "ops", "place": "prod"}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.comparing import NAMED_BY
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import plural, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import BODIES, Param
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.lists.asked_values import value_of

SIGNS = "@/:|#"
"""What may stand between the values that a text is put together of."""
SHORTEST = 2
"""Characters of such a value."""


@dataclass(frozen=True, slots=True)
class Together:
    """Of what the value of an element is put together."""

    value: str
    """The element's member that has it."""
    sign: str
    """What stands between the values."""
    record: str
    """The entity's field that holds the record with them; "" for the entity itself."""
    fields: tuple[str, ...]


@dataclass(slots=True)
class Elements:
    """How a parameter names elements."""

    param: Param
    of: str
    """The entity's field that holds the list."""
    members: tuple[str, ...]
    elsewhere: dict[str, Together] = field(default_factory=dict)
    """Name of an element -> what its value is put together of."""

    def fits(self, call: Call, entity: Mapping[str, Any]) -> bool:
        """Is each element that a request names in an entity?"""
        return all(self._has(entity, one) for one in _asked(self.param, call) or ())

    def _has(self, entity: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
        other = self.elsewhere.get(str(wanted[_naming(self.members)]))
        if other is not None:
            record = entity.get(other.record) if other.record else entity
            told = [record.get(name) for name in other.fields] if isinstance(record, dict) else [None]
            return None not in told and other.sign.join(map(str, told)) == wanted[other.value]
        held = entity.get(self.of)
        there = [one for one in held if isinstance(one, dict)] if isinstance(held, list) else []
        return any(all(one.get(name) == wanted[name] for name in self.members) for one in there)

    def condition(self, item: str) -> str:
        """The same as an expression."""
        own = member(item, self.of, sure=False, other="[]")
        same = " && ".join(f"{_get('t', name)} == {_get('e', name)}" for name in self.members)
        test = f"dyn({own} == null ? [] : {own}).exists(t, {same})"
        for key, other in self.elsewhere.items():
            record = member(item, other.record, sure=False) if other.record else f"dyn({item})"
            names = f"[{', '.join(map(text, other.fields))}]"
            there = f"{names}.all(n, dyn(r).get(n, null) != null)"
            told = f"{names}.map(n, string(dyn(r)[n])).join({text(other.sign)}) == {_get('e', other.value)}"
            made = f"[{record}].exists(r, type(r) == map && {there} && {told})"
            test = f"({_get('e', _naming(self.members))} == {text(key)} ? {made} : {test})"
        own = value_of(self.param)
        return f"(type({own}) != list || dyn({own}).all(e, type(e) == map && {test}))"


def elements_of(param: Param, calls: Sequence[Call], part: Entities) -> Elements | None:
    """How a parameter names elements; None when it does not in all calls, or nothing tells which entities have them."""
    if param.part != "body" or not param.listed:
        return None
    lists = [_asked(param, call) for call in calls if param.said(call) is not None]
    wanted = [one for asked in lists for one in asked or ()]
    word = snake(param.way[-1])
    names = [name for name in part.fields() if snake(name) in (word, plural(word)) and part.forms.get(name) == "list"]
    held = [one for name in names for value in part.values(name) if isinstance(value, list) for one in value]
    members = tuple(wanted[0]) if wanted else ()
    shown = [one for one in held if isinstance(one, dict) and all(name in one for name in members)]
    if not names or not shown or len(shown) < len(held):
        return None
    if None in lists or any(tuple(one) != members for one in wanted):
        return None
    made = Elements(param, names[0], members)
    for one in wanted:
        if not _told(one, shown, members) and not _elsewhere(made, one, part):
            return None
    return made


def _asked(param: Param, call: Call) -> list[dict[str, Any]] | None:
    """The elements that a request names; None when it has none, or other things than flat objects."""
    value = at(call.body, param.way[len(BODIES[call.kind]) :]) if call.kind in BODIES else None
    if not isinstance(value, list) or not value:
        return None
    plain = all(isinstance(one, dict) and one and not any(isinstance(inner, dict | list) for inner in one.values())
                for one in value)  # fmt: skip
    return value if plain else None


def _told(one: Mapping[str, Any], shown: Sequence[Mapping[str, Any]], members: Sequence[str]) -> bool:
    """Does some entity have an element of that name? Which have it can be told then."""
    name = _naming(members)
    return any(other[name] == one[name] for other in shown)


def _naming(members: Sequence[str]) -> str:
    return next((name for name in NAMED_BY if name in members), members[0])


def _elsewhere(made: Elements, one: Mapping[str, Any], part: Entities) -> bool:
    """Is the value of an element that no list shows put together of values of an entity that the recording created?"""
    name = _naming(made.members)
    values = [other for other in made.members if other != name]
    value = one[values[0]] if len(values) == 1 else None
    for entity in part.made.values() if isinstance(value, str) else ():
        for sign in (sign for sign in SIGNS if sign in str(value)):
            told = _together(entity, str(value).split(sign))
            if told is not None:
                made.elsewhere[str(one[name])] = Together(values[0], sign, *told)
                return True
    return False


def _together(entity: Mapping[str, Any], pieces: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """(record, its fields) where these values stand together: in the entity, or in one record of it."""
    if any(len(piece) < SHORTEST for piece in pieces):
        return None
    inner = {name: value for name, value in entity.items() if isinstance(value, dict)}
    for where, record in {"": entity, **inner}.items():
        told = [next((name for name, value in record.items() if value == piece), "") for piece in pieces]
        if all(told) and len(set(told)) == len(told):
            return where, tuple(told)
    return None


def _get(of: str, name: str) -> str:
    return f"dyn({of}).get({text(name)}, null)"
