"""The type of a JSON document, as `json.loads` returns it, and its integers as states and pages can hold them."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"
DEEPEST = 200
"""Lists and objects in each other that a document is read with: with what is put around it, it can be written again."""


def too_deep(value: Json, most: int = DEEPEST) -> bool:
    """Has the document more than `most` lists and objects in each other? Reads it level by level, however deep."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(most):
        members = (inner for one in level for inner in (one.values() if isinstance(one, dict) else one))
        level = [inner for inner in members if isinstance(inner, dict | list)]
        if not level:
            return False
    return bool(level)


def sorted_text(value: Any) -> str:
    """The document as text, members by their names: the same for equal ones."""
    return json.dumps(value, sort_keys=True)


def bounded(value: Json) -> Json:
    """The document with integers beyond 64 bits as doubles, which is what a page's own `JSON.parse` makes of them, and
    None for those beyond all doubles, which is how `JSON.stringify` writes them. For documents that are not
    too deep."""
    if isinstance(value, dict):
        return {name: bounded(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [bounded(inner) for inner in value]
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        return float(value) if abs(value) < 1 << 1000 else None
    return value
