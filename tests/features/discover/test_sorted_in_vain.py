"""What servers do not sort by leaves a list in its usual order."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

CREW = [
    {"id": number, "name": name, "role": role, "age": age}
    for number, (name, role, age) in enumerate(
        (("Ada", "mate", 30), ("Ben", "cook", 50), ("Cor", "mate", 20), ("Dot", "hand", 40)), 1
    )
]


def shown(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"count": len(rows), "results": [*rows]}


async def test_other_fields_are_sorted_by() -> None:
    made = {"id": 5, "name": "Bo", "role": "hand", "age": 10}
    app = Mock(
        ("GET", "/crew", None, 200, shown(*CREW)),
        ("GET", "/crew?ordering=role", None, 200, shown(*CREW)),
        ("GET", "/crew?ordering=age", None, 200, shown(CREW[2], CREW[0], CREW[3], CREW[1])),
        ("POST", "/crew", {"name": "Bo", "role": "hand", "age": 10}, 201, made),
        ("GET", "/crew", None, 200, shown(*CREW[:2], made, *CREW[2:])),
    )
    for order in ("role", "-role"):
        _, said = await app.ask("GET", f"/crew?ordering={order}")
        assert [one["name"] for one in said["results"]] == ["Ada", "Ben", "Cor", "Dot"]
    _, said = await app.ask("GET", "/crew?ordering=-age")
    assert [one["name"] for one in said["results"]] == ["Ben", "Dot", "Ada", "Cor"]
