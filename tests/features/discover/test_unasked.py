"""Lists that nothing writes answer what was never asked of them; records in them that name what is written follow."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
TAGS = [{"id": "t-red", "name": "Red", "hint": "Stop"}, {"id": "t-green", "name": "Green", "hint": None}]


def book(number: int, status: str, *tags: int, name: str = "Red") -> Row:
    return {"id": number, "title": f"Book {number}", "status": status, "pages": 100 - number,
            "tags": [{**TAGS[one], "name": name} if one == 0 else TAGS[one] for one in tags]}  # fmt: skip


def books(*, name: str = "Red") -> list[Row]:
    return [book(1, "draft", 0, name=name), book(2, "out", 0, 1, name=name), book(3, "draft"),
            book(4, "lent", 1), book(5, "out"), book(6, "lent", 0, name=name)]  # fmt: skip


def told(rows: list[Row], status: str = "") -> Row:
    return {"books": [one for one in rows if status in ("", one["status"])]}


def mock(*, extra: Row | None = None) -> Mock:
    """`extra`: what one answer says otherwise of books."""
    rows = books()
    other = [{**one, **(extra or {})} for one in rows]
    return Mock(
        ("GET", "/books?limit=9", None, 200, told(other)),
        ("GET", "/books?limit=9&status=draft", None, 200, told(rows, "draft")),
        ("GET", "/books?limit=9&status=out", None, 200, told(rows, "out")),
        ("GET", "/books?limit=9&sort=pages", None, 200, told(rows[::-1])),
        ("GET", "/tags", None, 200, {"tags": TAGS}),
        ("PUT", "/tags/t-red", {"name": "Scarlet"}, 200, {**TAGS[0], "name": "Scarlet"}),
        ("GET", "/tags", None, 200, {"tags": [{**TAGS[0], "name": "Scarlet"}, TAGS[1]]}),
        ("GET", "/books?limit=9&status=out", None, 200, told(books(name="Scarlet"), "out")),
    )


@pytest.mark.parametrize(("query", "keys"), [("status=lent", [4, 6]), ("status=lent&sort=pages", [6, 4]),
                                             ("status=gone", [])])  # fmt: skip
async def test_another_filter_or_order_is_answered_from_what_is_known(query: str, keys: list[int]) -> None:
    status, said = await mock().ask("GET", f"/books?limit=9&{query}")
    assert (status, [one["id"] for one in said["books"]]) == (200, keys)


async def test_records_in_them_are_what_they_name_by_then() -> None:
    app = mock()
    await app.ask("PUT", "/tags/t-red", {"name": "Crimson"})
    _, said = await app.ask("GET", "/books?limit=9&status=lent")
    assert said == told(books(name="Crimson"), "lent")


async def test_another_parameter_is_left_to_the_recording() -> None:
    features = {str(one.document["id"]): one.document for one in mock().draft.features}
    assert "query.all(name, name in ['limit', 'sort', 'status'])" in features["books.list.api"]["on"]["where"]


async def test_a_list_that_says_something_else_of_its_entities_is_left_to_the_recording() -> None:
    assert not any(one.document["id"] == "books.list.api" for one in mock(extra={"pages": 7}).draft.features)
