"""Lists of records inside an entity that grow by what is made below it: a note of `POST /contacts/7/notes` is one more
of the contact's `notes: {"data": [{"id": 9}], "total_count": 1}`, a reply to a talk one more of its parts.

Told by two looks at the entity with one such write between them: one list, also in records in it, has one record more
at its end or front, and is else as it was. What the record says is told from the new entity's key, what was sent, and
the moment, else it is as recorded; numbers beside lists that became one more count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from awe_author.features.discover.common.keys import address_text, scalar, text
from awe_author.features.discover.common.names import IDS, plural, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.records import from_elsewhere
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.writes.below import star_places
from awe_author.features.discover.writes.derived import TAG, without_tags
from awe_author.features.discover.writes.own_changes import MOMENT
from awe_author.features.discover.writes.said_changes import tells
from awe_author.features.discover.writes.wrapped import around
from awe_author.json_types import Json, JsonObject

ABOVE = "above"
"""The parameter of a create that says what it is made below, where no field does."""
DEEPEST = 3
MOST_KNOWN = 60
SHORTEST = 3
"""Characters of a text that was sent and is found in a record."""
Way = tuple[str, ...]
Look = tuple[Call, str, Mapping[str, Any], Mapping[str, Any]]
"""(call, key above, the entity above before, after)."""


@dataclass(frozen=True, slots=True)
class Grown:
    """A list that grows by each call of an operation."""

    home: Entities
    place: int | None
    """Number of the `*` in the address that says above what; None where a field does, or where it is the entity."""
    field: str
    """What a request calls that field."""
    way: Way
    front: bool
    look: Look
    """What told it."""
    record: Mapping[str, Any]
    """The new one then."""
    call: Call
    """What made it."""


def with_grown(operations: Sequence[Operation], parts: Sequence[Entities], seen: Seen) -> None:
    """Note the lists that operations make longer."""
    json = [part for part in parts if part.kind.source == "json"]
    for one in operations:
        if one.guessed or one.several or one.linked or one.kind.source != "json" or one.role not in ("create", "act"):
            continue
        told = (made for home, place, name, keys in _above(one, json)
                if (made := _grown(one, home, place, name, keys, seen)) is not None)  # fmt: skip
        one.grown = next(told, None)
    creates = [one for one in operations if one.role == "create" and not one.guessed and one.kind.source == "json"]
    for one in creates:
        others = (other.grown for other in creates if other.kind is one.kind and other.grown is not None)
        if one.grown is None and (told_by := next(others, None)) is not None:
            one.grown = _alike(one, told_by, json)


def _alike(one: Operation, told: Grown, parts: Sequence[Entities]) -> Grown | None:
    """The same list, of another address that makes such below the same: `/tickets/7/notes` as `/tickets/7/reply`."""
    part = next(part for part in parts if part.kind is one.kind)
    for home, place, name, _ in _above(one, parts):
        for call, key in zip(one.calls, one.made, strict=False):
            own = part.made.get(key, {})
            if home is told.home and place is not None and told.record.keys() <= own.keys():
                record: dict[str, Any] = {member: own[member] for member in told.record}
                texts = [member for member, value in told.record.items() if type(value) is int]
                record |= {member: int(record[member]) for member in texts if str(record[member]).isdecimal()}
                return replace(told, place=place, field=name, record=record, call=call)
    return None


def _above(one: Operation, parts: Sequence[Entities]) -> Iterator[tuple[Entities, int | None, str, list[str]]]:
    """(entities, number of a `*`, name of a field, keys) of what the calls may be made below."""
    if one.role == "act":
        yield from ((part, None, "", one.made) for part in parts if part.kind is one.kind)
        return
    others = [part for part in parts if part.kind is not one.kind]
    pieces = [piece for piece in one.endpoint.path.split("/") if piece]
    for number, place in reversed([*enumerate(star_places(one.endpoint))]):
        keys = [call.segments[place] for call in one.calls]
        homes = [part for part in others if {*keys} <= {*part.seed, *part.made}]
        yield from ((part, number, "", keys) for part in homes if part.kind.name == plural(snake(pieces[place - 1])))
    bodies = [body for call in one.calls if isinstance(body := one.body(call), dict)]
    for name in bodies[0] if len(bodies) == len(one.calls) else ():
        keys = [str(body.get(name)) for body in bodies]
        yield from ((part, None, name, keys) for part in others if {*keys} <= {*part.seed, *part.made})


def _grown(
    one: Operation, home: Entities, place: int | None, name: str, keys: Sequence[str], seen: Seen
) -> Grown | None:
    found: list[Grown] = []
    made = one.made if one.role == "create" else [""] * len(one.calls)
    for call, key, own in zip(one.calls, keys, made, strict=False):
        before = seen.before(home.kind, key, call.seq) or {}
        later = [value for seq, value in seen.values[home.kind.name].get(key, ()) if seq >= call.seq]
        for way, was in _lists(before):
            after = next((value for value in later if isinstance(_inside(value, way), list)), None)
            new = _one_more(was, _inside(after or {}, way))
            if after is not None and new is not None and own in ("", str(_key(new[1]))):
                front, record = new
                found.append(Grown(home, place, name, way, front, (call, key, before, after), record, call))
    if all(len(_inside(each.look[2], each.way)) == 0 for each in found) and found:
        found = [replace(found[0], front=_falls(home, found[0].way))]
    alike = {(each.way, each.front) for each in found}
    return found[0] if len(alike) == 1 else None


def _falls(home: Entities, way: Way) -> bool:
    """Do the keys in lists of others fall: does the newest one come first?"""
    lists = [_inside(one, way) for one in [*home.seed.values(), *home.made.values()]]
    keys = [[str(_key(each)) for each in one] for one in lists if isinstance(one, list) and len(one) > 1]
    told = [[int(key) for key in one] for one in keys if all(key.isdecimal() for key in one)]
    return bool(told) and all(one == sorted(one, reverse=True) for one in told)


def _lists(value: Mapping[str, Any], way: Way = ()) -> Iterator[tuple[Way, list[Any]]]:
    for name, inner in value.items():
        if isinstance(inner, list):
            yield (*way, name), inner
        elif isinstance(inner, dict) and len(way) + 1 < DEEPEST:
            yield from _lists(inner, (*way, name))


def _inside(value: Mapping[str, Any], way: Way) -> Any:
    found: Any = value
    for name in way:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def _one_more(before: Sequence[Any], after: Any) -> tuple[bool, Mapping[str, Any]] | None:
    """(is it at the front?, the record) that a list has beyond what it had."""
    if not isinstance(after, list) or len(after) != len(before) + 1 or not isinstance(after[-1], dict):
        return None
    own = [_key(one) for one in before]
    if [_key(one) for one in after[:-1]] == own:
        return False, after[-1]
    return (True, after[0]) if [_key(one) for one in after[1:]] == own else None


def _key(one: Any) -> Any:
    return next((one[name] for name in IDS if name in one), str(one)) if isinstance(one, dict) else one


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
        key, there = f"string(params[{text(own)}])", f"{text(own)} in dyn(params) && "
    home = grown.home.kind.name
    entity = f"dyn(state.{home}[{key}])"
    kept = _list_text(entity, grown.way)
    new = f"[{_record(one, part, grown, seen)}]"
    value = _nested(grown.way, f"{new} + {kept}" if grown.front else f"{kept} + {new}")
    for name, now in _times(grown).items() if grown.field else ():
        value[name] = now
    for way in _counts(grown.look[2], grown.look[3]):
        if one.role == "act" or (len(way) > 1 and way[:-1] == grown.way[:-1]):
            _put(value, way, f"int({_of(entity, way, '0')}) + 1")
    effects: list[JsonObject] = [
        {"op": "merge", "path": f"/{home}/{{{key}}}", "value": value, "if": f"{there}{key} in state.{home}"}
    ]
    if one.role == "create" and grown.place is not None:
        path = f"/{part.kind.name}/{{string(id)}}"
        effects.append({"op": "merge", "path": path, "value": {ABOVE: None}})
    return effects


def _nested(way: Way, value: Json) -> JsonObject:
    made: JsonObject = {}
    _put(made, way, value)
    return made


def _put(into: JsonObject, way: Way, value: Json) -> None:
    for name in way[:-1]:
        inner = into.setdefault(name, {})
        assert isinstance(inner, dict)
        into = inner
    into[way[-1]] = value


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


def _record(one: Operation, part: Entities, grown: Grown, seen: Seen) -> str:
    """The expression of the new record."""
    call = grown.call
    made = one.made[one.calls.index(call)] if one.role == "create" else ""
    own = part.made.get(made, {}).get(part.kind.key, made)
    given = "params" if one.role == "create" else "dyn(params.changes)" if tells(one) else ""
    body = one.body(call)
    sent = body if isinstance(body, dict) and given else {}
    key = made or str(_key(grown.record))

    def leaf(name: str, value: Any) -> str:
        if made and str(value) == str(own):
            return "int(id)" if isinstance(value, int) else "string(id)"
        if made and grown.place is not None and str(value) == call.segments[star_places(one.endpoint)[grown.place]]:
            return f"int(params.{ABOVE})" if isinstance(value, int) else f"string(params.{ABOVE})"
        if not made and str(value) == key and name in IDS:
            return _next(grown, value)
        if (now := call.now(value)) is not None:
            return now
        if isinstance(value, str) and made and (address := address_text(value, made)):
            return address
        for other, said in sorted(sent.items(), key=lambda pair: pair[0] != name):
            got = f"{given}.get({text(other)}, null)"
            if said == value and (name == other or (isinstance(said, str) and len(said) >= SHORTEST)):
                return got
            if isinstance(said, str) and value and said != value and TAG.sub("", said) == value:
                return f"({got} == null ? null : dyn({without_tags(f'string({got})')}))"
            sides = around(said, value) if isinstance(said, str) and isinstance(value, str) else None
            if sides is not None and len(str(said)) > SHORTEST:
                return f"({got} == null ? null : dyn({text(sides[0])} + string({got}) + {text(sides[1])}))"
        return scalar(value)

    def known(value: dict[str, Any]) -> str:
        """Of a record that what was sent names, where lists tell of others."""
        id_name = next((name for name in IDS if name in value), "")
        for other, said in sent.items() if id_name else ():
            if isinstance(said, str | int) and str(said) == str(value[id_name]):
                told = from_elsewhere({str(said): value}, id_name, seen)
                if 0 < len(told) < MOST_KNOWN:
                    table = ", ".join(f"{text(key)}: dyn({_literal(one)})" for key, one in sorted(told.items()))
                    return f"{{{table}}}.get(string({given}.get({text(other)}, '')), dyn({_literal(value)}))"
        return ""

    def whole(name: str, value: Any) -> str:
        if isinstance(value, dict | list) and value and sent.get(name) == value:
            return f"{given}.get({text(name)}, null)"
        if isinstance(value, dict):
            return (
                known(value)
                or "{" + ", ".join(f"{text(inner)}: dyn({whole(inner, one)})" for inner, one in value.items()) + "}"
            )
        if isinstance(value, list):
            return "[" + ", ".join(f"dyn({whole('', one)})" for one in value) + "]"
        return leaf(name, value)

    return whole("", dict(grown.record))


def _literal(value: Any) -> str:
    """A value as an expression."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text(name)}: dyn({_literal(inner)})" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(f"dyn({_literal(inner)})" for inner in value) + "]"
    return scalar(value)


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
