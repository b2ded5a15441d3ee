"""From models to the shape of the world document: keys, indexes, references and adapters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.json_types import JsonObject
from awe_author.state import model as models
from awe_author.state.model import WAREHOUSE, CollectionSpec, Model
from awe_author.state.pointer import pointer
from awe_author.state.shape import CollectionShape, Reference, Shape
from awe_author.state.shared import SharedAdapter


def shape_of(world: Mapping[str, Model]) -> Shape:
    """The shape of a world of these models, by name of the app (`warehouse` among them, if there is one)."""
    asked = _warehouse_indexes(world)
    collections: dict[str, CollectionShape] = {}
    plain: dict[str, tuple[Reference, ...]] = {}
    for app, model in world.items():
        for name, spec in model.collections.items():
            key = pointer(app, name)
            mapped = spec.shared.fields if spec.shared else {}
            indexes = (*[one for one in spec.index if one not in mapped], *asked.get(key, ()))
            references = [reference for reference in spec.references if reference.field[0] not in mapped]
            adapter = _adapter(key, spec, world) if spec.shared else None
            collections[key] = CollectionShape(indexes, tuple(map(_reference, references)), adapter)
        for name, value in model.plain.items():
            plain[pointer(app, name)] = tuple(map(_reference, value.references))
    return Shape(collections, plain)


def _warehouse_indexes(world: Mapping[str, Model]) -> Mapping[str, tuple[str, ...]]:
    """Fields of entities that apps ask for: indexed under their own name for it, or used to match."""
    found: dict[str, dict[str, None]] = {}
    for model in world.values():
        for spec in model.collections.values():
            if spec.shared:
                fields = found.setdefault(pointer(WAREHOUSE, spec.shared.kind), {})
                mapped = [spec.shared.fields[one].source for one in spec.index if one in spec.shared.fields]
                fields.update(dict.fromkeys([*mapped, *spec.shared.match]))
    return {key: tuple([name for name in fields if name and name != "id"]) for key, fields in found.items()}


def _adapter(key: str, spec: CollectionSpec, world: Mapping[str, Model]) -> SharedAdapter:
    shared = spec.shared
    assert shared is not None
    kind = world[WAREHOUSE].collections[shared.kind]
    local = {name: value for name, value in spec.defaults.items() if name not in shared.fields}
    return SharedAdapter(
        spec=shared,
        key=key,
        entities=pointer(WAREHOUSE, shared.kind),
        noun=noun(spec),
        shows_id="id" in properties(spec.schema.document) and "id" not in shared.fields,
        defaults=local,
        entity_defaults=kind.defaults,
        entity_has_id="id" in properties(kind.schema.document),
    )


def _reference(reference: models.Reference) -> Reference:
    path = reference.field
    plain_name = len(path) == 1 and path[0] not in ("", "*") and not path[0].startswith("/")
    target = pointer(reference.app, reference.collection)
    return Reference(path[0] if plain_name else pointer(*path), target, reference.on_delete)


def properties(schema: JsonObject) -> Mapping[str, Any]:
    """The properties that an entity's schema declares, through `$ref` and `allOf`."""
    found: dict[str, Any] = {}
    for part in _parts(schema, schema, 16):
        declared = part.get("properties")
        found |= declared if isinstance(declared, dict) else {}
    return found


def _parts(schema: object, root: JsonObject, depth: int) -> Iterator[JsonObject]:
    if not isinstance(schema, dict) or not depth:
        return
    yield schema
    name, definitions = _definition(schema), root.get("$defs")
    if name and isinstance(definitions, dict):
        yield from _parts(definitions.get(name), root, depth - 1)
    members = schema.get("allOf")
    for member in members if isinstance(members, list) else ():
        yield from _parts(member, root, depth - 1)


def _definition(schema: JsonObject) -> str:
    target = schema.get("$ref")
    return target.removeprefix("#/$defs/") if isinstance(target, str) else ""


def noun(spec: CollectionSpec) -> str:
    """What messages call one entity: the title of its schema, the name of its definition, or the collection's."""
    for part in _parts(spec.schema.document, spec.schema.document, 4):
        if isinstance(part.get("title"), str):
            return str(part["title"]).lower()
    name = _definition(spec.schema.document)
    if name:
        return name.replace("_", " ")
    if spec.name.endswith("ies"):
        return spec.name[:-3] + "y"
    return spec.name[:-1] if spec.name.endswith("s") else spec.name
