"""Rows of a view around records that call their key otherwise: `{"id": 7, "key": 7, "value": {"_id": 7, ...}}`."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def boat(key: int, name: str) -> Row:
    return {"_id": key, "id": key, "name": name, "type": "Boat"}


def rows(*boats: Row) -> Row:
    return {"rows": [{"id": one["_id"], "key": one["_id"], "value": one} for one in boats], "count": len(boats)}


async def test_the_record_in_the_row_is_the_entity() -> None:
    ada, bo, cy = boat(1, "Ada"), boat(2, "Bo"), boat(3, "Cy")
    mock = Mock(
        ("GET", "/boats", None, 200, rows(ada, bo)),
        ("GET", "/boats/2", None, 200, bo),
        ("POST", "/boats", {"name": "Cy"}, 201, cy),
        ("GET", "/boats", None, 200, rows(ada, bo, cy)),
        ("PATCH", "/boats/1", {"name": "Adele"}, 200, boat(1, "Adele")),
        ("GET", "/boats", None, 200, rows(boat(1, "Adele"), bo, cy)),
    )
    assert (await mock.ask("PATCH", "/boats/2", {"name": "Bob"}))[0] == 200
    assert await mock.ask("GET", "/boats") == (200, rows(ada, boat(2, "Bob")))
