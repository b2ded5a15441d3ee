"""Keys of two characters, records that requests send whole, and members of records that are null for the first time."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock

Row = dict[str, Any]


def person(number: int, city: str, *, zip_code: str = "10", phones: int = 1) -> Row:
    told = [{"kind": "work", "line": str(line)} for line in range(phones)]
    return {"id": f"c{number}", "name": f"Ada {number}", "home": {"city": city, "zip": zip_code}, "phones": told}


PEOPLE = [person(1, "Rome"), person(2, "Oslo"), person(3, "Bern", phones=2)]
MOVED = {**PEOPLE[0], "home": {"city": "Ulm", "zip": "11"}}
ROUND = {**MOVED, "phones": [{"kind": "home", "line": "9"}]}
MADE = {**person(4, "Lyon"), "name": "New"}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/people", None, 200, {"items": PEOPLE, "total": 3}),
    ("GET", "/api/people/c1", None, 200, PEOPLE[0]),
    ("PATCH", "/api/people/c1", {"home": MOVED["home"]}, 200, MOVED),
    ("PATCH", "/api/people/c1", {"phones": ROUND["phones"]}, 200, ROUND),
    ("POST", "/api/people", {name: value for name, value in MADE.items() if name != "id"}, 201, MADE),
    ("GET", "/api/people", None, 200, {"items": [ROUND, *PEOPLE[1:], MADE], "total": 4}),
]


def test_keys_of_two_characters_are_told_by_the_list_above_them() -> None:
    assert {("peoples", "list"), ("peoples", "read"), ("peoples", "update")} <= found(draft_of(*DIALOGUE))


def test_parts_of_two_characters_that_no_list_shows_are_names() -> None:
    me = {"id": "c2", "name": "Ada 2", "theme": "dark"}
    draft = draft_of(*DIALOGUE, ("GET", "/api/people/me", None, 200, me))
    stars = {call.path for one in draft.operations if "*" in one.endpoint.path for call in one.calls}
    assert "/api/people/c1" in stars
    assert "/api/people/me" not in stars


async def test_others_are_opened_by_them() -> None:
    assert (await Mock(*DIALOGUE).ask("GET", "/api/people/c2")) == (200, PEOPLE[1])


async def test_a_record_that_is_sent_whole_takes_the_place_of_the_old_one() -> None:
    mock = Mock(*DIALOGUE)
    assert (await mock.ask("PATCH", "/api/people/c2", {"home": {"city": None, "zip": "7"}}))[0] == 200
    assert (await mock.ask("GET", "/api/people/c2"))[1]["home"] == {"city": None, "zip": "7"}
    assert (await mock.ask("PATCH", "/api/people/c2", {"home": {"zip": "8"}}))[1]["home"] == {"zip": "8"}


async def test_a_record_of_which_parts_are_sent_keeps_the_others() -> None:
    part = ("PATCH", "/api/people/c2", {"home": {"zip": "5"}}, 200, person(2, "Oslo", zip_code="5"))
    mock = Mock(*DIALOGUE, part)
    assert (await mock.ask("PATCH", "/api/people/c3", {"home": {"zip": "8"}}))[1]["home"] == {
        "city": "Bern",
        "zip": "8",
    }


async def test_what_is_made_has_no_members_of_the_recorded_one() -> None:
    mock = Mock(*DIALOGUE)
    sent = {"name": "Cy", "home": {"city": "Nice"}, "phones": []}
    _, made = await mock.ask("POST", "/api/people", sent)
    assert (await mock.ask("GET", f"/api/people/{made['id']}"))[1] == {"id": made["id"], **sent}


async def test_members_of_records_in_lists_may_be_null() -> None:
    mock = Mock(*DIALOGUE)
    phones = [{"kind": None, "line": "4"}]
    assert (await mock.ask("PATCH", "/api/people/c3", {"phones": phones}))[0] == 200
    assert (await mock.ask("GET", "/api/people/c3"))[1]["phones"] == phones
