"""Lists in an order that no field tells."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

KEYS = (
    "9f0a51b3-0d52-47c1-8f4e-0d1f6c9f7b10", "35418456-b1d7-4a19-ac0b-11316a56379b",
    "67077979-82cc-49c8-93f3-a6900f2e8c3e", "2c91fc8f-d490-4dbc-80eb-ffdf4796c1f1",
)  # fmt: skip
TODOS = [{"id": key, "title": title, "done": False}
         for key, title in zip(KEYS, ("Milk", "Bread", "Tea", "Apples"), strict=True)]  # fmt: skip
NEW = {"id": "51f3b9a2-77d0-4f0e-9c8b-0d4d8e5d6f11", "title": "Cups", "done": False}


async def titles(mock: Mock, path: str = "/todos") -> list[str]:
    return [one["title"] for one in (await mock.ask("GET", path))[1]]


@pytest.mark.parametrize("front", [False, True])
@pytest.mark.parametrize("many", [2, 4])
async def test_what_is_made_comes_where_the_app_put_what_was_made(*, front: bool, many: int) -> None:
    there = TODOS[:many]
    mock = Mock(
        ("GET", "/todos", None, 200, there),
        ("POST", "/todos", {"title": "Cups"}, 201, NEW),
        ("GET", "/todos", None, 200, [NEW, *there] if front else [*there, NEW]),
    )
    known = [str(one["title"]) for one in there]
    assert await titles(mock) == known
    for title in ("Soap", "Zinc"):
        await mock.ask("POST", "/todos", {"title": title})
    assert await titles(mock) == (["Zinc", "Soap", *known] if front else [*known, "Soap", "Zinc"])
    await mock.ask("DELETE", f"/todos/{KEYS[1]}")
    assert "Bread" not in await titles(mock)


@pytest.mark.parametrize("front", [False, True])
async def test_one_that_was_made_beside_a_single_one_tells_where_new_ones_come(*, front: bool) -> None:
    old, new = {"id": 1, "title": "Milk"}, {"id": 2, "title": "Tea"}
    mock = Mock(
        ("GET", "/todos", None, 200, [old]),
        ("GET", "/first/todos", None, 200, [old]),
        ("POST", "/todos", {"title": "Tea"}, 201, new),
        ("GET", "/todos", None, 200, [new, old] if front else [old, new]),
    )
    for title in ("Soap", "Zinc"):
        await mock.ask("POST", "/todos", {"title": title})
    assert await titles(mock) == (["Zinc", "Soap", "Milk"] if front else ["Milk", "Soap", "Zinc"])


async def test_what_a_filter_showed_stands_beside_what_it_stood_beside() -> None:
    mock = Mock(
        ("GET", "/todos?done=false", None, 200, TODOS[1:]),
        ("GET", "/todos", None, 200, TODOS),
        ("PATCH", f"/todos/{KEYS[2]}", {"done": True}, 200, {**TODOS[2], "done": True}),
    )
    await mock.ask("PATCH", f"/todos/{KEYS[3]}", {"done": True})
    assert await titles(mock) == ["Milk", "Bread", "Tea", "Apples"]
    assert await titles(mock, "/todos?done=false") == ["Milk", "Bread", "Tea"]


@pytest.mark.parametrize(
    "there",
    [
        sorted(TODOS, key=lambda one: str(one["title"])),
        [{**one, "id": number} for number, one in enumerate(TODOS)],
        [{**one, "id": number} for number, one in enumerate(TODOS)][::-1],
        [{**one, "created_at": f"2025-01-0{9 - place}T10:00:00Z"} for place, one in enumerate(TODOS)][:2],
        [
            {**one, "id": key, "title": "Any"}
            for one, key in zip([*TODOS, NEW], sorted((*KEYS, str(NEW["id"]))), strict=True)
        ],
    ],
)
def test_an_order_that_a_field_tells_is_not_kept(there: list[dict[str, Any]]) -> None:
    change = ("PATCH", f"/todos/{there[0]['id']}", {"done": True}, 200, {**there[0], "done": True})
    assert "order" not in draft_of(("GET", "/todos", None, 200, there), change).seed


async def test_numbers_that_go_down_in_a_list_of_two_go_on_doing_so() -> None:
    there = [{**TODOS[0], "id": 2}, {**TODOS[1], "id": 1}]
    made = {"id": 3, "title": "Cups", "done": False}
    mock = Mock(("GET", "/todos", None, 200, there), ("POST", "/todos", {"title": "Cups"}, 201, made))
    await mock.ask("POST", "/todos", {"title": "Soap"})
    assert await titles(mock) == ["Soap", "Milk", "Bread"]
