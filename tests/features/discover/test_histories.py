"""Records that some writes add to a list inside of the entity."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import DATE, draft_of
from tests.features.discover.test_draft import act, check

TOKENS = [f"{number}e4d6a0c-93c1-4a3a-8a53-2f1f3d9c7b10" for number in (1, 2, 3, 4)]
NOW = "2025-03-03T09:00:00.000Z"
ANN = {"id": 7, "name": "Ann"}


def entry(number: int, title: str, state: str, why: str) -> dict[str, Any]:
    return {
        "id": TOKENS[number], "note_id": 2, "title": title, "note_state": state, "at": NOW, "reason": why,
        "by": ANN, "extra": None,
    }  # fmt: skip


def note(title: str, state: str, color: str, *log: Any) -> dict[str, Any]:
    return {"id": 2, "title": title, "state": state, "color": color, "log": list(log)}


MADE, DONE, NAMED = (
    entry(0, "Tea", "open", "made"),
    entry(1, "Tea", "done", "finished"),
    entry(2, "Cups", "done", "named"),
)


def dialogue(*, named: bool = True) -> list[tuple[Any, ...]]:
    other = {**note("Old", "open", "red"), "id": 1}
    last = note("Cups", "done", "blue", MADE, DONE, *([NAMED] if named else []))
    return [
        ("GET", "/notes", None, 200, [other, note("Tea", "open", "red", MADE)]),
        ("PATCH", "/notes/2", {"color": "blue"}, 200, note("Tea", "open", "blue", MADE)),
        ("PATCH", "/notes/2", {"state": "done", "color": "blue"}, 200, note("Tea", "done", "blue", MADE, DONE)),
        ("PATCH", "/notes/2", {"title": "Cups", "state": "done"}, 200, last),
        ("GET", "/notes", None, 200, [other, last]),
    ]


def test_what_some_changes_add_is_added_by_them_alone() -> None:
    assert DATE.startswith("Mon, 03 Mar 2025 09:00:00")
    draft = draft_of(*dialogue())
    world = check(draft)
    state = world.initial({"demo": draft.seed})

    def log(changes: dict[str, Any]) -> list[Any]:
        nonlocal state
        state = act(world, state, "update_note", {"id": "2", "changes": changes}).state
        found: Any = state.get("/demo/notes/2/log")
        return list(found)

    assert log({"color": "green"}) == [MADE]
    assert log({"state": "open"}) == [MADE]
    *before, finished = log({"state": "done"})
    assert before == [MADE]
    assert finished["id"] not in TOKENS
    assert finished == DONE | {"id": finished["id"], "at": finished["at"]}
    *before, named = log({"title": "Milk", "color": "red"})
    assert before == [MADE, finished]
    assert named == NAMED | {"id": named["id"], "at": named["at"], "title": "Milk"}
    assert named["id"] not in TOKENS


def test_without_a_write_that_adds_nothing_no_reason_is_told() -> None:
    spoken = [one for one in dialogue() if one[2] != {"color": "blue"}]
    actions: Any = draft_of(*spoken).model["x-actions"]
    assert not any(effect["path"].endswith("/log/-") for effect in actions["update_note"]["effects"])


def test_a_field_that_sometimes_adds_nothing_is_no_reason() -> None:
    actions: Any = draft_of(*dialogue(named=False)).model["x-actions"]
    added = [effect for effect in actions["update_note"]["effects"] if effect["path"].endswith("/log/-")]
    assert len(added) == 1
    assert "'state' in params.changes" in added[0]["if"]
    assert "title" not in added[0]["if"]
