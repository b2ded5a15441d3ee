"""Members of records that are not kept while they are empty."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.writes.left_empty import left_empty
from tests.features.discover.mock import Mock


def view(key: int, **data: Any) -> dict[str, Any]:
    return {"id": key, "data": data, "user": 1}


def rule(field: str, **more: Any) -> dict[str, Any]:
    return {"of": field, "is": "x", **more}


FIRST = view(1, title="Day", rules={"items": []})
SECOND = view(1, title="Day", rules={"items": [rule("name")]}, order=["name"])
TOUR = [
    ("GET", "/views", None, 200, []),
    ("POST", "/views", {"data": {"title": "Day", "order": [], "rules": {"items": []}}}, 201, FIRST),
    ("GET", "/views", None, 200, [FIRST]),
    ("PATCH", "/views/1", {"data": {"title": "Day", "order": ["name"], "rules": {"items": [rule("name", more=None)]}}},
     200, SECOND),
    ("GET", "/views", None, 200, [SECOND]),
]  # fmt: skip


async def test_they_are_left_out_until_something_is_in_them() -> None:
    mock = Mock(*TOUR)
    sent = {"title": "Night", "order": [], "rules": {"items": [rule("a", more=None), rule("b", more=[3])]}}
    kept = {"title": "Night", "rules": {"items": [rule("a"), rule("b", more=[3])]}}
    assert await mock.ask("POST", "/views", {"data": sent}) == (201, view(1, **kept))
    sent = {"title": "Dusk", "order": ["id"], "rules": {"items": []}}
    assert await mock.ask("PATCH", "/views/1", {"data": sent}) == (200, view(1, **sent))
    assert (await mock.ask("GET", "/views"))[1] == [view(1, **sent)]


def test_one_that_was_kept_once_is_kept() -> None:
    def sample(sent: Any, shown: Any) -> Any:
        return None, {"data": sent}, {"data": shown}

    told = sample({"a": 1, "b": [], "c": None}, {"a": 1, "c": None})
    assert left_empty([told]) == [("data", "b")]
    assert left_empty([told, sample({"a": 1, "b": []}, {"a": 1, "b": []})]) == []
    assert left_empty([sample({"a": 1, "b": []}, {"x": 2})]) == []
