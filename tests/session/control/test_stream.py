"""The event stream: in order, resumed without a gap, told of rewinds, ended with its session and its server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import httpx

from awe_author.session import Session
from tests.session.control.serving import served
from tests.session.worlds import crm, service


class Message(NamedTuple):
    kind: str
    id: int | None
    data: Any


async def messages(response: httpx.Response) -> AsyncIterator[Message]:
    """By the rules of the WHATWG's event stream interpretation, as far as they are used here."""
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        if not line:
            if "data" in fields:
                number = int(fields["id"]) if "id" in fields else None
                yield Message(fields.get("event", "message"), number, json.loads(fields["data"]))
            fields = {}
        elif line.startswith(":"):
            if line == ": still here":
                yield Message("comment", None, line)
        else:
            name, _, value = line.partition(": ")
            fields[name] = value


async def take(response: httpx.Response, count: int) -> list[Message]:
    """The next `count` messages; the stream is left as it is."""
    found: list[Message] = []
    async with asyncio.timeout(30):
        async for message in messages(response):
            found.append(message)
            if len(found) == count:
                break
    return found


def score(session: Session, times: int = 1) -> None:
    for _ in range(times):
        session.act(crm("score", id="lead-0"))


async def test_events_come_as_they_happen() -> None:
    sessions = service()
    session = sessions.open(session_id="one")
    score(session)
    async with served(sessions) as (api, _), api.stream("GET", "/sessions/one/events/stream") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        stream = messages(response)
        for node in (2, 3):
            answer = await api.post(
                "/sessions/one/actions", json={"app": "crm", "action": "score", "params": {"id": "lead-0"}}
            )
            message = await anext(stream)
            assert (message.kind, message.id, message.data) == ("event", node, answer.json())


async def test_a_client_that_comes_again_misses_nothing() -> None:
    sessions = service()
    session = sessions.open(session_id="one")
    score(session, 5)
    async with served(sessions) as (api, _):
        async with api.stream("GET", "/sessions/one/events/stream?after=0") as response:
            seen = [message.id for message in await take(response, 3)]
        score(session, 600)
        headers = {"Last-Event-ID": str(seen[-1])}
        async with api.stream("GET", "/sessions/one/events/stream", headers=headers) as response:
            seen += [message.id for message in await take(response, 602)]
        assert seen == list(range(1, 606))
        unknown = await api.get("/sessions/one/events/stream", headers={"Last-Event-ID": "7000"})
        assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown-node")
        wrong = await api.get("/sessions/one/events/stream", headers={"Last-Event-ID": "x"})
        assert (wrong.status_code, wrong.json()["code"]) == (400, "header")


async def test_going_back_is_told() -> None:
    sessions = service()
    session = sessions.open(session_id="one")
    score(session, 3)
    async with served(sessions) as (api, _), api.stream("GET", "/sessions/one/events/stream?after=0") as response:
        stream = messages(response)
        assert [(await anext(stream)).id for _ in range(3)] == [1, 2, 3]
        session.rewind(1)
        assert await anext(stream) == Message("head", 1, {"node": 1})
        score(session)
        assert (await anext(stream)).id == 4
        # Connected again from a node that is off the path by now:
        async with api.stream("GET", "/sessions/one/events/stream", headers={"Last-Event-ID": "3"}) as again:
            found = await take(again, 2)
        assert [(message.kind, message.id) for message in found] == [("head", 1), ("event", 4)]


async def test_only_its_own_branch_is_told() -> None:
    sessions = service()
    one = sessions.open(session_id="one")
    two = sessions.branch(one, session_id="two")
    async with served(sessions) as (api, _), api.stream("GET", "/sessions/two/events/stream") as response:
        score(one, 3)
        score(two)
        (message,) = await take(response, 1)
        assert (message.id, message.data["session"]) == (4, "two")


async def test_a_quiet_stream_shows_that_it_lives() -> None:
    sessions = service()
    sessions.open(session_id="one")
    path = "/sessions/one/events/stream"
    async with served(sessions, heartbeat=0.05) as (api, _), api.stream("GET", path) as response:
        assert [message.kind for message in await take(response, 2)] == ["comment", "comment"]


async def test_it_ends_with_its_session() -> None:
    sessions = service()
    sessions.open(session_id="one")
    async with served(sessions) as (api, _), api.stream("GET", "/sessions/one/events/stream") as response:
        await api.delete("/sessions/one")
        async with asyncio.timeout(10):
            assert [message.kind async for message in messages(response)] == ["closed"]


async def test_it_ends_with_its_server() -> None:
    sessions = service()
    sessions.open(session_id="one")
    async with asyncio.timeout(10):
        async with served(sessions) as (api, control), api.stream("GET", "/sessions/one/events/stream") as response:
            control.stop()
            assert [message async for message in messages(response)] == []


async def test_a_client_that_does_not_read_costs_nothing_and_loses_nothing() -> None:
    """Thousands of events go by while it does not read; the server keeps answering others, then all of them come."""
    sessions = service()
    session = sessions.open(session_id="one")
    async with served(sessions) as (api, _), api.stream("GET", "/sessions/one/events/stream") as response:
        await asyncio.to_thread(score, session, 6000)
        assert (await api.get("/sessions/one")).json()["head"] == 6000
        ids = [message.id for message in await take(response, 6000)]
    assert ids == list(range(1, 6001))
