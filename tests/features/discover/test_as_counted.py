"""Numbers of an entity: those that writes to others change, and those that are another one again."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock


def test_the_start_has_the_number_from_before_the_first_write() -> None:
    def house(people: int) -> list[Any]:
        return [{"id": 1, "name": "North", "people": people}, {"id": 2, "name": "South", "people": 4}]

    def people(*names: str) -> list[Any]:
        return [{"id": 10 + place, "name": name, "note": ""} for place, name in enumerate(names)]

    draft = draft_of(
        ("GET", "/houses", None, 200, house(2)),
        ("GET", "/people", None, 200, people("Ann", "Bo")),
        ("POST", "/people", {"name": "Cy"}, 201, people("Ann", "Bo", "Cy")[2]),
        ("GET", "/houses", None, 200, house(3)),
        ("PATCH", "/houses/2", {"name": "Southern"}, 200, {**house(3)[1], "name": "Southern"}),
        ("GET", "/people", None, 200, people("Ann", "Bo", "Cy")),
        ("GET", "/houses", None, 200, [house(3)[0], {**house(3)[1], "name": "Southern"}]),
    )
    assert [one["people"] for one in draft.seed["houses"].values()] == [2, 4]


def test_so_do_records_of_numbers_and_moments() -> None:
    def house(people: int, changed: str) -> list[Any]:
        return [{"id": 1, "name": "North", "of": {"people": people, "cats": 0}, "changed": changed}]

    def people(*names: str) -> list[Any]:
        return [{"id": 10 + place, "name": name, "note": ""} for place, name in enumerate(names)]

    draft = draft_of(
        ("GET", "/houses", None, 200, house(2, "2025-02-01T08:00:00Z")),
        ("GET", "/houses/1", None, 200, house(2, "2025-02-01T08:00:00Z")[0]),
        ("GET", "/people", None, 200, people("Ann", "Bo")),
        ("POST", "/people", {"name": "Cy"}, 201, people("Ann", "Bo", "Cy")[2]),
        ("GET", "/houses", None, 200, house(3, "2025-03-03T09:00:00Z")),
    )
    (start,) = draft.seed["houses"].values()
    assert (start["of"], start["changed"]) == ({"people": 2, "cats": 0}, "2025-02-01T08:00:00Z")


async def test_a_number_that_is_another_one_in_all_entities_is_what_was_sent() -> None:
    def pool(key: int, slots: int) -> dict[str, Any]:
        return {"id": key, "slots": slots, "free": slots, "used": 0, "queues": 2}

    pools = [pool(1, 12), pool(2, 4), pool(3, 2)]
    mock = Mock(
        ("GET", "/pools", None, 200, pools),
        ("POST", "/pools", {"slots": 2}, 201, pool(4, 2)),
        ("GET", "/pools", None, 200, [*pools, pool(4, 2)]),
    )
    assert await mock.ask("POST", "/pools", {"slots": 9}) == (201, pool(4, 9))


def test_lists_of_what_nothing_wrote_to_are_as_they_were_shown_first() -> None:
    def group(*names: str) -> list[Any]:
        return [{"id": 1, "title": "Deck", "names": [*names]}, {"id": 2, "title": "Galley", "names": []}]

    def person(key: int, name: str) -> dict[str, Any]:
        return {"id": key, "name": name, "note": ""}

    draft = draft_of(
        ("GET", "/people", None, 200, [person(11, "Ann")]),
        ("POST", "/people", {"name": "Bo"}, 201, person(12, "Bo")),
        ("GET", "/groups", None, 200, group("Ann", "Bo")),
        ("POST", "/people", {"name": "Cy"}, 201, person(13, "Cy")),
        ("GET", "/groups", None, 200, group("Ann", "Bo", "Cy")),
        ("PATCH", "/groups/2", {"title": "Kitchen"}, 200, {"id": 2, "title": "Kitchen", "names": []}),
    )
    assert draft.seed["groups"]["1"]["names"] == ["Ann", "Bo"]


def test_what_the_same_sort_of_answer_said_was_nothing_was_nothing() -> None:
    def line(limit: int | None, sent: int | None) -> dict[str, Any]:
        return {"id": 1, "name": "Line", "limit": limit, "sent": sent}

    draft = draft_of(
        ("GET", "/lines/1", None, 200, line(None, None)),
        ("GET", "/lines", None, 200, [line(None, None), {**line(None, None), "id": 2}]),
        ("PUT", "/lines/1", line(120, None), 200, line(120, 0)),
        ("GET", "/lines", None, 200, [line(120, 0), {**line(None, None), "id": 2}]),
    )
    assert draft.seed["lines"]["1"]["sent"] is None
