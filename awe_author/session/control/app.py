"""The ASGI application of the API: routes from the declarations, one place where errors become answers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from awe_author.session.control.declared import Operation
from awe_author.session.control.guard import Guard
from awe_author.session.control.operations import OPERATIONS
from awe_author.session.control.problems import Problem, problem_of
from awe_author.session.control.service import Control

log = logging.getLogger("awe_author.control")


def control_app(
    control: Control, *, token: str, hosts: Collection[str], operations: Sequence[Operation] = OPERATIONS
) -> Starlette:
    """The application that controls the sessions of `control`. `hosts`: values of the Host header that are answered."""
    free = [one.path for one in operations if one.free]
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in operations:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    app = Starlette(
        routes=[Route(path, _endpoint(control, methods), methods=list(methods)) for path, methods in by_path.items()],
        middleware=[Middleware(Guard, token=token, hosts=hosts, free=free)],
        exception_handlers={HTTPException: _unrouted},
    )
    app.router.redirect_slashes = False
    return app


def _endpoint(control: Control, operations: dict[str, Operation]) -> Callable[[Request], Awaitable[Response]]:
    """The function of one path."""

    async def answer(request: Request) -> Response:
        operation = operations.get("GET" if request.method == "HEAD" else request.method)
        if operation is None or (request.method == "HEAD" and operation.answer.media_type == "text/event-stream"):
            raise HTTPException(405, headers={"Allow": ", ".join(operations)})
        try:
            if control.stopping.is_set() and not operation.free:
                raise Problem("stopping", "the server is stopping", headers={"Connection": "close"})
            return await operation.handler(control, await operation.read(request))
        except Exception as error:
            problem = problem_of(error)
            if problem is None:
                log.exception("%s %s failed", request.method, operation.path)
                problem = Problem("bug", f"{type(error).__name__} while answering; the server's log has more")
            return problem.response()

    return answer


async def _unrouted(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 405:
        headers = dict(error.headers or {})
        return Problem("method", f"{path} does not take {request.method}", headers=headers).response()
    return Problem("no-such-path", f"there is no {path}", hint="GET /openapi.json lists all paths").response()
