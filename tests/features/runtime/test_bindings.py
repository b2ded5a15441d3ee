"""Every binding: what is shown, that nothing is touched where the page shows it already, and how it is taken back."""

from __future__ import annotations

import pytest

from tests.features.runtime.conftest import Stage, shows

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CASES = [
    ("text", '<p id="x">old</p>', {"text": "new"}, '<p id="x">new</p>'),
    ("text keeps icons", '<p id="x"><i></i> old </p>', {"text": "new"}, '<p id="x"><i></i> new </p>'),
    ("text in an inner element", '<p id="x"><b>old</b></p>', {"text": "new"}, '<p id="x"><b>new</b></p>'),
    ("text in several places", '<p id="x">a <b>b</b> c</p>', {"text": "new"}, '<p id="x">new</p>'),
    ("text where none was", '<p id="x"><i></i></p>', {"text": "new"}, '<p id="x"><i></i>new</p>'),
    ("a run of text", '<p id="x">a <b>b</b> c <i></i></p>', {"text_1": "new"}, '<p id="x">a <b>b</b> new <i></i></p>'),
    ("the first run", '<p id="x">a <b>b</b> c</p>', {"text_0": "new"}, '<p id="x">new <b>b</b> c</p>'),
    ("a run where none was", '<p id="x"><b>b</b><i></i></p>', {"text_1": "new"}, '<p id="x"><b>b</b>new<i></i></p>'),
    ("empty text", '<p id="x">old</p>', {"text": ""}, '<p id="x"></p>'),
    ("text is no markup", '<p id="x">old</p>', {"text": "<b>&"}, '<p id="x">&lt;b&gt;&amp;</p>'),
    ("html", '<p id="x">old</p>', {"html": "a <b>b</b>"}, '<p id="x">a <b>b</b></p>'),
    ("html without scripts", '<p id="x"></p>', {"html": "<img onerror=alert(1)>"}, '<p id="x"><img></p>'),
    ("href", '<a id="x" href="/a">l</a>', {"href": "/b"}, '<a id="x" href="/b">l</a>'),
    ("no attribute", '<a id="x" title="t">l</a>', {"title": None}, '<a id="x">l</a>'),
    ("value", '<input id="x" value="v">', {"value": "w"}, '<input id="x" value="w">'),
    ("true attribute", '<button id="x">l</button>', {"disabled": True}, '<button id="x" disabled="">l</button>'),
    ("word attribute", '<a id="x">l</a>', {"aria-busy": True}, '<a id="x" aria-busy="true">l</a>'),
    ("class", '<p id="x" class="a b">l</p>', {"class_b": False, "class_c": True}, '<p id="x" class="a c">l</p>'),
    ("all classes", '<p id="x" class="a b">l</p>', {"class": "z"}, '<p id="x" class="z">l</p>'),
    ("style", '<p id="x">l</p>', {"style_width": "50%"}, '<p id="x" style="width: 50%;">l</p>'),
    ("hidden", '<p id="x">l</p>', {"hidden": True}, '<p id="x" style="display: none !important;">l</p>'),
    ("not hidden", '<p id="x" hidden="">l</p>', {"hidden": False}, '<p id="x">l</p>'),
    ("hidden by hand", '<p id="x" style="display:none">l</p>', {"hidden": False}, '<p id="x">l</p>'),
]


@pytest.mark.parametrize(("html", "values", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
async def test_a_binding_is_shown_and_taken_back(
    stage: Stage, html: str, values: dict[str, object], wanted: str
) -> None:
    page = await stage.show(f"<body>{html}</body>", shows("#x", **values))
    assert await page.evaluate("document.querySelector('#x').outerHTML") == wanted
    recorded = await page.evaluate("html => new DOMParser().parseFromString(html, 'text/html').body.innerHTML", html)
    await stage.site.tell({"v": "2", "u": "https://app.test/", "w": {}, "o": [], "e": []})
    await page.wait_for_function("html => document.querySelector('#x').outerHTML === html", arg=recorded)


SAME = [
    ('<p id="x">\n  one   two </p>', {"text": "one two"}),
    ('<p id="x">\n one <b>two</b> </p>', {"text_0": "one", "text_1": ""}),
    ('<a id="x" href="../b">l</a>', {"href": "https://app.test/b"}),
    ('<p id="x" class="b  a">l</p>', {"class": "a b"}),
    ('<p id="x" class="b">l</p>', {"class_b": True, "class_c": False}),
    ('<p id="x" style="width:50.0%">l</p>', {"style_width": "50%"}),
    ('<input id="x" value="v">', {"value": "v"}),
    ('<input id="x" type="checkbox" checked>', {"checked": True}),
    ('<button id="x" disabled>l</button>', {"disabled": True}),
    ('<p id="x" hidden>l</p>', {"hidden": True}),
    ('<p id="x">a <b>c</b></p>', {"html": "a <b>c</b>"}),
]


@pytest.mark.parametrize(("html", "values"), SAME)
async def test_nothing_is_touched_where_the_page_shows_it_already(
    stage: Stage, html: str, values: dict[str, object]
) -> None:
    watch = "new MutationObserver(list => seen.push(...list.filter(one => document.body.contains(one.target)).map(one => one.type)))"
    script = f"<script>seen = []; {watch}.observe(document, {{subtree: true, attributes: true, characterData: true}})</script>"
    page = await stage.show(f"<head>{script}</head><body>{html}</body>", shows("#x", **values))
    assert await page.evaluate("seen") == []
    assert await page.evaluate("document.querySelectorAll('script').length") == 1
    assert (
        html.rstrip("</inputbo>") in await page.evaluate("document.body.innerHTML")
        or "value" in html
        or "checked" in html
        or "disabled" in html
        or "hidden" in html
    )


async def test_typing_stays_until_the_state_has_another_value(stage: Stage) -> None:
    fields = (
        '<input id="x" value="a"><select id="s"><option value="1">One</option><option value="2">Two</option></select>'
    )
    page = await stage.show(
        f"<body>{fields}<p>0</p></body>", shows("#x", value="b"), shows("#s", value="Two"), shows("p", text="0")
    )
    assert await page.input_value("#x") == "b"
    assert await page.input_value("#s") == "2"
    await page.fill("#x", "typed")
    await stage.site.tell({"from": "1", "v": "2", "w": {}, "d": [[2, shows("p", text="1")]]})
    await page.wait_for_function("document.querySelector('p').textContent === '1'")
    assert await page.input_value("#x") == "typed"
    await stage.site.tell(
        {"from": "2", "v": "3", "w": {}, "d": [[0, shows("#x", value="c")], [1, shows("#s", value="1")]]}
    )
    await page.wait_for_function("document.querySelector('#x').value === 'c'")
    assert await page.input_value("#s") == "1"
    await page.fill("#x", "typed again")
    await stage.site.tell({"from": "3", "v": "4", "w": {}, "d": [], "hard": True})
    await page.wait_for_function("document.querySelector('#x').value === 'c'")


async def test_a_selector_that_is_none_is_told(stage: Stage) -> None:
    page = await stage.show("<body><p>a</p></body>", shows("p >", text="b"), shows("p", text="c"))
    assert await page.inner_text("p") == "c"
    assert (await stage.site.wait_heard(lambda message: message["t"] == "note"))["what"] == "p >"
