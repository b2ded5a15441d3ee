"""Lines of a document: what the server adds to each, and what they add up to; lists that count from 1."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

ITEMS = {"1": "Repair", "2": "Design", "3": "Delivery"}
NEW = "2025-03-03T09:00:00Z"


def line(bill: int, place: int, item: str, count: int, price: float, made: str) -> dict[str, Any]:
    return {
        "number": 10 * bill + place, "place": place, "bill": bill,
        "item": {"id": item, "name": ITEMS[item]}, "count": count, "price": price,
        "amount": count * price, "unit": "piece", "made": made,
    }  # fmt: skip


def bill(key: int, *lines: tuple[str, int, float], made: str = "2025-02-01T08:00:00Z", left: float = 5.0) -> Any:
    full = [line(key, place, *one, made) for place, one in enumerate(lines, 1)]
    total = sum(one["amount"] for one in full)
    return {"id": key, "lines": full, "total": total, "left": total if made == NEW else left, "active": key != 2}


def sent(*lines: tuple[str, int, float]) -> dict[str, Any]:
    return {"lines": [{"item": {"id": item}, "count": count, "price": price} for item, count, price in lines]}


BILLS = [bill(1, ("1", 2, 80.0), ("3", 1, 35.0)), bill(2, ("2", 5, 120.0)), bill(3, ("1", 1, 80.0))]
MADE = bill(4, ("1", 3, 80.0), ("3", 1, 35.0), made=NEW)
SHOWN = [one for one in [*BILLS, MADE] if one["active"]]
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/bills?start=1&limit=20", None, 200, {"bills": BILLS}),
    ("GET", "/bills/2", None, 200, BILLS[1]),
    ("POST", "/bills", sent(("1", 3, 80.0), ("3", 1, 35.0)), 201, MADE),
    ("GET", "/bills?start=1&limit=20", None, 200, {"bills": [*BILLS, MADE]}),
    ("PATCH", "/bills/1", {"lines": sent(("1", 2, 80.0), ("3", 2, 35.0))["lines"]}, 200,
     bill(1, ("1", 2, 80.0), ("3", 2, 35.0))),
]  # fmt: skip


async def test_what_the_server_adds_to_each_line() -> None:
    mock = Mock(*DIALOGUE)
    _, made = await mock.ask("POST", "/bills", sent(("2", 2, 120.0), ("3", 4, 35.0)))
    first, second = made["lines"]
    assert first["item"] == {"id": "2", "name": "Design"}
    assert [first["place"], second["place"]] == [1, 2]
    assert [first["number"], second["number"]] == [32, 33]
    assert [first["amount"], second["amount"]] == [240.0, 140.0]
    assert {first["bill"], second["bill"], made["id"]} == {4}
    assert second["unit"] == "piece"
    assert first["made"].startswith("2025-03-03T09")
    assert mock.replay.session.log.of("feature_fault") == []


async def test_totals_follow_the_lines() -> None:
    mock = Mock(*DIALOGUE)
    _, made = await mock.ask("POST", "/bills", sent(("2", 2, 120.0), ("3", 4, 35.0)))
    assert (made["total"], made["left"]) == (380.0, 380.0)
    await mock.ask("PATCH", "/bills/2", sent(("2", 1, 120.0)))
    changed = (await mock.ask("GET", "/bills/2"))[1]
    assert (changed["total"], changed["left"]) == (120.0, 5.0)


async def test_lists_that_count_from_one_show_their_first() -> None:
    mock = Mock(*DIALOGUE)
    assert [one["id"] for one in (await mock.ask("GET", "/bills?start=1&limit=2"))[1]["bills"]] == [1, 2]
    assert [one["id"] for one in (await mock.ask("GET", "/bills?start=3&limit=2"))[1]["bills"]] == [3]


ROWS = [{"id": key, "name": name, "active": True} for key, name in enumerate(("Oak", "Loom", "Fern", "Moon"), 1)]


def rows(*found: dict[str, Any]) -> dict[str, Any]:
    return {"shops": [*found]}


SHOPS: list[tuple[Any, ...]] = [
    ("GET", "/shops?limit=20", None, 200, rows(*ROWS)),
    ("GET", "/shops/count", None, 200, {"count": 4}),
    ("GET", "/shops?name=Oak", None, 200, rows(ROWS[0])),
    ("PATCH", "/shops/4", {"active": False}, 200, {**ROWS[3], "active": False}),
    ("GET", "/shops?limit=20", None, 200, rows(*ROWS[:3])),
    ("GET", "/shops/count", None, 200, {"count": 3}),
    ("PATCH", "/shops/3", {"name": "Oak"}, 200, {**ROWS[2], "name": "Oak"}),
]


async def test_what_a_filter_showed_is_no_limit() -> None:
    mock = Mock(*SHOPS)
    await mock.ask("PATCH", "/shops/3", {"name": "Oak"})
    assert len((await mock.ask("GET", "/shops?name=Oak"))[1]["shops"]) == 2


async def test_a_count_leaves_out_what_its_list_does() -> None:
    mock = Mock(*SHOPS)
    await mock.ask("PATCH", "/shops/1", {"active": False})
    assert (await mock.ask("GET", "/shops/count"))[1] == {"count": 3}
