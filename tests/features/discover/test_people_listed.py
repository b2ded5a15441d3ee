"""Lists of people sorted by a part of their names, with records without a key, and without what was put away."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

FIRMS = [{"id": 1, "name": "Northwind"}, {"id": 2, "name": "Tidewater"}]
PEOPLE = {
    7: ("Ada", "Vance", 1), 8: ("Ben", "Marsh", 2), 9: ("Cleo", "Anand", 2), 10: ("Dev", "Kaya", None),
}  # fmt: skip


def row(key: int, first: str, last: str, firm: int | None, gone: str | None = None) -> dict[str, Any]:
    record = {"name": FIRMS[firm - 1]["name"]} if firm else None
    return {"id": key, "name": f"{first} {last}", "firm": record, "deleted_at": gone}


def whole(key: int, first: str, last: str, firm: int | None, gone: str | None = None) -> dict[str, Any]:
    contact = {"id": key, "first_name": first, "last_name": last, "firm_id": firm, "deleted_at": gone}
    return {"contact": contact, "firms": FIRMS}


def shown(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"contacts": [*rows], "total": len(rows)}


ROWS = {key: row(key, *said) for key, said in PEOPLE.items()}
ALL = [ROWS[9], ROWS[10], ROWS[8], ROWS[7]]
SENT = {"first_name": "Eve", "last_name": "Bell", "firm_id": 2}
EVE, GONE = row(11, "Eve", "Bell", 2), "2025-03-03T09:00:00Z"
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/contacts", None, 200, shown(*ALL)),
    ("GET", "/contacts/7", None, 200, whole(7, *PEOPLE[7])),
    ("GET", "/contacts/8", None, 200, whole(8, *PEOPLE[8])),
    ("POST", "/contacts", SENT, 201, whole(11, "Eve", "Bell", 2)),
    ("GET", "/contacts", None, 200, shown(ROWS[9], EVE, ROWS[10], ROWS[8], ROWS[7])),
    ("PUT", "/contacts/11", {**SENT, "firm_id": 1}, 200, whole(11, "Eve", "Bell", 1)),
    ("DELETE", "/contacts/11", None, 204, None),
    ("GET", "/contacts/11", None, 200, whole(11, "Eve", "Bell", 1, GONE)),
    ("GET", "/contacts", None, 200, shown(*ALL)),
    ("GET", "/contacts?trashed=with", None, 200,
     shown(ROWS[9], row(11, "Eve", "Bell", 1, GONE), ROWS[10], ROWS[8], ROWS[7])),
]  # fmt: skip


async def names(mock: Mock, path: str = "/contacts") -> list[str]:
    status, answer = await mock.ask("GET", path)
    assert status == 200
    assert answer["total"] == len(answer["contacts"])
    return [f"{one['name']} of {one['firm'] and one['firm']['name']}" for one in answer["contacts"]]


async def test_lists_are_sorted_by_the_last_name() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("POST", "/contacts", {"first_name": "Zoe", "last_name": "Acker", "firm_id": None})
    assert (await names(mock))[:2] == ["Zoe Acker of None", "Cleo Anand of Tidewater"]
    await mock.ask("PUT", "/contacts/9", {"last_name": "Young"})
    assert (await names(mock))[-1] == "Cleo Young of Tidewater"


async def test_records_without_a_key_follow_the_field_that_names() -> None:
    mock = Mock(*DIALOGUE)
    assert (await mock.ask("GET", "/contacts/9"))[1]["contact"]["firm_id"] == 2
    assert (await mock.ask("GET", "/contacts/10"))[1]["contact"]["firm_id"] is None
    await mock.ask("PUT", "/contacts/9", {"firm_id": 1})
    await mock.ask("PUT", "/contacts/7", {"firm_id": None})
    assert await names(mock) == [
        "Cleo Anand of Northwind", "Dev Kaya of None", "Ben Marsh of Tidewater", "Ada Vance of None",
    ]  # fmt: skip
    assert mock.replay.session.log.of("feature_fault") == []


def test_records_that_say_something_else_follow_nothing() -> None:
    other = {**row(8, *PEOPLE[8]), "firm": {"name": "Quarry"}}
    dialogue = [("GET", "/contacts", None, 200, shown(ROWS[9], ROWS[10], other, ROWS[7])), *DIALOGUE[1:4]]
    part = next(one for one in draft_of(*dialogue).parts if one.kind.name == "contacts")
    assert "firm" not in part.joins


async def test_what_was_put_away_is_left_out_unless_asked_for() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("DELETE", "/contacts/8")
    assert "Ben Marsh of Tidewater" not in await names(mock)
    assert "Ben Marsh of Tidewater" in await names(mock, "/contacts?trashed=with")
