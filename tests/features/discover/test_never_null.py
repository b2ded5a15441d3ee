"""Lists in entities that were never opened: empty, where those of the others never were null."""

from __future__ import annotations

import pytest

from tests.features.discover.mock import Mock


@pytest.mark.parametrize(("second", "unknown"), [([], []), (None, None)])
async def test_a_list_that_is_never_null(second: list[str] | None, unknown: list[str] | None) -> None:
    boats = [{"id": number, "name": f"Boat {number}"} for number in range(1, 5)]
    mock = Mock(
        ("GET", "/api/boats", None, 200, boats),
        ("GET", "/api/boats/1", None, 200, {**boats[0], "crew": ["Ada", "Ben"]}),
        ("GET", "/api/boats/2", None, 200, {**boats[1], "crew": second}),
        ("PATCH", "/api/boats/1", {"name": "Tern"}, 200, {"id": 1, "name": "Tern"}),
    )
    assert await mock.ask("GET", "/api/boats/3") == (200, {**boats[2], "crew": unknown})
