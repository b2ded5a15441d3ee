"""Reads about one entity that had nothing to show say the same of others."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock


def line(name: str, *, on: bool = True) -> dict[str, Any]:
    return {"line_id": name, "title": name.title(), "on": on}


def mark(about: str) -> dict[str, Any]:
    return {"id": "mark_01K8X2M4Q7", "kind": "line", "about": about, "made": "2025-03-03T09:00:00Z", "on": False}


LINES = [line("mail_out"), line("stock_in"), line("prices")]
NONE: dict[str, Any] = {"runs": [], "total": 0, "next": None}
NO_PAGE: dict[str, Any] = {"index": 1, "max_size": 20, "total_pages": 1, "total": 0, "items": []}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/lines", None, 200, {"lines": LINES}),
    ("PATCH", "/api/lines/prices", {"on": False}, 200, line("prices", on=False)),
    ("GET", "/api/lines", None, 200, {"lines": [*LINES[:2], line("prices", on=False)]}),
    ("GET", "/api/lines/mail_out/runs?state=failed", None, 200, NONE),
    ("GET", "/api/lines/mail_out/runs?state=running&limit=1", None, 200, NONE),
    ("GET", "/api/warnings?source_line_id=mail_out", None, 200, []),
    ("GET", "/api/lines/mail_out/locks", None, 200, NO_PAGE),
    ("GET", "/api/lines/mail_out/owners", None, 200, {"owners": ["ann"], "total": 1}),
    ("GET", "/api/notes?about=1", None, 200, []),
    ("GET", "/api/lines/mail_out/alarms", None, 200, {"alarms": [{"text": "Slow"}, {"text": "Late"}], "count": 2}),
    ("GET", "/api/marks?kind=line&about=mail_out", None, 200, {"marks": [mark("mail_out")], "count": 1}),
]


async def test_nothing_of_one_is_nothing_of_another() -> None:
    mock = Mock(*DIALOGUE)
    assert await mock.ask("GET", "/api/lines/stock_in/runs?state=failed") == (200, NONE)
    assert await mock.ask("GET", "/api/lines/prices/runs?limit=5") == (200, NONE)
    assert await mock.ask("GET", "/api/lines/prices/locks") == (200, NO_PAGE)
    assert await mock.ask("GET", "/api/warnings?source_line_id=prices") == (200, [])


async def test_what_is_not_there_and_what_had_something_is_not_told() -> None:
    mock = Mock(*DIALOGUE)
    ids = {one.document["id"] for one in mock.draft.features}
    assert "recorded.api_lines_runs.nothing.get" in ids
    assert not any("owners" in one or "notes" in one for one in ids)
    assert (await mock.ask("GET", "/api/lines/mail_out/owners"))[1] == {"owners": ["ann"], "total": 1}
    where = [one.document["on"].get("where") for one in mock.draft.features if "nothing" in one.document["id"]]
    assert sorted(where) == ["segments[0] in state.lines"] * 3 + [
        "string(query.get('about', '')) in state.lines",
        "string(query.get('source_line_id', '')) in state.lines",
    ]


async def test_what_one_had_and_nothing_explains_others_do_not_have() -> None:
    mock = Mock(*DIALOGUE)
    assert await mock.ask("GET", "/api/lines/prices/alarms") == (200, {"alarms": [], "count": 0})
    own = {"alarms": [{"text": "Slow"}, {"text": "Late"}], "count": 2}
    assert await mock.ask("GET", "/api/lines/mail_out/alarms") == (200, own)


async def test_what_names_it_and_has_no_words_of_its_own_others_have_as_well() -> None:
    mock = Mock(*DIALOGUE)
    for line in ("prices", "mail_out"):
        told = {"marks": [mark(line)], "count": 1}
        assert await mock.ask("GET", f"/api/marks?kind=line&about={line}") == (200, told)
