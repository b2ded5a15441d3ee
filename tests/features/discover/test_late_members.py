"""What looks say of an entity: members of its records that came with time, and looks that are the same again."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of


def _survey(labels: dict[str, int], text: str, **more: Any) -> dict[str, Any]:
    return {"id": 7, "name": "Birds", "labels": text, "weights": {"labels": labels}, **more}


def test_members_that_came_with_a_write_are_no_part_of_the_start() -> None:
    before, after = {"Gull": 1, "Tern": 1}, {"Gull": 1, "Tern": 1, "Auk": 1}
    draft = draft_of(
        ("GET", "/surveys", None, 200, [_survey(before, "Gull,Tern")]),
        ("GET", "/surveys/7", None, 200, _survey(before, "Gull,Tern", answers=0)),
        ("PATCH", "/surveys/7", {"labels": "Gull,Tern,Auk"}, 200, _survey(after, "Gull,Tern,Auk", by="Ann")),
        ("GET", "/surveys/7", None, 200, _survey(after, "Gull,Tern,Auk", answers=0)),
    )
    assert draft.seed["surveys"]["7"]["weights"] == {"labels": before}


def test_members_that_another_answer_shows_beyond_were_there_all_the_time() -> None:
    def boat(**more: Any) -> dict[str, Any]:
        return {"id": 3, "name": "Elsa", "owner": {"id": 9, "name": "Ann", **more}}

    draft = draft_of(
        ("GET", "/boats", None, 200, [boat()]),
        ("PATCH", "/boats/3", {"name": "Elsa II"}, 200, {**boat(), "name": "Elsa II"}),
        ("GET", "/boats/3", None, 200, {**boat(town="Oslo"), "name": "Elsa II", "length": 12}),
    )
    assert draft.seed["boats"]["3"]["owner"] == {"id": 9, "name": "Ann", "town": "Oslo"}


def test_the_same_look_again_does_not_make_two_kinds_one() -> None:
    def tab(title: str) -> dict[str, Any]:
        return {"id": 1, "data": {"title": title}, "club": 4}

    birds = [{"id": one, "data": {"name": f"bird {one}"}, "club": 4, "seen": 0} for one in (1, 2, 3)]
    draft = draft_of(
        ("GET", "/tabs", None, 200, []),
        ("POST", "/tabs", {"data": {"title": "All"}, "club": 4}, 201, tab("All")),
        ("GET", "/birds", None, 200, birds),
        *(("GET", "/tabs", None, 200, [tab("All")]) for _ in range(4)),
        ("PATCH", "/tabs/1", {"data": {"title": "Some"}}, 200, tab("Some")),
        ("GET", "/tabs", None, 200, [tab("Some")]),
        ("PATCH", "/birds/2", {"seen": 5}, 200, {**birds[1], "seen": 5}),
        ("GET", "/birds", None, 200, [birds[0], {**birds[1], "seen": 5}, birds[2]]),
    )
    assert set(draft.seed["birds"]) == {"1", "2", "3"}
    assert draft.seed["tabs"] == {}
