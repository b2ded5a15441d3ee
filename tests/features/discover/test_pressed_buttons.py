"""Buttons of one form that set something of their own, and what pages of such apps tell beside their lists."""

from __future__ import annotations

import pytest

from tests.features.discover.chores import Chores
from tests.features.discover.site import Mock, Tour, same

pytestmark = pytest.mark.asyncio


def sent(name: str, note: str, state: str, button: str, rank: str = "High") -> list[tuple[str, str]]:
    return [("name", name), ("note", note), ("state", state), ("rank", rank), (button, "x")]


@pytest.fixture(scope="module")
def tour() -> Tour:
    made = Tour(Chores())
    for path in ("/app/chores/", "/app/rooms/", "/app/chores/1/"):
        made.ask("GET", path)
    made.ask("POST", "/app/chores/1/", *sent("Sweep the yard", "With the broom.", "2", "_save"))
    for path in ("/app/chores/1/", "/app/chores/add/"):
        made.ask("GET", path)
    made.ask("POST", "/app/chores/add/", *sent("Feed the hens", "At noon.", "1", "_save"))
    for path in ("/app/chores/", "/app/chores/5/", "/app/chores/2/"):
        made.ask("GET", path)
    made.ask("POST", "/app/chores/2/", *sent("Paint the gate", "Note 2.", "1", "_done", "Low"))
    for path in ("/app/chores/?open=no", "/app/chores/", "/app/rooms/"):
        made.ask("GET", path)
    return made


async def test_a_button_sets_what_the_others_leave(tour: Tour) -> None:
    mock, app = Mock(tour), Chores()
    for path in ("/app/chores/", "/app/chores/3/"):
        app("GET", path, ())
        await mock.ask("GET", path)
    await same(app, mock, "POST", "/app/chores/1/", *sent("Sweep the yard", "Again.", "2", "_done"))
    await same(app, mock, "GET", "/app/chores/?open=no")
    await same(app, mock, "GET", "/app/rooms/")


async def test_notices_menus_and_totals_follow(tour: Tour) -> None:
    mock, app = Mock(tour), Chores()
    await same(app, mock, "GET", "/app/chores/")
    await same(app, mock, "POST", "/app/chores/add/", *sent("Wash the cart", "Twice.", "1", "_save"))
    await same(app, mock, "GET", "/app/rooms/")
    await same(app, mock, "GET", "/app/chores/")


async def test_pictures_follow_the_field_that_they_are_called_after(tour: Tour) -> None:
    mock, app = Mock(tour), Chores()
    await same(app, mock, "GET", "/app/chores/")
    await same(app, mock, "POST", "/app/chores/1/", *sent("Sweep the yard", "Later.", "1", "_save", "Low"))
    await same(app, mock, "GET", "/app/chores/")
