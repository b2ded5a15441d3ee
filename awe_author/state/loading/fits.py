"""Can what a template gives ever fit the schema of the place it goes to? Only what surely cannot is a problem."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from awe_author.json_types import Json
from awe_author.state.cel import CelType, mismatch, type_of_schema
from awe_author.state.loading.problems import Problems, nearest, under
from awe_author.state.loading.shapes import Absent, Part, Shapes, json_type
from awe_author.state.schema import reached, standalone

Types = Mapping[str, CelType]

_CHANGE = "Change the value, or the schema of the field."


class Fitting:
    """Compares templates with the schemas of one model document."""

    def __init__(self, root: Mapping[str, Any], problems: Problems) -> None:
        self.root, self.problems, self.shapes = root, problems, Shapes(root)

    def type_of(self, part: object) -> CelType:
        """What is known of a value of this schema."""
        return type_of_schema(dict(part) if isinstance(part, Mapping) else True, self.shapes.resolve)

    def whole(self, part: object, pointer: str) -> bool:
        """Is `part`, which stands at `pointer`, well formed, and all that it refers to?"""
        definitions = self.root.get("$defs")
        names = reached(cast(Json, part), definitions) if isinstance(definitions, dict) else set()
        places = [pointer, *(under("/$defs", name) for name in names)]
        return all(self.problems.well_formed(place) for place in places)

    def value(
        self,
        source: Json,
        types: Types,
        part: Part,
        pointer: str,
        *,
        partial: bool = False,
        given: tuple[str, ...] = (),
    ) -> None:
        """`partial`: fields may be left out (merge), null removes one. `given`: required fields from elsewhere."""
        if isinstance(source, str):
            self._expression(types, part, pointer)
        elif isinstance(source, dict):
            self._object(source, types, part, pointer, partial=partial, given=given)
        elif isinstance(source, list):
            self._array(source, types, part, pointer)
        else:
            self._literal(source, part, pointer)

    def _expression(self, types: Types, part: Part, pointer: str) -> None:
        if pointer not in types:
            return
        if not self.shapes.types(part):
            self.problems.add(pointer, "nothing can be here: the schema permits no value", "Leave it out.")
        elif found := mismatch(types[pointer], self.type_of(part)):
            self.problems.add(pointer, found[0], found[1] or _CHANGE)

    def _literal(self, source: Json, part: Part, pointer: str) -> None:
        for error in standalone(dict(part), self.root, pointer).errors(source):
            self.problems.add(pointer, error.message, _CHANGE)

    def _object(
        self,
        source: Mapping[str, Json],
        types: Types,
        part: Part,
        pointer: str,
        *,
        partial: bool,
        given: tuple[str, ...],
    ) -> None:
        if not self._kind(source, part, pointer):
            return
        for key, value in source.items():
            below = under(pointer, key)
            if value is None and partial:
                if key in self.shapes.required(part) and key not in given:
                    self.problems.add(below, f'null removes "{key}", which is required', "Give it another value.")
                continue
            inner = self.shapes.field(part, key)
            if isinstance(inner, Absent):
                self.problems.add(below, f'there is no field "{key}"', nearest(key, inner.known))
            else:
                self.value(value, types, inner, below, partial=partial and isinstance(value, dict))
        missing = [name for name in self.shapes.required(part) if name not in source and name not in given]
        if missing and not partial:
            names = ", ".join(f'"{name}"' for name in missing)
            plural = "s are" if len(missing) > 1 else " is"
            self.problems.add(pointer, f"the required field{plural} missing: {names}", "Give every required field.")

    def _array(self, source: list[Json], types: Types, part: Part, pointer: str) -> None:
        if not self._kind(source, part, pointer):
            return
        for at, value in enumerate(source):
            inner = self.shapes.field(part, str(at))
            if not isinstance(inner, Absent):
                self.value(value, types, inner, under(pointer, at))

    def _kind(self, source: Json | Mapping[str, Json], part: Part, pointer: str) -> bool:
        possible = self.shapes.types(part)
        kind = json_type(source)
        if kind in possible:
            return True
        wanted = " or ".join(sorted(possible)) or "no value at all"
        shown = json.dumps(source, ensure_ascii=False)[:40]
        self.problems.add(pointer, f"{shown} is an {kind}, the schema wants {wanted}", _CHANGE)
        return False
