"""Writes that put entities on a list inside others, by keys, from either side."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
PEOPLE = [{"id": 10 + n, "name": name} for n, name in ((1, "Ada"), (2, "Ben"), (3, "Cy"))]
KEYS = [one["id"] for one in PEOPLE]


def group(key: int, name: str, *people: int) -> Row:
    return {"id": key, "name": name, "people": [{"id": KEYS[n]} for n in people]}


PRESS, TRADE, ARTS = 31, 32, 33
GROUPS = [group(PRESS, "Press", 0), group(TRADE, "Trade", 0, 1), group(ARTS, "Arts")]


def app() -> Mock:
    return Mock(
        ("GET", "/people", None, 200, {"people": PEOPLE}),
        ("GET", "/groups", None, 200, {"groups": GROUPS}),
        ("GET", f"/people?group={TRADE}", None, 200, {"people": PEOPLE[:2]}),
        ("GET", f"/groups/{PRESS}", None, 200, {"group": GROUPS[0]}),
        ("POST", f"/groups/{PRESS}/people", {"add": [KEYS[2]]}, 200, {"group": {"id": PRESS, "name": "Press"}}),
        ("GET", f"/people?group={PRESS}", None, 200, {"people": [PEOPLE[0], PEOPLE[2]]}),
        ("GET", f"/groups/{PRESS}", None, 200, {"group": group(PRESS, "Press", 0, 2)}),
        ("POST", f"/people/{KEYS[1]}/groups", {"add": [ARTS]}, 200, {"person": PEOPLE[1]}),
        ("GET", "/groups", None, 200,
         {"groups": [group(PRESS, "Press", 0, 2), GROUPS[1], group(ARTS, "Arts", 1)]}),
        ("PATCH", f"/people/{KEYS[0]}", {"name": "Adele"}, 200, {"person": {**PEOPLE[0], "name": "Adele"}}),
        ("PATCH", f"/groups/{TRADE}", {"name": "Trades"}, 200, {"group": {"id": TRADE, "name": "Trades"}}),
    )  # fmt: skip


async def shown(mock: Mock) -> list[list[int]]:
    told = await mock.ask("GET", "/groups")
    return [[one["id"] for one in each["people"]] for each in told[1]["groups"]]


async def test_at_the_start_lists_are_as_before_these_writes() -> None:
    assert await shown(app()) == [[KEYS[0]], KEYS[:2], []]


async def test_those_that_a_request_names_are_put_on_the_list_and_taken_off() -> None:
    mock = app()
    answer = await mock.ask("POST", f"/groups/{TRADE}/people", {"add": [KEYS[2], KEYS[0]]})
    assert answer == (200, {"group": {"id": TRADE, "name": "Trade"}})
    assert await shown(mock) == [[KEYS[0]], KEYS, []]
    await mock.ask("POST", f"/groups/{TRADE}/people", {"remove": [KEYS[0]]})
    assert await shown(mock) == [[KEYS[0]], KEYS[1:], []]


async def test_one_is_put_on_the_lists_of_those_that_a_request_names() -> None:
    mock = app()
    assert await mock.ask("POST", f"/people/{KEYS[2]}/groups", {"add": [PRESS, TRADE]}) == (200, {"person": PEOPLE[2]})
    assert await shown(mock) == [[KEYS[0], KEYS[2]], KEYS, []]
    await mock.ask("POST", f"/people/{KEYS[0]}/groups", {"remove": [TRADE], "add": [ARTS]})
    assert await shown(mock) == [[KEYS[0], KEYS[2]], KEYS[1:], [KEYS[0]]]


@pytest.mark.parametrize("key", [PRESS, TRADE, ARTS])
async def test_lists_by_a_parameter_show_who_is_on_the_list_of_what_it_names(key: int) -> None:
    mock = app()
    await mock.ask("POST", f"/groups/{key}/people", {"add": [KEYS[1]]})
    there = {PRESS: PEOPLE[:2], TRADE: PEOPLE[:2], ARTS: [PEOPLE[1]]}[key]
    assert await mock.ask("GET", f"/people?group={key}") == (200, {"people": there})
    assert await mock.ask("GET", "/people") == (200, {"people": PEOPLE})


async def test_a_request_that_no_list_explains_changes_none() -> None:
    mock = Mock(
        ("GET", "/people", None, 200, {"people": PEOPLE}),
        ("GET", "/groups", None, 200, {"groups": GROUPS}),
        ("POST", f"/groups/{PRESS}/readers", {"add": [KEYS[2]]}, 200, {"group": {"id": PRESS, "name": "Press"}}),
        ("GET", "/groups", None, 200, {"groups": GROUPS}),
        ("PATCH", f"/people/{KEYS[0]}", {"name": "Adele"}, 200, {"person": {**PEOPLE[0], "name": "Adele"}}),
    )
    await mock.ask("POST", f"/groups/{TRADE}/readers", {"add": [KEYS[2]]})
    assert await shown(mock) == [[KEYS[0]], KEYS[:2], []]


async def test_both_sides_show_who_is_with_whom() -> None:
    def person(at: int, *groups: int) -> Row:
        return {**PEOPLE[at], "groups": [{"id": key, "name": names[key]} for key in groups]}

    names = {PRESS: "Press", TRADE: "Trade", ARTS: "Arts"}
    mock = Mock(
        ("GET", "/people", None, 200, {"people": [person(0, PRESS, TRADE), person(1, TRADE), person(2)]}),
        ("GET", "/groups", None, 200, {"groups": GROUPS}),
        ("POST", f"/groups/{PRESS}/people", {"add": [KEYS[2]]}, 200, {"group": {"id": PRESS, "name": "Press"}}),
        ("GET", "/groups", None, 200, {"groups": [group(PRESS, "Press", 0, 2), *GROUPS[1:]]}),
        ("GET", "/people", None, 200, {"people": [person(0, PRESS, TRADE), person(1, TRADE), person(2, PRESS)]}),
        ("PATCH", f"/people/{KEYS[0]}", {"name": "Adele"}, 200, {"person": {**PEOPLE[0], "name": "Adele"}}),
    )
    await mock.ask("POST", f"/groups/{ARTS}/people", {"add": KEYS[1:]})
    assert await shown(mock) == [[KEYS[0]], KEYS[:2], KEYS[1:]]
    told = {"people": [person(0, PRESS, TRADE), person(1, TRADE, ARTS), person(2, ARTS)]}
    assert await mock.ask("GET", "/people") == (200, told)
