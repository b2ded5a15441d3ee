"""Effects: does the path lead to a place that the schema has, and can the value ever be there?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.state.loading.expressions import Names, compile_path, compile_template
from awe_author.state.loading.fits import Fitting
from awe_author.state.loading.problems import nearest, under
from awe_author.state.loading.shapes import Absent, Part
from awe_author.state.loading.shared import from_entity, read_only
from awe_author.state.model import CollectionSpec, PathTemplate, Template


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a path leads."""

    part: Part
    """Schema of what is there."""

    above: Part
    """Schema of what holds it."""

    key: str | None
    """Its last segment, None when only run time knows."""

    collection: CollectionSpec | None
    depth: int
    """Segments below the collection; 1 is an entity."""


def load_effect(
    given: Mapping[str, Any], names: Names, pointer: str, fitting: Fitting, collections: Mapping[str, CollectionSpec]
) -> tuple[PathTemplate, Template | None] | None:
    """Path and value, or None after saying what is wrong."""
    problems = fitting.problems
    path = compile_path(given["path"], names, under(pointer, "path"), problems)
    value = compile_template(given["value"], names, under(pointer, "value"), problems) if "value" in given else None
    if path is None or ("value" in given and value is None):
        return None
    place = _place(path, fitting, collections)
    if place is None:
        return None
    before = len(problems.found)
    _operation(given["op"], path, place, fitting)
    if value and len(problems.found) == before:
        _value(given, value.types, under(pointer, "value"), place, fitting)
    return path, value


def _place(path: PathTemplate, fitting: Fitting, collections: Mapping[str, CollectionSpec]) -> _Place | None:
    properties = fitting.root.get("properties", {})
    first = path.segments[0]
    if not isinstance(first, str):
        fitting.problems.add(path.pointer, "a path begins with a fixed name", nearest("", properties, what="There are"))
        return None
    if first not in properties:
        fitting.problems.add(path.pointer, f'there is no "/{first}" in the state', nearest(first, properties))
        return None
    if not fitting.whole(properties[first], under("/properties", first)):
        return None
    above: Part = {"type": "object"}
    here: Part = properties[first]
    key: str | None = first
    walked = f"/{first}"
    for segment in path.segments[1:]:
        key = segment if isinstance(segment, str) else None
        inner = fitting.shapes.field(here, key)
        shown = segment if isinstance(segment, str) else f"{{{segment.source}}}"
        if isinstance(inner, Absent):
            _absent(inner, shown, walked, path, fitting)
            return None
        above, here, walked = here, inner, f"{walked}/{shown}"
    return _Place(here, above, key, collections.get(first), len(path.segments) - 1)


def _absent(inner: Absent, shown: str, walked: str, path: PathTemplate, fitting: Fitting) -> None:
    if inner.why == "array":
        fitting.problems.add(
            path.pointer, f'"{walked}" is an array, "{shown}" is no position', "Give a number, or `-`."
        )
    elif inner.why:
        fitting.problems.add(path.pointer, f'"{walked}" is a {inner.why}, nothing is below it', "Shorten the path.")
    else:
        fitting.problems.add(path.pointer, f'"{walked}" has no "{shown}"', nearest(shown, inner.known))


def _operation(op: str, path: PathTemplate, place: _Place, fitting: Fitting) -> None:
    problems, shapes = fitting.problems, fitting.shapes
    if place.collection and not place.depth:
        problems.add(
            path.pointer,
            f'"{path.source}" is a whole collection; effects change its entities',
            f"Name one: `{path.source}/{{params.id}}`; for several add `each` and `as`.",
        )
        return
    if place.collection and place.depth == 1 and place.key == "-":
        problems.add(path.pointer, "a collection has ids, nothing is appended to it", "Give an id: `{new_id('x')}`.")
    elif place.key == "-" and "array" in shapes.types(place.above) and op != "add":
        problems.add(path.pointer, f"`-` is behind the last item, there is nothing to {op}", "Use `add`.")
    if op == "merge" and "object" not in shapes.types(place.part):
        problems.add(path.pointer, f'"{path.source}" is no object, so nothing can be merged into it', "Use `replace`.")
    if op == "remove" and place.key in _needed(place, fitting):
        problems.add(path.pointer, f'"{place.key}" is required, so it can never be removed', "Use `replace`.")
    blocked = read_only(place.collection.shared if place.collection else None)
    second = path.segments[2] if len(path.segments) > 2 else None
    if isinstance(second, str) and second in blocked:
        problems.add(path.pointer, f'"{second}" is computed from the warehouse and has no `write`', _REPAIR)


_REPAIR = "Add `write` to it in x-shared, or do not change it."


def _needed(place: _Place, fitting: Fitting) -> tuple[str, ...]:
    if not place.depth:
        return tuple(fitting.root.get("required", ()))
    return fitting.shapes.required(place.above) if "object" in fitting.shapes.types(place.above) else ()


def _value(given: Mapping[str, Any], types: Any, pointer: str, place: _Place, fitting: Fitting) -> None:
    blocked = read_only(place.collection.shared) if place.collection and place.depth == 1 else frozenset()
    value = given["value"]
    if isinstance(value, dict):
        for name in value.keys() & blocked:
            fitting.problems.add(
                under(pointer, name), f'"{name}" is computed from the warehouse and has no `write`', _REPAIR
            )
    partial = given["op"] == "merge"
    if partial and not isinstance(value, dict | str):
        fitting.problems.add(pointer, "merge takes an object", "Give the fields that change, null for one that goes.")
        return
    linked = place.collection.shared if place.collection and place.depth == 1 else None
    there = from_entity(linked, value) if isinstance(value, dict) else frozenset()
    fitting.value(value, types, place.part, pointer, partial=partial, given=tuple(there))
