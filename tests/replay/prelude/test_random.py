"""Randomness is seeded by (seed, document, load), and looks native."""

import pytest

from tests.replay.prelude.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DRAW = """<script>
var drawn = [Math.random(), Math.random(), crypto.getRandomValues(new Uint8Array(5)).join(),
  crypto.getRandomValues(new Uint32Array(2)).join(), crypto.randomUUID()].join(' ');
</script>"""


async def test_each_load_of_a_document_draws_its_own_numbers_and_a_second_session_the_same(stage: Stage) -> None:
    page = await stage.show(DRAW)
    first = await page.evaluate("drawn")
    await page.reload()
    second = await page.evaluate("drawn")
    assert first != second
    stage.site.loads.clear()
    await page.reload()
    assert await page.evaluate("drawn") == first


async def test_seed_and_address_change_the_numbers(stage: Stage) -> None:
    here = await (await stage.show(DRAW)).evaluate("drawn")
    there = await (await stage.show(DRAW, url="https://app.test/other")).evaluate("drawn")
    stage.replaying(seed=8)
    stage.site.loads.clear()
    reseeded = await (await stage.show(DRAW)).evaluate("drawn")
    assert len({here, there, reseeded}) == 3


ASKERS = "function one() { return Math.random() } function two() { return Math.random() }"


async def test_what_a_place_draws_does_not_depend_on_which_place_asks_first(stage: Stage) -> None:
    page = await stage.show(f"<script>{ASKERS} var drawn = [one(), two()].join()</script>")
    drawn = await page.evaluate("drawn")
    stage.site.loads.clear()
    page = await stage.show(f"<script>{ASKERS} var b = two(), drawn = [one(), b].join()</script>")
    assert await page.evaluate("drawn") == drawn


async def test_recording_and_replaying_draw_the_same_although_the_prelude_is_of_another_length(stage: Stage) -> None:
    recorded = await (await stage.show(DRAW.replace("\n", " "))).evaluate("drawn")
    stage.site.loads.clear()
    replayed = await (await stage.replaying().show(DRAW.replace("\n", " "))).evaluate("drawn")
    assert replayed == recorded


async def test_numbers_are_well_formed(stage: Stage) -> None:
    page = await stage.show("")
    assert await page.evaluate("Array.from({length: 1000}, Math.random).every(x => x >= 0 && x < 1)")
    assert await page.evaluate("new Set(Array.from({length: 1000}, Math.random)).size") == 1000
    mean = await page.evaluate("Array.from({length: 10000}, Math.random).reduce((a, b) => a + b) / 10000")
    assert abs(mean - 0.5) < 0.02
    pattern = "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/"
    assert await page.evaluate(f"Array.from({{length: 50}}, () => crypto.randomUUID()).every(id => {pattern}.test(id))")
    assert await page.evaluate("(a => crypto.getRandomValues(a) === a)(new Uint16Array(3))")
    assert await page.evaluate("[...crypto.getRandomValues(new Uint8Array(new ArrayBuffer(9), 2, 3))].length") == 3


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("crypto.getRandomValues(new Float32Array(1))", "TypeMismatchError"),
        ("crypto.getRandomValues(new Uint8Array(65537))", "QuotaExceededError"),
        ("crypto.getRandomValues('guess')", "TypeError"),
        ("crypto.getRandomValues.call({}, new Uint8Array(1))", "TypeError"),
        ("crypto.randomUUID.call({})", "TypeError"),
        ("new Math.random()", "TypeError"),
    ],
)
async def test_misuse_fails_as_natively(stage: Stage, expression: str, error: str) -> None:
    page = await stage.show("")
    assert await page.evaluate(f"(() => {{ try {{ {expression} }} catch (e) {{ return e.name }} }})()") == error
