"""Records of another kind beside entities; the order of those of one moment."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]
USERS = {key: {"id": key, "name": name} for key, name in ((7001, "Sam"), (7002, "Rita"), (8001, "Ada"), (8002, "Ben"))}


def ticket(number: int, title: str, asker: int, owner: int | None, at: str = "2025-02-03T09:00:00Z") -> Row:
    return {"id": number, "title": title, "asker_id": asker, "owner_id": owner, "at": at}


ROWS = [
    ticket(41, "Ink", 8001, 7001), ticket(42, "Login", 8002, None, "2025-02-04T09:00:00Z"),
    ticket(43, "Lamp", 8001, 7002, "2025-02-05T09:00:00Z"),
]  # fmt: skip


def users(*rows: Row) -> list[Row]:
    named = {row[name] for row in rows for name in ("asker_id", "owner_id")}
    return [one for key, one in USERS.items() if key in named]


def listed(*rows: Row) -> Row:
    return {"tickets": [*rows], "users": users(*rows)}


def tour(*, wrong: bool = False) -> list[tuple[Any, ...]]:
    beside = [USERS[7002]] if wrong else users(ROWS[0])
    return [
        ("GET", "/users", None, 200, {"users": [*USERS.values()]}),
        ("GET", "/tickets?size=10", None, 200, listed(*ROWS)),
        ("GET", "/tickets?size=1", None, 200, listed(ROWS[0])),
        ("GET", "/tickets/41", None, 200, {"ticket": ROWS[0], "users": beside}),
        ("GET", "/tickets/43", None, 200, {"ticket": ROWS[2], "users": users(ROWS[2])}),
        ("GET", "/tickets?sort_by=at&sort_order=desc", None, 200, listed(*ROWS[::-1])),
        ("POST", "/tickets", {"title": "Door", "asker_id": 8002, "owner_id": 7001}, 201,
         {"ticket": ticket(44, "Door", 8002, 7001, "2025-03-03T09:00:00Z")}),
    ]  # fmt: skip


async def test_those_that_are_named_stand_beside() -> None:
    mock = Mock(*tour())
    assert await mock.ask("GET", "/tickets/42") == (200, {"ticket": ROWS[1], "users": users(ROWS[1])})
    assert await mock.ask("GET", "/tickets?size=2") == (200, listed(*ROWS[:2]))
    sent = {"title": "Roof", "asker_id": 8001, "owner_id": None}
    made = (await mock.ask("POST", "/tickets", sent))[1]["ticket"]
    assert await mock.ask("GET", f"/tickets/{made['id']}") == (200, {"ticket": made, "users": [USERS[8001]]})


async def test_of_those_of_one_moment_the_latest_comes_first() -> None:
    mock = Mock(*tour())
    for title in ("Roof", "Sink"):
        await mock.ask("POST", "/tickets", {"title": title, "asker_id": 8001, "owner_id": 7001})
    rows = (await mock.ask("GET", "/tickets?sort_by=at&sort_order=desc"))[1]["tickets"]
    assert [row["title"] for row in rows] == ["Sink", "Roof", "Lamp", "Login", "Ink"]


def test_others_beside_are_left_to_the_recording() -> None:
    draft = draft_of(*tour(wrong=True))
    reads = [one.document for one in draft.features if one.document["id"] == "tickets.read.api"]
    assert "users" not in str(reads[0]["reply"])
