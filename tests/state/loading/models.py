"""A world without mistakes, and how to put one in."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from awe_author.json_types import Json
from awe_author.state.types import Context, ReducerResult

WAREHOUSE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "people": {"type": "object", "x-index": ["email"], "additionalProperties": {"$ref": "#/$defs/person"}},
        "companies": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["name"],
                "additionalProperties": False,
                "properties": {"name": {"type": "string"}},
            },
        },
    },
    "$defs": {
        "person": {
            "type": "object",
            "required": ["id", "email"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "email": {"type": "string"},
                "full_name": {"type": "string"},
                "phones": {"type": "array", "items": {"type": "string"}},
                "age": {"type": "integer"},
            },
        }
    },
}

CRM: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "CRM",
    "type": "object",
    "properties": {
        "leads": {"type": "object", "x-index": ["email", "owner"], "additionalProperties": {"$ref": "#/$defs/lead"}},
        "users": {"type": "object", "additionalProperties": {"$ref": "#/$defs/user"}},
        "contacts": {"type": "object", "additionalProperties": {"$ref": "#/$defs/contact"}},
        "settings": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"currency": {"type": "string"}, "counter": {"type": "integer"}},
        },
    },
    "$defs": {
        "user": {
            "type": "object",
            "required": ["id"],
            "additionalProperties": False,
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
        },
        "contact": {
            "type": "object",
            "required": ["email"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "email": {"type": "string"},
                "name": {"type": "string"},
                "first": {"type": "string"},
                "phone": {"type": "string"},
                "note": {"type": "string"},
            },
        },
        "lead": {
            "type": "object",
            "required": ["id", "last_name"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "last_name": {"type": "string"},
                "email": {"type": "string"},
                "status": {"enum": ["new", "open", "closed"]},
                "score": {"type": "integer"},
                "created": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "owner": {"type": "string", "x-ref": {"to": "/users", "on_delete": "restrict"}},
                "company": {"type": ["string", "null"], "x-ref": {"to": "/warehouse/companies", "on_delete": "detach"}},
            },
        },
    },
    "x-shared": {
        "contacts": {
            "entity": "people",
            "present": "linked",
            "match": ["email"],
            "fields": {
                "email": "email",
                "name": "full_name",
                "first": {"read": "item.full_name.split(' ')[0]"},
                "phone": {"read": "item.phones[0]", "write": {"phones": "[value]"}},
            },
            "on_delete": "unlink",
            "surfaces": ["contacts.list"],
        }
    },
    "x-actions": {
        "create_lead": {
            "title": "Create",
            "params": {
                "type": "object",
                "required": ["last_name"],
                "additionalProperties": False,
                "properties": {
                    "last_name": {"type": "string", "minLength": 1},
                    "email": {"type": "string", "default": ""},
                    "owner": {"type": "string", "x-ref": "/users"},
                    "notify": {"type": "boolean", "default": False},
                },
            },
            "let": {"id": "new_id('lead')"},
            "require": [
                {
                    "that": "!state.leads.by('email', params.email).exists(l, true)",
                    "message": "'A lead with ' + params.email + ' exists.'",
                    "field": "email",
                }
            ],
            "effects": [
                {
                    "op": "add",
                    "path": "/leads/{id}",
                    "value": {
                        "id": "id",
                        "last_name": "params.last_name",
                        "email": "params.email",
                        "status": "'new'",
                        "created": "string(now)",
                        "score": 0,
                    },
                }
            ],
            "schedule": [
                {"key": "'follow-up:' + id", "at": "now + duration('24h')", "action": "remind", "params": {"id": "id"}}
            ],
            "cancel": ["'old:' + id"],
            "emit": [
                {"app": "mail", "action": "send_message", "params": {"to": "[params.email]"}, "if": "params.notify"}
            ],
            "result": {"id": "id"},
        },
        "remind": {
            "params": {
                "type": "object",
                "required": ["id"],
                "additionalProperties": False,
                "properties": {"id": {"type": "string"}},
            },
            "effects": [
                {"op": "merge", "path": "/leads/{params.id}", "value": {"score": "state.leads[params.id].score + 1"}}
            ],
        },
        "add_contact": {
            "params": {
                "type": "object",
                "required": ["email"],
                "additionalProperties": False,
                "properties": {"email": {"type": "string"}},
            },
            "effects": [{"op": "add", "path": "/contacts/{new_id('c')}", "value": {"email": "params.email"}}],
        },
        "merge_leads": {
            "params": {"type": "object", "additionalProperties": False, "properties": {"keep": {"type": "string"}}},
            "reducer": "reducers:merge_leads",
        },
    },
}

MAIL: dict[str, Any] = {
    "type": "object",
    "properties": {
        "sent": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["to"],
                "properties": {"to": {"type": "array", "items": {"type": "string"}}},
            },
        }
    },
    "x-actions": {
        "send_message": {
            "params": {
                "type": "object",
                "required": ["to"],
                "additionalProperties": False,
                "properties": {"to": {"type": "array", "items": {"type": "string"}}},
            },
            "effects": [{"op": "add", "path": "/sent/{new_id('m')}", "value": {"to": "params.to"}}],
        }
    },
}


class Gone:
    """Takes the member away."""

    def __repr__(self) -> str:
        return "GONE"


GONE = Gone()


@dataclass(frozen=True)
class Case:
    """A mistake, and what is said about it."""

    name: str
    edits: dict[str, Any]
    """JSON pointer -> what is put there."""

    said: list[tuple[str, str, str]]
    """Pointer, message, hint of each problem."""


def deep(levels: int) -> Json:
    """A schema in a schema in a schema."""
    value: Json = {}
    for _ in range(levels):
        value = {"not": value}
    return value


def edited(document: dict[str, Any], edits: dict[str, Any]) -> Any:
    """A copy with the mistakes put in."""
    document = copy.deepcopy(document)
    for pointer, value in edits.items():
        if not pointer:
            return value
        *above, last = pointer.split("/")[1:]
        here: Any = document
        for part in above:
            here = here[int(part)] if isinstance(here, list) else here[part]
        if value is GONE:
            del here[last]
        else:
            here[last] = value
    return document


def merge_leads(state: object, params: object, context: Context) -> ReducerResult:
    return ReducerResult(())


def one_argument(state: object) -> ReducerResult:
    return ReducerResult(())


async def later(state: object, params: object, context: Context) -> ReducerResult:
    return ReducerResult(())


NUMBER = 3
KNOWN = {"merge_leads": merge_leads, "one_argument": one_argument, "later": later, "NUMBER": NUMBER}


def resolve(name: str) -> Any:
    """Reducers of these models, as a project would find them in reducers.py."""
    module, _, function = name.partition(":")
    if module != "reducers":
        raise LookupError(f"there is no {module}.py beside the model")
    if function not in KNOWN:
        raise LookupError(f'reducers.py has no "{function}"')
    return KNOWN[function]
