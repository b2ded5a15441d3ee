"""Lists of keys beside a list of entities, in its order: `{"ids": [3, 1], "result": [{"id": 3}, {"id": 1}]}`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.queries import shown_by

DEEPEST = 3


def keys_beside(one: Operation) -> list[Pattern]:
    """The places where all answers of a list operation say the keys of what they show, and some do show several."""
    shown = [(call, [item[one.kind.key] for item in shown_by(one, call)]) for call in one.calls]
    if not any(len(keys) > 1 for _, keys in shown):
        return []
    ways = dict.fromkeys(way for call, _ in shown for way, _ in _lists(call.answer, ()))
    return [way for way in ways if all(at(call.answer, way) == keys for call, keys in shown)]


def _lists(value: Any, way: Pattern) -> Iterator[tuple[Pattern, list[Any]]]:
    if isinstance(value, dict) and len(way) < DEEPEST:
        for name, inner in value.items():
            yield from _lists(inner, (*way, name))
    elif isinstance(value, list) and value and all(isinstance(one, str | int) for one in value):
        yield way, value
