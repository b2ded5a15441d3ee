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


KEYS = tuple(f"k{number}v9x0a7b1m2n4p5r6" for number in range(1, 5))


def document(number: int, title: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "documentId": KEYS[number - 1], "title": title, **more}


@pytest.mark.parametrize("same", [True, False])
async def test_a_list_to_choose_from_shows_what_other_addresses_name_by_another_key(*, same: bool) -> None:
    def chosen(books: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What a form offers: the same books, or notes of which each belongs to one."""
        return [{"id": one["id"] + (0 if same else 40), "documentId": one["documentId"], "title": one["title"],
                 "at": 3} for one in books]  # fmt: skip

    books = [document(n, title, pages=n * 10, shelf="back", notes="") for n, title in enumerate(TITLES, 1)]
    new = document(4, "Kites", pages=4, shelf="front", notes="new")
    mock = Mock(
        ("GET", "/books", None, 200, books),
        ("GET", f"/books/{KEYS[0]}", None, 200, books[0]),
        ("GET", "/offers", None, 200, chosen(books)),
        ("POST", "/books", {"title": "Kites", "pages": 4, "shelf": "front", "notes": "new"}, 201, new),
        ("GET", f"/books/{KEYS[3]}", None, 200, new),
        ("GET", "/books", None, 200, [*books, new]),
    )
    await mock.ask("PATCH", f"/books/{KEYS[1]}", {"title": "Glasses"})
    told = {one["documentId"]: one["title"] for one in (await mock.ask("GET", "/offers"))[1]}
    assert told[KEYS[1]] == ("Glasses" if same else "Glass")
