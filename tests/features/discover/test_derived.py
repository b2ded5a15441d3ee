"""Fields that follow a rich document, and lists in the order of what they do not show."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.features.discover.writes.derived import single_text
from tests.features.discover.exchanges import draft_of, feature
from tests.features.discover.test_draft import act, check


def rich(*texts: str) -> str:
    leaves = [{"type": "p", "children": [{"text": one, "bold": False}]} for one in texts]
    return json.dumps({"root": {"children": leaves}}, separators=(",", ":"))


def page(key: int, body: str, summary: str | None) -> dict[str, Any]:
    return {"id": key, "title": f"Page {key}", "body": body, "summary": summary}


def written(summary: str) -> list[tuple[Any, ...]]:
    first = page(1, rich("Tea is served.", "At five."), "Tea is served. At five.")
    return [
        ("GET", "/pages", None, 200, [first]),
        ("POST", "/pages", {"title": "Page 2", "body": rich()}, 201, page(2, rich(), None)),
        ("PATCH", "/pages/2", {"body": rich("We moved."), "summary": None}, 200, page(2, rich("We moved."), summary)),
        ("GET", "/pages", None, 200, [first, page(2, rich("We moved."), summary)]),
    ]


def test_a_field_follows_the_text_of_a_document() -> None:
    draft = draft_of(*written("We moved."))
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    for body, summary in (
        (rich("They stayed"), "They stayed"),
        (rich("One", "Two"), "They stayed"),
        (rich(), "They stayed"),
        (rich('A "quote"'), "They stayed"),
        (rich("End"), "End"),
    ):
        state = act(world, state, "update_page", {"id": "1", "changes": {"body": body}}).state
        assert state.get("/demo/pages/1/body") == body
        assert state.get("/demo/pages/1/summary") == summary


def test_a_field_that_shows_something_else_does_not() -> None:
    actions: Any = draft_of(*written("A page")).model["x-actions"]
    assert "split" not in json.dumps(actions["update_page"])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (rich("One"), "One"), (rich("One", "Two"), ""), (rich(), ""), (rich('"'), ""), ('{"text":"x"', ""),
        ("text", ""), (None, ""), (3, ""), ('{"text": "spaced"}', ""), ('["text","text"]', ""),
    ],
)  # fmt: skip
def test_one_text_is_found_or_none(value: Any, expected: str) -> None:
    assert single_text(value) == expected


def test_a_list_may_be_ordered_by_what_another_answer_tells() -> None:
    made = {"a1": "2025-01-02", "b1": "2025-01-02", "c1": "2025-01-01", "a2": "2025-01-03"}
    tags = [{"id": key, "name": f"Tag {key}", "created_at": f"{day}T10:00:00Z"} for key, day in made.items()]
    brief = [{"id": one["id"], "name": one["name"]} for one in tags]
    draft = draft_of(
        ("GET", "/tags", None, 200, {"tags": sorted(tags, key=lambda one: one["name"], reverse=True)}),
        ("GET", "/search/tags", None, 200, {"tags": [brief[3], brief[0], brief[1], brief[2]]}),
        ("POST", "/tags", {"name": "Tag d"}, 201, {"tags": [{**tags[0], "id": "d1", "name": "Tag d"}]}),
        ("DELETE", "/tags/d1", None, 204, None),
    )
    check(draft)
    named = [one.document for one in draft.features if "search" in one.document["on"]["request"]]
    assert "created_at" in json.dumps(named[0]["let"])
    assert "created_at" not in json.dumps(feature(draft, "tags.list.api")["let"])


def test_what_users_give_instead_is_shown_while_there_is_something() -> None:
    def page(blurb: str | None, summary: str | None, body: str = rich("We moved.")) -> dict[str, Any]:
        return {"id": 2, "title": "Page 2", "body": body, "blurb": blurb, "summary": summary}

    first = {"id": 1, "title": "Page 1", "body": rich("Tea"), "blurb": None, "summary": "Tea"}
    draft = draft_of(
        ("GET", "/pages", None, 200, [first, page(None, None, rich())]),
        *(
            ("PATCH", "/pages/2", {"body": rich("We moved."), "blurb": blurb, "summary": was}, 200, page(blurb, now))
            for blurb, was, now in (
                (None, None, "We moved."), ("In short", "We moved.", "In short"), ("Shorter", "In short", "Shorter"),
            )
        ),
        ("GET", "/pages", None, 200, [first, page("Shorter", "Shorter")]),
    )  # fmt: skip
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    for changes, summary in (
        ({"body": rich("Tea is served")}, "Tea is served"),
        ({"body": rich("Tea is served"), "blurb": "Tea!", "summary": "Tea is served"}, "Tea!"),
        ({"body": rich("At six"), "summary": "Tea!"}, "Tea!"),
        ({"body": rich("At six"), "blurb": None, "summary": "Tea!"}, "At six"),
        ({"body": rich("At six"), "blurb": "", "summary": "At six"}, "At six"),
    ):
        state = act(world, state, "update_page", {"id": "1", "changes": changes}).state
        assert state.get("/demo/pages/1/summary") == summary
