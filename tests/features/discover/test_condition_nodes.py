"""Filters of nodes: `{"operator": "AND", "value": [{"field": "town", "operator": "=", "value": "Oslo"}]}`, or one
alone."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.exchanges.conditions import conditions_form, groups_said
from tests.features.discover.mock import Mock

Row = dict[str, Any]
CREWS: list[Row] = [
    {"id": number, "name": name, "town": town, "more": {"plan": plan, "seats": 2 * number}}
    for number, (name, town, plan) in enumerate(
        (("Ada", "Oslo", "pro"), ("Ben", "Bergen", "free"), ("Cleo", "Cork", "pro"), ("Adil", "Oslo", "team")), 1
    )
]


def leaf(field: str, how: str, value: Any) -> Row:
    return {"field": field, "operator": how, "value": value}


def node(how: str, *inner: Row) -> Row:
    return {"operator": how, "value": [*inner]}


def shown(*keys: int) -> Row:
    return {"items": [one for one in CREWS if one["id"] in keys], "total": len(keys)}


@pytest.fixture(name="crews")
def _crews() -> Mock:
    return Mock(
        ("GET", "/crews", None, 200, shown(1, 2, 3, 4)),
        ("POST", "/crews/search", {"query": node("AND", leaf("town", "=", "Oslo"), leaf("name", "~", "il"))}, 200,
         shown(4)),
        ("POST", "/crews/search", {"query": leaf("more.plan", "=", "pro")}, 200, shown(1, 3)),
        ("POST", "/crews", {"name": "Eve", "town": "Rome", "more": {"plan": "pro"}}, 201,
         {"id": 5, "name": "Eve", "town": "Rome", "more": {"plan": "pro"}}),
        ("DELETE", "/crews/5", None, 204, None),
        ("GET", "/crews", None, 200, shown(1, 2, 3, 4)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        (leaf("town", "=", "Cork"), (3,)),
        (leaf("more.plan", "=", "free"), (2,)),
        (node("AND", leaf("town", "=", "Oslo"), leaf("more.plan", "=", "pro")), (1,)),
        (node("OR", leaf("town", "=", "Cork"), leaf("name", "~", "ad")), (1, 3, 4)),
        (node("AND", leaf("name", "~", "a"), node("OR", leaf("town", "=", "Cork"), leaf("town", "=", "Oslo"))), (1, 4)),
        (node("AND"), (1, 2, 3, 4)),
    ],
)
async def test_other_nodes_are_followed(crews: Mock, query: Row, keys: tuple[int, ...]) -> None:
    assert await crews.ask("POST", "/crews/search", {"query": query}) == (200, shown(*keys))


def test_nodes_are_read_as_groups() -> None:
    value = node("AND", leaf("a", "=", 1), node("OR", leaf("b", "=", 2), leaf("c", "~", 3)))
    form = conditions_form("query", value)
    assert form is not None
    assert groups_said(form, value) == [
        [("a", "eq", 1), ("b", "eq", 2)],
        [("a", "eq", 1), ("c", "has", 3)],
    ]
    assert conditions_form("query", {"text": "tea", "fuzzy": "no"}) is None
    assert conditions_form("query", {"operator": "AND", "value": [{"text": "tea"}]}) is None
