"""Every operation over a real socket; the client checks each answer against the API's description."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest_asyncio

from awe_author.json_types import Json
from awe_author.session.sqlite import SqliteStore
from tests.session.control.serving import NoDoors, served
from tests.session.worlds import crm, service


@pytest_asyncio.fixture
async def api() -> AsyncIterator[httpx.AsyncClient]:
    async with served() as (client, _):
        yield client


async def opened(api: httpx.AsyncClient, **given: Json) -> str:
    answer = await api.post("/sessions", json=given)
    assert answer.status_code == 201
    return str(answer.json()["id"])


async def act(api: httpx.AsyncClient, session: str, action: str, /, **params: Json) -> httpx.Response:
    return await api.post(f"/sessions/{session}/actions", json={"app": "crm", "action": action, "params": params})


async def test_a_session_is_opened_as_asked(api: httpx.AsyncClient) -> None:
    answer = await api.post("/sessions", json={"id": "one", "seed": 11, "labels": {"task": "sdr-017"}})
    assert answer.status_code == 201
    assert answer.headers["location"] == "/sessions/one"
    shown = answer.json()
    assert (shown["seed"], shown["labels"], shown["head"], shown["proxy"]) == (11, {"task": "sdr-017"}, 0, None)
    assert shown["clock"] == "2025-03-03T09:00:00.000000Z"
    assert (await api.get("/sessions/one")).json() == shown
    assert (await api.post("/sessions")).json()["seed"] == 7


async def test_an_id_is_taken_once(api: httpx.AsyncClient) -> None:
    await opened(api, id="one")
    answer = await api.post("/sessions", json={"id": "one"})
    assert (answer.status_code, answer.json()["code"]) == (409, "session-exists")
    assert (await api.delete("/sessions/one")).status_code == 204
    assert (await api.get("/sessions/one")).json()["code"] == "unknown-session"
    assert (await api.post("/sessions", json={"id": "one"})).status_code == 409


async def test_sessions_are_listed_in_pages(api: httpx.AsyncClient) -> None:
    for number in range(5):
        await opened(api, id=f"s{number}")
    first = (await api.get("/sessions", params={"limit": 2})).json()
    assert [one["id"] for one in first["sessions"]] == ["s0", "s1"]
    rest = (await api.get("/sessions", params={"after": first["next"]})).json()
    assert [one["id"] for one in rest["sessions"]] == ["s2", "s3", "s4"]
    assert rest["next"] is None


async def test_an_action_is_answered_with_its_event(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    event = (await act(api, id, "score", id="lead-0", by=5)).json()
    assert event["patch"] == [{"op": "replace", "path": "/crm/leads/lead-0/score", "old": 0, "value": 5}]
    assert (event["node"], event["parent"], event["cause"]) == (1, 0, {"type": "api"})
    shown = (await api.get(f"/sessions/{id}")).json()
    assert (shown["head"], shown["hash"]) == (1, event["state_hash"])


async def test_a_rejected_action_says_why_and_changes_nothing(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    answer = await act(api, id, "score", id="lead-9")
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (409, "guard", "there is no lead-9")
    answer = await act(api, id, "fly")
    assert (answer.status_code, answer.json()["code"], answer.json()["action"]) == (422, "unknown-action", "fly")
    answer = await act(api, id, "broken")
    assert (answer.status_code, answer.json()["code"]) == (500, "model-fault")
    assert answer.json()["pointer"] == "/x-actions/broken/let/x"
    assert (await api.get(f"/sessions/{id}")).json()["head"] == 0


async def test_of_callers_that_expect_one_head_one_wins(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    body = {"app": "crm", "action": "score", "params": {"id": "lead-0"}, "expected_node": 0}
    answers = await asyncio.gather(*(api.post(f"/sessions/{id}/actions", json=body) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    refused = next(answer.json() for answer in answers if answer.status_code == 409)
    assert (refused["code"], refused["node"], refused["expected"]) == ("conflict", 1, 0)


async def test_a_repeated_key_does_an_action_once(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    body = {"app": "crm", "action": "score", "params": {"id": "lead-0"}}
    headers = {"Idempotency-Key": "k1"}
    answers = await asyncio.gather(*(api.post(f"/sessions/{id}/actions", json=body, headers=headers) for _ in range(6)))
    assert {answer.json()["node"] for answer in answers} == {1}
    assert sum("idempotency-replayed" in answer.headers for answer in answers) == 5
    other = await api.post(f"/sessions/{id}/actions", json={**body, "feature": "x"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")
    await api.post(f"/sessions/{id}/reset")
    again = await api.post(f"/sessions/{id}/actions", json=body, headers=headers)
    assert again.json()["node"] == 2
    empty = await api.post(f"/sessions/{id}/actions", json=body, headers={"Idempotency-Key": ""})
    assert (empty.status_code, empty.json()["code"]) == (400, "header")


async def test_keys_are_found_again_by_another_server() -> None:
    sessions = service()
    body = {"app": "crm", "action": "score", "params": {"id": "lead-0"}}
    for expected in (None, "true"):
        async with served(sessions) as (api, _):
            if expected is None:
                await opened(api, id="one")
            answer = await api.post("/sessions/one/actions", json=body, headers={"Idempotency-Key": "k"})
            assert (answer.json()["node"], answer.headers.get("idempotency-replayed")) == (1, expected)


async def test_servers_on_one_store_share_keys_and_what_was_rewound(tmp_path: Path) -> None:
    body = {"app": "crm", "action": "score", "params": {"id": "lead-0"}}

    async def done(api: httpx.AsyncClient, key: str) -> tuple[int, bool]:
        answer = await api.post("/sessions/one/actions", json=body, headers={"Idempotency-Key": key})
        return answer.json()["node"], "idempotency-replayed" in answer.headers

    with closing(SqliteStore(tmp_path / "one.db")) as first, closing(SqliteStore(tmp_path / "one.db")) as second:
        async with served(service(first)) as (here, _), served(service(second)) as (there, _):
            await opened(here, id="one")
            assert [await done(here, "a"), await done(there, "a")] == [(1, False), (1, True)]
            assert [await done(there, "b"), await done(here, "b"), await done(here, "a")] == [
                (2, False),
                (2, True),
                (1, True),
            ]
            await there.post("/sessions/one/rewind", json={"to": 1})
            assert [await done(here, "b"), await done(there, "b"), await done(there, "a")] == [
                (3, False),
                (3, True),
                (1, True),
            ]
            asked = [done(api, f"k{n % 6}") for n in range(24) for api in (here, there)]
            nodes = [node for node, replayed in await asyncio.gather(*asked) if not replayed]
            assert len(nodes) == len(set(nodes)) == 6


async def test_a_damaged_session_does_not_hide_the_others(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "one.db")) as store:
        for id in ("bad", "good"):
            service(store).open(session_id=id)
    with closing(sqlite3.connect(tmp_path / "one.db")) as db:
        db.execute("UPDATE events SET body = X'7B7D' WHERE place = (SELECT min(place) FROM events)")
        db.commit()
    with closing(SqliteStore(tmp_path / "one.db")) as store:
        async with served(service(store)) as (api, _):
            shown = (await api.get("/sessions")).json()
            assert [one["id"] for one in shown["sessions"]] == ["good"]
            answer = await api.get("/sessions/bad")
            assert (answer.status_code, answer.json()["code"]) == (500, "store")
            assert (await act(api, "good", "score", id="lead-0")).status_code == 200


async def test_the_list_shows_where_another_server_went(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "one.db")) as first, closing(SqliteStore(tmp_path / "one.db")) as second:
        async with served(service(first)) as (here, _), served(service(second)) as (there, _):
            await opened(here, id="one")
            for api in (here, there):
                await api.get("/sessions")
            await act(here, "one", "score", id="lead-0")
            assert [one["head"] for one in (await there.get("/sessions")).json()["sessions"]] == [1]


async def test_an_export_is_a_file_whatever_the_session_is_called() -> None:
    sessions = service()
    id = 'é "\n'
    sessions.open(session_id=id)
    async with served(sessions) as (api, _):
        answer = await api.get(f"/sessions/{quote(id, safe='')}/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="%C3%A9%20%22%0A.timeline.zst"'


async def test_snapshot_rewind_branch_reset(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    first = (await act(api, id, "score", id="lead-0")).json()
    assert (await api.post(f"/sessions/{id}/snapshot", json={"label": "a/b c"})).json() == {"label": "a/b c", "node": 1}
    await act(api, id, "score", id="lead-1")
    branch = (await api.post(f"/sessions/{id}/branch", json={"at": "a/b c", "labels": {"of": id}})).json()
    assert (branch["head"], branch["hash"], branch["timeline"]) == (1, first["state_hash"], id)
    assert (branch["labels"], branch["snapshots"]) == ({"of": id}, {"a/b c": 1})
    await act(api, branch["id"], "currency", to="USD")
    assert (await api.get(f"/sessions/{id}")).json()["head"] == 2
    rewound = (await api.post(f"/sessions/{id}/rewind", json={"to": "a/b c"})).json()
    assert (rewound["head"], rewound["hash"]) == (1, first["state_hash"])
    assert (await api.post(f"/sessions/{id}/reset")).json()["head"] == 0
    assert (await api.post(f"/sessions/{id}/rewind", json={"to": 3})).json()["head"] == 3
    for to in (99, "nowhere"):
        answer = await api.post(f"/sessions/{id}/rewind", json={"to": to})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-node")


async def test_the_clock_goes_on_and_timers_fire(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    at = "2025-03-03T10:00:00.000000Z"
    await act(api, id, "remind", key="k", at=at, action="score", params={"id": "lead-0"})
    done = (await api.post(f"/sessions/{id}/advance", json={"by": "PT2H"})).json()
    assert [(event["kind"], event["clock"]) for event in done["events"]] == [
        ("action", at),
        ("clock", "2025-03-03T11:00:01.000000Z"),
    ]
    assert done["session"]["clock"] == "2025-03-03T11:00:01.000000Z"
    back = await api.post(f"/sessions/{id}/advance", json={"to": "2025-03-03T09:00:00Z"})
    assert (back.status_code, back.json()["code"]) == (422, "input")
    both = await api.post(f"/sessions/{id}/advance", json={"to": at, "by": 1})
    assert (both.status_code, both.json()["code"]) == (422, "body")
    assert (await api.post(f"/sessions/{id}/advance", json={"by": "soon"})).json()["code"] == "input"


async def test_state_in_both_forms_in_parts_and_pages(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    await act(api, id, "score", id="lead-0", by=3)

    async def state(**query: str | int) -> dict[str, Json]:
        answer = await api.get(f"/sessions/{id}/state", params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Json] = answer.json()
        return found

    whole = (await state())["value"]
    assert whole["crm"]["leads"]["lead-0"]["score"] == 3  # type: ignore[index,call-overload]
    assert (await state(form="stored"))["value"].keys() >= {"crm", "timers"}  # type: ignore[union-attr]
    assert (await state(app="crm", pointer="/leads/lead-0/score", node=0))["value"] == 0
    assert (await state(pointer="/crm/settings/currency"))["value"] == "EUR"
    page = await state(app="crm", pointer="/leads", limit=1)
    assert (list(page["value"]), page["next"]) == (["lead-0"], "lead-0")  # type: ignore[arg-type]
    page = await state(app="crm", pointer="/leads", limit=1, after="lead-0")
    assert (list(page["value"]), page["next"]) == (["lead-1"], None)  # type: ignore[arg-type]
    for query, code in (
        ({"app": "hr"}, "unknown-app"),
        ({"pointer": "/crm/leads/lead-7"}, "nothing-there"),
        ({"pointer": "crm"}, "query"),
        ({"pointer": "/crm/settings/currency", "limit": "2"}, "query"),
        ({"node": "77"}, "unknown-node"),
        ({"form": "raw"}, "query"),
    ):
        assert (await api.get(f"/sessions/{id}/state", params=query)).json()["code"] == code


async def test_events_come_in_pages_along_the_path(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    for _ in range(3):
        await act(api, id, "score", id="lead-0")
    await api.post(f"/sessions/{id}/rewind", json={"to": 1})
    await act(api, id, "score", id="lead-1")
    seen, begin = [], None
    while True:
        query = {"limit": 2} if begin is None else {"limit": 2, "from": begin}
        page = (await api.get(f"/sessions/{id}/events", params=query)).json()
        seen += [event["node"] for event in page["events"]]
        begin = page["next"]
        if begin is None:
            break
    assert seen == [0, 1, 4]
    bounded = (await api.get(f"/sessions/{id}/events", params={"from": 1, "to": 3})).json()
    assert [event["node"] for event in bounded["events"]] == [1, 2, 3]
    astray = await api.get(f"/sessions/{id}/events", params={"from": 3})
    assert (astray.status_code, astray.json()["code"]) == (404, "unknown-node")


async def test_diff_names_entities(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    added = (await act(api, id, "add", owner="bob")).json()["result"]["id"]
    await act(api, id, "delete", id="lead-0")
    await act(api, id, "score", id="lead-1")
    diff = (await api.get(f"/sessions/{id}/diff")).json()
    assert (diff["a"], diff["b"]) == (0, 3)
    assert [one["path"] for one in diff["added"]] == [f"/crm/leads/{added}"]
    assert [one["path"] for one in diff["removed"]] == ["/crm/leads/lead-0"]
    assert [(one["before"]["score"], one["after"]["score"]) for one in diff["updated"]] == [(0, 1)]
    back = (await api.get(f"/sessions/{id}/diff", params={"a": 3, "b": 0})).json()
    assert [one["path"] for one in back["added"]] == ["/crm/leads/lead-0"]


async def test_expressions_over_state_and_events(api: httpx.AsyncClient) -> None:
    id = await opened(api)
    await act(api, id, "score", id="lead-0", by=5)
    expressions = {
        "rich": "state.crm.leads.values().filter(l, l.score > 3).map(l, l.id)",
        "grew": "state.crm.leads['lead-0'].score - initial.crm.leads['lead-0'].score",
        "acted": "events.exists(e, e.action == 'score')",
        "wrong": "state.crm.(",
        "missing": "state.crm.leads['lead-77'].score",
    }
    answer = (await api.post(f"/sessions/{id}/evaluate", json={"expressions": expressions})).json()
    results = answer["results"]
    assert answer["node"] == 1
    assert (results["rich"], results["grew"], results["acted"]) == (
        {"value": ["lead-0"]},
        {"value": 5},
        {"value": True},
    )
    assert results["wrong"]["error"]["position"] == 10
    assert "lead-77" in results["missing"]["error"]["message"]
    before = {"expressions": {"rich": expressions["rich"]}, "at": 0}
    assert (await api.post(f"/sessions/{id}/evaluate", json=before)).json()["results"]["rich"] == {"value": []}


async def test_doors_go_where_their_sessions_go() -> None:
    doors = NoDoors()
    doors.missed = [
        {"n": 3, "time": 1.0, "kind": "miss", "url": "https://x.test/"},
        {"n": 5, "time": 2.0, "kind": "egress"},
    ]
    async with served(doors=doors) as (api, _):
        one = (await api.post("/sessions", json={"id": "one"})).json()
        assert one["proxy"] == doors.opened["one"]
        await act(api, "one", "score", id="lead-0")
        await api.post("/sessions/one/branch", json={"id": "two", "at": 1})
        await api.post("/sessions/one/reset")
        listed = (await api.get("/sessions")).json()["sessions"]
        assert [session["proxy"] for session in listed] == [doors.opened["one"], doors.opened["two"]]
        misses = (await api.get("/sessions/one/misses", params={"limit": 1})).json()
        assert (misses["misses"][0]["n"], misses["next"]) == (3, 3)
        assert (await api.get("/sessions/one/misses", params={"after": 3})).json()["misses"][0]["n"] == 5
        await api.delete("/sessions/one")
    assert doors.told == [
        ("open", "one", 7, None),
        ("mark", "one", 1),
        ("open", "two", 7, ("one", 1)),
        ("mark", "two", 1),
        ("back", "one", 0),
        ("close", "one"),
    ]


async def test_servers_of_one_store_see_each_other(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "shared.db") for _ in range(2)]
    async with served(service(stores[0])) as (here, _), served(service(stores[1]), heartbeat=0.05) as (there, _):
        id = await opened(here)
        assert (await there.get(f"/sessions/{id}")).json()["head"] == 0
        async with there.stream("GET", f"/sessions/{id}/events/stream") as stream:
            await act(here, id, "score", id="lead-0")
            async for line in stream.aiter_lines():
                if line.startswith("id: "):
                    assert line == "id: 1"
                    break
        assert (await there.get(f"/sessions/{id}/state?pointer=/crm/leads/lead-0/score")).json()["value"] == 1
        assert (await act(there, id, "score", id="lead-0")).json()["node"] == 2
        assert (await act(here, id, "score", id="lead-0")).json()["node"] == 3
        await here.delete(f"/sessions/{id}")
        assert (await there.get(f"/sessions/{id}")).json()["code"] == "unknown-session"
    for store in stores:
        store.close()


async def test_what_the_server_says_about_itself(api: httpx.AsyncClient) -> None:
    assert (await api.get("/health")).json()["status"] == "ok"
    (world,) = (await api.get("/worlds")).json()["worlds"]
    assert (world["name"], world["apps"]) == ("small", ["crm"])
    assert (await api.get("/models")).json() == {"models": {}}


async def test_an_action_of_another_part_of_the_program_is_seen() -> None:
    sessions = service()
    async with served(sessions) as (api, _):
        id = await opened(api)
        sessions.get(id).act(crm("score", id="lead-0"))
        assert (await api.get(f"/sessions/{id}")).json()["head"] == 1
