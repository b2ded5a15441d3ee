"""What a request that makes a list inside another entity longer does to that list (`grown`): the effects, and what the
new record in it says: the new entity's key, what was sent, and the moment, else as recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import address_text, literal_text, map_text, scalar, text
from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.records import from_elsewhere
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.writes.below import star_places
from awe_author.features.discover.writes.derived import TAG, without_tags
from awe_author.features.discover.writes.grown import DEEPEST, Grown, Way, key_of
from awe_author.features.discover.writes.own_changes import MOMENT
from awe_author.features.discover.writes.said_changes import tells
from awe_author.features.discover.writes.wrapped import around
from awe_author.json_types import Json, JsonObject

ABOVE = "above"
"""The parameter of a create that says what it is made below, where no field does."""
MOST_KNOWN = 60
SHORTEST = 3
"""Characters of a text that was sent and is found in a record."""


def above_text(one: Operation) -> JsonObject:
    """What a request hands to its create, beside what it sends."""
    return {ABOVE: f"segments[{one.grown.place}]"} if one.grown is not None and one.grown.place is not None else {}


def above_params(one: Operation) -> list[str]:
    """The parameter of a create that says what it is above."""
    if one.role != "create" or one.grown is None:
        return []
    return [ABOVE if one.grown.place is not None else one.grown.field]


def grown_effects(one: Operation, part: Entities, seen: Seen) -> list[JsonObject]:
    """The effects of an operation on what is above."""
    grown: Grown | None = one.grown
    if grown is None:
        return []
    key, there = "string(params.id)", ""
    if one.role == "create":
        own = above_params(one)[0]
        key = f"string(params[{text(own)}])"
        there = f"{text(own)} in dyn(params) && dyn(params)[{text(own)}] != null && "
    home = grown.home.kind.name
    entity = f"dyn(state.{home}[{key}])"
    kept = _list_text(entity, grown.way)
    new = f"[{_record(one, part, grown, seen).text()}]"
    value: Json = _at(grown.way, f"{new} + {kept}" if grown.front else f"{kept} + {new}")
    for name, now in _times(grown).items() if grown.field else ():
        value = joined(value, {name: now})
    for way in _counts(grown.look[2], grown.look[3]):
        if one.role == "act" or (len(way) > 1 and way[:-1] == grown.way[:-1]):
            value = joined(value, _at(way, f"int({_of(entity, way, '0')}) + 1"))
        elif _counts_list(grown, way, seen):
            value = joined(value, _at(way, f"size({kept}) + 1"))
    effects: list[JsonObject] = [
        {"op": "merge", "path": f"/{home}/{{{key}}}", "value": value, "if": f"{there}{key} in state.{home}"}
    ]
    if one.role == "create" and grown.place is not None:
        path = f"/{part.kind.name}/{{string(id)}}"
        effects.append({"op": "merge", "path": path, "value": {ABOVE: None}})
    return effects


def _at(way: Way, value: str) -> Json:
    return nest(way, value, "", "")


def _of(own: str, way: Way, other: str) -> str:
    for name in way[:-1]:
        own = f"dyn({own}).get({text(name)}, {{}})"
    return f"dyn({own}).get({text(way[-1])}, {other})"


def _list_text(own: str, way: Way) -> str:
    found = _of(own, way, "[]")
    return f"({found} == null ? dyn([]) : dyn({found}))"


def _times(grown: Grown) -> dict[str, str]:
    """Moments of what is above that became now."""
    call, _, before, after = grown.look
    told = {name: call.now(value, MOMENT) for name, value in after.items() if name in before and value != before[name]}
    return {name: now for name, now in told.items() if now is not None}


def _counts(before: Mapping[str, Any], after: Mapping[str, Any], way: Way = ()) -> Iterator[Way]:
    """Places of numbers that became one more."""
    for name, now in after.items():
        was = before.get(name)
        if isinstance(now, dict) and isinstance(was, dict) and len(way) < DEEPEST:
            yield from _counts(was, now, (*way, name))
        elif type(now) is int and type(was) is int and now == was + 1:
            yield (*way, name)


def _counts_list(grown: Grown, way: Way, seen: Seen) -> bool:
    """Is a number as long as the list at all looks that show both?"""
    looks = [value for history in seen.values[grown.home.kind.name].values() for _, value in history]
    told = [(at(one, way), listed) for one in looks if isinstance(listed := at(one, grown.way), list)]
    return all(number is None or number == len(listed) for number, listed in told)


@dataclass(frozen=True, slots=True)
class _Record:
    """The new record, and what it may say of its call."""

    grown: Grown
    seen: Seen
    made: str
    """The key of the entity that the call made; "" where it made none."""
    own: Any
    """That key, as the app has it."""
    above: str
    """The key of what it was made below, where the address says it."""
    given: str
    """The expression of what is sent."""
    sent: Mapping[str, Any]

    def text(self) -> str:
        """The expression of it."""
        return self._whole("", dict(self.grown.record))

    def _whole(self, name: str, value: Any) -> str:
        if isinstance(value, dict | list) and value and self.sent.get(name) == value:
            return f"{self.given}.get({text(name)}, null)"
        if isinstance(value, dict):
            return self._known(value) or map_text({inner: self._whole(inner, one) for inner, one in value.items()})
        if isinstance(value, list):
            return "[" + ", ".join(f"dyn({self._whole('', one)})" for one in value) + "]"
        return self._key(name, value) or self._sent(name, value) or scalar(value)

    def _key(self, name: str, value: Any) -> str:
        """Of a key, an address with it, and a moment; else ""."""
        if self.made and str(value) == str(self.own):
            return "int(id)" if isinstance(value, int) else "string(id)"
        if self.made and self.above and str(value) == self.above:
            return f"int(params.{ABOVE})" if isinstance(value, int) else f"string(params.{ABOVE})"
        if not self.made and name in IDS and str(value) == str(key_of(self.grown.record)):
            return _next(self.grown, value)
        now = self.grown.call.now(value)
        return now or (address_text(value, self.made) if isinstance(value, str) and self.made else "")

    def _sent(self, name: str, value: Any) -> str:
        """Of a value that was sent, whole, without its tags, or between two texts; else ""."""
        for other, said in sorted(self.sent.items(), key=lambda pair: pair[0] != name):
            got = f"{self.given}.get({text(other)}, null)"
            if said == value and (name == other or (isinstance(said, str) and len(said) >= SHORTEST)):
                return got
            if not isinstance(said, str) or not isinstance(value, str):
                continue
            if value and said != value and TAG.sub("", said) == value:
                return f"({got} == null ? null : dyn({without_tags(f'string({got})')}))"
            sides = around(said, value)
            if sides is not None and len(said) > SHORTEST:
                return f"({got} == null ? null : dyn({text(sides[0])} + string({got}) + {text(sides[1])}))"
        return ""

    def _known(self, value: Mapping[str, Any]) -> str:
        """Of a record that what was sent names, where lists tell of others; else ""."""
        id_name = next((name for name in IDS if name in value), "")
        for other, said in self.sent.items() if id_name else ():
            if isinstance(said, str | int) and str(said) == str(value[id_name]):
                told = from_elsewhere({str(said): dict(value)}, id_name, self.seen)
                if 0 < len(told) < MOST_KNOWN:
                    table = literal_text(dict(sorted(told.items())))
                    return f"{table}.get(string({self.given}.get({text(other)}, '')), dyn({literal_text(value)}))"
        return ""


def _record(one: Operation, part: Entities, grown: Grown, seen: Seen) -> _Record:
    call = grown.call
    made = one.made[one.calls.index(call)] if one.role == "create" else ""
    own = part.made.get(made, {}).get(part.kind.key, made)
    above = "" if grown.place is None else call.segments[star_places(one.endpoint)[grown.place]]
    given = "params" if one.role == "create" else "dyn(params.changes)" if tells(one) else ""
    body = one.body(call)
    return _Record(grown, seen, made, own, above, given, body if isinstance(body, dict) and given else {})


def _next(grown: Grown, value: Any) -> str:
    """The key of a record that is none of an entity: numbers count on, others are random."""
    if not str(value).isdecimal():
        return "uuid()"
    own = _list_text("e", grown.way)
    all_of = f"state.{grown.home.kind.name}.values().map(e, math.greatest([0] + {own}.map(r, int(r.{_name(grown)}))))"
    number = f"math.greatest([{int(value) - 1}] + {all_of}) + 1"
    return number if isinstance(value, int) else f"string({number})"


def _name(grown: Grown) -> str:
    return next(name for name in IDS if name in grown.record)
