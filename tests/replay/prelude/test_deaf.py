"""A page does not hear that its scale is changed for a picture; otherwise it does."""

from __future__ import annotations

import pytest

from awe_author.replay.prelude import deaf_expression
from tests.replay.prelude.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TOKEN = "tok-secret"
LISTENS = """<script>
  var seen = [];
  visualViewport.onresize = () => seen.push('property');
  visualViewport.addEventListener('resize', () => seen.push('listener'), true);
</script>"""


async def test_a_page_hears_of_its_scale_only_when_it_may(stage: Stage) -> None:
    page = await stage.show(LISTENS)
    session = await page.context.new_cdp_session(page)
    frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    for deaf, scale in ((True, 1.01), (False, 1.02)):
        await page.evaluate(deaf_expression(TOKEN, deaf))
        await session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})
        await page.evaluate(frames)
        if deaf:
            await page.evaluate(frames)
            assert await page.evaluate("[seen, visualViewport.scale > 1]") == [[], True]
    await page.wait_for_function("seen.length == 2")


async def test_a_page_is_not_offered_to_be_installed(stage: Stage) -> None:
    page = await stage.show("")
    told = await page.evaluate("""() => {
      const told = [];
      onbeforeinstallprompt = () => told.push("handler");
      for (const capture of [true, false]) addEventListener("beforeinstallprompt", () => told.push(capture), {capture});
      dispatchEvent(new Event("beforeinstallprompt", {cancelable: true}));
      return told;
    }""")
    assert told == []
