"""What a schema says about a place below it, without a value: is there such a field, and which JSON types can it have?

Only what surely holds is used: `$ref`, `allOf`, `type`, `enum`, `const`, `properties`, `patternProperties`,
`additionalProperties`, `items`, `prefixItems`, and `anyOf`/`oneOf` when but one branch is left. Conditions (`if`,
`not`, `dependentSchemas`) are left to run time. So what is reported is a problem; some show only when an action runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from awe_author.json_types import Json
from awe_author.state.loading.vocabulary import kind

Part: TypeAlias = Mapping[str, Any]

ALL_TYPES = frozenset({"string", "number", "boolean", "object", "array", "null"})
"""JSON types; `integer` counts as `number`."""

ANY: Part = {}
NEVER: Part = {"not": {}}


@dataclass(frozen=True, slots=True)
class Absent:
    """There can be no such field."""

    known: tuple[str, ...] = ()
    """Fields that there are."""

    why: str = ""


class Shapes:
    """Looks into the schemas of one model document."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        definitions = root.get("$defs")
        self._defs: Mapping[str, Any] = definitions if isinstance(definitions, dict) else {}

    def resolve(self, reference: str) -> Json:
        """The part that `#/$defs/...` leads to. Raises KeyError."""
        if not reference.startswith("#/$defs/"):
            raise KeyError(reference)
        here: Any = self._defs
        for raw in reference.removeprefix("#/$defs/").split("/"):
            key = raw.replace("~1", "/").replace("~0", "~")
            here = here[int(key)] if isinstance(here, list) and key.isdigit() and int(key) < len(here) else here[key]
        if not isinstance(here, dict | bool):
            raise KeyError(reference)
        return here

    def conjuncts(self, part: object, seen: tuple[str, ...] = ()) -> Iterator[Part]:
        """Every schema that must hold together with `part`: itself, and through `$ref`, `allOf`, a lone `anyOf`."""
        if part is False:
            yield NEVER
        if not isinstance(part, dict):
            return
        yield part
        reference = part.get("$ref")
        if isinstance(reference, str) and reference not in seen:
            try:
                yield from self.conjuncts(self.resolve(reference), (*seen, reference))
            except (KeyError, TypeError):
                return
        for below in part.get("allOf", ()):
            yield from self.conjuncts(below, seen)
        for keyword in ("anyOf", "oneOf"):
            branches = part.get(keyword, ())
            if len(branches) == 1:
                yield from self.conjuncts(branches[0], seen)

    def branches(self, part: object) -> Iterator[tuple[object, ...]]:
        """The alternatives of every `anyOf` and `oneOf` that holds with `part`."""
        for conjunct in self.conjuncts(part):
            for keyword in ("anyOf", "oneOf"):
                if len(conjunct.get(keyword, ())) > 1:
                    yield tuple(conjunct[keyword])

    def types(self, part: object) -> frozenset[str]:
        """JSON types that a value of this schema can have."""
        left = ALL_TYPES
        for conjunct in self.conjuncts(part):
            if conjunct is NEVER:
                return frozenset()
            if "type" in conjunct:
                named = conjunct["type"]
                left &= {_plain(one) for one in ([named] if isinstance(named, str) else named)}
            for values in (conjunct.get("enum"), [conjunct["const"]] if "const" in conjunct else None):
                if values is not None:
                    left &= {json_type(one) for one in values}
        for alternatives in self.branches(part):
            left &= frozenset().union(*(self.types(one) for one in alternatives))
        return left

    def field(self, part: object, key: str | None) -> Part | Absent:
        """The schema of the field (or list position) `key`; None for a key that only run time knows."""
        types = self.types(part)
        if not types & {"object", "array"}:
            return Absent(why=" or ".join(sorted(types)) or "nothing")
        found: list[object] = []
        for conjunct in self.conjuncts(part):
            one = _in_object(conjunct, key) if "object" in types else None
            if one is None and "array" in types:
                one = _in_array(conjunct, key, only="object" not in types)
            if isinstance(one, Absent):
                return one
            if one is not None:
                found.append(one)
        for alternatives in self.branches(part):
            inside = [self.field(one, key) for one in alternatives if self.types(one) & {"object", "array"}]
            possible = [one for one in inside if not isinstance(one, Absent)]
            if not possible:
                known = sorted({name for one in inside if isinstance(one, Absent) for name in one.known})
                return Absent(known=tuple(known))
            if len(possible) == 1:
                found.append(possible[0])
        if len(found) == 1 and isinstance(found[0], dict):
            return found[0]
        return {"allOf": found} if found else ANY

    def fields(self, part: object) -> tuple[str, ...]:
        """Names of the listed properties."""
        named = {name: None for one in self.conjuncts(part) for name in one.get("properties", {})}
        for alternatives in self.branches(part):
            named |= {name: None for one in alternatives for name in self.fields(one)}
        return tuple(named)

    def required(self, part: object) -> tuple[str, ...]:
        """Properties that must be there."""
        return tuple(dict.fromkeys(name for one in self.conjuncts(part) for name in one.get("required", ())))


def _in_object(part: Part, key: str | None) -> object:
    properties = part.get("properties", {})
    if key is None:
        return part.get("additionalProperties") if not properties else None
    if key in properties:
        return properties[key]
    for pattern, below in part.get("patternProperties", {}).items():
        try:
            if re.search(pattern, key):
                return below
        except re.error:
            return ANY  # a pattern of ECMA-262 that Python does not know: run time will tell
    other = part.get("additionalProperties")
    return Absent(known=tuple(properties)) if other is False else other


def _in_array(part: Part, key: str | None, *, only: bool) -> object:
    if key is not None and key != "-" and not key.isdigit():
        return Absent(why="array") if only else None
    first = part.get("prefixItems", ())
    if key is not None and key.isdigit() and int(key) < len(first):
        return first[int(key)]
    return part.get("items") if not first or (key or "").isdigit() else None


def _plain(name: str) -> str:
    return "number" if name == "integer" else name


def json_type(value: object) -> str:
    """The JSON type of `value`."""
    return kind(value).removeprefix("a ").removeprefix("an ")
