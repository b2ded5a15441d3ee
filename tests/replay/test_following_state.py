"""The first document after an action begins at the moment of the session's state; the clock is moved by hand."""

from __future__ import annotations

from datetime import UTC, datetime

from awe_author.archive.model import Recording
from tests.replay.listed import NAVIGATION, ListedArchive
from tests.replay.test_enriched import ADD, JSON, SENT, A, App

BEGAN = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
"""When sessions of `App` begin."""
MINUTE, HOUR = 60.0, 3600.0


def app(*, recorded: float = BEGAN) -> App:
    """An app whose page was recorded at its start and five minutes later."""
    archive = ListedArchive(Recording(clock_start=recorded))
    for at in (recorded, recorded + 5 * MINUTE):
        archive.record("GET", A + "/", b"<title>Tea</title>", time=at, sent=NAVIGATION)
    archive.record("POST", A + "/api/items", b'{"id":"2","name":"two"}', JSON, status=201, mime="application/json",
                   body=b'{"name":"two"}', sent=SENT, time=recorded + 6 * MINUTE)  # fmt: skip
    made = App(ADD, archive)
    made.replay.session.restart_on_fresh_browser = False
    return made


async def at_opening(here: App, dest: str = "document") -> float:
    """The pages' moment when a document is opened, in seconds after the session's start."""
    await here.ask("GET", "/", headers=[("Sec-Fetch-Dest", dest), *NAVIGATION[1:]])
    return here.replay.session.clock.now() - BEGAN


async def test_what_was_just_made_is_new_on_the_next_page() -> None:
    here = app()
    await at_opening(here)
    here.replay.hand.time += 3 * MINUTE
    await here.ask("POST", "/api/items", {"name": "Tea"})
    here.replay.hand.time += 2 * MINUTE
    made = datetime.fromisoformat(here.session.clock).timestamp() - BEGAN
    assert (made, await at_opening(here)) == (1.0, 1.0)


async def test_it_grows_old_until_something_else_is_done() -> None:
    here = app()
    await here.ask("POST", "/api/items", {"name": "Tea"})
    assert await at_opening(here) == 1.0
    here.replay.hand.time += 2 * MINUTE
    assert await at_opening(here) == 1.0 + 2 * MINUTE, "not the five minutes of the recorded document"
    await here.ask("POST", "/api/items", {"name": "Cups"})
    here.replay.hand.time += MINUTE
    assert await at_opening(here) == 2.0


async def test_a_reset_goes_by_the_recording_again() -> None:
    here = app()
    await here.ask("POST", "/api/items", {"name": "Tea"})
    assert await at_opening(here) == 1.0
    here.session.reset()
    here.replay.session.reset()
    assert (await at_opening(here), await at_opening(here)) == (0.0, 5 * MINUTE)


async def test_frames_go_on_with_the_time_of_their_page() -> None:
    here = app()
    await at_opening(here)
    await here.ask("POST", "/api/items", {"name": "Tea"})
    here.replay.hand.time += 3 * MINUTE
    assert await at_opening(here, "iframe") >= 3 * MINUTE


async def test_before_anything_was_done_pages_run_on() -> None:
    here = app()
    await at_opening(here)
    here.replay.hand.time += 3 * MINUTE
    assert await at_opening(here) >= 3 * MINUTE


async def test_a_world_at_another_time_leaves_pages_at_theirs() -> None:
    here = app(recorded=BEGAN + 100 * HOUR)
    await at_opening(here)
    await here.ask("POST", "/api/items", {"name": "Tea"})
    assert await at_opening(here) >= 100 * HOUR
