"""What a person does in the window becomes steps, actions and a task. The person is played by Playwright."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import yaml

from awe_author.errors import AweError, InputError
from awe_author.project.admission import check
from awe_author.project.by_hand import by_hand
from awe_author.project.driving import Ride
from awe_author.project.recording_task import record_task, written
from awe_author.project.tasks import OpenWorld
from tests.evaluation.floor import world as sales_floor
from tests.project.test_driving import write_archive

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
PUBLISHING = Path(__file__).parents[2] / "tasks" / "publishing"
PAGE = b"""<!doctype html><title>Desk</title><body>
<form onsubmit="return false"><label for=agree>I agree <input id=agree type=checkbox></label>
<input name=first value=old><input class=x><textarea placeholder=Note></textarea>
<select aria-label=Size><option value=s>Small</option><option value=l>Large</option></select>
<button type=submit>Send</button><button type=button><span>Clear all</span></button></form>
<ul><li><a href="#one">Open</a></li><li><a href="#two">Open</a></li></ul>
<div contenteditable data-testid=body></div>
<iframe name=inner src="/inner"></iframe></body>"""
INNER = b"<!doctype html><title>Inner</title><button id=deep>Deep</button>"


@pytest.fixture
def desk(tmp_path: Path) -> OpenWorld:
    write_archive(tmp_path / "desk.warc.gz", PAGE, inner=INNER, other=INNER)
    (tmp_path / "world.yaml").write_text("world: desk\napps: {desk: {recording: desk.warc.gz}}\n")
    return OpenWorld.read(tmp_path / "world.yaml")


def test_what_is_done_in_a_page_becomes_steps_that_find_it_again(desk: OpenWorld) -> None:
    async def person(at: Ride) -> None:
        page = at.page
        await page.locator("label").click(position={"x": 3, "y": 3})
        await page.locator("[name=first]").press_sequentially(" new")
        await page.locator(".x").fill("unnamed")
        await page.locator("textarea").fill("two\nlines")
        await page.locator("select").press("l")
        await page.locator("[name=first]").press("Enter")
        await page.locator("span").click()
        await page.locator("a").nth(1).click()
        await page.locator("[data-testid]").press_sequentially("Hello")
        await page.goto("https://desk.test/other")
        await page.locator("#deep").click()

    handed = asyncio.run(by_hand(desk, "https://desk.test/", person, headed=False))
    assert list(handed.steps) == [
        {"click": 'label[for="agree"]'},
        {"fill": ['input[name="first"]', " newold"]},
        {"fill": ["html > body > form > input:nth-of-type(2)", "unnamed"]},
        {"fill": ['textarea[placeholder="Note"]', "two\nlines"]},
        {"select": ['select[aria-label="Size"]', ["Large"]]},
        {"press": ['input[name="first"]', "Enter"]},
        {"click": 'button:text-is("Clear all")'},
        {"click": 'a[href="#two"]'},
        {"fill": ['div[data-testid="body"]', "Hello"]},
        {"goto": "https://desk.test/other"},
        {"click": "#deep"},
    ]


async def label(at: Ride) -> None:
    """A person who describes a project in Label Studio."""
    page = at.page
    await page.click('a.lsf-projects-page__link:has-text("Support sentiment")')
    await at.rest()
    await page.click('a[href$="/settings"]')
    await page.fill("textarea[name=description]", "Letters of readers")
    await page.click('button[aria-label="Save general settings"]')
    await at.rest()


def test_a_task_done_in_the_window_is_derived_and_its_steps_do_it_again(tmp_path: Path) -> None:
    world = OpenWorld.read(PUBLISHING / "world.yaml")
    handed = asyncio.run(by_hand(world, "https://label.acme.test/projects/", label, headed=False))
    assert [one["action"] for one in handed.acts] == ["create_view", "update_project"]
    said = 'Give the project "Support sentiment" the description "Letters of readers".'
    start = "https://label.acme.test/projects/"
    task = record_task(world, handed.oracle(), id="described", instruction=said, start=start)
    form: Any = yaml.safe_load(written(task)) | {"world": str(PUBLISHING / "world.yaml")}
    assert len(form["oracle"]["steps"]) == 4
    form["oracle"] = {"steps": form["oracle"]["steps"]}
    (tmp_path / "described.yaml").write_text(yaml.safe_dump(form, sort_keys=False))
    (admission,) = check([tmp_path / "described.yaml"], again=False).admissions
    assert admission.solution is not None, admission.refusals
    assert admission.solution.outcome == "pass"


def test_closing_the_window_ends_it_and_doing_nothing_is_refused(desk: OpenWorld) -> None:
    async def closes(at: Ride) -> None:
        await at.page.click("span")
        await at.page.close()
        await asyncio.Event().wait()

    handed = asyncio.run(by_hand(desk, "https://desk.test/", closes, headed=False))
    assert handed.steps == ({"click": 'button:text-is("Clear all")'},)
    assert handed.oracle("done") == {"act": [], "steps": list(handed.steps), "answer": "done"}

    async def nothing(at: Ride) -> None:
        await asyncio.sleep(0)

    with pytest.raises(AweError, match="nothing was done"):
        asyncio.run(by_hand(desk, "https://desk.test/", nothing, headed=False))
    with pytest.raises(InputError, match="address to begin"):
        asyncio.run(by_hand(desk, "", nothing, headed=False))
    with pytest.raises(InputError, match="no recordings"):
        asyncio.run(by_hand(sales_floor(), "https://crm.test/", nothing, headed=False))
