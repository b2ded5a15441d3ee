"""The world of the state benchmarks: a sales app over a warehouse of people, at any size, and a mix of what users do.

A third of the entities are leads of the app's own (three indexes, one reference, fifteen fields), the others contacts
and the people in the warehouse whose name, address and phone they show. Every action is declarative and checked in
full: parameters, guards, references, the schema of each touched entity.
"""

from __future__ import annotations

import random
from typing import Any

from awe_author.json_types import JsonObject
from awe_author.session import ClockRule, Event
from awe_author.state.loading import load_model
from awe_author.state.types import Action
from awe_author.state.world import World
from awe_author.state.world_state import WorldState

CLOCK = ClockRule.of("2025-03-03T09:00:00Z", "PT1S")
USERS = 20
STATUSES = ("new", "working", "nurturing", "qualified", "unqualified")
TEXT = {"type": "string", "maxLength": 200}
MAIL: JsonObject = {"type": "string", "pattern": "^[^@]+@[^@]+$"}

WAREHOUSE: JsonObject = {
    "type": "object",
    "properties": {
        "people": {"type": "object", "x-index": ["email"], "additionalProperties": {"$ref": "#/$defs/person"}}
    },
    "$defs": {
        "person": {
            "type": "object",
            "required": ["id", "full_name", "email"],
            "additionalProperties": False,
            "properties": {"id": TEXT, "full_name": TEXT, "email": MAIL, "phone": TEXT},
        }
    },
}

LEAD_FIELDS: JsonObject = {
    **dict.fromkeys(("id", "first_name", "last_name", "company", "title", "city", "country", "website"), TEXT),
    "email": MAIL,
    "status": {"enum": list(STATUSES)},
    "score": {"type": "integer", "minimum": 0, "maximum": 100},
    "owner": {"type": "string", "x-ref": "/users"},
    "created": {"type": "string"},
    "tags": {"type": "array", "items": TEXT, "maxItems": 10},
    "notes": {"type": "string"},
}

SALES: JsonObject = {
    "title": "Sales",
    "type": "object",
    "properties": {
        "users": {"type": "object", "additionalProperties": {"$ref": "#/$defs/user"}},
        "leads": {
            "type": "object",
            "x-index": ["email", "owner", "status"],
            "additionalProperties": {"$ref": "#/$defs/lead"},
        },
        "contacts": {"type": "object", "additionalProperties": {"$ref": "#/$defs/contact"}},
    },
    "$defs": {
        "user": {"type": "object", "required": ["id", "name"], "properties": {"id": TEXT, "name": TEXT}},
        "lead": {
            "type": "object",
            "required": ["id", "last_name", "email", "status", "owner"],
            "additionalProperties": False,
            "properties": LEAD_FIELDS,
        },
        "contact": {
            "type": "object",
            "required": ["id", "name", "email"],
            "additionalProperties": False,
            "properties": {"id": TEXT, "name": TEXT, "email": MAIL, "phone": TEXT, "stage": TEXT},
        },
    },
    "x-shared": {
        "contacts": {
            "entity": "people",
            "present": "linked",
            "match": ["email"],
            "fields": {"name": "full_name", "email": "email", "phone": "phone"},
            "on_delete": "unlink",
        }
    },
    "x-actions": {
        "create_lead": {
            "params": {
                "type": "object",
                "required": ["last_name", "email", "owner"],
                "properties": {"last_name": TEXT, "email": MAIL, "owner": {"type": "string"}, "company": TEXT},
                "additionalProperties": False,
            },
            "let": {"id": "new_id('lead')"},
            "require": [
                {
                    "that": "size(state.leads.by('email', params.email)) == 0",
                    "message": "'There is a lead with ' + params.email + ' already.'",
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
                        "owner": "params.owner",
                        "status": "'new'",
                        "score": 0,
                        "created": "string(now)",
                    },
                }
            ],
            "result": {"id": "id"},
        },
        "set_status": {
            "params": {
                "type": "object",
                "required": ["id", "status"],
                "properties": {"id": {"type": "string"}, "status": {"enum": list(STATUSES)}},
                "additionalProperties": False,
            },
            "require": [
                {"that": "params.id in state.leads", "message": "'There is no lead ' + params.id"},
                {"that": "state.leads[params.id].status != params.status", "message": "'It is that already.'"},
            ],
            "effects": [
                {"op": "replace", "path": "/leads/{params.id}/status", "value": "params.status"},
                {
                    "op": "replace",
                    "path": "/leads/{params.id}/score",
                    "value": "math.least(100, state.leads[params.id].score + 10)",
                },
            ],
        },
        "assign": {
            "params": {
                "type": "object",
                "required": ["id", "owner"],
                "properties": {"id": {"type": "string"}, "owner": {"type": "string"}},
                "additionalProperties": False,
            },
            "require": [{"that": "params.id in state.leads", "message": "'There is no lead ' + params.id"}],
            "effects": [{"op": "merge", "path": "/leads/{params.id}", "value": {"owner": "params.owner"}}],
        },
        "delete_lead": {
            "params": {
                "type": "object",
                "required": ["id"],
                "properties": {"id": {"type": "string"}},
                "additionalProperties": False,
            },
            "require": [{"that": "params.id in state.leads", "message": "'There is no lead ' + params.id"}],
            "effects": [{"op": "remove", "path": "/leads/{params.id}"}],
        },
        "call_contact": {
            "params": {
                "type": "object",
                "required": ["id", "phone"],
                "properties": {"id": {"type": "string"}, "phone": TEXT},
                "additionalProperties": False,
            },
            "require": [{"that": "params.id in state.contacts", "message": "'There is no contact ' + params.id"}],
            "effects": [
                {
                    "op": "merge",
                    "path": "/contacts/{params.id}",
                    "value": {"phone": "params.phone", "stage": "'called'"},
                }
            ],
        },
    },
}


def build_world() -> World:
    """Both models, checked and compiled."""
    warehouse = load_model(WAREHOUSE, app="warehouse", file="warehouse.json")
    return World([warehouse, load_model(SALES, app="sales", file="sales.json", warehouse=warehouse)])


def build_state(world: World, entities: int) -> WorldState:
    """A state of so many entities: leads, contacts and their people."""
    contacts = entities // 3
    leads = entities - 2 * contacts - USERS
    people = {f"person-{n}": _person(n) for n in range(contacts)}
    document: JsonObject = {
        "sales": {
            "users": {f"user-{n}": {"id": f"user-{n}", "name": f"User {n}"} for n in range(USERS)},
            "leads": {f"lead-{n}": _lead(n) for n in range(leads)},
            "contacts": {
                f"contact-{n}": {"id": f"contact-{n}", "stage": "new", "x-entity": f"person-{n}"}
                for n in range(contacts)
            },
        },
        "warehouse": {"people": people},
    }
    return WorldState.build(document, world.shape)


def _person(n: int) -> JsonObject:
    return {"id": f"person-{n}", "full_name": f"Ada {n}", "email": f"ada{n}@people.example", "phone": f"+44 20 {n}"}


def _lead(n: int) -> JsonObject:
    return {
        "id": f"lead-{n}",
        "first_name": f"Kim {n % 97}",
        "last_name": f"Family {n}",
        "company": f"Company {n % 1009}",
        "title": "Head of Operations",
        "city": "Utrecht",
        "country": "NL",
        "website": f"https://company{n % 1009}.example",
        "email": f"kim{n}@leads.example",
        "status": STATUSES[n % len(STATUSES)],
        "score": n % 50,
        "owner": f"user-{n % USERS}",
        "created": "2025-01-01T00:00:00Z",
        "tags": ["import", f"batch-{n % 31}"],
        "notes": "Met at the fair; wants a call in the second quarter.",
    }


class Work:
    """What users do, without end: every action is one that may be done, and as much is deleted as is added."""

    def __init__(self, entities: int, seed: int) -> None:
        self._contacts = entities // 3
        self._leads = entities - 2 * self._contacts - USERS
        self._rng = random.Random(seed)
        self._seed = seed
        self._status: dict[int, int] = {}
        self._added: list[str] = []
        self._count = 0

    def next(self) -> Action:
        """Another action."""
        what, n = self._rng.random(), self._rng.randrange(self._leads)
        if what < 0.3:
            return _do("delete_lead", id=self._added.pop()) if what < 0.15 and self._added else self.create()
        if what < 0.65:
            at = self._status[n] = (self._status.get(n, n % len(STATUSES)) + 1) % len(STATUSES)
            return _do("set_status", id=f"lead-{n}", status=STATUSES[at])
        if what < 0.8:
            return _do("assign", id=f"lead-{n}", owner=f"user-{self._rng.randrange(USERS)}")
        contact = self._rng.randrange(self._contacts)
        return _do("call_contact", id=f"contact-{contact}", phone=f"+31 {self._rng.randrange(10**6)}")

    def create(self) -> Action:
        """A new lead."""
        self._count += 1
        who = f"new{self._seed}.{self._count}@leads.example"
        owner = f"user-{self._rng.randrange(USERS)}"
        return _do("create_lead", last_name=f"New {self._count}", email=who, owner=owner)

    def learn(self, event: Event) -> None:
        """Take note of what an action made."""
        if event.action == "create_lead":
            result: Any = event.result
            self._added.append(result["id"])


def _do(name: str, **params: Any) -> Action:
    return Action("sales", name, params)
