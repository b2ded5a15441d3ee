"""Searches look into all texts that the list shows, but for those that a recorded one tells to be left out."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.lists.searched_texts import searched_texts
from tests.features.discover.mock import Mock

Row = dict[str, Any]
PEOPLE: list[Row] = [
    {"id": number, "name": name, "email": f"{name.split()[0].lower()}@{mail}.example", "note": note, "state": state}
    for number, (name, mail, note, state) in enumerate(
        (
            ("Ada Vance", "tide", "Likes tea", "new"), ("Ben Okafor", "quarry", "From Oslo", "new"),
            ("Cleo Marsh", "tide", "Met Ada once", "old"), ("Dev Anand", "wharf", "Wants oil", "old"),
        ),
        1,
    )
]  # fmt: skip


def people(*keys: int) -> Row:
    return {"people": [one for one in PEOPLE if one["id"] in keys], "total": len(keys)}


@pytest.fixture(name="app")
def _app() -> Mock:
    return Mock(
        ("GET", "/people", None, 200, people(1, 2, 3, 4)),
        ("GET", "/people?q=ada", None, 200, people(1)),
        ("PATCH", "/people/4", {"note": "Wants oil"}, 200, PEOPLE[3]),
    )


async def test_texts_are_searched_that_no_search_left_out(app: Mock) -> None:
    assert await app.ask("GET", "/people?q=tide") == (200, people(1, 3))
    assert await app.ask("GET", "/people?q=anand") == (200, people(4))


async def test_texts_are_not_searched_in_which_a_search_did_not_find_its_words(app: Mock) -> None:
    assert await app.ask("GET", "/people?q=oslo") == (200, people())


async def test_choices_are_not_searched(app: Mock) -> None:
    assert await app.ask("GET", "/people?q=old") == (200, people())


def test_nothing_is_told_by_searches_that_showed_all() -> None:
    part = Entities(Kind("people", "id", [], 1.0), {str(one["id"]): one for one in PEOPLE})
    part.forms = dict.fromkeys(PEOPLE[0], "plain")
    assert searched_texts(part, PEOPLE[0], []) == []
    assert searched_texts(part, PEOPLE[0], [("zz", PEOPLE[0])]) == ["name", "email", "note"]


async def test_a_text_in_which_words_were_found_by_chance_is_not_looked_into() -> None:
    docks = ("North dock", "No dock", "South dock", "No dock", "West dock")
    names = ("Nora", "Ben", "Cor", "Dan", "Eve")
    boats = [
        {"id": number, "name": name, "berth": dock}
        for number, (name, dock) in enumerate(zip(names, docks, strict=True), 1)
    ]
    new = {"id": 6, "name": "Fay", "berth": "No dock"}
    app = Mock(
        ("GET", "/boats", None, 200, {"boats": boats}),
        ("GET", "/boats?q=no", None, 200, {"boats": boats[:1]}),
        ("POST", "/boats", {"name": "Fay"}, 201, new),
        ("GET", "/boats", None, 200, {"boats": [*boats, new]}),
    )
    assert (await app.ask("GET", "/boats?q=do"))[1] == {"boats": []}
    assert (await app.ask("GET", "/boats?q=da"))[1] == {"boats": [boats[3]]}


async def test_a_text_that_never_begins_with_what_was_not_found_is_searched_from_its_beginning() -> None:
    firms = [
        {"id": number, "name": f"{word}.test", "size": size}
        for number, (word, size) in enumerate((("granite-works", 4), ("island-coffee", 7), ("delta-pumps", 2)), 1)
    ]

    def shown(*rows: Row) -> Row:
        return {"firms": [*rows], "total": len(rows)}

    app = Mock(
        ("GET", "/firms", None, 200, shown(*firms)),
        ("GET", "/firms?search=works", None, 200, shown()),
        ("PATCH", "/firms/3", {"size": 3}, 200, {**firms[2], "size": 3}),
    )
    assert (await app.ask("GET", "/firms?search=is"))[1] == shown(firms[1])
    assert (await app.ask("GET", "/firms?search=coffee"))[1] == shown()
