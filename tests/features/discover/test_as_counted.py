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
