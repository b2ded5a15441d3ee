"""Records of another kind beside entities, those that they name: `{"tickets": [{"owner_id": 7}], "users": [{"id": 7}]}`

Told when in every answer the keys beside are those that some fields of what is shown say, neither more nor fewer, in
the order of the keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.nesting import nest
from awe_author.features.discover.exchanges.sightings import Group
from awe_author.features.discover.replies.answers import fields_json
from awe_author.json_types import Json

ENOUGH = 2
"""Answers that have to show it so."""
MOST_FIELDS = 6


def sides_json(one: Operation, part: Entities, parts: Mapping[str, Entities], seen: Seen, shown: str) -> Iterator[Json]:
    """The templates of what stands beside. `shown`: the expression of what is shown, a list."""
    for other in parts.values():
        for group in other.kind.groups if other is not part and other.kind.source == "json" else ():
            beside = group.endpoint == one.endpoint and group.listed and "*" not in group.pattern[:-1]
            if not beside or group.pattern[: len(one.pattern or ())] == one.pattern:
                continue
            fields = _fields(one, part, other, group, seen)
            if fields:
                item = safe(singular(other.kind.name))
                key = f"string({member(item, other.kind.key)})"
                values = (f"dyn(t).get({text(name)}, null)" for name in fields)
                named = " || ".join(f"({value} != null && string({value}) == {key})" for value in values)
                those = f"state.{other.kind.name}.values().filter({item}, {shown}.exists(t, {named}))"
                if other.counted:
                    those = f"{those}.sortBy({item}, int({item}.id))"
                like = replace(one, kind=other.kind, pattern=group.pattern, role="list", calls=one.calls)
                yield nest(group.pattern, fields_json(like, other, item), those, item)


def _fields(one: Operation, part: Entities, other: Entities, group: Group, seen: Seen) -> Sequence[str]:
    """The fields that name what stands beside; none when that cannot be told."""
    answers: dict[int, tuple[list[str], list[dict[str, Any]]]] = {}
    for sighting in group.sightings:
        answers.setdefault(sighting.call.seq, ([], []))[0].append(str(sighting.value[other.kind.key]))
    for own in (each for each in part.kind.groups if each.endpoint == one.endpoint and each.pattern == one.pattern):
        for sighting in own.sightings:
            if sighting.call.seq in answers:
                answers[sighting.call.seq][1].append(sighting.value)
    told = [(keys, items) for keys, items in answers.values() if items]
    ordered = all(keys == sorted(keys, key=(lambda key: int(key)) if other.counted else str) for keys, _ in told)
    known = {*other.seed, *other.made}
    names = [name for name in part.fields() if name != part.kind.key and _names(name, told, known)][:MOST_FIELDS]
    if len(told) < ENOUGH or not ordered:
        return ()
    tries = (some for size in range(len(names), 0, -1) for some in combinations(names, size))
    return next((some for some in tries if all(_said(some, items) == set(keys) for keys, items in told)), ())


def _names(name: str, told: Sequence[tuple[list[str], list[dict[str, Any]]]], known: set[str]) -> bool:
    """Does a field say keys of the other kind, or nothing?"""
    values = [item.get(name) for _, items in told for item in items]
    plain = [value for value in values if value is not None]
    return bool(plain) and all(isinstance(value, str | int) and str(value) in known for value in plain)


def _said(names: Sequence[str], items: Sequence[Mapping[str, Any]]) -> set[str]:
    return {str(item[name]) for item in items for name in names if item.get(name) is not None}
