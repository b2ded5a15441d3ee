"""Reads that name an entity within a text: what is said of one is said of others."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

KEYS = [f"6b054f2875ca960977c001d{number}" for number in range(4)]
PEOPLE = [{"id": key, "name": f"Ada {number}", "joined": f"2025-01-0{number + 1}T08:00:00.000Z"}
          for number, key in enumerate(KEYS)]  # fmt: skip


def asked(number: int, at: str = "2025-03-03 09:00:00") -> str:
    return "/api/people/events?filter=" + quote(f"at:<'{at}'+type:-[seen]+person:'{KEYS[number]}'") + "&limit=5"


def events(number: int, kind: str = "joined") -> dict[str, Any]:
    person = PEOPLE[number]
    about = {"id": person["id"], "name": person["name"]}
    one = {"id": f"7c054f2875ca960977c002f{number}", "person": person["id"], "joined": person["joined"], "of": about}
    return {"events": [{"type": kind, "data": one}], "total": 1}


def dialogue(kind: str = "joined") -> list[tuple[Any, ...]]:
    renamed = {**PEOPLE[0], "name": "Ada 0"}
    return [
        ("GET", "/api/people", None, 200, {"people": PEOPLE}),
        ("GET", asked(1), None, 200, events(1)),
        ("PUT", f"/api/people/{KEYS[0]}", {"name": "Ada 0"}, 200, renamed),
        ("GET", asked(2, "2025-03-03 09:00:02"), None, 200, events(2, kind)),
    ]


async def test_others_are_told_of_alike() -> None:
    mock = Mock(*dialogue())
    status, told = await mock.ask("GET", asked(3, "2025-03-03 10:11:12"))
    shown = told["events"][0]["data"]
    assert (status, told["events"][0]["type"], told["total"]) == (200, "joined", 1)
    assert shown["of"] == {"id": KEYS[3], "name": "Ada 3"}
    assert (shown["person"], shown["joined"]) == (KEYS[3], PEOPLE[3]["joined"])
    first = (await mock.ask("GET", asked(0, "2025-03-03 10:11:12")))[1]["events"][0]["data"]
    assert len(shown["id"]) == 24
    assert shown["id"] != first["id"]


async def test_what_was_written_since_is_told() -> None:
    mock = Mock(*dialogue())
    await mock.ask("PUT", f"/api/people/{KEYS[3]}", {"name": "Bea"})
    assert (await mock.ask("GET", asked(3)))[1]["events"][0]["data"]["of"]["name"] == "Bea"


def test_what_differs_for_another_reason_is_not_believed() -> None:
    assert not [one for one in draft_of(*dialogue("left")).features if one.document["id"].endswith(".within")]
    assert [one for one in draft_of(*dialogue()).features if one.document["id"] == "peoples.events.within"]
