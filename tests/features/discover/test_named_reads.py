"""Reads of what is kept under names that a page makes up."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

NONE = {"message": "Not found", "value": None}


def kept(name: str, answer: Any = NONE) -> tuple[Any, ...]:
    return "GET", f"/api/kept/{name}", None, 200, answer


async def test_what_was_never_there_is_not_there_under_other_names() -> None:
    app = Mock(kept("list"), kept("form-boats-17"), kept("form-crews-3"))
    assert await app.ask("GET", "/api/kept/form-boats-18") == (200, NONE)
    assert await app.ask("GET", "/api/kept/form-ports-1") == (200, NONE)


async def test_nothing_is_known_of_others_where_one_says_more() -> None:
    app = Mock(
        kept("list"), kept("form-boats-17"), kept("form-crews-3"), kept("form-crews-4", {"value": {"wide": True}})
    )
    assert not [one for one in app.draft.features if one.document["on"]["request"].endswith("/kept/*")]


async def test_words_without_numbers_are_no_names() -> None:
    app = Mock(kept("list"), kept("menu"), kept("theme"))
    assert not [one for one in app.draft.features if one.document["on"]["request"].endswith("/kept/*")]
