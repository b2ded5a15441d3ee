"""Fields that say what all entities of another kind that name this one say together."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
NOW = "2025-03-03T09:00:00Z"
EARLIER = "2025-02-01T08:00:00Z"


class Office:
    """Desks with tickets; of the tickets of a desk only some are ever listed."""

    def __init__(self) -> None:
        self.tickets = [{"id": n, "desk": d, "title": f"T{n}", "open": True, "made": EARLIER, "by": 51, "weight": n / 2}
                        for n, d in ((1, 1), (2, 1), (3, 2))]  # fmt: skip
        self.notes: list[Row] = []
        self.desks = [{"id": key, "name": f"Desk {key}"} for key in (1, 2)]
        self.log: list[tuple[Any, ...]] = []

    def of(self, rows: list[Row], field: str, key: int) -> list[Row]:
        return [one for one in rows if one[field] == key]

    def ticket(self, one: Row) -> Row:
        mine = self.of(self.notes, "ticket", one["id"])
        return {
            **one, "note_count": len(mine), "answered": bool(mine), "writers": sorted({note["by"] for note in mine}),
            "last_note_at": max((note["made"] for note in mine), default=None),
            "note_ids": ",".join(str(note["id"]) for note in mine), "notes": [dict(note) for note in mine],
        }  # fmt: skip

    def desk(self, one: Row) -> Row:
        return {**one, "ticket_count": 4 + len(self.of(self.tickets, "desk", one["id"]))}

    def answer(self, method: str, path: str, sent: Any) -> tuple[int, Any]:
        parts = path.split("?")[0].strip("/").split("/")
        if method == "POST":
            row = {"id": len(self.notes) + 91, "ticket": int(parts[1]), "by": 52, "made": NOW, "tags": [], **sent}
            self.notes.append(row)
            return 201, dict(row)
        if method == "PATCH":
            desks = parts[0] == "desks"
            row = next(one for one in (self.desks if desks else self.notes) if one["id"] == int(parts[1]))
            row.update(sent)
            return 200, self.desk(row) if desks else dict(row)
        if method == "DELETE":
            self.tickets = [one for one in self.tickets if one["id"] != int(parts[1])]
            return 204, None
        if parts[0] == "desks":
            rows = [self.desk(one) for one in self.desks]
            return 200, rows[int(parts[1]) - 1] if len(parts) > 1 else rows
        if len(parts) == 1:
            return 200, [{**self.ticket(one), "note_ids": "", "notes": None} for one in self.tickets]
        return 200, self.ticket(next(one for one in self.tickets if one["id"] == int(parts[1])))

    def say(self, method: str, path: str, sent: Any = None) -> tuple[int, Any]:
        status, told = self.answer(method, path, sent)
        self.log.append((method, path, sent, status, told))
        return status, told


def tour() -> Mock:
    app = Office()
    for step in (
        ("GET", "/desks"), ("GET", "/desks/1"), ("GET", "/tickets"), ("GET", "/tickets/1"), ("GET", "/tickets/2"),
        ("POST", "/tickets/1/notes", {"text": "Seen", "tags": ["a"]}), ("GET", "/tickets/1"), ("GET", "/tickets"),
        ("POST", "/tickets/2/notes", {"text": "Done", "tags": []}), ("GET", "/tickets/2"),
        ("PATCH", "/notes/91", {"text": "Seen it"}), ("GET", "/tickets/1"), ("GET", "/desks"),
        ("PATCH", "/desks/2", {"name": "Back"}), ("DELETE", "/tickets/3"), ("GET", "/tickets"), ("GET", "/desks"),
    ):  # fmt: skip
        app.say(*step)
    return Mock(*app.log)


async def test_what_is_made_deleted_or_changed_shows_on_what_it_names() -> None:
    mock, app = tour(), Office()
    for step in (
        ("POST", "/tickets/3/notes", {"text": "Why?", "tags": ["q"]}),
        ("POST", "/tickets/3/notes", {"text": "So", "tags": []}), ("GET", "/tickets/3"), ("GET", "/tickets"),
        ("PATCH", "/notes/92", {"text": "Because", "tags": ["x", "y"]}), ("GET", "/tickets/3"),
        ("DELETE", "/tickets/1"),
        ("GET", "/desks"), ("GET", "/tickets"),
    ):  # fmt: skip
        status, told = await mock.ask(*step)
        assert (status, json.loads(re.sub(r"2025-03-03T09:00:\d\dZ", NOW, json.dumps(told)))) == app.say(*step), step


@pytest.mark.parametrize("numbers", [(4, 4, 5), (6, 5, 5)])
async def test_numbers_that_go_otherwise_are_none(numbers: tuple[int, int, int]) -> None:
    def desk(number: int) -> Row:
        return {"id": 7, "name": "Day", "ticket_count": number}

    def ticket(key: int) -> Row:
        return {"id": key, "desk": 7, "title": f"T{key}"}

    first, second, third = numbers
    mock = Mock(
        ("GET", "/desks/7", None, 200, desk(first)), ("GET", "/tickets", None, 200, [ticket(1)]),
        ("POST", "/tickets", {"desk": 7, "title": "T2"}, 201, ticket(2)), ("GET", "/desks/7", None, 200, desk(second)),
        ("DELETE", "/tickets/1", None, 204, None), ("GET", "/desks/7", None, 200, desk(third)),
    )  # fmt: skip
    desks = next(part for part in mock.draft.parts if part.kind.name == "desks")
    assert "ticket_count" not in desks.joins
