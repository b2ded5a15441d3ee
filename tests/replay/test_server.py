"""A replay server over real sockets: the door, the control API beside it, and what neither lets through."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from awe_author.door import CertificateAuthority
from awe_author.errors import InputError
from awe_author.replay.server import ReplayServer
from tests.replay import har

API = "https://app.test/api"


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    return har.write(
        tmp_path / "app.har",
        har.exchange("https://app.test/", "<html><head></head><body>hello</body></html>"),
        har.exchange(API, "[]", "application/json", second=1),
        har.exchange(API, '{"id":1}', "application/json", method="POST", second=2, body='{"name":"x"}'),
        har.exchange(API, "[1]", "application/json", second=3),
    )


@pytest.fixture
async def server(recorded: Path, tmp_path: Path) -> AsyncIterator[ReplayServer]:
    authority = CertificateAuthority.load(tmp_path / "ca")
    async with ReplayServer.open([recorded], authority=authority, log=tmp_path / "log.jsonl") as server:
        yield server


def through(server: ReplayServer) -> httpx.AsyncClient:
    context = ssl.create_default_context(cafile=str(server.authority.ca_path))
    return httpx.AsyncClient(proxy=server.proxy, verify=context, http2=True, trust_env=False)


def control(server: ReplayServer, token: str | None = None) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {token or server.token}"}
    return httpx.AsyncClient(base_url=server.control, headers=headers, trust_env=False)


async def test_reads_follow_writes_and_reset_goes_back(server: ReplayServer) -> None:
    async with through(server) as browser, control(server) as api:
        assert (await browser.get(API)).json() == []
        assert (await browser.post(API, json={"name": "x"})).json() == {"id": 1}
        assert (await browser.get(API)).json() == [1]
        state = (await api.post(f"/sessions/{server.session.id}/reset")).json()
        assert state["generation"] == 1
        assert (await browser.get(API)).json() == []


async def test_misses_and_events(server: ReplayServer, tmp_path: Path) -> None:
    async with through(server) as browser, control(server) as api:
        assert (await browser.post(API, json={"name": "y"})).status_code == 404
        with pytest.raises(httpx.TransportError):
            await browser.get("https://other.test/x")
        misses = (await api.get(f"/sessions/{server.session.id}/misses")).json()["misses"]
        first = next(event for event in misses if event["kind"] == "miss")
        assert first["nearest"][0]["differs"] == ['json:/name: "y" asked, "x" recorded']
        assert any(event["url"] == "https://other.test/x" for event in misses if event["kind"] == "egress")
        events = (await api.get(f"/sessions/{server.session.id}/events?after=0")).json()["events"]
        assert all(event["n"] > 0 for event in events)
        assert "other.test" in (tmp_path / "log.jsonl").read_text()


async def test_the_control_api_wants_its_token_and_knows_its_session(server: ReplayServer) -> None:
    async with control(server, "wrong") as api:
        refused = await api.get("/sessions")
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"
    async with control(server) as api:
        (session,) = (await api.get("/sessions")).json()["sessions"]
        assert session["id"] == server.session.id
        assert (await api.post("/sessions")).json()["id"] == server.session.id
        assert (await api.get("/sessions/other/misses")).status_code == 404
        assert (await api.get(f"/sessions/{session['id']}/events?after=x")).status_code == 400
        paths = (await api.get("/openapi.json")).json()["paths"]
        assert "/sessions/{id}/reset" in paths


async def test_the_control_api_is_not_reached_through_the_door(server: ReplayServer) -> None:
    async with through(server) as browser:
        headers = {"Authorization": f"Bearer {server.token}"}
        with pytest.raises(httpx.TransportError):
            await browser.post(f"{server.control}/sessions/{server.session.id}/reset", headers=headers)
    assert server.session.generation == 0


async def test_a_port_that_is_taken_is_said(server: ReplayServer, recorded: Path) -> None:
    port = int(server.proxy.rpartition(":")[2])
    with pytest.raises(InputError, match=f"127.0.0.1:{port}"):
        async with ReplayServer.open([recorded], port=port, authority=server.authority):
            pass
    with pytest.raises(InputError, match="cannot listen"):
        async with ReplayServer.open([recorded], control_port=port, authority=server.authority):
            pass
