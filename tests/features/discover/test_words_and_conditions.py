"""Searches of words and conditions in one text."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.exchanges.worded import worded_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]


def ticket(number: int, title: str, status: str, owner: str, *tags: str) -> Row:
    heads = [{"name": "Owner", "value": f"{owner} <{owner.lower()}@x.example>"}, {"name": "To", "value": "desk"}]
    return {"id": number, "title": title, "status": status, "tags": [*tags], "heads": heads}


ROWS = [
    ticket(1, "Lamp flickers", "open", "Ada", "HOT"), ticket(2, "Door squeaks", "done", "Ben"),
    ticket(3, "Lamp is dark", "open", "Ben", "HOT", "OLD"), ticket(4, "Roof leaks", "new", "Cy", "OLD"),
]  # fmt: skip


def found(*numbers: int) -> Row:
    return {"found": [ROWS[number - 1] for number in numbers], "count": len(numbers)}


def mock() -> Mock:
    return Mock(
        ("GET", "/tickets", None, 200, {"tickets": ROWS}),
        ("GET", "/tickets/find?q=type:ticket+status:open", None, 200, found(1, 3)),
        ("GET", "/tickets/find?q=type:ticket+is:hot+owner:ada", None, 200, found(1)),
        ("GET", "/tickets/find?q=type:ticket+lamp", None, 200, found(1, 3)),
        ("PATCH", "/tickets/2", {"title": "Door squeaks"}, 200, ROWS[1]),
    )


async def test_conditions_go_for_other_values_and_with_words() -> None:
    asked = mock()
    for query, keys in (
        ("type:ticket+status:new", [4]), ("type:ticket+is:old", [3, 4]), ("type:ticket+owner:ben+status:done", [2]),
        ("type:ticket+lamp+owner:ben", [3]), ("type:ticket+roof", [4]), ("type:ticket+zzz", []),
    ):  # fmt: skip
        status, answer = await asked.ask("GET", f"/tickets/find?q={query}")
        assert (query, status, [one["id"] for one in answer["found"]], answer["count"]) == (query, 200, keys, len(keys))


def test_what_was_shown_decides() -> None:
    assert worded_of([("status:open", ROWS[1:2])]) is None
    assert worded_of([("open", ROWS[:1])]) is None
    one = worded_of([("status:open", [ROWS[0], ROWS[2]]), ("owner:ben", [ROWS[1]])])
    assert one is not None
    assert [(told.name, told.field, told.pair, told.whole) for told in one.told] == [
        ("status", "status", ("", ""), True), ("owner", "heads", ("name", "value"), False),
    ]  # fmt: skip
