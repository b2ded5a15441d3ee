"""Pages without scripts that show the state already arrive quiet; what one session does is no part of others."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Page

from awe_author.state.types import Action
from tests.features.pages import board
from tests.features.pages.conftest import Stage
from tests.features.pages.test_state_and_pages import SHOWN, settled, wanted

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


async def arrived(context: BrowserContext, path: str = "/tasks") -> tuple[Page, bool]:
    """A new tab, and whether its document came quiet."""
    page = await context.new_page()
    response = await page.goto(board.ORIGIN + path)
    assert response is not None
    return page, "(function starter(" in await response.text()


async def test_a_page_is_quiet_where_the_state_is_the_recorded_one(stage: Stage) -> None:
    session, context = await stage.open("one")
    page, quiet = await arrived(context)
    assert quiet
    assert await page.evaluate(SHOWN) == wanted(session)
    await page.locator("li button.del").nth(1).click()
    await page.wait_for_function("document.querySelectorAll('ul.tasks > li').length === 2")
    assert session.event().params == {"id": "t2"}
    await settled(page, wanted(session))
    _, quiet = await arrived(context)
    assert not quiet
    session.reset()
    await settled(page, wanted(session))
    _, quiet = await arrived(context)
    assert quiet


async def test_a_sessions_state_has_no_part_in_the_page_of_another_one(stage: Stage) -> None:
    one, first = await stage.open("one")
    two, second = await stage.open("two")
    assert (await arrived(first))[1]
    assert (await arrived(second))[1]
    one.act(Action("board", "change", {"id": "t1", "changes": {"title": "Only in one"}}))
    (changed, quiet), (other, still_quiet) = await arrived(first), await arrived(second)
    assert (quiet, still_quiet) == (True, True)
    assert await changed.evaluate(SHOWN) == wanted(one)
    assert await other.evaluate(SHOWN) == wanted(two)
    two.act(Action("board", "change", {"id": "t1", "changes": {"title": "Only in two"}}))
    await settled(other, wanted(two))
    await settled(changed, wanted(one))


async def test_texts_of_rows_are_written_into_the_document(stage: Stage) -> None:
    """It arrives with them, is quiet, and knows its rows."""
    session, context = await stage.open("one")
    assert (await arrived(context))[1]
    session.act(Action("board", "change", {"id": "t2", "changes": {"title": "Read <all>"}}))
    page, quiet = await arrived(context)
    response = await page.reload()
    assert response is not None
    assert quiet
    assert "Read &lt;all&gt;" in await response.text()
    assert await page.evaluate(SHOWN) == wanted(session)
    await page.locator("li button.del").nth(1).click()
    await page.wait_for_function("document.querySelectorAll('ul.tasks > li').length === 2")
    assert session.event().params == {"id": "t2"}
    session.reset()
    await settled(page, wanted(session))
    page, quiet = await arrived(context)
    assert quiet
    assert await page.evaluate(SHOWN) == wanted(session)


async def test_a_field_of_a_quiet_page_keeps_what_is_typed(stage: Stage) -> None:
    session, context = await stage.open("one")
    page, quiet = await arrived(context, "/tasks/t1")
    assert quiet
    await page.fill("[name=title]", "Typed")
    session.act(Action("board", "change", {"id": "t1", "changes": {"done": True}}))
    await page.wait_for_function("document.querySelector('h1').className === 'done'")
    assert await page.input_value("[name=title]") == "Typed"
    await page.click("form.edit button")
    await page.wait_for_url(board.ORIGIN + "/tasks")
    assert session.event().params == {"id": "t1", "changes": {"title": "Typed"}}
