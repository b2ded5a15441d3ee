"""Pages go by the moment of the session's state: the first document after an action begins at it; the clock is moved by
hand. What a page that is never loaded again shows, a real browser says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright

from awe_author.archive.model import Recording
from awe_author.browser.launch import launch
from awe_author.door.authority import CertificateAuthority
from awe_author.door.messages import Response, header
from awe_author.door.server import Door
from awe_author.replay.documents import STATE_MOMENT
from awe_author.state.types import Action
from tests.replay.listed import FETCH, NAVIGATION, ListedArchive
from tests.replay.test_enriched import ADD, JSON, LIST, SENT, A, App

BEGAN = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
"""When sessions of `App` begin."""
MINUTE, HOUR = 60.0, 3600.0


STAMPED = ADD.replace('"state.items[result.id].name"', "string(now)")
"""What is made says when, in place of its name."""


def app(*, recorded: float = BEGAN, features: str = ADD) -> App:
    """An app whose page was recorded at its start and five minutes later."""
    archive = ListedArchive(Recording(clock_start=recorded))
    for at in (recorded, recorded + 5 * MINUTE):
        archive.record("GET", A + "/", b"<title>Tea</title>", time=at, sent=NAVIGATION)
    archive.record("POST", A + "/api/items", b'{"id":"2","name":"two"}', JSON, status=201, mime="application/json",
                   body=b'{"name":"two"}', sent=SENT, time=recorded + 6 * MINUTE)  # fmt: skip
    made = App(features, archive)
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
    made = datetime.fromisoformat(here.session.clock).timestamp() - BEGAN
    assert (made, await at_opening(here)) == (1.0, 1.0)


async def test_it_grows_old_until_something_else_is_done() -> None:
    here = app()
    await here.ask("POST", "/api/items", {"name": "Tea"})
    here.replay.hand.time += 2 * MINUTE
    assert await at_opening(here) == 1.0 + 2 * MINUTE, "as old as in the live app, whose page is loaded then"
    here.replay.hand.time += MINUTE
    assert await at_opening(here) == 1.0 + 3 * MINUTE, "not the five minutes of the recorded document"
    await here.ask("POST", "/api/items", {"name": "Cups"})
    assert await at_opening(here) == 2.0


async def test_what_was_done_by_another_program_is_new_on_the_first_page_after_it() -> None:
    here = app()
    await at_opening(here)
    here.session.act(Action("app", "add", {"name": "Tea"}))
    here.replay.hand.time += 3 * MINUTE
    assert await at_opening(here) == 1.0


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
    here.replay.hand.time += 3 * MINUTE
    await here.ask("POST", "/api/items", {"name": "Tea"})
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


def said(answer: Response) -> float | None:
    """What an answer says of the state's clock, in seconds after the session's start."""
    told = header(answer.headers, STATE_MOMENT)
    return None if told is None else int(told) / 1000 - BEGAN


async def test_answers_to_scripts_say_how_far_the_state_has_come() -> None:
    here = app(features=LIST + ADD)
    await at_opening(here)
    assert said(await here.ask("GET", "/api/items")) is None, "nothing was done yet"
    assert said(await here.ask("POST", "/api/items", {"name": "Tea"})) == 1.0
    here.session.advance(by=2 * HOUR)
    assert said(await here.ask("GET", "/api/items")) == 1.0 + 2 * HOUR
    assert here.replay.session.clock.now() - BEGAN == 1.0 + 2 * HOUR, "frames and documents go on from there"
    assert said(await here.ask("GET", "/", headers=NAVIGATION)) is None, "a document is told by its prelude"
    other = await here.ask("GET", "/api/items", headers=[*FETCH, ("Origin", "https://other.test")])
    assert ("Access-Control-Expose-Headers", STATE_MOMENT) in other.headers


async def test_a_world_at_another_time_says_nothing_to_scripts() -> None:
    here = app(recorded=BEGAN + 100 * HOUR)
    await at_opening(here)
    answer = await here.ask("POST", "/api/items", {"name": "Tea"})
    assert (answer.status, said(answer)) == (201, None)


@asynccontextmanager
async def shown(here: App, folder: Path) -> AsyncIterator[Page]:
    """The app's page in a real browser."""
    authority = CertificateAuthority.load(folder)
    door = await Door.open(here.replay.chain, here.replay.session, authority)
    try:
        async with (
            async_playwright() as playwright,
            launch(playwright, door.url, authority.spki, lock_down=True) as context,
        ):
            page = await context.new_page()
            await page.goto(A + "/")
            yield page
    finally:
        await door.close()


AGE_OF_NEW = """async () => {
  const headers = {"Content-Type": "application/json"};
  const answer = await fetch("/api/items", {method: "POST", headers, body: '{"name": "Tea"}'});
  return Date.now() - Date.parse((await answer.json()).name);
}"""


@pytest.mark.browser
async def test_what_is_made_is_new_in_a_page_that_is_never_loaded_again(tmp_path: Path) -> None:
    here = app(features=LIST + STAMPED)
    async with shown(here, tmp_path / "ca") as page:
        for _ in range(3):
            await asyncio.sleep(2.5)  # an agent thinks
            assert 0 <= await page.evaluate(AGE_OF_NEW) < 2000
        here.session.advance(by=HOUR)
        assert await page.evaluate("fetch('/api/items').then(() => Date.now())") >= (BEGAN + HOUR) * 1000
        assert 0 <= await page.evaluate(AGE_OF_NEW) < 2000


async def test_a_page_that_left_out_who_thought_is_still_understood_when_it_says_what_time_it_is() -> None:
    here = app()
    archive = here.replay.session.archive
    assert isinstance(archive, ListedArchive)
    archive.record(
        "GET", f"{A}/news?since={int(BEGAN * 1000)}", b'{"news":[]}', JSON, mime="application/json", time=BEGAN
    )
    await at_opening(here)
    here.replay.hand.time += 20 * MINUTE
    for said, status in ((5.0, 200), (20 * MINUTE, 200), (-10 * MINUTE, 404), (40 * MINUTE, 404)):
        answer = await here.ask("GET", f"/news?since={int((BEGAN + said) * 1000)}")
        assert answer.status == status, said
