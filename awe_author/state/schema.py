"""A JSON Schema compiled once: `is_valid` on the hot path, `errors` for messages, both from one validator.

A part of a model (an entity, the params of an action) is made to stand alone: its own keywords, and the `$defs` of the
model that its `$ref`s lead to. Formats (`email`, `date-time`...) are checked, as authors expect of a form field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import jsonschema_rs

from awe_author.json_types import Json, JsonObject
from awe_author.state.pointer import pointer

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class SchemaError:
    """One way in which a value does not fit."""

    pointer: str
    """JSON pointer into the value; empty for the whole."""

    message: str
    keyword: str
    """The keyword that was not met: `required`, `type`, `enum`..."""


@dataclass(frozen=True, slots=True)
class Schema:
    """One compiled schema. `document` stands alone: every `$ref` in it leads to its own `$defs`."""

    document: JsonObject
    pointer: str = ""
    """Where it stands in the model file."""

    _validator: jsonschema_rs.Draft202012Validator = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        validator = jsonschema_rs.Draft202012Validator(self.document, validate_formats=True)
        object.__setattr__(self, "_validator", validator)

    def is_valid(self, value: object) -> bool:
        """Does `value` (JSON) fit?"""
        return self._validator.is_valid(value)

    def errors(self, value: object) -> Iterator[SchemaError]:
        """Every way in which `value` does not fit."""
        for error in self._validator.iter_errors(value):
            keyword = str(error.schema_path[-1]) if error.schema_path else ""
            yield SchemaError(pointer_of(error.instance_path), error.message, keyword)


def standalone(part: Json, root: Mapping[str, Any], pointer: str) -> Schema:
    """The compiled schema of `part` of the model `root`. Raises ValueError when it cannot be compiled."""
    document: JsonObject = {"$schema": DIALECT}
    known = root.get("$defs")
    if isinstance(known, dict) and (names := reached(part, known)):
        document["$defs"] = {name: known[name] for name in known if name in names}
    document |= part if isinstance(part, dict) else {"allOf": [part]}
    return Schema(document, pointer)


def reached(part: Json, definitions: Mapping[str, Json]) -> set[str]:
    """Names in `$defs` that `part` leads to, at first or at second hand."""
    found: set[str] = set()
    waiting: list[Json] = [part]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            reference = here.get("$ref")
            if isinstance(reference, str) and reference.startswith("#/$defs/"):
                name = parts_of(reference[1:])[1]
                if name in definitions and name not in found:
                    found.add(name)
                    waiting.append(definitions[name])
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
    return found


def pointer_of(parts: Any) -> str:
    """Keys and positions as a JSON pointer (RFC 6901)."""
    return pointer(*map(str, parts))


def parts_of(pointer: str) -> tuple[str, ...]:
    """The keys of a JSON pointer (RFC 6901). Raises ValueError when it is not one."""
    if pointer and not pointer.startswith("/"):
        raise ValueError(f"{pointer!r} is not a JSON pointer: it does not begin with /")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])
