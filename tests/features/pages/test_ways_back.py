"""Back and forward, the browser's cache and service workers: what is shown is the state of now."""

from __future__ import annotations

import pytest

from awe_author.state.types import Action
from tests.features.pages import board
from tests.features.pages.conftest import Stage, visit
from tests.features.pages.test_state_and_pages import SHOWN, settled, wanted

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]


async def test_back_and_forward(stage: Stage) -> None:
    session, context = await stage.open("one")
    page = await visit(context)
    await page.goto(board.ORIGIN + "/tasks/t1")
    session.act(Action("board", "change", {"id": "t1", "changes": {"title": "While away"}}))
    await page.go_back()
    await settled(page, wanted(session))
    session.act(Action("board", "change", {"id": "t1", "changes": {"title": "Again"}}))
    await page.go_forward()
    await page.wait_for_function("document.querySelector('h1').innerText === 'Again'")
    await page.go_back()
    session.reset()
    await settled(page, wanted(session))


async def test_a_page_that_the_browser_had_put_away_whole(stage: Stage) -> None:
    """pagehide and pageshow as back/forward caches send them; whether a page gets there is the browser's choice."""
    session, context = await stage.open("one")
    page = await visit(context)
    await settled(page, wanted(session))
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    session.act(Action("board", "remove", {"id": "t1"}))
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    await settled(page, wanted(session))


async def test_a_service_worker_that_keeps_pages_for_ever(stage: Stage) -> None:
    session, context = await stage.open("one")
    page = await visit(context, "/other")
    await page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
        ".then(() => navigator.serviceWorker.controller"
        " || new Promise(done => navigator.serviceWorker.oncontrollerchange = done))"
    )
    await page.goto(board.ORIGIN + "/tasks")
    assert await page.evaluate(SHOWN) == wanted(session)
    session.act(Action("board", "add", {"title": "After it was kept"}))
    for _ in range(2):
        again = await visit(context)
        assert await again.evaluate("performance.getEntriesByType('navigation')[0].workerStart > 0")
        assert await again.evaluate(SHOWN) == wanted(session)
        session.act(Action("board", "add", {"title": "And later"}))
        await settled(again, wanted(session))
    session.reset()
    await settled(again, wanted(session))
    assert (await visit(context)) is not None


async def test_the_browsers_cache_has_no_part_in_it(stage: Stage) -> None:
    session, context = await stage.open("one")
    page = await visit(context)
    session.act(Action("board", "remove", {"id": "t2"}))
    link = await context.new_page()
    await link.goto(board.ORIGIN + "/other")
    await link.evaluate("location.href = '/tasks'")
    await link.wait_for_url("**/tasks")
    assert await link.evaluate(SHOWN) == wanted(session)
    await settled(page, wanted(session))
