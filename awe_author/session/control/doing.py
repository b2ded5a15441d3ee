"""Operations that act in a session or ask about it with expressions."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from awe_author.json_types import JsonObject
from awe_author.session.control.declared import Answer, Body, Call, Operation, Parameter
from awe_author.session.control.evaluation import evaluate_all
from awe_author.session.control.problems import REJECTIONS, Problem
from awe_author.session.control.service import Control, answer, describe, perform
from awe_author.session.events import Event
from awe_author.session.session import Session

KEY = "Idempotency-Key"


async def act(control: Control, call: Call) -> Response:
    """POST /sessions/{id}/actions."""
    key: str | None = call.query.get(KEY)
    event, replayed = await control.on(call.path["id"], _acted, control, call.body, key)
    if not replayed:
        control.went_on(call.path["id"], event.node)
    return answer(event.to_json(), headers={"Idempotency-Replayed": "true"} if replayed else None)


def _acted(session: Session, control: Control, given: JsonObject, key: str | None) -> tuple[Event, bool]:
    if key is None:
        return perform(session, given), False
    return control.keys.act(session, key, given, lambda request, head: perform(session, given, request, head))


async def advance(control: Control, call: Call) -> Response:
    """POST /sessions/{id}/advance."""
    events, shown = await control.on(call.path["id"], _advanced, call.body)
    control.went_on(call.path["id"], events[-1].node)
    if control.doors is not None:
        shown["proxy"] = control.doors.address(call.path["id"])
    return answer({"events": [event.to_json() for event in events], "session": shown})


def _advanced(session: Session, given: dict[str, Any]) -> tuple[list[Event], JsonObject]:
    return session.advance(to=given.get("to"), by=given.get("by")), describe(session)


async def evaluate(control: Control, call: Call) -> Response:
    """POST /sessions/{id}/evaluate."""
    given: dict[str, Any] = call.body
    return answer(await control.on_long(call.path["id"], _evaluated, control, given))


def _evaluated(session: Session, control: Control, given: dict[str, Any]) -> JsonObject:
    at = given.get("at")
    found = evaluate_all(session, control.world, given.get("expressions", {}), at)
    if "task" in given:
        if control.evaluator is None:
            raise Problem("input", "this server does not score tasks", hint="send expressions")
        found["verdict"] = control.evaluator(session, given["task"], found["node"], given.get("facts", {}))  # type: ignore[arg-type]
    return found


DOING: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/sessions/{id}/actions",
        name="act",
        summary="Do an action",
        description="The event is durable when it is answered. A rejected action changes nothing and says why; so does "
        "one of which the model's own expressions fail. Timers that are due before it have fired in either case.",
        handler=act,
        parameters=(
            Parameter(
                name=KEY,
                place="header",
                schema={"type": "string", "minLength": 1, "maxLength": 200},
                description="A request that repeats the key of one that was done gets that one's event and "
                "does nothing (answered with `Idempotency-Replayed: true`), while it is on the session's path.",
            ),
        ),
        body=Body(schema="NewAction"),
        answer=Answer(description="What happened", schema="Event"),
        problems=(*REJECTIONS, "conflict", "model-fault", "key-reused", "input"),
    ),
    Operation(
        method="POST",
        path="/sessions/{id}/advance",
        name="advance",
        summary="Move the session's clock on; timers that are due fire in order",
        handler=advance,
        body=Body(schema="NewMoment"),
        answer=Answer(description="What happened by that", schema="Advanced"),
        problems=("input", "conflict", "model-fault"),
    ),
    Operation(
        method="POST",
        path="/sessions/{id}/evaluate",
        name="evaluate",
        summary="Score a task, or work out CEL expressions, over a state and the events that led to it",
        description="`state` is {app: view}, `initial` the same at the root, `events` the list of events from the "
        "root. Each expression has its own value or error. `task` is the id of a task that the server was started "
        "with (`--task`), or a task file as JSON; `facts` what only the driver of the browser knows (answer, pages, "
        "downloads, trajectory). The verdict is in `verdict`.",
        handler=evaluate,
        body=Body(schema="Expressions"),
        answer=Answer(description="By the names of the expressions, and the verdict", schema="Evaluations"),
        problems=("unknown-node", "input"),
    ),
)
