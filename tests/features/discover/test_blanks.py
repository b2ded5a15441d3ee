"""What a list always leaves blank is known from where it is shown; what is sent may stand in a record of the entity."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

EARLIER = "2025-01-05T08:00:00Z"


def report(key: str, name: str, *, told: bool, values: Any = None, details: Any = None) -> dict[str, Any]:
    body = {"made": EARLIER, "values": (values or {}) if told else {}}
    return {"id": key, "name": name, "body": body, "details": (details or {"labels": None}) if told else None}


NAMES = {"r-1": "sales", "r-2": "stock", "r-3": "visits", "r-4": "returns"}
ALL = [report(key, name, told=False) for key, name in NAMES.items()]
SALES = report("r-1", "sales", told=True, values={"door": "north"}, details={"labels": None})
NEW = {**report("r-5", "tours", told=True, values={"bus": "blue"}), "details": {"labels": None}}
NEW["body"] = {**NEW["body"], "made": "2025-03-03T09:00:00Z"}
LISTED = {**NEW, "body": {**NEW["body"], "values": {}}, "details": None}
CHANGED = report("r-2", "stocks", told=True, values={"gate": "east"})
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/reports?page=1", None, 200, {"items": ALL, "total": 4}),
    ("GET", "/api/reports/r-1", None, 200, SALES),
    ("GET", "/api/reports?page=1", None, 200, {"items": ALL, "total": 4}),
    ("POST", "/api/reports", {"name": "tours", "values": {"bus": "blue"}}, 200, NEW),
    ("GET", "/api/reports?page=1", None, 200, {"items": [*ALL, LISTED], "total": 5}),
    ("PUT", "/api/reports/r-2", {"name": "stocks", "values": {"gate": "east"}}, 200, CHANGED),
    ("DELETE", "/api/reports/r-4", None, 200, None),
    ("GET", "/api/reports?page=1&name=contains%3As", None, 200,
     {"items": [ALL[0], {**ALL[1], "name": "stocks"}, ALL[2], LISTED], "total": 4}),
    ("GET", "/api/reports?page=1&name=contains%3Ato", None, 200,
     {"items": [{**ALL[1], "name": "stocks"}, LISTED], "total": 2}),
]  # fmt: skip


async def test_a_list_that_says_nothing_takes_nothing_back() -> None:
    mock = Mock(*DIALOGUE)
    assert (await mock.ask("GET", "/api/reports/r-1"))[1] == SALES
    assert (await mock.ask("GET", "/api/reports?page=1"))[1] == {"items": ALL, "total": 4}


async def test_what_was_never_opened_has_the_empty_record_of_what_was() -> None:
    assert (await Mock(*DIALOGUE).ask("GET", "/api/reports/r-3"))[1] == report("r-3", "visits", told=True)


async def test_a_field_that_is_sent_stands_in_a_record() -> None:
    mock = Mock(*DIALOGUE)
    _, made = await mock.ask("POST", "/api/reports", {"name": "maps", "values": {"tile": "7"}})
    assert made["body"]["values"] == {"tile": "7"}
    assert "values" not in made
    await mock.ask("PUT", "/api/reports/r-3", {"values": {"hall": "west"}})
    assert (await mock.ask("GET", "/api/reports/r-3"))[1]["body"]["values"] == {"hall": "west"}
    listed = (await mock.ask("GET", "/api/reports?page=1"))[1]["items"]
    assert [one["body"]["values"] for one in listed] == [{}] * 5
    _, bare = await mock.ask("POST", "/api/reports", {"name": "plans"})
    assert bare["body"]["values"] == {}


async def test_a_value_that_says_how_it_compares() -> None:
    found = (await Mock(*DIALOGUE).ask("GET", "/api/reports?page=1&name=contains%3Are"))[1]
    assert [one["name"] for one in found["items"]] == ["returns"]
    assert found["total"] == 1


async def test_what_a_list_says_after_a_write_is_news() -> None:
    stored = {**ALL[0], "details": {"labels": ["a"]}}
    mock = Mock(
        ("GET", "/api/reports", None, 200, {"items": ALL}),
        ("PUT", "/api/reports/r-1", {"details": {"labels": ["a"]}}, 200, stored),
        ("PUT", "/api/reports/r-1", {"details": None}, 200, ALL[0]),
        ("GET", "/api/reports", None, 200, {"items": ALL}),
    )
    await mock.ask("PUT", "/api/reports/r-2", {"details": {"labels": ["b"]}})
    assert (await mock.ask("GET", "/api/reports"))[1]["items"][1]["details"] == {"labels": ["b"]}


async def test_lists_are_in_the_order_of_a_time_in_a_record() -> None:
    times = {
        "b-7f3a91c2": "2025-01-01",
        "b-0d22e8aa": "2025-01-02",
        "b-c41b07de": "2025-01-03",
        "b-55aa10f9": "2025-01-04",
    }
    boats = [{"id": key, "name": f"boat {n}", "body": {"created": f"{day}T08:00:00Z"}}
             for n, (key, day) in enumerate(times.items())]  # fmt: skip
    new = {"id": "b-21c9f00e", "name": "Ada", "body": {"created": "2025-03-03T09:00:00Z"}}
    mock = Mock(
        ("GET", "/api/boats", None, 200, {"items": boats}),
        ("POST", "/api/boats", {"name": "Ada"}, 201, new),
        ("GET", "/api/boats", None, 200, {"items": [*boats, new]}),
    )
    await mock.ask("POST", "/api/boats", {"name": "Bee"})
    assert [one["name"] for one in (await mock.ask("GET", "/api/boats"))[1]["items"]][-2:] == ["boat 3", "Bee"]
