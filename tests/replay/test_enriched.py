"""Requests that features answer, over an archive in memory: what is matched, acted, shaped, refused and logged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.door.messages import Response, header, header_values
from awe_author.features.api.engine import Surfaces
from awe_author.features.api.sockets import Heard
from awe_author.features.api.swapping import swapped
from awe_author.features.live import Live
from awe_author.features.loading import load_features
from awe_author.session.memory import MemoryStore
from awe_author.session.moments import ClockRule
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions
from awe_author.state.loading import load_model
from awe_author.state.world import World
from tests.replay.listed import FETCH, ListedArchive, Replay, body_of

A = "https://app.test"
JSON = [("Content-Type", "application/json")]
SENT = [*FETCH, *JSON]
MODEL: Any = {
    "type": "object",
    "required": ["next"],
    "properties": {
        "items": {"type": "object", "additionalProperties": {"$ref": "#/$defs/item"}},
        "next": {"type": "integer"},
    },
    "$defs": {
        "item": {
            "type": "object",
            "required": ["id", "name"],
            "properties": {
                "id": {"type": "string"},
                "name": {"type": "string", "maxLength": 20},
                "note": {"type": ["string", "null"]},
            },
            "additionalProperties": False,
        }
    },
    "x-actions": {
        "add": {
            "params": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "require": [{"that": "params.name != ''", "message": "'A name is needed.'", "field": "name"}],
            "effects": [
                {
                    "op": "add",
                    "path": "/items/{string(state.next)}",
                    "value": {"id": "string(state.next)", "name": "params.name", "note": None},
                },
                {"op": "replace", "path": "/next", "value": "state.next + 1"},
            ],
            "result": {"id": "string(state.next)"},
        },
        "drop": {
            "params": {
                "type": "object",
                "required": ["id"],
                "properties": {"id": {"type": "string", "x-ref": "/items"}},
            },
            "effects": [{"op": "remove", "path": "/items/{params.id}"}],
        },
        "broken": {"effects": [{"op": "replace", "path": "/next", "value": "state.next / 0"}]},
    },
}
SEED: Any = {"items": {"1": {"id": "1", "name": "one", "note": None}, "2": {"id": "2", "name": "two"}}, "next": 3}
LIST = """
  - id: list
    "on": {request: "GET https://app.test/api/items"}
    reply:
      like: recorded
      json:
        items: {each: state.items.values(), as: i, like: first, set: {id: i.id, name: i.name}}
        total: state.items.size()
"""
ADD = """
  - id: add
    "on": {request: "POST https://app.test/api/items"}
    do: add
    with: body
    reply: {status: 201, like: recorded, json: {id: result.id, name: "state.items[result.id].name"}}
"""
READ = """
  - id: read
    "on": {request: "GET https://app.test/api/items/*", where: "segments[0] in state.items"}
    reply: {like: recorded, json: {id: "segments[0]", name: "state.items[segments[0]].name"}}
"""
DROP = """
  - id: drop
    "on": {request: "DELETE https://app.test/api/items/*"}
    do: drop
    with: {id: "segments[0]"}
"""


class App:
    """A replay of an archive with features, and its session."""

    def __init__(self, features: str, archive: ListedArchive, model: Any = MODEL, seed: Any = SEED) -> None:
        model = load_model(model, app="app")
        world = World([model])
        clock = ClockRule.of("2025-01-01T00:00:00Z")
        self.sessions = Sessions(world, MemoryStore(), initial=world.initial({"app": seed}), clock=clock)
        self.session: Session = self.sessions.open()
        plan = load_features(f"app: app\nfeatures:{features}", "features.yaml", {"app": model})
        self.live = Live.of([plan], self.session)
        self.surfaces = Surfaces([plan], archive)
        self.replay = Replay(archive, live=self.live, surfaces=self.surfaces)

    async def ask(
        self, method: str, path: str, body: Any = None, headers: list[tuple[str, str]] | None = None
    ) -> Response:
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self.replay.ask(method, A + path, content, SENT if headers is None else headers)

    async def json(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.ask(method, path, body)
        return answer.status, json.loads(await body_of(answer))

    def logged(self, *kinds: str) -> list[dict[str, Any]]:
        return self.replay.session.log.of(*kinds)


def recorded() -> ListedArchive:
    """Two reads, a create, an item, an item that was deleted, and errors of both sorts."""
    archive = ListedArchive()
    tagged = [*JSON, ("ETag", '"a"'), ("Cache-Control", "max-age=60"), ("X-App", "7"), ("Last-Modified", "x")]
    first = {
        "items": [{"id": 1, "name": "one", "kind": "k1"}, {"id": 2, "name": "two", "kind": "k2"}],
        "total": 2,
        "v": 1,
    }
    archive.record("GET", A + "/api/items", json.dumps(first).encode(), tagged, mime="application/json")
    archive.record("GET", A + "/api/items/2", b'{"id":2,"name":"two","kind":"k2"}', JSON, mime="application/json")
    archive.record("DELETE", A + "/api/items/2", b"", [], status=204, mime="")
    refused = b'{"code":"E1","errors":[{"path":"name","message":"too short"}],"message":"bad"}'
    archive.record("POST", A + "/api/items", refused, JSON, status=422, mime="application/json", body=b'{"name":""}')
    made = [*JSON, ("Location", "/items/9"), ("Set-Cookie", "s=1")]
    archive.record(
        "POST",
        A + "/api/items",
        b'{"id":9,"name":"n","ok":true}',
        made,
        status=201,
        mime="application/json",
        body=b'{"name":"n"}',
    )
    archive.record(
        "GET", A + "/api/none", b'{"error":{"code":404,"message":"gone"}}', JSON, status=404, mime="application/json"
    )
    return archive


async def test_reads_are_the_state_in_the_recorded_shape_and_never_kept() -> None:
    app = App(LIST + ADD, recorded())
    answer = await app.ask("GET", "/api/items", headers=[*FETCH, ("If-None-Match", '"a"')])
    assert answer.status == 200
    assert json.loads(await body_of(answer)) == {
        "items": [{"id": 1, "name": "one", "kind": "k1"}, {"id": 2, "name": "two", "kind": "k2"}],
        "total": 2,
        "v": 1,
    }
    assert header_values(answer.headers, "cache-control") == ["no-store"]
    assert header(answer.headers, "x-app") == "7"
    assert header(answer.headers, "etag") is header(answer.headers, "last-modified") is None
    assert await app.json("POST", "/api/items", {"name": "three"}) == (201, {"id": 3, "name": "three", "ok": True})
    _, shown = await app.json("GET", "/api/items?unknown=1")
    assert (shown["total"], shown["items"][2]) == (3, {"id": 3, "name": "three", "kind": "k1"})
    app.session.reset()
    assert (await app.json("GET", "/api/items"))[1]["total"] == 2
    assert len(app.logged("enriched")) == 4


async def test_what_a_write_is_answered_with_has_its_entity_tag() -> None:
    """Apps read the revision of what they saved from it."""
    saved = """
  - id: save
    "on": {request: "PUT https://app.test/api/notes/*"}
    reply: {status: 204, like: recorded}
"""
    archive = recorded()
    tagged = [("ETag", '"notes/a/7"'), ("Last-Modified", "x")]
    archive.record("PUT", A + "/api/notes/a", b"", tagged, status=204, mime="", body=b'{"title":"a"}')
    answer = await App(saved, archive).ask("PUT", "/api/notes/b", {"title": "b"})
    assert (answer.status, header(answer.headers, "etag")) == (204, '"notes/a/7"')
    assert header(answer.headers, "last-modified") is None
    assert header_values(answer.headers, "cache-control") == ["no-store"]


async def test_a_created_thing_has_no_recorded_location_and_its_event_names_feature_and_request() -> None:
    app = App(ADD, recorded())
    answer = await app.ask("POST", "/api/items", {"name": "n"}, [*SENT, ("Referer", A + "/page")])
    assert header(answer.headers, "location") is None
    assert header(answer.headers, "set-cookie") == "s=1"
    event = app.session.event()
    assert (event.feature, event.action, event.params) == ("add", "add", {"name": "n"})
    assert event.cause == {"type": "request", "method": "POST", "url": A + "/api/items", "page": A + "/page"}


async def test_a_refusal_is_said_as_the_app_says_such_things() -> None:
    app = App(ADD + DROP, recorded())
    assert await app.json("POST", "/api/items", {"name": ""}) == (
        422,
        {"code": "E1", "errors": [{"path": "name", "message": "A name is needed."}], "message": "A name is needed."},
    )
    status, said = await app.json("DELETE", "/api/items/77")
    assert (status, said) == (404, {"error": {"code": 404, "message": "gone"}})
    assert app.session.head == 0
    assert (await app.json("POST", "/api/items", ["x"]))[0] == 422
    assert (await app.json("POST", "/api/items", {"name": "x" * 30}))[0] == 422


async def test_errors_of_the_feature_win_and_without_examples_a_plain_one_is_made() -> None:
    own = ADD + "    errors: {guard: {status: 400, json: {wrong: rejection.field, why: rejection.message}}}\n"
    app = App(own, recorded())
    assert await app.json("POST", "/api/items", {"name": ""}) == (400, {"wrong": "name", "why": "A name is needed."})
    bare = App(ADD + DROP, ListedArchive())
    assert await bare.json("POST", "/api/items", {"name": ""}) == (422, {"error": "A name is needed.", "field": "name"})
    page = await bare.ask("DELETE", "/api/items/5", headers=[("Sec-Fetch-Dest", "document"), ("Accept", "text/html")])
    assert (page.status, header(page.headers, "content-type")) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    ("url", "recorded_error", "said"),
    [
        ("/api/items/9", {"detail": "Item 9 not found."}, {"detail": "Item 77 not found."}),
        ("/api/items/9", {"detail": "No such item.", "id": 9}, {"detail": "No such item.", "id": 77}),
        ("/api/orders/9", {"detail": "Not found."}, {"detail": "Not found."}),
        ("/api/orders/9", {"detail": "Order not found."}, {"detail": "There is no 77."}),
    ],
)
async def test_what_is_not_there_is_told_in_the_words_of_the_app(url: str, recorded_error: Any, said: Any) -> None:
    archive = ListedArchive()
    archive.record("GET", A + "/api/items/2", b'{"id":2,"name":"two"}', JSON, mime="application/json")
    archive.record("GET", A + url, json.dumps(recorded_error).encode(), JSON, status=404, mime="application/json")
    app = App(READ.replace(', where: "segments[0] in state.items"', ""), archive)
    assert await app.json("GET", "/api/items/2") == (200, {"id": 2, "name": "two"})
    assert await app.json("GET", "/api/items/77") == (404, said)


@pytest.mark.parametrize(
    ("asked", "id"),
    [
        ("9223372036854775807", 9223372036854775807),
        ("9" * 25, "9" * 25),
        ("1" * 5000, "1" * 5000),
        ("-5", -5),
        ("007", "007"),
        ("%D9%A3", "\u0663"),
        ("%FFa%5C1", "\ufffda\\1"),
    ],
)
async def test_what_is_not_there_is_told_of_any_address(asked: str, id: int | str) -> None:
    archive = ListedArchive()
    wrong = {"id": 999, "message": "No 999."}
    archive.record("GET", A + "/api/items/999", json.dumps(wrong).encode(), JSON, status=404, mime="application/json")
    app = App(READ.replace(', where: "segments[0] in state.items"', ""), archive)
    assert await app.json("GET", f"/api/items/{asked}") == (404, {"id": id, "message": f"No {id}."})


@pytest.mark.parametrize(
    ("old", "new", "wrong", "said"),
    [
        ("1/tasks/2", "2/tasks/3", {"detail": "Task 2 of project 1."}, {"detail": "Task 3 of project 2."}),
        ("2/tasks/2", "2/tasks/3", {"detail": "Task 2 of project 2."}, {"detail": "There is no 3."}),
        ("8/tasks/8", "3/tasks/3", {"detail": "Task 8 of project 8."}, {"detail": "Task 3 of project 3."}),
        (
            "1/tasks/404",
            "7/tasks/5",
            {"code": 1, "error": {"statusCode": 404, "id": 404, "error_code": "E 1", "text": "404"}, "ok": True},
            {"code": 1, "error": {"statusCode": 404, "id": 5, "error_code": "E 1", "text": "5"}, "ok": True},
        ),
        ("a/tasks/a.b", "x/tasks/y", {"detail": "a.b, a, b, ab"}, {"detail": "y, x, b, ab"}),
    ],
)
async def test_all_that_was_asked_for_is_told_at_once(old: str, new: str, wrong: Any, said: Any) -> None:
    archive = ListedArchive()
    url = A + "/api/projects/"
    archive.record("GET", url + old, json.dumps(wrong).encode(), JSON, status=404, mime="application/json")
    read = READ.replace(', where: "segments[0] in state.items"', "").replace("api/items/*", "api/projects/*/tasks/*")
    app = App(read.replace("segments[0]", "segments[1]"), archive)
    assert await app.json("GET", "/api/projects/" + new) == (404, said)


async def test_a_long_word_of_a_query_is_told_as_it_is() -> None:
    archive = ListedArchive()
    url = A + "/api/items?id=999"
    archive.record("GET", url, b'{"message":"No 999."}', JSON, status=404, mime="application/json")
    read = READ.replace(', where: "segments[0] in state.items"', "").replace("segments[0]", "query.id")
    app = App(read.replace("api/items/*", "api/items"), archive)
    assert await app.json("GET", f"/api/items?id={'ab' * 2500}") == (404, {"message": f"No {'ab' * 2500}."})


async def test_what_is_gone_is_not_shown_as_recorded_and_what_never_was_there_is() -> None:
    archive = recorded()
    archive.record("GET", A + "/api/items/55", b'{"id":55,"name":"static"}', JSON, mime="application/json")
    app = App(READ + DROP + ADD, archive)
    assert (await app.json("GET", "/api/items/2"))[1] == {"id": 2, "name": "two", "kind": "k2"}
    assert (await app.ask("DELETE", "/api/items/2")).status == 204
    assert (await app.json("GET", "/api/items/2"))[0] == 404
    assert (await app.json("GET", "/api/items/55"))[1]["name"] == "static"
    await app.ask("POST", "/api/items", {"name": "n"})
    assert (await app.json("GET", "/api/items/3"))[1] == {"id": 3, "name": "n", "kind": "k2"}
    await app.ask("DELETE", "/api/items/3")
    assert (await app.json("GET", "/api/items/3"))[0] == 404
    app.session.reset()
    assert (await app.json("GET", "/api/items/2"))[0] == 200


async def test_an_entity_that_a_let_does_not_find_is_not_there() -> None:
    plain = READ.replace(', where: "segments[0] in state.items"', "")
    app = App(plain, recorded())
    assert (await app.json("GET", "/api/items/77"))[0] == 404
    assert app.logged("feature_fault") == []


async def test_a_feature_that_fails_is_logged_with_its_place_and_no_write_gets_a_recorded_success() -> None:
    faulty = """
  - id: bad.read
    "on": {request: "GET https://app.test/api/items"}
    reply: {json: {n: 1 / (state.items.size() - 2)}}
  - id: bad.reply
    "on": {request: "POST https://app.test/api/items"}
    do: add
    with: body
    reply: {json: {n: 1 / (state.items.size() - 3), id: result.id}}
  - id: bad.model
    "on": {request: "PUT https://app.test/api/items"}
    do: broken
"""
    app = App(faulty, recorded())
    assert (await app.json("GET", "/api/items"))[1]["v"] == 1
    assert await app.json("POST", "/api/items", {"name": "n"}) == (200, {"n": None, "id": "3"})
    assert await app.json("PUT", "/api/items", {}) == (500, {"error": "Internal Server Error"})
    faults = app.logged("feature_fault")
    assert [one["feature"] for one in faults] == ["bad.read", "bad.reply", "bad.model"]
    assert [one["where"].split(":")[:2] for one in faults] == [["features.yaml", str(line)] for line in (5, 10, 11)]


async def test_head_preflight_and_other_origins() -> None:
    app = App(LIST + ADD, recorded())
    assert (await app.ask("HEAD", "/api/items")).status == 200
    asking = [("Origin", "https://other.test"), ("Access-Control-Request-Method", "POST")]
    permitted = await app.ask("OPTIONS", "/api/items", headers=asking)
    assert (permitted.status, header(permitted.headers, "access-control-allow-origin")) == (204, "https://other.test")
    crossed = await app.ask("GET", "/api/items", headers=[*FETCH, ("Origin", "https://other.test")])
    assert header(crossed.headers, "access-control-allow-origin") == "https://other.test"
    own = await app.ask("GET", "/api/items", headers=[*FETCH, ("Origin", A)])
    assert header(own.headers, "access-control-allow-origin") is None


async def test_a_write_that_no_feature_is_for_is_answered_as_recorded_and_noted() -> None:
    app = App(LIST, recorded())
    assert (await app.json("POST", "/api/items", {"name": "n"}))[1]["id"] == 9
    (note,) = app.logged("note")
    assert (note["what"], note["method"], note["url"]) == ("unmodelled write", "POST", A + "/api/items")


async def test_a_recorded_write_that_a_feature_did_moves_the_recording_on() -> None:
    archive = ListedArchive()
    archive.record("GET", A + "/api/count", b"[1]", JSON, mime="application/json")
    archive.record("POST", A + "/api/items", b"{}", JSON, status=201, mime="application/json", body=b'{"name":"n"}')
    archive.record("GET", A + "/api/count", b"[2]", JSON, mime="application/json")
    app = App(ADD, archive)
    assert (await app.json("GET", "/api/count"))[1] == [1]
    await app.ask("POST", "/api/items", {"name": "other"})
    assert (await app.json("GET", "/api/count"))[1] == [1]
    await app.ask("POST", "/api/items", {"name": "n"})
    assert (await app.json("GET", "/api/count"))[1] == [2]


GRAPHQL = """
  - id: q
    "on": {request: "* https://app.test/graphql", where: body.operationName == 'Items'}
    let: {shown: "state.items.values().slice(0, int(body.variables.n))"}
    reply: {like: recorded, json: {data: {items: {each: shown, as: i, like: first, set: {id: i.id}}}}}
  - id: m
    "on": {request: "POST https://app.test/graphql", where: body.operationName == 'Add'}
    do: add
    with: body.variables
    reply: {json: {data: {add: {id: result.id}}}}
"""


async def test_graphql_by_body_query_and_batch() -> None:
    archive = ListedArchive()
    asked = {"operationName": "Items", "query": "query Items { items { id } }", "variables": {"n": 1}}
    archive.record(
        "POST",
        A + "/graphql",
        b'{"data":{"items":[{"id":"1","__typename":"I"}]}}',
        JSON,
        mime="application/json",
        body=json.dumps(asked).encode(),
    )
    app = App(GRAPHQL, archive)
    both = {"data": {"items": [{"id": "1", "__typename": "I"}, {"id": "2", "__typename": "I"}]}}
    asked["variables"] = {"n": 2}
    assert await app.json("POST", "/graphql", asked) == (200, both)
    query = "?operationName=Items&query=query%20Items%20%7B%20items%20%7B%20id%20%7D%20%7D&variables=%7B%22n%22%3A2%7D"
    assert (await app.json("GET", "/graphql" + query))[1] == both
    add = {"operationName": "Add", "query": "mutation Add { add }", "variables": {"name": "x"}}
    refused = {**add, "variables": {"name": ""}}
    status, said = await app.json("POST", "/graphql", [add, refused, asked])
    assert status == 200
    assert said[0] == {"data": {"add": {"id": "3"}}}
    assert (said[1]["data"], said[1]["errors"][0]["message"]) == (None, "A name is needed.")
    assert said[2] == both


JSONRPC = """
  - id: rpc.add
    "on": {request: "POST https://app.test/rpc", where: body.method == 'add'}
    do: add
    with: body.params
    reply: {like: recorded, json: {result: {id: result.id}}}
"""


async def test_json_rpc_answers_carry_the_id_of_their_request_also_in_batches() -> None:
    archive = ListedArchive()
    body = b'{"jsonrpc":"2.0","id":1,"method":"add","params":{"name":"n"}}'
    archive.record(
        "POST",
        A + "/rpc",
        b'{"jsonrpc":"2.0","id":1,"result":{"id":9,"x":1}}',
        JSON,
        mime="application/json",
        body=body,
    )
    app = App(JSONRPC, archive)
    call: Any = {"jsonrpc": "2.0", "id": 7, "method": "add", "params": {"name": "n"}}
    assert (await app.json("POST", "/rpc", call))[1] == {"jsonrpc": "2.0", "id": 7, "result": {"id": 3, "x": 1}}
    second, third = {**call, "id": "b", "params": {"name": ""}}, {**call, "id": 9, "method": "other"}
    _, said = await app.json("POST", "/rpc", [call, second, third])
    assert said[0]["result"] == {"id": 4, "x": 1}
    assert (said[1]["id"], said[1]["error"]["message"]) == ("b", "A name is needed.")
    assert (said[2]["id"], "error" in said[2]) == (9, True)


FORM = """
  - id: form
    "on": {request: "POST https://app.test/form"}
    do: add
    with: {name: "body['item[name]']"}
    reply: {go: "'/items/' + result.id"}
"""


async def test_forms_redirect_and_uploads_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(FORM, ListedArchive())
    kind = [("Content-Type", "application/x-www-form-urlencoded")]
    answer = await app.ask("POST", "/form", b"item%5Bname%5D=a+b&utf8=%E2%9C%93", kind)
    assert (answer.status, header(answer.headers, "location")) == (303, "/items/3")
    assert app.session.state().view("app")["items"]["3"]["name"] == "a b"
    monkeypatch.setattr("awe_author.features.api.asked.LARGEST", 10)
    parts = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n' + b"0" * 11 + b"\r\n--x--\r\n"
    kind = [("Content-Type", "multipart/form-data; boundary=x")]
    assert (await app.ask("POST", "/form", parts, kind)).status == 413


async def test_a_prefix_against_scripts_is_kept() -> None:
    archive = ListedArchive()
    archive.record("GET", A + "/api/items", b')]}\'\n{"items":[],"total":0}', JSON, mime="application/json")
    app = App(LIST, archive)
    body = await body_of(await app.ask("GET", "/api/items"))
    assert body.startswith(b")]}'\n{")
    assert json.loads(body[5:])["total"] == 2


MOMENT = """
  - id: moment
    "on": {request: "GET https://app.test/moment"}
    let: {at: string(now)}
    reply: {json: {at: at}}
"""


async def test_an_answer_that_was_worked_out_is_used_again_only_where_nothing_it_reads_has_changed() -> None:
    app = App(LIST + ADD + MOMENT, recorded())
    other = Live.of([app.live.apps[0].plan], app.sessions.open())
    beside = Replay(recorded(), live=other, surfaces=app.surfaces)
    first = await app.json("GET", "/api/items")
    assert await app.json("GET", "/api/items") == first
    await app.ask("POST", "/api/items", {"name": "only here"})
    assert (await app.json("GET", "/api/items"))[1]["total"] == 3
    there = await beside.ask("GET", A + "/api/items", headers=SENT)
    assert json.loads(await body_of(there))["total"] == 2
    before = await app.json("GET", "/moment")
    app.session.advance(by=60)
    assert (await app.json("GET", "/moment"))[1] != before[1]


SOCKET = """
  - id: say
    "on": {socket: "wss://app.test/ws", where: "message.op == 'add' && state.next < 100"}
    do: add
    with: {name: message.name}
    reply: {like: recorded, json: {item: {id: result.id}}}
    errors: {"*": {json: {op: "'no'", why: rejection.message}}}
  - id: hello
    "on": {socket: "wss://app.test/ws", event: open}
    reply: {text: "'hello ' + string(state.items.size())"}
  - id: count
    "on": {socket: "wss://app.test/ws", event: change, where: "state.items.size() < 5"}
    reply: {json: {count: state.items.size()}}
  - id: bad
    "on": {socket: "wss://app.test/ws", where: "message.op == 'bad'"}
    reply: {json: {x: message.nothing}}
"""


async def test_socket_messages_act_answer_like_recorded_and_tell_of_changes_once() -> None:
    archive = ListedArchive()
    said = ('{"op":"add","ref":4,"name":"n"}', '{"op":"added","ref":4,"item":{"id":9,"kind":"k"}}')
    archive.record_socket("wss://app.test/ws", (0.1, "out", said[0]), (0.2, "in", "busy"), (0.3, "in", said[1]))
    app = App(SOCKET, archive)
    faults: list[Any] = []
    talk = app.surfaces.sockets.conversation(app.live, "wss://app.test/ws", faults.append)
    assert talk is not None
    assert talk.watches
    assert await talk.opened() == ["hello 2"]
    (answer,) = (await talk.heard('{"op":"add","ref":"r7","name":"three"}')).said
    assert json.loads(answer) == {"op": "added", "ref": "r7", "item": {"id": 3, "kind": "k"}}
    assert [json.loads(one) for one in await talk.changed()] == [{"count": 3}]
    assert await talk.changed() == []
    (refused,) = (await talk.heard('{"op":"add","ref":1,"name":""}')).said
    assert json.loads(refused) == {"op": "no", "why": "A name is needed."}
    assert await talk.heard('{"op":"other"}') is None
    assert await talk.heard("no json") is None
    assert await talk.heard('{"op":"bad"}') == Heard()
    assert [fault.feature for fault in faults] == ["bad"]
    app.session.reset()
    assert [json.loads(one) for one in await talk.changed()] == [{"count": 2}]
    assert app.surfaces.sockets.conversation(app.live, "wss://app.test/other", faults.append) is None


ENGINE = """
  - id: move
    "on": {socket: "wss://app.test/socket.io/*", where: "message.event == 'add'"}
    do: add
    with: {name: "message.args[0]"}
    reply: {json: ["result.id"]}
  - id: told
    "on": {socket: "wss://app.test/socket.io/*", event: change}
    reply: {json: {event: "'count'", args: ["state.items.size()"]}}
"""


async def test_events_of_socket_io_are_taken_acknowledged_and_sent() -> None:
    app = App(ENGINE, ListedArchive())
    talk = app.surfaces.sockets.conversation(app.live, "wss://app.test/socket.io/?EIO=4&transport=websocket", print)
    assert talk is not None
    assert await talk.opened() == []
    assert await talk.heard('42/room,17["add","three"]') == Heard(['43/room,17["3"]'])
    assert await talk.heard('42["other",1]') is None
    assert await talk.changed() == ['42["count",3]']


PAGES = """
  - id: html
    "on": {request: "GET https://app.test/made/*"}
    reply: {html: "'<!doctype html><html><head></head><body>' + segments[0] + '</body></html>'"}
  - id: file
    "on": {request: "GET https://app.test/file"}
    let: {content: "{'name': 'ü.txt', 'type': 'text/plain', 'data': 'MDEyMzQ1Njc4OQ=='}"}
    reply: {file: content, inline: true}
"""


async def test_a_made_page_gets_the_prelude_and_a_file_comes_in_parts() -> None:
    app = App(PAGES, recorded())
    page = await app.replay.open(A + "/made/up")
    text = (await body_of(page)).decode()
    assert "<script>" in text.partition("up</body>")[0]
    assert header(page.headers, "cache-control") == "no-store"
    fetched = await body_of(await app.ask("GET", "/made/up"))
    assert fetched == b"<!doctype html><html><head></head><body>up</body></html>"
    whole = await app.ask("GET", "/file")
    assert (header(whole.headers, "content-disposition") or "").startswith('inline; filename="_.txt"; filename*=UTF-8')
    part = await app.ask("GET", "/file", headers=[*FETCH, ("Range", "bytes=2-4")])
    assert (part.status, await body_of(part)) == (206, b"234")
    assert header(part.headers, "content-range") == "bytes 2-4/10"
    assert (await app.ask("GET", "/file", headers=[*FETCH, ("Range", "bytes=50-")])).status == 416


async def test_a_large_state_is_looked_through_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("awe_author.features.api.engine.MANY", 1)
    app = App(LIST + ADD, recorded())
    assert (await app.json("GET", "/api/items"))[1]["total"] == 2
    await app.ask("POST", "/api/items", {"name": "n"})
    assert (await app.json("GET", "/api/items"))[1]["total"] == 3


SWAP = """
  - id: items.page
    on: {request: GET https://app.test/pages/*, where: "segments[0] in state.items"}
    let: {item: "state.items[segments[0]]"}
    reply: {like: recorded, swap: {"Tea & cups": item.name, /pages/9: "'/pages/' + item.id", "9": item.id}}
"""
PAGE = (
    '<title>Tea &amp; cups</title><a href="/pages/9" title="Tea &amp; cups">Tea & cups</a>'
    "<p>No 9 of 99, not /pages/91; Tea &amp; cupsful</p>"
)


async def test_a_recorded_page_is_answered_with_other_words() -> None:
    archive = recorded()
    html = [("Content-Type", "text/html; charset=utf-8"), ("X-App", "7")]
    archive.record("GET", A + "/pages/about", b"<title>About</title>", html, mime="text/html")
    archive.record("GET", A + "/pages/9", PAGE.encode() + b"\xff", html, mime="text/html")
    app = App(ADD + SWAP, archive)
    await app.json("POST", "/api/items", {"name": "<Tea & cups>"})
    answer = await app.ask("GET", "/pages/3")
    assert (answer.status, header(answer.headers, "x-app")) == (200, "7")
    assert (await body_of(answer)).decode("utf-8", "surrogateescape") == (
        "<title>&lt;Tea &amp; cups&gt;</title>"
        '<a href="/pages/3" title="&lt;Tea &amp; cups&gt;">&lt;Tea &amp; cups&gt;</a>'
        "<p>No 3 of 99, not /pages/91; Tea &amp; cupsful</p>\udcff"
    )


async def test_words_that_no_recorded_page_has_are_a_fault_and_the_recording_answers() -> None:
    archive = recorded()
    archive.record("GET", A + "/pages/2", b"<p>two</p>", [("Content-Type", "text/html")], mime="text/html")
    app = App(SWAP, archive)
    answer = await app.ask("GET", "/pages/2")
    assert await body_of(answer) == b"<p>two</p>"
    (fault,) = app.logged("feature_fault")
    assert "no recorded answer has the words 'Tea & cups'" in str(fault)


@pytest.mark.parametrize(
    ("mime", "recorded_text", "expected"),
    [
        ("application/json", r'{"a":"Tea \"1\"","b":"\u00e9"}', r'{"a":"x\"y<","b":"z"}'),
        ("text/plain", 'Tea "1" Teas é', 'x"y< Teas z'),
        ("text/html", "Tea &quot;1&quot; and Tea &#34;1&#34; é", "x&quot;y&lt; and Tea &#34;1&#34; z"),
    ],
)
def test_words_are_found_as_they_are_written(mime: str, recorded_text: str, expected: str) -> None:
    assert swapped(recorded_text, mime, {'Tea "1"': 'x"y<', "é": "z"}) == expected


async def test_what_a_request_made_anew_is_given_back() -> None:
    archive = ListedArchive()
    kind = [("Content-Type", "text/html")]
    asked = A + "/save?stamp=load1795326673401&name=recorded+name"
    archive.record("POST", asked, b"<i>load1795326673401 recorded name</i>", kind, body=b"{}", sent=JSON)
    feature = """
  - id: save
    "on": {request: "POST https://app.test/save"}
    do: add
    with: {name: query.name}
    reply: {like: recorded}
"""
    answer = await App(feature, archive).ask("POST", "/save?stamp=load1800000000001&name=other+words", {})
    assert await body_of(answer) == b"<i>load1800000000001 recorded name</i>"
