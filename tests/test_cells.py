"""Ranges of cells as spreadsheets write them."""

from __future__ import annotations

import pytest

from awe_author.cells import (
    NoRange,
    appended_area,
    area_of,
    clear,
    is_range,
    read,
    table,
    write,
    written_area,
)

BOOK = {"Hours": [["Name", "Team"], ["Ada", "Design"], ["Ben", ""]], "Notes": []}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hours!A1", "Hours!A1"),
        ("Hours!b2:$C$4", "Hours!B2:C4"),
        ("Hours!A2:D", "Hours!A2:D1000"),
        ("Hours!A:AB", "Hours!A1:AB1000"),
        ("'Year 2025'!A1:A1", "'Year 2025'!A1"),
        ("'It''s'!Z9", "'It''s'!Z9"),
    ],
)
def test_ranges_are_written_in_full(text: str, name: str) -> None:
    assert area_of(text).name == name


@pytest.mark.parametrize(
    "text", ["", "Hours", "A1", "Hours!1", "Hours!B2:A1", "Hours!A5:A2", "Hours!A1:B2:append", "x:y!A1"]
)
def test_other_texts_name_no_cells(text: str) -> None:
    assert not is_range(text)


def test_what_is_empty_at_the_end_is_left_out() -> None:
    assert read(BOOK, area_of("Hours!A1:D20")) == [["Name", "Team"], ["Ada", "Design"], ["Ben"]]
    assert read(BOOK, area_of("Hours!B2:C9")) == [["Design"]]
    assert read(BOOK, area_of("Else!A1")) == []


def test_rows_are_written_below_and_cleared_and_the_book_stays() -> None:
    made = write(BOOK, area_of("Hours!B5"), [["x", None], [1]])
    assert read(made, area_of("Hours!A4:C9")) == [[], ["", "x"], ["", 1]]
    assert appended_area(BOOK, area_of("Hours!A1:B1"), [["Cy", "Build"]]).name == "Hours!A4:B4"
    assert appended_area(BOOK, area_of("Notes!A1"), [["Cy"]]).name == "Notes!A1"
    assert table(BOOK, area_of("Hours!A1")).name == "Hours!A1:B3"
    assert read(clear(BOOK, area_of("Hours!A1:A9")), area_of("Hours!A1:B9")) == [["", "Team"], ["", "Design"]]
    assert BOOK["Hours"][2] == ["Ben", ""]
    assert written_area(area_of("Hours!C3:D9"), [["a"], ["b", "c"]]).name == "Hours!C3:D4"


def test_what_is_too_far_away_is_not_written() -> None:
    with pytest.raises(NoRange):
        write(BOOK, area_of("Hours!A9999999"), [["x"]])
