"""Commands that a query parameter names at one address for all, with the keys deep in what is sent."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.exchanges.query_commands import commanded
from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock


def mails(*keys: int) -> list[dict[str, Any]]:
    return [{"id": key, "subject": f"Mail {key}"} for key in keys]


def chosen(*keys: int) -> dict[str, Any]:
    return {"order": [], "chosen": {"all": False, "those": [*keys]}, "box": "1"}


def done(number: int) -> dict[str, Any]:
    return {"processed_items": number, "reload": False}


TOUR = [
    ("GET", "/api/mails?page=1", None, 200, mails(1, 2, 3, 4, 5)),
    ("GET", "/api/mails/1", None, 200, mails(1)[0]),
    ("GET", "/api/desk/actions", None, 200, [{"id": "delete_mails", "title": "Delete"}, {"id": "count", "title": "C"}]),
    ("POST", "/api/desk/actions?id=delete_mails&box=1", chosen(2), 200, done(1)),
    ("GET", "/api/mails?page=1", None, 200, mails(1, 3, 4, 5)),
]


async def test_those_that_are_chosen_are_deleted() -> None:
    mock = Mock(*TOUR)
    assert ("mails", "delete") in found(mock.draft)
    assert await mock.ask("POST", "/api/desk/actions?id=delete_mails&box=1", chosen(4, 5)) == (200, done(2))
    assert (await mock.ask("GET", "/api/mails?page=1"))[1] == mails(1, 2, 3)


def test_what_lists_commands_lists_nothing_that_the_address_makes() -> None:
    desks = [{"id": 1, "title": "Day"}]
    draft = draft_of(
        *TOUR,
        ("GET", "/api/desk/views", None, 200, desks),
        ("POST", "/api/desk/views", {"title": "Night"}, 201, {"id": 2, "title": "Night"}),
        ("GET", "/api/desk/views", None, 200, [*desks, {"id": 2, "title": "Night"}]),
    )
    asked = [one.document["on"] for one in draft.features]
    at_actions = [on for on in asked if isinstance(on, dict) and str(on.get("request", "")).endswith("/desk/actions")]
    assert [on for on in at_actions if str(on["request"]).startswith("POST")] == [
        {"request": "POST https://app.test/api/desk/actions", "where": "query.get('id', '') == 'delete_mails'"}
    ]


@pytest.mark.parametrize(
    ("path", "query", "expected"),
    [
        ("/api/actions", [("id", "delete_tasks"), ("tab", "1")], "id=delete_tasks"),
        ("/bulk/", [("name", "archiveNotes")], "name=archiveNotes"), ("/api/actions", [("id", "7")], ""),
        ("/api/actions", [("a", "delete_tasks"), ("b", "archive_tasks")], ""), ("/tasks", [("id", "delete_tasks")], ""),
        ("/api/actions", [("id", "delete")], ""), ("/api/actions", [("from", "settings_page")], ""),
    ],
)  # fmt: skip
def test_what_a_command_is(path: str, query: list[tuple[str, str]], expected: str) -> None:
    assert commanded(path, query) == expected
