"""The state part of a model: its collections and plain values, their schemas, references and indexes.

Validation at run time looks at one entity at a time, so a keyword that speaks of a whole collection (`contains` of
other entities, conditions between collections) has no place to be checked; it is a problem here, not a silence there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from awe_author.json_types import Json, JsonObject
from awe_author.state.loading.fits import Fitting
from awe_author.state.loading.problems import nearest, under
from awe_author.state.loading.references import References
from awe_author.state.loading.shapes import ANY, Absent, Part
from awe_author.state.model import RESERVED, WAREHOUSE, CollectionSpec, Model, PlainSpec
from awe_author.state.schema import Schema, standalone

ABOVE = frozenset(
    [
        "$ref",
        "$comment",
        "title",
        "description",
        "default",
        "type",
        "x-index",
        "additionalProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
        "examples",
    ]
)
"""Keywords that a collection may have."""


@dataclass(frozen=True, slots=True)
class Structure:
    """What the state part came to."""

    collections: Mapping[str, CollectionSpec]
    plain: Mapping[str, PlainSpec]
    names: frozenset[str]
    """Of all collections, also of those that are not well formed."""


def load_structure(app: str, fitting: Fitting, warehouse: Model | None) -> Structure:
    """Every top-level property, compiled."""
    collections: dict[str, CollectionSpec] = {}
    plain: dict[str, PlainSpec] = {}
    properties = fitting.root.get("properties")
    if not isinstance(properties, dict):
        return Structure({}, {}, frozenset())
    names = {name for name, part in properties.items() if entity_schema(part, fitting) is not None}
    references = References(app, fitting, names, warehouse)
    for name, part in properties.items():
        pointer = under("/properties", name)
        if name in RESERVED and app != WAREHOUSE:
            fitting.problems.add(pointer, f'"{name}" is a name of the world itself', "Choose another name.")
        if name in names:
            if spec := _collection(name, cast(JsonObject, part), pointer, fitting, references):
                collections[name] = spec
        elif (schema := compile_schema(part, fitting, pointer)) is not None:
            if isinstance(part, dict) and "x-index" in part:
                fitting.problems.add(
                    under(pointer, "x-index"),
                    f'"{name}" is no collection, so it has no index',
                    "A collection has `type: object`, no `properties`, and an object schema for additionalProperties.",
                )
            plain[name] = PlainSpec(
                name=name, schema=schema, references=references.find(part, pointer, cascade=False), pointer=pointer
            )
    _required(properties, fitting)
    return Structure(collections, plain, frozenset(names))


def _required(properties: Mapping[str, object], fitting: Fitting) -> None:
    named = fitting.root.get("required", [])
    for at, name in enumerate(named if isinstance(named, list) else []):
        if name not in properties:
            fitting.problems.add(f"/required/{at}", f'there is no property "{name}"', nearest(str(name), properties))


def entity_schema(part: object, fitting: Fitting) -> Part | None:
    """The schema of the entities when the top-level property is a collection, else None."""
    if not isinstance(part, dict):
        return None
    whole: dict[str, Any] = {}
    for conjunct in fitting.shapes.conjuncts(part):
        whole = {**conjunct, **whole}
    if whole.get("type") != "object" or whole.get("properties"):
        return None
    entity = whole.get("additionalProperties")
    return entity if isinstance(entity, dict) and fitting.shapes.types(entity) == {"object"} else None


def compile_schema(part: object, fitting: Fitting, pointer: str) -> Schema | None:
    """`part` as a schema of its own; None when something is wrong with it or with what it refers to."""
    if not fitting.whole(part, pointer):
        return None
    try:
        return standalone(cast(Json, part), fitting.root, pointer)
    except ValueError as error:
        fitting.problems.add(pointer, f"this is no usable JSON Schema: {_first_line(error)}", "Repair the keyword.")
    return None


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0][:160]


def _collection(
    name: str, part: JsonObject, pointer: str, fitting: Fitting, references: References
) -> CollectionSpec | None:
    entity = entity_schema(part, fitting)
    whole: dict[str, Any] = {}
    for conjunct in fitting.shapes.conjuncts(part):
        whole = {**conjunct, **whole}
    for keyword in part:
        if keyword not in ABOVE:
            fitting.problems.add(
                under(pointer, keyword),
                f'"{keyword}" cannot be checked one entity at a time',
                "Say it in the schema of the entity, or as a guard of the actions that could break it.",
            )
    inside = under(pointer, "additionalProperties")
    schema = compile_schema(entity, fitting, inside)
    ids = None
    if "propertyNames" in whole:
        ids = compile_schema(whole["propertyNames"], fitting, under(pointer, "propertyNames"))
    if schema is None or entity is None:
        return None
    formed = fitting.problems.well_formed(under(pointer, "x-index"))
    most = whole.get("maxProperties")
    return CollectionSpec(
        name=name,
        schema=schema,
        ids=ids,
        least=int(whole.get("minProperties", 0)),
        most=int(most) if most is not None else None,
        index=_index(whole.get("x-index", ()), entity, pointer, fitting) if formed else (),
        references=references.find(entity, inside),
        defaults=defaults(entity, fitting),
        pointer=pointer,
    )


def defaults(part: Part, fitting: Fitting) -> dict[str, Json]:
    """Field -> its `default`."""
    found: dict[str, Json] = {}
    for name in fitting.shapes.fields(part):
        inner = fitting.shapes.field(part, name)
        for conjunct in () if isinstance(inner, Absent) else fitting.shapes.conjuncts(inner):
            if "default" in conjunct:
                found.setdefault(name, conjunct["default"])
    return found


def check_defaults(part: Part, pointer: str, fitting: Fitting) -> None:
    """Does each `default` fit its own field?"""
    for name, value in defaults(part, fitting).items():
        inner = fitting.shapes.field(part, name)
        if isinstance(inner, Absent):
            continue
        for error in standalone(dict(inner), fitting.root, pointer).errors(value):
            fitting.problems.add(under(pointer, "properties", name, "default"), error.message, "Let it fit its field.")


def _plain_types(part: Part, fitting: Fitting) -> frozenset[str]:
    """Types to look up: of the field, or of its items (each of which is in the index)."""
    types = fitting.shapes.types(part)
    items = fitting.shapes.field(part, "0") if "array" in types else ANY
    if "array" in types and not isinstance(items, Absent):
        types |= fitting.shapes.types(items)
    return types & {"string", "number", "boolean"}


def _index(fields: Any, entity: Part, pointer: str, fitting: Fitting) -> tuple[str, ...]:
    known = fitting.shapes.fields(entity)
    for at, name in enumerate(fields):
        where = under(pointer, "x-index", at)
        inner = fitting.shapes.field(entity, str(name))
        if str(name).startswith("/"):
            fitting.problems.add(where, f'"{name}" begins with a slash, so it cannot be indexed', "Rename the field.")
        elif isinstance(inner, Absent) or (known and name not in known):
            fitting.problems.add(where, f'entities have no field "{name}"', nearest(str(name), known))
        elif not _plain_types(inner, fitting):
            fitting.problems.add(where, f'"{name}" holds no plain value to look up', "Index a string or a number.")
    return tuple(str(name) for name in fields)
