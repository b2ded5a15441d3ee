"""What Harbor CRM pushes: activity as an event stream, notifications over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from awe_author.demo import store


async def announce(app: Starlette, text: str) -> None:
    """Add a fact to the activity and wake everybody who listens."""
    store.add_activity(app.state.db, text)
    async with app.state.changed:
        app.state.changed.notify_all()


async def activity_stream(request: Request) -> Response:
    """text/event-stream: what happened lately, then each new fact as it happens, with a heartbeat comment."""
    app, after = request.app, int(request.headers.get("last-event-id", 0))

    async def events(after: int) -> AsyncIterator[str]:
        yield "retry: 3000\n\n"
        while not await request.is_disconnected():
            facts = await _new_facts(app, after, 5)
            for fact in facts:
                after = fact["id"]
                yield f"id: {after}\nevent: activity\ndata: {json.dumps(fact)}\n\n"
            if not facts:
                yield ": still here\n\n"

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(events(after), media_type="text/event-stream", headers=headers)


async def notifications(socket: WebSocket) -> None:
    """The page subscribes with a random client id; it is greeted, and told of each change from then on."""
    session = store.get_session(socket.app.state.db, socket.cookies.get("harbor_session", ""))
    if session is None or not session["user"]:
        await socket.close(4401)
        return
    await socket.accept()
    pump: asyncio.Task[None] | None = None
    try:
        while True:
            asked = await socket.receive_json()
            if asked.get("type") == "subscribe" and pump is None:
                await socket.send_json({"type": "welcome", "client": asked.get("client"), "user": session["user"]})
                pump = asyncio.create_task(_pump(socket))
            elif asked.get("type") == "ping":
                await socket.send_json({"type": "pong", "at": asked.get("at")})
    except (WebSocketDisconnect, json.JSONDecodeError):
        pass
    finally:
        if pump is not None:
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await pump


async def _pump(socket: WebSocket) -> None:
    last = socket.app.state.db.execute("select max(id) from activity").fetchone()[0]
    while True:
        for fact in await _new_facts(socket.app, last, 3600):
            last = fact["id"]
            await socket.send_json({"type": "notification", "id": last, "text": fact["text"], "at": fact["at"]})


async def _new_facts(app: Starlette, after: int, seconds: float) -> list[dict[str, Any]]:
    """Facts that came after number `after`; waits for one at most `seconds`, then gives an empty list."""
    with contextlib.suppress(asyncio.TimeoutError):
        async with app.state.changed:
            news = app.state.changed.wait_for(lambda: store.recent_activity(app.state.db, after))
            found: list[dict[str, Any]] = await asyncio.wait_for(news, seconds)
            return found
    return []
