"""Marks of a whole list that each write renews."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.exchanges import draft_of, feature
from tests.features.discover.test_draft import act, check

A, B, C = ({"id": name, "label": label} for name, label in (("n1", "Tea"), ("n2", "Cups"), ("n3", "Milk")))
REVS = ["6a8426cdc4e2de66ef08a09b2e923053b1eef8d7acb0e406fed061704e11abd7", "3e532da8" * 8, "b4cd6d92" * 8]
UUIDS = [f"{number}e4d6a0c-93c1-4a3a-8a53-2f1f3d9c7b10" for number in (1, 2, 3)]
NUMBERS = [7, 8, 9]


def dialogue(marks: list[Any], name: str = "rev", last: Any = None) -> list[tuple[Any, ...]]:
    return [
        ("GET", "/notes", None, 200, {"notes": [A, B, C], name: marks[0]}),
        ("POST", "/notes", {"notes": [A, B, {**C, "label": "Oat"}], name: marks[0]}, 200, {name: marks[1]}),
        ("POST", "/notes", {"notes": [B, C, A], name: marks[1]}, 200, {name: marks[2]}),
        ("GET", "/notes", None, 200, {"notes": [B, C, A], name: last or marks[2]}),
    ]


@pytest.mark.parametrize(
    ("marks", "renewed"),
    [
        (REVS, "(uuid().replace('-', '') + uuid().replace('-', '')).substring(0, 64)"),
        (UUIDS, "uuid()"),
        (NUMBERS, "state.marks.notes + 1"),
    ],
)
def test_a_mark_is_renewed_by_writes_and_shown_by_lists(marks: list[Any], renewed: str) -> None:
    draft = draft_of(*dialogue(marks))
    check(draft)
    assert draft.seed["marks"] == {"notes": marks[0]}
    actions: Any = draft.model["x-actions"]
    assert actions["replace_notes"]["effects"][-1] == {"op": "replace", "path": "/marks/notes", "value": renewed}
    assert feature(draft, "notes.list.api")["reply"]["json"]["rev"] == "state.marks.notes"
    assert feature(draft, "notes.replace_all.api")["reply"]["json"] == {"rev": "state.marks.notes"}


@pytest.mark.parametrize(
    "spoken",
    [
        dialogue(REVS, last=REVS[0]),  # the list shows another one than was answered
        dialogue([REVS[0]] * 3),  # nothing renews it
        dialogue([4, 9, 3]),  # a number that does not count
        dialogue([3, 4, 5], name="total"),  # how many there are
        dialogue(["x", "y", "z"]),  # words
    ],
)
def test_what_is_no_mark_is_left_as_recorded(spoken: list[tuple[Any, ...]]) -> None:
    assert "marks" not in draft_of(*spoken).seed


def test_a_mark_that_comes_back_with_the_content_is_a_digest_of_it() -> None:
    draft = draft_of(
        ("GET", "/notes", None, 200, {"notes": [A, B, C], "rev": REVS[0]}),
        ("POST", "/notes", {"notes": [A, B, {**C, "label": "Oat"}]}, 200, {"rev": REVS[1]}),
        ("POST", "/notes", {"notes": [A, B, C]}, 200, {"rev": REVS[0]}),
        ("GET", "/notes", None, 200, {"notes": [A, B, C], "rev": REVS[0]}),
    )
    assert draft.seed["marks"] == {"notes": REVS[0], "notes_content": [A, B, C]}
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    for label, same in (("Other", False), ("Milk", True)):
        params = {"items": [A, B, {**C, "label": label}]}
        state = act(world, state, "replace_notes", params).state
        assert (state.get("/demo/marks/notes") == REVS[0]) is same
