"""The type of a JSON document, as `json.loads` returns it, and its integers as states and pages can hold them."""

from __future__ import annotations

from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"


def bounded(value: Json) -> Json:
    """The document with integers beyond 64 bits as doubles, which is what a page's own `JSON.parse` makes of them, and
    None for those beyond all doubles, which is how `JSON.stringify` writes them."""
    if isinstance(value, dict):
        return {name: bounded(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [bounded(inner) for inner in value]
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        return float(value) if abs(value) < 1 << 1000 else None
    return value
