"""Records that stand in a wrapper with the same id: `{"id": 7, "title": "Tea", "params": {"id": 7, "name": "Tea"}}`.

The inner one's key may be called otherwise (`{"id": 7, "key": 7, "value": {"_id": 7, ...}}`, rows of a view). The inner
object is the entity. What the wrapper says beside it is made of the entity and of records that it
names (`wrappers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.names import ENVELOPE
from awe_author.features.discover.exchanges.sightings import Group

SHORTEST = 3
"""Characters of a text that hardly stands in another one by chance."""
ENOUGH = 2
"""Different entities that must have been seen in such a wrapper, unless its member says no more than that it holds
something (`result`)."""


def unwrapped(groups: Sequence[Group]) -> list[Group]:
    """The groups without wrappers; those of the inner objects know theirs."""
    pairs = [
        (outer, inner)
        for outer in groups
        for inner in groups
        if len(inner.pattern) == len(outer.pattern) + 1
        and inner.endpoint == outer.endpoint
        and inner.pattern[:-1] == outer.pattern
        and inner.pattern[-1] != "*"
        and _same_ids(outer, inner)
    ]
    proven = {member for member, many in _members(pairs).items() if len(many) >= ENOUGH}
    wrappers: set[int] = set()
    for outer, inner in pairs:
        if (outer.endpoint.origin, inner.pattern[-1]) in proven or inner.pattern[-1].lower() in ENVELOPE:
            inner.wrapper = outer
            wrappers.add(id(outer))
    return [one for one in groups if id(one) not in wrappers]


def _members(pairs: Iterable[tuple[Group, Group]]) -> dict[tuple[str, str], set[str]]:
    """(origin, member) -> the keys seen in such wrappers."""
    found: dict[tuple[str, str], set[str]] = {}
    for outer, inner in pairs:
        found.setdefault((outer.endpoint.origin, inner.pattern[-1]), set()).update(inner.keys())
    return found


def _same_ids(outer: Group, inner: Group) -> bool:
    """Does each outer object hold an inner one with its own id, of which it says nothing else than the inner one, and
    what is the same everywhere?"""
    if not outer.key or not inner.key or len(outer.sightings) != len(inner.sightings):
        return False
    held = {(one.call.seq, one.place): one.value for one in outer.sightings}
    both = [(held.get((one.call.seq, one.place[:-1]), {}), one.value) for one in inner.sightings]
    if not all(str(around.get(outer.key)) == str(value[inner.key]) for around, value in both):
        return False
    told = {name: {str(around.get(name)) for around, _ in both} for name in outer.fields()}
    return inner.fields() - {inner.key} != set() and all(
        len(values) < ENOUGH or name == outer.key or _said_inside(name, both) for name, values in told.items()
    )


def _said_inside(name: str, both: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> bool:
    """Is what the wrapper says here a record, or some field of the inner object?"""
    told = [(around.get(name), value) for around, value in both]
    if all(one is None or isinstance(one, dict | list) for one, _ in told):
        return True
    fields = dict.fromkeys(field for _, value in told for field in value)
    return any(all(one == value.get(field) for one, value in told) for field in fields) or any(
        around(told, field) is not None for field in fields
    )


def around(told: Sequence[tuple[Any, Mapping[str, Any]]], field: str) -> tuple[str, str] | None:
    """(before, after): what stands around that field in texts that are otherwise the same, `Boats » Tea`. None when
    they are not, or the field says nothing."""
    texts = [(one, value.get(field)) for one, value in told]
    first = texts[0]
    if not isinstance(first[0], str) or not isinstance(first[1], str) or len(first[1]) < SHORTEST:
        return None
    before, found, after = first[0].rpartition(first[1])
    same = bool(found) and all(isinstance(own, str) and one == before + own + after for one, own in texts)
    return (before, after) if same else None
