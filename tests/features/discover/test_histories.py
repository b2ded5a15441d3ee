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


def in_a_state(*, lost: bool = False) -> list[tuple[Any, ...]]:
    """A note whose changes are kept once it is done, whatever they are."""
    looks = [
        note("Tea", "open", "red", MADE), note("Cups", "open", "red", MADE), note("Cups", "open", "blue", MADE),
        note("Cups", "done", "blue", MADE, DONE), note("Cups", "done", "red", MADE, DONE, *([] if lost else [NAMED])),
    ]  # fmt: skip
    writes = [
        {key: one[key] for key in ("title", "state", "color")}
        for one in (note("Tea", "open", "red"), *looks[1:])
    ]  # fmt: skip
    other = {**note("Old", "open", "red"), "id": 1}
    shown = [looks[0], *looks[1:]]
    return [
        ("GET", "/notes", None, 200, [other, looks[0]]),
        *(("PUT", "/notes/2", sent, 200, after) for sent, after in zip(writes, shown, strict=True)),
        ("GET", "/notes", None, 200, [other, looks[-1]]),
    ]


def test_each_write_to_what_is_done_may_add_one() -> None:
    draft = draft_of(*in_a_state())
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    sizes = []
    for changes in (
        {"title": "Milk", "state": "open", "color": "red"}, {"title": "Milk", "state": "done", "color": "red"},
        {"title": "Milk", "state": "done", "color": "green"}, {"title": "Ale", "state": "done", "color": "green"},
        {"title": "Ale", "state": "open", "color": "green"},
    ):  # fmt: skip
        state = act(world, state, "update_note", {"id": "2", "changes": changes}).state
        sizes.append(len(state.get("/demo/notes/2/log")))
    assert sizes == [1, 2, 3, 4, 4]


def test_one_write_that_adds_none_tells_against_the_state() -> None:
    actions: Any = draft_of(*in_a_state(lost=True)).model["x-actions"]
    said = [effect["if"] for effect in actions["update_note"]["effects"] if effect["path"].endswith("/log/-")]
    assert not any("== 'done'" in one for one in said)


def test_records_within_what_is_made_have_new_keys_of_their_own() -> None:
    def shop(key: int, token: str, name: str) -> dict[str, Any]:
        return {"id": key, "name": name, "log": [{"id": token, "by": ANN, "of": TOKENS[3]}]}

    first = {"id": 1, "name": "Old", "log": [{"id": "0" + TOKENS[0][1:], "by": ANN, "of": TOKENS[3]}]}
    draft = draft_of(
        ("GET", "/shops", None, 200, [first]),
        ("POST", "/shops", {"name": "Tea"}, 201, shop(2, TOKENS[0], "Tea")),
        ("POST", "/shops", {"name": "Ale"}, 201, shop(3, TOKENS[1], "Ale")),
        ("GET", "/shops", None, 200, [first, shop(2, TOKENS[0], "Tea"), shop(3, TOKENS[1], "Ale")]),
    )
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    keys = []
    for name in ("One", "Two", "Three"):
        state = act(world, state, "create_shop", {"name": name}).state
        made = state.get(f"/demo/shops/{len(keys) + 2}/log")
        assert made[0] == {"id": made[0]["id"], "by": ANN, "of": TOKENS[3]}
        keys.append(made[0]["id"])
    assert keys[:2] == TOKENS[:2]
    assert len({*keys}) == 3


def test_with_one_example_only_what_was_made_with_it_is_new() -> None:
    of = "1a38827ac78291c3c3c3c26329141763afe1972c"
    log = [{"id": TOKENS[0], "shop": 2}]
    draft = draft_of(
        ("GET", "/shops", None, 200, [{"id": 1, "name": "Old", "log": [], "plan": {"id": of[::-1]}}]),
        ("POST", "/shops", {"name": "Tea"}, 201, {"id": 2, "name": "Tea", "log": log, "plan": {"id": of}}),
    )
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    for name in ("One", "Two"):
        state = act(world, state, "create_shop", {"name": name}).state
    assert state.get("/demo/shops/2/log")[0]["id"] == TOKENS[0]
    assert state.get("/demo/shops/3/log")[0]["id"] != TOKENS[0]
    assert state.get("/demo/shops/3/plan") == {"id": of}
