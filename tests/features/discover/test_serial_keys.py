"""Keys that are letters with a number, in addresses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("Id", ["00Q000001", "00Q000002", "00Q000003"]),
        ("id", ["grp_01kx7a", "grp_02bb3c", "grp_9d1e0f"]),
        ("number", ["INC0010023", "INC0010024", "INC0010031"]),
        ("code", ["SO-2024-0001", "SO-2024-0002", "SO-2025-0001"]),
    ],
)
async def test_what_follows_them_is_of_each(name: str, keys: list[str]) -> None:
    rows: list[Row] = [{name: key, "title": title, "state": "open"} for key, title in zip(keys, "abc", strict=True)]
    app = Mock(
        ("GET", "/api/cases", None, 200, rows),
        ("PATCH", f"/api/cases/{keys[1]}", {"title": "B"}, 200, rows[1] | {"title": "B"}),
        ("GET", f"/api/cases/{keys[1]}/watchers", None, 200, {"names": []}),
        ("GET", "/api/cases", None, 200, [rows[0], rows[1] | {"title": "B"}, rows[2]]),
    )
    assert await app.ask("PATCH", f"/api/cases/{keys[2]}", {"title": "C"}) == (200, rows[2] | {"title": "C"})
    assert await app.ask("GET", "/api/cases") == (200, [*rows[:2], rows[2] | {"title": "C"}])
