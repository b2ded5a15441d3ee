"""Reads by lists of keys that were never asked for together."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.mock import Mock
from tests.replay.listed import FETCH

BATCHES = ["abc", "d", "ef"]
TEXT = (
    "query Live($keys: [Key!]!) { nodes(keys: $keys) { id key { path } state } latest(keys: $keys) { key { path } } }"
)


def asked(keys: str, **more: Any) -> dict[str, Any]:
    return {"operationName": "Live", "query": TEXT, "variables": {"keys": [{"path": [one]} for one in keys], **more}}


def answer(keys: str, state: str = "old", **more: Any) -> dict[str, Any]:
    paths = [{"path": [one], "__typename": "Key"} for one in keys]
    nodes = [{"id": f"w.{key['path'][0]}", "key": key, "state": state} for key in paths]
    latest = [{"key": key} for key in paths if key["path"] != ["e"]]
    return {"data": {"nodes": nodes, "latest": latest, **more}}


def graphql(keys: str, *, told: Any = None, state: str = "old", **more: Any) -> tuple[Any, ...]:
    return "POST", "/graphql", asked(keys, **more), 200, answer(keys, state) if told is None else told


WRITE = ("POST", "/api/runs", {"name": "One"}, 201, {"id": 1, "name": "One"})


async def status(mock: Mock, body: Any) -> int:
    sent = [*FETCH, ("Content-Type", "application/json")]
    answered = await mock.replay.ask("POST", f"{ORIGIN}/graphql", json.dumps(body).encode(), sent)
    assert hasattr(answered, "status")
    return int(answered.status)


@pytest.mark.parametrize("keys", ["bdf", "fa", "c", "abcdef", "e", "ae"])
async def test_any_of_the_keys_are_answered_by_what_was_recorded_of_each(keys: str) -> None:
    mock = Mock(WRITE, *map(graphql, BATCHES))
    assert await mock.ask("POST", "/graphql", asked(keys)) == (200, answer(keys))
    told = mock.replay.session.log.events[-1]
    assert (told["kind"], told["verdict"], told["rule"]) == ("match", "rule", "key by key")


async def test_of_each_key_that_is_due_which_was_recorded_at_this_moment() -> None:
    mock = Mock(*map(graphql, BATCHES), WRITE, graphql("abc", state="new"), graphql("d"), graphql("ef", state="new"))
    assert (await mock.ask("POST", "/graphql", asked("ad")))[1] == answer("ad")
    await mock.ask("POST", "/api/runs", {"name": "One"})
    _, told = await mock.ask("POST", "/graphql", asked("adf"))
    assert [one["state"] for one in told["data"]["nodes"]] == ["new", "old", "new"]


@pytest.mark.parametrize(
    ("batches", "keys", "shown"),
    [
        ({"cab": "abc", "fe": "ef"}, "fbc", "bcf"),
        ({"cab": "cba", "ef": "fe"}, "bfc", "fcb"),
        ({"abc": "bca", "ab": "ab"}, "ca", "ca"),
    ],
)
async def test_elements_by_their_keys_or_in_no_order(batches: dict[str, str], keys: str, shown: str) -> None:
    mock = Mock(WRITE, *(graphql(one, told=answer(told)) for one, told in batches.items()))
    assert await mock.ask("POST", "/graphql", asked(keys)) == (200, answer(shown))


@pytest.mark.parametrize(("other", "shown"), [("abc", "abc"), ("cba", "cba"), (None, "bca")])
async def test_requests_for_one_key_each_are_in_the_order_of_others_of_the_operation(
    other: str | None, shown: str
) -> None:
    wide = [graphql("bca", told=answer(other), scope="all")] if other else []
    mock = Mock(WRITE, *wide, graphql("a"), graphql("b"), graphql("c"))
    assert await mock.ask("POST", "/graphql", asked("bca")) == (200, answer(shown))


@pytest.mark.parametrize(("listed", "shown"), [("abcdef", "bcf"), ("abdcef", "fbc"), ("abc", "fbc"), ("uvwxyz", "fbc")])
async def test_where_keys_were_asked_for_in_their_order_a_list_of_all_tells_it(listed: str, shown: str) -> None:
    every = {"data": {"all": [{"path": [one], "size": 1} for one in listed]}}
    keyed = {"data": {"all": [{"key": {"path": [one]}} for one in listed]}}
    for told, order in ((keyed, shown), (every, "fbc")):
        mock = Mock(WRITE, *map(graphql, BATCHES), ("GET", "/all", None, 200, told))
        assert await mock.ask("POST", "/graphql", asked("fbc")) == (200, answer(order))


@pytest.mark.parametrize("path", ["/users?ids=", "/users?active=1&ids="])
async def test_keys_in_the_query_with_answers_that_are_lists_or_objects(path: str) -> None:
    users = {str(number): {"id": number, "name": f"User {number}"} for number in range(1, 6)}

    def lists(*keys: str) -> tuple[Any, ...]:
        return "GET", path + ",".join(keys), None, 200, [users[key] for key in keys]

    def objects(*keys: str) -> tuple[Any, ...]:
        return "GET", path.replace("users", "status") + ",".join(keys), None, 200, {"of": dict.fromkeys(keys, "on")}

    batches = [("1", "2"), ("4",), ("3", "5")]
    mock = Mock(WRITE, *(kind(*keys) for keys in batches for kind in (lists, objects)))
    assert await mock.ask("GET", f"{path}5,2") == (200, [users["5"], users["2"]])
    assert await mock.ask("GET", path.replace("users", "status") + "5,2") == (200, {"of": {"5": "on", "2": "on"}})


@pytest.mark.parametrize(
    ("recorded", "body"),
    [
        ([graphql(keys) for keys in BATCHES], asked("ag")),
        ([graphql(keys) for keys in BATCHES], asked("ad", deep=True)),
        ([graphql("abc")], asked("ab")),
        ([graphql("abc"), graphql("d", told=answer("d", more=1))], asked("ad")),
        ([graphql("abc", told=answer("bca")), graphql("ed", told=answer("de"))], asked("ad")),
        ([graphql("abc"), graphql("d", told=answer("x"))], asked("ad")),
        ([graphql("abc"), graphql("d")], asked("aa")),
    ],
)
async def test_what_is_not_known_of_each_key_is_a_miss(recorded: list[Any], body: Any) -> None:
    assert await status(Mock(WRITE, *recorded), body) == 404


def numbered(*elements: tuple[int, int], **beside: Any) -> dict[str, Any]:
    return {"data": {"list": [{"rank": rank, "id": key} for key, rank in elements], **beside}}


def of_numbers(keys: list[Any], told: Any = None, **more: Any) -> tuple[Any, ...]:
    body = asked("", **more)
    return "POST", "/graphql", {**body, "variables": {**body["variables"], "keys": keys}}, 200, told


DEEP = json.loads("[" * 400 + "1" + "]" * 400)


@pytest.mark.parametrize(
    ("recorded", "keys", "expected"),
    [
        ({(2, 1): numbered((1, 2), (2, 1)), (2, 1, 3): numbered((1, 2), (2, 1), (3, 3))}, [1], 404),
        ({(2, 1): numbered((2, 2), (1, 1)), (2, 1, 3): numbered((2, 2), (1, 1), (3, 3))}, [1], 200),
        ({(1,): numbered((1, 9), count=1), (3,): numbered((3, 7), count=1)}, [1, 3], 404),
        ({(1,): numbered((1, 9), count=1), (3,): numbered((3, 7), count=1), (4,): numbered((4, 7), count=1)}, [3], 200),
        ({(1,): numbered((1, 9), level=5), (3,): numbered((3, 7), level=5)}, [1, 3], 200),
    ],
)
async def test_a_second_member_or_a_number_that_may_count_leaves_it_open(
    recorded: dict[tuple[int, ...], Any], keys: list[int], expected: int
) -> None:
    mock = Mock(WRITE, *(of_numbers([*one], told) for one, told in recorded.items()))
    assert await status(mock, of_numbers(keys)[2]) == expected


@pytest.mark.parametrize("odd", [10**30, DEEP])
async def test_odd_documents_are_a_miss_and_no_fault(odd: Any) -> None:
    sent = Mock(WRITE, *(of_numbers([key], numbered((key, 9))) for key in (1, 2)))
    assert await status(sent, of_numbers([1, 2], odd=odd)[2]) == 404
    told = Mock(WRITE, *(of_numbers([key], numbered((key, 9), odd=odd)) for key in (1, 2)))
    assert await status(told, of_numbers([1, 2])[2]) == 404


async def test_keys_of_very_many_digits() -> None:
    long = "9" * 5000
    batches = [["2", long], ["3"]]
    mock = Mock(WRITE, *(of_numbers(keys, {"data": [{"id": one} for one in sorted(keys)]}) for keys in batches))
    assert await status(mock, of_numbers([long, "3"])[2]) == 200


async def test_a_plain_recording_gives_recorded_answers_only() -> None:
    mock = Mock(WRITE, *map(graphql, BATCHES))
    mock.replay.session.live = None
    assert await status(mock, asked("ad")) == 404
