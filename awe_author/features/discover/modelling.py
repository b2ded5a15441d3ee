"""The draft of the state model and its seed: collections, schemas, references, actions.

Entities stay open for more fields, and formats and enumerations of kinds that are written are told as remarks rather
than demanded: a write that the live app would take must not be refused because the recording was short. What writes
send is merged into the entity; what the server sets by itself (keys, times, defaults) comes from the recorded answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import first_number
from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.common.shapes import FORMATS, schema_of
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.parted import fill_parts, fill_sources, fill_worked_out
from awe_author.features.discover.entities.plain_values import NAMES, NEXT_ID, PlainValues, add_counts, add_keys
from awe_author.features.discover.entities.records import Records, complete_records, find_homes, know_others, records_of
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.pages.pages import LISTED_ON
from awe_author.features.discover.replies.echoes import RECORDED
from awe_author.features.discover.replies.once_done import DONE
from awe_author.features.discover.replies.times_written import TIMES
from awe_author.features.discover.talks.draft import TalkDraft
from awe_author.features.discover.writes.actions import action_of, server_rules
from awe_author.features.discover.writes.children import add_children
from awe_author.features.discover.writes.grown_records import grown_effects
from awe_author.features.discover.writes.of_parents import copied_of_parents
from awe_author.features.discover.writes.retyped import kept_as
from awe_author.features.discover.writes.sent_back import sent_back
from awe_author.features.discover.writes.touched_homes import add_touches, touches_of
from awe_author.features.discover.writes.touched_parents import touched_parents
from awe_author.json_types import Json, JsonObject

SCHEMA = "https://json-schema.org/draft/2020-12/schema"


@dataclass(slots=True)
class Model:
    """The draft, as documents."""

    document: JsonObject
    seed: JsonObject
    names: dict[int, str] = field(default_factory=dict)
    """id() of an operation -> its action."""


def draft_model(app: str, parts: Sequence[Entities], operations: Sequence[Operation], seen: Seen) -> Model:
    """Model and seed of all kinds that are kept."""
    model = Model({}, {})
    properties: JsonObject = {}
    defs: JsonObject = {}
    actions: JsonObject = {}
    values, counted = PlainValues(), list[Entities]()
    references = references_of(parts)
    by_name = {part.kind.name: part for part in parts}
    touches = touches_of(parts, operations, seen)
    taken = {*by_name, *NAMES, RECORDED, DONE, TIMES}
    for part in parts:
        kind = part.kind
        written = [one for one in operations if one.kind is kind and one.writes]
        properties[kind.name] = _collection(_seen_text(part), singular(kind.name))
        defs[singular(kind.name)] = entity_schema(
            part,
            references.get(kind.name, {}),
            written=bool(written),
            whole=any(one.role == "replace_all" for one in written),
        )
        model.seed[kind.name] = dict(sorted(part.seed.items()))
        rules = server_rules(part, seen, sent_back(part, written, seen))
        records = records_of(part, taken)
        find_homes(part, records, parts, seen)
        know_others(records, seen)
        fill_parts(part, rules)
        fill_worked_out(part, rules)
        fill_sources(part, rules, LISTED_ON)
        complete_records(part, records)
        for known in records.values():
            _add_records(known, properties, defs, model.seed)
        for one in written:
            one.copied = copied_of_parents(one, part, parts, seen)
            name, action, used = action_of(one, part, seen, rules, records)
            add_touches(action, touches, one)
            made = action.get("effects")
            counted += add_children(action, part) if one.role == "create" else []
            if isinstance(made, list) and one.role == "create":
                action["effects"] = [
                    *made, *touched_parents(one, part, by_name, operations, seen), *grown_effects(one, part, seen)
                ]  # fmt: skip
                name = _own_name(name, action, actions)
            if (
                one.role == "update"
                and part.kind.source == "json"
                and one.endpoint.operation
                and isinstance(made, list)
            ):
                name = _own_name(name, action, actions)
            actions.setdefault(name, action)
            model.names[id(one)] = name
            values.used(one, part, used)
        if part.ordered:
            values.order[kind.name] = part.order or list(part.seed)
        if part.unseen:
            values.unseen[kind.name] = part.unseen
    for other in counted:
        values.next_ids[other.kind.name] = first_number([*map(int, other.made)], [])
    values.add_to(properties, model.seed)
    model.document = _document(app, properties, defs, actions)
    return model


def _own_name(name: str, action: JsonObject, actions: JsonObject) -> str:
    """The name of a create, or of a change that a word tells; another one where one of that name does something
    else."""
    own, number = name, 2
    while isinstance(there := actions.get(own), dict) and there["effects"] != action["effects"]:
        own, number = f"{name}_{number}", number + 1
    return own


def _document(app: str, properties: JsonObject, defs: JsonObject, actions: JsonObject) -> JsonObject:
    empty: JsonObject = {"empty": {"type": "object", "properties": {}, "description": "Nothing was found."}}
    return {
        "$schema": SCHEMA,
        "title": app,
        "description": f"Draft of {app}'s state from a recording, to be reviewed.",
        "type": "object",
        "required": [name for name in NAMES if name in properties],
        "properties": properties or empty,
        "$defs": defs,
        "x-actions": actions,
    }


def _collection(says: str, of: str) -> JsonObject:
    return {"type": "object", "description": says, "additionalProperties": {"$ref": f"#/$defs/{of}"}}


def _add_records(one: Records, properties: JsonObject, defs: JsonObject, seed: JsonObject) -> None:
    of = f"{singular(one.collection)}_record"
    properties[one.collection] = _collection(f"What is known of the records in {one.field}.", of)
    defs[of] = {"type": "object", "properties": {}, "additionalProperties": True}
    seed[one.collection] = one.kept()


def _seen_text(part: Entities) -> str:
    places = list(dict.fromkeys(str(group.endpoint) for group in part.kind.groups))
    more = f" and {len(places) - 4} more" if len(places) > 4 else ""
    return f"Seen in {', '.join(places[:4])}{more}. Key: {part.kind.key}. Sure: {part.kind.sure:.2f}."


def entity_schema(
    part: Entities, references: Mapping[str, tuple[str, bool]], *, written: bool, whole: bool = False
) -> JsonObject:
    """Schema of one kind. `whole`: all of them are sent at once, and kept as they are sent; what is no key may be
    otherwise in one of another sort."""
    always = set(part.always())
    properties: JsonObject = {}
    for name in part.fields():
        values = [*part.values(name), *part.sent.get(name, ())]
        values += kept_as(part.retyped.get(name, ()), values)
        schema = schema_of(values, formats=not written)
        if written:
            schema = _relaxed(schema, values, name in part.written)
        if whole and name != part.kind.key:
            schema = {said: schema[said] for said in ("examples", "$comment") if said in schema}
        if name in references:
            schema |= _reference(*references[name], nullable="null" in str(schema.get("type", "")))
        properties[name] = schema
    required: list[Json] = [part.kind.key]
    if not part.made and not written:
        required = [name for name in part.fields() if name in always]
    return {
        "title": singular(part.kind.name).replace("_", " ").capitalize(),
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": True,
    }


def _reference(to: str, by_text: bool, *, nullable: bool) -> JsonObject:
    if by_text:
        return {"x-ref": {"to": f"/{to}", "on_delete": "detach" if nullable else "restrict"}}
    return {"description": f"Key of {to}."}


def _relaxed(schema: JsonObject, values: Sequence[Any], sent: bool) -> JsonObject:
    """What a write may send is no narrower than it must be; what was seen is told."""
    schema = _nullable(schema) if sent else schema
    texts = [value for value in values if isinstance(value, str)]
    told = schema_of(texts) if texts else {}
    if "enum" in told:
        schema = {**schema, "examples": told["enum"], "$comment": "No other values were seen."}
    elif told.get("format") in FORMATS:
        schema = {**schema, "$comment": f"All values seen: {told['format']}."}
    return schema


def _nullable(schema: JsonObject) -> JsonObject:
    """A schema that takes null, too, in its place and in all members of its records."""
    made, kind = dict(schema), schema.get("type")
    if isinstance(kind, str):
        made["type"] = [kind, "null"]
    elif isinstance(kind, list) and "null" not in kind:
        made["type"] = [*kind, "null"]
    members, items = schema.get("properties"), schema.get("items")
    if isinstance(members, dict):
        made["properties"] = {name: _nullable(inner) for name, inner in members.items() if isinstance(inner, dict)}
    if isinstance(items, dict) and "properties" in items:
        made["items"] = {**_nullable(items), "type": items["type"]}
    return made


def references_of(parts: Sequence[Entities]) -> dict[str, dict[str, tuple[str, bool]]]:
    """Kind -> field -> (kind that it refers to, as text). All values seen must be keys, and the name must fit unless
    the keys cannot be mistaken."""
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    for part in parts:
        for name in part.fields():
            values = [value for value in part.values(name) if value is not None]
            if (
                not values
                or name == part.kind.key
                or not all(isinstance(value, str | int) and value is not True for value in values)
            ):
                continue
            unique = len(set(values)) == len(values)
            for other in parts:
                if name == other.kind.key and name != "id" and unique:
                    continue  # the same thing, seen under another key
                keys = set(other.seed) | set(other.made)
                told = snake(name).removesuffix("_id").removesuffix("_uuid") in (
                    singular(other.kind.name),
                    other.kind.name,
                )
                long = all(len(str(value)) >= 12 for value in values)
                if (told or long) and all(str(value) in keys for value in values):
                    by_text = all(isinstance(value, str) for value in values) and set(map(str, values)) <= set(
                        other.seed
                    )
                    found.setdefault(part.kind.name, {})[name] = (other.kind.name, by_text)
                    break
    return found


def add_talks(model: Model, talked: TalkDraft) -> None:
    """What sockets add: collections, actions, counters, and what was said last."""
    document = model.document
    properties, defs, actions = document["properties"], document["$defs"], document["x-actions"]
    if not talked.properties or not isinstance(properties, dict):
        return
    assert isinstance(defs, dict)
    assert isinstance(actions, dict)
    properties.pop("empty", None)
    properties |= talked.properties
    defs |= talked.defs
    actions |= talked.actions
    model.seed |= talked.seed
    counters = model.seed.get("next_ids", {})
    known: JsonObject = {**(counters if isinstance(counters, dict) else {}), **talked.counters}
    add_counts(properties, model.seed, "next_ids", known, NEXT_ID)
    if talked.last:
        properties["last"] = {
            "type": "object",
            "description": "What the page said last in messages of some names.",
            "required": [*talked.last],
            "properties": {name: {} for name in talked.last},
        }
        model.seed["last"] = {**talked.last}
    required = document["required"]
    if isinstance(required, list):
        required += [name for name in ("next_ids", "last") if name in properties and name not in required]


def add_recorded(model: Model, keys: Mapping[str, Sequence[str]]) -> None:
    """The keys for which the recording answers what is not in the state."""
    if not keys:
        return
    properties = model.document["properties"]
    if isinstance(properties, dict):
        says = "Keys that the recording shows: it answers what else is asked about them."
        add_keys(properties, model.seed, RECORDED, keys, says)
    required = model.document["required"]
    if isinstance(required, list):
        required.append(RECORDED)
