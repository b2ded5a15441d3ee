"""Frozen pages are served as they looked, without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from awe_author.archive.model import Recording, StepRecord
from awe_author.browser.facts import rendered_dom
from awe_author.browser.launch import launch
from awe_author.door import CertificateAuthority, Door
from awe_author.replay.chain import build_chain
from awe_author.replay.frozen import still
from tests.replay.listed import THEN, ListedArchive, Replay

APP = "https://app.test"
LIVE = """<!doctype html><html><head><title>live</title>
<style>#box{height:60px;overflow:auto}#tall{height:400px}</style>
</head><body><p id=p>loading</p><div id=box><div id=tall></div></div><canvas id=c width=40 height=20></canvas>
<a href="/next" onclick="document.title = 'clicked'">next</a><iframe srcdoc="<p>in the frame</p>"></iframe><script>
document.title = 'ran'; p.textContent = 'made by a script & shown'; box.scrollTop = 70;
c.getContext('2d').fillRect(0, 0, 40, 20);
</script></body></html>"""


def archive(dom: str = "", frozen: str = APP + "/report*") -> ListedArchive:
    steps = [
        StepRecord(0, "goto", "/", THEN, url=APP + "/", dom="urn:awe:step:0:dom", next_seq=100),
        StepRecord(1, "page", "report", THEN, url=APP + "/report#top", page="report", dom="urn:1", next_seq=200),
    ]
    made = ListedArchive(Recording(steps=steps, frozen=[frozen]))
    made.record("GET", APP + "/", LIVE.encode())
    made.record("GET", APP + "/report", LIVE.encode())
    made.facts = {"urn:awe:step:0:dom": dom.encode(), "urn:1": dom.encode()}
    return made


async def test_only_pages_that_the_author_named_are_frozen() -> None:
    replay = Replay(archive("<html><head></head><body>as it looked</body></html>"))
    frozen = await replay.open(APP + "/report")
    assert b"as it looked" in frozen.body
    assert replay.session.cursor.was_served(2)
    live = await replay.open(APP + "/")
    assert b"loading" in live.body
    assert b"loading" in (await replay.get(APP + "/report")).body


async def test_a_page_that_was_reached_by_script_only_can_be_opened_when_frozen() -> None:
    made = archive("<html><head></head><body>as it looked</body></html>")
    made.recording.steps[1].url = APP + "/report/7"
    replay = Replay(made)
    assert b"as it looked" in (await replay.open(APP + "/report/7")).body
    assert (await replay.open(APP + "/report/8")).status == 404


def test_nothing_that_runs_is_left() -> None:
    found = still(
        '<!DOCTYPE html><html><head><script src="/a.js"></script><script>if (1 < 2) document.write("<p>")</script>'
        '<link rel="modulepreload" href="/m.js"><link rel="stylesheet" href="/a.css">'
        '<meta http-equiv="Refresh" content="0"></head><body onload="x()">'
        '<a href=" java\nscript:x()" class="a&amp;b">a &lt; b</a>'
        "<svg><script>y()</script></svg>"
        '<iframe srcdoc="&lt;script&gt;z()&lt;/script&gt;&lt;b onclick=&quot;q()&quot;&gt;in&lt;/b&gt;"></iframe>'
        "</body></html>"
    )
    for gone in ("a.js", "document.write", "m.js", "Refresh", "onload", "x()", "y()", "z()", "q()"):
        assert gone not in found, gone
    for kept in ('<link rel="stylesheet" href="/a.css">', 'class="a&amp;b"', "a &lt; b", "in&lt;/b&gt;"):
        assert kept in found, kept


@pytest.mark.browser
async def test_a_browser_shows_what_was_there_and_runs_nothing(tmp_path: Path) -> None:
    authority, made = CertificateAuthority.load(tmp_path / "ca"), archive()
    replay = Replay(made, restart=False)
    door = await Door.open(build_chain(replay.session), replay.session, authority)
    try:
        async with (
            async_playwright() as playwright,
            launch(playwright, door.url, authority.spki, lock_down=True) as context,
        ):
            page = await context.new_page()
            await page.goto(APP + "/")
            recorded = await rendered_dom(page.main_frame)
            made.facts["urn:1"] = recorded.replace("<title>ran", "<title>as recorded").encode()
            await page.goto(APP + "/report")
            assert await page.title() == "as recorded"
            assert await page.text_content("#p") == "made by a script & shown"
            assert await page.evaluate("box.scrollTop") == 70
            assert "data:image/png" in await page.evaluate("getComputedStyle(c).backgroundImage")
            assert await page.frame_locator("iframe").locator("p").text_content() == "in the frame"
            await page.click("a")
            assert await page.title() == "as recorded" or page.url == APP + "/next"
            assert await page.evaluate("document.scripts.length") <= 1
    finally:
        await door.close()
