"""Filters that are trees of records: `[{"and": [{"name": "town", "op": "==", "val": "Oslo"}, {"or": [...]}]}]`."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from awe_author.features.discover.exchanges.conditions import conditions_form, groups_said
from tests.features.discover.mock import Mock

Row = dict[str, Any]
CREWS: list[Row] = [
    {"id": number, "name": name, "town": town}
    for number, (name, town) in enumerate(
        (("Ada", "Oslo"), ("Ben", "Bergen"), ("Cleo", "Cork"), ("Adil", "Oslo"), ("Dag", "Cork")), 1
    )
]


def leaf(name: str, how: str, value: Any) -> Row:
    return {"name": name, "op": how, "val": value}


MAIN: Row = {"or": [leaf("is_main", "==", True), leaf("is_main", "is_null", True)]}


def path(*filters: Row) -> str:
    return f"/crews?q={quote(json.dumps({'filters': [*filters]}))}"


def shown(*keys: int) -> Row:
    return {"items": [one for one in CREWS if one["id"] in keys], "total": len(keys)}


@pytest.fixture(name="crews")
def _crews() -> Mock:
    new = {"id": 6, "name": "Eve", "town": "Rome"}
    return Mock(
        ("GET", path(MAIN), None, 200, shown(1, 2, 3, 4, 5)),
        ("GET", path({"and": [leaf("name", "ilike", "%ad%"), MAIN]}), None, 200, shown(1, 4)),
        ("GET", path({"and": [leaf("town", "==", "Cork"), MAIN]}), None, 200, shown(3, 5)),
        ("POST", "/crews", {"name": "Eve", "town": "Rome"}, 201, new),
        ("DELETE", "/crews/6", None, 204, None),
        ("GET", path(MAIN), None, 200, shown(1, 2, 3, 4, 5)),
    )


@pytest.mark.parametrize(
    ("filters", "keys"),
    [
        ([MAIN], (1, 2, 3, 4, 5)),
        ([{"and": [leaf("town", "==", "Oslo"), MAIN]}], (1, 4)),
        ([{"and": [{"or": [leaf("town", "==", "Bergen"), leaf("name", "ilike", "%cl%")]}, MAIN]}], (2, 3)),
        ([leaf("town", "==", "Cork")], (3, 5)),
    ],
)
async def test_other_records_are_followed(crews: Mock, filters: list[Row], keys: tuple[int, ...]) -> None:
    assert await crews.ask("GET", path(*filters)) == (200, shown(*keys))


def test_a_tree_of_records_is_read() -> None:
    said = [{"and": [leaf("town", "==", "Oslo"), MAIN]}]
    form = conditions_form("filters", said)
    assert form is not None
    assert groups_said(form, said) == [
        [("town", "eq", "Oslo"), ("is_main", "eq", True)],
        [("town", "eq", "Oslo"), ("is_main", "null", True)],
    ]
