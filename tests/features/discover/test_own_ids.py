"""Entities with an `id`, and fields of the app's own called `app_id`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

TITLES = ("Old Ports", "Glass", "Ferns")


def by_id(number: int, title: str) -> dict[str, Any]:
    return {"id": number, "app_id": 70 - number, "title": title}


def by_code(number: int, title: str) -> dict[str, Any]:
    return {"id": 100 + number, "bookId": f"bk{number}znrlzntu9ei5onj", "app_id": 70 - number, "title": title}


def plain_code(number: int, title: str) -> dict[str, Any]:
    return {name: value for name, value in by_code(number, title).items() if name != "app_id"}


@pytest.mark.parametrize("row", [by_id, by_code, plain_code])
async def test_ids_and_fields_called_app_id_stay_apart(row: Any) -> None:
    books = [row(number, title) for number, title in enumerate(TITLES, 1)]
    new, changed = row(4, "Kites"), row(2, "Glass Road")
    at = "/books/{}".format
    keys = [one.get("bookId", one["id"]) for one in [*books, new]]
    mock = Mock(
        ("GET", "/books?sort=id", None, 200, books),
        ("GET", "/books?sort=-id", None, 200, books[::-1]),
        ("GET", at(keys[0]), None, 200, books[0]),
        ("GET", at(keys[1]), None, 200, books[1]),
        ("POST", "/books", {name: value for name, value in new.items() if name not in ("id", "bookId")}, 201, new),
        ("GET", "/books?sort=id", None, 200, [*books, new]),
        ("PATCH", at(keys[1]), {"title": "Glass Road"}, 200, changed),
        ("GET", at(keys[1]), None, 200, changed),
        ("DELETE", at(keys[3]), None, 204, None),
        ("GET", "/books?sort=id", None, 200, [books[0], changed, books[2]]),
    )
    assert await mock.ask("GET", "/books?sort=-id") == (200, books[::-1])
    assert await mock.ask("GET", at(keys[2])) == (200, books[2])
    said = {**books[0], "title": "New Ports"}
    assert await mock.ask("PATCH", at(keys[0]), {"title": "New Ports"}) == (200, said)
    assert await mock.ask("GET", "/books?sort=id") == (200, [said, *books[1:]])
