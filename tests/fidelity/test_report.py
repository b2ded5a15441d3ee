"""The HTML report: one file, everything escaped, usable from disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from awe_author.browser.find import find_chromium
from awe_author.fidelity.report import write_report
from tests.fidelity.drawn import sample_report


def test_texts_of_pages_are_escaped(tmp_path: Path) -> None:
    html = write_report(sample_report(), tmp_path).html.read_text()
    assert '<script>alert("x")' not in html
    assert "&lt;script&gt;alert" in html
    assert "</script><img" not in html


def test_equal_pictures_are_kept_once(tmp_path: Path) -> None:
    html = write_report(sample_report(), tmp_path).html.read_text()
    assert html.count("data:image/png;base64,") == 3


def test_many_pictures_go_into_a_folder(tmp_path: Path) -> None:
    files = write_report(sample_report(), tmp_path / "deep" / "report", inline_limit=10)
    assert files.pictures is not None
    assert len(list(files.pictures.glob("*.png"))) == 3
    assert "data:image/png" not in files.html.read_text()


def test_json_says_the_same(tmp_path: Path) -> None:
    files = write_report(sample_report(), tmp_path)
    assert json.loads(files.json.read_bytes())["passed"] is False


@pytest.mark.browser
@pytest.mark.parametrize("inline_limit", [10, 10_000_000])
async def test_a_reader_finds_what_differs(tmp_path: Path, inline_limit: int) -> None:
    files = write_report(sample_report(), tmp_path, inline_limit=inline_limit)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = await browser.new_page()
        errors: list[object] = []
        page.on("pageerror", lambda error: errors.append(error))
        await page.goto(files.html.as_uri())
        assert await page.locator(".verdict").inner_text() == "Not passed"
        assert await page.locator(".result[open] .label").inner_text() == "Save number 1"

        await page.click("text=Slider")
        recorded, replayed = page.locator(".compare img").first, page.locator(".compare .over")
        assert await recorded.evaluate("image => image.decode().then(() => image.naturalWidth)") == 320
        await page.locator(".compare input").fill("250")
        assert await replayed.evaluate("image => image.style.clipPath") == "inset(0px 0px 0px 25%)"

        await page.click("text=To look at")
        assert await page.locator(".result:visible").count() == 2
        await page.fill("#search", "number 2")
        assert await page.locator(".result:visible").count() == 1
        assert errors == []
        await browser.close()
