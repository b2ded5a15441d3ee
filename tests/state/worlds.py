"""A small world that has everything: two apps, a warehouse, references of each kind, timers, emits, a reducer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from awe_author.json_types import Json, JsonObject
from awe_author.state.loading import check_world, load_model
from awe_author.state.types import Context, Effect, ReducerResult
from awe_author.state.world import World

WAREHOUSE: JsonObject = {
    "type": "object",
    "properties": {
        "people": {"type": "object", "additionalProperties": {"$ref": "#/$defs/person"}},
        "companies": {"type": "object", "additionalProperties": {"$ref": "#/$defs/company"}},
    },
    "$defs": {
        "company": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
        "person": {
            "type": "object",
            "required": ["id", "full_name"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "full_name": {"type": "string", "minLength": 1},
                "email": {"type": ["string", "null"]},
                "phones": {"type": "array", "items": {"type": "string"}, "default": []},
                "company": {"type": ["string", "null"], "x-ref": {"to": "/warehouse/companies", "on_delete": "detach"}},
            },
        },
    },
}

DETACH: JsonObject = {"to": "/users", "on_delete": "detach"}
CRM: JsonObject = {
    "title": "CRM",
    "type": "object",
    "required": ["settings"],
    "properties": {
        "leads": {"type": "object", "x-index": ["status"], "additionalProperties": {"$ref": "#/$defs/lead"}},
        "users": {"type": "object", "maxProperties": 4, "additionalProperties": {"$ref": "#/$defs/user"}},
        "notes": {"type": "object", "additionalProperties": {"$ref": "#/$defs/note"}},
        "contacts": {"type": "object", "x-index": ["email"], "additionalProperties": {"$ref": "#/$defs/contact"}},
        "settings": {
            "type": "object",
            "required": ["currency"],
            "properties": {
                "currency": {"type": "string"},
                "boss": {"type": ["string", "null"], "x-ref": DETACH},
                "limits": {"type": "array", "items": {"type": "integer"}},
            },
        },
    },
    "$defs": {
        "user": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
        "lead": {
            "type": "object",
            "required": ["id", "last_name", "status", "score"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "last_name": {"type": "string", "minLength": 1},
                "status": {"enum": ["new", "working", "won"]},
                "score": {"type": "integer", "minimum": 0, "maximum": 100},
                "owner": {"type": ["string", "null"], "x-ref": {"to": "/users", "on_delete": "restrict"}},
                "team": {
                    "type": "array",
                    "items": {"type": "string", "x-ref": DETACH},
                },
                "tags": {"type": "array", "items": {"type": "string"}},
            },
        },
        "note": {
            "type": "object",
            "required": ["text", "lead"],
            "properties": {
                "text": {"type": "string"},
                "lead": {"type": "string", "x-ref": {"to": "/leads", "on_delete": "cascade"}},
                "contact": {"type": ["string", "null"], "x-ref": {"to": "/contacts", "on_delete": "detach"}},
            },
        },
        "contact": {
            "type": "object",
            "required": ["id", "name"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "name": {"type": "string"},
                "first": {"type": "string"},
                "email": {"type": ["string", "null"]},
                "phone": {"type": ["string", "null"]},
                "stage": {"type": "string"},
            },
        },
    },
    "x-shared": {
        "contacts": {
            "entity": "people",
            "present": "linked",
            "match": ["email"],
            "on_delete": "unlink",
            "fields": {
                "name": "full_name",
                "email": "email",
                "first": {"read": "item.full_name.split(' ')[0]"},
                "phone": {
                    "read": "size(item.phones) > 0 ? item.phones[0] : null",
                    "write": {"phones": "value == null ? [] : [value]"},
                },
            },
        }
    },
    "x-actions": {
        "create_lead": {
            "params": {
                "type": "object",
                "required": ["last_name"],
                "additionalProperties": False,
                "properties": {
                    "last_name": {"type": "string"},
                    "score": {"type": "integer", "default": 0},
                    "owner": {"type": ["string", "null"], "default": None},
                    "team": {"type": "array", "items": {"type": "string"}, "default": []},
                },
            },
            "let": {"id": "new_id('lead')"},
            "require": [
                {
                    "that": "!state.leads.exists(l, state.leads[l].last_name == params.last_name)",
                    "message": "'There is a lead called ' + params.last_name + '.'",
                    "field": "last_name",
                }
            ],
            "effects": [
                {
                    "op": "add",
                    "path": "/leads/{id}",
                    "value": {
                        "id": "id",
                        "last_name": "params.last_name",
                        "status": "'new'",
                        "score": "params.score",
                        "owner": "params.owner",
                        "team": "params.team",
                        "tags": [],
                    },
                }
            ],
            "schedule": [
                {"key": "id", "at": "now + duration('24h')", "action": "score_lead", "params": {"id": "id", "by": "5"}}
            ],
            "result": {"id": "id", "leads": "size(state.leads)"},
        },
        "score_lead": {
            "params": {
                "type": "object",
                "required": ["id", "by"],
                "properties": {"id": {"type": "string", "x-ref": "/leads"}, "by": {"type": "integer"}},
            },
            "let": {"lead": "state.leads[params.id]"},
            "effects": [
                {"op": "replace", "path": "/leads/{params.id}/score", "value": "lead.score + params.by"},
                {"op": "add", "path": "/leads/{params.id}/tags/-", "value": "'scored'"},
                {"op": "replace", "path": "/leads/{params.id}/status", "value": "'won'", "if": "lead.score >= 50"},
            ],
            "cancel": ["params.id"],
        },
        "delete_lead": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [{"op": "remove", "path": "/leads/{params.id}"}],
        },
        "annotate": {
            "params": {
                "type": "object",
                "required": ["lead"],
                "properties": {"lead": {"type": "string"}, "contact": {"type": ["string", "null"], "default": None}},
            },
            "effects": [
                {
                    "op": "add",
                    "path": "/notes/{new_id('note')}",
                    "value": {"text": "'hello'", "lead": "params.lead", "contact": "params.contact"},
                }
            ],
        },
        "add_user": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [{"op": "add", "path": "/users/{params.id}", "value": {"name": "params.id"}}],
        },
        "delete_user": {
            "params": {
                "type": "object",
                "required": ["id"],
                "properties": {"id": {"type": "string"}, "heir": {"type": ["string", "null"], "default": None}},
            },
            "effects": [
                {"op": "remove", "path": "/users/{params.id}"},
                {
                    "op": "replace",
                    "each": "state.leads.values().filter(l, l.get('owner', null) == params.id)",
                    "as": "lead",
                    "if": "params.heir != null",
                    "path": "/leads/{lead.id}/owner",
                    "value": "params.heir",
                },
            ],
        },
        "set_boss": {
            "params": {"type": "object", "required": ["user"], "properties": {"user": {"type": "string"}}},
            "effects": [{"op": "merge", "path": "/settings", "value": {"boss": "params.user"}}],
        },
        "raw": {"params": {"type": "object"}, "reducer": "reducers:raw"},
        "add_contact": {
            "params": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": {"type": "string"},
                    "email": {"type": ["string", "null"], "default": None},
                    "phone": {"type": ["string", "null"], "default": None},
                },
            },
            "let": {"id": "new_id('contact')"},
            "effects": [
                {
                    "op": "add",
                    "path": "/contacts/{id}",
                    "value": {
                        "id": "id",
                        "name": "params.name",
                        "email": "params.email",
                        "phone": "params.phone",
                        "stage": "'cold'",
                    },
                }
            ],
            "result": {"id": "id"},
        },
        "edit_contact": {
            "params": {
                "type": "object",
                "required": ["id", "field", "value"],
                "properties": {"id": {"type": "string"}, "field": {"type": "string"}, "value": {}},
            },
            "effects": [{"op": "add", "path": "/contacts/{params.id}/{params.field}", "value": "params.value"}],
        },
        "remove_contact": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [{"op": "remove", "path": "/contacts/{params.id}"}],
        },
        "invite": {
            "params": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "effects": [
                {"op": "add", "path": "/settings/limits/-", "value": "1"},
            ],
            "emit": [{"app": "mail", "action": "write_to", "params": {"name": "params.name"}}],
            "result": "size(state.contacts)",
        },
        "loop": {"emit": [{"app": "crm", "action": "loop", "params": {}, "if": "true"}]},
        "divide": {
            "params": {"type": "object", "required": ["by"], "properties": {"by": {"type": "integer"}}},
            "effects": [{"op": "add", "path": "/settings/limits", "value": ["7 / params.by"]}],
        },
        "shuffle": {"params": {"type": "object"}, "reducer": "reducers:shuffle"},
        "explode": {"params": {"type": "object"}, "reducer": "reducers:explode"},
    },
}

MAIL: JsonObject = {
    "title": "Mail",
    "type": "object",
    "properties": {
        "people": {"type": "object", "x-index": ["address"], "additionalProperties": {"$ref": "#/$defs/person"}},
        "letters": {"type": "object", "additionalProperties": {"$ref": "#/$defs/letter"}},
    },
    "$defs": {
        "person": {
            "type": "object",
            "required": ["id", "name", "starred"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "name": {"type": "string", "maxLength": 12},
                "address": {"type": ["string", "null"]},
                "starred": {"type": "boolean", "default": False},
            },
        },
        "letter": {
            "type": "object",
            "required": ["to"],
            "properties": {"to": {"type": "string", "x-ref": {"to": "/people", "on_delete": "restrict"}}},
        },
    },
    "x-shared": {
        "people": {
            "entity": "people",
            "present": "all",
            "match": ["email"],
            "on_delete": "delete",
            "fields": {"name": "full_name", "address": "email"},
        }
    },
    "x-actions": {
        "star": {
            "params": {
                "type": "object",
                "required": ["id"],
                "properties": {"id": {"type": "string", "x-ref": "/people"}},
            },
            "effects": [{"op": "replace", "path": "/people/{params.id}/starred", "value": "true"}],
        },
        "rename": {
            "params": {
                "type": "object",
                "required": ["id", "name"],
                "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
            },
            "effects": [{"op": "replace", "path": "/people/{params.id}/name", "value": "params.name"}],
        },
        "forget": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [{"op": "remove", "path": "/people/{params.id}"}],
        },
        "raw": {"params": {"type": "object"}, "reducer": "reducers:raw"},
        "write_to": {
            "params": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "let": {"found": "state.people.values().filter(p, p.name == params.name)"},
            "require": [{"that": "size(found) == 1", "message": "'Who is ' + params.name + '?'", "field": "name"}],
            "effects": [{"op": "add", "path": "/letters/{new_id('letter')}", "value": {"to": "found[0].id"}}],
        },
    },
}

SEEDS: Mapping[str, JsonObject] = {
    "warehouse": {
        "people": {
            "p1": {"id": "p1", "full_name": "Ann Lee", "email": "ann@a.example", "phones": ["1"], "company": "c1"},
            "p2": {"id": "p2", "full_name": "Bob Ray", "email": "bob@a.example", "phones": []},
        },
        "companies": {"c1": {"name": "Acme"}},
    },
    "crm": {
        "users": {"u1": {"name": "One"}, "u2": {"name": "Two"}},
        "leads": {
            "l1": {
                "id": "l1",
                "last_name": "Ada",
                "status": "new",
                "score": 50,
                "owner": "u1",
                "team": ["u2"],
                "tags": [],
            }
        },
        "contacts": {"k1": {"id": "k1", "x-entity": "p1", "stage": "warm"}},
        "settings": {"currency": "EUR", "boss": "u2", "limits": []},
    },
}


def shuffle(view: Mapping[str, Any], params: Mapping[str, Json], context: Context) -> ReducerResult:
    """Gives every lead a score from the event's generator."""
    rng = context.rng()
    effects = [Effect("replace", f"/leads/{id}/score", rng.randrange(100)) for id in view["leads"]]
    return ReducerResult(tuple(effects), len(effects))


def raw(view: Mapping[str, Any], params: Mapping[str, Any], context: Context) -> ReducerResult:
    """Does whatever effects it is given."""
    effects = [Effect(one["op"], one["path"], one.get("value")) for one in params.get("effects", ())]
    return ReducerResult(tuple(effects))


def explode(view: Mapping[str, Any], params: Mapping[str, Json], context: Context) -> ReducerResult:
    """A reducer with a mistake."""
    raise ZeroDivisionError("by nought")


def small_world(**changed: JsonObject) -> World:
    """The world, with other documents for some apps."""
    reducers = {"reducers:shuffle": shuffle, "reducers:explode": explode, "reducers:raw": raw}
    documents = {"crm": CRM, "mail": MAIL, "warehouse": WAREHOUSE} | changed
    warehouse = load_model(documents.pop("warehouse"), app="warehouse")
    models = {"warehouse": warehouse} | {
        app: load_model(document, app=app, warehouse=warehouse, resolve_reducer=lambda name: reducers[name])
        for app, document in documents.items()
    }
    assert not check_world(models)
    return World(models.values())
