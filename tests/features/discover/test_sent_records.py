"""Lists of records that requests send without keys, and whose records are entities of their own from then on."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def person(key: int, name: str, job: str) -> Row:
    return {"id": key, "name": name, "job": job}


def firm(key: int, name: str, *people: Row) -> Row:
    return {"id": key, "name": name, "people": [*people]}


async def test_records_that_were_sent_are_shown_as_they_are_by_then() -> None:
    ada, ben, cyd = person(11, "Ada", "Cook"), person(12, "Ben", "Clerk"), person(13, "Cyd", "Owner")
    moved = {**cyd, "job": "Buyer"}
    mock = Mock(
        ("GET", "/firms", None, 200, [firm(1, "Elm", ada), firm(2, "Oak", ben)]),
        ("GET", "/people/12", None, 200, ben),
        ("POST", "/firms", {"name": "Yew", "people": [{"name": "Cyd", "job": "Owner"}]}, 201, firm(3, "Yew", cyd)),
        ("PUT", "/people/13", {"job": "Buyer"}, 200, moved),
        ("GET", "/firms", None, 200, [firm(1, "Elm", ada), firm(2, "Oak", ben), firm(3, "Yew", moved)]),
    )
    assert await mock.ask("PUT", "/people/12", {"name": "Benno"}) == (200, person(12, "Benno", "Clerk"))
    assert (await mock.ask("GET", "/firms"))[1][1] == firm(2, "Oak", person(12, "Benno", "Clerk"))
