"""A timeline leaves one server and comes into another."""

from __future__ import annotations

import pytest

from awe_author.session.control import moving
from tests.session.control.serving import served
from tests.session.worlds import crm, service

ZSTD = {"Content-Type": "application/zstd"}


async def test_a_timeline_goes_from_one_server_to_another() -> None:
    here = service()
    session = here.open(session_id="one", labels={"a": "b"})
    for _ in range(3):
        session.act(crm("score", id="lead-0"))
    session.snapshot("three")
    here.branch(session, 1, session_id="two").act(crm("currency", to="USD"))
    async with served(here) as (api, _):
        exported = await api.get("/sessions/one/export")
        assert exported.headers["content-disposition"] == 'attachment; filename="one.timeline.zst"'
        shown = [(await api.get(f"/sessions/{id}")).json() for id in ("one", "two")]
    async with served() as (api, _):
        answer = await api.post("/timelines", content=exported.content, headers=ZSTD)
        assert (answer.status_code, sorted(answer.json()["sessions"])) == (201, ["one", "two"])
        assert [(await api.get(f"/sessions/{id}")).json() for id in ("one", "two")] == shown
        again = await api.post("/timelines?run=false", content=exported.content, headers=ZSTD)
        assert (again.status_code, again.json()["code"]) == (409, "session-exists")


async def test_a_damaged_file_brings_nothing() -> None:
    here = service()
    here.open(session_id="one").act(crm("score", id="lead-0"))
    async with served(here) as (api, _):
        good = (await api.get("/sessions/one/export")).content
    async with served() as (api, _):
        for bad in (good[:-5], b"nothing of this kind", good[:40] + bytes(10) + good[50:]):
            answer = await api.post("/timelines", content=bad, headers=ZSTD)
            assert (answer.status_code, answer.json().get("code")) == (422, "input"), bad
        assert (await api.post("/timelines", content=b"{}")).status_code == 415
        assert (await api.get("/sessions")).json()["sessions"] == []


async def test_a_file_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "LONGEST_IMPORT", 100)
    async with served() as (api, _):
        answer = await api.post("/timelines", content=bytes(1000), headers=ZSTD)
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
