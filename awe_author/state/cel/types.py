"""What is known of a value before it is there: types from JSON Schema, and whether one can fit where another is wanted.

A type is a guess on the safe side: `DYN` where a schema allows several kinds, so that what is reported is really wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from awe_author.json_types import Json
from awe_author.state.cel.problems import nearest

Kind: TypeAlias = Literal[
    "dyn",
    "null",
    "bool",
    "int",
    "uint",
    "double",
    "string",
    "bytes",
    "timestamp",
    "duration",
    "type",
    "list",
    "map",
    "object",
]


@dataclass(frozen=True, slots=True)
class CelType:
    """A type: its kind, and what is known of the parts."""

    kind: Kind
    nullable: bool = False
    """It may also be null."""

    element: CelType | None = None
    """Of a list its items, of a map its values, of an object the values of fields that are not in `fields`."""

    key: CelType | None = None
    """Of a map its keys, when they are not (all) strings; JSON has no others."""

    fields: Mapping[str, CelType] = field(default_factory=dict)
    """The fields of an object."""

    open: bool = False
    """An object that says it has other fields than `fields`."""

    closed: bool = False
    """An object that says it has none but `fields`. Neither open nor closed: `a.x` of an unknown x is taken for a slip
    of the pen, `a['x']` is believed."""

    required: frozenset[str] = frozenset()
    """Fields an object always has."""

    indexed: frozenset[str] = frozenset()
    """Fields of a collection's entities that `by(field, value)` may ask for."""

    values: tuple[Json, ...] = ()
    """The only values there can be (`enum`, `const`, a literal); empty when unknown."""

    declared: bool = False
    """`values` are a schema's, so that comparing with another is a slip."""

    def __str__(self) -> str:
        inner = f"<{self.element}>" if self.kind in ("list", "map") and self.element and self.element != DYN else ""
        return _WORDS[self.kind] + inner + (" or null" if self.nullable and self.kind not in ("dyn", "null") else "")


_WORDS: dict[Kind, str] = {
    "dyn": "value of unknown type",
    "int": "integer",
    "double": "number",
    "uint": "unsigned integer",
    "bool": "boolean",
}
_WORDS |= {one: one for one in ("null", "string", "bytes", "timestamp", "duration", "type", "list", "map")}
_WORDS["object"] = "object"

DYN = CelType("dyn", nullable=True)
NULL = CelType("null", nullable=True)
BOOL, INT, UINT, DOUBLE = CelType("bool"), CelType("int"), CelType("uint"), CelType("double")
STRING, BYTES = CelType("string"), CelType("bytes")
TIMESTAMP, DURATION, TYPE = CelType("timestamp"), CelType("duration"), CelType("type")
LIST, MAP = CelType("list", element=DYN), CelType("map", element=DYN)
NUMBERS = frozenset({"int", "uint", "double"})


def list_of(element: CelType) -> CelType:
    """The type of a list of these."""
    return CelType("list", element=element)


def map_of(element: CelType, key: CelType | None = None) -> CelType:
    """The type of a map with these values; keys are strings unless said otherwise."""
    return CelType("map", element=element, key=key)


def object_of(fields: Mapping[str, CelType], *, closed: bool = True) -> CelType:
    """The type of an object with exactly these fields; what loaders give `state`, `params` and their like."""
    return CelType("object", fields=dict(fields), closed=closed, required=frozenset(fields))


def join(types: Iterable[CelType]) -> CelType:
    """The type of a value that is of one of these."""
    joined: CelType | None = None
    nullable = False
    for one in types:
        nullable = nullable or one.nullable
        if one.kind == "null":
            continue
        joined = one if joined is None else _join(joined, one)
    if joined is None:
        return NULL if nullable else DYN
    return replace(joined, nullable=True) if nullable and not joined.nullable else joined


def _join(left: CelType, right: CelType) -> CelType:
    if left == right:
        return left
    if left.kind != right.kind:
        both_maps = {left.kind, right.kind} == {"map", "object"}
        return MAP if both_maps else DYN
    if left.kind == "object":
        names = left.fields.keys() & right.fields.keys()
        fields = {name: join([left.fields[name], right.fields[name]]) for name in left.fields if name in names}
        return CelType("object", fields=fields, open=True, required=left.required & right.required)
    closed = bool(left.values and right.values)
    values = (*left.values, *(one for one in right.values if one not in left.values)) if closed else ()
    element = join([left.element or DYN, right.element or DYN]) if left.element or right.element else None
    return CelType(
        left.kind,
        nullable=left.nullable or right.nullable,
        element=element,
        key=left.key if left.key == right.key else DYN,
        indexed=left.indexed & right.indexed,
        values=values,
        declared=closed and (left.declared or right.declared),
    )


def type_of_schema(schema: Json, resolve: Callable[[str], Json] | None = None) -> CelType:
    """The type of what a JSON Schema allows. `resolve` gives the schema of a `$ref`; one that recurs becomes `DYN`."""
    return _Reader(resolve).read(schema)


_JSON_KINDS: dict[str, CelType] = {
    "null": NULL,
    "boolean": BOOL,
    "integer": INT,
    "number": DOUBLE,
    "string": STRING,
}


class _Reader:
    """Reads schemas; each `$ref` once."""

    def __init__(self, resolve: Callable[[str], Json] | None) -> None:
        self._resolve = resolve
        self._known: dict[str, CelType] = {}

    def read(self, schema: Json) -> CelType:
        if not isinstance(schema, dict):
            return DYN
        parts = [self._own(schema)]
        if isinstance(ref := schema.get("$ref"), str):
            parts.append(self._ref(ref))
        if isinstance(every := schema.get("allOf"), list):
            parts += [self.read(one) for one in every]
        for keyword in ("anyOf", "oneOf"):
            if isinstance(options := schema.get(keyword), list) and options:
                parts.append(join(self.read(one) for one in options))
        met = parts[0]
        for one in parts[1:]:
            met = _meet(met, one)
        return met

    def _ref(self, ref: str) -> CelType:
        if ref not in self._known:
            self._known[ref] = DYN
            self._known[ref] = self.read(self._resolve(ref)) if self._resolve else DYN
        return self._known[ref]

    def _own(self, schema: dict[str, Json]) -> CelType:
        values = _values(schema)
        if values and "type" not in schema:
            return replace(join(map(type_of_value, values)), values=values, declared=True)
        named = schema.get("type")
        if named is None and ("properties" in schema or "additionalProperties" in schema):
            named = "object"
        names = named if isinstance(named, list) else [named]
        if named is None or not all(isinstance(one, str) for one in names):
            return DYN
        kinds = ["number"] if {*names} - {"null"} == {"integer", "number"} else [one for one in names if one != "null"]
        nullable = ["null"] if "null" in names else []
        found = join(self._kind(str(one), schema) for one in kinds + nullable)
        return replace(found, values=values, declared=True) if values else found

    def _kind(self, name: str, schema: dict[str, Json]) -> CelType:
        if name == "array":
            items = schema.get("items")
            return list_of(self.read(items) if items is not None and "prefixItems" not in schema else DYN)
        if name != "object":
            return _JSON_KINDS.get(name, DYN)
        properties, others = schema.get("properties"), schema.get("additionalProperties")
        if "patternProperties" in schema:
            others = True
        required, index = schema.get("required"), schema.get("x-index")
        if not isinstance(properties, dict) or not properties:
            element = self.read(others) if isinstance(others, dict) else DYN
            names = frozenset(str(one) for one in index) if isinstance(index, list) else frozenset()
            return CelType("map", element=element, indexed=names)
        return CelType(
            "object",
            fields={name: self.read(one) for name, one in properties.items()},
            element=self.read(others) if isinstance(others, dict) else None,
            open=others is not None and others is not False,
            closed=others is False,
            required=frozenset(str(one) for one in required) if isinstance(required, list) else frozenset(),
        )


def _values(schema: Mapping[str, Json]) -> tuple[Json, ...]:
    if "const" in schema:
        return (schema["const"],)
    allowed = schema.get("enum")
    return tuple(allowed) if isinstance(allowed, list) else ()


def _meet(left: CelType, right: CelType) -> CelType:
    """The type of a value that is of both."""
    if left.kind == "dyn" or right.kind == "dyn":
        return right if left.kind == "dyn" else left
    if left.kind != right.kind:
        return left
    if left.kind != "object":
        return right if right.values and not left.values else left
    return CelType(
        "object",
        nullable=left.nullable and right.nullable,
        element=left.element or right.element,
        fields={**right.fields, **left.fields},
        open=left.open or right.open,
        closed=left.closed or right.closed,
        required=left.required | right.required,
    )


def type_of_value(value: Json) -> CelType:
    """The type of one JSON value, its fields required."""
    if value is None:
        return NULL
    if isinstance(value, dict):
        return object_of({name: type_of_value(one) for name, one in value.items()})
    if isinstance(value, list):
        return list_of(join(map(type_of_value, value)))
    kind: CelType = {bool: BOOL, int: INT, float: DOUBLE, str: STRING}[type(value)]
    return replace(kind, values=(value,))


_AS_JSON = {"uint": "int", "timestamp": "string", "duration": "string", "bytes": "string", "object": "map"}


def mismatch(given: CelType, wanted: CelType, *, what: str = "this") -> tuple[str, str] | None:
    """Why a value of type `given`, put into JSON, can never be of type `wanted`: (message, hint); None when it may."""
    if given.kind == "dyn" or wanted.kind == "dyn":
        return None
    if given.kind == "null":
        return None if wanted.nullable else (f"{what} gives null, the schema wants {a(wanted)}", "Give a value.")
    have, want = _AS_JSON.get(given.kind, given.kind), _AS_JSON.get(wanted.kind, wanted.kind)
    if have != want and not (have == "int" and want == "double"):
        return f"{what} gives {a(given)}, the schema wants {a(wanted)}", _REPAIR.get((have, want), "")
    if given.values and wanted.values and not any(_same(one, other) for one in given.values for other in wanted.values):
        shown = ", ".join(map(repr, given.values))
        return f"{what} gives {shown}, which the schema does not allow", nearest(
            str(given.values[0]), map(str, wanted.values)
        )
    if have == "list" and given.element and wanted.element:
        return mismatch(given.element, wanted.element, what=f"an item of {what}")
    return _fields(given, wanted, what) if given.kind == wanted.kind == "object" else None


def _fields(given: CelType, wanted: CelType, what: str) -> tuple[str, str] | None:
    for name, one in given.fields.items():
        into = wanted.fields.get(name, wanted.element)
        if into is None and wanted.closed and name in given.required:
            return f"{what} has a field '{name}', which the schema does not know", nearest(name, wanted.fields)
        if into is not None and (found := mismatch(one, into, what=f"field '{name}' of {what}")):
            return found
    missing = sorted(wanted.required - given.fields.keys()) if given.closed else []
    return (f"{what} lacks the field '{missing[0]}', which the schema requires", "Add it.") if missing else None


_REPAIR = {
    ("double", "int"): "Make it one: int(math.round(x)).",
    ("int", "string"): "Make it one: string(x).",
    ("double", "string"): "Make it one: string(x).",
    ("bool", "string"): "Make it one: string(x).",
    ("string", "int"): "Make it one: int(x).",
    ("string", "double"): "Make it one: double(x).",
    ("string", "list"): "Put it in a list: [x].",
    ("map", "list"): "Make it one: x.values() or x.keys().",
}


def _same(left: Json, right: Json) -> bool:
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def a(kind: CelType) -> str:
    """The type with its article, for messages."""
    word = str(kind)
    return f"an {word}" if word[0] in "aeio" or word.startswith("unsigned") else f"a {word}"
