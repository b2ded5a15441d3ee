"""Filters over lists inside entities, and orders whose names are written in another style than fields."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from tests.features.discover.exchanges import draft_of, feature
from tests.features.discover.test_draft import check
from tests.features.discover.test_params import shown

TAGS = (["sail", "old"], ["motor"], ["sail"], [])
BOATS: list[dict[str, Any]] = [
    {"id": f"5f0c1f6e-0000-4000-8000-00000000000{number}", "name": name, "tags": tags, "builtAt": 2010 - number}
    for number, (name, tags) in enumerate(zip(("heron", "egret", "gull", "tern"), TAGS, strict=True), 1)
]
RECORDS = [{**one, "tags": [{"id": len(tag), "name": tag} for tag in one["tags"]]} for one in BOATS]
CHANGE = ("PATCH", f"/api/boats/{BOATS[0]['id']}", {"name": "Heron"}, 204)


def names(found: list[str], boats: list[dict[str, Any]]) -> set[str]:
    return {one["name"] for one in boats if one["id"] in found}


@pytest.mark.parametrize("boats", [BOATS, RECORDS])
@pytest.mark.parametrize(
    ("word", "asked", "expected"),
    [
        ("any_", ["motor", "old"], {"heron", "egret"}),
        ("any_", ["nothing"], set()),
        ("any_", [], {"heron", "egret", "gull", "tern"}),
        ("all_", ["sail", "old"], {"heron"}),
        ("all_", ["sail"], {"heron", "gull"}),
        ("not_in", ["sail"], {"egret", "tern"}),
    ],
)
def test_filters_of_lists_in_bodies(
    boats: list[dict[str, Any]], word: str, asked: list[str], expected: set[str]
) -> None:
    recorded = [boats[1], boats[3]] if word == "not_in" else [boats[0], boats[2]]
    word = "not_" if word == "not_in" else word
    draft = draft_of(
        ("POST", "/api/boats/filter", {"boats": {"tags": {}}}, 200, boats),
        ("POST", "/api/boats/filter", {"boats": {"tags": {word: ["sail"]}}}, 200, recorded),
        CHANGE,
    )
    check(draft)
    document = feature(draft, "boats.list.api")
    state = {"boats": {one["id"]: one for one in boats}}
    assert names(shown(document, state, {"boats": {"tags": {word: asked}}}, "matched"), boats) == expected


@pytest.mark.parametrize("boats", [BOATS, RECORDS])
@pytest.mark.parametrize(
    ("name", "asked", "expected"),
    [("tag", "old", {"heron"}), ("tags", "old,motor", {"heron", "egret"}), ("tags__contains", "OT", {"egret"})],
)
def test_filters_of_lists_in_addresses(boats: list[dict[str, Any]], name: str, asked: str, expected: set[str]) -> None:
    sent = "sail,motor" if "," in asked else "sail"
    draft = draft_of(
        ("GET", "/api/boats", None, 200, boats),
        ("GET", "/api/boats?" + urlencode({name: sent}), None, 200, boats[: 3 if "," in asked else 1]),
        CHANGE,
    )
    check(draft)
    state = {"boats": {one["id"]: one for one in boats}}
    found = shown(feature(draft, "boats.list.api"), state, {}, "matched", query={name: asked})
    assert names(found, boats) == expected


@pytest.mark.parametrize("style", ["BUILT_AT_{}", "built_at_{}", "builtAt {}", "attributes.builtAt {}"])
def test_orders_in_another_style_than_the_fields(style: str) -> None:
    down, up = style.format("DESC"), style.format("ASC")
    draft = draft_of(
        ("GET", "/api/boats?" + urlencode({"sort": down}), None, 200, BOATS),
        ("GET", "/api/boats?" + urlencode({"sort": up}), None, 200, BOATS[::-1]),
        CHANGE,
    )
    check(draft)
    state = {"boats": {one["id"]: one for one in BOATS}}
    listed = feature(draft, "boats.list.api")
    for asked, expected in ((down, BOATS), (up, BOATS[::-1]), (style.replace("BUILT_AT", "NAME").format("ASC"), None)):
        expected = expected or (sorted(BOATS, key=lambda one: one["name"]) if "NAME" in asked else BOATS[::-1])
        found = shown(listed, state, {}, "sorted", query={"sort": asked})
        assert found == [one["id"] for one in expected]


@pytest.mark.parametrize(("field", "direction"), [("field", "direction"), ("by", "order"), ("field", "desc")])
def test_orders_as_objects(field: str, direction: str) -> None:
    words = (True, False) if direction == "desc" else ("DESC", "ASC")
    asked = [{"orderBy": {field: "BUILT_AT", direction: word}} for word in words]
    draft = draft_of(
        ("POST", "/api/boats/search", asked[0], 200, BOATS),
        ("POST", "/api/boats/search", asked[1], 200, BOATS[::-1]),
        CHANGE,
    )
    check(draft)
    state = {"boats": {one["id"]: one for one in BOATS}}
    listed = feature(draft, "boats.list.api")
    for body, expected in zip(asked, (BOATS, BOATS[::-1]), strict=True):
        assert shown(listed, state, body, "sorted") == [one["id"] for one in expected]
