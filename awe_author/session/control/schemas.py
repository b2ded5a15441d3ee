"""JSON Schemas (2020-12) of everything that the API takes and gives: the components of `GET /openapi.json`."""

from __future__ import annotations

from awe_author.json_types import Json, JsonObject

_REF = "#/components/schemas/"
ID = "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
"""What a session may be called."""
LABEL = "^(?![0-9]+$)[^\\u0000-\\u001f]{1,200}$"
"""What a snapshot may be called: not a number, which would be a node."""

ANY: JsonObject = {"description": "Any JSON value."}
TEXT: JsonObject = {"type": "string"}
NODE: JsonObject = {"type": "integer", "minimum": 0, "maximum": 2**53}
MOMENT: JsonObject = {"type": "string", "maxLength": 100, "description": "RFC 3339, for example 2025-03-03T09:00:00Z."}
HASH: JsonObject = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
PROXY: JsonObject = {
    "type": ["string", "null"],
    "description": "Address of the session's own door, for a browser; null when the world has no recordings.",
}
PLACE: JsonObject = {
    "description": "A node (number) or the label of a snapshot.",
    "oneOf": [NODE, {"type": "string", "pattern": LABEL}],
}
LABELS: JsonObject = {
    "type": "object",
    "additionalProperties": {"type": "string", "maxLength": 1000},
    "propertyNames": {"maxLength": 200},
    "maxProperties": 100,
}


def ref(name: str) -> JsonObject:
    """A reference to the component `name`."""
    return {"$ref": _REF + name}


def _object(required: str, description: str = "", **properties: JsonObject) -> JsonObject:
    """A closed object; `required`: names, separated by blanks."""
    listed: list[Json] = list(required.split())
    schema: JsonObject = {"type": "object", "additionalProperties": False}
    if description:
        schema["description"] = description
    if listed:
        schema["required"] = listed
    schema["properties"] = dict(properties)
    return schema


def _list(of: JsonObject) -> JsonObject:
    return {"type": "array", "items": of}


def _said(schema: JsonObject, description: str) -> JsonObject:
    return {**schema, "description": description}


_NEW_ID: JsonObject = {"type": "string", "pattern": ID}
_ONE: JsonObject = {"minProperties": 1, "maxProperties": 1}
_NEXT_TEXT: JsonObject = {"type": ["string", "null"], "description": "`after` of the next page; null at the end."}

_SESSION = _object(
    "id timeline head sequence clock hash seed labels snapshots proxy",
    "A running instance of the world.",
    id=TEXT,
    timeline=_said(TEXT, "The tree that it moves in; branches share it."),
    head=_said(NODE, "The node where it is."),
    sequence=_said(NODE, "Events that count on the path to the head."),
    clock=MOMENT,
    hash=_said(HASH, "Of the state at the head."),
    seed={"type": "integer"},
    labels=_said(LABELS, "As given when it was opened."),
    snapshots={"type": "object", "additionalProperties": NODE, "description": "Label to node."},
    proxy=PROXY,
)

_EVENT: JsonObject = {
    "type": "object",
    "description": "One fact of a timeline.",
    "required": [
        "version",
        "timeline",
        "node",
        "parent",
        "sequence",
        "session",
        "kind",
        "clock",
        "state_hash",
        "patch",
    ],
    "properties": {
        "version": {"const": 1},
        "timeline": TEXT,
        "node": NODE,
        "parent": {"type": "integer", "minimum": -1, "description": "-1 for the root."},
        "sequence": NODE,
        "session": _said(TEXT, "The session that it was appended by."),
        "kind": {"enum": ["root", "action", "clock", "note"]},
        "clock": MOMENT,
        "state_hash": HASH,
        "app": TEXT,
        "action": TEXT,
        "params": {"type": "object"},
        "feature": TEXT,
        "cause": {"type": ["object", "null"]},
        "patch": _list(ref("Change")),
        "result": ANY,
        "emitted": _list(ref("Performed")),
    },
    "additionalProperties": False,
}

_PROBLEM: JsonObject = {
    "type": "object",
    "description": "RFC 9457 problem details.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": TEXT,
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": _said(TEXT, "For a rejected action: the message that the user of the app would get."),
        "code": _said(TEXT, "The kind, for programs."),
        "hint": _said(TEXT, "What to do about it."),
        "pointer": _said(TEXT, "JSON pointer into the body, the params, the world document or the model, by `code`."),
        "field": _said(TEXT, "The parameter or form field that is to blame."),
        "app": TEXT,
        "action": TEXT,
        "where": TEXT,
        "node": _said(NODE, "Of a conflict: where the head is."),
        "expected": _said(NODE, "Of a conflict: where the caller thought it is."),
        "position": _object("offset line column", offset=NODE, line=NODE, column=NODE),
        "problems": _list(_object("pointer detail", pointer=TEXT, detail=TEXT)),
    },
    "additionalProperties": False,
}

_STATE = _object(
    "node hash clock form app pointer value next",
    "A state, or a part of it.",
    node=NODE,
    hash=_said(HASH, "Of the whole state."),
    clock=MOMENT,
    form={"enum": ["view", "stored"]},
    app=_said(TEXT, "Empty: all apps."),
    pointer=TEXT,
    value=ANY,
    next=_said({"type": ["string", "null"]}, "`after` of the next page; null when this is the last, or the whole."),
)

_EVALUATED: JsonObject = {
    "type": "object",
    "description": "What came of one expression: a value, or an error.",
    "oneOf": [
        _object("value", value=ANY),
        _object(
            "error",
            error=_object(
                "message",
                message=TEXT,
                hint=TEXT,
                position=_said({"type": "integer"}, "Offset in the expression, when it cannot be right as written."),
            ),
        ),
    ],
}

_MISS: JsonObject = {
    "type": "object",
    "description": "A request without a recorded answer, with what came nearest; a way out that was refused; "
    "a feature that failed (feature_fault); a write that no feature is for, answered as recorded (note).",
    "required": ["n", "time", "kind"],
    "properties": {"n": NODE, "time": {"type": "number"}, "kind": TEXT},
}

_CHANGED = _object(
    "path before after", path=_said(TEXT, "JSON pointer into the world document."), before=ANY, after=ANY
)

_ASKED: JsonObject = {"anyOf": [{"required": ["expressions"]}, {"required": ["task"]}]}
_EXPRESSIONS: JsonObject = _ASKED | _object(
    "",
    expressions={
        "type": "object",
        "additionalProperties": {"type": "string", "minLength": 1, "maxLength": 20_000},
        "minProperties": 1,
        "maxProperties": 200,
    },
    task=_said({"type": ["string", "object"]}, "Id of a task that is served, or a whole task file."),
    facts=_said({"type": "object"}, "What the driver of the browser knows: answer, pages, downloads, trajectory."),
    at=_said(PLACE, "Where to look; the head when left out."),
)

SCHEMAS: dict[str, Json] = {
    "Health": _object("status version world", status={"const": "ok"}, version=TEXT, world=TEXT),
    "World": _object(
        "name apps clock step seed recordings",
        "The world that the server opens sessions of.",
        name=TEXT,
        apps=_list(TEXT),
        clock=_said(MOMENT, "Where its clock starts."),
        step=_said({"type": "number"}, "Seconds that every action adds."),
        seed={"type": "integer"},
        recordings=_said(_list(TEXT), "Apps that have one."),
    ),
    "Worlds": _object("worlds", worlds=_list(ref("World"))),
    "Models": _object("models", models={"type": "object", "additionalProperties": {"type": ["object", "null"]}}),
    "Nothing": _object(""),
    "NewSession": _object(
        "",
        "What a new session has other than the world says.",
        id=_NEW_ID,
        seed={"type": "integer", "minimum": 0, "maximum": 2**53},
        labels=LABELS,
    ),
    "Session": _SESSION,
    "Sessions": _object("sessions next", sessions=_list(ref("Session")), next=_NEXT_TEXT),
    "Change": {
        "type": "object",
        "required": ["op", "path"],
        "properties": {"op": {"enum": ["add", "replace", "remove"]}, "path": TEXT, "old": ANY, "value": ANY},
        "additionalProperties": False,
    },
    "Performed": _object("app action params result", app=TEXT, action=TEXT, params={"type": "object"}, result=ANY),
    "Event": _EVENT,
    "Events": _object(
        "events to next",
        "Events of a path, in order.",
        events=_list(ref("Event")),
        to=_said(NODE, "The node at which the path ends."),
        next=_said({"type": ["integer", "null"]}, "`from` of the next page; null at the end."),
    ),
    "NewAction": _object(
        "app action",
        app=_said({"type": "string", "maxLength": 200}, "An app of the world."),
        action={"type": "string", "maxLength": 200},
        params={"type": "object"},
        feature=_said({"type": "string", "maxLength": 500}, "Id of the feature that asks for it."),
        cause=_said({"type": "object"}, "What led to it; `type` is `api` unless it says something else."),
        expected_node=_said(NODE, "Refused with 409 when the head is elsewhere."),
    ),
    "NewMoment": _object(
        "",
        "Where the clock goes: `to` a moment or `by` a span.",
        to=MOMENT,
        by={
            "description": "ISO 8601 duration, or seconds.",
            "oneOf": [{"type": "string", "maxLength": 100}, {"type": "number", "minimum": 0, "maximum": 1e10}],
        },
    )
    | _ONE,
    "Advanced": _object(
        "events session", events=_said(_list(ref("Event")), "The clock's and those of timers."), session=ref("Session")
    ),
    "NewSnapshot": _object("label", label={"type": "string", "pattern": LABEL}),
    "Snapshot": _object("label node", label=TEXT, node=NODE),
    "Destination": _object("to", to=PLACE),
    "NewBranch": _object("", at=_said(PLACE, "Where it begins; the head when left out."), id=_NEW_ID, labels=LABELS),
    "State": _STATE,
    "Changed": _CHANGED,
    "Diff": _object(
        "a b added updated removed",
        "What differs between two nodes, by entity.",
        a=NODE,
        b=NODE,
        added=_list(ref("Changed")),
        updated=_list(ref("Changed")),
        removed=_list(ref("Changed")),
    ),
    "Expressions": _EXPRESSIONS,
    "Evaluation": _EVALUATED,
    "Evaluations": _object(
        "node results",
        node=NODE,
        results={"type": "object", "additionalProperties": ref("Evaluation")},
        verdict=_said({"type": "object"}, "What came of the task: outcome, score, checkpoints, frame, policies."),
    ),
    "Miss": _MISS,
    "Misses": _object(
        "misses next",
        misses=_list(ref("Miss")),
        next=_said({"type": ["integer", "null"]}, "`after` of the next page; null at the end."),
    ),
    "Imported": _object("sessions", sessions=_said(_list(TEXT), "Ids of those that are open.")),
    "Problem": _PROBLEM,
    "Description": {"type": "object", "description": "An OpenAPI 3.1 document.", "required": ["openapi", "paths"]},
}
"""Name -> schema."""
