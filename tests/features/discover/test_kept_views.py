"""Lists that are asked for by the key of a record that keeps their filter and order."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
NAMES = ("Harbour light", "Old market", "Harbour wall", "Mill", "Lake harbour")
ROWS = [{"id": n, "data": {"text": name}, "place": 9 - n, "desk": 1} for n, name in enumerate(NAMES, 1)]


def view(*items: Row, order: str = "") -> Row:
    data = {"title": "Mine", "filters": {"conjunction": "and", "items": [*items]}}
    return {"id": 1, "data": data | ({"ordering": [order]} if order else {}), "desk": 1}


def has(word: str, field: str = "data.text", how: str = "contains") -> Row:
    return {"filter": f"filter:rows:{field}", "operator": how, "value": word, "type": "String"}


def listed(rows: list[Row]) -> Row:
    return {"total": len(rows), "rows": rows}


LIST = "/api/rows?desk=1&view=1&page=1&size=20"


def dialogue(*more: tuple[Any, ...]) -> Mock:
    by_place = sorted(ROWS, key=lambda one: int(str(one["place"])))
    harbour = [one for one in by_place if "harbour" in NAMES[int(str(one["id"])) - 1].lower()]
    return Mock(
        ("GET", "/api/views?desk=1", None, 200, []),
        ("POST", "/api/views", {"data": view()["data"], "desk": 1}, 201, view()),
        ("GET", LIST, None, 200, listed(ROWS)),
        ("PATCH", "/api/views/1", {"data": view(order="rows:place")["data"]}, 200, view(order="rows:place")),
        ("GET", LIST, None, 200, listed(by_place)),
        ("PATCH", "/api/views/1", {"data": view(has("harbour"), order="rows:place")["data"]}, 200,
         view(has("harbour"), order="rows:place")),
        ("GET", LIST, None, 200, listed(harbour)),
        ("GET", "/api/views?desk=1", None, 200, [view(has("harbour"), order="rows:place")]),
        *more,
        ("PATCH", "/api/rows/2", {"data": {"text": "Old market hall"}}, 200,
         {**ROWS[1], "data": {"text": "Old market hall"}}),
    )  # fmt: skip


async def keys(mock: Mock, *items: Row, order: str = "") -> list[int]:
    await mock.ask("POST", "/api/views", {"data": view()["data"], "desk": 1})
    assert (await mock.ask("PATCH", "/api/views/1", {"data": view(*items, order=order)["data"]}))[0] == 200
    answer = (await mock.ask("GET", LIST))[1]
    assert answer["total"] == len(answer["rows"])
    return [one["id"] for one in answer["rows"]]


async def test_the_list_is_as_the_record_says_by_then() -> None:
    mock = dialogue()
    assert await keys(mock) == [1, 2, 3, 4, 5]
    assert await keys(mock, order="rows:place") == [5, 4, 3, 2, 1]
    assert await keys(mock, has("m"), order="-rows:place") == [2, 4]


async def test_other_fields_and_comparisons_are_understood() -> None:
    mock = dialogue()
    assert await keys(mock, has("6", "place", "greater"), has("harbour")) == [1]
    assert await keys(mock, has("7", "place", "equal")) == [2]


async def test_what_does_not_fit_what_was_shown_is_no_filter() -> None:
    more = (
        ("PATCH", "/api/views/1", {"data": view(has("mill"))["data"]}, 200, view(has("mill"))),
        ("GET", LIST, None, 200, listed(ROWS)),
    )
    mock = dialogue(*more)
    assert await keys(mock, has("market")) == [1, 2, 3, 4, 5]
