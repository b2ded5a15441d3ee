"""Tables that number their columns: DataTables' requests and answers, in its present form and its older one."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from awe_author.features.discover.exchanges.columns import Columns, columns_of
from tests.features.discover.mock import Mock

NAMES = ["Window", "Stairs", "Archive", "Roof", "Cellar", "Yard", "Attic"]
COLUMNS = ["id", "title", "state"]
Row = dict[str, Any]


def rows() -> list[Row]:
    return [
        {"id": number, "title": name, "state": "open" if number % 2 else "closed"}
        for number, name in enumerate(NAMES, 1)
    ]


def new(draw: int, *, column: int = 1, down: bool = False, start: int = 0, search: str = "", state: str = "") -> str:
    asked = [("draw", str(draw))]
    for number, name in enumerate(COLUMNS):
        head = f"columns[{number}]"
        asked += [(f"{head}[data]", name), (f"{head}[name]", ""), (f"{head}[searchable]", "true")]
        asked += [(f"{head}[search][value]", state if name == "state" else ""), (f"{head}[search][regex]", "false")]
    asked += [("order[0][column]", str(column)), ("order[0][dir]", "desc" if down else "asc")]
    asked += [("start", str(start)), ("length", "3"), ("search[value]", search), ("search[regex]", "false")]
    return "/data/places?" + urlencode([*asked, ("_", str(1700000000000 + draw))])


def old(draw: int, *, column: int = 1, down: bool = False, start: int = 0, search: str = "", state: str = "") -> str:
    asked = [("sEcho", str(draw)), ("iColumns", "3"), ("iDisplayStart", str(start)), ("iDisplayLength", "3")]
    for number, name in enumerate(COLUMNS):
        asked += [(f"mDataProp_{number}", name), (f"sSearch_{number}", state if name == "state" else "")]
    asked += [("sSearch", search), ("iSortCol_0", str(column)), ("sSortDir_0", "desc" if down else "asc")]
    return "/data/places?" + urlencode([*asked, ("iSortingCols", "1")])


def answer(there: list[Row], path: str) -> Any:
    """What the server says."""
    asked = dict(parse_qsl(urlsplit(path).query, keep_blank_values=True))
    new = "draw" in asked
    column = asked["order[0][column]" if new else "iSortCol_0"]
    name = asked[f"columns[{column}][data]" if new else f"mDataProp_{column}"]
    words = asked["search[value]" if new else "sSearch"]
    state = asked["columns[2][search][value]" if new else "sSearch_2"]
    found = [one for one in there if words.lower() in one["title"].lower() and state in one["state"]]
    found.sort(key=lambda one: one[name], reverse=asked["order[0][dir]" if new else "sSortDir_0"] == "desc")
    start = int(asked["start" if new else "iDisplayStart"])
    shown = found[start : start + 3]
    if new:
        return {"draw": int(asked["draw"]), "recordsTotal": len(there), "recordsFiltered": len(found), "data": shown}
    return {
        "sEcho": int(asked["sEcho"]), "iTotalRecords": len(there), "iTotalDisplayRecords": len(found), "aaData": shown,
    }  # fmt: skip


def tour(ask: Any) -> tuple[list[tuple[Any, ...]], list[Row]]:
    """What was recorded, and what there is then."""
    there = rows()
    dialogue: list[tuple[Any, ...]] = []

    def get(path: str) -> None:
        dialogue.append(("GET", path, None, 200, answer(there, path)))

    for path in (ask(1), ask(2, start=3), ask(3, start=6), ask(4, search="ar"), ask(5, column=0, down=True)):
        get(path)
    get(ask(6, state="closed"))
    made = {"id": 8, "title": "Gate", "state": "open"}
    there.append(made)
    dialogue.append(("POST", "/data/places/new", {"title": "Gate", "state": "open"}, 201, made))
    get(ask(7))
    return dialogue, there


@pytest.mark.parametrize("ask", [new, old])
def test_other_columns_pages_and_searches(ask: Any) -> None:
    """Any column is sorted by, also one that nobody clicked, and what is counted and repeated is told anew."""
    dialogue, there = tour(ask)
    mock = Mock(*dialogue)

    async def talk() -> None:
        for path in (
            ask(3, column=2, search="a"), ask(9, down=True), ask(10, start=3), ask(11, search="roof"),
            ask(12, search="nowhere"), ask(13, state="open", start=3),
        ):  # fmt: skip
            status, said = await mock.ask("GET", path)
            assert (status, said) == (200, answer(there[:7], path)), path
        status, made = await mock.ask("POST", "/data/places/new", {"title": "Ramp", "state": "closed"})
        there[7] = {"id": made["id"], "title": "Ramp", "state": "closed"}
        for path in (ask(14, search="ra"), ask(15, down=True, start=6)):
            assert (await mock.ask("GET", path))[1] == answer(there, path), path

    asyncio.run(talk())


@pytest.mark.parametrize("query", [
    [("columns[0][data]", "id")],
    [("columns[0][data]", "0"), ("columns[1][data]", "1"), ("order[0][column]", "1")],
    [("item[0][data]", ""), ("item[1][data]", "")],
    [("q", "tea"), ("sort", "title")],
])  # fmt: skip
def test_what_is_no_such_table(query: list[tuple[str, str]]) -> None:
    """One column, columns without names, other parameters: nothing is told of columns."""
    assert columns_of(query) is None


def test_columns_are_named_by_their_numbers() -> None:
    query = [("columns[0][data]", "id"), ("columns[1][data]", "title"), ("order[0][column]", "1")]
    assert columns_of(query) == Columns("columns[", "][data]", "order[0][column]")
