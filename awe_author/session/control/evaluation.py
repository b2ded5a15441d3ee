"""Works out CEL expressions over a session: `state`, `initial` and `events`. An error is data, not an exception."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from awe_author.json_types import Json, JsonObject
from awe_author.session.session import Session
from awe_author.state.cel import DYN, CelFault, CelProblem, Names, compile_expression, to_json

if TYPE_CHECKING:
    from awe_author.session.control.service import WorldFacts


def evaluate_all(
    session: Session, world: WorldFacts, expressions: Mapping[str, str], at: int | str | None = None
) -> JsonObject:
    """What each expression gives at a node or label (default: the head)."""
    node = session.head if at is None else session.find(at)
    bindings: dict[str, object] = {
        "state": views(world.apps, session, node),
        "initial": views(world.apps, session, 0),
        "events": [],
    }
    if any("events" in source for source in expressions.values()):
        bindings["events"] = [event.to_json() for event in session.events(to=node)]
    names = {"state": world.type, "initial": world.type, "events": DYN}
    results: dict[str, Json] = {name: _evaluated(source, names, bindings) for name, source in expressions.items()}
    return {"node": node, "results": results}


def views(apps: Sequence[str], session: Session, node: int) -> dict[str, object]:
    """What every app shows of the state at a node."""
    state = session.state(node)
    return {app: state.view(app) for app in apps}


def _evaluated(source: str, names: Names, bindings: Mapping[str, object]) -> JsonObject:
    try:
        return {"value": to_json(compile_expression(source, names, context=False).evaluate(bindings))}
    except CelProblem as error:
        problem: JsonObject = {"message": error.message, "position": error.position}
        return {"error": problem | ({"hint": error.hint} if error.hint else {})}
    except CelFault as fault:
        return {"error": {"message": str(fault)}}
