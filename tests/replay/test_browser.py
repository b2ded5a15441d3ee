"""A real browser in front of a replay server: state follows what the user does, and a fresh browser starts afresh."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from awe_author.browser.launch import arguments, find_chromium
from awe_author.door import CertificateAuthority
from awe_author.replay.server import ReplayServer
from tests.replay import har

APP = "https://app.test"
PAGE = """<!doctype html><html><head><title>t</title></head><body><ul></ul><button>add</button><p></p><script>
const show = async () => {
  document.querySelector("ul").textContent = await (await fetch("/api")).text();
  document.querySelector("p").textContent = new Date().toISOString().slice(0, 16);
};
document.querySelector("button").onclick = async () => {
  const headers = {"Content-Type": "application/json"};
  const answer = await fetch("/api", {method: "POST", headers, body: '{"name":"x"}'});
  document.title = answer.status;
  await show();
};
show();
</script></body></html>"""

pytestmark = pytest.mark.browser


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[ReplayServer]:
    file = har.write(
        tmp_path / "app.har",
        har.exchange(APP + "/", PAGE),
        har.exchange(APP + "/api", "[]", "application/json", second=1),
        har.exchange(APP + "/api", "{}", "application/json", method="POST", second=2, body='{"name":"x"}'),
        har.exchange(APP + "/api", "[x]", "application/json", second=3),
    )
    authority = CertificateAuthority.load(tmp_path / "ca")
    async with ReplayServer.open([file], authority=authority, time_policy="recorded") as server:
        yield server


@pytest_asyncio.fixture
async def browser(server: ReplayServer) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        flags = arguments(server.proxy, server.authority.spki, lock_down=True)
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        yield browser
        await browser.close()


async def shown(page: Page, text: str) -> None:
    await page.wait_for_function(f"document.querySelector('ul').textContent === '{text}'", timeout=10_000)


async def visit(context: BrowserContext) -> Page:
    page = await context.new_page()
    await page.goto(APP + "/")
    return page


async def test_state_follows_the_user_and_a_fresh_browser_starts_afresh(server: ReplayServer, browser: Browser) -> None:
    for _ in range(2):
        context = await browser.new_context()
        page = await visit(context)
        await shown(page, "[]")
        assert (await page.text_content("p")) == "2024-03-01T10:00"
        await page.click("button")
        await shown(page, "[x]")
        assert await page.title() == "200"
        await page.reload()
        await shown(page, "[x]")
        await shown(await visit(context), "[x]")
        assert await page.evaluate("document.cookie") == ""
        await context.close()
    assert server.session.generation == 1
    assert [one["url"] for one in server.session.log.of("miss") if "favicon" not in one["url"]] == []
