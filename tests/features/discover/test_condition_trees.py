"""Filters that are trees of lists and objects: `{"AND": [{"OR": [{"name": {"contains": "tea"}}]}]}`."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from awe_author.features.discover.exchanges.conditions import Conditions, conditions_form, groups_said
from tests.features.discover.mock import Mock

TOWNS = ("Oslo", "Bergen", "Cork", "Oslo", "Lagos")
CREWS = [
    {"id": number, "name": name, "town": town, "size": 10 * number}
    for number, (name, town) in enumerate(zip(("Ada", "Ben", "Cleo", "Adil", "Olga"), TOWNS, strict=True), 1)
]


def _equal(told: dict[str, Any], how: str) -> list[dict[str, Any]]:
    return [{name: {how: value}} for name, value in told.items()]


def plain(some: dict[str, str], **all_of: Any) -> dict[str, Any]:
    return {"AND": [{"OR": [{f: {"contains": v}} for f, v in some.items()]}, *_equal(all_of, "equals")]}


def signed(some: dict[str, str], **all_of: Any) -> dict[str, Any]:
    return {"_and": [{"_or": [{f: {"_icontains": v}} for f, v in some.items()]}, *_equal(all_of, "_eq")]}


def inner(some: dict[str, str], **all_of: Any) -> dict[str, Any]:
    return {"OR": [{f: {"contains": v, "mode": "insensitive"}} for f, v in some.items()], **all_of}


def groups(some: dict[str, str], **all_of: Any) -> dict[str, Any]:
    return {"or": [{"and": [{f: {"like": v}}, *_equal(all_of, "equals")]} for f, v in some.items()]}


def posted(where: Any) -> tuple[str, str, Any]:
    return "POST", "/api/crews/list", {"where": where, "take": 10}


def queried(where: Any) -> tuple[str, str, Any]:
    return "GET", f"/api/crews?where={quote(json.dumps(where))}&take=10", None


def fitting(some: dict[str, str], **all_of: Any) -> list[dict[str, Any]]:
    found = [one for one in CREWS if any(v.lower() in str(one[f]).lower() for f, v in some.items())]
    return [one for one in found if all(one[name] == value for name, value in all_of.items())]


@pytest.mark.parametrize("ask", [posted, queried])
@pytest.mark.parametrize("style", [plain, signed, inner, groups])
async def test_other_trees_are_followed(style: Any, ask: Any) -> None:
    def asked(some: dict[str, str], **all_of: Any) -> tuple[Any, ...]:
        return (*ask(style(some, **all_of)), 200, {"items": fitting(some, **all_of)})

    mock = Mock(
        (*ask({}), 200, {"items": CREWS}),
        asked({"name": "ad", "town": "ad"}),
        asked({"name": "o", "town": "o"}),
        asked({"name": "be", "town": "be"}, town="Bergen"),
        ("PUT", "/api/crews/2", {"size": 30}, 200, {**CREWS[1], "size": 30}),
    )
    cases = [({"name": "c", "town": "c"}, {}), ({"name": "o", "town": "o"}, {"town": "Lagos"}), ({"name": "zz"}, {})]
    for some, all_of in cases:
        found = await mock.ask(*ask(style(some, **all_of)))
        assert found == (200, {"items": fitting(some, **all_of)})
    assert (await mock.ask(*ask({"OR": []} if style is inner else {})))[1]["items"][0] == CREWS[0]


def test_what_cannot_be_read_is_no_tree() -> None:
    assert conditions_form("where", {"AND": [{"name": {"soundsLike": "Ada"}}]}) is None
    assert conditions_form("where", {"NOT": [{"name": {"equals": "Ada"}}]}) is None
    assert conditions_form("tags", {"OR": [{"name": {"equals": "Ada"}}]}) is None
    assert conditions_form("or", [{"name": {"equals": "Ada"}}]) == Conditions(tree="or")
    deep = {"AND": [{"OR": [{"AND": [{"name": "Ada"}]}]}]}
    assert groups_said(Conditions(tree="node"), deep) is None
    crew = {"OR": [{"crew": {"id": {"equals": 3}}}]}
    assert groups_said(Conditions(tree="node"), crew) == [[("crew", "eq", 3)]]
