"""Fields that an endpoint always shows as nothing, though another one shows them of the same entity.

    GET /api/reports       [{"id": 7, "name": "Sales", "details": null, "body": {"owner": 2, "values": {}}}]
    GET /api/reports/7      {"id": 7, "name": "Sales", "details": {...}, "body": {"owner": 2, "values": {"a": 1}}}

A list that leaves out what takes time to get says `null`, `{}`, `[]` or `""` in its place. That is no news of the
entity: what the other endpoint said still holds. It is told from two looks at one entity with no write between them.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Container, Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.put_and_taken import only_counted
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.sightings import Group

NOTHING: tuple[Any, ...] = (None, {}, [], "")
ELSE = "something else"
"""What stands for nothing where something else is said, such as how many there are."""
LEAST = 2
"""Looks that tell of another version."""
COUNTED = 2
Place = tuple[str, ...]
Told = dict[tuple[str, int], dict[Place, int]]
"""(key, how many writes there were before) -> how much the entity was shown to have where."""


def mark_blanks(kinds: Sequence[Kind], calls: Sequence[Call]) -> None:
    """Note it in the groups."""
    writes = sorted(call.seq for call in calls if call.mutation)
    for kind in kinds:
        if kind.source != "json" or len(kind.groups) < 2:
            continue
        told = _told(kind, writes)
        nothing = [_nothing(group) for group in kind.groups]
        proven: set[Place] = set()
        for group, mine in zip(kind.groups, nothing, strict=True):
            for one in group.sightings if mine else ():
                there = told[str(one.value[kind.key]), bisect(writes, one.call.seq)]
                proven |= {place for place, value in mine.items() if there.get(place, 0) > _much(value)}
        for group, mine in zip(kind.groups, nothing, strict=True):
            group.blank = {place: value for place, value in mine.items() if place in proven}
            group.blank |= _counts(group, told, kind, writes) | _other_version(group, kind)


def told_of(kind: Kind) -> dict[str, set[Place]]:
    """Key -> where the entity was ever shown to have something; of kinds with blanks."""
    found: dict[str, set[Place]] = {}
    for group in kind.groups if any(group.blank for group in kind.groups) else ():
        for one in group.sightings:
            there = (place for place, value in _places(one.value) if value not in NOTHING)
            found.setdefault(str(one.value[kind.key]), set()).update(there)
    return found


def without_blanks(group: Group, value: dict[str, Any], told: Container[Place]) -> dict[str, Any]:
    """What is shown of an entity, without what is never told there. Members of records stay where nothing else is known
    of them. `told`: where the entity was shown to have something."""
    made = {name: inner for name, inner in value.items() if (name,) not in group.blank} if group.blank else value
    for place in group.blank:
        if len(place) > 1 and place in told and isinstance(made.get(place[0]), dict):
            made[place[0]] = {one: own for one, own in made[place[0]].items() if one != place[1]}
    return made


def _told(kind: Kind, writes: Sequence[int]) -> Told:
    """(key, how many writes there were before) -> how much the entity was shown to have where."""
    found: dict[tuple[str, int], dict[Place, int]] = {}
    for group in kind.groups:
        for one in group.sightings:
            there = found.setdefault((str(one.value[kind.key]), bisect(writes, one.call.seq)), {})
            for place, value in _places(one.value):
                there[place] = max(there.get(place, 0), _much(value))
    return found


def _counts(group: Group, told: Told, kind: Kind, writes: Sequence[int]) -> dict[Place, Any]:
    """Fields of which a group always says how many there are, where another one shows what there is."""
    names = [name for name in group.fields() if all(only_counted(one.value.get(name)) for one in group.sightings)]
    looks = [told[str(one.value[kind.key]), bisect(writes, one.call.seq)] for one in group.sightings]
    return {(name,): ELSE for name in names if any(there.get((name,), 0) > COUNTED for there in looks)}


def _other_version(group: Group, kind: Kind) -> dict[Place, Any]:
    """The app's own number beside the key, where a group only shows numbers that no other one shows of the entity: of
    what was published of it, say."""
    own = group.own_id
    if not own or len(group.sightings) < LEAST or group.listed:
        return {}
    known: dict[str, set[Any]] = {}
    for other in kind.groups:
        for one in other.sightings if other is not group else ():
            known.setdefault(str(one.value[kind.key]), set()).add(one.value.get(own))
    told = [(known.get(str(one.value[kind.key]), set()), one.value.get(own)) for one in group.sightings]
    apart = all(value is not None and there - {None} and value not in there for there, value in told)
    return {(own,): ELSE} if apart else {}


def _much(value: Any) -> int:
    """Nothing (0), something empty (1), how many (2), something (3)."""
    return 0 if value is None else 1 if value in NOTHING else COUNTED if only_counted(value) else COUNTED + 1


def _nothing(group: Group) -> dict[Place, Any]:
    """Where a group always shows the same nothing."""
    always: dict[Place, Any] = {}
    wrong: set[Place] = set()
    for one in group.sightings:
        for place, value in _places(one.value):
            if value not in NOTHING or always.setdefault(place, value) != value:
                wrong.add(place)
    return {place: value for place, value in always.items() if place not in wrong}


def _places(value: dict[str, Any]) -> Iterator[tuple[Place, Any]]:
    for name, inner in value.items():
        yield (name,), inner
        for member, own in inner.items() if isinstance(inner, dict) else ():
            yield (name, member), own
