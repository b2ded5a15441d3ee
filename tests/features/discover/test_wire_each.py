"""Several made or changed by one request, each for itself; several that a request names, and what it is answered."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]
AT = "2025-01-01T08:00:00Z"
NOW = "2025-03-03T09:00:00Z"


def boat(key: str, name: str, berth: str | None = None, at: str = AT) -> Row:
    return {"id": key, "name": name, "berth": berth, "at": at}


START = [
    boat("b0000000000000000001", "Ada"),
    boat("b0000000000000000002", "Ben", "B"),
    boat("b0000000000000000003", "Cor"),
]
ONE, TWO, THREE = (one["id"] for one in START)
FOUR, FIVE, SIX = (f"b000000000000000000{number}" for number in (4, 5, 6))


def mock() -> Mock:
    four, five, six = boat(FOUR, "Dot", at=NOW), boat(FIVE, "Eve", "A", NOW), boat(SIX, "Fay", "C", NOW)
    two = [{"name": "Eve", "berth": "A"}, {"name": "Fay", "berth": "C"}]
    moved = [{**five, "berth": "D"}, {**six, "berth": "D"}]
    return Mock(
        ("GET", "/boats", None, 200, {"boats": START}),
        ("POST", "/boats", {"name": "Dot"}, 201, four),
        ("POST", "/boats", {"boats": two}, 201, {"boats": [five, six]}),
        ("PATCH", "/boats", {"boats": [{"id": FIVE, "berth": "D"}, {"id": SIX, "berth": "D"}]}, 200, {"boats": moved}),
        ("GET", "/boats", None, 200, {"boats": [*START, four, *moved]}),
        ("DELETE", f"/boats?boats[]={FIVE}&boats[]={ONE}", None, 200,
         {"boats": [{"id": FIVE, "deleted": True}, {"id": ONE, "deleted": True}]}),
        ("GET", "/boats", None, 200, {"boats": [*START[1:], four, moved[1]]}),
    )  # fmt: skip


async def test_each_is_made_and_changed_for_itself() -> None:
    asked = mock()
    assert asked.draft.seed["boats"] == {one["id"]: one for one in START}
    sent = {"boats": [{"name": "Gil"}, {"name": "Hal", "berth": "E"}, {"name": "Ina"}]}
    status, made = await asked.ask("POST", "/boats", sent)
    assert (status, [(one["name"], one["berth"]) for one in made["boats"]]) == (
        201, [("Gil", None), ("Hal", "E"), ("Ina", None)],
    )  # fmt: skip
    assert (await asked.ask("POST", "/boats", {"name": "Jan"}))[1]["name"] == "Jan"
    sent = {"boats": [{"id": ONE, "berth": "F"}, {"id": made["boats"][1]["id"], "name": "Hale"}]}
    status, answer = await asked.ask("PATCH", "/boats", sent)
    assert (status, [(one["name"], one["berth"]) for one in answer["boats"]]) == (200, [("Ada", "F"), ("Hale", "E")])
    names = [one["name"] for one in (await asked.ask("GET", "/boats"))[1]["boats"]]
    assert sorted(names) == ["Ada", "Ben", "Cor", "Gil", "Hale", "Ina", "Jan"]


async def test_several_in_a_repeated_parameter_are_deleted_and_told() -> None:
    asked = mock()
    answer = {"boats": [{"id": TWO, "deleted": True}, {"id": THREE, "deleted": True}]}
    assert await asked.ask("DELETE", f"/boats?boats[]={TWO}&boats[]={THREE}") == (200, answer)
    assert (await asked.ask("GET", "/boats"))[1] == {"boats": START[:1]}


async def test_several_that_are_changed_are_shown_and_times_with_them() -> None:
    changed = [{**one, "berth": "Z", "at": NOW} for one in START[:2]]
    asked = Mock(
        ("GET", "/boats", None, 200, {"boats": START}),
        ("POST", "/boats/update_berths", {"boat_ids": [ONE, TWO], "berth": "Z"}, 200, {"boats": changed}),
        ("GET", "/boats", None, 200, {"boats": [*changed, START[2]]}),
    )
    status, answer = await asked.ask("POST", "/boats/update_berths", {"boat_ids": [THREE, ONE], "berth": "Y"})
    assert (status, [(one["name"], one["berth"], one["at"][:10]) for one in answer["boats"]]) == (
        200, [("Cor", "Y", NOW[:10]), ("Ada", "Y", NOW[:10])],
    )  # fmt: skip


def test_what_has_lines_of_its_own_is_no_list_of_records() -> None:
    lines = [{"name": "rope", "count": 2}, {"name": "sail", "count": 1}]
    order = {"id": 7, "lines": lines}
    draft = draft_of(
        ("GET", "/orders", None, 200, [{"id": 6, "lines": lines[:1]}]),
        ("POST", "/orders", {"lines": lines}, 201, order),
        ("GET", "/orders", None, 200, [{"id": 6, "lines": lines[:1]}, order]),
    )
    assert not any("each" in one for one in draft.forms)
