"""Values of a parameter that nothing explains: what showed nothing beside the same request without it still does."""

from __future__ import annotations

from tests.features.discover.mock import Mock

BOATS = [{"id": key, "name": name, "length": 9} for key, name in ((1, "Elsa"), (2, "Runa"), (3, "Tern"))]
MORE = {"id": 4, "name": "Auk", "length": 9}


async def test_a_value_that_showed_nothing_shows_nothing_and_another_one_all() -> None:
    mock = Mock(
        ("GET", "/boats?limit=5", None, 200, {"boats": BOATS}),
        ("GET", "/boats?limit=5&rule=used.at:>2025-01-01", None, 200, {"boats": []}),
        ("GET", "/boats?limit=5&rule=used.free:yes", None, 200, {"boats": BOATS}),
        ("POST", "/boats", {"name": "Auk", "length": 9}, 201, MORE),
        ("GET", "/boats?limit=5", None, 200, {"boats": [*BOATS, MORE]}),
    )
    await mock.ask("POST", "/boats", {"name": "Gull", "length": 9})
    assert await mock.ask("GET", "/boats?limit=5&rule=used.at:>2025-01-01") == (200, {"boats": []})
    _, answer = await mock.ask("GET", "/boats?limit=5&rule=used.free:yes")
    assert len(answer["boats"]) == 4
