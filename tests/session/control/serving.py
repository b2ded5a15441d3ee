"""The small world behind a real control server, and a client that checks every answer against the API's description."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
from jsonschema import Draft202012Validator

from awe_author.json_types import JsonObject
from awe_author.session import Sessions
from awe_author.session.control.openapi import document
from awe_author.session.control.operations import OPERATIONS
from awe_author.session.control.server import serve_control
from awe_author.session.control.service import Control, WorldFacts
from tests.session.worlds import service

TOKEN = "a-token"
FACTS = WorldFacts(name="small", apps=("crm",), clock="2025-03-03T09:00:00Z", step=1.0, seed=7)
DESCRIPTION = document(OPERATIONS)


class NoDoors:
    """Doors without sockets that remember what they were told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.opened: dict[str, str] = {}
        self.missed: list[JsonObject] = []

    async def open(self, session: str, seed: int, like: tuple[str, int] | None = None) -> str:
        if session not in self.opened:
            self.told.append(("open", session, seed, like))
            self.opened[session] = f"http://127.0.0.1:{50_000 + len(self.opened)}"
        return self.opened[session]

    async def close(self, session: str) -> None:
        self.told.append(("close", session))
        self.opened.pop(session, None)

    def address(self, session: str) -> str | None:
        return self.opened.get(session)

    def mark(self, session: str, node: int) -> None:
        self.told.append(("mark", session, node))

    def back(self, session: str, node: int) -> None:
        self.told.append(("back", session, node))

    def misses(self, session: str) -> Sequence[JsonObject]:
        return self.missed


@asynccontextmanager
async def served(
    sessions: Sessions | None = None,
    doors: NoDoors | None = None,
    *,
    heartbeat: float = 15.0,
    facts: WorldFacts = FACTS,
) -> AsyncIterator[tuple[httpx.AsyncClient, Control]]:
    """A server, and a client that knows its token."""
    control = Control(sessions or service(), facts, doors)
    control.heartbeat = heartbeat
    async with serve_control(control, TOKEN) as address:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        hooks = {"response": [checked]}
        async with httpx.AsyncClient(
            base_url=address, headers=headers, trust_env=False, event_hooks=hooks, timeout=20
        ) as client:
            yield client, control


async def checked(response: httpx.Response) -> None:
    """Is the answer one that the description has for this operation?"""
    if response.request.method == "HEAD":
        return
    operation = operation_of(response.request.method, response.request.url.path)
    if operation is None:
        assert response.status_code in (401, 403, 404, 405, 421), response.status_code
        schema = {"$ref": "#/components/schemas/Problem"}
    else:
        assert str(response.status_code) in operation["responses"], f"{response.request.url}: {response.status_code}"
        content = operation["responses"][str(response.status_code)].get("content")
        if content is None:
            assert await response.aread() == b""
            return
        kind = response.headers["content-type"].partition(";")[0]
        assert kind in content, kind
        schema = content[kind].get("schema")
    if schema is not None:
        await response.aread()
        Draft202012Validator({**schema, "components": DESCRIPTION["components"]}).validate(response.json())
        if response.status_code >= 400 and operation is not None:
            codes = operation["responses"][str(response.status_code)]["description"]
            assert f"`{response.json()['code']}`" in codes, (
                f"{response.request.url}: {response.json()} is not in {codes}"
            )


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """What the description says about requests of this method and path."""
    parts = path.split("/")
    for template, item in DESCRIPTION["paths"].items():
        wanted = template.split("/")
        if len(wanted) == len(parts) and all(w == p or (w == "{id}" and p) for w, p in zip(wanted, parts, strict=True)):
            found: dict[str, Any] | None = item.get(method.lower())
            return found
    return None
