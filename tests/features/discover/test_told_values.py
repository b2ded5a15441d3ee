"""Parameters that leave something out for a reason that nothing tells."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

PLANS = [{"id": n, "name": name} for n, name in enumerate(("Booking", "Refunds", "Timetable", "Fares"), 1)]


def dialogue(*more: tuple[Any, ...]) -> Mock:
    return Mock(
        ("GET", "/api/plans", None, 200, PLANS),
        ("POST", "/api/plans/find", {"cases": 4}, 200, PLANS[3:]),
        ("POST", "/api/plans/find", {}, 200, PLANS),
        ("PATCH", "/api/plans/4", {"name": "Fares of groups"}, 200, {"id": 4, "name": "Fares of groups"}),
        ("GET", "/api/plans?verbose=1", None, 200, [*PLANS[:3], {"id": 4, "name": "Fares of groups"}]),
        *more,
    )


async def test_what_was_asked_for_shows_what_it_showed_as_it_is_now() -> None:
    mock = dialogue()
    await mock.ask("PATCH", "/api/plans/4", {"name": "All fares"})
    assert await mock.ask("POST", "/api/plans/find", {"cases": 4}) == (200, [{"id": 4, "name": "All fares"}])


async def test_another_value_shows_nothing_rather_than_all() -> None:
    mock = dialogue()
    assert await mock.ask("POST", "/api/plans/find", {"cases": 6}) == (200, [])
    assert len((await mock.ask("POST", "/api/plans/find", {}))[1]) == len(PLANS)


async def test_what_left_nothing_out_leaves_nothing_out() -> None:
    mock = dialogue()
    assert len((await mock.ask("GET", "/api/plans?verbose=2"))[1]) == len(PLANS)
