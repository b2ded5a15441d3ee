"""Types that drafted actions do not keep to are taken off the drafted schema: never a draft that `enrich` refuses."""

from __future__ import annotations

import json
import re
from typing import Any

from awe_author.json_types import JsonObject
from awe_author.state.loading import load_model
from awe_author.state.loading.problems import ModelProblems

ROUNDS = 40
_VALUE = re.compile(r"/x-actions/([^/]+)/effects/(\d+)/value((?:/[^/]+)*)")


def loosened(model: JsonObject) -> str:
    """Loosen a model in place until it can be read. Returns what keeps it from that, empty when nothing does."""
    for _ in range(ROUNDS):
        try:
            load_model(json.loads(json.dumps(model)), app="draft")
            return ""
        except ModelProblems as error:
            helped = [_loosen(model, one.pointer) for one in error.problems]
            if not any(helped):
                return str(error.problems[0])
    return f"more than {ROUNDS} types that actions do not keep to"


def _loosen(model: JsonObject, pointer: str) -> bool:
    """Take the type off the member that the problem is about; False when it is about something else."""
    found = _VALUE.match(pointer)
    action = _within(model, "x-actions", found[1]) if found else None
    effects = action.get("effects") if isinstance(action, dict) else None
    effect = effects[int(found[2])] if found and isinstance(effects, list) and int(found[2]) < len(effects) else None
    if found is None or not isinstance(effect, dict):
        return False
    collection, *below = str(effect.get("path", "")).strip("/").split("/")
    schema = _resolved(model, _within(model, "properties", collection))
    way = [*below, *found[3].split("/")[1:]]
    for place, part in enumerate(way):
        members = schema.get("properties")
        inner = members.get(part) if isinstance(members, dict) else None
        if inner is None:
            schema = _resolved(model, schema.get("additionalProperties"))
            continue
        if place == len(way) - 1 and isinstance(members, dict) and inner:
            members[part] = {}
            return True
        schema = _resolved(model, inner)
    return False


def _resolved(model: JsonObject, schema: Any) -> JsonObject:
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    found = _within(model, "$defs", str(reference).rpartition("/")[2]) if reference else schema
    return found if isinstance(found, dict) else {}


def _within(value: Any, *way: str) -> Any:
    for name in way:
        value = value.get(name) if isinstance(value, dict) else None
    return value
