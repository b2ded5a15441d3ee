"""The collections of what was said over sockets, and what was in them at the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from awe_author.features.discover.common.names import singular
from awe_author.features.discover.common.shapes import schema_of
from awe_author.features.discover.talks.actions import Actor
from awe_author.features.discover.talks.forms import POSITION
from awe_author.features.discover.talks.things import Thing
from awe_author.json_types import JsonObject

if TYPE_CHECKING:
    from awe_author.features.discover.talks.draft import TalkDraft


def collection(kind: Thing, actor: Actor, draft: TalkDraft) -> None:
    """Put the things of a kind into the draft: collection, schema, those that are there at the start."""
    entities = _entities(kind, actor)
    properties = _properties(list(entities.values()))
    if kind.parent is not None:
        properties.setdefault(kind.field_of_parent, {"type": "string"})
    one = singular(kind.name)
    draft.defs[one] = {
        "title": one.replace("_", " ").capitalize(),
        "type": "object",
        "required": ["id" if kind.weak or kind.key == "id" else kind.key],
        "properties": properties,
        "additionalProperties": True,
    }
    said = list(dict.fromkeys(spot.name for spot in kind.spots))
    draft.properties[kind.name] = {
        "type": "object",
        "description": f"Seen in messages {', '.join(said)}. Key: {kind.key}.",
        "additionalProperties": {"$ref": f"#/$defs/{one}"},
        **({"x-index": [kind.field_of_parent]} if kind.parent is not None else {}),
    }
    draft.seed[kind.name] = {key: entities[key] for key in sorted(entities) if key not in kind.made}


def _entities(kind: Thing, actor: Actor) -> dict[str, JsonObject]:
    """Key -> the thing as it was first told of, with its parent, its place and what is told beside it; those that were
    made during the recording come last."""
    found: dict[str, JsonObject] = {}
    counted: dict[str | None, int] = {}
    for key, sight in kind.first.items():
        owner = kind.owners.get(key)
        counted[owner] = counted.get(owner, 0) + 1
        entity: JsonObject = {"id": key} if kind.weak or kind.key == "id" else {}
        entity |= {name: value for name, value in sight.value.items()
                   if name not in {*kind.inner, *kind.counts} and not (name == "id" and kind.key != "id")}  # fmt: skip
        if kind.key == "id" or kind.weak:
            entity["id"] = key
        if kind.parent is not None and owner is not None:
            entity[kind.field_of_parent] = owner
        if kind.placed or kind.weak:
            entity[POSITION] = float(counted[owner])
        for name in kind.beside:
            entity[name] = actor.beside_of(kind, key, name)
        found[key] = entity
    return {key: found[key] for key in sorted(found, key=lambda key: key in kind.made)}


def _properties(values: Sequence[JsonObject]) -> JsonObject:
    found: JsonObject = {}
    for name in dict.fromkeys(name for value in values for name in value):
        schema = schema_of([value[name] for value in values if name in value], formats=False)
        schema.pop("enum", None)
        found[name] = {"type": "number"} if name == POSITION else _open(schema)
    return found


def _open(schema: JsonObject) -> JsonObject:
    """Objects stay open, and texts of any kind."""
    if schema.get("type") in ("object", "array"):
        return {"type": schema["type"]}
    return schema
