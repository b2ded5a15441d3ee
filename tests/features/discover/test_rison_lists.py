"""Lists that are asked for by one parameter in Rison, with a comparison of the app's own: `opr:title_or_code`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from awe_author.features.discover.exchanges.calls import asides_of, call_of, not_data
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.instead import sorted_instead
from tests.features.discover.exchanges import exchange
from tests.features.discover.mock import Mock

TITLES = ["Returns", "Team goals", "Sales", "Pricing", "Stores", "Targets"]


def board(number: int, **changed: Any) -> dict[str, Any]:
    return {"id": number, "title": TITLES[number - 1], "draft": number % 2 == 0, **changed}


def asks(column: str = "id", way: str = "asc", page: int = 0, word: str = "") -> str:
    filters = f"filters:!((col:title,opr:title_or_code,value:{word}))," if word else ""
    return f"/api/board/?q=({filters}order_column:{column},order_direction:{way},page:{page},page_size:3)"


def listed(*numbers: int, count: int = 6) -> dict[str, Any]:
    return {"result": [board(number) for number in numbers], "ids": [*numbers], "count": count}


def stars(*numbers: int) -> tuple[Any, ...]:
    told = [{"id": number, "starred": False} for number in numbers]
    return "GET", f"/api/board/stars/?q=!({','.join(map(str, numbers))})", None, 200, {"result": told}


def dialogue() -> list[tuple[Any, ...]]:
    return [
        ("GET", asks(), None, 200, listed(1, 2, 3)),
        ("GET", asks(page=1), None, 200, listed(4, 5, 6)),
        ("GET", asks("title", "desc"), None, 200, listed(2, 6, 5)),
        ("GET", asks(word="go"), None, 200, listed(2, count=1)),
        ("PUT", "/api/board/3", {"title": "Sales now"}, 200, {"id": 3, "result": {"title": "Sales now"}}),
        ("GET", asks(), None, 200, {**listed(1, 2, 3), "result": [board(1), board(2), board(3, title="Sales now")]}),
        stars(1, 2, 3),
        stars(4, 5),
        ("POST", "/api/board/", {"title": "Plans", "draft": True}, 201, {"id": 7, "result": {"title": "Plans"}}),
        (
            "GET",
            "/api/board/7",
            None,
            200,
            {"id": 7, "result": board(3, id=7, title="Plans", draft=True), "help": "Boards"},
        ),
        (
            "GET",
            asks(page=2),
            None,
            200,
            {"result": [board(3, id=7, title="Plans", draft=True)], "ids": [7], "count": 7},
        ),
        ("DELETE", "/api/board/?q=!(1,2)", None, 200, {"message": "Deleted 2 boards"}),
        (
            "GET",
            asks(),
            None,
            200,
            {**listed(3, 4, 5, count=5), "result": [board(3, title="Sales now"), board(4), board(5)]},
        ),
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


async def test_keys_beside_a_list_are_those_of_what_it_shows() -> None:
    assert (await Mock(*dialogue()).ask("GET", asks("title", "desc", 1)))[1]["ids"] == [3, 1, 4]


async def test_what_is_said_of_each_key_in_a_list_is_said_of_others() -> None:
    told = (await Mock(*dialogue()).ask("GET", "/api/board/stars/?q=!(6,2)"))[1]["result"]
    assert told == [{"id": 6, "starred": False}, {"id": 2, "starred": False}]


async def test_answers_that_hold_what_was_sent_beside_its_key() -> None:
    mock = Mock(*dialogue())
    changed = (await mock.ask("PUT", "/api/board/5", {"title": "Shops"}))[1]
    assert changed == {"id": 5, "result": {"title": "Shops"}}
    made = (await mock.ask("POST", "/api/board/", {"title": "Goals", "draft": False}))[1]
    assert made["result"] == {"title": "Goals"}
    opened = (await mock.ask("GET", f"/api/board/{made['id']}"))[1]
    assert opened == {
        "id": made["id"],
        "result": {"id": made["id"], "title": "Goals", "draft": False},
        "help": "Boards",
    }


def test_what_scripts_send_without_reading_the_answer_creates_nothing() -> None:
    beacon = exchange(90, "POST", "/seen", "what=open", 200)
    blind = replace(beacon, request_headers=[*beacon.request_headers, ("Sec-Fetch-Mode", "no-cors")])
    assert (not_data(beacon), not_data(blind)) == ("", "telemetry")
    words = replace(blind, headers=[("Content-Type", "text/html")], body=b"1")
    page = replace(words, body=b"<!doctype html><html><body>Sign in</body></html>")
    own = call_of(exchange(1, "GET", "/form", None, 200))
    assert [len(asides_of([one], [own])) for one in (blind, words, page)] == [1, 1, 0]
    assert asides_of([replace(words, url="https://counting.test/seen")], [own]) == []


def worded(*numbers: int, ago: str = "2 minutes ago") -> dict[str, Any]:
    told = [board(number, changed=ago) for number in numbers]
    return {"result": told, "ids": [*numbers], "count": len(numbers)}


async def test_sorts_by_times_in_words_go_by_what_explains_them() -> None:
    def asked(way: str) -> str:
        return f"/api/board/?q=(order_column:changed,order_direction:{way},page:0,page_size:9)"

    mock = Mock(
        ("GET", asked("desc"), None, 200, worded(5, 4, 3, 2, 1)),
        ("GET", asked("desc"), None, 200, worded(5, 4, 3, 2, 1, ago="3 minutes ago")),
        ("PUT", "/api/board/4", {"title": "Prices"}, 200, {"id": 4, "result": {"title": "Prices"}}),
        ("DELETE", "/api/board/?q=!(2)", None, 200, {"message": "Deleted"}),
        ("GET", asks(), None, 200, listed(1, 3, 5, count=4)),
    )
    assert (await mock.ask("GET", asked("desc")))[1]["ids"] == [5, 4, 3, 2, 1]
    assert (await mock.ask("GET", asked("asc")))[1]["ids"] == [1, 2, 3, 4, 5]


WAYS = [("ascending", "0", True), ("ascending", "desc", True), ("ascending", "1", False), ("order", "desc", True),
        ("order", "asc", False)]  # fmt: skip


@pytest.mark.parametrize(("name", "said", "down"), WAYS)
def test_which_way_an_order_by_spans_goes(name: str, said: str, down: bool) -> None:
    ages = ("2 hours ago", "10 minutes ago", "9 minutes ago")
    rows = [
        {"id": key, "age": age, "at": f"2025-03-0{n}"} for n, (key, age) in enumerate(zip("759", ages, strict=True))
    ]
    call = call_of(exchange(1, "GET", f"/notes?by=age&{name}={said}", None, 200))
    sort = Param("by", "query", "sort", values=["age"])
    direction = Param(name, "query", "direction", up=name == "ascending")
    assert sorted_instead(sort, direction, [(call, rows[::-1] if down else rows)], "id", 9) == {"age": "at"}
