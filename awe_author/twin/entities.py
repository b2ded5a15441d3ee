"""Compares the entities that a read tells of on both sides: each object with an id, wherever it stands. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from awe_author.state.pointer import escaped
from awe_author.twin.likeness import Likeness
from awe_author.twin.model import EntityResult
from awe_author.twin.trees import Trees, short

_NAMES = ("id", "uuid", "_id", "pk", "uid", "key")
_EXAMPLES = 5


def compare_entities(operation: str, url: str, live: Any, mock: Any, likeness: Likeness) -> list[EntityResult]:
    """One result for each collection (array of objects with ids) in the live reply; `mock` is None when the mock has no
    JSON to show."""
    others = dict(_collections(mock))
    found: list[EntityResult] = []
    for path, elements in _collections(live):
        found.append(_compare(operation, f"{url} {path}".strip(), elements, others.get(path, {}), likeness, path))
    return found


def _compare(
    operation: str,
    name: str,
    live: dict[str, dict[str, Any]],
    mock: dict[str, dict[str, Any]],
    likeness: Likeness,
    path: str,
) -> EntityResult:
    result = EntityResult(operation, name, len(live), 0)
    partners: set[str] = set()
    for place, (key, entity) in enumerate(live.items()):
        partner = likeness.ids.mock_of(key)
        other = mock.get(partner)
        partners.add(partner)
        if other is None:
            _example(result, {"id": key, "what": "missing", "live": short(entity), "mock": None})
            continue
        differences = [
            difference
            for difference in Trees(likeness, operation).compare(entity, other)
            if not likeness.is_volatile(operation, f"{path}/{place}{difference.path}")
        ]
        if not differences:
            result.equal += 1
        else:
            first = differences[0]
            _example(result, {"id": key, "what": first.path or first.what, "live": short(first.live),
                              "mock": short(first.mock)})  # fmt: skip
    for key in mock:
        if key not in partners:
            result.extra += 1
            _example(result, {"id": key, "what": "extra", "live": None, "mock": short(mock[key])})
    return result


def _example(result: EntityResult, example: dict[str, Any]) -> None:
    if len(result.examples) < _EXAMPLES:
        result.examples.append(example)


def _collections(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """(pointer, entities by id) of each outermost array whose elements are objects with distinct ids."""
    if depth > 12:
        return
    if isinstance(value, list):
        name = next((name for name in _NAMES if value and all(_has(element, name) for element in value)), None)
        if name is not None:
            by_id = {str(element[name]): element for element in value}
            if len(by_id) == len(value):
                yield path, by_id
                return
        for place, element in enumerate(value[:50]):
            yield from _collections(element, f"{path}/{place}", depth + 1)
    elif isinstance(value, dict):
        for key, member in value.items():
            yield from _collections(member, f"{path}/{escaped(key)}", depth + 1)


def _has(element: Any, name: str) -> bool:
    return isinstance(element, dict) and isinstance(element.get(name), str | int)
