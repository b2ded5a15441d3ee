"""What a server keeps of what it is sent, and for which keys the recording answers: apps made up for it."""

from __future__ import annotations

from typing import Any

from awe_author.state.types import Action, Context
from tests.features.discover.exchanges import draft_of, feature
from tests.features.discover.test_draft import act, check

SENT = {"title": "Plan", "options": {"rows": 3, "draft": [], "look": {"wide": True, "beta": 1}}}
KEPT = {"title": "Plan", "options": {"rows": 3, "look": {"wide": True}}}


def boards(first: dict[str, Any], second: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        ("GET", "/boards", None, 200, [{"id": 1, **first}]),
        ("POST", "/boards", SENT, 201, {"id": 2, **second}),
        ("GET", "/boards", None, 200, [{"id": 1, **first}, {"id": 2, **second}]),
        ("PATCH", "/boards/2", {"options": {**SENT["options"], "rows": 4}}, 200, {"id": 2, **second}),
    ]


def test_members_that_no_answer_shows_are_not_kept() -> None:
    draft = draft_of(*boards(KEPT, KEPT))
    world = check(draft)
    made = act(world, world.initial({"demo": draft.seed}), "create_board", SENT)
    assert made.state.get("/demo/boards/2/options") == KEPT["options"]
    changes = {"options": {"rows": 9, "draft": ["x"], "look": {"beta": 2, "wide": False}}}
    changed = act(world, made.state, "update_board", {"id": "2", "changes": changes})
    assert changed.state.get("/demo/boards/2/options") == {"rows": 9, "look": {"wide": False}}
    bare = act(world, made.state, "update_board", {"id": "2", "changes": {"title": "Other"}})
    assert bare.state.get("/demo/boards/2/options") == KEPT["options"]


def test_members_that_any_answer_shows_are_kept() -> None:
    draft = draft_of(*boards(SENT, KEPT))
    world = check(draft)
    made = act(world, world.initial({"demo": draft.seed}), "create_board", SENT)
    assert made.state.get("/demo/boards/2/options") == SENT["options"]


def test_a_list_and_one_of_it_are_recorded_for_keys_of_their_own() -> None:
    board = {"id": 1, **KEPT}
    other, new = {**board, "id": 2, "title": "Wall"}, {**board, "id": 3, "title": "Desk"}
    draft = draft_of(
        ("GET", "/boards", None, 200, [board, other]),
        ("GET", "/cards?board=1", None, 200, {"board": 1, "cards": [{"id": 41, "name": "a"}]}),
        ("GET", "/cards/41?board=2", None, 200, {"id": 41, "name": "a", "board": 2}),
        ("POST", "/boards", {"title": "Desk"}, 201, new),
        ("GET", "/cards?board=3", None, 200, {"board": 3, "cards": []}),
        ("GET", "/boards", None, 200, [board, other, new]),
    )
    check(draft)
    recorded = draft.seed["recorded"]
    assert isinstance(recorded, dict)
    where = feature(draft, "boards.about.cards")["on"]["where"]
    mine = next(keys for mark, keys in recorded.items() if where.endswith(f"state.recorded.{mark})"))
    assert mine == ["1", "3"]
    assert sorted(map(str, recorded.values())) == ["['1', '3']", "['2']"]


UUIDS = [f"{number:08x}-1111-4222-8333-444455556666" for number in range(4)]


def test_random_keys_are_first_those_of_the_recording() -> None:
    notes = [{"id": key, "text": f"note {number}"} for number, key in enumerate(UUIDS[:3])]
    draft = draft_of(
        ("GET", "/notes", None, 200, notes[:1]),
        ("POST", "/notes", {"text": "note 1"}, 201, notes[1]),
        ("POST", "/notes", {"text": "note 2"}, 201, notes[2]),
        ("GET", "/notes", None, 200, notes),
        ("GET", f"/stats?note={UUIDS[1]}", None, 200, {"note": UUIDS[1], "words": 2}),
    )
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    made = []
    for number in range(5):
        context = Context(sequence=number + 1, clock=1_740_992_400.0, seed=1)
        done = world.apply(state, Action("demo", "create_note", {"text": f"x {number}"}), context)
        state, made = done.state, [*made, done.result["id"]]
    assert made[:2] == UUIDS[1:3]
    assert len({UUIDS[0], *made}) == 6
    assert all(len(key) == 36 for key in made)
    assert set(state.get("/demo/notes")) == {UUIDS[0], *made}


def test_names_that_users_give_are_no_keys_to_give_again() -> None:
    draft = draft_of(
        ("GET", "/tags", None, 200, [{"slug": "tea", "text": "Tea"}, {"slug": "oat", "text": "Oats"}]),
        ("POST", "/tags", {"text": "Rye"}, 201, {"slug": "rye", "text": "Rye"}),
        ("GET", "/tags/rye", None, 200, {"slug": "rye", "text": "Rye"}),
    )
    check(draft)
    assert "next_keys" not in draft.seed


def test_what_an_endpoint_always_calls_null_stays_so_and_what_it_tells_of_others_is_told() -> None:
    def run(number: int, ended: int | None, rank: int | None) -> dict[str, Any]:
        return {"id": number, "name": f"r{number}", "ended": ended, "rank": rank}

    draft = draft_of(
        ("GET", "/runs", None, 200, [run(1, 5, None), run(2, 6, None)]),
        ("GET", "/runs/1", None, 200, run(1, 5, 70)),
        ("POST", "/runs", {"name": "r3"}, 201, run(3, None, None)),
        ("GET", "/runs", None, 200, [run(1, 5, None), run(2, 6, None), run(3, None, None)]),
        ("GET", "/runs/3", None, 200, run(3, 9, 80)),
    )
    check(draft)
    shown = feature(draft, "runs.list.api")["reply"]["json"]["set"]
    assert "ended" in shown, "of some it says when they ended"
    assert "rank" not in shown, "it never says a rank, though there are some"


def made_twice(first: str, second: str) -> Any:
    """(id of the new thing, its plan) of three creates, when the recording's two have these plans."""
    plans = ["0" * 40, first, second]
    things = [{"id": key, "name": f"t{key[:8]}", "plan": plan} for key, plan in zip(UUIDS, plans, strict=False)]
    draft = draft_of(
        ("GET", "/things", None, 200, things[:1]),
        ("POST", "/things", {"name": things[1]["name"]}, 201, things[1]),
        ("POST", "/things", {"name": things[2]["name"]}, 201, things[2]),
        ("GET", "/things", None, 200, things),
    )
    world = check(draft)
    state, made = world.initial({"demo": draft.seed}), []
    for number in range(3):
        context = Context(sequence=number + 1, clock=1_740_992_400.0, seed=1)
        done = world.apply(state, Action("demo", "create_thing", {"name": f"x {number}"}), context)
        state = done.state
        made.append((done.result["id"], state.get(f"/demo/things/{done.result['id']}/plan")))
    return made


def test_tokens_go_with_the_keys_of_the_recording() -> None:
    plans = "a1" * 20, "b2" * 20
    first, second, third = made_twice(*plans)
    assert [first, second] == [(UUIDS[1], plans[0]), (UUIDS[2], plans[1])]
    assert third[1] not in plans
    assert len(third[1]) == 32


def test_a_token_that_all_new_entities_share_is_none() -> None:
    assert {plan for _, plan in made_twice("a1" * 20, "a1" * 20)} == {"a1" * 20}


def test_what_all_have_in_the_end_is_told_where_it_was_another_before() -> None:
    def run(number: int, stage: str) -> dict[str, Any]:
        return {"id": number, "name": f"r{number}", "stage": stage, "floor": "ground"}

    draft = draft_of(
        ("GET", "/runs", None, 200, [run(1, "done"), run(2, "done")]),
        ("POST", "/runs", {"name": "r3"}, 201, run(3, "begun")),
        ("GET", "/runs", None, 200, [run(1, "done"), run(2, "done"), run(3, "begun")]),
        ("GET", "/runs/3", None, 200, run(3, "done")),
    )
    check(draft)
    shown = feature(draft, "runs.list.api")["reply"]["json"]["set"]
    assert "stage" in shown
    assert "floor" not in shown


def job(number: int, stage: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "name": f"j{number}", "stage": stage, "stoppable": stage == "begun", "public": False, **more}


def followed(*more: tuple[Any, ...]) -> Any:
    return draft_of(
        ("GET", "/jobs", None, 200, [job(1, "done"), job(2, "done")]),
        ("POST", "/jobs", {"name": "j3"}, 201, job(3, "begun", public=True)),
        ("GET", "/jobs/3/log?job=3", None, 200, {"job": 3, "lines": ["a"]}),
        *more,
        ("GET", "/jobs", None, 200, [job(1, "done"), job(2, "done"), job(3, "begun", public=True)]),
        ("GET", "/jobs/3", None, 200, {"id": 3, "name": "j3", "stage": "done"}),
        ("GET", "/jobs/3/log?job=3", None, 200, {"job": 3, "lines": ["a", "b"]}),
    )


def test_what_can_be_done_follows_the_state_that_was_reached() -> None:
    draft = followed()
    world = check(draft)
    made = act(world, world.initial({"demo": draft.seed}), "create_job", {"name": "x"}).state.get("/demo/jobs/3")
    assert (made["stage"], made["stoppable"]) == ("done", False)


def test_what_is_said_of_a_new_entity_in_the_end_is_what_is_so() -> None:
    draft = followed()
    check(draft)
    about = feature(draft, "jobs.about.log")
    assert about["reply"]["json"]["lines"] == ["'a'", "'b'"]
    assert draft.seed["recorded"] == {about["on"]["where"].rpartition(".")[2].rstrip(")"): []}


def test_answers_that_a_write_changed_are_left_to_the_recording() -> None:
    draft = followed(("POST", "/notes/mark", {"seen": True}, 204, None))
    check(draft)
    about = feature(draft, "jobs.about.log")
    assert about["reply"]["json"]["lines"] == ["'a'"]
    assert list(draft.seed["recorded"].values()) == [["3"]]
