"""What APIs of enterprise products do: versions in addresses, texts put together, defaults, cursors that end."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.exchanges.statements import clauses_said
from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]


def test_a_statement_may_have_no_clauses() -> None:
    assert list(clauses_said("SELECT COUNT() FROM Lead")) == []


def priority(key: str) -> Row:
    return {"id": key, "name": {"2": "High", "3": "Low"}[key]}


def issue(number: int, title: str, status: str = "open") -> Row:
    return {"id": str(100 + number), "key": f"ACME-{number}", "title": title, "status": status}


async def test_the_number_of_a_version_is_no_key_and_parts_may_follow_keys_of_letters_and_digits() -> None:
    two, moved = [issue(1, "Lamp"), issue(2, "Door")], issue(2, "Door", "done")
    mock = Mock(
        ("GET", "/rest/api/2/priority", None, 200, [priority("2"), priority("3")]),
        ("GET", "/rest/api/2/search", None, 200, {"total": 2, "issues": two}),
        ("GET", "/rest/api/2/issue/ACME-1", None, 200, two[0]),
        ("GET", "/rest/api/2/issue/ACME-2", None, 200, two[1]),
        ("GET", "/rest/api/2/issue/ACME-2/watchers", None, 200, {"watchers": 0}),
        ("PUT", "/rest/api/2/issue/ACME-2", {"status": "done"}, 200, moved),
        ("GET", "/rest/api/2/issue/ACME-2", None, 200, moved),
        ("GET", "/rest/api/2/search", None, 200, {"total": 2, "issues": [two[0], moved]}),
    )
    paths = {one.endpoint.path for one in mock.draft.operations}
    assert "/rest/api/2/issue/*" in paths
    assert all("/api/*" not in path for path in paths)
    await mock.ask("PUT", "/rest/api/2/issue/ACME-1", {"status": "done"})
    assert await mock.ask("GET", "/rest/api/2/issue/ACME-1") == (200, issue(1, "Lamp", "done"))
    assert (await mock.ask("GET", "/rest/api/2/search"))[1]["issues"] == [issue(1, "Lamp", "done"), two[1]]


STAGES = {1: "New", 2: "Won"}


def lead(key: int, name: str, stage: int) -> Row:
    return {"id": key, "name": name, "stage": {"id": stage, "label": STAGES[stage]}}


async def test_records_that_are_named_by_numbers_are_filled_in() -> None:
    mock = Mock(
        ("GET", "/leads", None, 200, [lead(7, "Roof", 1), lead(8, "Kiln", 2)]),
        ("PATCH", "/leads/7", {"stage": 2}, 200, lead(7, "Roof", 2)),
        ("GET", "/leads", None, 200, [lead(7, "Roof", 2), lead(8, "Kiln", 2)]),
    )
    assert await mock.ask("PATCH", "/leads/8", {"stage": 1}) == (200, lead(8, "Kiln", 1))


def person(key: int, first: str | None, last: str, team: str = "people") -> Row:
    name = " ".join(filter(None, (first, last)))
    return {"id": key, "first": first, "last": last, "name": name, "team": team, "seen": None}


async def test_names_are_put_together_and_what_is_left_out_is_as_it_was_where_it_was_left_out() -> None:
    start = [person(1, "Ada", "Vance"), person(2, "Ben", "Okafor", "ops"), person(3, "Eva", "Ruiz")]
    mock = Mock(
        ("GET", "/people", None, 200, start),
        ("POST", "/people", {"first": "Kara", "last": "Boyd", "team": "ops"}, 201, person(4, "Kara", "Boyd", "ops")),
        ("POST", "/people", {"first": "Tom", "last": "Quill"}, 201, person(5, "Tom", "Quill")),
        ("PATCH", "/people/5", {"team": "ops"}, 200, person(5, "Tom", "Quill", "ops")),
        ("GET", "/people/5", None, 200, person(5, "Tom", "Quill", "ops")),
    )
    assert await mock.ask("PATCH", "/people/1", {"last": "Moss"}) == (200, person(1, "Ada", "Moss"))
    assert await mock.ask("POST", "/people", {"last": "Ott"}) == (201, person(4, None, "Ott"))


def page(*numbers: int, after: int = 0) -> Row:
    more = {"paging": {"next": {"after": str(after)}}} if after else {}
    return {"results": [{"id": str(number), "title": f"T{number}"} for number in numbers], **more}


async def test_a_cursor_is_told_while_there_is_more() -> None:
    mock = Mock(
        ("GET", "/things?limit=100", None, 200, page(1, 2, 3, 4, 5)),
        ("GET", "/things?limit=2", None, 200, page(1, 2, after=2)),
        ("GET", "/things?limit=2&after=2", None, 200, page(3, 4, after=4)),
        ("PATCH", "/things/1", {"title": "T1"}, 200, {"id": "1", "title": "T1"}),
    )
    assert await mock.ask("GET", "/things?limit=50") == (200, page(1, 2, 3, 4, 5))
    assert await mock.ask("GET", "/things?limit=3") == (200, page(1, 2, 3, after=3))
    assert await mock.ask("GET", "/things?limit=3&after=3") == (200, page(4, 5))


def book(key: int, title: str, archived: str | None = None, shelf: str = "A") -> Row:
    return {"id": key, "title": title, "shelf": shelf, "archived": archived}


async def test_actions_in_addresses_that_send_a_key_alone_and_several_named_in_the_query() -> None:
    books = [book(1, "Salt"), book(2, "Fern"), book(3, "Moss"), book(4, "Reed")]
    now = "2025-03-03T09:00:00Z"
    later = [book(1, "Salt", now), *books[1:]]
    moved = [later[0], *(book(one["id"], one["title"], shelf="B") for one in books[1:3]), books[3]]
    mock = Mock(
        ("POST", "/api/books.list", {"limit": 9}, 200, {"data": books}),
        ("POST", "/api/books.archive", {"id": 1}, 200, {"data": later[0]}),
        ("POST", "/api/books.list", {"limit": 9}, 200, {"data": later}),
        ("PUT", "/api/books/update_many?ids=2,3", {"book": {"shelf": "B"}}, 200, {"status": "queued"}),
        ("POST", "/api/books.list", {"limit": 9}, 200, {"data": moved}),
    )
    status, answer = await mock.ask("POST", "/api/books.archive", {"id": 2})
    assert (status, answer["data"]["archived"][:10]) == (200, now[:10])
    await mock.ask("PUT", "/api/books/update_many?ids=3,4", {"book": {"shelf": "C"}})
    shelves = [one["shelf"] for one in (await mock.ask("POST", "/api/books.list", {"limit": 9}))[1]["data"]]
    assert shelves == ["A", "A", "C", "C"]


def test_two_texts_that_only_look_put_together_in_few_records_are_left_alone() -> None:
    rows = [
        {"id": 1, "first": "Ada", "last": "B", "name": "Ada B"},
        {"id": 2, "first": "C", "last": "D", "name": "Else"},
    ]
    draft = draft_of(
        ("GET", "/people", None, 200, rows),
        ("PATCH", "/people/1", {"first": "Eva"}, 200, {**rows[0], "first": "Eva"}),
    )
    assert ".join(' ')" not in str(draft.model)


async def test_more_is_said_while_a_cursor_leads_on_and_texts_inside_what_is_sent_are_kept() -> None:
    def shown(*numbers: int, after: str | None = None) -> Row:
        rows = [{"id": number, "title": f"T{number}", "about": f"About {number}"} for number in numbers]
        return {"tickets": rows, "meta": {"has_more": after is not None, "after": after}}

    made = {"id": 5, "title": "New", "about": "Please help"}
    mock = Mock(
        ("GET", "/tickets?size=10", None, 200, shown(1, 2, 3, 4)),
        ("GET", "/tickets?size=2", None, 200, shown(1, 2, after="2")),
        ("GET", "/tickets?size=2&after=2", None, 200, shown(3, 4)),
        ("POST", "/tickets", {"title": "New", "comment": {"body": "Please help"}}, 201, made),
        ("GET", "/tickets/5", None, 200, made),
    )
    assert await mock.ask("GET", "/tickets?size=3") == (200, shown(1, 2, 3, after="3"))
    assert await mock.ask("GET", "/tickets?size=3&after=3") == (200, shown(4))
    told = await mock.ask("POST", "/tickets", {"title": "Lamp", "comment": {"body": "It flickers"}})
    assert told == (201, {"id": 5, "title": "Lamp", "about": "It flickers"})


async def test_conditions_on_records_compare_their_keys_and_an_empty_order_is_none() -> None:
    def rows(*wanted: Row) -> Row:
        return {"records": list(wanted)}

    def asks(order: str, *domain: Any) -> Row:
        return {"domain": [*domain], "order": order}

    first, second, third = lead(1, "Roof", 1), lead(2, "Kiln", 2), lead(3, "Oven", 1)
    mock = Mock(
        ("POST", "/leads/search", asks(""), 200, rows(third, second, first)),
        ("POST", "/leads/search", asks("name asc"), 200, rows(second, third, first)),
        ("POST", "/leads/search", asks("", ["stage", "=", 1]), 200, rows(third, first)),
        ("DELETE", "/leads/3", None, 204, None),
        ("POST", "/leads/search", asks(""), 200, rows(second, first)),
    )
    assert await mock.ask("POST", "/leads/search", asks("name desc")) == (200, rows(first, third, second))
    assert await mock.ask("POST", "/leads/search", asks("", ["stage", "=", 2])) == (200, rows(second))
