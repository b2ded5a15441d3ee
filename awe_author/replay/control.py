"""The control API of a replay server: small, JSON, on its own loopback port, behind a bearer token.

It is a server of its own and no responder of the door, so a page cannot reach it however it asks: the door connects
nowhere, and the ways of the browser that lead past the door are closed.
"""

from __future__ import annotations

import contextlib
import hmac
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from awe_author import __version__
from awe_author.replay.session import ReplaySession

_PATHS: dict[str, dict[str, str]] = {
    "/sessions": {
        "get": "The sessions of this server",
        "post": "A session to use: this server has one, which is reset",
    },
    "/sessions/{id}": {"get": "Where the session is: clock, position, counts"},
    "/sessions/{id}/reset": {"post": "Back to the beginning of the recording"},
    "/sessions/{id}/misses": {"get": "Requests that were not answered from the recording, with what came nearest"},
    "/sessions/{id}/events": {"get": "The session's whole log; ?after=N leaves out events up to number N"},
    "/openapi.json": {"get": "This description"},
}


class Bearer:
    """Refuses what does not carry the token. Compared in constant time."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._expected = app, f"Bearer {token}".encode("latin-1")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
            if not hmac.compare_digest(given, self._expected):
                refusal = _problem(401, "the header `Authorization: Bearer TOKEN` is missing or wrong")
                refusal.headers["WWW-Authenticate"] = "Bearer"
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


def control_app(session: ReplaySession, token: str, proxy: str) -> Starlette:
    """The application that controls `session`, whose door is at `proxy`."""

    async def listed(request: Request) -> Response:
        return JSONResponse({"sessions": [state_of(session, proxy)]})

    async def opened(request: Request) -> Response:
        session.reset()
        return JSONResponse(state_of(session, proxy), 201)

    async def shown(request: Request) -> Response:
        return JSONResponse(state_of(session, proxy))

    async def reset(request: Request) -> Response:
        session.reset()
        return JSONResponse(state_of(session, proxy))

    async def misses(request: Request) -> Response:
        return JSONResponse({"misses": session.log.of("miss", "egress", "socket_miss")})

    async def events(request: Request) -> Response:
        after = request.query_params.get("after", "-1")
        if not after.lstrip("-").isdecimal():
            return _problem(400, "`after` is the number of an event")
        return JSONResponse({"events": [event for event in session.log.events if event["n"] > int(after)]})

    async def described(request: Request) -> Response:
        return JSONResponse(description())

    routes = [
        Route("/sessions", listed, methods=["GET"]),
        Route("/sessions", opened, methods=["POST"]),
        Route("/sessions/{id}", _for(session, shown), methods=["GET"]),
        Route("/sessions/{id}/reset", _for(session, reset), methods=["POST"]),
        Route("/sessions/{id}/misses", _for(session, misses), methods=["GET"]),
        Route("/sessions/{id}/events", _for(session, events), methods=["GET"]),
        Route("/openapi.json", described, methods=["GET"]),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Bearer, token=token)])


def control_server(session: ReplaySession, token: str, proxy: str) -> uvicorn.Server:
    """A server for `control_app`, to be given a socket."""
    return _Quiet(
        uvicorn.Config(
            control_app(session, token, proxy), log_level="error", access_log=False, lifespan="off", loop="none"
        )
    )


class _Quiet(uvicorn.Server):
    """uvicorn without its signal handlers: signals belong to the command that runs the server."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def state_of(session: ReplaySession, proxy: str) -> dict[str, Any]:
    """What the API says about a session."""
    kinds = [event["kind"] for event in session.log.events]
    return {
        "id": session.id,
        "proxy": proxy,
        "generation": session.generation,
        "clock": round(session.clock.now(), 3),
        "position": session.cursor.position,
        "misses": kinds.count("miss"),
        "egress": kinds.count("egress"),
        "events": session.log.total,
    }


def description() -> dict[str, Any]:
    """OpenAPI 3.1 of the API."""
    paths: dict[str, Any] = {}
    for path, methods in _PATHS.items():
        paths[path] = {
            method: {"summary": summary, "responses": {"200": {"description": "JSON"}}}
            for method, summary in methods.items()
        }
        if "{id}" in path:
            paths[path]["parameters"] = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]
    return {
        "openapi": "3.1.0",
        "info": {"title": "awe-author replay", "version": __version__},
        "security": [{"token": []}],
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "paths": paths,
    }


def _for(
    session: ReplaySession, endpoint: Callable[[Request], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint, for requests that name this session."""

    async def checked(request: Request) -> Response:
        if request.path_params["id"] != session.id:
            return _problem(404, f"there is no session {request.path_params['id']!r}")
        return await endpoint(request)

    return checked


def _problem(status: int, what: str) -> JSONResponse:
    return JSONResponse({"error": {"what": what}}, status)
