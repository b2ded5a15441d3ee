"""A page that moves comes to rest; a page that never does gives one and the same picture all the same."""

from pathlib import Path

import pytest

from awe_author.browser.activity import Traffic
from awe_author.browser.settle import Limits, Shot, settled, shoot_until
from awe_author.browser.step_language import step_of
from awe_author.browser.steps import Stage, perform
from awe_author.replay.prelude import PreludeClock, PreludeConfig, script_text
from tests.browser.stages import APP, stage_of

pytestmark = pytest.mark.browser

MOVING = """<!doctype html><title>moving</title><style>
@keyframes in {from {width: 0} to {width: 300px}}
@keyframes spin {from {opacity: 1} to {opacity: .2}}
#bar {height: 20px; background: teal; animation: in 2s forwards}
#spin {height: 20px; background: red; animation: spin .4s infinite}
</style><input id=name autofocus><div id=bar></div><div id=spin></div><p id=late></p>
<script>setTimeout(() => late.textContent = 'arrived', 300)</script>"""

BLINKING = """<!doctype html><title>blinking</title><canvas id=c width=200 height=100></canvas><p id=p>x</p><script>
let on = Math.random() < .5;
const blink = () => {
  on = !on; const g = c.getContext('2d'); g.fillStyle = on ? 'black' : 'white'; g.fillRect(0, 0, 200, 100);
  p.style.visibility = on ? '' : 'hidden';
};
setInterval(blink, 530); setTimeout(blink, Math.random() * 400);
</script>"""

CLOCK = """<!doctype html><title>clock</title><p id=now></p><script>
let stopped = null;
globalThis.clock = {freeze: ms => stopped = ms ?? Date.now(), thaw: () => { stopped = null; }};
const show = () => { now.textContent = stopped ?? Math.floor(Date.now() / 100); };
setInterval(show, 100); show();
</script>"""

HOVER = """<!doctype html><title>hover</title><button id=b onclick="0">b</button><p id=tip></p><script>
b.onmouseenter = () => setTimeout(() => { tip.textContent = 'a tooltip'; }, 750);
</script>"""

LATER = """<!doctype html><title>later</title><p id=late></p><script>
let waiting = 1;
globalThis.clock = {freeze: ms => ms ?? Date.now(), thaw: () => 0, mark: () => waiting, left: () => waiting};
setTimeout(() => { late.textContent = 'arrived'; waiting = 0; }, 1000);
</script>"""

MODAL = """<!doctype html><title>modal</title><style>
#box {will-change: transform; margin: 40px; width: 400px; font: 17px sans-serif; border: 1px solid #ccc}
.from {transform: scale(1.07)} .moves {transition: transform .25s ease}
</style><div id=box>To proceed, type delete in the field below. <button>Cancel</button></div><script>
globalThis.told = [];
if (location.search) {
  box.className = 'from moves';
  setTimeout(() => { box.className = 'moves'; }, 400);
}
</script>"""

PAGES = {"/modal": MODAL, "/later": LATER, "/moving": MOVING, "/blinking": BLINKING, "/clock": CLOCK, "/hover": HOVER}


EPOCH = 1_700_000_000_000.0


class FakeClock:
    """Reaches the page of this test that has its own clock."""

    def freeze(self, milliseconds: float | None = None) -> str:
        return f"globalThis.clock && clock.freeze({'null' if milliseconds is None else milliseconds})"

    def thaw(self) -> str:
        return "globalThis.clock && clock.thaw()"

    def mark(self) -> str:
        return "globalThis.clock?.mark ? clock.mark() : 0"

    def left(self) -> str:
        return "clock.left()"

    def moving(self) -> str:
        return "globalThis.clock?.moving ? clock.moving() : 0"

    def bring(self, milliseconds: float) -> str:
        return f"globalThis.clock?.bring ? clock.bring({milliseconds}) : 0"

    def heard(self) -> str:
        return "[]"

    def deaf(self, on: bool) -> str:
        return f"globalThis.told?.push({str(on).lower()})"

    def timers_set(self) -> str:
        return "[]"


async def go(stage: Stage, path: str) -> None:
    await perform(step_of("goto", path), stage)


async def shot_of(stage: Stage, traffic: Traffic, clock_ms: float | None = None, limits: Limits | None = None) -> Shot:
    """The picture of the page in front when it stands still."""
    async with settled(stage, traffic, clock_ms, limits) as rest:
        return rest.shot


async def test_a_page_that_comes_to_rest_gives_one_picture(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, traffic):
        pictures = set()
        for _ in range(2):
            await go(stage, "/moving")
            async with settled(stage, traffic) as rest:
                assert rest.shot.stable
                assert await rest.page.inner_text("#late") == "arrived"
                pictures.add(rest.shot.png)
        assert len(pictures) == 1


async def test_a_page_that_blinks_gives_one_picture(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, traffic):
        pictures = set()
        for _ in range(2):
            await go(stage, "/blinking")
            pictures.add((await shot_of(stage, traffic, None, Limits(restless=0.6))).png)
        assert len(pictures) == 1


async def test_the_clock_stands_at_the_wanted_moment_and_runs_on(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES, clock=FakeClock()) as (stage, traffic):
        await go(stage, "/clock")
        limits = Limits(restless=0.6)
        async with settled(stage, traffic, 1_700_000_000_123.0, limits) as rest:
            assert rest.shot.clock == 1_700_000_000.123
            assert await rest.page.inner_text("#now") == "1700000000123"
        await stage.page.wait_for_function("now.textContent !== '1700000000123'")
        shot = await shot_of(stage, traffic, None, limits)
        assert shot.clock == pytest.approx(await stage.page.evaluate("Date.now()") / 1000, abs=60)
        await go(stage, "/clock")
        again = await shot_of(stage, traffic, shot.clock * 1000, limits)
        assert again.png == shot.png


async def test_tooltips_are_waited_for(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, traffic):
        await go(stage, "/hover")
        await perform(step_of("click", "#b"), stage)
        async with settled(stage, traffic) as rest:
            assert await rest.page.inner_text("#tip") == "a tooltip"


async def test_the_valve_is_closed_while_the_picture_is_taken(tmp_path: Path) -> None:
    class Noted:
        def __init__(self) -> None:
            self.closed = False

        def close(self) -> None:
            self.closed = True

        def open(self) -> None:
            self.closed = False

    valve = Noted()
    async with stage_of(tmp_path, PAGES, valve=valve) as (stage, traffic):
        await go(stage, "/moving")
        async with settled(stage, traffic):
            assert valve.closed
        assert not valve.closed


async def test_a_page_whose_requests_do_not_end_is_not_stable(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, traffic):
        await go(stage, "/moving")
        token = traffic.began("https://app.test/slow")
        shot = await shot_of(stage, traffic, None, Limits(cap=1.0, blink=0.3))
        traffic.ended(token)
        assert not shot.stable


async def test_a_passing_picture_is_found_again(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, traffic):
        await go(stage, "/moving")
        wanted = (await shot_of(stage, traffic)).png
        await stage.page.evaluate("late.textContent = 'x'; setTimeout(() => late.textContent = 'arrived', 300)")
        assert await shoot_until(stage, lambda png: png == wanted) == wanted
        assert await shoot_until(stage, lambda png: False, 0.1) is None


async def test_timeouts_that_are_pending_are_waited_for(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, traffic):
        stage.clock = FakeClock()
        await go(stage, "/later")
        async with settled(stage, traffic) as rest:
            assert await rest.page.text_content("#late") == "arrived"


async def test_what_was_drawn_in_the_middle_of_an_animation_is_drawn_anew(tmp_path: Path) -> None:
    pictures = list[bytes]()
    async with stage_of(tmp_path, PAGES, clock=FakeClock()) as (stage, traffic):
        for path in ("/modal", "/modal?animated"):
            await go(stage, path)
            async with settled(stage, traffic) as rest:
                pictures.append(rest.shot.png)
            assert await stage.page.evaluate("[told, visualViewport.scale]") == [[True, False], 1]
    assert pictures[0] == pictures[1]


def played(body: str, *, replaying: bool = False) -> tuple[str, PreludeClock]:
    """A page with the prelude, and how to reach its clock."""
    clock = PreludeClock("tok-secret")
    epoch = EPOCH if replaying else None
    config = PreludeConfig(seed=7, document_key=APP + "/", token=clock.token, epoch_ms=epoch, replaying=replaying)
    return f"<!doctype html><title>moves</title><script>{script_text(config)}</script>{body}", clock


SLIDING = """<p>Flows</p><div id=notice style="overflow: hidden; height: 60px; background: teal">Deployed</div><script>
// As jQuery does it: by the time of day, one frame after the other.
function slideUp(element, duration) {
  const began = Date.now(), height = element.offsetHeight;
  const step = () => {
    const done = Math.min(1, (Date.now() - began) / duration);
    if (done === 1) return element.remove();
    requestAnimationFrame(step);
    element.style.height = height * (1 - done) + 'px';
  };
  requestAnimationFrame(step);
}
</script>"""


async def test_what_begins_to_slide_as_the_clock_is_stopped_is_let_come_to_its_end(tmp_path: Path) -> None:
    # The style of a first picture tells the page that its clock is about to be stopped.
    begin = """<script>new MutationObserver((list, observer) => {
      observer.disconnect(); slideUp(notice, 2000);
    }).observe(document.documentElement, {childList: true});</script>"""
    html, clock = played(SLIDING + begin)
    async with stage_of(tmp_path, {"/": html}, clock=clock) as (stage, traffic):
        await go(stage, "/")
        async with settled(stage, traffic) as rest:
            assert await rest.page.locator("#notice").count() == 0
            assert rest.shot.stable


async def test_an_animation_longer_than_a_restless_page_is_waited_for(tmp_path: Path) -> None:
    html, clock = played(SLIDING + "<script>slideUp(notice, 2500)</script>")
    async with stage_of(tmp_path, {"/": html}, clock=clock) as (stage, traffic):
        await go(stage, "/")
        async with settled(stage, traffic, None, Limits(restless=0.6, moving=10.0)) as rest:
            assert await rest.page.locator("#notice").count() == 0


async def test_what_a_long_timeout_begins_before_the_moment_of_the_picture_has_come_to_its_end(tmp_path: Path) -> None:
    html, clock = played(SLIDING + "<script>setTimeout(() => slideUp(notice, 300), 60_000)</script>", replaying=True)
    async with stage_of(tmp_path, {"/": html}, clock=clock) as (stage, traffic):
        for moment, left in ((EPOCH + 50_000, 1), (EPOCH + 70_000, 0)):
            await go(stage, "/")
            async with settled(stage, traffic, moment) as rest:
                assert await rest.page.locator("#notice").count() == left
                assert rest.shot.clock == moment / 1000
