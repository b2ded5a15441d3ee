"""Batches of which features answer some parts: what the others are answered, and what the log tells of each."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from awe_author.features.api.asked import Asked
from awe_author.features.api.parts import asks
from awe_author.twin.exchanges import Exchange
from awe_author.twin.sides import source_of
from tests.replay.listed import ListedArchive, body_of
from tests.replay.test_enriched import JSON, SENT, A, App

RPC = A + "/rpc"
LIST = """
  - id: list
    "on": {request: "POST https://app.test/rpc", where: "body.method == 'item.list'"}
    reply: {json: {jsonrpc: "'2.0'", id: body.id, result: state.items.size()}}
"""
DELETE = """
  - id: delete
    "on": {request: "POST https://app.test/rpc", where: "body.method == 'item.delete'"}
    do: drop
    with: {id: string(body.params.id)}
    reply: {json: {jsonrpc: "'2.0'", id: body.id, result: {deleted: body.params.id}}}
"""
GET = """
  - id: get
    "on": {request: "POST https://app.test/rpc", where: "body.method == 'item.get'"}
    reply: {json: {jsonrpc: "'2.0'", id: body.id, result: "state.items[body.params.id].name"}}
"""


def rpc(number: int, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def said(number: int, result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "result": result}


def add(archive: ListedArchive, asked: Any, told: Any, url: str = RPC) -> None:
    told = json.dumps(told).encode()
    archive.record("POST", url, told, JSON, mime="application/json", body=json.dumps(asked).encode())


def recorded() -> ListedArchive:
    """A count before, beside and after the deletion of one of two; how a job goes on after it."""
    archive = ListedArchive()
    add(archive, [rpc(1, "item.list"), rpc(2, "item.count")], [said(1, 2), said(2, 2)])
    add(archive, [rpc(1, "item.delete", id=2), rpc(2, "item.list")], [said(1, {"deleted": 2}), said(2, 1)])
    add(archive, [rpc(1, "item.list"), rpc(2, "item.count")], [said(1, 1), said(2, 1)])
    return archive


async def batch(app: App, *parts: Any) -> Any:
    status, told = await app.json("POST", "/rpc", list(parts))
    assert status == 200
    return told


async def test_a_write_that_no_feature_is_for_has_no_recorded_success() -> None:
    app = App(LIST, recorded())
    told = await batch(app, rpc(7, "item.delete", id=2), rpc(8, "item.list"))
    assert "result" not in told[0]
    assert (told[0]["id"], told[0]["error"]["message"]) == (7, "Not Found")
    assert told[1] == said(8, 2)
    note, miss = app.logged("note", "miss")
    assert (note["what"], note["part"], note["asks"], note["method"]) == ("unmodelled write", 1, "item.delete", "POST")
    assert (miss["part"], miss["asks"], miss["writes"], miss["nearest"][0]["seq"]) == (1, "item.delete", True, 2)
    assert app.logged("enriched")[0]["parts"] == [
        {"by": "miss", "asks": "item.delete", "writes": True},
        {"by": "feature", "asks": "item.list", "features": ["list"]},
    ]
    assert app.replay.session.cursor.position == 0
    assert (await batch(app, rpc(1, "item.list"), rpc(2, "item.count")))[1] == said(2, 2)


async def test_reads_are_answered_with_what_is_due() -> None:
    app = App(LIST + DELETE, recorded())
    ask = rpc(1, "item.list"), rpc(2, "item.count")
    assert await batch(app, *ask) == await batch(app, *ask) == [said(1, 2), said(2, 2)]
    assert (await batch(app, rpc(3, "item.delete", id=2), rpc(4, "item.list"))) == [said(3, {"deleted": 2}), said(4, 1)]
    assert await batch(app, *ask) == [said(1, 1), said(2, 1)]
    assert app.logged("enriched")[-1]["parts"] == [
        {"by": "feature", "asks": "item.list", "features": ["list"]},
        {"by": "recorded", "asks": "item.count", "seq": 3},
    ]
    assert not app.logged("note", "miss")


async def test_a_read_beside_a_write_is_answered_as_recorded_beside_it() -> None:
    archive = ListedArchive()
    add(archive, rpc(1, "item.count"), said(1, 2))
    add(archive, [rpc(1, "item.delete", id=2), rpc(2, "item.count")], [said(1, {"deleted": 2}), said(2, 1)])
    app = App(DELETE, archive)
    assert (await batch(app, rpc(1, "item.delete", id=2), rpc(2, "item.count")))[1] == said(2, 1)


async def test_a_write_without_feature_keeps_the_recording_from_going_on_with_the_batch() -> None:
    archive = ListedArchive()
    both = rpc(1, "item.delete", id=2), rpc(2, "user.delete", id=3), rpc(3, "user.count")
    add(archive, rpc(1, "user.count"), said(1, 9))
    add(archive, list(both), [said(1, {"deleted": 2}), said(2, {}), said(3, 8)])
    app = App(LIST + DELETE, archive)
    told = await batch(app, *both)
    assert (told[0], "error" in told[1], told[2]) == (said(1, {"deleted": 2}), True, said(3, 9))
    assert (await batch(app, rpc(1, "item.list"), rpc(2, "user.count")))[1] == said(2, 9)


async def test_a_job_that_is_asked_for_in_batches_goes_on() -> None:
    archive = ListedArchive()
    for state in ("waiting", "running", "done"):
        add(archive, [rpc(1, "job.get"), rpc(2, "item.list")], [said(1, state), said(2, 2)])
    app = App(LIST, archive)
    told = [(await batch(app, rpc(1, "job.get"), rpc(2, "item.list")))[0]["result"] for _ in range(4)]
    assert told == ["waiting", "running", "done", "done"]


async def test_graphql_mutations_and_what_was_never_recorded_fail_in_the_form_of_the_app() -> None:
    feature = """
  - id: count
    "on": {request: "POST https://app.test/graphql", where: body.operationName == 'Count'}
    reply: {json: {data: {count: state.items.size()}}}
"""
    count = {"operationName": "Count", "query": "query Count { count }", "variables": {}}
    drop = {"operationName": "Drop", "query": "mutation Drop { drop { id } }", "variables": {}}
    user = {"operationName": "User", "query": "query User { user }", "variables": {"id": 1}}
    archive = ListedArchive()
    add(archive, [count, drop, user], [{"data": {"count": 2}}, {"data": {"drop": {"id": 1}}}, {"data": {"user": "u"}}],
        A + "/graphql")  # fmt: skip
    app = App(feature, archive)
    _, told = await app.json("POST", "/graphql", [drop, count, user, {**user, "variables": {"id": 2}}])
    assert (told[0]["data"], told[0]["errors"][0]["message"]) == (None, "Not Found")
    assert told[1:3] == [{"data": {"count": 2}}, {"data": {"user": "u"}}]
    assert told[3]["errors"]
    assert [(one["kind"], one["part"], one["writes"]) for one in app.logged("note", "miss")] == [
        ("note", 1, True), ("miss", 1, True), ("miss", 4, False),
    ]  # fmt: skip


@pytest.mark.parametrize("packed", [False, True])
async def test_parts_of_one_feature_each_have_their_own_answer(*, packed: bool) -> None:
    app = App(GET, ListedArchive())
    content = json.dumps([rpc(1, "item.get", id="1"), rpc(2, "item.get", id="2")]).encode()
    sent = [*SENT, ("Content-Encoding", "gzip")] if packed else SENT
    answer = await app.ask("POST", "/rpc", gzip.compress(content) if packed else content, sent)
    assert json.loads(await body_of(answer)) == [said(1, "one"), said(2, "two")]


async def test_twin_says_what_answered_each_part() -> None:
    app = App(LIST, recorded())
    parts = rpc(1, "item.delete", id=2), rpc(2, "item.list"), rpc(3, "item.count"), rpc(4, "user.get")
    await batch(app, *parts)
    exchange = Exchange(1, 1, "POST", RPC, [], b"")
    assert source_of(app.replay.session, exchange, [0]) == (
        "feature list; part 1 (item.delete): unmodelled write; part 3 (item.count): recording; part 4 (user.get): miss"
    )


@pytest.mark.parametrize(
    ("method", "reads"),
    [
        ("item.get", True), ("item.list", True), ("getItems", True), ("user_list", True), ("search", True),
        ("item.delete", False), ("item.update", False), ("run", False), ("getOrCreate", False), ("mark_read", False),
        ("find_and_delete", False), ("item.settle", False), ("", False),
    ],
)  # fmt: skip
def test_json_rpc_methods_that_only_ask(method: str, *, reads: bool) -> None:
    asked = Asked.of("POST", RPC, JSON, json.dumps(rpc(1, method)).encode())
    assert asks(asked) is reads


@pytest.mark.parametrize(
    ("body", "reads"),
    [
        ({"query": "query A { a }"}, True), ({"query": "{ a }"}, True), ({"query": "mutation A { a }"}, False),
        ({"query": "subscription A { a }"}, False),
        ({"operationName": "A", "extensions": {"persistedQuery": {"sha256Hash": "0"}}}, False),
    ],
)  # fmt: skip
def test_graphql_operations_that_only_ask(body: Any, *, reads: bool) -> None:
    content = json.dumps(body).encode()
    assert asks(Asked.of("POST", A + "/graphql", JSON, content)) is reads


async def test_a_single_read_is_answered_as_recorded_whatever_its_number() -> None:
    archive = ListedArchive()
    add(archive, rpc(5, "item.count"), said(5, 2))
    add(archive, rpc(6, "item.delete", id=2), said(6, {"deleted": 2}))
    add(archive, rpc(7, "item.count"), said(7, 1))
    app = App(LIST, archive)
    assert await app.json("POST", "/rpc", rpc(5, "item.count")) == (200, said(5, 2)), "the recording itself"
    assert not app.logged("enriched")
    assert (await app.json("POST", "/rpc", rpc(4711, "item.count")))[1] in (said(4711, 2), said(4711, 1))
    assert app.logged("enriched")[0]["parts"][0]["by"] == "recorded"
    assert (await app.ask("POST", "/rpc", rpc(4712, "item.delete", id=2))).status == 404, "a write is not"
    assert (await app.ask("POST", "/rpc", rpc(4713, "item.count", of="tea"))).status == 404, "nor another question"
