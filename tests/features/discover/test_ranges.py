"""Cells of spreadsheets, asked for and written by ranges."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

Rows = list[list[Any]]
CELLS = "/v4/books/9/values"
START: Rows = [["Plant", "Pots"], ["Fern", "3"], ["Moss", "5"]]


def shown(name: str, rows: Rows) -> dict[str, Any]:
    return {"range": name, "major": "ROWS", **({"values": rows} if rows else {})}


def told(name: str, rows: int, columns: int, cells: int) -> dict[str, Any]:
    return {"updatedRange": name, "updatedRows": rows, "updatedColumns": columns, "updatedCells": cells}


def tour() -> list[tuple[Any, ...]]:
    changed = [*START[:2], ["Moss", "6"]]
    longer = [*changed, ["Reed", "2"]]
    several = {"data": [{"range": "Beds!A2", "values": [["Ferns"]]}, {"range": "Beds!B2:B3", "values": [[4], [7]]}]}
    done = {"total": 3, "responses": [told("Beds!A2", 1, 1, 1), told("Beds!B2:B3", 2, 1, 2)]}
    return [
        ("GET", f"{CELLS}/Beds!A1:D9", None, 200, shown("Beds!A1:D9", START)),
        ("PUT", f"{CELLS}/Beds!B3", {"range": "Beds!B3", "values": [[6]]}, 200, told("Beds!B3", 1, 1, 1)),
        ("GET", f"{CELLS}/Beds!A1:D9", None, 200, shown("Beds!A1:D9", changed)),
        ("POST", f"{CELLS}/Beds!A1:B1:append", {"values": [["Reed", 2]]}, 200,
         {"tableRange": "Beds!A1:B3", "updates": told("Beds!A4:B4", 1, 2, 2)}),
        ("GET", f"{CELLS}/Beds!A3:B9", None, 200, shown("Beds!A3:B9", longer[2:])),
        ("POST", f"{CELLS}:batchUpdate", several, 200, done),
        ("GET", f"{CELLS}:batchGet?ranges=Beds!A1:A2&ranges=Beds!B3", None, 200,
         {"valueRanges": [shown("Beds!A1:A2", [["Plant"], ["Ferns"]]), shown("Beds!B3", [["7"]])]}),
        ("POST", f"{CELLS}/Beds!B2:clear", {}, 200, {"clearedRange": "Beds!B2"}),
        ("GET", f"{CELLS}/Beds!B2:C2", None, 200, shown("Beds!B2:C2", [])),
        ("GET", f"{CELLS}/Nowhere!A1", None, 400, {"error": "Unable to parse range: Nowhere!A1"}),
    ]  # fmt: skip


async def test_what_is_written_in_one_range_is_read_in_another() -> None:
    mock = Mock(*tour())
    assert mock.draft.seed["cells"] == {"Beds": START}
    assert await mock.ask("PUT", f"{CELLS}/Beds!A2:B2", {"values": [["Sage", 1]]}) == (200, told("Beds!A2:B2", 1, 2, 2))
    assert await mock.ask("GET", f"{CELLS}/Beds!A1:D2") == (200, shown("Beds!A1:D2", [START[0], ["Sage", "1"]]))
    added = {"tableRange": "Beds!A1:B3", "updates": told("Beds!A4:B5", 2, 2, 3)}
    sent = {"values": [["Iris"], ["Rush", "9"]]}
    assert await mock.ask("POST", f"{CELLS}/Beds!A1:B1:append", sent) == (200, added)
    assert await mock.ask("GET", f"{CELLS}/Beds!A4:B20") == (200, shown("Beds!A4:B20", [["Iris"], ["Rush", "9"]]))
    sent = {"data": [{"range": "Beds!C1:C2", "values": [["Sun"], ["yes"]]}, {"range": "Beds!A3", "values": [["Ivy"]]}]}
    answer = {"total": 3, "responses": [told("Beds!C1:C2", 2, 1, 2), told("Beds!A3", 1, 1, 1)]}
    assert await mock.ask("POST", f"{CELLS}:batchUpdate", sent) == (200, answer)
    read = f"{CELLS}:batchGet?ranges=Beds!C1:C3&ranges=Beds!A3:A4"
    both = [shown("Beds!C1:C3", [["Sun"], ["yes"]]), shown("Beds!A3:A4", [["Ivy"], ["Iris"]])]
    assert await mock.ask("GET", read) == (200, {"valueRanges": both})
    assert await mock.ask("POST", f"{CELLS}/Beds!A1:C1:clear", {}) == (200, {"clearedRange": "Beds!A1:C1"})
    assert await mock.ask("GET", f"{CELLS}/Beds!A1:B1") == (200, shown("Beds!A1:B1", []))


async def test_a_sheet_that_is_not_there_is_refused_in_the_recorded_words() -> None:
    assert await Mock(*tour()).ask("GET", f"{CELLS}/Else!B2:C3") == (
        400,
        {"error": "Unable to parse range: Else!B2:C3"},
    )


def test_reads_that_writes_do_not_explain_are_left_to_the_recording() -> None:
    dialogue = tour()
    dialogue[2] = (*dialogue[2][:4], shown("Beds!A1:D9", [*START[:2], ["Moss", "60"]]))
    assert "cells" not in draft_of(*dialogue).seed
