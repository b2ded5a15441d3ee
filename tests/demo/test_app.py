"""Harbor CRM does what it is there for: log-in, lists, changes, pushes, partial and compressed answers."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect

from awe_author.browser.step_language import read_steps
from awe_author.demo import DemoServer
from awe_author.demo.apps import HERE, LISTS
from awe_author.demo.store import PASSWORD, USER


@pytest.fixture(scope="module")
def url() -> str:
    server = DemoServer()
    server.start()
    yield server.url
    server.stop()


@pytest.fixture
async def user(url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who is logged in, with the CSRF token as a header."""
    async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
        token = re.search(r'name="csrf" value="(\w+)"', (await client.get("/login")).text)
        assert token is not None
        form = {"csrf": token[1], "email": USER, "password": PASSWORD}
        assert (await client.post("/login", data=form)).headers["location"] == "/leads"
        page = await client.get("/leads")
        found = re.search(r'name="csrf" content="(\w+)"', page.text)
        assert found is not None
        client.headers["x-csrf-token"] = found[1]
        yield client


async def test_strangers_are_sent_to_the_log_in(url: str) -> None:
    async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
        assert (await client.get("/leads")).headers["location"] == "/login"
        assert (await client.get("/api/leads")).status_code == 401
        assert (await client.post("/login", data={"email": USER, "password": PASSWORD})).status_code == 403


async def test_a_change_without_the_csrf_token_is_refused(user: httpx.AsyncClient) -> None:
    answer = await user.delete("/api/leads/1", headers={"x-csrf-token": "wrong"})
    assert answer.status_code == 403


async def test_the_list_is_searched_sorted_and_paged(user: httpx.AsyncClient) -> None:
    found = (await user.get("/api/leads", params={"sort": "value", "dir": "asc", "page": "2"})).json()
    values = [lead["value"] for lead in found["items"]]
    assert (found["page"], len(values)) == (2, 10)
    assert values == sorted(values)
    assert (await user.get("/api/leads", params={"q": "no such lead"})).json()["total"] == 0


async def test_a_lead_is_added_changed_and_deleted(user: httpx.AsyncClient) -> None:
    wrong = await user.post("/api/leads", json={"name": "", "company": "x", "status": "new", "value": "ten"})
    assert wrong.json()["fields"] == {"name": "is required", "value": "must be a whole number"}
    values = {"name": "Test Person", "company": "Test", "status": "new", "value": "10"}
    lead = (await user.post("/api/leads", json=values)).json()
    assert (await user.put(f"/api/leads/{lead['id']}", json={"status": "won"})).json()["status"] == "won"
    sent = await user.post(f"/api/leads/{lead['id']}/files", files={"file": ("a.txt", b"hello", "text/plain")})
    assert (await user.get(f"/api/files/{sent.json()['id']}")).content == b"hello"
    assert (await user.delete(f"/api/leads/{lead['id']}")).status_code == 204
    assert (await user.get(f"/leads/{lead['id']}")).status_code == 404


async def test_graphql_operations(user: httpx.AsyncClient) -> None:
    async def ask(name: str, **variables: object) -> dict[str, object]:
        answer = await user.post("/api/graphql", json={"operationName": name, "variables": variables})
        return dict(answer.json())

    assert len((await ask("TopLeads", first=3))["data"]["topLeads"]) == 3  # type: ignore[index, call-overload]
    assert "errors" in await ask("Nothing")


async def test_etags_ranges_and_codings(user: httpx.AsyncClient) -> None:
    tag = (await user.get("/api/meta")).headers["etag"]
    assert (await user.get("/api/meta", headers={"if-none-match": tag})).status_code == 304
    part = await user.get("/api/tide.bin", headers={"range": "bytes=10-19"})
    assert (part.status_code, part.headers["content-range"], len(part.content)) == (206, "bytes 10-19/65536", 10)
    style = await user.get("/static/style.css", headers={"accept-encoding": "br"})
    assert style.headers["content-encoding"] == "br"
    style = await user.get("/static/style.css", headers={"accept-encoding": "gzip"})
    assert style.headers["content-encoding"] == "gzip"


async def test_changes_are_pushed(user: httpx.AsyncClient, url: str) -> None:
    cookie = "; ".join(f"{name}={value}" for name, value in user.cookies.items())
    address = url.replace("http", "ws") + "/ws/notifications"
    async with connect(address, additional_headers={"cookie": cookie}, proxy=None) as socket:
        await socket.send(json.dumps({"type": "subscribe", "client": "c1"}))
        assert json.loads(await socket.recv())["client"] == "c1"
        async with user.stream("GET", "/api/activity") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            values = {"name": "Pushed Person", "company": "Test", "status": "new", "value": "10"}
            await user.post("/api/leads", json=values)
            assert "Pushed Person" in json.loads(await socket.recv())["text"]
            async for line in stream.aiter_lines():
                if "Pushed Person was added" in line:
                    break


def test_the_step_lists_are_large_enough_to_show_something() -> None:
    steps = [step for name in LISTS for step in read_steps(HERE / name)]
    assert sum(step.verb == "page" for step in steps) >= 5
    assert sum(step.verb in ("click", "fill", "select", "press") for step in steps) >= 10
