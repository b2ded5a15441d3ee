"""Members that are shown when the request asks for them, and numbers that repeat what it asks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
DOCKS: dict[int, Row] = {91: {"id": 91, "name": "North"}, 92: {"id": 92, "name": "South"}}
BOATS = [{"id": number, "name": name, "dock_id": dock} for number, (name, dock) in enumerate(
    (("Ada", 91), ("Ben", None), ("Cor", 92), ("Dot", 91), ("Eve", 92)), 1)]  # fmt: skip
NEW = {"id": 6, "name": "Fay", "dock_id": 92}


def shown(row: Row, *members: str) -> Row:
    more = {"dock": DOCKS.get(row["dock_id"]), "crew": [{"id": 40 + row["id"], "name": f"Crew of {row['name']}"}]}
    return {**row, **{name: more[name] for name in members}}


def page(rows: list[Row], size: int = 20, *members: str) -> Row:
    return {"items": [shown(one, *members) for one in rows], "pageSize": size, "total": 5 if rows[-1] is not NEW else 6}


@pytest.fixture
def mock() -> Mock:
    return Mock(
        ("GET", "/boats", None, 200, page(BOATS)),
        ("GET", "/boats?page=1&pageSize=2", None, 200, page(BOATS[:2], 2)),
        ("GET", "/boats?page=2&pageSize=2", None, 200, page(BOATS[2:4], 2)),
        ("GET", "/boats?include=dock", None, 200, page(BOATS, 20, "dock")),
        ("GET", "/boats/1?include=dock,crew", None, 200, shown(BOATS[0], "dock", "crew")),
        ("GET", "/boats/2?include=dock,crew", None, 200, shown(BOATS[1], "dock", "crew")),
        ("GET", "/boats/3", None, 200, BOATS[2]),
        ("POST", "/boats", {"name": "Fay", "dock_id": 92}, 201, NEW),
        ("GET", "/boats", None, 200, page([*BOATS, NEW])),
    )


async def test_a_member_is_there_when_it_is_asked_for(mock: Mock) -> None:
    assert (await mock.ask("GET", "/boats/1?include=dock"))[1] == shown(BOATS[0], "dock")
    assert (await mock.ask("GET", "/boats/1"))[1] == BOATS[0]
    assert (await mock.ask("GET", "/boats/2?include=dock"))[1] == shown(BOATS[1], "dock")
    assert (await mock.ask("GET", "/boats/1?include=crew"))[1] == shown(BOATS[0], "crew")


async def test_lists_show_it_for_each(mock: Mock) -> None:
    _, answer = await mock.ask("GET", "/boats?include=dock&page=1&pageSize=3")
    assert answer["items"] == [shown(one, "dock") for one in BOATS[:3]]
    _, answer = await mock.ask("GET", "/boats?page=1&pageSize=3")
    assert answer["items"] == BOATS[:3]


async def test_the_size_of_pages_is_said_as_it_is_asked_for(mock: Mock) -> None:
    assert (await mock.ask("GET", "/boats?page=1&pageSize=4"))[1]["pageSize"] == 4
    assert (await mock.ask("GET", "/boats?include=dock"))[1]["pageSize"] == 20
