"""Lists that are refused because of a field that they are asked by."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.features.discover.mock import Mock

BOATS = [{"id": key, "name": name, "state": "new"} for key, name in ((1, "Ada"), (2, "Bee"))]
NEW = {"id": 3, "name": "Cy", "state": "new"}
WRONG = {"error": "Invalid filters"}


def asked(field: str, value: str) -> str:
    said = json.dumps({"filters": [{"name": field, "op": "==", "val": value}]}, separators=(",", ":"))
    return f"/boats?q={quote(said)}"


def listed(url: str, *rows: Any) -> tuple[str, str, Any, int, Any]:
    return "GET", url, None, 200, {"rows": [*rows], "count": len(rows)}


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ([("tags__name", "Sail", 400), ("tags__name", "Tug", 400)], 400),
        ([("tags__name", "Sail", 400), ("colours", "Red", 400)], 200),
        ([("tags__name", "Sail", 400)], 200),
        ([("state", "Sail", 400), ("state", "Tug", 400)], 200),
    ],
    ids=["always", "of different fields", "once", "of a field that others name"],
)
async def test_the_same_field_is_refused(told: list[tuple[str, str, int]], status: int) -> None:
    mock = Mock(
        listed("/boats", *BOATS),
        *(("GET", asked(field, value), None, said, WRONG) for field, value, said in told),
        listed(asked("state", "new"), *BOATS),
        ("POST", "/boats", {"name": "Cy", "state": "new"}, 201, NEW),
        listed("/boats", *BOATS, NEW),
    )
    found, said = await mock.ask("GET", asked("tags__name", "Ferry"))
    assert found == status
    assert status == 200 or said == WRONG
    assert (await mock.ask("GET", asked("state", "new")))[0] == 200
