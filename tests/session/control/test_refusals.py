"""What the API refuses, and how: no token, a page, another Host, a body that is too long or wrong."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from awe_author.errors import InputError
from awe_author.session.control import declared
from awe_author.session.control.server import listen
from awe_author.session.control.service import Control
from tests.session.control.serving import FACTS, TOKEN, served
from tests.session.worlds import crm, service


@pytest_asyncio.fixture
async def api() -> AsyncIterator[httpx.AsyncClient]:
    async with served() as (client, _):
        yield client


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer wrong", f"Bearer {TOKEN}x", f"Basic {TOKEN}"])
async def test_nothing_is_said_without_the_token(api: httpx.AsyncClient, given: str) -> None:
    del api.headers["authorization"]
    headers = {"Authorization": given} if given else {}
    for method, path in (("GET", "/sessions"), ("POST", "/sessions"), ("GET", "/openapi.json"), ("GET", "/none")):
        answer = await api.request(method, path, headers=headers)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert answer.json()["code"] == "unauthorized"


async def test_the_scheme_is_read_in_any_case(api: httpx.AsyncClient) -> None:
    assert (await api.get("/sessions", headers={"Authorization": f"bEARER {TOKEN}"})).status_code == 200


async def test_health_needs_no_token(api: httpx.AsyncClient) -> None:
    del api.headers["authorization"]
    assert (await api.get("/health")).status_code == 200


@pytest.mark.parametrize("name", ["Origin", "Sec-Fetch-Site", "Sec-Fetch-Mode"])
async def test_what_only_browsers_send_is_refused(api: httpx.AsyncClient, name: str) -> None:
    answer = await api.get("/sessions", headers={name: "null"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    preflight = await api.options(
        "/sessions", headers={name: "https://app.test", "Access-Control-Request-Method": "POST"}
    )
    assert preflight.status_code == 403
    assert not [header for header in preflight.headers if header.startswith("access-control")]


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1", "127.0.0.1:1", "localhost.evil.test", ""])
async def test_another_host_name_is_misdirected(api: httpx.AsyncClient, host: str) -> None:
    answer = await api.get("/health", headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "host")


async def test_localhost_is_the_same_host(api: httpx.AsyncClient) -> None:
    assert (await api.get("/health", headers={"Host": f"LOCALHOST:{api.base_url.port}"})).status_code == 200


async def test_json_that_is_none_is_told_with_its_place(api: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await api.post("/sessions", content=b'{"id":\n nope}', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "json")
    assert answer.json()["position"] == {"offset": 8, "line": 2, "column": 2}
    for wrong in (b"\xff", b"{", b'{"seed": NaN}', b"[" * 5000, b'{"id": "\\ud800"}'):
        assert (await api.post("/sessions", content=wrong, headers=headers)).json()["code"] == "json"


async def test_a_body_of_the_wrong_shape_is_told_with_its_pointer(api: httpx.AsyncClient) -> None:
    answer = await api.post("/sessions", json={"seed": "seven", "labels": {"a/b": 1}, "more": 1})
    assert (answer.status_code, answer.json()["code"]) == (422, "body")
    assert {one["pointer"] for one in answer.json()["problems"]} == {"", "/seed", "/labels/a~1b"}
    for wrong in (b"[]", b'"x"', b"null", b"3"):
        answer = await api.post("/sessions", content=wrong, headers={"Content-Type": "application/json"})
        assert answer.json()["code"] == "body"
    await api.post("/sessions", json={"id": "one"})
    for path, body in (
        ("actions", {"app": "crm"}),
        ("actions", {"app": "crm", "action": "score", "params": []}),
        ("rewind", {"to": -1}),
        ("rewind", {"to": "12"}),
        ("snapshot", {"label": ""}),
        ("advance", {}),
        ("advance", {"by": -1}),
        ("evaluate", {"expressions": {}}),
        ("branch", {"id": "../x"}),
    ):
        answer = await api.post(f"/sessions/one/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "body"), path
    missing = await api.post("/sessions/one/actions")
    assert (missing.status_code, missing.json()["code"]) == (422, "body")


async def test_a_body_of_another_kind_is_refused(api: httpx.AsyncClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp"):
        answer = await api.post("/sessions", content=b"{}", headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["code"]) == (415, "media-type")
    assert (await api.post("/sessions", content=b"{}")).status_code == 415


async def test_a_body_that_is_too_long_is_not_read(api: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declared, "LONGEST_BODY", 100)
    long = json.dumps({"labels": {"a": "x" * 200}})
    headers = {"Content-Type": "application/json"}
    assert (await api.post("/sessions", content=long, headers=headers)).json()["code"] == "too-large"

    async def parts() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 10

    answer = await api.post("/sessions", content=parts(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


async def test_query_parameters_are_checked(api: httpx.AsyncClient) -> None:
    for query in (
        "limit=0",
        "limit=x",
        "limit=1001",
        "limit=1&limit=2",
        "size=3",
        "limit=",
        "limit=1e2",
        "limit=%D9%A1",
    ):
        answer = await api.get(f"/sessions?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, "query"), query
        assert answer.json()["field"] in query


async def test_paths_and_methods_that_are_not_there(api: httpx.AsyncClient) -> None:
    for path in ("/", "/session", "/sessions/", "/sessions/one/", "/docs", "/sessions/one/nope", "//sessions"):
        answer = await api.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-path"), path
    for path, allowed in (("/sessions", {"GET", "POST", "HEAD"}), ("/sessions/one", {"GET", "DELETE", "HEAD"})):
        answer = await api.put(path)
        assert (answer.status_code, answer.json()["code"]) == (405, "method")
        assert set(answer.headers["allow"].split(", ")) == allowed
    assert (await api.head("/health")).status_code == 200
    assert (await api.head("/sessions/one/events/stream")).status_code == 405


async def test_an_unknown_session_is_404_everywhere(api: httpx.AsyncClient) -> None:
    paths = ["", "/state", "/events", "/diff", "/misses", "/events/stream"]
    for path in paths:
        assert (await api.get(f"/sessions/none{path}")).json()["code"] == "unknown-session", path
    for path, body in (
        ("reset", {}),
        ("snapshot", {"label": "a"}),
        ("rewind", {"to": 0}),
        ("branch", {}),
        ("actions", {"app": "crm", "action": "score"}),
        ("advance", {"by": 1}),
        ("evaluate", {"expressions": {"a": "1"}}),
    ):
        assert (await api.post(f"/sessions/none/{path}", json=body)).json()["code"] == "unknown-session", path
    assert (await api.delete("/sessions/none")).json()["code"] == "unknown-session"


async def test_a_server_that_stops_takes_nothing_more() -> None:
    async with served() as (api, control):
        control.stopping.set()
        answer = await api.get("/sessions")
        assert (answer.status_code, answer.json()["code"]) == (503, "stopping")


async def test_a_bug_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served() as (api, control):
        monkeypatch.setattr(control, "sessions", None)
        answer = await api.get("/sessions")
        assert (answer.status_code, answer.json()["code"]) == (500, "bug")
        assert "NoneType" not in answer.text


async def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(InputError, match=r"--port: cannot listen on 127\.0\.0\.1"):
            listen(other.getsockname()[1], "--port")


async def test_work_that_was_begun_is_finished() -> None:
    """What was given to a thread is done when `finish` returns, though whoever asked for it went away."""
    control = Control(service(), FACTS)
    session = control.sessions.open(session_id="one")
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        go_on.wait(10)
        session.act(crm("score", id="lead-0"))

    asking = asyncio.create_task(control.run(slow))
    await asyncio.to_thread(begun.wait, 10)
    asking.cancel()
    go_on.set()
    await control.finish()
    assert session.head == 1
