"""What users do: the events that features are tied to reach the server with their facts, and the page does what follows."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from tests.features.runtime.conftest import ORIGIN, Stage, listing, shows

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

HEARD = "<script>native = []; for (const type of ['click', 'submit', 'keydown', 'input', 'drop']) addEventListener(type, event => native.push(type + event.defaultPrevented))</script>"


async def answer(stage: Stage, number: int, feature: str, **more: Any) -> None:
    await stage.site.event(number)
    await stage.site.tell({"t": "done", "n": number, "f": feature, **more})


async def test_a_form(stage: Stage) -> None:
    form = "<form class=new action=/post method=post><input name=a value=1><input name=b type=checkbox checked><input name=b type=checkbox value=x checked><select name=c><option>One</select><textarea name=d>t</textarea><input type=file name=f><input type=file name=g><button name=save value=yes>Save</button></form>"
    page = await stage.show(HEARD + form, events=[["create", "submit", "form.new", ""]])
    await page.set_input_files("[name=f]", {"name": "n.txt", "mimeType": "text/plain", "buffer": b"hi"})
    await page.click("button")
    event = await stage.site.event()
    assert (event["f"], event["e"], event["u"], event["row"]) == ("create", "submit", ORIGIN + "/", None)
    file = {"name": "n.txt", "type": "text/plain", "size": 2, "data": "aGk="}
    assert event["form"] == {"a": "1", "b": ["on", "x"], "c": "One", "d": "t", "f": file, "g": None, "save": "yes"}
    assert await page.evaluate("native.filter(one => one.startsWith('submit'))") == []
    assert page.url == ORIGIN + "/"


async def test_a_button_in_a_row(stage: Stage) -> None:
    html = "<body><ul><li><a>Ada</a><input name=note value=n><button data-kind=soft>Delete</button></li></ul><input name=outside value=o></body>"
    state = listing("ul", "li:first-child", [["a", "text"]], [["7", "Ada"], ["8", "Bob"]])
    page = await stage.show(
        HEARD + html, state, events=[["remove", "click", "li button", ""], ["open", "click", "li", ""]]
    )
    await page.click("li:nth-child(2) button")
    event = await stage.site.event()
    assert (event["f"], event["row"], event["dataset"], event["form"]) == (
        "remove",
        "8",
        {"kind": "soft"},
        {"note": "n"},
    )
    await page.click("li:nth-child(1) a")
    event = await stage.site.event(2)
    assert (event["f"], event["row"]) == ("open", "7")
    await page.click("[name=outside]")
    assert await page.evaluate("native") == ["clickfalse"]


async def test_keys_and_typing(stage: Stage) -> None:
    page = await stage.show(
        HEARD + "<input id=q>",
        events=[["search", "input", "#q", ""], ["go", "keydown", "#q", "Enter"], ["save", "keydown", "", "Control+s"]],
    )
    await page.type("#q", "a")
    assert (await stage.site.event(1))["value"] == "a"
    await page.press("#q", "Enter")
    assert ((await stage.site.event(2))["f"], stage.site.heard[-1]["key"]) == ("go", "Enter")
    await page.press("body", "Control+s")
    assert (await stage.site.event(3))["f"] == "save"
    assert await page.evaluate("native") == ["keydownfalse", "inputfalse", "keydownfalse"]


async def test_changes_of_fields(stage: Stage) -> None:
    html = "<ul><li><input type=checkbox></li></ul><select><option>a<option>b</select>"
    page = await stage.show(html, events=[["done", "change", "li input", ""], ["status", "change", "select", ""]])
    await page.check("input")
    assert (await stage.site.event(1))["value"] is True
    await page.select_option("select", "b")
    assert (await stage.site.event(2))["value"] == "b"


COLUMNS = "<style>div{height:60px;width:200px;margin:20px;border:1px solid}</style><div class=a><p{drag}>Ada</p><p{drag}>Bob</p></div><div class=b data-column=done></div>"


@pytest.mark.parametrize("drag", ["", " draggable=true"])
async def test_dragging(stage: Stage, drag: str) -> None:
    state = listing(".a", "p:first-child", [[":scope", "text"]], [["1", "Ada"], ["2", "Bob"]])
    page = await stage.show(HEARD + COLUMNS.replace("{drag}", drag), state, events=[["move", "drop", "div", ""]])
    await drag_to(page, ".a p:nth-child(2)", ".b")
    event = await stage.site.event(1)
    assert (event["row"], event["onto"], event["dataset"]) == ("2", None, {"column": "done"})
    await drag_to(page, ".a p:nth-child(2)", ".a p:nth-child(1)")
    event = await stage.site.event(2)
    assert (event["row"], event["onto"]) == ("2", "1")


async def drag_to(page: Page, start: str, end: str) -> None:
    one, other = await page.locator(start).bounding_box(), await page.locator(end).bounding_box()
    assert one is not None
    assert other is not None
    await page.mouse.move(one["x"] + 5, one["y"] + 5)
    await page.mouse.down()
    await page.mouse.move(other["x"] + 10, other["y"] + 10, steps=5)
    await page.mouse.move(other["x"] + 12, other["y"] + 12)
    await page.mouse.up()


async def test_what_follows(stage: Stage) -> None:
    html = "<button>b</button><dialog>d</dialog><div class=menu style='display:none'>m</div><div class=toast hidden></div><input id=f>"
    page = await stage.show(html, events=[["press", "click", "button", ""]])
    await page.click("button")
    await answer(stage, 1, "press", then={"open": "dialog, .menu", "toast": [".toast", "Saved"], "focus": "#f"})
    await page.wait_for_function(
        "document.querySelector('.toast').checkVisibility() && document.querySelector('.toast').textContent === 'Saved'"
    )
    assert await page.evaluate(
        "document.querySelector('dialog').open && document.querySelector('.menu').checkVisibility()"
    )
    await page.evaluate("document.querySelector('button').click()")
    await answer(stage, 2, "press", then={"close": "dialog", "toggle": ".menu"})
    await page.wait_for_function(
        "!document.querySelector('dialog').open && !document.querySelector('.menu').checkVisibility()"
    )
    await page.click("button")
    await answer(stage, 3, "press", then={"push": "/pushed"})
    await page.wait_for_url(ORIGIN + "/pushed")
    stage.page("<p>next</p>", url=ORIGIN + "/next")
    await page.click("button")
    await answer(stage, 4, "press", then={"go": "/next"})
    await page.wait_for_url(ORIGIN + "/next")


async def test_a_toast_where_the_page_has_no_place_for_it(stage: Stage) -> None:
    page = await stage.show("<button>b</button>", events=[["press", "click", "button", ""]])
    await page.click("button")
    await answer(stage, 1, "press", then={"toast": ["", "Saved"]})
    assert await page.inner_text("[role=status]") == "Saved"


async def test_a_refusal_is_shown_where_the_feature_says(stage: Stage) -> None:
    html = "<form><input name=title><p class=error hidden>Recorded</p><button>Save</button></form>"
    page = await stage.show(html, events=[["create", "submit", "form", ""]])
    await page.click("button")
    await answer(stage, 1, "create", error={"select": ".error", "text": "Title is missing.", "field": "title"})
    await page.wait_for_function("document.querySelector('.error').checkVisibility()")
    assert await page.inner_text(".error") == "Title is missing."
    await page.click("button")
    await page.wait_for_function("!document.querySelector('.error').checkVisibility()")
    await answer(stage, 2, "create")


async def test_a_refusal_without_a_place_is_the_browsers_own_message(stage: Stage) -> None:
    page = await stage.show(
        "<form><input name=title><button>Save</button></form>", events=[["create", "submit", "form", ""]]
    )
    await page.click("button")
    await answer(stage, 1, "create", error={"select": "", "text": "Too short.", "field": "title"})
    await page.wait_for_function("document.querySelector('input').validationMessage === 'Too short.'")
    await page.click("button")
    assert (await stage.site.event(2))["f"] == "create"


async def test_what_was_refused_is_taken_back(stage: Stage) -> None:
    page = await stage.show(
        "<input type=checkbox>", shows("input", checked=False), events=[["done", "change", "input", ""]]
    )
    await page.check("input")
    await answer(stage, 1, "done", error={"select": "", "text": "No.", "field": ""})
    await page.wait_for_function("!document.querySelector('input').checked")


async def test_events_before_the_connection_are_not_lost(stage: Stage) -> None:
    script = "<script>document.querySelector('button').click()</script>"
    await stage.show(f"<button>b</button>{script}", events=[["press", "click", "button", ""]])
    assert (await stage.site.event())["f"] == "press"
