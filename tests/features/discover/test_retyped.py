"""Numbers and truths that requests send as texts are kept as what lists show."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock


def book(key: int, pages: Any, rare: Any = False) -> dict[str, Any]:
    return {"id": key, "title": f"Book {key}", "pages": pages, "rare": rare}


BOOKS = [book(1, 300), book(2, 90), book(3, 1000, True)]
MADE = {"title": "Book 4", "pages": "210", "rare": "true"}
CHANGED = {"title": "Book 2", "pages": "95", "rare": "false"}
DIALOGUE: tuple[tuple[Any, ...], ...] = (
    ("GET", "/books", None, 200, BOOKS),
    ("GET", "/books?sort=pages", None, 200, [BOOKS[1], BOOKS[0], BOOKS[2]]),
    ("POST", "/books", MADE, 201, {"id": 4, **MADE}),
    ("GET", "/books", None, 200, [*BOOKS, book(4, 210, True)]),
    ("PATCH", "/books/2", CHANGED, 200, {"id": 2, **CHANGED}),
    ("GET", "/books", None, 200, [BOOKS[0], book(2, 95), BOOKS[2], book(4, 210, True)]),
)


async def test_they_are_sorted_among_the_others_and_shown_as_numbers() -> None:
    mock = Mock(*DIALOGUE)
    assert (await mock.ask("POST", "/books", {"title": "Book 4", "pages": "99", "rare": "false"}))[0] == 201
    await mock.ask("PATCH", "/books/1", {"title": "Book 1", "pages": "20", "rare": "true"})
    _, shown = await mock.ask("GET", "/books?sort=pages")
    assert [(one["id"], one["pages"], one["rare"]) for one in shown] == [
        (1, 20, True),
        (2, 90, False),
        (4, 99, False),
        (3, 1000, True),
    ]
    assert mock.replay.session.log.of("feature_fault") == []


async def test_the_answer_to_the_write_says_it_in_the_form_that_it_had() -> None:
    _, made = await Mock(*DIALOGUE).ask("POST", "/books", {"title": "Tea", "pages": "77", "rare": "false"})
    assert (made["pages"], made["rare"]) == ("77", "false")


async def test_a_text_that_is_no_number_stays_what_it_is() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("PATCH", "/books/1", {"pages": "many", "rare": "perhaps"})
    assert (await mock.ask("GET", "/books"))[1][0]["pages"] == "many"


@pytest.mark.parametrize(
    ("sent", "shown", "becomes"),
    [
        ("12", 12, {"number"}),
        ("1.5", 1.5, {"number"}),
        ("-3", -3, {"number"}),
        ("true", True, {"truth"}),
        ("12", "12", None),
        ("12", 13, None),
        ("on", True, None),
        ("1", True, None),
        ("", None, None),
        ("a", None, None),
    ],
)
def test_only_what_came_back_as_it_was_sent_is_told(sent: str, shown: Any, becomes: set[str] | None) -> None:
    draft = draft_of(
        ("GET", "/notes", None, 200, [{"id": 1, "n": None, "t": "a"}, {"id": 2, "n": None, "t": "b"}]),
        ("PATCH", "/notes/1", {"n": sent}, 200, {"ok": True}),
        ("GET", "/notes", None, 200, [{"id": 1, "n": shown, "t": "a"}, {"id": 2, "n": None, "t": "b"}]),
    )
    assert [part.retyped.get("n") for part in draft.parts] == [becomes]


async def test_an_emptied_field_is_nothing_where_that_was_seen() -> None:
    others = [{"id": 2, "n": 5}, {"id": 3, "n": 7.5}]
    dialogue = [
        ("GET", "/notes", None, 200, [{"id": 1, "n": 4}, *others]),
        ("PATCH", "/notes/1", {"n": "12"}, 200, {"ok": True}),
        ("GET", "/notes", None, 200, [{"id": 1, "n": 12}, *others]),
        ("PATCH", "/notes/1", {"n": ""}, 200, {"ok": True}),
        ("GET", "/notes", None, 200, [{"id": 1, "n": None}, *others]),
    ]
    mock = Mock(*dialogue)
    await mock.ask("PATCH", "/notes/2", {"n": ""})
    await mock.ask("PATCH", "/notes/3", {"n": "0.5"})
    assert [one["n"] for one in (await mock.ask("GET", "/notes"))[1]] == [4, None, 0.5]


async def test_a_field_that_was_never_empty_can_be_cleared_and_lists_go_on_telling_the_state() -> None:
    notes = [{"id": key, "due": f"2025-0{month}-01", "n": 5} for key, month in ((1, 4), (2, 2), (3, 6))]
    later = {**notes[0], "due": "2025-07-01"}
    mock = Mock(
        ("GET", "/notes", None, 200, notes),
        ("GET", "/notes?sort=due", None, 200, [notes[1], notes[0], notes[2]]),
        ("PATCH", "/notes/1", {"due": "2025-07-01"}, 200, later),
        ("GET", "/notes", None, 200, [later, *notes[1:]]),
    )
    status, changed = await mock.ask("PATCH", "/notes/3", {"due": None})
    assert (status, changed) == (200, {"id": 3, "due": None, "n": 5})
    assert (await mock.ask("GET", "/notes"))[1] == [*notes[:2], changed]
    assert {one["id"] for one in (await mock.ask("GET", "/notes?sort=due"))[1]} == {1, 2, 3}
    assert mock.replay.session.log.of("feature_fault") == []


async def test_a_number_that_nothing_had_before_a_form_sent_it_as_a_text_may_be_kept() -> None:
    def line(key: int, limit: int | None) -> dict[str, Any]:
        return {"id": key, "name": f"Line {key}", "limit": limit}

    mock = Mock(
        ("GET", "/lines", None, 200, [line(1, None), line(2, None)]),
        ("PUT", "/lines/1", {**line(1, None), "limit": "120"}, 200, line(1, 120)),
        ("GET", "/lines", None, 200, [line(1, 120), line(2, None)]),
    )
    status, _ = await mock.ask("PUT", "/lines/2", {**line(2, None), "limit": "40"})
    assert status == 200
    assert [one["limit"] for one in (await mock.ask("GET", "/lines"))[1]] == [None, 40]
