"""A picture that differs only by when the page began to count is found again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from awe_author.archive.reader import open_archive
from awe_author.browser.screenshot import shoot
from awe_author.browser.settle import settled
from awe_author.door import CertificateAuthority
from awe_author.fidelity.model import Result
from awe_author.fidelity.steps import StepRun, compare_shot
from awe_author.fidelity.theatre import House
from tests.fidelity.drawn import foreign_warc

URL = "http://counts.test/"
COUNTS = """<!doctype html><title>Counts</title><p id=age></p><script>
  let opened = Date.now();
  const show = () => { age.textContent = 'Opened ' + Math.floor((Date.now() - opened) / 1000) + ' s ago'; };
  show(); setInterval(show, 1000);
</script>"""


@pytest.mark.browser
@pytest.mark.parametrize(("lag", "seen"), [(-700, 5), (600, 3)])
async def test_a_page_that_began_to_count_sooner_or_later_shows_the_recorded_picture(
    tmp_path: Path, lag: int, seen: int
) -> None:
    path = foreign_warc(tmp_path / "counts.warc", {URL: COUNTS}, {})
    with open_archive([path]) as archive:
        async with (
            async_playwright() as playwright,
            House(archive, CertificateAuthority.load(), playwright).theatre() as theatre,
        ):
            page = theatre.stage.page
            await page.goto(URL)
            moment = (await page.evaluate("opened") + 4450) / 1000
            result = Result(0, "wait", "")
            async with settled(theatre.stage, theatre.traffic, moment * 1000, theatre.limits) as rest:
                wanted = rest.shot.png
                assert await page.inner_text("#age") == "Opened 4 s ago"
                await page.evaluate(f"opened += {lag}; show()")
                assert await page.inner_text("#age") == f"Opened {seen} s ago"
                compare_shot(result, wanted, await shoot(page))
                assert result.outcome == "different"
                await StepRun(theatre, archive, [])._look_again(result, wanted, moment, 0.0)
            assert result.outcome == "same"
            assert "second" in result.note
