"""The guide's example, word for word, does what the guide says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from awe_author.browser.launch import launch
from awe_author.door import CertificateAuthority
from awe_author.features.loading import load_features
from awe_author.replay.doors import ReplayDoors
from awe_author.session.memory import MemoryStore
from awe_author.session.sessions import Sessions
from awe_author.state.world import World
from tests.features.pages import board
from tests.replay import har

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "page-surfaces.md"
TEXTS = "[...document.querySelectorAll('li a')].map(one => one.textContent).join()"

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def block(language: str) -> str:
    """The one block of the guide in this language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    return str(found)


async def test_the_example_of_the_guide(tmp_path: Path) -> None:
    features = load_features(block("yaml"), "board.yaml", {"board": board.model()})
    recording = har.write(tmp_path / "board.har", har.exchange(board.ORIGIN + "/tasks", block("html")))
    world = World([board.model()])
    tasks = {key: task for key, task in board.TASKS.items() if key != "t3"}
    initial = world.initial({"board": {"tasks": tasks}})
    sessions = Sessions(world, MemoryStore(), initial=initial, clock=board.CLOCK, name="board")
    session = sessions.open(1, "one")
    authority = CertificateAuthority.load(tmp_path / "ca")
    opened = ReplayDoors.open_all([recording], authority, sessions=sessions, features=[features])
    async with (
        opened as doors,
        async_playwright() as playwright,
        launch(playwright, await doors.open("one", 1), authority.spki, lock_down=True) as context,
    ):
        page = await context.new_page()
        await page.goto(board.ORIGIN + "/tasks")
        parsed = "html => new DOMParser().parseFromString(html, 'text/html').body.innerHTML"
        assert await page.inner_html("body") == await page.evaluate(parsed, block("html"))

        await page.fill("form.new input", "Sleep")
        await page.click("form.new button")
        await page.wait_for_function(f"{TEXTS} === 'Sleep,Write,Read'")
        await page.wait_for_selector(".toast >> text=Added Sleep")
        assert await page.inner_text(".count") == "3 tasks"
        await page.fill("form.new input", " ")
        await page.click("form.new button")
        await page.wait_for_selector(".error >> text=A task needs a title.")
        await page.click("button.sort")
        await page.wait_for_function(f"{TEXTS} === 'Sleep,Read,Write'")
        await page.fill("input.search", "e")
        await page.wait_for_function(f"{TEXTS} === 'Sleep,Read,Write'")
        await page.fill("input.search", "ea")
        await page.wait_for_function(f"{TEXTS} === 'Read'")
        await page.click("li input")
        await page.wait_for_selector("li.done")
        await page.fill("input.search", "nothing like it")
        await page.wait_for_selector("p.none:visible")
        await page.reload()
        assert await page.evaluate(TEXTS) == "Sleep,Write,Read"
        await page.locator("button.del").nth(1).click()
        await page.wait_for_function(f"{TEXTS} === 'Sleep,Read'")
        assert [event.feature for event in session.events()[1:]] == ["tasks.add", "tasks.tick", "tasks.remove"]
        session.reset()
        await page.wait_for_function(f"{TEXTS} === 'Write,Read'")
        assert await page.inner_html("ul") == await page.evaluate(f"html => {{ const at = document.createElement('div'); at.innerHTML = ({parsed})(html); return at.querySelector('ul').innerHTML; }}", block("html"))  # fmt: skip  # noqa: E501
