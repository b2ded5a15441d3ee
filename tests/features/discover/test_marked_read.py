"""What is archived is left out as the total says, what a post marks as read, and how many are unread."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]


def boat(number: int, *, archived: bool = False) -> Row:
    return {"id": f"b{number}", "name": f"Boat {number}", "archived": archived}


def page(rows: list[Row], number: int = 1, *, archived: bool = False) -> Row:
    there = [one for one in rows if one["archived"] is archived]
    return {"boats": there[(number - 1) * 3 : number * 3], "page": number, "total": len(there)}


def harbour(*, everything: bool = False) -> Mock:
    """`everything`: does the list show what is archived as well?"""
    before = [boat(number) for number in range(1, 8)]
    after = [boat(1), boat(2, archived=True), *before[2:]]
    shown = {"boats": after[:3], "page": 1, "total": 7} if everything else page(after)
    return Mock(
        ("GET", "/boats", None, 200, page(before)),
        ("GET", "/boats?page=2", None, 200, page(before, 2)),
        ("GET", "/boats?page=3", None, 200, page(before, 3)),
        ("PATCH", "/boats/b2", {"archived": True}, 200, after[1]),
        ("GET", "/boats", None, 200, shown),
        ("GET", "/boats?archived=true", None, 200, page(after, archived=True)),
    )


async def test_what_a_field_says_of_all_that_the_total_lacks_is_left_out() -> None:
    app = harbour()
    await app.ask("PATCH", "/boats/b1", {"archived": True})
    _, said = await app.ask("GET", "/boats")
    assert ([one["id"] for one in said["boats"]], said["total"]) == (["b2", "b3", "b4"], 6)
    _, said = await app.ask("GET", "/boats?archived=true")
    assert [one["id"] for one in said["boats"]] == ["b1"]


async def test_a_total_of_all_leaves_nothing_out() -> None:
    app = harbour(everything=True)
    await app.ask("PATCH", "/boats/b1", {"archived": True})
    _, said = await app.ask("GET", "/boats")
    assert ([one["id"] for one in said["boats"]], said["total"]) == (["b1", "b2", "b3"], 7)


def notice(number: int, *, read: bool) -> Row:
    return {"id": f"n{number}", "text": f"Notice {number}", "read": read}


def notices(*read: int) -> Row:
    rows = [notice(number, read=number in read) for number in (1, 2, 3)]
    return {"items": rows, "unread": 3 - len(read)}


def dialogue(sent: Any = None, answer: Any = None) -> list[tuple[Any, ...]]:
    return [("GET", "/notices", None, 200, notices()), ("POST", "/notices/n1/read", sent, 200, answer or {"ok": True}),
            ("GET", "/notices", None, 200, notices(1))]  # fmt: skip


async def test_a_post_marks_as_read_and_the_unread_are_counted() -> None:
    app = Mock(*dialogue())
    await app.ask("POST", "/notices/n2/read", None)
    assert (await app.ask("GET", "/notices"))[1] == notices(2)
    await app.ask("POST", "/notices/n3/read", None)
    assert (await app.ask("GET", "/notices"))[1] == notices(2, 3)


@pytest.mark.parametrize(
    ("sent", "answer"), [({"fields": ["text"]}, {"ok": True}), (None, {"notice": {"text": "Tea"}})]
)
async def test_a_post_that_asks_or_is_told_something_reads(sent: Any, answer: Any) -> None:
    assert not draft_of(*dialogue(sent, answer)).model["x-actions"]
