"""Orders that cannot be followed, by records or in words that no list takes apart, are no reason to answer nothing."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def boat(number: int, name: str, owner: str) -> Row:
    return {"id": number, "name": name, "owner": {"id": number, "login": owner}, "size": number * 3 % 7}


BOATS = [boat(1, "Ada", "eve"), boat(2, "Cor", "dan"), boat(3, "Ben", "fay")]


async def test_a_sort_by_a_record_shows_all() -> None:
    mock = Mock(
        ("GET", "/boats?sort=name", None, 200, [BOATS[0], BOATS[2], BOATS[1]]),
        ("GET", "/boats?sort=size", None, 200, [BOATS[2], BOATS[0], BOATS[1]]),
        ("PATCH", "/boats/1", {"name": "Ada"}, 200, BOATS[0]),
    )
    status, said = await mock.ask("GET", "/boats?sort=owner")
    assert (status, sorted(one["id"] for one in said)) == (200, [1, 2, 3])
    assert [one["id"] for one in (await mock.ask("GET", "/boats?sort=-name"))[1]] == [2, 3, 1]


async def test_an_order_in_a_list_of_lists_shows_all() -> None:
    def asked(*order: Any) -> Row:
        return {"order": [*order], "limit": 10}

    mock = Mock(
        ("POST", "/boats/search", asked(["name", "ASC NULLS LAST"], ["id", None]), 200, [BOATS[0], BOATS[2], BOATS[1]]),
        ("POST", "/boats/search", asked(["size", "ASC NULLS LAST"], ["id", None]), 200, [BOATS[2], BOATS[0], BOATS[1]]),
        ("PATCH", "/boats/1", {"name": "Ada"}, 200, BOATS[0]),
    )
    status, said = await mock.ask("POST", "/boats/search", asked(["id", "DESC"]))
    assert (status, sorted(one["id"] for one in said)) == (200, [1, 2, 3])
