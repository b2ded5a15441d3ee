"""Reads of records by lists of keys: other lists are put together from what was said of each key."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
ASSETS = "query Assets($keys: [Key!]!) { assets(keys: $keys) { key { path } state } }"


def user(number: int) -> Row:
    return {"id": number, "name": f"User {number}", "badge": {"color": "red" if number % 2 else "blue"}}


def users(*numbers: int) -> Row:
    return {"users": [user(number) for number in numbers], "ok": True}


def asset(*path: str) -> Row:
    return {"key": {"path": [*path], "__typename": "Key"}, "state": f"state of {path[-1]}"}


def query(*paths: tuple[str, ...]) -> Row:
    return {"operationName": "Assets", "query": ASSETS, "variables": {"keys": [{"path": [*path]} for path in paths]}}


def assets(*paths: tuple[str, ...]) -> Row:
    return {"data": {"assets": [asset(*path) for path in paths]}}


async def test_a_list_of_a_body_that_was_never_asked_for() -> None:
    app = Mock(
        ("POST", "/api/users/bulk-get", {"ids": [1, 2, 3]}, 200, users(1, 2, 3)),
        ("POST", "/api/users/bulk-get", {"ids": [4]}, 200, users(4)),
    )
    assert await app.ask("POST", "/api/users/bulk-get", {"ids": [4, 2]}) == (200, users(4, 2))
    assert await app.ask("POST", "/api/users/bulk-get", {"ids": [1, 2, 3]}) == (200, users(1, 2, 3))


async def test_a_list_of_a_parameter() -> None:
    app = Mock(
        ("GET", "/api/people?ids=1,2", None, 200, users(1, 2)),
        ("GET", "/api/people?ids=3", None, 200, users(3)),
    )
    assert await app.ask("GET", "/api/people?ids=3,1") == (200, users(3, 1))


async def test_keys_that_are_records() -> None:
    paths = ("raw", "orders"), ("raw", "people"), ("report",)
    app = Mock(
        ("POST", "/graphql", query(*paths[:2]), 200, assets(*paths[:2])),
        ("POST", "/graphql", query(paths[2]), 200, assets(paths[2])),
    )
    assert await app.ask("POST", "/graphql", query(*paths)) == (200, assets(*paths))
    assert await app.ask("POST", "/graphql", query(paths[1])) == (200, assets(paths[1]))


async def test_what_differs_beside_the_keys_may_change_the_answer() -> None:
    app = Mock(
        ("GET", "/api/people?ids=1,2&lang=en", None, 200, users(1, 2)),
        ("GET", "/api/people?ids=3&lang=fr", None, 200, users(3)),
    )
    assert not [one for one in app.draft.features if "by_key" in str(one.document)]


async def test_lists_that_answers_do_not_follow_are_none_of_keys() -> None:
    app = Mock(
        ("GET", "/api/people?near=1,2", None, 200, users(2, 1)),
        ("GET", "/api/people?near=3", None, 200, users(3)),
    )
    assert not [one for one in app.draft.features if "by_key" in str(one.document)]


async def test_lists_whose_answers_changed_are_left_to_the_recording() -> None:
    busy = users(1, 2)
    busy["users"][0]["name"] = "Away"
    app = Mock(
        ("POST", "/api/users/bulk-get", {"ids": [1, 2]}, 200, users(1, 2)),
        ("POST", "/api/users/bulk-get", {"ids": [3]}, 200, users(3)),
        ("POST", "/api/users/bulk-get", {"ids": [1, 2]}, 200, busy),
    )
    assert await app.ask("POST", "/api/users/bulk-get", {"ids": [3, 1]}) == (200, users(3, 1))
    assert await app.ask("POST", "/api/users/bulk-get", {"ids": [1, 2]}) == (200, users(1, 2))
    assert await app.ask("POST", "/api/users/bulk-get", {"ids": [1, 2]}) == (200, busy)


async def test_several_lists_in_one_answer() -> None:
    def seen(*numbers: int) -> Row:
        return users(*numbers) | {"seen": [{"user": number, "at": f"2025-03-0{number}"} for number in numbers]}

    app = Mock(
        ("POST", "/api/users/bulk-get", {"ids": [1, 2]}, 200, seen(1, 2)),
        ("POST", "/api/users/bulk-get", {"ids": [3]}, 200, seen(3)),
    )
    assert await app.ask("POST", "/api/users/bulk-get", {"ids": [3, 1]}) == (200, seen(3, 1))


async def test_answers_that_say_something_else_beside_are_not_put_together() -> None:
    app = Mock(
        ("POST", "/api/users/bulk-get", {"ids": [1, 2]}, 200, users(1, 2) | {"oldest": "User 2"}),
        ("POST", "/api/users/bulk-get", {"ids": [3]}, 200, users(3) | {"oldest": "User 3"}),
    )
    assert not [one for one in app.draft.features if "by_key" in str(one.document)]
