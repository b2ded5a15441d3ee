"""Lists of records inside an entity that grow by what is made below it: a note of `POST /contacts/7/notes` is one more
of the contact's `notes: {"data": [{"id": 9}], "total_count": 1}`, a reply to a talk one more of its parts.

Told by two looks at the entity with one such write between them: one list, also in records in it, has one record more
at its end or front, and is else as it was. Numbers beside lists that became one more count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from awe_author.features.discover.common.names import IDS, plural, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.writes.below import star_places

DEEPEST = 3
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
    new_keys = {key for one in creates for key in one.made}
    for one in operations:
        if one.role == "act" and one.grown is not None and str(key_of(one.grown.record)) in new_keys:
            one.grown = None  # another request made it, which no look shows by itself
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
            after = next((value for value in later if isinstance(at(value, way), list)), None)
            new = _one_more(was, at(after or {}, way))
            if after is not None and new is not None and own in ("", str(key_of(new[1]))):
                front, record = new
                found.append(Grown(home, place, name, way, front, (call, key, before, after), record, call))
    if all(len(at(each.look[2], each.way)) == 0 for each in found) and found:
        found = [replace(found[0], front=_falls(home, found[0].way))]
    alike = {(each.way, each.front) for each in found}
    return found[0] if len(alike) == 1 else None


def _falls(home: Entities, way: Way) -> bool:
    """Do the keys in lists of others fall: does the newest one come first?"""
    lists = [at(one, way) for one in [*home.seed.values(), *home.made.values()]]
    keys = [[str(key_of(each)) for each in one] for one in lists if isinstance(one, list) and len(one) > 1]
    told = [[int(key) for key in one] for one in keys if all(key.isdecimal() for key in one)]
    return bool(told) and all(one == sorted(one, reverse=True) for one in told)


def _lists(value: Mapping[str, Any], way: Way = ()) -> Iterator[tuple[Way, list[Any]]]:
    for name, inner in value.items():
        if isinstance(inner, list):
            yield (*way, name), inner
        elif isinstance(inner, dict) and len(way) + 1 < DEEPEST:
            yield from _lists(inner, (*way, name))


def _one_more(before: Sequence[Any], after: Any) -> tuple[bool, Mapping[str, Any]] | None:
    """(is it at the front?, the record) that a list has beyond what it had."""
    if not isinstance(after, list) or len(after) != len(before) + 1 or not isinstance(after[-1], dict):
        return None
    own = [key_of(one) for one in before]
    if [key_of(one) for one in after[:-1]] == own:
        return False, after[-1]
    return (True, after[0]) if [key_of(one) for one in after[1:]] == own else None


def key_of(one: Any) -> Any:
    """What tells a record in a list from the others."""
    return next((one[name] for name in IDS if name in one), str(one)) if isinstance(one, dict) else one
