"""Entities that requests name by something else than their id, and what is said when there is none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.exchanges import draft_of, feature, found
from tests.features.discover.test_draft import check

BOATS = [
    {"id": f"5f0c1f6e-0000-4000-8000-00000000000{number}", "name": name, "built": 2000 + number}
    for number, name in enumerate(("heron", "egret", "gull owl"), 1)
]
NEW = {"id": "5f0c1f6e-0000-4000-8000-000000000009", "name": "tern", "built": 2009}
NAMED = "state.boats.values().filter(one, string(one.get('name', '')) == segments[0])"
KEY = f"({NAMED}.map(one, string(one.id)) + [segments[0]])[0]"


def dialogue(path: str) -> list[tuple[Any, ...]]:
    """An entity is looked for by its name before it is made, and another one is opened and changed by its name."""
    return [
        ("GET", "/api/boats", None, 200, BOATS),
        ("GET", f"{path}/tern", None, 404, {"detail": "Boat not found."}),
        ("POST", "/api/boats", {"name": "tern", "built": 2009}, 201, NEW),
        ("GET", "/api/boats", None, 200, [*BOATS, NEW]),
        ("GET", f"{path}/gull%20owl", None, 200, BOATS[2]),
        ("PATCH", f"{path}/egret", {"built": 1999}, 200, {**BOATS[1], "built": 1999}),
        ("GET", "/api/boats", None, 200, [BOATS[0], {**BOATS[1], "built": 1999}, BOATS[2], NEW]),
    ]


@pytest.mark.parametrize("path", ["/api/boats", "/api/boats/name", "/api/boats/by-name"])
def test_an_entity_is_opened_and_changed_by_its_name(path: str) -> None:
    draft = draft_of(*dialogue(path))
    assert {("boats", "list"), ("boats", "read"), ("boats", "create"), ("boats", "update")} <= found(draft)
    read, update = feature(draft, "boats.read.api"), feature(draft, "boats.update.api")
    assert read["on"]["request"] == f"GET https://app.test{path}/*"
    assert read["let"] == {"boat": f"state.boats[{KEY}]"}
    assert update["with"]["id"] == KEY
    check(draft)


def test_a_kind_without_ids_is_keyed_by_its_name() -> None:
    pools = [{"name": "small", "slots": 2, "notes": "a"}, {"name": "big one", "slots": 9, "notes": "b"}]
    draft = draft_of(
        ("GET", "/api/pools", None, 200, {"pools": pools}),
        ("PATCH", "/api/pools/big%20one", {"slots": 8}, 200, {**pools[1], "slots": 8}),
        ("DELETE", "/api/pools/small", None, 204),
        ("GET", "/api/pools", None, 200, {"pools": [{**pools[1], "slots": 8}]}),
    )
    assert found(draft) == {("pools", "list"), ("pools", "update"), ("pools", "delete")}
    assert feature(draft, "pools.delete.api")["with"] == {"id": "segments[0]"}
    check(draft)


def test_other_parts_of_addresses_are_no_names() -> None:
    draft = draft_of(
        ("GET", "/api/boats", None, 200, BOATS),
        ("GET", "/api/boats/count", None, 200, 3),
        ("GET", "/api/boats/settings", None, 200, {"id": 1, "theme": "dark", "title": "Boats"}),
        ("PATCH", f"/api/boats/{BOATS[0]['id']}", {"built": 3}, 204),
    )
    paths = {str(one.document["on"]["request"]).partition("/api/")[2] for one in draft.features}  # type: ignore[call-overload,index]
    assert paths == {"boats", "boats/count", "boats/*"}


def test_two_entities_of_one_name_are_not_told_apart_by_it() -> None:
    same = [{**one, "name": "heron"} for one in BOATS]
    draft = draft_of(
        ("GET", "/api/boats", None, 200, same),
        ("GET", "/api/boats/name/heron", None, 200, same[0]),
        ("PATCH", f"/api/boats/{same[0]['id']}", {"built": 3}, 204),
    )
    assert all("string(one.get('name', ''))" not in str(one.document) for one in draft.features)
