"""Filter languages, orders, pages, computed fields and what is asked about new entities: apps made up for it."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.common.computed import rules_of
from awe_author.features.discover.exchanges.filters import clauses_of, fits, style_of
from awe_author.features.discover.lists.ordering import Order, order_of
from awe_author.features.discover.markup.wording import agreed, values_of, wordings
from tests.features.discover.exchanges import draft_of, feature
from tests.features.discover.test_draft import act, check
from tests.features.discover.test_params import shown as shown_of

_ROWS = [
    (1, "Old Ports", "shelf", 90),
    (2, "Glass", "lent", 90),
    (3, "Ferns", "shelf", 40),
    (4, "Salt Road", "lost", 300),
    (5, "Kites", "shelf", 12),
]
BOOKS: list[dict[str, Any]] = [
    {"id": number, "title": title, "state": state, "pages": pages, "slug": title.lower().replace(" ", "-")}
    for number, title, state, pages in _ROWS
]
ENTITIES = [{**one, "id": str(one["id"])} for one in BOOKS]


def test_clauses_are_read_in_the_style_of_the_app() -> None:
    asked = [("state:shelf+pages:>50", [1]), ("state:[shelf,lent]", [1, 2, 3, 5]), ("state:-shelf", [2, 4])]
    for text, wanted in asked:
        style = style_of([text], BOOKS)
        assert style is not None
        clauses = clauses_of(text, style) or []
        assert [one["id"] for one in BOOKS if all(fits(clause, one, style) for clause in clauses)] == wanted


def test_a_search_text_is_no_clause() -> None:
    assert style_of(["salt road"], BOOKS) is None
    assert style_of(["see: the ports"], BOOKS) is None


def test_a_filter_that_was_recorded_once_holds_for_other_values() -> None:
    lists = [
        ("GET", "/books?filter=state:shelf", None, 200, {"books": [BOOKS[0], BOOKS[2], BOOKS[4]]}),
        ("GET", "/books", None, 200, {"books": BOOKS}),
        ("POST", "/books", {"title": "New"}, 201, {"books": [{**BOOKS[0], "id": 6, "title": "New"}]}),
        ("GET", "/books", None, 200, {"books": [*BOOKS, {**BOOKS[0], "id": 6, "title": "New"}]}),
    ]
    draft = draft_of(*lists)
    check(draft)
    assert "filter_tests.all(t," in feature(draft, "books.list.api")["let"]["matched"]


def test_an_order_tells_what_comes_first_among_equals() -> None:
    down = [BOOKS[3], BOOKS[0], BOOKS[1], BOOKS[2], BOOKS[4]]
    assert order_of([down], "id", "pages", True) == Order("pages", down=True)
    assert order_of([[BOOKS[3], BOOKS[1], BOOKS[0], BOOKS[2], BOOKS[4]]], "id", "pages", True) == Order(
        "pages", down=True, ties_down=True
    )


def test_pages_beside_a_list_follow_from_the_total() -> None:
    def answer(page: int, items: list[dict[str, Any]]) -> dict[str, Any]:
        return {"items": items, "meta": {"total": 5, "page": page, "pages": 3, "next": page + 1 if page < 3 else None}}

    draft = draft_of(
        ("GET", "/books?limit=2&page=1", None, 200, answer(1, BOOKS[:2])),
        ("GET", "/books?limit=2&page=2", None, 200, answer(2, BOOKS[2:4])),
        ("GET", "/books?limit=2&page=3", None, 200, answer(3, BOOKS[4:])),
        ("DELETE", "/books/5", None, 204, None),
    )
    check(draft)
    meta = feature(draft, "books.list.api")["reply"]["json"]["meta"]
    assert set(meta) == {"total", "page", "pages", "next"}
    assert meta["total"] == "total"


def test_a_field_that_follows_from_another_is_worked_out_again() -> None:
    there = [{**one, "url": f"https://shelf.test/b/{one['slug']}/"} for one in ENTITIES]
    rule = rules_of(there, ["title"], "id")["url"]
    assert rule.sources() == {"slug"}
    assert rules_of(there, ["title"], "id")["slug"].sources() == {"title"}


def test_it_may_depend_on_the_state_of_the_entity() -> None:
    there = [
        {**one, "link": f"https://shelf.test/lent/{one['id'] * 4}" if one["state"] == "lent" else f"/b/{one['slug']}"}
        for one in [*ENTITIES, {**ENTITIES[1], "id": "777", "title": "Mirror", "slug": "mirror"}]
    ]
    found = rules_of([{**one, "code": str(one["id"]) * 4} for one in there if one["state"] != "lost"], ["title"], "id")
    assert found["link"].by == "state"


def test_what_the_server_sets_when_something_becomes_something() -> None:
    one = {"id": 1, "title": "Old Ports", "state": "shelf", "lent_at": None}
    lent = {**one, "state": "lent", "lent_at": "2025-03-03T09:00:00Z"}
    draft = draft_of(
        ("GET", "/books", None, 200, [one, {**one, "id": 2}]),
        ("PATCH", "/books/1", {"title": "Ports"}, 200, {**one, "title": "Ports"}),
        ("PATCH", "/books/1", {"state": "lent"}, 200, {**lent, "title": "Ports"}),
    )
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    renamed = act(world, state, "update_book", {"id": "2", "changes": {"title": "X"}}).state
    assert renamed.get("/demo/books/2/lent_at") is None
    assert act(world, renamed, "update_book", {"id": "2", "changes": {"state": "lent"}}).state.get(
        "/demo/books/2/lent_at"
    ) == "2025-03-03T09:00:00Z"  # fmt: skip


def test_what_else_is_asked_of_a_new_entity_is_answered_as_for_the_one_that_was_created() -> None:
    draft = draft_of(
        ("GET", "/books", None, 200, BOOKS),
        ("GET", "/loans?book=1", None, 200, {"book_id": 1, "loans": ["Ann"]}),
        ("POST", "/books", {"title": "New"}, 201, {**BOOKS[0], "id": 6, "title": "New"}),
        ("GET", "/loans?book=6", None, 200, {"book_id": 6, "loans": []}),
    )
    check(draft)
    about = feature(draft, "books.about.loans")
    assert about["reply"]["json"]["book_id"].startswith("int(query")
    assert "state.recorded" in about["on"]["where"]


def test_what_is_created_can_be_changed_by_convention() -> None:
    draft = draft_of(
        ("GET", "/books", None, 200, BOOKS),
        ("POST", "/books", {"title": "New"}, 201, {**BOOKS[0], "id": 6, "title": "New"}),
        ("GET", "/books", None, 200, [*BOOKS, {**BOOKS[0], "id": 6, "title": "New"}]),
    )
    check(draft)
    guess = feature(draft, "books.update.api")
    assert guess["on"]["request"].startswith("PATCH ")
    assert "like" not in guess["reply"]


def test_texts_of_pages_are_told_from_values_and_checked_on_other_pages() -> None:
    first, second = (
        values_of({"id": "43", "title": "Salt Road", "state": "lost"}),
        values_of({"id": "7", "title": "Kites fly", "state": "shelf"}),
    )
    tries = wordings("Book #43: Salt Road - Shelf", first, ["title", "state", "id"], ["title"])
    seen = [("Book #43: Salt Road - Shelf", first), ("Book #7: Kites fly - Shelf", second)]
    wording = agreed(tries, seen, sent=["title"])
    assert wording is not None
    assert wording.fields() == {"id", "title"}
    assert (
        agreed(wordings("lost property", first, ["state"], ["state"]), [("lost property", first)], sent=["state"])
        is None
    )


@pytest.mark.parametrize(("shown", "asked", "expected"), [(5, "2", 5), (5, "5", 5), (3, "2", 3)])
def test_without_a_limit_a_list_shows_as_many_as_it_did(shown: int, asked: str, expected: int) -> None:
    boats = [{"id": number, "name": f"boat {number}"} for number in range(1, 6)]
    draft = draft_of(
        ("GET", "/api/boats?limit=5", None, 200, boats),
        ("GET", "/api/boats", None, 200, boats[:shown]),
        ("GET", f"/api/boats?limit={asked}", None, 200, boats[: int(asked)]),
        ("PATCH", "/api/boats/1", {"name": "Heron"}, 204),
    )
    check(draft)
    state = {"boats": {str(one["id"]): {**one, "id": str(one["id"])} for one in boats}}
    listed = feature(draft, "boats.list.api")
    assert len(shown_of(listed, state, {})) == expected
    assert len(shown_of(listed, state, {}, query={"limit": asked})) == int(asked)


NOTES = [{"id": f"{number}a7b8c9d0e1f2a3b", "label": label} for number, label in enumerate(("Tea", "Cups", "Milk"), 1)]


@pytest.mark.parametrize("own", ["9f8e7d6c5b4a3921", "oat4"])
def test_what_is_asked_about_an_entity_that_was_sent_with_the_whole_list(own: str) -> None:
    """Its id is the page's own: no answer names it before."""
    new = {"id": own, "label": "Oat"}
    draft = draft_of(
        ("GET", "/notes", None, 200, {"notes": NOTES}),
        ("POST", "/notes", {"notes": [*NOTES, new]}, 200, {"saved": True}),
        ("GET", f"/secrets/note/{own}", None, 200, {"hidden": []}),
        ("POST", "/notes", {"notes": NOTES}, 200, {"saved": True}),
        ("GET", "/notes", None, 200, {"notes": NOTES}),
    )
    check(draft)
    about = feature(draft, "notes.about.note")
    assert about["on"]["request"] == "GET https://app.test/secrets/note/*"
    assert "in state.notes" in about["on"]["where"]
    assert about["reply"]["status"] == 200
