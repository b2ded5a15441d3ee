"""Frozen pages, where no script of the recording runs, are alive by their features alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from awe_author.archive.model import Recording, StepRecord
from awe_author.browser.launch import launch
from awe_author.door import CertificateAuthority, Door
from awe_author.features.live import Live
from awe_author.replay.chain import build_chain
from awe_author.replay.session import ReplaySession
from awe_author.state.types import Action
from tests.features.pages import board
from tests.features.pages.test_state_and_pages import SHOWN, settled, wanted
from tests.replay.listed import THEN, ListedArchive

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
SHELL = b"<!doctype html><html><head><script>document.title = 'ran'</script></head><body>loading</body></html>"


async def test_a_frozen_page_shows_the_state_and_acts_in_it(tmp_path: Path) -> None:
    steps = [
        StepRecord(0, "page", "list", THEN, url=board.ORIGIN + "/tasks", page="list", dom="urn:0", next_seq=100),
        StepRecord(1, "page", "item", THEN, url=board.ORIGIN + "/tasks/t1", page="item", dom="urn:1", next_seq=200),
    ]
    archive = ListedArchive(Recording(steps=steps, frozen=[board.ORIGIN + "/tasks*"]))
    archive.record("GET", board.ORIGIN + "/tasks", SHELL)
    archive.facts = {"urn:0": board.LIST.encode(), "urn:1": board.ITEM.encode()}
    session = board.sessions().open(1, "one")
    replay = ReplaySession(archive, live=Live.of([board.features()], session))
    authority = CertificateAuthority.load(tmp_path / "ca")
    door = await Door.open(build_chain(replay), replay, authority)
    try:
        async with (
            async_playwright() as playwright,
            launch(playwright, door.url, authority.spki, lock_down=True) as context,
        ):
            page = await context.new_page()
            await page.goto(board.ORIGIN + "/tasks")
            assert await page.evaluate(SHOWN) == wanted(session)
            assert await page.title() == "Tasks"
            made = session.act(Action("board", "add", {"title": "By a program"})).result
            await settled(page, wanted(session))
            await page.locator("li button.del").last.click()
            await page.locator("ul.tasks > li").nth(3).wait_for(state="detached")
            await settled(page, wanted(session))
            assert isinstance(made, dict)
            await page.goto(f"{board.ORIGIN}/tasks/{made['id']}")
            assert await page.inner_text("h1") == "By a program"
    finally:
        await door.close()
