"""Kinds in which the recording did nothing, beside one of the same addresses in which it did."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from awe_author.features.discover.entities.sibling_kinds import _new
from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock

MOMENT = "2025-03-03T09:00:00Z"
EARLIER = "2025-01-05T08:00:00Z"


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


BOOKS = [{"id": uuid(n), "title": t, "pages": n * 100, "seen": EARLIER} for n, t in enumerate(("Ash", "Elm", "Yew"), 1)]
PEOPLE = [{"id": uuid(n + 20), "name": name, "seen": EARLIER} for n, name in enumerate(("Ann", "Bo"))]
MADE = {"id": uuid(9), "title": "Oak", "pages": 7, "seen": MOMENT}


def shop(*, envelope: bool = True, path: str = "/api/kinds/{}/records", authors: Any = None) -> list[tuple[Any, ...]]:
    """A tour that makes, changes and deletes books, and looks at authors once."""

    def one(entity: Any) -> Any:
        return {"rights": ["books", "all"], "data": entity} if envelope else entity

    def many(entities: Any) -> Any:
        return {"data": entities, "next": None} if envelope else entities

    def sent(**fields: Any) -> Any:
        return {"data": fields} if envelope else fields

    books, others = path.format("books"), path.format("authors")
    changed = {**BOOKS[0], "pages": 8, "seen": MOMENT}
    return [
        ("GET", books, None, 200, many(BOOKS)),
        ("GET", others, None, 200, many(PEOPLE) if authors is None else authors),
        ("POST", books, sent(title="Oak", pages=7), 201, one(MADE)),
        ("GET", books, None, 200, many([*BOOKS, MADE])),
        ("PATCH", f"{books}/{uuid(1)}", sent(pages=8), 200, one(changed)),
        ("GET", f"{books}/{uuid(1)}", None, 200, one(changed)),
        ("DELETE", f"{books}/{uuid(2)}", None, 200, {"gone": uuid(2), "of": "books"}),
        ("GET", books, None, 200, many([changed, BOOKS[2], MADE])),
    ]


async def test_they_are_made_changed_and_deleted_as_the_others_were() -> None:
    mock = Mock(*shop())
    authors = "/api/kinds/authors/records"
    status, told = await mock.ask("POST", authors, {"data": {"name": "Cy"}})
    made = told["data"]
    assert (status, told["rights"], made["name"]) == (201, ["authors", "all"], "Cy")
    assert made.keys() == PEOPLE[0].keys()
    assert made["seen"] not in (EARLIER, MOMENT) or made["seen"] == MOMENT
    assert (await mock.ask("GET", authors))[1] == {"data": [*PEOPLE, made], "next": None}
    changed = {**PEOPLE[1], "name": "Bob"}
    _, told = await mock.ask("PATCH", f"{authors}/{uuid(21)}", {"data": {"name": "Bob"}})
    assert {**told["data"], "seen": EARLIER} == changed
    assert (await mock.ask("GET", f"{authors}/{made['id']}"))[1]["data"] == made
    gone = await mock.ask("DELETE", f"{authors}/{made['id']}")
    assert gone == (200, {"gone": made["id"], "of": "authors"})
    assert [one["name"] for one in (await mock.ask("GET", authors))[1]["data"]] == ["Ann", "Bob"]
    assert (await mock.ask("GET", f"{authors}/{made['id']}"))[0] == 404
    assert [one["title"] for one in (await mock.ask("GET", "/api/kinds/books/records"))[1]["data"]] == [
        "Ash",
        "Elm",
        "Yew",
    ]


def test_the_draft_says_from_what_it_is_told_and_that_it_is_not_sure() -> None:
    made = next(one for one in draft_of(*shop()).features if one.document["id"] == "authors.create.api")
    assert made.sure < 0.3
    assert any("as for books" in line for line in made.seen)


ALL = {("authors", role) for role in ("list", "create", "update", "delete", "read")}


@pytest.mark.parametrize(
    ("tour", "all_of"),
    [
        (shop(), True),
        (shop(envelope=False), True),
        (shop(envelope=False, path="/api/{}"), False),
        (shop(path="/api/{}"), False),
        ([*shop(), ("GET", "/api/me", None, 200, PEOPLE[0])], False),
        (shop(authors={"items": PEOPLE, "next": None}), False),
        (shop(authors={"data": PEOPLE, "total": 2}), False),
        (
            shop(authors={"data": [{"name": "Ann", "seen": EARLIER}, {"name": "Bo", "seen": EARLIER}], "next": None}),
            False,
        ),
    ],
    ids=[
        "alike",
        "bare lists, long path",
        "bare lists",
        "short path",
        "shown elsewhere",
        "another place",
        "another envelope",
        "another key",
    ],
)
def test_only_lists_that_are_alike_make_siblings(tour: list[tuple[Any, ...]], all_of: bool) -> None:
    assert ({one for one in found(draft_of(*tour)) if one[0] == "authors"} >= ALL) is all_of


def test_what_was_recorded_of_a_kind_is_not_told_by_others() -> None:
    renamed = {**PEOPLE[0], "name": "Anna"}
    tour = [*shop(), ("PUT", f"/api/kinds/authors/records/{uuid(20)}", {"name": "Anna"}, 200, {"data": renamed})]
    draft = draft_of(*tour)
    changes = [one.endpoint.verb for one in draft.operations if one.kind.name == "authors" and one.role == "update"]
    assert changes == ["PUT"]


async def test_what_was_empty_beside_one_kind_is_so_beside_the_other_and_is_no_entity() -> None:
    books, authors = "/api/kinds/books/records", "/api/kinds/authors/records"
    mock = Mock(
        *shop(),
        ("GET", f"{books}/marks", None, 200, {"marks": []}),
        ("GET", f"{books}/about", None, 200, {"fields": ["title"]}),
    )
    assert await mock.ask("GET", f"{authors}/marks") == (200, {"marks": []})
    document = next(one for one in mock.draft.features if one.document["id"] == "authors.read.api").document
    assert "segments[0] in ['about', 'marks']" in document["on"]["where"]


async def test_of_what_is_made_no_more_is_told_than_was_of_the_others() -> None:
    tour = [(*one[:4], [{"id": uuid(9)}]) if one[0] == "POST" else one for one in shop(envelope=False)]
    status, told = await Mock(*tour).ask("POST", "/api/kinds/authors/records", {"name": "Cy"})
    assert status == 201
    assert [one.keys() for one in told] == [{"id"}]


def called(kind: str, entities: list[Any]) -> dict[str, Any]:
    return {kind: entities, "meta": {"page": 1}}


def desk() -> list[tuple[Any, ...]]:
    """A tour that makes and changes a note; envelopes are called after the kinds."""
    notes, changed = BOOKS, {**BOOKS[0], "pages": 8, "seen": MOMENT}
    return [
        ("GET", "/api/admin/notes", None, 200, called("notes", notes)),
        ("GET", "/api/admin/labels?sort=name", None, 200, called("labels", PEOPLE)),
        ("POST", "/api/admin/notes", {"notes": [{"title": "Oak", "pages": 7}]}, 201, {"notes": [MADE]}),
        ("GET", "/api/admin/notes", None, 200, called("notes", [*notes, MADE])),
        ("PATCH", f"/api/admin/notes/{uuid(1)}", {"notes": [{"pages": 8}]}, 200, {"notes": [changed]}),
        ("GET", f"/api/admin/notes/{uuid(1)}", None, 200, {"notes": [changed]}),
    ]


async def test_envelopes_may_be_called_after_the_kinds() -> None:
    mock = Mock(*desk())
    status, told = await mock.ask("POST", "/api/admin/labels", {"labels": [{"name": "Cy"}]})
    (made,) = told["labels"]
    assert told.keys() == {"labels"}
    assert (status, made["name"], made.keys()) == (201, "Cy", PEOPLE[0].keys())
    assert (await mock.ask("GET", "/api/admin/labels?sort=name"))[1] == called("labels", [*PEOPLE, made])
    _, told = await mock.ask("PATCH", f"/api/admin/labels/{uuid(21)}", {"labels": [{"name": "Bob"}]})
    assert [one["name"] for one in told["labels"]] == ["Bob"]
    assert [one["title"] for one in (await mock.ask("GET", "/api/admin/notes"))[1]["notes"]] == ["Ash", "Elm", "Yew"]


async def test_such_lists_are_as_recorded_until_something_is_done() -> None:
    mock = Mock(*desk())
    feature = next(one for one in mock.draft.features if one.document["id"] == "labels.list.api")
    on = feature.document["on"]
    assert isinstance(on, dict)
    assert on["where"] == "state.done_to.labels"
    assert mock.draft.seed["done_to"] == {"labels": False}
    labels = "/api/admin/labels?sort=name"
    assert (await mock.ask("GET", labels))[1] == called("labels", PEOPLE)
    await mock.ask("PATCH", f"/api/admin/labels/{uuid(20)}", {"labels": [{"name": "Zoe"}]})
    assert [one["name"] for one in (await mock.ask("GET", labels))[1]["labels"]] != ["Ann", "Bo"]
    assert (await mock.ask("GET", "/api/admin/labels"))[0] == 200


async def test_such_lists_are_found_again_where_they_say_when_they_are_asked_for() -> None:
    """Until something is done as recorded, then as the state has them."""

    def labels(moment: str) -> str:
        return "/api/admin/labels?" + urlencode({"filter": f"seen:<='{moment}'", "limit": 50})

    asked = ("GET", labels("2025-03-03 09:00:00"), None, 200, called("labels", PEOPLE))
    mock = Mock(*(asked if "labels" in str(one[1]) else one for one in desk()))
    assert await mock.ask("GET", labels("2025-03-03 09:02:11")) == (200, called("labels", PEOPLE))
    await mock.ask("PATCH", f"/api/admin/labels/{uuid(20)}", {"labels": [{"name": "Zoe"}]})
    later = (await mock.ask("GET", labels("2025-03-03 09:02:12")))[1]["labels"]
    assert {one["name"] for one in later} == {"Zoe", "Bo"}


def test_what_a_record_of_other_members_counts_is_nothing_yet() -> None:
    assert _new({"notes": 4, "of": "all"}, {"views": 3}) == {"notes": 0, "of": "all"}
    assert _new({"views": 4}, {"views": 0}) == {"views": 0}
    assert _new(EARLIER, MOMENT) == MOMENT
