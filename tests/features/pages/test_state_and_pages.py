"""Whatever happens, every open page shows exactly what the state of its session says."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Page

from awe_author.session.session import Session
from awe_author.state.types import Action
from tests.features.pages import board
from tests.features.pages.conftest import Stage, visit

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]

SHOWN = """() => ({
  count: document.querySelector('.count').innerText,
  none: document.querySelector('.none').checkVisibility(),
  rows: [...document.querySelectorAll('ul.tasks > li')].filter(li => li.checkVisibility()).map(li => [
    li.className, li.querySelector('a').textContent, li.querySelector('a').getAttribute('href'),
    li.querySelector('.size').textContent, li.querySelector('input').checked]),
})"""


def wanted(session: Session, *, by_size: bool = False, containing: str = "") -> dict[str, Any]:
    """What the list has to show, told without any of the code under test."""
    tasks: Mapping[str, Any] = session.state().document()["board"]["tasks"]  # type: ignore[index,call-overload,assignment]
    rows = [task for _, task in sorted(tasks.items()) if containing in task["title"]]
    if by_size:
        rows.sort(key=lambda task: task["size"])
    return {
        "count": f"{len(tasks)} tasks",
        "none": not rows,
        "rows": [[t["status"], t["title"], f"/tasks/{t['id']}", str(t["size"]), t["done"]] for t in rows],
    }


async def settled(page: Page, expected: dict[str, Any]) -> None:
    """Wait until the page shows this, and say what it shows if it never does."""
    try:
        same = f"wanted => JSON.stringify(({SHOWN})()) === JSON.stringify(wanted)"
        await page.wait_for_function(same, arg=expected, timeout=20_000)
    except Exception:
        assert await page.evaluate(SHOWN) == expected
        raise


def by_api(session: Session, chance: random.Random, number: int) -> None:
    """Something that another program does to the session."""
    ids = list(session.state().document()["board"]["tasks"])  # type: ignore[index,call-overload,arg-type]
    kind = chance.choice(["add", "change", "remove", "rewind", "reset", "snapshot"])
    if kind == "add" or (kind in ("change", "remove") and not ids):
        session.act(Action("board", "add", {"title": f"Api {number}", "size": chance.randrange(5)}))
    elif kind == "change":
        session.act(Action("board", "change", {"id": chance.choice(ids), "changes": {"title": f"Changed {number}"}}))
    elif kind == "remove":
        session.act(Action("board", "remove", {"id": chance.choice(ids)}))
    elif kind == "rewind":
        session.rewind(chance.randrange(session.head + 1))
    elif kind == "reset" and chance.random() < 0.4:
        session.reset()


async def by_hand(page: Page, session: Session, chance: random.Random, number: int) -> None:
    """Something that a user does on a page; the page answers before this returns."""
    before = session.head
    rows = await page.locator("ul.tasks > li").count()
    kind = chance.choice(["add", "tick", "remove"])
    if kind == "add" or not rows:
        await page.fill("form.new [name=title]", f"Mine {number}")
        await page.click("form.new button")
    elif kind == "tick":
        await page.locator("ul.tasks > li input").nth(chance.randrange(rows)).click()
    else:
        await page.locator("ul.tasks > li button.del").nth(chance.randrange(rows)).click()
    for _ in range(2000):
        if session.head != before:
            return
        await page.wait_for_timeout(10)
    raise AssertionError(f"{kind} did nothing")


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_random_actions_resets_rewinds_and_branches_in_several_tabs(stage: Stage, seed: int) -> None:
    chance = random.Random(seed)
    session, context = await stage.open("one")
    tabs = [await visit(context) for _ in range(3)]
    await tabs[1].click("button.sort[data-by=size]")
    await tabs[2].fill("input.search", "a")
    branches: list[tuple[Session, Page]] = []
    for number in range(25):
        if chance.random() < 0.5:
            by_api(session, chance, number)
        else:
            await by_hand(tabs[0], session, chance, number)
        if number in (8, 16):
            branch = session.branch(session_id=f"branch-{number}")
            branches.append((branch, await visit(await stage.browse(branch.id))))
            by_api(branch, chance, number)
        if chance.random() < 0.15:
            await tabs[0].reload()
        await asyncio.gather(
            settled(tabs[0], wanted(session)),
            settled(tabs[1], wanted(session, by_size=True)),
            settled(tabs[2], wanted(session, containing="a")),
            *(settled(page, wanted(branch)) for branch, page in branches),
        )
    fresh = await visit(context)
    assert await fresh.evaluate(SHOWN) == wanted(session)


async def test_two_sessions_never_mix(stage: Stage) -> None:
    one, first = await stage.open("one")
    two, second = await stage.open("two")
    pages = [await visit(first), await visit(second)]
    one.act(Action("board", "add", {"title": "Only in one"}))
    two.act(Action("board", "remove", {"id": "t1"}))
    await settled(pages[0], wanted(one))
    await settled(pages[1], wanted(two))
    await by_hand(pages[0], one, random.Random(5), 1)
    await settled(pages[1], wanted(two))
    await settled(pages[0], wanted(one))
    assert len(one.events()) == 3
    assert len(two.events()) == 2


async def test_events_name_their_feature_and_cause(stage: Stage) -> None:
    session, context = await stage.open("one")
    page = await visit(context)
    await page.locator("li button.del").nth(1).click()
    await page.wait_for_function("document.querySelectorAll('ul.tasks > li').length === 2")
    event = session.event()
    assert (event.feature, event.action, event.params) == ("tasks.remove", "remove", {"id": "t2"})
    assert event.cause == {
        "type": "ui",
        "event": "click",
        "page": board.ORIGIN + "/tasks",
        "select": "button.del",
        "row": "t2",
    }


async def test_refusals_are_shown_where_the_recorded_page_shows_them(stage: Stage) -> None:
    session, context = await stage.open("one")
    page = await visit(context)
    await page.fill("form.new [name=title]", "  ")
    await page.click("form.new button")
    await page.wait_for_selector(".error:visible")
    assert await page.inner_text(".error") == "A task needs a title."
    assert session.head == 0
    await page.fill("form.new [name=title]", "Real")
    await page.click("form.new button")
    await settled(page, wanted(session) if session.head else {**wanted(session), **await after_add(session, "Real")})
    assert await page.is_hidden(".error")


async def after_add(session: Session, title: str) -> dict[str, Any]:
    for _ in range(2000):
        if session.head:
            break
        await asyncio.sleep(0.01)
    return wanted(session)


async def test_a_page_never_recorded_is_the_nearest_recorded_one_with_its_own_state(stage: Stage) -> None:
    session, context = await stage.open("one")
    made = session.act(Action("board", "add", {"title": "Made later"})).result
    assert isinstance(made, dict)
    page = await visit(context, f"/tasks/{made['id']}")
    assert await page.inner_text("h1") == "Made later"
    assert await page.input_value("[name=title]") == "Made later"
    answer = await page.goto(board.ORIGIN + "/tasks?sort=size")
    assert answer is not None
    assert answer.status == 200
    assert await page.evaluate(SHOWN) == wanted(session, by_size=True)
    gone = await page.goto(board.ORIGIN + "/tasks-of-nobody/1/2?x#y")
    assert gone is not None


async def test_a_page_about_something_that_is_gone_shows_it_until_it_is_left(stage: Stage) -> None:
    session, context = await stage.open("one")
    made = session.act(Action("board", "add", {"title": "Made later"})).result
    assert isinstance(made, dict)
    node = session.head
    page = await visit(context, f"/tasks/{made['id']}")
    other = await visit(context)
    session.reset()
    await settled(other, wanted(session))
    assert await page.inner_text("h1") == "Made later"
    session.rewind(node)
    session.act(Action("board", "change", {"id": made["id"], "changes": {"title": "Back again"}}))
    await page.wait_for_function("document.querySelector('h1').innerText === 'Back again'")
    session.reset()
    answer = await page.reload()
    assert answer is not None
    assert answer.status == 404


async def test_the_recorded_page_of_something_that_is_gone_is_not_shown(stage: Stage) -> None:
    session, context = await stage.open("one")
    page = await visit(context, "/tasks/t1")
    assert await page.inner_text("h1") == "Write"
    session.act(Action("board", "remove", {"id": "t1"}))
    gone = await page.reload()
    assert gone is not None
    assert gone.status == 404
    other = await page.goto(board.ORIGIN + "/tasks/t2")
    assert other is not None
    assert other.status == 200
    session.reset()
    back = await page.goto(board.ORIGIN + "/tasks/t1")
    assert back is not None
    assert back.status == 200
    assert await page.inner_text("h1") == "Write"


async def test_a_form_that_leads_to_another_page_and_its_toast(stage: Stage) -> None:
    session, context = await stage.open("one")
    page = await visit(context, "/tasks/t1")
    await page.fill("[name=title]", "Rewritten")
    await page.click("form.edit button")
    await page.wait_for_url("**/tasks")
    await page.wait_for_selector(".toast:visible")
    assert await page.inner_text(".toast") == "Saved Rewritten"
    await settled(page, wanted(session))


async def test_where_the_state_is_the_recorded_one_the_picture_is_the_recorded_one(stage: Stage) -> None:
    _, context = await stage.open("one")
    page = await visit(context)
    plain = await context.new_page()
    await plain.set_content(board.LIST)
    await plain.set_viewport_size(page.viewport_size or {"width": 1366, "height": 850})
    html = "document.querySelector('body').innerHTML"
    assert await page.evaluate(html) == await plain.evaluate(html)
    assert await page.screenshot() == await plain.screenshot()
