"""What is said of all that was opened below one parent is said below others, too; and empty texts in records."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def boat(key: int, site: int, start: str | None = None) -> Row:
    return {"id": key, "name": f"Boat {key}", "site": site, "trip": {"start": start, "end": None}}


def recorded() -> Mock:
    boats = [boat(1, 71), boat(2, 71, "2025-02-01"), boat(3, 72)]
    sent = {"name": "Boat 4", "trip": {"start": "", "end": ""}}
    return Mock(
        ("GET", "/sites/71/boats", None, 200, boats[:2]),
        ("GET", "/sites/72/boats", None, 200, boats[2:]),
        ("GET", "/sites/71/boats/1/tools", None, 200, {"tools": []}),
        ("GET", "/sites/71/boats/2/tools", None, 200, {"tools": []}),
        ("POST", "/sites/71/boats", sent, 201, boat(4, 71)),
        ("GET", "/sites/71/boats/4/tools", None, 200, {"tools": []}),
        ("GET", "/sites/71/boats", None, 200, [*boats[:2], boat(4, 71)]),
    )


async def test_keys_below_another_parent() -> None:
    mock = recorded()
    status, made = await mock.ask("POST", "/sites/72/boats", {"name": "Boat 4", "trip": {"start": "", "end": ""}})
    assert (status, made["id"]) == (201, 4)
    for path in ("/sites/72/boats/4/tools", "/sites/71/boats/2/tools", "/sites/72/boats/3/tools"):
        assert await mock.ask("GET", path) == (200, {"tools": []})


async def test_empty_texts_in_records_are_nothing() -> None:
    mock = recorded()
    trip = {"start": "2025-03-01", "end": ""}
    status, made = await mock.ask("POST", "/sites/71/boats", {"name": "Boat 4", "trip": trip})
    assert (status, made["trip"]) == (201, {"start": "2025-03-01", "end": None})
