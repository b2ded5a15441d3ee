"""Posts about an entity that change nothing of it."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]
BOATS: list[Row] = [
    {"id": 1, "name": "Ada", "berth": "A", "length": 9},
    {"id": 2, "name": "Bea", "berth": "B", "length": 12},
    {"id": 3, "name": "Cor", "berth": "A", "length": 7},
]
NEW: Row = {"id": 4, "name": "Dorothy", "berth": "D", "length": 5}
RIGHTS = {"read": True, "update": True, "delete": False}


def checked(boat: Row, state: str) -> tuple[Any, ...]:
    return "POST", f"/api/boats/rights/{boat['id']}", {**boat, "state": state}, 200, RIGHTS


def looked(boat: Row, **told: Any) -> tuple[Any, ...]:
    fields = {name: {"value": told.get(name, value), "valid": True} for name, value in boat.items() if name != "id"}
    sent = [{"name": "form", "args": {"id": boat["id"], "fields": fields}}]
    return "POST", f"/boats/{boat['id']}", sent, 200, {"fields": {name: {"valid": True} for name in fields}}


def dialogue() -> list[tuple[Any, ...]]:
    moved = {**BOATS[1], "berth": "C"}
    return [
        ("GET", "/api/boats", None, 200, BOATS),
        looked(BOATS[1]),
        looked(BOATS[1], berth="C"),
        ("PATCH", "/api/boats/2", {"berth": "C"}, 200, moved),
        checked(moved, "draft"),
        checked(moved, "published"),
        ("POST", "/boats/2", [{"name": "form", "args": {"id": 2, "data": moved}}], 200, {"fields": {}}),
        ("GET", "/api/boats", None, 200, [BOATS[0], moved, BOATS[2]]),
        ("POST", "/api/boats", {"name": "Dorothy", "berth": "D", "length": 5}, 201, NEW),
        ("GET", "/api/boats", None, 200, [BOATS[0], moved, BOATS[2], NEW]),
    ]


def test_what_sends_an_entity_as_it_is_does_not_write_it() -> None:
    writes = [one for one in draft_of(*dialogue()).operations if one.writes and not one.guessed]
    assert {(one.role, one.endpoint.path) for one in writes} == {("update", "/api/boats/*"), ("create", "/api/boats")}


async def test_nothing_is_changed_by_what_only_asks() -> None:
    app = Mock(*dialogue())
    assert (await app.ask("POST", "/boats/3", looked(BOATS[2], name="Cora")[2]))[0] == 200
    assert await app.ask("POST", "/api/boats/rights/3", {**BOATS[2], "length": 8}) == (200, RIGHTS)
    assert (await app.ask("GET", "/api/boats"))[1] == BOATS


async def test_posts_that_changed_something_write() -> None:
    moved = {**BOATS[1], "berth": "C"}
    app = Mock(
        ("GET", "/api/boats", None, 200, BOATS),
        ("POST", "/api/boats/1", BOATS[0], 200, {"kept": True}),
        ("POST", "/api/boats/2", moved, 200, {"kept": True}),
        ("GET", "/api/boats", None, 200, [BOATS[0], moved, BOATS[2]]),
    )
    assert await app.ask("POST", "/api/boats/3", {**BOATS[2], "name": "Cora"}) == (200, {"kept": True})
    assert (await app.ask("GET", "/api/boats"))[1][2]["name"] == "Cora"
