"""Fields that no request sends and that go by the value of another one."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.writes.by_value import ByValue
from tests.features.discover.mock import Mock

MARKS = {"draft": "grey", "sent": "blue", "paid": "green"}


def bill(key: int, name: str, state: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "name": name, "state": state, "state_colour": MARKS[state], **more}


BILLS = [bill(1, "Ada", "draft"), bill(2, "Bea", "sent"), bill(3, "Cyd", "draft"), bill(4, "Dot", "sent")]


def mock(bills: list[dict[str, Any]], new: dict[str, Any], changed: dict[str, Any]) -> Mock:
    return Mock(
        ("GET", "/bills", None, 200, bills),
        ("POST", "/bills", {"name": new["name"], "state": new["state"]}, 201, new),
        ("PATCH", "/bills/1", {"state": changed["state"]}, 200, changed),
        ("GET", "/bills", None, 200, [changed, *bills[1:], new]),
    )


async def test_it_follows_in_new_and_in_changed_entities() -> None:
    one = mock(BILLS, bill(5, "Eve", "sent"), bill(1, "Ada", "sent"))
    assert (await one.ask("POST", "/bills", {"name": "Flo", "state": "draft"}))[1] == bill(5, "Flo", "draft")
    assert (await one.ask("PATCH", "/bills/2", {"state": "draft"}))[1] == bill(2, "Bea", "draft")


async def test_what_was_never_seen_leaves_it_as_it_is() -> None:
    one = mock(BILLS, bill(5, "Eve", "sent"), bill(1, "Ada", "sent"))
    assert (await one.ask("PATCH", "/bills/2", {"state": "paid"}))[1] == {**BILLS[1], "state": "paid"}


@pytest.mark.parametrize("many", [False, True])
async def test_entities_that_agree_by_chance(many: bool) -> None:
    """Nothing in its name says that it goes by the state; many entities do."""
    bills = [{**one, "shelf": "A" if one["state"] == "draft" else "B"} for one in BILLS]
    bills += [{**one, "id": one["id"] + 10 * n} for n in range(1, 3) for one in bills] if many else []
    new = {**bill(50, "Eve", "sent"), "shelf": "B"}
    one = mock(bills, new, {**bills[0], "name": "Ada"})
    shown = (await one.ask("PATCH", "/bills/2", {"state": "draft"}))[1]
    assert shown["shelf"] == ("A" if many else "B")


async def test_the_key_in_it_is_the_entitys_own() -> None:
    def task(key: int, team: str) -> dict[str, Any]:
        return {"id": key, "name": f"Task {key}", "team": team, "team_code": f"{team[:3].upper()}-{key}"}

    tasks = [task(key, team) for key, team in ((1, "sales"), (2, "depot"), (3, "sales"), (4, "depot"))]
    one = Mock(
        ("GET", "/tasks", None, 200, tasks),
        ("POST", "/tasks", {"name": "Task 5", "team": "sales"}, 201, task(5, "sales")),
        ("GET", "/tasks", None, 200, [*tasks, task(5, "sales")]),
    )
    assert (await one.ask("POST", "/tasks", {"name": "Task 5", "team": "depot"}))[1] == task(5, "depot")


def test_what_a_form_calls_values_tells_of_those_that_were_never_seen() -> None:
    labels = {"": "---", "1": "Unit", "3": "Smoke", "4": "System"}
    same, other = (ByValue("type__name", "type", {"1": "Unit", "3": said}) for said in ("Smoke", "Smoke!"))
    same.tell_choices(labels)
    other.tell_choices(labels)
    assert same.told == {"1": "Unit", "3": "Smoke", "4": "System"}
    assert other.told == {"1": "Unit", "3": "Smoke!"}


def jobs(settings: list[dict[str, Any]], field: str = "state_label") -> Mock:
    """Two states are seen of jobs, the settings tell of more."""

    def job(key: int, state: str) -> dict[str, Any]:
        return {"id": key, "name": f"Job {key}", "state_id": state, field: {"s1": "Open", "s2": "Busy"}[state]}

    return Mock(
        ("GET", "/states", None, 200, {"states": settings}),
        ("GET", "/jobs", None, 200, [job(1, "s1"), job(2, "s1"), job(3, "s1")]),
        ("POST", "/jobs", {"name": "Job 4", "state_id": "s1"}, 201, job(4, "s1")),
        ("PATCH", "/jobs/1", {"state_id": "s2"}, 200, job(1, "s2")),
    )


async def test_what_settings_say_of_values_that_were_never_seen() -> None:
    states = [{"id": "s1", "label": "Open"}, {"id": "s2", "label": "Busy"}, {"id": "s3", "label": "Done"}]
    shown = (await jobs(states).ask("PATCH", "/jobs/2", {"state_id": "s3"}))[1]
    assert shown["state_label"] == "Done"
    assert (await jobs(states, "says").ask("PATCH", "/jobs/2", {"state_id": "s3"}))[1]["says"] == "Done"
    states[1]["label"] = "Occupied"
    assert (await jobs(states).ask("PATCH", "/jobs/2", {"state_id": "s3"}))[1]["state_label"] == "Open", "not the same"


async def test_what_it_is_where_the_other_one_is_nothing() -> None:
    def made(key: int, team: int | None) -> dict[str, Any]:
        said = {1: "Sales", 2: "Depot", None: "No team"}[team]
        return {"id": key, "name": f"Task {key}", "teamId": team, "subtitle": said}

    tasks = [made(key, team) for key, team in enumerate((1, 2, None, 1, 2, 1, 2, 1, 2, None), 1)]
    one = Mock(
        ("GET", "/tasks", None, 200, tasks),
        ("POST", "/tasks", {"name": "Task 11", "teamId": 2}, 201, made(11, 2)),
        ("PATCH", "/tasks/11", {"teamId": 1}, 200, made(11, 1)),
    )
    assert (await one.ask("PATCH", "/tasks/1", {"teamId": None}))[1] == made(1, None)
    assert (await one.ask("POST", "/tasks", {"name": "Task 11"}))[1] == made(11, None)
