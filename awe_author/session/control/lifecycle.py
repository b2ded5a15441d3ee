"""Operations that open, close and move sessions."""

from __future__ import annotations

import logging
from typing import Any

from starlette.responses import Response

from awe_author.json_types import JsonObject
from awe_author.session.control.declared import Answer, Body, Call, Operation, Parameter
from awe_author.session.control.service import Control, answer, describe
from awe_author.session.errors import StoreDamaged, UnknownSession
from awe_author.session.session import Session

log = logging.getLogger("awe_author.control")
PAGE = 100
LIMIT: JsonObject = {"type": "integer", "minimum": 1, "maximum": 1000, "default": PAGE}
_SESSION = Answer(description="The session as it is now", schema="Session")


async def open_session(control: Control, call: Call) -> Response:
    """POST /sessions."""
    shown = await control.run(_opened, control, call.body)
    return answer(await control.with_door(shown), 201, {"Location": f"/sessions/{shown['id']}"})


def _opened(control: Control, given: dict[str, Any]) -> JsonObject:
    labels = given.get("labels", {})
    return describe(control.sessions.open(given.get("seed"), given.get("id"), labels=labels))


async def list_sessions(control: Control, call: Call) -> Response:
    """GET /sessions."""
    found, following = await control.run(_listed, control, call.query.get("after"), call.query["limit"])
    if control.doors is not None:
        for one in found:
            one["proxy"] = control.doors.address(str(one["id"]))
    return answer({"sessions": found, "next": following})


def _listed(control: Control, after: str | None, limit: int) -> tuple[list[JsonObject], str | None]:
    ids = sorted(record.id for record in control.sessions.list())
    rest = ids if after is None else [one for one in ids if one > after]
    page = rest[:limit]
    found = []
    for one in page:
        try:
            found.append(describe(control.session(one)))
        except UnknownSession:
            continue  # closed in the meantime
        except StoreDamaged as error:  # asked for by itself, it says so
            log.warning("session %s is left out of the list: %s", one, error.what)
    return found, page[-1] if len(rest) > limit else None


async def show_session(control: Control, call: Call) -> Response:
    """GET /sessions/{id}."""
    return answer(await control.with_door(await control.on(call.path["id"], describe)))


async def close_session(control: Control, call: Call) -> Response:
    """DELETE /sessions/{id}."""
    await control.run(control.sessions.close, call.path["id"])
    control.keys.forget(call.path["id"], closed=True)
    if control.doors is not None:
        await control.doors.close(call.path["id"])
    return Response(status_code=204)


async def reset(control: Control, call: Call) -> Response:
    """POST /sessions/{id}/reset."""
    return await _put_back(control, call.path["id"], 0)


async def rewind(control: Control, call: Call) -> Response:
    """POST /sessions/{id}/rewind."""
    to: Any = call.body["to"]
    return await _put_back(control, call.path["id"], to)


async def _put_back(control: Control, session: str, to: int | str) -> Response:
    node, shown = await control.on(session, _moved, to)
    control.went_back(session, node)
    return answer(await control.with_door(shown))


def _moved(session: Session, to: int | str) -> tuple[int, JsonObject]:
    return session.rewind(to), describe(session)


async def snapshot(control: Control, call: Call) -> Response:
    """POST /sessions/{id}/snapshot."""
    label = str(call.body["label"])
    node = await control.on(call.path["id"], Session.snapshot, label)
    control.went_on(call.path["id"], node)
    return answer({"label": label, "node": node})


async def branch(control: Control, call: Call) -> Response:
    """POST /sessions/{id}/branch."""
    shown = await control.on(call.path["id"], _branched, control, call.body)
    await control.with_door(shown, like=(call.path["id"], int(str(shown["head"]))))
    return answer(shown, 201, {"Location": f"/sessions/{shown['id']}"})


def _branched(session: Session, control: Control, given: dict[str, Any]) -> JsonObject:
    labels = given.get("labels", {})
    return describe(control.sessions.branch(session, given.get("at"), session_id=given.get("id"), labels=labels))


LIFECYCLE: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/sessions",
        name="open_session",
        summary="Open a session of the world",
        handler=open_session,
        body=Body(schema="NewSession", required=False),
        answer=Answer(description="The new session, at its root", schema="Session", status=201),
        problems=("session-exists", "input"),
    ),
    Operation(
        method="GET",
        path="/sessions",
        name="list_sessions",
        summary="The open sessions, by id",
        description="One that the store cannot give back any more is left out; asked for by itself, it says why.",
        handler=list_sessions,
        parameters=(
            Parameter(name="after", schema={"type": "string"}, description="The last id of the page before."),
            Parameter(name="limit", schema=LIMIT, description="Sessions of a page."),
        ),
        answer=Answer(description="A page of sessions", schema="Sessions"),
    ),
    Operation(
        method="GET",
        path="/sessions/{id}",
        name="show_session",
        summary="Where a session is",
        handler=show_session,
        answer=_SESSION,
    ),
    Operation(
        method="DELETE",
        path="/sessions/{id}",
        name="close_session",
        summary="End a session; its events stay in the store",
        handler=close_session,
        answer=Answer(description="It is closed", status=204, media_type=""),
    ),
    Operation(
        method="POST",
        path="/sessions/{id}/reset",
        name="reset",
        summary="Back to the root",
        handler=reset,
        body=Body(schema="Nothing", required=False),
        answer=_SESSION,
    ),
    Operation(
        method="POST",
        path="/sessions/{id}/snapshot",
        name="snapshot",
        summary="Give the head's node a label; a label that is there moves",
        handler=snapshot,
        body=Body(schema="NewSnapshot"),
        answer=Answer(description="The label and its node", schema="Snapshot"),
    ),
    Operation(
        method="POST",
        path="/sessions/{id}/rewind",
        name="rewind",
        summary="Put the head on a node or label of its timeline",
        handler=rewind,
        body=Body(schema="Destination"),
        answer=_SESSION,
        problems=("unknown-node",),
    ),
    Operation(
        method="POST",
        path="/sessions/{id}/branch",
        name="branch",
        summary="A new session on the same timeline",
        description="It costs the same whatever the state and the history are. Neither sees what the other does.",
        handler=branch,
        body=Body(schema="NewBranch", required=False),
        answer=Answer(description="The new session", schema="Session", status=201),
        problems=("unknown-node", "session-exists"),
    ),
)
