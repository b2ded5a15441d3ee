"""Who belongs where (`lists.memberships`) in the model, and what changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.lists.memberships import Membership, MemberWrite
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.replies.triggers import place_text
from awe_author.json_types import Json, JsonObject

BELOW = "listed_below"
"""The parameter of a create that says where what is made belongs."""
KEYS: JsonObject = {"type": "array", "items": {"type": "string"}}


def member_features(
    found: Sequence[Membership],
    model: JsonObject,
    seed: JsonObject,
    actions: Mapping[int, str],
    features: list[Feature],
) -> list[Feature]:
    """Put the collections and actions into the model, and into the features that create; the features of the writes.
    `actions`: id() of an operation -> its action; `features`: those of the operations."""
    made: list[Feature] = []
    known: Any = model["x-actions"]
    for one in found:
        _collection(one, model, seed)
        for feature in features:
            operation = feature.operation
            if operation is not None and operation.kind is one.listed.kind and one.takes(operation):
                _made_below(one, feature, known[actions[id(operation)]])
        for write in one.writes:
            name = f"{write.how}_{one.name}"
            known.setdefault(name, _action(one, write))
            made.append(_feature(one, write, name, seed))
    return made


def _collection(one: Membership, model: JsonObject, seed: JsonObject) -> None:
    properties: Any = model["properties"]
    definitions: Any = model["$defs"]
    says = f"Seen in {one.listed.endpoint}: the {one.listed.kind.name.replace('_', ' ')} of each, by key."
    of = f"{one.name}_listed"
    properties[one.name] = {"type": "object", "description": says, "additionalProperties": {"$ref": f"#/$defs/{of}"}}
    definitions[of] = {
        "type": "object",
        "required": ["listed"],
        "properties": {"listed": KEYS},
        "additionalProperties": True,
    }
    seed[one.name] = {key: {"listed": [*keys]} for key, keys in sorted(one.start.items())}


def _there(one: Membership, key: str) -> str:
    return f"({key} in state.{one.name} ? state.{one.name}[{key}].listed : [])"


def _made_below(one: Membership, feature: Feature, action: Any) -> None:
    """What is made below belongs there. The parameter that says so is no field of it."""
    given: Any = feature.document.get("with")
    spread = given if isinstance(given, dict) else {"...": given}
    feature.document["with"] = {**spread, BELOW: f"segments[{one.number}]"}
    if BELOW in action["params"]["properties"]:
        return
    action["params"]["properties"][BELOW] = {"type": "string"}
    there = f"{text(BELOW)} in params"
    own = f"/{one.listed.kind.name}/{{string(id)}}/{BELOW}"
    action["effects"] += [
        {"op": "remove", "path": own, "if": there},
        *_listing(one, f"params.{BELOW}", f"{_there(one, f'params.{BELOW}')} + [string(id)]", there),
    ]


def _listing(one: Membership, key: str, listed: str, when: str = "") -> list[Json]:
    """Effects that keep who belongs somewhere. `key`, `listed`: expressions of where and who; `when`: a condition."""
    path, missing = f"/{one.name}/{{{key}}}", f"!({key} in state.{one.name})"
    first: JsonObject = {"op": "add", "path": path, "value": {"listed": []}}
    first["if"] = f"{when} && {missing}" if when else missing
    then: JsonObject = {"op": "merge", "path": path, "value": {"listed": listed}, **({"if": when} if when else {})}
    return [first, then]


def _action(one: Membership, write: MemberWrite) -> JsonObject:
    new = {
        "add": "there + params.keys.filter(k, !(k in there))",
        "remove": "there.filter(k, !(k in params.keys))",
        "set": "params.keys",
    }[write.how]
    effects: list[Json] = []
    if one.alone and write.how != "remove":
        left = f"state.{one.name}[where].listed.filter(k, !(k in params.keys))"
        each: JsonObject = {"each": f"state.{one.name}.keys()", "as": "where"}
        effects.append({"op": "merge", "path": f"/{one.name}/{{where}}", "value": {"listed": left}, **each})
    effects += _listing(one, "params.id", new)
    words = one.name.replace("_", " ")
    seqs = ", ".join(str(call.seq) for call in write.calls[:5])
    return {
        "title": f"{write.how.capitalize()} {words}",
        "$comment": f"Seen: {write.endpoint}, seq {seqs}.",
        "params": {
            "type": "object",
            "required": ["id", "keys"],
            "properties": {"id": {"type": "string"}, "keys": KEYS},
        },
        "let": {"there": _there(one, "params.id")},
        "effects": effects,
        "result": {"id": "params.id"},
    }


def _keys(write: MemberWrite) -> str:
    own = place_text(write.where, write.calls[0])
    return f"dyn({own}).map(k, string(k))" if write.many else f"[string({own})]"


def _feature(one: Membership, write: MemberWrite, action: str, seed: JsonObject) -> Feature:
    call = write.calls[0]
    stars = write.endpoint.path.count("*")
    reply: JsonObject = {"status": call.status, "like": "recorded"}
    counted = _counted(write) if write.many else _named(one, write, seed)
    if counted is not None:
        reply["json"] = counted
    on: JsonObject = {
        "request": f"{call.method} {write.endpoint.origin}{write.endpoint.path}",
        "where": f"!segments[{stars - 1}].contains('/')",
    }
    seqs = ", ".join(str(each.seq) for each in write.calls[:8])
    return Feature(
        {
            "id": f"{one.name}.{write.how}.api",
            "title": f"{write.how.capitalize()} {one.name.replace('_', ' ')}",
            "on": on,
            "do": action,
            "with": {"id": f"segments[{one.number}]", "keys": _keys(write)},
            "reply": reply,
        },
        [f"seen: {write.endpoint}, seq {seqs}", "sure: 0.80, by what the next look shows"],
        0.8,
    )


def _named(one: Membership, write: MemberWrite, seed: JsonObject) -> Json:
    """The members of the answers that say what is known of who was named, beside the key; None where they do not."""
    kind, known = one.listed.kind, seed.get(one.listed.kind.name)
    told: list[set[str]] = []
    for call, named in zip(write.calls, write.named, strict=True):
        entity = known.get(str(next(iter(named), ""))) if isinstance(known, dict) else None
        answer = call.answer if isinstance(call.answer, dict) else {}
        if not isinstance(entity, dict) or str(answer.get(kind.key)) != str(entity.get(kind.key)):
            return None
        told.append({name for name, value in answer.items() if name != kind.key and entity.get(name) == value})
    shared = sorted(set.intersection(*told)) if told else []
    if not shared:
        return None
    key = f"string({place_text(write.where, write.calls[0])})"
    there = f"state.{kind.name}"
    number = all(isinstance(call.answer.get(kind.key), int) for call in write.calls)
    made: JsonObject = {kind.key: f"int({key})" if number else key}
    for name in shared:
        own = f"dyn({there}[{key}]).get({text(name)}, null)"
        made[name] = f"{key} in {there} ? dyn({own}) : null"
    return made


def _counted(write: MemberWrite) -> Json:
    """The places of the answers that say how many were named."""
    said = [dict(leaves(call.answer)) for call in write.calls]
    made: Json = None
    for way, value in said[0].items() if write.many else ():
        counts = all(told.get(way) == len(named) for told, named in zip(said, write.named, strict=True))
        if (
            counts
            and way
            and isinstance(value, int)
            and not isinstance(value, bool)
            and all(isinstance(w, str) for w in way)
        ):
            inner = nest(tuple(map(str, way)), f"{_keys(write)}.size()", "", "")
            made = inner if made is None else joined(made, inner)
    return made
