"""JSON Schema from values: types, null, enumerations and formats, merged over all that was seen.

Nothing is claimed that a few values cannot carry: an enumeration needs many sightings of few values, a format must fit
every value. What varies in type is left open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

from awe_author.json_types import Json, JsonObject

DEEPEST = 3
ENUM_VALUES = 8
ENUM_SIGHTINGS = 16
FORMATS = {
    "date-time": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)\Z"),
    "date": re.compile(r"\d{4}-\d\d-\d\d\Z"),
    "email": re.compile(r"[^@\s:/]+@[^@\s]+\.[A-Za-z]{2,}\Z"),
    "uuid": re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z"),
}
_WORD = re.compile(r"[A-Za-z][\w.-]{0,30}\Z")


def schema_of(values: Sequence[Any], *, depth: int = 0, formats: bool = True) -> JsonObject:
    """A schema that all `values` fit."""
    kinds = {_type(value) for value in values}
    nullable = "null" in kinds
    kinds.discard("null")
    if kinds == {"integer", "number"}:
        kinds = {"number"}
    if not kinds:
        return {}
    if len(kinds) > 1:
        names: list[Json] = [*sorted(kinds), *(["null"] if nullable else [])]
        return {"type": names}
    kind = kinds.pop()
    schema: JsonObject = {"type": [kind, "null"] if nullable else kind}
    there = [value for value in values if value is not None]
    if kind == "string" and formats:
        schema |= _text(there, nullable)
    elif kind == "object" and depth < DEEPEST and 0 < len(names_of(there)) <= 40:
        schema["properties"] = {
            name: schema_of([one[name] for one in there if name in one], depth=depth + 1) for name in names_of(there)
        }
    elif kind == "array" and depth < DEEPEST:
        items = schema_of([item for one in there for item in one[:50]], depth=depth + 1, formats=False)
        schema |= {"items": items} if items else {}
    return schema


def names_of(values: Iterable[Any]) -> list[str]:
    """Members of objects, in order of appearance."""
    return list(dict.fromkeys(name for value in values if isinstance(value, dict) for name in value))


def records_in(value: Any) -> list[dict[str, Any]]:
    """A record by itself, or those of a list."""
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]


def is_integer(value: object) -> TypeGuard[int]:
    """Is it a whole number? `true` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def _text(values: Sequence[str], nullable: bool) -> JsonObject:
    for name, pattern in FORMATS.items():
        if all(pattern.match(value) for value in values):
            return {"format": name}
    found = Counter(values)
    enough = len(values) >= ENUM_SIGHTINGS and len(found) <= ENUM_VALUES and min(found.values()) >= 2
    if enough and len(found) > 1 and all(_WORD.match(value) for value in found):
        return {"enum": [*sorted(found), *([None] if nullable else [])]}
    return {}
