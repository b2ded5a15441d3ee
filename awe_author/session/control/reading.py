"""Operations that look at a session: its state, its events, what differs, what its door could not answer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response, StreamingResponse

from awe_author.json_types import JsonObject
from awe_author.session.control.declared import Answer, Call, Operation, Parameter
from awe_author.session.control.lifecycle import LIMIT
from awe_author.session.control.problems import Problem
from awe_author.session.control.schemas import LABEL
from awe_author.session.control.service import Control, answer, describe
from awe_author.session.control.stream import follow
from awe_author.session.session import Session

_PLACE: JsonObject = {"type": "string", "pattern": f"^[0-9]{{1,15}}$|{LABEL}"}
_NUMBER: JsonObject = {"type": "integer", "minimum": 0}


async def show_state(control: Control, call: Call) -> Response:
    """GET /sessions/{id}/state."""
    return answer(await control.on_long(call.path["id"], _state, control.world.apps, call.query))


def _state(session: Session, apps: Sequence[str], query: Mapping[str, Any]) -> dict[str, Any]:
    event = session.event(place(query.get("node")))
    state = session.state(event.node)
    app, pointer, form = query.get("app", ""), query.get("pointer", ""), query["form"]
    if app and app not in apps:
        raise Problem("unknown-app", f"the world has no app {app!r}", field="app", hint=f"there are: {', '.join(apps)}")
    whole: object
    if form == "stored":
        whole = state.get(f"/{app}") if app else state.document()
    else:
        whole = state.view(app) if app else {name: state.view(name) for name in apps}
    value, following = paged(at_pointer(whole, pointer), query.get("after"), query.get("limit"))
    return {
        "node": event.node,
        "hash": event.state_hash,
        "clock": event.clock,
        "form": form,
        "app": app,
        "pointer": pointer,
        "value": value,
        "next": following,
    }


def place(text: str | None) -> int | str | None:
    """A node or label as a query names it."""
    return int(text) if text is not None and text.isdecimal() else text


def at_pointer(value: Any, pointer: str) -> Any:
    """What a JSON pointer (RFC 6901) leads to. Raises `Problem` when it leads nowhere."""
    for segment in pointer.split("/")[1:]:
        key = segment.replace("~1", "/").replace("~0", "~")
        try:
            if isinstance(value, Mapping):
                value = value[key]
            elif isinstance(value, Sequence) and not isinstance(value, str) and key.isdecimal():
                value = value[int(key)]
            else:
                raise KeyError(key)
        except (KeyError, IndexError) as error:
            raise Problem("nothing-there", f"there is nothing at {pointer}", pointer=pointer) from error
    return value


def paged(value: Any, after: str | None, limit: int | None) -> tuple[Any, str | None]:
    """The members of an object (by key) or array (by index) behind `after`, at most `limit`; and what comes `after`."""
    if after is None and limit is None:
        return value, None
    if isinstance(value, Mapping):
        keys = sorted(value)
        start = 0 if after is None else bisect_right(keys, after)
        page = keys[start : None if limit is None else start + limit]
        more = bool(page) and page[-1] != keys[-1]
        return {key: value[key] for key in page}, page[-1] if more else None
    if isinstance(value, Sequence) and not isinstance(value, str):
        if after is not None and not after.isdecimal():
            raise Problem("query", "`after` is an index of the array", field="after")
        start = 0 if after is None else int(after) + 1
        items = list(value[start : None if limit is None else start + limit])
        end = start + len(items)
        return items, str(end - 1) if items and end < len(value) else None
    raise Problem("query", "`after` and `limit` are for objects and arrays, and this is neither", field="limit")


async def list_events(control: Control, call: Call) -> Response:
    """GET /sessions/{id}/events."""
    return answer(await control.on(call.path["id"], _events, call.query))


def _events(session: Session, query: Mapping[str, Any]) -> dict[str, Any]:
    end = session.event(place(query.get("to"))).node
    limit: int = query["limit"]
    begin: int | None = query.get("from")
    after: int | None = None
    if begin is not None:
        if session.common_ancestor(begin, end) != begin:
            raise Problem("unknown-node", f"node {begin} is not on the path to node {end}", field="from")
        after = session.event(begin).parent
    found = session.events(None if after is None or after < 0 else after, end, limit=limit + 1)
    following = found[limit].node if len(found) > limit else None
    return {"events": [event.to_json() for event in found[:limit]], "to": end, "next": following}


async def show_diff(control: Control, call: Call) -> Response:
    """GET /sessions/{id}/diff."""
    return answer(await control.on_long(call.path["id"], _diff, call.query))


def _diff(session: Session, query: Mapping[str, Any]) -> dict[str, Any]:
    a = session.find(place(query["a"]) or 0)
    b = session.event(place(query.get("b"))).node
    return {"a": a, "b": b, **session.diff(a, b).to_json()}


async def list_misses(control: Control, call: Call) -> Response:
    """GET /sessions/{id}/misses."""
    await control.on(call.path["id"], describe)
    found = control.doors.misses(call.path["id"]) if control.doors is not None else ()
    rest = [one for one in found if int(str(one["n"])) > call.query.get("after", -1)]
    page = rest[: call.query["limit"]]
    return answer({"misses": page, "next": page[-1]["n"] if len(page) < len(rest) else None})


async def stream_events(control: Control, call: Call) -> Response:
    """GET /sessions/{id}/events/stream."""
    session = await control.run(control.session, call.path["id"])
    after: int | None = call.query.get("Last-Event-ID", call.query.get("after"))
    if after is not None:
        await control.run(session.find, after)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(follow(control, session, after), media_type="text/event-stream", headers=headers)


READING: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/sessions/{id}/state",
        name="state",
        summary="The state, or a part of it, at any node",
        description="With `limit` or `after` the members of the object or array come in pages: objects by key in "
        "code-point order, arrays by index.",
        handler=show_state,
        parameters=(
            Parameter(name="node", schema=_PLACE, description="A node or label; the head when left out."),
            Parameter(name="app", schema={"type": "string"}, description="This app only; all when left out."),
            Parameter(
                name="pointer",
                schema={"type": "string", "pattern": "^(/.*)?$", "maxLength": 2000},
                description="JSON pointer below the app, or below {app: ...} when no app is named.",
            ),
            Parameter(
                name="form",
                schema={"type": "string", "enum": ["view", "stored"], "default": "view"},
                description="`view`: what apps show, with what they share put in. `stored`: the world document, "
                "in which shared entities are under `warehouse`.",
            ),
            Parameter(name="after", schema={"type": "string"}, description="`next` of the page before."),
            Parameter(
                name="limit",
                schema={"type": "integer", "minimum": 1, "maximum": 100_000},
                description="Members of a page; all when left out.",
            ),
        ),
        answer=Answer(description="What is there", schema="State"),
        problems=("unknown-node", "nothing-there", "unknown-app"),
    ),
    Operation(
        method="GET",
        path="/sessions/{id}/events",
        name="events",
        summary="Events of the path to a node, in order, in pages",
        handler=list_events,
        parameters=(
            Parameter(name="from", schema=_NUMBER, description="The first node; the root when left out."),
            Parameter(name="to", schema=_PLACE, description="The last node or label; the head when left out."),
            Parameter(name="limit", schema=LIMIT, description="Events of a page."),
        ),
        answer=Answer(description="A page of events", schema="Events"),
        problems=("unknown-node",),
    ),
    Operation(
        method="GET",
        path="/sessions/{id}/events/stream",
        name="follow",
        summary="Events as they happen, as server-sent events",
        description="`event: event` has an event as data and its node as id. `event: head` says that the session was "
        "put back to the node in its data: events behind that node are no longer on its path. `event: closed` is the "
        "last. A client that connects again with Last-Event-ID misses nothing of the path. What slow clients have "
        "not read yet waits in the store.",
        handler=stream_events,
        parameters=(
            Parameter(
                name="after", schema=_NUMBER, description="Begin behind this node; behind the head when left out."
            ),
            Parameter(
                name="Last-Event-ID", place="header", schema=_NUMBER, description="As `after`, and goes before it."
            ),
        ),
        answer=Answer(description="The stream", media_type="text/event-stream"),
        problems=("unknown-node",),
    ),
    Operation(
        method="GET",
        path="/sessions/{id}/diff",
        name="diff",
        summary="What differs between two nodes, by entity",
        handler=show_diff,
        parameters=(
            Parameter(name="a", schema=_PLACE | {"default": "0"}, description="Node or label; the root when left out."),
            Parameter(name="b", schema=_PLACE, description="Node or label; the head when left out."),
        ),
        answer=Answer(description="Added, updated, removed", schema="Diff"),
        problems=("unknown-node",),
    ),
    Operation(
        method="GET",
        path="/sessions/{id}/misses",
        name="misses",
        summary="Requests of the session's browser without a recorded answer, and ways out that were refused",
        handler=list_misses,
        parameters=(
            Parameter(name="after", schema=_NUMBER, description="Only those with a greater number."),
            Parameter(name="limit", schema=LIMIT, description="Misses of a page."),
        ),
        answer=Answer(description="A page of misses", schema="Misses"),
    ),
)
