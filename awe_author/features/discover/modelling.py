"""The draft of the state model and its seed: collections, schemas, references, actions.

Entities stay open for more fields, and formats and enumerations of kinds that are written are told as remarks rather
than demanded: a write that the live app would take must not be refused because the recording was short. What writes
send is merged into the entity; what the server sets by itself (keys, times, defaults) comes from the recorded answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.calls import Call
from awe_author.features.discover.entities import Entities
from awe_author.features.discover.keys import first_number, literal, member, new_key, text, time_now
from awe_author.features.discover.names import singular, snake
from awe_author.features.discover.operations import Operation, Seen, at
from awe_author.features.discover.shapes import FORMATS, schema_of
from awe_author.json_types import Json, JsonObject

SCHEMA = "https://json-schema.org/draft/2020-12/schema"


@dataclass(slots=True)
class Model:
    """The draft, as documents."""

    document: JsonObject
    seed: JsonObject
    names: dict[int, str] = field(default_factory=dict)
    """id() of an operation -> its action."""
    server_set: dict[str, set[str]] = field(default_factory=dict)
    """Kind -> fields that the server sets."""


def draft_model(app: str, parts: Sequence[Entities], operations: Sequence[Operation], seen: Seen) -> Model:
    """Model and seed of all kinds that are kept."""
    seed: JsonObject = {}
    properties: JsonObject = {}
    defs: JsonObject = {}
    actions: JsonObject = {}
    model = Model({}, seed)
    counters: JsonObject = {}
    unseen: JsonObject = {}
    references = references_of(parts)
    for part in parts:
        kind = part.kind
        mine = [one for one in operations if one.kind is kind and one.writes]
        properties[kind.name] = {
            "type": "object",
            "description": _seen_text(part),
            "additionalProperties": {"$ref": f"#/$defs/{singular(kind.name)}"},
        }
        defs[singular(kind.name)] = entity_schema(part, references.get(kind.name, {}), written=bool(mine))
        seed[kind.name] = dict(sorted(part.seed.items()))
        for one in mine:
            name, action, counts = action_of(one, part, seen, model)
            actions.setdefault(name, action)
            model.names[id(one)] = name
            if counts:
                counters[kind.name] = first_number(
                    [part.made[key].get(kind.key) for key in one.made if key in part.made], list(part.seed)
                )
        if part.unseen:
            unseen[kind.name] = part.unseen
    _plain(properties, seed, "next_ids", counters, "The number that the next created entity gets.")
    _plain(properties, seed, "unseen", unseen, "How many entities the app has beyond those the recording shows.")
    model.document = {
        "$schema": SCHEMA,
        "title": app,
        "description": f"Draft of {app}'s state from a recording, to be reviewed.",
        "type": "object",
        "required": [name for name in ("next_ids", "unseen") if name in properties],
        "properties": properties
        or {"empty": {"type": "object", "properties": {}, "description": "Nothing was found."}},
        "$defs": defs,
        "x-actions": actions,
    }
    return model


def _plain(properties: JsonObject, seed: JsonObject, name: str, values: JsonObject, says: str) -> None:
    if values:
        properties[name] = {
            "type": "object",
            "description": says,
            "additionalProperties": False,
            "required": [*values],
            "properties": {one: {"type": "integer", "minimum": 0} for one in values},
        }
        seed[name] = values


def _seen_text(part: Entities) -> str:
    places = list(dict.fromkeys(str(group.endpoint) for group in part.kind.groups))
    more = f" and {len(places) - 4} more" if len(places) > 4 else ""
    return f"Seen in {', '.join(places[:4])}{more}. Key: {part.kind.key}. Sure: {part.kind.sure:.2f}."


def entity_schema(part: Entities, references: Mapping[str, tuple[str, bool]], *, written: bool) -> JsonObject:
    """Schema of one kind."""
    always = set(part.always())
    properties: JsonObject = {}
    for name in part.fields():
        values = [*part.values(name), *part.sent.get(name, ())]
        schema = schema_of(values, formats=not written)
        if written:
            schema = _relaxed(schema, values, name in part.written)
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
    kind = schema.get("type")
    if sent and isinstance(kind, str):
        schema = {**schema, "type": [kind, "null"]}
    texts = [value for value in values if isinstance(value, str)]
    told = schema_of(texts) if texts else {}
    if "enum" in told:
        schema = {**schema, "examples": told["enum"], "$comment": "No other values were seen."}
    elif told.get("format") in FORMATS:
        schema = {**schema, "$comment": f"All values seen: {told['format']}."}
    return schema


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
            for other in parts:
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


def action_of(one: Operation, part: Entities, seen: Seen, model: Model) -> tuple[str, JsonObject, bool]:
    """(name, action, does it use the counter?)."""
    noun, kind = singular(part.kind.name), part.kind
    where = f"{one.endpoint}, seq {', '.join(str(call.seq) for call in one.calls[:5])}"
    about: JsonObject = {
        "$comment": f"Seen: {where}. Sure: {one.sure:.2f}." + (f" Proof: {one.proof}." if one.proof else "")
    }
    if one.role == "create":
        action, counts = _create(one, part)
        return f"create_{noun}", {"title": f"New {noun.replace('_', ' ')}", **about, **action}, counts
    if one.role == "delete":
        return (
            f"delete_{noun}",
            {
                "title": f"Delete {noun.replace('_', ' ')}",
                **about,
                **_by_id(kind.name),
                "effects": [{"op": "remove", "path": f"/{kind.name}/{{params.id}}"}],
            },
            False,
        )
    if one.role == "replace_all":
        return f"replace_{kind.name}", {"title": f"Replace all {kind.name}", **about, **_replace_all(part)}, False
    own = _own_changes(one, part, seen)
    model.server_set.setdefault(kind.name, set()).update(own)
    extra: list[Any] = [{"op": "merge", "path": f"/{kind.name}/{{params.id}}", "value": own}] if own else []
    if one.role == "act":
        name = f"{one.verb}_{noun}"
        remark: JsonObject = {"op": "merge", "path": f"/{kind.name}/{{params.id}}", "value": {}}
        return (
            name,
            {
                "title": f"{one.verb.replace('_', ' ').capitalize()} {noun}",
                **about,
                **_by_id(kind.name),
                "effects": extra or [remark],
            },
            False,
        )
    bodies = [at(call.body, one.body_at or ()) for call in one.calls]
    whole = not part.number and all(call.verb == "PUT" for call in one.calls)
    whole = whole and all(isinstance(body, dict) and body.keys() >= set(part.always()) for body in bodies)
    op, value = ("replace", "dyn(params.changes)") if whole else ("merge", "params.changes")
    action = {
        "params": {
            "type": "object",
            "required": ["id", "changes"],
            "properties": {
                "id": {"type": "string", "x-ref": f"/{kind.name}"},
                "changes": {"type": "object", "properties": _sent_schema([one], part)},
            },
        },
        "effects": [{"op": op, "path": f"/{kind.name}/{{params.id}}", "value": value}, *extra],
        "result": {"id": "params.id"},
    }
    return f"update_{noun}", {"title": f"Change {noun.replace('_', ' ')}", **about, **action}, False


def _by_id(kind: str) -> JsonObject:
    return {
        "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string", "x-ref": f"/{kind}"}}},
        "result": {"id": "params.id"},
    }


def _replace_all(part: Entities) -> JsonObject:
    name, key = part.kind.name, member("one", part.kind.key)
    return {
        "params": {
            "type": "object",
            "required": ["items"],
            "properties": {"items": {"type": "array", "items": {"$ref": f"#/$defs/{singular(name)}"}}},
        },
        "effects": [
            {"op": "remove", "path": f"/{name}/{{one}}", "each": f"state.{name}.keys()", "as": "one"},
            {"op": "add", "path": f"/{name}/{{string({key})}}", "value": "one", "each": "params.items", "as": "one"},
        ],
    }


def _sent_schema(operations: Iterable[Operation], part: Entities) -> JsonObject:
    """Schemas of the fields that requests sent, loose: type only, and null."""
    values: dict[str, list[Any]] = {}
    for one in operations:
        for call in one.calls:
            sent = at(call.body, one.body_at) if one.body_at is not None else None
            for name, value in sent.items() if isinstance(sent, dict) else ():
                values.setdefault(name, []).append(value)
    found: JsonObject = {}
    for name, sent in values.items():
        if name not in part.forms or name == part.kind.key:
            continue
        kinds = schema_of([*sent, *part.values(name), None], depth=9, formats=False)
        found[name] = {"type": kinds["type"]} if "type" in kinds else {}
    return found


def _create(one: Operation, part: Entities) -> tuple[JsonObject, bool]:
    """Params are the fields sent; what the answer shows beyond them is set by the server."""
    kind, call = part.kind, one.calls[0]
    shown = part.made.get(one.made[0], {}) if one.made else {}
    sent = at(call.body, one.body_at) if one.body_at is not None else None
    sent = sent if isinstance(sent, dict) else {}
    body_key = one.key_at is not None or sent.get(kind.key) not in (None, "")
    made, counts = new_key(
        kind.name,
        [part.made[key][kind.key] for key in one.made if key in part.made],
        [entity[kind.key] for entity in part.seed.values()],
    )
    own = "string(id)" if part.number else "id"
    if body_key:
        made, counts = member("params", kind.key), False
    value: JsonObject = {}
    for name, inner in shown.items():
        if name == kind.key:
            value[name] = own
        elif name not in sent:
            value[name] = _by_server(name, inner, call, sent)
    effects: list[Json] = [
        {"op": "add", "path": f"/{kind.name}/{{string(id)}}", "value": value or {kind.key: own}},
        {"op": "merge", "path": f"/{kind.name}/{{string(id)}}", "value": "dyn(params)"},
    ]
    if counts:
        effects.append({"op": "replace", "path": f"/next_ids/{kind.name}", "value": f"state.next_ids.{kind.name} + 1"})
    if kind.key in sent:
        effects.append({"op": "merge", "path": f"/{kind.name}/{{string(id)}}", "value": {kind.key: own}})
    params: JsonObject = {"type": "object", "properties": _sent_schema([one], part)}
    if body_key:
        params |= {
            "required": [kind.key],
            "properties": {kind.key: {"type": ["string", "integer"]}, **_sent_schema([one], part)},
        }
    return {"params": params, "let": {"id": made}, "effects": effects, "result": {"id": "string(id)"}}, counts


def _by_server(name: str, value: Any, call: Call, sent: Mapping[str, Any]) -> Json:
    """A field that the request did not send: a time, a text made from another field, or what was recorded."""
    now = time_now(value, call.date)
    if now is not None:
        return now
    if isinstance(value, str) and len(value) > 2:
        for other, inner in sent.items():
            if isinstance(inner, str) and inner.strip() and snake(inner).replace("_", "-") == value:
                return f"params.get({text(other)}, '').lowerAscii().replace(' ', '-')"
    made: Json = literal(value)
    return made


def _own_changes(one: Operation, part: Entities, seen: Seen) -> JsonObject:
    """What changed in the entity that the request did not send: times, and for actions literal values."""
    found: JsonObject = {}
    for call, key in zip(one.calls, one.made, strict=False):
        before, after = seen.before(part.kind, key, call.seq), seen.after(part.kind, key, call.seq)
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        sent = sent if isinstance(sent, dict) else {}
        for name, value in (after or {}).items():
            if before is None or name not in before or before[name] == value or sent.get(name) == value:
                continue
            now = time_now(value, call.date)
            if now is not None:
                found[name] = now
            elif one.role == "act" and isinstance(value, str | int | float | bool):
                found[name] = literal(value)
    return found
