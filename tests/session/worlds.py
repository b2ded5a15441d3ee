"""A small world, written by hand: real states, a real `F`, no model to compile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from awe_author.json_types import Json, JsonObject
from awe_author.session import ClockRule, MemoryStore, Sessions
from awe_author.session.store import Store
from awe_author.state.shape import CollectionShape, Shape
from awe_author.state.types import Action, Change, Context, ModelFault, Outcome, Performed, Rejected
from awe_author.state.world_state import WorldState

SHAPE = Shape({"/crm/leads": CollectionShape(("owner",))}, frozenset({"/crm/settings"}))
CLOCK = ClockRule.of("2025-03-03T09:00:00Z", "PT1S")
Handler = Callable[[WorldState, Mapping[str, Any], Context], "tuple[list[Change], Json]"]


def first_state(leads: int = 2) -> WorldState:
    """Some leads and one plain value."""
    seed: JsonObject = {f"lead-{n}": {"id": f"lead-{n}", "owner": "ann", "score": 0} for n in range(leads)}
    return WorldState.build({"crm": {"leads": seed, "settings": {"currency": "EUR"}}}, SHAPE)


def refuse(message: str) -> Rejected:
    return Rejected("guard", message, app="crm", action="?")


def add(state: WorldState, params: Mapping[str, Any], context: Context) -> tuple[list[Change], Json]:
    id = f"lead-{context.sequence:07}-{context.rng().randrange(1000)}"
    lead = {"id": id, "owner": params["owner"], "score": 0, "created": context.clock}
    return [Change("add", f"/crm/leads/{id}", value=lead)], {"id": id}


def score(state: WorldState, params: Mapping[str, Any], context: Context) -> tuple[list[Change], Json]:
    lead = state.get(f"/crm/leads/{params['id']}", None)
    if lead is None:
        raise refuse(f"there is no {params['id']}")
    path = f"/crm/leads/{params['id']}/score"
    return [Change("replace", path, lead["score"], lead["score"] + params.get("by", 1))], None


def delete(state: WorldState, params: Mapping[str, Any], context: Context) -> tuple[list[Change], Json]:
    lead = state.get(f"/crm/leads/{params['id']}", None)
    if lead is None:
        raise refuse(f"there is no {params['id']}")
    return [Change("remove", f"/crm/leads/{params['id']}", old=lead)], None


def currency(state: WorldState, params: Mapping[str, Any], context: Context) -> tuple[list[Change], Json]:
    return [Change("replace", "/crm/settings/currency", state.get("/crm/settings/currency"), params["to"])], None


def remind(state: WorldState, params: Mapping[str, Any], context: Context) -> tuple[list[Change], Json]:
    """Schedule any action at a moment, under a key."""
    key = params["key"].replace("~", "~0").replace("/", "~1")
    timer = {"at": params["at"], "app": "crm", "action": params["action"], "params": params["params"]}
    old = state.get(f"/timers/crm:{key}", None)
    op = "add" if old is None else "replace"
    return [Change(op, f"/timers/crm:{key}", old, timer)], None


def broken(state: WorldState, params: Mapping[str, Any], context: Context) -> tuple[list[Change], Json]:
    raise ModelFault("no such key", app="crm", action="broken", pointer="/x-actions/broken/let/x")


HANDLERS: dict[str, Handler] = {
    "add": add, "score": score, "delete": delete, "currency": currency, "remind": remind, "broken": broken,
}  # fmt: skip


class SmallWorld:
    """`F` of the small world."""

    def apply(self, state: WorldState, action: Action, context: Context) -> Outcome:
        """Pure, like that of a compiled world."""
        handler = HANDLERS.get(action.name)
        if action.app != "crm" or handler is None:
            raise Rejected("unknown-action", f"no action {action.name}", app=action.app, action=action.name)
        changes, result = handler(state, action.params, context)
        performed = (Performed(action.app, action.name, dict(action.params), result),)
        return Outcome(state.patched(changes), tuple(changes), result, performed)


def service(store: Store | None = None, **settings: Any) -> Sessions:
    """Sessions of the small world."""
    settings = {"initial": first_state(), "clock": CLOCK, "seed": 7, "name": "small", **settings}
    return Sessions(SmallWorld(), store or MemoryStore(), **settings)


def crm(name: str, **params: Json) -> Action:
    """An action of its only app."""
    return Action("crm", name, params)
