"""How much of its entities an endpoint shows: all of them as they are, some fields never, some in another form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from awe_author.features.discover.common.keys import scalar, text
from awe_author.features.discover.entities.entities import Entities, form_of
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.lists.roles import LIMIT, SHAPE


def otherwise(part: Entities, name: str, value: Any) -> bool:
    """Is a number kept as a text, or a text as a number?"""
    kept = [one for one in part.values(name) if one is not None]
    if isinstance(value, str):
        return value.isdecimal() and any(isinstance(one, int) for one in kept)
    return isinstance(value, int) and any(isinstance(one, str) and one.isdecimal() for one in kept)


def not_told(name: str, values: Sequence[Mapping[str, Any]], part: Entities) -> bool:
    """Does an endpoint always say null, also of entities that have a value elsewhere? It does not tell the field."""
    key, told = part.kind.key, [value for value in values if name in value]
    kept = {**part.seed, **part.made}
    return all(value[name] is None for value in told) and any(
        kept.get(str(value[key]), {}).get(name) is not None for value in told
    )


def in_part(
    own: str,
    name: str,
    told: Sequence[Any],
    part: Entities,
    blank: Mapping[str, Any] = MappingProxyType({}),
    sent: Sequence[Any] = (),
) -> str:
    """The expression of a field whose records an endpoint always shows with the same few of their members. `own`: that
    of the field; `told`: what the endpoint shows in it; `blank`: members that are always nothing there; `sent`: what
    was sent to it, of which it does not show all that others show."""
    listed = part.forms.get(name) == "list"
    shapes = {frozenset(record) for record in _records(told, listed=listed)}
    known = _records(part.values(name), listed=listed)
    kept = {member for record in known for member in record}
    blank = {} if listed else blank
    free = any(map(_says_more, part.sent.get(name, ()))) and not blank
    free = free or (name in part.written and name not in part.sent and not blank)
    shape = next(iter(shapes), frozenset())
    free = free and not any(isinstance(one, dict) and (one.keys() - shape) & kept for one in sent)
    lacking = listed and any(not shape <= record.keys() for record in known)
    if free or len(shapes) != 1 or not (blank or shape < kept or lacking):
        return own
    records = _records(told, listed=listed)
    of = "dyn(r)" if listed else f"dyn({own})"
    unknown = {one: _unknown([record[one] for record in records]) for one in records[0]}
    inner = {one: _bare(blank[one]) if one in blank else f"{of}.get({text(one)}, {unknown[one]})" for one in records[0]}
    made = ", ".join(f"{text(one)}: {value}" for one, value in inner.items())
    return (
        f"{own}.map(r, type(r) == map ? dyn({{{made}}}) : dyn(r))"
        if listed
        else f"(type({own}) == map ? dyn({{{made}}}) : dyn({own}))"
    )


def _says_more(sent: Any) -> bool:
    """Is what was sent a record, or a list of other things than keys?"""
    return isinstance(sent, dict) or (isinstance(sent, list) and any(isinstance(one, dict | list) for one in sent))


def _unknown(values: Sequence[Any]) -> str:
    """What is shown of a member that is not known: an empty list or false where it always is a list or a truth, what
    all have where that is no text."""
    if all(isinstance(value, list) for value in values):
        return "[]"
    alike = len(values) > 1 and all(value == values[0] and type(value) is type(values[0]) for value in values)
    if alike and isinstance(values[0], bool | int):
        return scalar(values[0])
    return "false" if all(isinstance(value, bool) for value in values) else "null"


def _bare(nothing: Any) -> str:
    return "null" if nothing is None else "{}" if isinstance(nothing, dict) else "[]"


def _records(values: Iterable[Any], *, listed: bool) -> list[dict[str, Any]]:
    inner = [one for value in values if isinstance(value, list) for one in value] if listed else values
    return [one for one in inner if isinstance(one, dict) and one]


def as_they_are(one: Operation, part: Entities, values: Sequence[Mapping[str, Any]]) -> bool:
    """Do the answers of an endpoint show whole entities that differ in which fields they have?"""
    shapes = {frozenset(value) for value in values}
    if part.number or part.kind.own_id or part.joins or not values:
        return False
    if one.calls[0].kind == "graphql" and any("__typename" in shape for shape in shapes):
        return False
    if part.kind.key_name != part.kind.key:
        return False
    if one.role in ("create", "update") and part.ragged:
        made = {name for key in one.made for name in part.made.get(key, ())}
        fields = made if one.role == "create" else {*part.kind.fields()}
    elif one.role in ("list", "read") and (len(shapes) > 1 or part.ragged):
        fields = {*part.kind.fields()}
    else:
        return False
    if any(name in SHAPE for call in one.calls for name in call.params) or _cut(one, part):
        return False
    return set().union(*shapes) >= fields and all(
        part.forms.get(name) == form_of(value[name]) or value[name] is None for value in values for name in value
    )


def _cut(one: Operation, part: Entities) -> bool:
    """May there have been more than was shown, by a limit?"""
    groups = [group for group in part.kind.groups if group.endpoint == one.endpoint and group.pattern == one.pattern]
    shown = Counter(sighting.call.seq for group in groups for sighting in group.sightings)
    limits = [(call, value) for call in one.calls for name, value in call.query if name in LIMIT]
    return not all(value.isdecimal() and shown[call.seq] < int(value) for call, value in limits)


def leaves_out_empty(values: Sequence[Mapping[str, Any]], part: Entities) -> bool:
    """Do answers to writes never say that a field is nothing, and leave some out of which others say it?"""
    said = {name for one in values for name in one if name in part.written}
    if len(said) * 2 < max(2, len(part.written)) or any(value is None for one in values for value in one.values()):
        return False
    known = {**part.seed, **part.made}
    return any(
        name not in one and value is None
        for one in values for name, value in known.get(str(one.get(part.kind.key)), {}).items()
    )  # fmt: skip


def left_out(name: str, one: Operation, values: Sequence[Mapping[str, Any]], part: Entities) -> bool:
    """Does an endpoint leave a field out where an entity has no value for it, and never say null? Answers to writes
    that only showed entities with a value do as the others do."""
    if one.role in ("create", "update") and all(name in value for value in values):
        groups = [group for group in part.kind.groups if name in group.fields()]
        others = [sighting.value for group in groups for sighting in group.sightings]
        return None not in [value[name] for value in values] and _left_out(name, others, part)
    return _left_out(name, values, part)


def _left_out(name: str, values: Sequence[Mapping[str, Any]], part: Entities) -> bool:
    kept = {**part.seed, **part.made}
    without = [kept.get(str(one.get(part.kind.key)), {}) for one in values if name not in one]
    told = [one[name] for one in values if name in one]
    return bool(without and told) and None not in told and all(one.get(name) is None for one in without)
