"""Quiet pages: the document shows the state and has no scripts, so the runtime waits, and has no records of lists."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.features.runtime.conftest import ORIGIN, SECRET, Plan, Stage, listing, shows
from tests.features.runtime.test_arrival import FRAMES, POLICIES

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
HTML = """<!doctype html><html><head><title>People</title></head><body><h1>2 people</h1>
<ul>
<li><a href="/p/1">Ada</a><input type=checkbox checked><button>x</button></li>
<li><a href="/p/2">Bob</a><input type=checkbox><button>x</button></li>
</ul><form><input name=q value="tea"></form></body></html>"""
COLUMNS = [["a", "text"], ["a", "href"], ["input", "checked"]]
ADA, BOB = ["1", "Ada", "/p/1", True], ["2", "Bob", "/p/2", False]
EVENTS = [["f.remove", "click", "button", ""], ["f.tick", "change", "li input", ""]]
ROWS = "() => [...document.querySelectorAll('li')].map(li => li.innerText.trim())"


def people(*records: list[object]) -> Plan:
    """The list as the document has it, unless others are given."""
    return listing("ul", "li:first-child", COLUMNS, [*map(list, records or (ADA, BOB))])


async def quiet(stage: Stage, **more: object) -> Page:
    """The page, once its runtime has connected."""
    operations = [people(), shows("h1", text="2 people"), shows("[name=q]", value="tea")]
    return await stage.show(HTML, *operations, events=EVENTS, quiet=True, **more)  # type: ignore[arg-type]


def whole(stage: Stage) -> Plan:
    """The plan as the server sends it."""
    return {name: part for name, part in stage.site.plans[ORIGIN + "/"].items() if name != "quiet"}


def questions(stage: Stage) -> int:
    """How often the whole plan was asked for."""
    return sum(url.endswith(SECRET + "?") for url in stage.site.asked)


async def test_nothing_is_asked_for_while_nothing_happens(stage: Stage) -> None:
    page = await quiet(stage)
    hello = next(message for message in stage.site.heard if message["t"] == "hello")
    assert (hello["u"], hello["v"]) == (ORIGIN + "/", "1")
    assert await page.evaluate(ROWS) == ["Adax", "Bobx"]
    assert await page.evaluate("document.scripts.length") == 0
    assert "runtime" not in await page.content()
    assert questions(stage) == 0


async def test_a_click_tells_its_record(stage: Stage) -> None:
    page = await quiet(stage)
    await page.locator("li button").nth(1).click()
    event = await stage.site.event()
    assert (event["f"], event["row"], event["e"]) == ("f.remove", "2", "click")
    await page.locator("li button").nth(0).click()
    assert (await stage.site.event(2))["row"] == "1"
    assert questions(stage) == 1


async def test_a_click_before_the_page_has_loaded(stage: Stage) -> None:
    stage.page([HTML.replace("</ul>", "</ul><p>more</p><!--"), "--></body>"])
    stage.site.plan(ORIGIN + "/", people(), events=EVENTS)["quiet"] = True
    page = await stage.context.new_page()
    await page.goto(ORIGIN + "/", wait_until="commit")
    await page.locator("li button").nth(1).click()
    assert await page.evaluate("document.readyState") == "loading"
    assert (await stage.site.event())["row"] == "2"
    stage.site.gate.set()
    await page.wait_for_load_state()
    assert await page.evaluate(ROWS) == ["Adax", "Bobx"]


async def test_a_picture_that_does_not_come_keeps_it_from_nothing(stage: Stage) -> None:
    """A page that waits for its load for long follows the state all the same."""
    stage.site.pages[ORIGIN + "/slow.png"] = ([("Content-Type", "image/png")], [b"\x89PNG", b""])
    stage.page(HTML.replace("</form>", "</form><img src=/slow.png>"))
    stage.site.plan(ORIGIN + "/", people(), events=EVENTS)["quiet"] = True
    page = await stage.context.new_page()
    await page.goto(ORIGIN + "/", wait_until="commit")
    hello = await stage.site.wait_heard(lambda message: message["t"] == "hello")
    assert (hello["u"], hello["v"]) == (ORIGIN + "/", "1")
    assert await page.evaluate("document.readyState") == "interactive"
    stage.site.gate.set()
    await page.wait_for_load_state()


async def test_what_a_user_ticks_is_told_and_stays(stage: Stage) -> None:
    page = await quiet(stage)
    await page.fill("[name=q]", "coffee")
    await page.locator("li input").nth(1).check()
    event = await stage.site.event()
    assert (event["f"], event["row"], event["value"]) == ("f.tick", "2", True)
    assert await page.locator("li input").nth(1).is_checked()
    assert await page.input_value("[name=q]") == "coffee"
    assert questions(stage) == 1


async def test_a_change_brings_the_whole_plan(stage: Stage) -> None:
    page = await quiet(stage)
    await page.fill("[name=q]", "coffee")
    stage.site.plan(ORIGIN + "/", people(BOB, ADA, ["3", "Cy", "/p/3", True]), version="2")
    await stage.site.tell({"from": "1", "v": "2", "w": {}, "d": [[0, {"set": [["3", 0, ["Cy", "/p/3", True]]]}]]})
    await stage.site.wait_heard(lambda message: message["t"] == "hello" and message["v"] == "")
    await stage.site.tell(whole(stage))
    await page.wait_for_function(f"({ROWS})().join() === 'Bobx,Adax,Cyx'")
    assert await page.evaluate("[...document.querySelectorAll('li input')].map(one => one.checked)") == [
        False,
        True,
        True,
    ]
    assert await page.input_value("[name=q]") == "coffee"


async def test_a_row_stays_the_row_of_its_record(stage: Stage) -> None:
    """Nothing but the text that changes tells the rows apart; what was typed in one stays in it."""
    row = "<li><b>{}</b><input name=note></li>"
    html = f"<!doctype html><html><head></head><body><ul>{row.format('Ada')}{row.format('Bob')}</ul></body></html>"
    plan = listing("ul", "li:first-child", [["b", "text"]], [["1", "Ada"], ["2", "Bob"]])
    page = await stage.show(html, plan, events=EVENTS, quiet=True)
    await page.locator("li input").nth(1).fill("typed")
    change = {"from": "1", "v": "2", "w": {}, "d": [[0, {"set": [["2", 0, ["Robert"]]]}]]}
    await stage.site.tell(change)
    asked = await stage.site.wait_heard(lambda message: message["t"] == "hello" and message["v"] == "")
    assert asked["q"] is True
    await stage.site.tell(whole(stage))
    await stage.site.tell(change)
    await page.wait_for_function("document.querySelectorAll('li b')[1].textContent === 'Robert'")
    assert await page.locator("li input").nth(1).input_value() == "typed"


async def test_a_change_that_is_none_of_its_business_wakes_nothing(stage: Stage) -> None:
    page = await quiet(stage)
    await stage.site.tell({"from": "1", "v": "2", "w": {}, "d": []})
    await stage.site.tell({"from": "2", "v": "3", "w": {}, "d": []})
    # A change of a version that the page never had makes it ask: it has read the others then.
    await stage.site.tell({"from": "8", "v": "9", "w": {}, "d": []})
    await stage.site.wait_heard(lambda message: message["t"] == "hello" and message["v"] == "")
    await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow'))")
    hello = await stage.site.wait_heard(lambda message: message["t"] == "hello" and message["v"] not in ("1", ""))
    assert hello["v"] == "3"
    assert questions(stage) == 0


async def test_after_going_back_in_time_fields_show_the_state(stage: Stage) -> None:
    page = await quiet(stage)
    await page.fill("[name=q]", "coffee")
    stage.site.plan(ORIGIN + "/", people(), shows("[name=q]", value="tea"), version="0")
    await stage.site.tell({"from": "1", "v": "0", "w": {}, "d": [], "hard": True})
    await stage.site.wait_heard(lambda message: message["t"] == "hello" and message["v"] == "")
    await stage.site.tell(whole(stage))
    await page.wait_for_function("document.querySelector('[name=q]').value === 'tea'")


async def test_what_somebody_does_to_the_page_is_put_right(stage: Stage) -> None:
    page = await quiet(stage)
    await page.evaluate("document.querySelector('li').remove()")
    await page.wait_for_function("document.querySelectorAll('li').length === 2")
    assert await page.evaluate(ROWS) == ["Adax", "Bobx"]
    assert questions(stage) == 1


async def test_styles_put_into_the_page_wake_nothing(stage: Stage) -> None:
    page = await quiet(stage)
    await page.add_style_tag(content="li {color: red}")
    await page.evaluate("document.documentElement.append(document.createElement('style'))")
    assert questions(stage) == 0


@pytest.mark.parametrize("policy", POLICIES)
async def test_the_pages_policy_does_not_stop_it(stage: Stage, policy: str) -> None:
    page = await quiet(stage, headers=(("Content-Security-Policy", policy),))
    await page.locator("li button").nth(1).click()
    assert (await stage.site.event())["row"] == "2"


async def test_a_document_for_another_address_asks_before_it_shows(stage: Stage) -> None:
    """As when a service worker answers every address with the page that it keeps: here the plan is for another one."""
    body = f"<!doctype html><html><head>{FRAMES}</head><body><p id=x>recorded</p><p>end</p></body></html>"
    stage.page(body)
    stage.site.plan(ORIGIN + "/", shows("#x", text="recorded")).update(quiet=True, u=ORIGIN + "/elsewhere")
    stage.site.newer[ORIGIN + "/"] = {"v": "2", "u": ORIGIN + "/", "w": {}, "o": [shows("#x", text="state")], "e": []}
    page = await stage.context.new_page()
    await page.goto(ORIGIN + "/")
    frames = await page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(painted))))"
    )
    assert set(frames) <= {"", "state"}
    assert questions(stage) == 1


async def test_a_policy_against_waiting_for_answers_does_not_stop_it(stage: Stage) -> None:
    page = await quiet(stage, headers=(("Permissions-Policy", "sync-xhr=()"),))
    await page.locator("li button").nth(1).click()
    await stage.site.wait_heard(lambda message: message["t"] == "hello" and message["v"] == "")
    await stage.site.tell(whole(stage))
    assert (await stage.site.event())["row"] == "2"
    assert questions(stage) == 0
