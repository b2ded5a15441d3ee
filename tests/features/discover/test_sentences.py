"""Filters that are written as sentences: what was never recorded of them is not answered."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.mock import JSON, Mock
from tests.replay.listed import FETCH, body_of

BOOKS: list[dict[str, Any]] = [
    {"id": number, "title": title, "status": status}
    for number, title, status in [(1, "Tea Rooms", "open"), (2, "Glass", "done"), (3, "Teal", "done")]
]


def in_query(filters: str) -> tuple[str, str, Any]:
    return "GET", "/books" + (f"?filter={quote(filters)}" if filters else ""), None


def in_body(filters: str) -> tuple[str, str, Any]:
    return "POST", "/books/search", {"query": {"filter": filters}} if filters else {"query": {}}


def mock_of(asked: Any) -> Mock:
    new = {"id": 4, "title": "Tearing", "status": "open"}
    return Mock(
        (*asked(""), 200, BOOKS),
        (*asked("title ~ 'tea'"), 200, [BOOKS[0], BOOKS[2]]),
        (*asked("title ~ 'tea' && status = 'done'"), 200, [BOOKS[2]]),
        ("POST", "/books", {"title": "Tearing", "status": "open"}, 201, new),
        (*asked(""), 200, [*BOOKS, new]),
        ("DELETE", "/books/4", None, 204, None),
    )


@pytest.mark.parametrize("asked", [in_query, in_body])
async def test_sentences_of_known_pieces_are_answered(asked: Any) -> None:
    mock = mock_of(asked)
    assert await mock.ask(*asked("title ~ 'gl'")) == (200, [BOOKS[1]])
    assert await mock.ask(*asked("status = 'done' && title ~ 'ea'")) == (200, [BOOKS[2]])
    assert await mock.ask(*asked("")) == (200, BOOKS)


@pytest.mark.parametrize("asked", [in_query, in_body])
@pytest.mark.parametrize(
    "filters", ["id > 2", "title ~ 'tea' && id > 2", "title ~ 'tea' || status = 'done'", "title !~ 'tea'", "title"]
)
async def test_sentences_with_other_pieces_are_not_answered(asked: Any, filters: str) -> None:
    method, path, sent = asked(filters)
    body = b"" if sent is None else json.dumps(sent).encode()
    answer = await mock_of(asked).replay.ask(method, ORIGIN + path, body, [*FETCH, *JSON])
    assert answer.status >= 400, await body_of(answer)


def record(key: str, title: str, status: str) -> dict[str, Any]:
    return {"id": key, "fields": {"Title": title, "Status": status}}


RECORDS = [
    record(key, title, status)
    for key, title, status in [
        ("recA1b2C3d4E5f6G7", "Tea Rooms", "open"),
        ("recB1b2C3d4E5f6G7", "Glass", "done"),
        ("recC1b2C3d4E5f6G7", "Teal", "done"),
    ]
]


async def test_formulas_name_members_of_records_behind_the_word_too() -> None:
    def asked(formula: str) -> tuple[str, str, Any]:
        return "GET", f"/v0/books?filterByFormula={quote(formula)}" if formula else "/v0/books", None

    mock = Mock(
        (*asked(""), 200, {"records": RECORDS}),
        (*asked("SEARCH('tea',LOWER({Title}))"), 200, {"records": [RECORDS[0], RECORDS[2]]}),
        (*asked("{Status}='open'"), 200, {"records": RECORDS[:1]}),
        ("DELETE", "/v0/books?records%5B%5D=recA1b2C3d4E5f6G7", None, 200, {"deleted": True}),
        (*asked(""), 200, {"records": RECORDS[1:]}),
    )
    assert await mock.ask(*asked("SEARCH('gla',LOWER({Title}))")) == (200, {"records": [RECORDS[1]]})
    assert await mock.ask(*asked("{Status}='done'")) == (200, {"records": RECORDS[1:]})
    assert (await mock.ask("DELETE", "/v0/books?records%5B%5D=recC1b2C3d4E5f6G7", None))[0] == 200
    assert await mock.ask(*asked("")) == (200, {"records": RECORDS[:2]})


def wide(number: int, name: str, stage: str) -> dict[str, Any]:
    """A record of a table with many fields."""
    return {
        "Id": f"00Q5e0000{number:06}AAA",
        "Name": name,
        "Stage": stage,
        **{f"Field_With_A_Long_Name_{n:03}__c": f"v{n % number}" for n in range(90)},
    }


async def test_sentences_over_tables_of_many_fields_are_short_enough_to_be_accepted() -> None:
    rows = [
        wide(number, name, stage) for number, name, stage in ((1, "Ash", "New"), (2, "Elm", "Won"), (3, "Oak", "New"))
    ]
    named = "SELECT " + ", ".join(rows[0]) + " FROM Lead"

    def asked(words: str) -> tuple[str, str, Any]:
        return "GET", f"/query?q={quote(f'{named} {words}'.strip())}", None

    def shown(*found: dict[str, Any]) -> dict[str, Any]:
        return {"totalSize": len(found), "done": True, "records": [*found]}

    app = Mock(
        (*asked(""), 200, shown(*rows)),
        (*asked("WHERE Stage = 'New'"), 200, shown(rows[0], rows[2])),
        (*asked("WHERE Name LIKE '%lm%'"), 200, shown(rows[1])),
        (*asked("WHERE Name LIKE 'O%' AND Stage = 'New'"), 200, shown(rows[2])),
        ("PATCH", "/leads/00Q5e0000000002AAA", {"Stage": "Lost"}, 204, None),
        (*asked(""), 200, shown(rows[0], rows[1] | {"Stage": "Lost"}, rows[2])),
    )
    await app.ask("PATCH", "/leads/00Q5e0000000003AAA", {"Stage": "Lost"})
    assert await app.ask(*asked("WHERE Stage = 'Lost'")) == (200, shown(rows[2] | {"Stage": "Lost"}))
    assert await app.ask(*asked("WHERE Name LIKE '%s%' AND Stage = 'New'")) == (200, shown(rows[0]))
