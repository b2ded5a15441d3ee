"""Answers to writes that show less of a record than was sent."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock


def person(key: int, name: str, box: dict[str, Any]) -> dict[str, Any]:
    return {"id": key, "name": name, "box": {"id": key + 10, **box}}


def box(address: str, quota: str = "10") -> dict[str, Any]:
    return {"address": address, "quota": quota}


async def test_the_next_answers_show_as_little() -> None:
    people = [person(1, "Ada", box("ada@quay.test")), person(2, "Ben", box("ben@quay.test"))]
    changed = person(1, "Ada", box("ada@quay.test", "20"))
    cut = {**changed, "box": {"id": 11, "quota": "20"}}
    app = Mock(
        ("GET", "/people", None, 200, people),
        ("PATCH", "/people/1", {"box": changed["box"]}, 200, cut),
        ("GET", "/people", None, 200, [changed, people[1]]),
    )
    _, said = await app.ask("PATCH", "/people/2", {"box": {"id": 12, **box("ben@quay.test", "30")}})
    assert said == {"id": 2, "name": "Ben", "box": {"id": 12, "quota": "30"}}
    _, shown = await app.ask("GET", "/people")
    assert shown[1] == person(2, "Ben", box("ben@quay.test", "30"))
