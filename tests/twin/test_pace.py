"""A mock's clock, which steps with each action, keeps up with a live app's, which runs."""

from __future__ import annotations

from awe_author.state.types import Action
from awe_author.twin.drive import keep_up
from tests.session.worlds import service


def test_a_mocks_clock_goes_on_to_where_the_live_apps_has_come() -> None:
    session = service().open()
    on = keep_up(session)
    on(40.0)
    assert session.clock == "2025-03-03T09:00:00.000000Z", "nothing was done yet: pages show the recorded moment"
    session.act(Action("crm", "add", {"owner": "ann"}))
    on(75.0)
    assert session.clock == "2025-03-03T09:01:15.000000Z"
    assert [event.kind for event in session.events()][-1] == "clock"


def test_it_is_never_put_back_nor_moved_for_less_than_a_second() -> None:
    session = service().open()
    on = keep_up(session)
    for _ in range(5):
        session.act(Action("crm", "add", {"owner": "ann"}))
    on(2.0)
    on(5.9)
    assert session.clock == "2025-03-03T09:00:05.000000Z"
    on(6.0)
    assert session.clock == "2025-03-03T09:00:06.000000Z"


def test_a_recording_without_state_has_no_clock_to_move() -> None:
    keep_up(None)(60.0)
