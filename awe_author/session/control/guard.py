"""Who may ask at all: checked on every request before anything else of it is looked at.

Three ways could lead a page to this port, and each is closed on its own. By the session's browser: its door connects
nowhere. By another browser of this machine: it sends `Origin` (or `Sec-Fetch-Site`), which no client of ours does, and
there is no CORS answer. By a name that was made to resolve to this machine (DNS rebinding): `Host` must be the address
that is listened on. And without the token nothing is answered but `/health`.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection

from starlette.types import ASGIApp, Receive, Scope, Send

from awe_author.session.control.problems import Problem

_BROWSER_HEADERS = (b"origin", b"sec-fetch-site", b"sec-fetch-mode")


class Guard:
    """ASGI middleware that refuses requests of pages and of those who do not know the token."""

    def __init__(self, app: ASGIApp, *, token: str, hosts: Collection[str], free: Collection[str] = ()) -> None:
        self._app = app
        self._expected = token.encode("latin-1")
        self._hosts = frozenset(host.encode("latin-1") for host in hosts)
        """Values of the Host header that name this server; empty while it is not known yet which port that is."""
        self._free = frozenset(free)
        """Paths that need no token."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            problem = self._refused(scope)
            if problem is not None:
                await problem.response()(scope, receive, send)
                return
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._app(scope, receive, send)

    def _refused(self, scope: Scope) -> Problem | None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value.lower() for name, value in headers if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return Problem("host", "this server answers only at the address that it printed when it was ready")
        if any(name in _BROWSER_HEADERS for name, _ in headers):
            return Problem("origin", "this API is for programs; requests that come from a web page are refused")
        if scope["path"] in self._free:
            return None
        given = [value for name, value in headers if name == b"authorization"]
        scheme, _, credentials = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        if scheme.lower() != b"bearer" or not hmac.compare_digest(credentials.strip(b" "), self._expected):
            detail = "the header `Authorization: Bearer TOKEN` is missing or wrong"
            return Problem("unauthorized", detail, headers={"WWW-Authenticate": "Bearer"})
        return None
