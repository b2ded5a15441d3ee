"""What wrappers say around entities (`wrapped`), made anew: entities' own fields, and those of records they name.

What is the same around all entities is left as recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import member, own_key, text
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities, record_key
from awe_author.features.discover.entities.joins import Of, Times, single, unlike
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.wrapped import ENOUGH, around
from awe_author.json_types import Json

DEEPEST = 5
Tree = dict[str, Any]
"""Member -> expression, or tree."""


@dataclass(frozen=True, slots=True)
class Place:
    """One look at a place in a wrapper."""

    seq: int
    key: str
    value: Any
    entity: Mapping[str, Any]


def add_wrappers(parts: Sequence[Entities], times: Times) -> None:
    """Work out what is said around kinds that come in wrappers."""
    for part in parts:
        places = list(_places(part, times))
        if places:
            part.wrapper = _tree(places, part, parts, times)


def wrapper_json(one: Operation, part: Entities) -> tuple[tuple[str, ...], Json] | None:
    """(pattern of the wrapper, what is set in it) for the answers of an operation; None without one."""
    wrapper = next(
        (
            group.wrapper
            for group in part.kind.groups
            if group.endpoint == (one.guessed or one.endpoint) and group.pattern == one.pattern and group.wrapper
        ),
        None,
    )
    if wrapper is None:
        return None
    tree = _pruned(part.wrapper, [sighting.value for sighting in wrapper.sightings])
    return (wrapper.pattern, tree) if tree else None


def _places(part: Entities, times: Times) -> list[Place]:
    found = []
    for group in part.kind.groups:
        held = (
            {} if group.wrapper is None else {(one.call.seq, one.place): one.value for one in group.wrapper.sightings}
        )
        for one in group.sightings if held else ():
            around = held.get((one.call.seq, one.place[:-1]))
            if around is not None:
                key = str(one.value[part.kind.key])
                beside = {name: value for name, value in around.items() if name != one.place[-1]}
                found.append(Place(one.call.seq, key, beside, {**times.value(part, key, one.call.seq), **one.value}))
    return found


def _tree(places: Sequence[Place], part: Entities, parts: Sequence[Entities], times: Times, depth: int = 0) -> Tree:
    made: Tree = {}
    for name in dict.fromkeys(name for place in places for name in place.value):
        inner = [
            Place(place.seq, place.key, place.value[name], place.entity)
            for place in places
            if name in place.value and place.value[name] is not None
        ]
        same = all(place.value == inner[0].value for place in inner)
        if not inner or (same and (name != part.kind.key or depth)):
            continue
        shown = _shown(name, inner, part, parts, times, depth)
        if shown:
            made[name] = shown
    return made


def _shown(
    name: str, places: Sequence[Place], part: Entities, parts: Sequence[Entities], times: Times, depth: int
) -> Any:
    item = safe(singular(part.kind.name))
    if not all(isinstance(place.value, dict) for place in places):
        field = _own(name, places, part)
        return _around_own(places, part) if field is None else _own_text(item, field, part)
    if all(record_key(place.value) is not None for place in places):
        looks = [(place.seq, place.key, place.value, dict(place.entity)) for place in places]
        for other in sorted(parts, key=lambda one: unlike(one, part, name)):
            join = None if other is part or other.kind.source == "page" else single(part, other, looks, times)
            if join is not None:
                own = member(item, join.by, sure=False)
                return _through(join.shape, f"string({own})", other)
    return _tree(places, part, parts, times, depth + 1) if depth < DEEPEST else ""


def _own(name: str, places: Sequence[Place], part: Entities) -> str | None:
    fields = [one for one in part.fields() if part.forms.get(one) == "plain" or one == part.kind.key]
    for one in sorted(fields, key=lambda one: (one != name, one != part.kind.key)):
        if all(one in place.entity and place.value == place.entity[one] for place in places):
            return one
    return None


def _around_own(places: Sequence[Place], part: Entities) -> str:
    """A text around a field."""
    told = [(place.value, place.entity) for place in places]
    for one in part.fields() if len({place.key for place in places}) >= ENOUGH else ():
        found = around(told, one) if part.forms.get(one) == "plain" else None
        if found is not None:
            own = _own_text(safe(singular(part.kind.name)), one, part)
            return " + ".join([*([text(found[0])] if found[0] else []), own, *([text(found[1])] if found[1] else [])])
    return ""


def _own_text(item: str, field: str, part: Entities) -> str:
    if field == part.kind.key:
        return own_key(item, field, number=part.number)
    return member(item, field, sure=field in part.certain())


def _through(shape: Any, key: str, other: Entities) -> Any:
    """What a record shows of the entity with this key; what it always shows is left as recorded."""
    if isinstance(shape, Of):
        of = f"state.{other.kind.name}"
        return f"{key} in {of} ? dyn({_own_text(f'{of}[{key}]', shape.field, other)}) : dyn(null)"
    if not isinstance(shape, dict):
        return ""
    made = {name: _through(inner, key, other) for name, inner in shape.items()}
    return {name: inner for name, inner in made.items() if inner}


def _pruned(tree: Tree, values: Sequence[Any]) -> Tree:
    """Without members that none of the values has."""
    made: Tree = {}
    for name, inner in tree.items():
        told = [value[name] for value in values if isinstance(value, dict) and value.get(name) is not None]
        kept = _pruned(inner, told) if isinstance(inner, dict) else inner
        if told and kept:
            made[name] = kept
    return made
