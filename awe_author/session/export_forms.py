"""The lines of an export as JSON Schemas: a file from elsewhere is looked at before anything is made of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs

from awe_author.errors import InputError
from awe_author.json_types import JsonObject

_TEXT: JsonObject = {"type": "string"}
_NAME: JsonObject = {"type": "string", "minLength": 1}
_OBJECT: JsonObject = {"type": "object"}
_NODE: JsonObject = {"type": "integer", "minimum": 0, "maximum": 2**32 - 2}
_HASH: JsonObject = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def _all(**members: JsonObject) -> JsonObject:
    return {"type": "object", "required": list(members), "properties": dict(members)}


_SESSION = _all(
    id=_NAME,
    head=_NODE,
    closed={"type": "boolean"},
    labels={"type": "object", "additionalProperties": _TEXT},
    snapshots={"type": "object", "additionalProperties": _NODE},
)
_CHANGE = _all(op={"enum": ["add", "replace", "remove"]}, path={"type": "string", "pattern": "^/"})
_EVENT = _all(
    timeline=_NAME,
    node=_NODE,
    parent={"type": "integer", "minimum": -1},
    sequence={"type": "integer", "minimum": 0},
    session=_TEXT,
    kind={"enum": ["root", "action", "clock", "note"]},
    clock=_TEXT,
    state_hash=_HASH,
    app=_TEXT,
    action=_TEXT,
    params=_OBJECT,
    feature=_TEXT,
    cause={"type": ["object", "null"]},
    patch={"type": "array", "items": _CHANGE},
    emitted={"type": "array", "items": _all(app=_TEXT, action=_TEXT, params=_OBJECT, result={})},
    result={},
)
_OPENING = _all(
    seed={"type": "integer"},
    clock=_all(start={"type": "integer"}, step={"type": "integer", "minimum": 0}),
)
HEAD = _all(timeline=_NAME, sessions={"type": "array", "items": _SESSION})
"""The first line."""

ROOT: JsonObject = _all(
    digest=_HASH,
    event={
        "allOf": [_EVENT],
        "properties": {
            "kind": {"const": "root"},
            "node": {"const": 0},
            "parent": {"const": -1},
            "params": _OPENING,
        },
    },
)
"""The line of the root."""

EVENT = _all(digest=_HASH, event={"allOf": [_EVENT, {"properties": {"kind": {"not": {"const": "root"}}}}]})
"""The line of any other event."""

_SCHEMAS = {"head": HEAD, "root": ROOT, "event": EVENT}


def check_form(name: str, form: dict[str, Any], what: str, where: str) -> None:
    """`InputError` when a line is not of the form `head`, `root` or `event`. `what`: what to call it."""
    error = next(_validator(name).iter_errors(form), None)
    if error is not None:
        place = "/".join(str(part) for part in error.instance_path)
        raise InputError(f"{what} does not hold what it should: {place}: {error.message:.200}", where=where)


@cache
def _validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(_SCHEMAS[name])
