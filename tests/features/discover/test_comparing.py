"""Names of parameters that are made of a comparison and a field."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.common.comparing import beside_field
from tests.features.discover.mock import Mock

FIELDS = {"title", "pages", "min_age", "status"}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("like_title", ("has", "title")),
        ("title_like", ("has", "title")),
        ("pages_gte", (">=", "pages")),
        ("min_pages", (">=", "pages")),
        ("max_pages", ("<=", "pages")),
        ("not_in_status", ("not", "status")),
        ("min_age", None),
        ("likeness_title", None),
        ("like_author", None),
        ("title", None),
        ("min_", None),
    ],
)
def test_a_word_before_or_behind_a_field_says_how_it_is_compared(name: str, told: tuple[str, str] | None) -> None:
    assert beside_field(name, FIELDS) == told


def book(key: int, title: str, pages: int) -> dict[str, Any]:
    return {"id": key, "title": title, "pages": pages}


BOOKS = [book(1, "Old Orchard", 90), book(2, "Road", 200), book(3, "Harbour", 30)]


async def test_lists_are_filtered_so() -> None:
    mock = Mock(
        ("GET", "/books", None, 200, BOOKS),
        ("GET", "/books?like_title=or", None, 200, BOOKS[:1]),
        ("GET", "/books?min_pages=90", None, 200, BOOKS[:2]),
        ("POST", "/books", {"title": "Tea", "pages": 1}, 201, book(4, "Tea", 1)),
        ("GET", "/books", None, 200, [*BOOKS, book(4, "Tea", 1)]),
    )
    for asked, shown in (("like_title=bou", [3]), ("min_pages=100", [2]), ("min_pages=31", [1, 2])):
        assert [one["id"] for one in (await mock.ask("GET", f"/books?{asked}"))[1]] == shown
