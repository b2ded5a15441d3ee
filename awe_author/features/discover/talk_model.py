"""The collections of what was said over sockets, and what was in them at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awe_author.features.discover.names import singular
from awe_author.features.discover.shapes import schema_of
from awe_author.features.discover.talk_actions import Actor
from awe_author.features.discover.talk_forms import POSITION
from awe_author.features.discover.talk_things import Thing
from awe_author.json_types import JsonObject

if TYPE_CHECKING:
    from awe_author.features.discover.talk_draft import TalkDraft


def collection(kind: Thing, actor: Actor, draft: TalkDraft) -> None:
    entities: dict[str, JsonObject] = {}
    made: list[JsonObject] = []
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
        if key in kind.made:
            made.append(entity)
        else:
            entities[key] = entity
    values = [*entities.values(), *made]
    names = list(dict.fromkeys(name for value in values for name in value))
    properties: JsonObject = {}
    for name in names:
        schema = schema_of([value[name] for value in values if name in value], formats=False)
        schema.pop("enum", None)
        properties[name] = {"type": "number"} if name == POSITION else _open(schema)
    one = singular(kind.name)
    draft.defs[one] = {
        "title": one.replace("_", " ").capitalize(),
        "type": "object",
        "required": ["id" if kind.weak or kind.key == "id" else kind.key],
        "properties": properties,
        "additionalProperties": True,
    }
    said = list(dict.fromkeys(spot.name for spot in kind.spots))
    collection: JsonObject = {
        "type": "object",
        "description": f"Seen in messages {', '.join(said)}. Key: {kind.key}.",
        "additionalProperties": {"$ref": f"#/$defs/{one}"},
    }
    if kind.parent is not None:
        collection["x-index"] = [kind.field_of_parent]
        properties.setdefault(kind.field_of_parent, {"type": "string"})
    draft.properties[kind.name] = collection
    draft.seed[kind.name] = dict(sorted(entities.items()))


def _open(schema: JsonObject) -> JsonObject:
    """Objects stay open, and texts of any kind."""
    if schema.get("type") in ("object", "array"):
        return {"type": schema["type"]}
    return schema
