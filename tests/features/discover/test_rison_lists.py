"""Lists that are asked for by one parameter in Rison, with a comparison of the app's own: `opr:title_or_code`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

TITLES = ["Returns", "Team goals", "Sales", "Pricing", "Stores", "Targets"]


def board(number: int, **changed: Any) -> dict[str, Any]:
    return {"id": number, "title": TITLES[number - 1], "draft": number % 2 == 0, **changed}


def asks(column: str = "id", way: str = "asc", page: int = 0, word: str = "") -> str:
    filters = f"filters:!((col:title,opr:title_or_code,value:{word}))," if word else ""
    return f"/api/board/?q=({filters}order_column:{column},order_direction:{way},page:{page},page_size:3)"


def listed(*numbers: int, count: int = 6) -> dict[str, Any]:
    return {"result": [board(number) for number in numbers], "count": count}


def dialogue() -> list[tuple[Any, ...]]:
    return [
        ("GET", asks(), None, 200, listed(1, 2, 3)),
        ("GET", asks(page=1), None, 200, listed(4, 5, 6)),
        ("GET", asks("title", "desc"), None, 200, listed(2, 6, 5)),
        ("GET", asks(word="go"), None, 200, listed(2, count=1)),
        ("PUT", "/api/board/3", {"title": "Sales now"}, 200, {"id": 3, "result": {"title": "Sales now"}}),
        ("GET", asks(), None, 200, {"result": [board(1), board(2), board(3, title="Sales now")], "count": 6}),
        ("DELETE", "/api/board/?q=!(1,2)", None, 200, {"message": "Deleted 2 boards"}),
        ("GET", asks(), None, 200, {"result": [board(3, title="Sales now"), board(4), board(5)], "count": 4}),
    ]


async def titles(mock: Mock, path: str) -> list[str]:
    return [one["title"] for one in (await mock.ask("GET", path))[1]["result"]]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (asks("title", "asc"), ["Pricing", "Returns", "Sales"]),
        (asks("title", "desc", 1), ["Sales", "Returns", "Pricing"]),
        (asks(word="r"), ["Returns", "Pricing", "Stores"]),
        (asks("title", "asc", word="tar"), ["Targets"]),
    ],
)
async def test_order_page_and_filters_are_read(path: str, expected: list[str]) -> None:
    assert await titles(Mock(*dialogue()), path) == expected


async def test_several_are_deleted_that_a_list_names() -> None:
    mock = Mock(*dialogue())
    assert (await mock.ask("DELETE", "/api/board/?q=!(3,5)"))[0] == 200
    assert await titles(mock, asks()) == ["Returns", "Team goals", "Pricing"]
