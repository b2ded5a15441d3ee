"""Lists that are what a field of the entity in the address holds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

AUTHORS = [{"id": n, "name": name} for n, name in ((1, "Ann"), (2, "Bo"), (3, "Cy"))]


@pytest.mark.parametrize("many", [False, True])
async def test_they_show_the_records_in_it(*, many: bool) -> None:
    def field(*authors: dict[str, Any]) -> Any:
        return {"authors": list(authors)} if many else {"author": authors[0] if authors else None}

    last = "authors" if many else "author"
    books = [{"id": 11, "title": "Ash", **field(AUTHORS[2])}, {"id": 12, "title": "Elm", **field(AUTHORS[0])},
             {"id": 13, "title": "Yew", **field()}]  # fmt: skip
    mock = Mock(
        ("GET", "/authors", None, 200, {"rows": AUTHORS}),
        ("GET", "/books", None, 200, {"rows": books}),
        ("GET", f"/books/11/{last}?size=5", None, 200, {"rows": [AUTHORS[2]]}),
        ("GET", f"/books/13/{last}?size=5", None, 200, {"rows": []}),
        ("PATCH", "/books/13", {"title": "Yews"}, 200, {**books[2], "title": "Yews"}),
        ("PATCH", "/authors/2", {"name": "Bob"}, 200, {"id": 2, "name": "Bob"}),
    )
    for key, shown in ((12, [AUTHORS[0]]), (11, [AUTHORS[2]]), (13, [])):
        assert await mock.ask("GET", f"/books/{key}/{last}?size=5") == (200, {"rows": shown})
    await mock.ask("PATCH", "/authors/1", {"name": "Anna"})
    assert await mock.ask("GET", f"/books/12/{last}?size=5") == (200, {"rows": [{"id": 1, "name": "Anna"}]})


async def test_what_it_does_not_explain_is_not_told_by_it() -> None:
    books = [{"id": 11, "title": "Ash", "author": AUTHORS[2]}]
    mock = Mock(
        ("GET", "/authors", None, 200, {"rows": AUTHORS}),
        ("GET", "/books", None, 200, {"rows": books}),
        ("GET", "/books/11/author", None, 200, {"rows": AUTHORS[:2]}),
        ("PATCH", "/authors/2", {"name": "Bob"}, 200, {"id": 2, "name": "Bob"}),
    )
    listed = [one.listing for one in mock.draft.features if one.listing is not None]
    assert not any(one.also for one in listed)
