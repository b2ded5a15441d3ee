"""Short ways to write trajectories and event logs for policies."""

from __future__ import annotations

from typing import Any

from awe_author.evaluation.evidence import Evidence, Facts, History, Page, Step
from awe_author.evaluation.model import Policy
from awe_author.evaluation.policies import judge
from awe_author.evaluation.verdict import PolicyResult
from awe_author.session import ClockRule, MemoryStore, Sessions
from awe_author.state.loading import load_model
from awe_author.state.types import Action
from awe_author.state.world import World

NOTHING = World([]).initial({})
"""A world without apps."""


def step(number: int, kind: str, on: str = "", **told: Any) -> Step:
    """One step: `on` is the element's text; `shows`, `at`, `page`, `node`, `reply` and `matches` go to the step."""
    own = {name: told.pop(name) for name in ("page", "node", "reply") if name in told}
    own |= {to: told.pop(name) for name, to in (("shows", "text"), ("at", "url")) if name in told}
    element: dict[str, Any] = {"text": on} if on else {}
    if "matches" in told:
        element["matches"] = told.pop("matches")
    return Step(number=number, action={"kind": kind, **told}, element=element or None, **own)


def steps(*parts: Any) -> tuple[Step, ...]:
    """Steps from (kind, element text, fields) tuples, numbered from 1."""
    made = []
    for number, part in enumerate(parts, 1):
        kind, on, told = (*part, "", {})[:3] if len(part) < 3 else part
        made.append(step(number, kind, on or "", **(told or {})))
    return tuple(made)


def evidence(*parts: Any, pages: tuple[Page, ...] | None = None, trajectory: bool = True) -> Evidence:
    """Evidence of a browser alone."""
    facts = Facts(trajectory=steps(*parts) if trajectory else None, pages=pages)
    return Evidence(History(NOTHING, ()), facts)


def result(use: str, params: dict[str, Any], seen: Evidence, **others: Any) -> PolicyResult:
    """What comes of one policy."""
    (one,) = judge([Policy(use=use, params=params, **others)], seen).results
    return one


def status(use: str, params: dict[str, Any], *parts: Any, **others: Any) -> str:
    """The status of one policy over a trajectory."""
    return result(use, params, evidence(*parts, **others)).status


CLOCK = ClockRule.of("2025-03-03T09:00:00Z", "PT1S")

CRM: dict[str, Any] = {
    "type": "object",
    "properties": {"leads": {"type": "object", "additionalProperties": {"$ref": "#/$defs/lead"}}},
    "required": ["leads"],
    "additionalProperties": False,
    "$defs": {
        "lead": {
            "type": "object",
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "owner": {"type": "string"}},
            "required": ["id", "name", "owner"],
            "additionalProperties": False,
        }
    },
    "x-actions": {
        "create_lead": {
            "params": {
                "type": "object",
                "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "owner": {"type": "string"}},
                "required": ["id", "name"],
            },
            "effects": [
                {
                    "op": "add",
                    "path": "/leads/{params.id}",
                    "value": {
                        "id": "params.id",
                        "name": "params.name",
                        "owner": "has(params.owner) ? params.owner : 'ann'",
                    },
                }
            ],
        },
        "delete_lead": {
            "params": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
            "effects": [{"op": "remove", "path": "/leads/{params.id}"}],
        },
    },
}


def crm(*actions: tuple[str, dict[str, Any]], trajectory: tuple[Step, ...] | None = ()) -> Evidence:
    """Evidence of a session of a small CRM in which these actions were done."""
    world = World([load_model(CRM, app="crm")])
    lead = {"id": "l1", "name": "Okafor", "owner": "ann"}
    sessions = Sessions(world, MemoryStore(), initial=world.initial({"crm": {"leads": {"l1": lead}}}), clock=CLOCK)
    session = sessions.open()
    for name, params in actions:
        session.act(Action("crm", name, params))
    return Evidence(History.of(session), Facts(trajectory=trajectory))
