"""Numbers that go up by one with each write: only where nothing else was ever shown under their name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.features.discover.exchanges import draft_of


def note(key: int, rev: Any, title: str = "Tea") -> dict[str, Any]:
    return {"id": key, "title": title, "rev": rev}


def raised(other: Any) -> tuple[list[dict[str, int]], str]:
    """What goes up, of a recording with a note that is never written, and what creating one does."""
    draft = draft_of(
        ("GET", "/api/notes", None, 200, [note(9, other, "Jam"), note(1, 1), note(2, 4, "Milk")]),
        ("PATCH", "/api/notes/1", {"title": "Tea2"}, 200, note(1, 2, "Tea2")),
        ("GET", "/api/notes", None, 200, [note(9, other, "Jam"), note(1, 2, "Tea2"), note(2, 4, "Milk")]),
        ("PATCH", "/api/notes/1", {"title": "Tea3"}, 200, note(1, 3, "Tea3")),
        ("GET", "/api/notes", None, 200, [note(9, other, "Jam"), note(1, 3, "Tea3"), note(2, 4, "Milk")]),
        ("POST", "/api/notes", {"title": "New"}, 201, note(10, 1, "New")),
        ("GET", "/api/notes", None, 200, [note(9, other, "Jam"), note(1, 3, "Tea3"), note(2, 4, "Milk"), note(10, 1)]),
    )
    return [part.raised for part in draft.parts], json.dumps(draft.model["x-actions"]["create_note"]["effects"])


def test_revisions_go_up() -> None:
    found, made = raised(7)
    assert found == [{"rev": 1}]
    assert '"rev": 1' in made.replace('"1"', "1")


@pytest.mark.parametrize("other", ["x", 1.5, True, None, [1], {"a": 1}])
def test_what_is_also_shown_as_something_else_does_not(other: Any) -> None:
    found, _ = raised(other)
    assert found == [{}]
