"""Fields that one address shows as a record and another as no more than how many there are."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

ANN, BO = {"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}


def book(number: int, title: str, author: Any) -> dict[str, Any]:
    return {"id": number, "title": title, "author": author}


BOOKS = [book(1, "Ash", ANN), book(2, "Elm", BO), book(3, "Yew", ANN)]


async def test_the_record_is_kept_and_the_number_is_not_shown_for_it() -> None:
    opened = [book(one["id"], one["title"], {"count": 1}) for one in BOOKS]
    new = book(4, "Oak", {"count": 0})
    mock = Mock(
        ("GET", "/books", None, 200, BOOKS),
        ("GET", "/books/1", None, 200, opened[0]),
        ("PUT", "/books/1", {"title": "Ashes"}, 200, {**opened[0], "title": "Ashes"}),
        ("POST", "/books", {"title": "Oak"}, 201, new),
        ("GET", "/books/4", None, 200, new),
        ("GET", "/books", None, 200, [{**BOOKS[0], "title": "Ashes"}, *BOOKS[1:], book(4, "Oak", None)]),
    )
    assert (await mock.ask("PUT", "/books/2", {"title": "Elms"}))[1] == {**opened[1], "title": "Elms"}
    await mock.ask("POST", "/books", {"title": "Fir"})
    shown = (await mock.ask("GET", "/books"))[1]
    assert shown == [BOOKS[0], {**BOOKS[1], "title": "Elms"}, BOOKS[2], book(4, "Fir", None)]
    assert (await mock.ask("GET", "/books/2"))[1] == {**opened[1], "title": "Elms"}
