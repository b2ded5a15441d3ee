"""Page counts and addresses of pages beside lists, also of requests that say no limit."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.mock import Mock

BOOKS: list[dict[str, Any]] = [{"id": number, "title": f"Book {number}"} for number in range(1, 15)]


def whole(*books: dict[str, Any]) -> dict[str, Any]:
    return {"items": [*books], "total": len(books), "pages": 1, "last_page": 1, "next": None, "last": True}


def paged(books: list[dict[str, Any]], asked: str, page: int, limit: int) -> dict[str, Any]:
    pages = -(-len(books) // limit)
    shown = books[(page - 1) * limit : page * limit]
    following = f"{ORIGIN}/books?{asked.replace(f'page={page}', f'page={page + 1}')}" if page < pages else None
    return {"items": shown, "total": len(books), "pages": pages, "last_page": pages, "next": following,
            "last": page == pages}  # fmt: skip


def listed(books: list[dict[str, Any]], page: int, limit: int) -> tuple[Any, ...]:
    asked = f"page={page}&limit={limit}"
    return "GET", f"/books?{asked}", None, 200, paged(books, asked, page, limit)


async def test_without_a_limit_there_is_one_page() -> None:
    new = {"id": 15, "title": "Kites"}
    mock = Mock(
        ("GET", "/books", None, 200, whole(*BOOKS)),
        listed(BOOKS, 1, 10),
        listed(BOOKS, 2, 10),
        ("POST", "/books", {"title": "Kites"}, 201, new),
        ("GET", "/books", None, 200, whole(*BOOKS, new)),
        ("DELETE", "/books/15", None, 204, None),
    )
    for method, path, _, _, answer in (listed(BOOKS, 1, 10), listed(BOOKS, 2, 10), listed(BOOKS, 3, 5)):
        assert await mock.ask(method, path) == (200, answer)
    assert await mock.ask("GET", "/books") == (200, whole(*BOOKS))
    assert (await mock.ask("DELETE", "/books/3"))[0] == 204
    assert await mock.ask("GET", "/books") == (200, whole(*BOOKS[:2], *BOOKS[3:]))


async def test_without_a_limit_pages_are_as_long_as_they_were() -> None:
    def plain(page: int, books: list[dict[str, Any]] = BOOKS) -> dict[str, Any]:
        return {name: value for name, value in paged(books, "", page, 5).items() if name != "next"}

    mock = Mock(
        (
            "GET",
            "/books?page=1&limit=20",
            None,
            200,
            {**plain(1), "items": BOOKS, "pages": 1, "last_page": 1, "last": True},
        ),
        ("GET", "/books?page=1", None, 200, plain(1)),
        ("GET", "/books?page=2", None, 200, plain(2)),
        ("DELETE", "/books/14", None, 204, None),
    )
    assert (await mock.ask("DELETE", "/books/3"))[0] == 204
    _, said = await mock.ask("GET", "/books?page=2")
    assert said["pages"] == 3
    assert said["items"] == BOOKS[6:11]
