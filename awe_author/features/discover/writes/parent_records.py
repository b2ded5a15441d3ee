"""What is made below something has a record of it: `POST /tasks/2/notes` is answered with a note whose
`about: {"id": 2, "name": "Tea"}` is that task.

Told where the field is called like what stands before the key in the address, or where all that lists at this address
show has the key there, of two parents at least.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.comparing import same
from awe_author.features.discover.common.keys import member, own_key, scalar, text
from awe_author.features.discover.entities.entities import Entities, record_key
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.writes.below import known_parents, named_like, star_places

Pair = tuple[str, Mapping[str, Any]]
"""(key in the address, the entity below it)."""


def record_parents(one: Operation, part: Entities) -> dict[str, int]:
    """Of a create: field with a record that no request sends -> number of the `*` in its path that tells it."""
    if one.role != "create" or one.guessed or part.kind.source != "json":
        return {}
    sent = one.names_sent()
    found: dict[str, int] = {}
    for number, place in enumerate(star_places(one.endpoint)):
        pairs = [*_pairs(one, part, place)]
        for name in part.fields() if pairs else ():
            told = part.forms.get(name) == "object" and name not in sent
            if told and all(_is_of(value.get(name), key) for key, value in pairs):
                sure = named_like(one.endpoint, place, name) or len({key for key, _ in pairs}) > 1
                found |= {name: number} if sure else {}
    return found


def _pairs(one: Operation, part: Entities, place: int) -> Iterable[Pair]:
    path = one.endpoint.path.rstrip("/")
    for call, key in zip(one.calls, one.made, strict=False):
        if key in part.made:
            yield call.segments[place], part.made[key]
    for group in part.kind.groups:
        if group.endpoint.path.rstrip("/") == path and group.endpoint.verb == "GET":
            yield from ((sighting.call.segments[place], sighting.value) for sighting in group.sightings)


def _is_of(value: Any, key: str) -> bool:
    return isinstance(value, dict) and same(record_key(value), key)


def parent_record_texts(one: Operation, part: Entities, parts: Iterable[Entities]) -> dict[str, str]:
    """Of a create: such a field -> the expression of its record, by the entity that the address names."""
    unsaid, made = record_parents(one, part), {}
    known = known_parents(one, parts) if unsaid else {}
    for field, number in unsaid.items():
        home = known.get(number)
        pairs = [*_pairs(one, part, star_places(one.endpoint)[number])]
        if home is None:
            continue
        parents = {**home.seed, **home.made}
        told = [(value[field], parents.get(key, {})) for key, value in pairs]
        own = f"state.{home.kind.name}[segments[{number}]]"
        inner = (f"{text(name)}: dyn({_member(name, told, own, home)})" for name in told[0][0])
        made[field] = "{" + ", ".join(inner) + "}"
    return made


def _member(name: str, told: Sequence[tuple[dict[str, Any], Mapping[str, Any]]], own: str, home: Entities) -> str:
    """The expression of one member: the parent's key, its field of that name where a look says so and records differ,
    else as recorded."""
    value = told[0][0][name]
    if value == record_key(told[0][0]):
        return own_key(own, home.kind.key, number=home.number)
    keys = {str(record_key(record)) for record, _ in told}
    alike = len(keys) > 1 and all(record.get(name) == value for record, _ in told)
    if (
        not alike
        and home.forms.get(name) == "plain"
        and any(record.get(name) == parent.get(name) for record, parent in told)
    ):
        return member(own, name, sure=name in home.certain())
    return scalar(value) if not isinstance(value, dict | list) else "null"
