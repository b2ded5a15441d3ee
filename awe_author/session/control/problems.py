"""What the API answers when it cannot do what it was asked: RFC 9457 problem details, one code for each kind.

Errors of the layers below are classified here and nowhere else. A problem always says `code`, `title`, `status` and
`detail`; by kind also `hint`, `pointer`, `field`, `app`, `action`, `node`, `position`, `problems`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson
from starlette.responses import Response

from awe_author.errors import InputError
from awe_author.session.errors import (
    Conflict,
    RunawayTimers,
    SessionExists,
    StoreDamaged,
    StoreUnavailable,
    UnknownNode,
    UnknownSession,
)
from awe_author.state.types import ModelFault, Rejected

MEDIA_TYPE = "application/problem+json"
PREFIX = "urn:awe-author:problem:"


class Kind(NamedTuple):
    """One kind of problem."""

    status: int
    title: str


KINDS: dict[str, Kind] = {
    "unauthorized": Kind(401, "The bearer token is missing or wrong"),
    "origin": Kind(403, "Requests of web pages are refused"),
    "no-such-path": Kind(404, "There is no such path"),
    "unknown-session": Kind(404, "There is no such session"),
    "unknown-node": Kind(404, "There is no such node or label"),
    "nothing-there": Kind(404, "The pointer leads nowhere"),
    "method": Kind(405, "The path does not take this method"),
    "host": Kind(421, "The Host header does not name this server"),
    "json": Kind(400, "The body is not JSON"),
    "query": Kind(400, "A query parameter is wrong"),
    "header": Kind(400, "A header is wrong"),
    "body": Kind(422, "The body is not what the operation takes"),
    "input": Kind(422, "A value cannot be used"),
    "too-large": Kind(413, "Too large"),
    "media-type": Kind(415, "The body has a media type that the operation does not take"),
    "conflict": Kind(409, "The session's head is elsewhere"),
    "session-exists": Kind(409, "The id is taken"),
    "key-reused": Kind(422, "The idempotency key was used for another request"),
    "unknown-app": Kind(422, "The world has no such app"),
    "unknown-action": Kind(422, "The app has no such action"),
    "params": Kind(422, "The action does not take these parameters"),
    "schema": Kind(422, "The result would not fit the model's schema"),
    "guard": Kind(409, "The action may not be done now"),
    "not-found": Kind(409, "What the action changes is not there"),
    "exists": Kind(409, "What the action adds is there already"),
    "reference": Kind(409, "A reference would lead nowhere"),
    "restricted": Kind(409, "Something that is still needed would be deleted"),
    "model-fault": Kind(500, "The model's own expression failed"),
    "store": Kind(500, "The store is damaged"),
    "store-unavailable": Kind(503, "The store does not answer"),
    "stopping": Kind(503, "The server is stopping"),
    "bug": Kind(500, "A bug of awe-author"),
}
"""Code -> status and title."""

REJECTIONS = (
    "unknown-app", "unknown-action", "params", "schema", "guard", "not-found", "exists", "reference", "restricted",
)  # fmt: skip
"""Codes of `Rejected`, which are those of problems."""


class Problem(Exception):
    """A request that is answered with a problem of kind `code`. `members` are further members of the answer."""

    def __init__(self, code: str, detail: str, *, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.code, self.detail, self.members = code, detail, members
        self.kind = KINDS[code]
        self.headers = headers or {}

    def document(self) -> dict[str, Any]:
        """The members of the answer; empty ones are left out."""
        shown = {name: value for name, value in self.members.items() if value not in ("", None)}
        return {
            "type": PREFIX + self.code,
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            "code": self.code,
            **shown,
        }

    def response(self) -> Response:
        """The answer."""
        body = orjson.dumps(self.document(), default=str)
        return Response(body, self.kind.status, headers=self.headers, media_type=MEDIA_TYPE)


def problem_of(error: Exception) -> Problem | None:
    """The problem that an error of the layers below is; None when it is nobody's but ours."""
    match error:
        case Problem():
            return error
        case Rejected():
            blamed: dict[str, Any] = {
                "pointer": error.pointer,
                "field": error.field,
                "app": error.app,
                "action": error.action,
            }
            return Problem(error.code, error.what, hint=error.hint, **blamed)
        case ModelFault():
            place: dict[str, Any] = {"pointer": error.pointer, "app": error.app, "action": error.action}
            return Problem("model-fault", error.what, hint=error.hint, **place)
        case Conflict():
            return Problem("conflict", str(error.what), hint=error.hint, node=error.head, expected=error.expected)
        case UnknownSession():
            return Problem("unknown-session", error.what, hint=error.hint)
        case UnknownNode():
            return Problem("unknown-node", error.what, hint=error.hint)
        case SessionExists():
            return Problem("session-exists", error.what, hint=error.hint)
        case StoreDamaged():
            return Problem("store", str(error), hint=error.hint)
        case StoreUnavailable():
            return Problem("store-unavailable", str(error), hint=error.hint)
        case RunawayTimers():
            return Problem("model-fault", error.what, hint=error.hint)
        case InputError():
            return Problem("input", error.what, hint=error.hint, where=error.where)
    return None
