"""The Python client against a real server: the same names as the API, typed answers, errors that are clear."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Iterator

import pytest

from awe_author.client import REJECTIONS as CLIENT_REJECTIONS
from awe_author.client import ActionRejected, ApiError, Client, HeadMoved, NotThere
from awe_author.errors import AweError
from awe_author.session.control.operations import OPERATIONS
from awe_author.session.control.problems import REJECTIONS
from awe_author.session.control.server import serve_control
from awe_author.session.control.service import Control
from tests.session.control.serving import FACTS, TOKEN, NoDoors
from tests.session.worlds import service


@pytest.fixture
def client() -> Iterator[Client]:
    """A client of a server in another thread."""
    doors = NoDoors()
    doors.missed = [{"n": n, "time": 0.0, "kind": "miss"} for n in range(5)]
    ready: list[str] = []
    started, stop = threading.Event(), threading.Event()

    async def serve() -> None:
        async with serve_control(Control(service(), FACTS, doors), TOKEN) as address:
            ready.append(address)
            started.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert started.wait(10)
    with Client.from_ready({"control": ready[0], "token": TOKEN}) as client:
        yield client
    stop.set()
    thread.join(20)


def test_it_has_every_operation_by_its_name() -> None:
    methods = {name for name, _ in inspect.getmembers(Client, inspect.isfunction) if not name.startswith("_")}
    assert {operation.name for operation in OPERATIONS} == methods - {"close"}
    assert set(REJECTIONS) == CLIENT_REJECTIONS


def test_a_whole_session(client: Client) -> None:
    one = client.open_session(id="one", seed=3, labels={"task": "t"})["id"]
    event = client.act(one, "crm", "score", {"id": "lead-0", "by": 4}, feature="f", cause={"type": "ui"})
    assert (event["node"], event["feature"], event["cause"]) == (1, "f", {"type": "ui"})
    added = client.act(one, "crm", "add", {"owner": "bob"}, key="k")
    assert client.act(one, "crm", "add", {"owner": "bob"}, key="k") == added
    assert client.snapshot(one, "here") == 2
    two = client.branch(one, "here", id="two")
    assert (two["head"], two["snapshots"]) == (2, {"here": 2})
    assert [event["kind"] for event in client.advance("two", by="PT5M")] == ["clock"]
    assert client.state(one, "/crm/leads/lead-0/score") == 4
    assert list(client.state(one, "/leads", app="crm", limit=1, after="lead-0000002-999")) == ["lead-1"]
    assert client.evaluate(one, {"n": "size(state.crm.leads)"}, at="here") == {"n": {"value": 3}}
    assert [event["node"] for event in client.events(one, limit=1)] == [0, 1, 2]
    assert [event["node"] for event in client.events(one, 1, "here")] == [1, 2]
    assert len(client.diff(one)["added"]) == 1
    assert client.rewind(one, 1)["head"] == 1
    assert client.reset(one)["head"] == 0
    assert [session["id"] for session in client.list_sessions(limit=1)] == ["one", "two"]
    assert [miss["n"] for miss in client.misses(one, limit=2)] == [0, 1, 2, 3, 4]
    file = client.export(one)
    client.close_session(one)
    with pytest.raises(NotThere, match="no open session 'one'"):
        client.show_session(one)
    with pytest.raises(ApiError, match="exists already"):
        client.import_timeline(file)


def test_it_follows_a_session(client: Client) -> None:
    client.open_session(id="one")
    client.act("one", "crm", "score", {"id": "lead-0"})
    stream = client.follow("one", after=0)
    assert next(stream)["data"]["node"] == 1
    client.reset("one")
    assert next(stream) == {"kind": "head", "node": 0, "data": {"node": 0}}
    client.close_session("one")
    assert [message["kind"] for message in stream] == ["closed"]
    with pytest.raises(NotThere):
        next(client.follow("none"))


def test_errors_say_what_and_where(client: Client) -> None:
    client.open_session(id="one")
    with pytest.raises(ActionRejected, match="there is no lead-9") as rejected:
        client.act("one", "crm", "score", {"id": "lead-9"})
    assert (rejected.value.status, rejected.value.code) == (409, "guard")
    client.act("one", "crm", "score", {"id": "lead-0"})
    with pytest.raises(HeadMoved) as moved:
        client.act("one", "crm", "score", {"id": "lead-0"}, expected_node=0)
    assert moved.value.node == 1
    with pytest.raises(ApiError, match="POST /sessions/one/actions"):
        client.act("one", "crm", "broken")
    with pytest.raises(ApiError) as wrong:
        client.open_session(id="a b")
    assert (wrong.value.code, wrong.value.pointer) == ("body", "/id")


def test_a_server_that_is_gone_is_said() -> None:
    with Client("http://127.0.0.1:1", "t") as client, pytest.raises(AweError, match="still running"):
        client.health()


def test_what_the_server_says_about_itself(client: Client) -> None:
    assert client.health()["status"] == "ok"
    assert client.worlds()[0]["name"] == "small"
    assert client.models() == {}
    assert client.description()["openapi"] == "3.1.0"
