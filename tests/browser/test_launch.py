"""Chromium behind the door: everything passes the proxy, files stay closed, pages see a plain browser."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Error, Page, async_playwright

from awe_author.browser.find import chromium_version, find_chromium
from awe_author.browser.launch import RENDERING, arguments, launch, plain_user_agent
from awe_author.door.authority import CertificateAuthority
from awe_author.door.messages import Answer, Request, Response
from awe_author.door.server import Door
from awe_author.errors import BrowserError


@asynccontextmanager
async def opened(folder: Path, **options: object) -> AsyncIterator[tuple[BrowserContext, list[Request]]]:
    asked: list[Request] = []

    async def respond(request: Request, _session: None) -> Answer:
        asked.append(request)
        if request.url.endswith("/sw.js"):
            return Response(200, [("Content-Type", "text/javascript")], b"onfetch = e => 0")
        if request.url.endswith("/file"):
            return Response(200, [("Content-Disposition", "attachment; filename=a.txt")], b"saved")
        return Response(
            200, [("Content-Type", "text/html"), ("Cache-Control", "max-age=60")], b"<!doctype html><p>hello"
        )

    authority = CertificateAuthority.load(folder / "ca")
    door = await Door.open([respond], None, authority)
    try:
        async with async_playwright() as playwright, launch(playwright, door.url, authority.spki, **options) as context:  # type: ignore[arg-type]
            yield context, asked
    finally:
        await door.close()


async def fails(page: Page, url: str) -> str:
    with pytest.raises(Error) as caught:
        await page.goto(url)
    return caught.value.message


@pytest.mark.browser
async def test_a_locked_browser_speaks_to_the_door_only(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    size = {"width": 800, "height": 600}
    async with opened(tmp_path, lock_down=True, locale="de-DE", timezone="Asia/Tokyo", viewport=size) as (
        context, asked,
    ):  # fmt: skip
        page = context.pages[0]
        await page.goto("https://app.test/a")
        assert await page.inner_text("p") == "hello"
        seen = await page.evaluate("""async () => {
          const registered = await navigator.serviceWorker.register('/sw.js');
          return [registered.scope, isSecureContext, navigator.language,
            Intl.DateTimeFormat().resolvedOptions().timeZone,
            innerWidth, innerHeight, devicePixelRatio, navigator.webdriver, /Headless/.test(navigator.userAgent)] }""")
        assert seen == ["https://app.test/", True, "de-DE", "Asia/Tokyo", 800, 600, 1, False, False]
        await page.goto("http://127.0.0.1:3999/loopback")
        async with page.expect_download() as download:
            await page.evaluate("location.href = 'https://app.test/file'")
        path = await (await download.value).path()
        assert path.read_text() == "saved"
        assert "ERR_BLOCKED_BY_ADMINISTRATOR" in await fails(page, (tmp_path / "secret.txt").as_uri())
        await asyncio.sleep(0.5)
        assert {request.url.split("/")[2] for request in asked} == {"app.test", "127.0.0.1:3999"}
    assert not path.exists()


@pytest.mark.browser
async def test_the_disk_cache_works_behind_the_doors_certificates(tmp_path: Path) -> None:
    async with opened(tmp_path, lock_down=False) as (context, asked):
        for _ in range(2):
            page = await context.new_page()
            await page.goto("https://app.test/cached")
        assert sum(request.url.endswith("/cached") for request in asked) == 1


async def test_a_browser_that_does_not_start_is_an_error_with_a_hint(tmp_path: Path) -> None:
    broken = tmp_path / "chrome"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 1\n")
    broken.chmod(0o755)
    async with async_playwright() as playwright:
        with pytest.raises(BrowserError, match="did not start") as caught:
            async with launch(playwright, "http://127.0.0.1:1", "x", lock_down=True, executable=broken):
                pass
    assert "awe-author doctor" in str(caught.value)


def test_recording_and_replaying_draw_alike() -> None:
    record, replay = (arguments("http://127.0.0.1:5", "key", lock_down=locked) for locked in (False, True))
    assert set(record) < set(replay)
    assert set(RENDERING) < set(record)
    assert not any("ignore-certificate-errors" in flag and "spki" not in flag for flag in replay)


def test_the_environment_names_the_browser(tmp_path: Path) -> None:
    chrome = tmp_path / "chrome"
    chrome.write_text("#!/bin/sh\necho Chromium 99.1.2.3 built on Debian 12\n")
    chrome.chmod(0o755)
    assert find_chromium({"AWE_CHROMIUM": str(chrome)}) == chrome
    assert chromium_version(chrome) == "99.1.2.3"
    with pytest.raises(BrowserError, match="AWE_CHROMIUM"):
        find_chromium({"AWE_CHROMIUM": str(tmp_path / "none")})


def test_user_agents() -> None:
    assert "Chrome/156.0.0.0 Safari" in (plain_user_agent("156.0.8078.79") or "")
    assert plain_user_agent("") is None


@pytest.mark.browser
@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
async def test_typing_makes_the_browser_fetch_no_dictionary(
    tmp_path: Path, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LANGUAGE", "LC_ALL"):
        monkeypatch.setenv(name, locale.replace("-", "_") + ".UTF-8")
    async with opened(tmp_path, lock_down=False, locale=locale) as (context, asked):
        page = context.pages[0]
        await page.goto("https://app.test/a")
        await page.evaluate("document.body.innerHTML = '<textarea autofocus lang=en></textarea>'")
        await page.click("textarea")
        await page.keyboard.type("mispeled wrods ")
        await asyncio.sleep(1)
        assert {request.url for request in asked} <= {"https://app.test/a", "https://app.test/favicon.ico"}
