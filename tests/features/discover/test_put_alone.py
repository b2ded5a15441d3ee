"""What is put into a field by requests that have nothing to take out; lists below the record that was put there."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.common.put_and_taken import pair_of, put_there
from tests.features.discover.mock import Mock

FIRMS = [{"id": n, "firmId": f"{letter}3w6t5z8r0p2", "name": name, "city": "Oslo"}
         for n, (letter, name) in enumerate(zip("hij", ("Fjord", "Quartz", "Cedar"), strict=True), 1)]  # fmt: skip
Record = dict[str, Any]


def lead(number: int, name: str, firm: Record | None) -> Record:
    return {"id": number, "leadId": f"{'abcdefg'[number]}7k2q9x4m1v8", "name": name, "firm": firm}


ADA, BEN, CLEO = lead(1, "Ada", FIRMS[0]), lead(2, "Ben", FIRMS[0]), lead(3, "Cleo", FIRMS[1])
DORA, EMIL = lead(4, "Dora", FIRMS[2]), lead(5, "Emil", FIRMS[1])


def put(firm: Record) -> Record:
    return {"connect": [{"id": firm["id"], "firmId": firm["firmId"]}]}


def made(one: Record, firm: Record) -> tuple[Any, ...]:
    return "POST", "/api/leads", {"name": one["name"], "firm": put(firm)}, 201, {"data": one}


def listed(*leads: Record) -> tuple[Any, ...]:
    return "GET", "/api/leads", None, 200, {"rows": [*leads], "total": len(leads)}


def below(firm: Record, *leads: Record) -> tuple[Any, ...]:
    rows = [{name: one[name] for name in ("id", "leadId", "name")} for one in leads]
    return "GET", f"/api/firms/{firm['firmId']}/leads", None, 200, {"rows": rows, "total": len(rows)}


BERGEN = {**FIRMS[0], "city": "Bergen"}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/firms", None, 200, {"rows": FIRMS}),
    ("GET", f"/api/firms/{FIRMS[0]['firmId']}", None, 200, {"data": FIRMS[0]}),
    listed(ADA, BEN, CLEO),
    below(FIRMS[0], ADA, BEN),
    made(DORA, FIRMS[2]),
    made(EMIL, FIRMS[1]),
    listed(ADA, BEN, CLEO, DORA, EMIL),
    ("PUT", f"/api/firms/{FIRMS[0]['firmId']}", {"city": "Bergen"}, 200, {"data": BERGEN}),
    listed({**ADA, "firm": BERGEN}, {**BEN, "firm": BERGEN}, CLEO, DORA, EMIL),
]


async def rows(mock: Mock, path: str = "/api/leads") -> list[Record]:
    found: list[Record] = (await mock.ask("GET", path))[1]["rows"]
    return found


def test_what_is_put_there_alone_has_to_have_a_key() -> None:
    assert pair_of({"connect": [{"id": 3}]}) == ("connect", "disconnect")
    assert put_there({"disconnect": [{"id": 3}]}) == []
    assert pair_of({"connect": []}) is None
    assert pair_of({"connect": ["usb"]}) is None
    assert pair_of({"connect": [{"id": 3}], "name": []}) is None


async def test_a_new_entity_shows_the_record_that_was_put_there() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("POST", "/api/leads", {"name": "Finn", "firm": put(FIRMS[0])})
    assert (await rows(mock))[-1]["firm"] == FIRMS[0]


async def test_a_new_entity_has_none_where_none_was_put() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("POST", "/api/leads", {"name": "Finn"})
    assert (await rows(mock))[-1]["firm"] is None


async def test_records_are_as_the_other_entity_is_by_then() -> None:
    mock = Mock(*DIALOGUE)
    assert (await rows(mock))[2]["firm"]["city"] == "Oslo"
    await mock.ask("PUT", f"/api/firms/{FIRMS[1]['firmId']}", {"city": "Narvik"})
    assert (await rows(mock))[2]["firm"]["city"] == "Narvik"


async def test_lists_below_go_by_the_key_that_records_say_elsewhere() -> None:
    mock = Mock(*DIALOGUE)
    path = f"/api/firms/{FIRMS[2]['firmId']}/leads"
    assert await rows(mock, path) == []
    await mock.ask("POST", "/api/leads", {"name": "Finn", "firm": put(FIRMS[2])})
    assert [one["name"] for one in await rows(mock, path)] == ["Finn"]
    assert [one["name"] for one in await rows(mock, f"/api/firms/{FIRMS[0]['firmId']}/leads")] == ["Ada", "Ben"]
