"""Long timers go by the page's clock while verifying; short ones are left alone."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, async_playwright

from awe_author.browser.find import find_chromium
from awe_author.fidelity.theatre import TIMERS, TIMERS_SCRIPT


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    """A page whose clock the test sets: `now` stands for what the prelude makes of Date."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = await browser.new_page()
        await page.add_init_script("globalThis.now = 1000; Date.now = () => now; globalThis.seen = [];")
        await page.add_init_script(TIMERS_SCRIPT)
        await page.goto("about:blank")
        yield page
        await browser.close()


@pytest.mark.browser
async def test_a_long_timeout_waits_for_the_pages_clock(page: Page) -> None:
    await page.evaluate("setTimeout(text => seen.push(text), 4000, 'gone'); setTimeout(() => seen.push('short'), 5)")
    await page.wait_for_function("seen.length == 1")
    assert await page.evaluate("seen") == ["short"]
    await page.evaluate("now = 5001")
    await page.wait_for_function("seen.includes('gone')")


@pytest.mark.browser
async def test_it_never_fires_beyond_the_limit(page: Page) -> None:
    await page.evaluate(f"setTimeout(() => seen.push('gone'), 4000); {TIMERS}.limit(4000); now = 9000")
    await page.evaluate("new Promise(done => setTimeout(done, 400))")
    assert await page.evaluate("seen") == []
    await page.evaluate(f"{TIMERS}.at(5000)")
    await page.wait_for_function("seen.length == 1")


@pytest.mark.browser
async def test_a_long_interval_repeats_by_the_pages_clock_and_can_be_cleared(page: Page) -> None:
    await page.evaluate("globalThis.beat = setInterval(() => seen.push(now), 2000)")
    for moment in (3000, 5000):
        await page.evaluate(f"now = {moment}")
        await page.wait_for_function(f"seen.includes({moment})")
    await page.evaluate("clearInterval(beat); now = 60000; new Promise(done => setTimeout(done, 400))")
    assert await page.evaluate("seen") == [3000, 5000]
