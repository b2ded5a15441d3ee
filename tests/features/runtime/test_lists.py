"""Lists: recorded rows that show a record stay as they are, others go, new ones are copies; what a user is at stays."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import Page

from tests.features.runtime.conftest import Plan, Stage, listing, shows

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COLUMNS = [["a", "text"], ["a", "href"], [".n", "text"], ["input", "value"]]


def row(key: str, name: str, count: str = "0") -> str:
    return f'<li><a href="/p/{key}">{name}</a> <i>*</i> <span class="n">{count}</span><input></li>'


def record(key: str, name: str, count: str = "0") -> list[str]:
    return [key, name, f"/p/{key}", count, ""]


RECORDED = "<body><ul>\n<li class='head'>People</li>\n" + "\n".join(
    row(k, n) for k, n in (("1", "Ada"), ("2", "Bob"), ("3", "Cy"))
)
PAGE = RECORDED + "\n<li class='foot'>end</li></ul></body>"


def people(*records: list[str]) -> Plan:
    return listing(
        "ul",
        "li:not(.head):not(.foot):first-child",
        COLUMNS,
        list(records),
        r=[["li:nth-child(2)", "li:not(.head):not(.foot)"]],
    )


ALL = people(record("1", "Ada"), record("2", "Bob"), record("3", "Cy"))


async def texts(page: Page) -> list[str]:
    return await page.evaluate(
        "[...document.querySelectorAll('li')].map(one => one.innerText.replace(/\\s+/g, ' ').trim())"
    )


async def change(stage: Stage, page: Page, wanted: list[str], **change: object) -> None:
    plans = stage.site.plans["https://app.test/"]
    number = int(plans["v"])
    plans["v"] = str(number + 1)
    await stage.site.tell({"from": str(number), "v": str(number + 1), "w": {}, "d": [[0, change]]})
    shown = "[...document.querySelectorAll('li:not(.head):not(.foot)')].map(one => one.querySelector('a').textContent)"
    await page.wait_for_function(f"wanted => JSON.stringify({shown}) === JSON.stringify(wanted)", arg=wanted)


async def test_where_the_page_shows_the_state_no_node_is_touched(stage: Stage) -> None:
    script = "<script>seen = 0; new MutationObserver(list => { for (const one of list) if (one.type !== 'childList' || one.removedNodes.length) seen++; }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})</script>"
    page = await stage.show(PAGE.replace("<body>", "<body>" + script), ALL)
    plain = PAGE.replace("<body>", "<body>" + script)
    same = "html => document.body.innerHTML === new DOMParser().parseFromString(html, 'text/html').body.innerHTML"
    assert await page.evaluate(same, plain)
    assert await page.evaluate("seen") == 0
    assert await page.evaluate("document.adoptedStyleSheets.length") == 0


async def test_rows_go_come_change_and_are_put_in_order(stage: Stage) -> None:
    state = people(record("4", "Dee", "7"), record("3", "Cy"), record("1", "Ada Lovelace"))
    page = await stage.show(PAGE, state)
    assert await texts(page) == ["People", "Dee * 7", "Cy * 0", "Ada Lovelace * 0", "end"]
    assert await page.get_attribute("li:nth-child(2) a", "href") == "/p/4"


async def test_a_kind_of_row_that_the_page_has_none_of_is_made_from_its_sample(stage: Stage) -> None:
    late = '<tr class="late" onclick="bad = 1"><td><a href="/p/9">x</a> <b>late</b><script>bad = 1</script></td></tr>'
    rows = [["tr.late", "tr.late"], ["tr:not(.late)", "tr:not(.late)"]]
    state = listing("tbody", "tr", [["a", "text"]], [], r=rows, m=[late, None])
    state["x"] = [["1", 1, ["Ada"]], ["2", 0, ["Bob"]]]
    table = "<body><table><tbody>{}</tbody></table></body>"
    page = await stage.show(table.format("<tr><td><a>Ada</a></td></tr><tr><td><a>Cy</a></td></tr>"), state)
    read = "[...document.querySelectorAll('tr')].map(one => [one.className, one.innerText.trim()])"
    assert await page.evaluate(read) == [["", "Ada"], ["late", "Bob late"]]
    assert await page.evaluate("document.querySelectorAll('script[src], tr[onclick], tr script').length") == 0
    assert await page.evaluate("typeof bad") == "undefined"


async def test_a_list_without_rows_gets_them_from_samples(stage: Stage) -> None:
    state = listing("ul", "li", [["a", "text"]], [["1", "Ada"], ["2", "Bob"]], m=["<li><a>x</a></li>"])
    page = await stage.show("<body><ul>\n</ul></body>", state)
    assert await texts(page) == ["Ada", "Bob"]


async def test_recorded_rows_are_kept_by_their_record(stage: Stage) -> None:
    page = await stage.show(PAGE, ALL)
    await page.evaluate(
        "rows = Object.fromEntries([...document.querySelectorAll('li a')].map(a => [a.textContent, a.parentNode]))"
    )
    await change(
        stage, page, ["Cy", "Bobby", "Ada"], set=[["2", 0, record("2", "Bobby")[1:]]], order=[0, 3, ["3", "2", "1"]]
    )
    assert await page.evaluate(
        "rows.Bob === document.querySelectorAll('li')[2] && rows.Cy === document.querySelectorAll('li')[1]"
    )
    await change(stage, page, ["Cy", "Ada"], order=[1, 1, []])
    await change(
        stage, page, ["Ada", "Bob", "Cy"], set=[["2", 0, record("2", "Bob")[1:]]], order=[0, 2, ["1", "2", "3"]]
    )
    same = "html => document.body.innerHTML.trim() === new DOMParser().parseFromString(html, 'text/html').body.innerHTML.trim()"
    assert await page.evaluate("rows.Bob === document.querySelectorAll('li')[2]")
    assert await page.evaluate(same, PAGE)


async def test_what_the_state_has_not_comes_back_as_it_was_recorded(stage: Stage) -> None:
    page = await stage.show(
        PAGE.replace('<a href="/p/2"', '<b class=only-bob></b><a href="/p/2"'), people(record("1", "Ada"))
    )
    assert await texts(page) == ["People", "Ada * 0", "end"]
    await change(stage, page, ["Ada", "Bob"], set=[["2", 0, record("2", "Bob")[1:]]], order=[1, 0, ["2"]])
    assert await page.locator(".only-bob").count() == 1


async def test_an_empty_list_and_its_message(stage: Stage) -> None:
    page = await stage.show(
        PAGE.replace("</ul>", "</ul><p class=none hidden>Nobody</p>"), people(), shows(".none", hidden=False)
    )
    assert await texts(page) == ["People", "end"]
    assert await page.inner_text(".none") == "Nobody"
    await stage.site.tell(
        {
            "from": "1",
            "v": "2",
            "w": {},
            "d": [
                [0, {"set": [["9", 0, record("9", "Nina")[1:]]], "order": [0, 0, ["9"]]}],
                [1, shows(".none", hidden=True)],
            ],
        }
    )
    await page.wait_for_selector("li a >> text=Nina")
    assert await page.is_hidden(".none")
    assert await texts(page) == ["People", "Nina * 0", "end"]


async def test_rows_of_several_kinds(stage: Stage) -> None:
    html = (
        "<body><table><tbody><tr class=read><td>A</td></tr><tr class=new><td><b>B</b></td></tr></tbody></table></body>"
    )
    op = {**listing("tbody", "tr", [["td", "text"]], []), "r": [["tr.read", "tr.read"], ["tr.new", "tr.new"]]}
    op["x"] = [["a", 1, ["A"]], ["b", 0, ["B"]], ["c", 1, ["C"]]]
    page = await stage.show(html, op)
    made = await page.evaluate("document.querySelector('tbody').innerHTML")
    assert (
        made
        == '<tr class="new"><td><b>A</b></td></tr><tr class="read"><td>B</td></tr><tr class="new"><td><b>C</b></td></tr>'
    )


async def test_a_row_that_comes_back_shows_the_state_not_what_was_typed_before(stage: Stage) -> None:
    page = await stage.show(PAGE, ALL)
    await page.locator("li input").nth(1).fill("typed")
    await change(stage, page, ["Ada", "Cy"], order=[1, 1, []])
    await change(stage, page, ["Ada", "Bob", "Cy"], set=[["2", 0, record("2", "Bob")[1:]]], order=[1, 0, ["2"]])
    assert await page.locator("li input").nth(1).input_value() == ""


async def test_focus_selection_typing_and_scroll_stay(stage: Stage) -> None:
    many = [record(str(n), f"P{n}") for n in range(60)]
    page = await stage.show("<style>ul{height:200px;overflow:auto}</style>" + PAGE, people(*many))
    await page.locator("li input").nth(30).fill("typed")
    await page.evaluate(
        "input = document.activeElement; input.setSelectionRange(1, 3); box = document.querySelector('ul'); top_ = box.scrollTop"
    )
    order = ["59", *[str(n) for n in range(59) if n != 3], "60"]
    await change(
        stage,
        page,
        ["P59", *[f"P{n}" for n in range(59) if n != 3], "Zoe"],
        set=[["60", 0, record("60", "Zoe")[1:]]],
        order=[0, 60, order],
    )
    assert await page.evaluate("document.activeElement === input && input.value === 'typed'")
    assert await page.evaluate("[input.selectionStart, input.selectionEnd]") == [1, 3]
    assert await page.evaluate("Math.abs(input.getBoundingClientRect().top - box.getBoundingClientRect().top) < 260")


async def test_ten_thousand_rows(stage: Stage) -> None:
    many = [record(str(n), f"P{n}") for n in range(10_000)]
    page = await stage.show(PAGE, people(*many))
    assert await page.locator("li a").count() == 10_000
    await change(
        stage,
        page,
        ["Ann", *[f"P{n}" for n in range(10_000)]],
        set=[["a", 0, record("a", "Ann")[1:]]],
        order=[0, 0, ["a"]],
    )


MOVES = """() => {
  moved = new Set();
  const note = list => { for (const one of list) for (const node of one.addedNodes) moved.add(node); };
  new MutationObserver(note).observe(document.querySelector("ul"), {childList: true});
}"""


def longest_rise(numbers: list[int]) -> int:
    best: list[int] = []
    for at, number in enumerate(numbers):
        best.append(1 + max((best[i] for i in range(at) if numbers[i] < number), default=0))
    return max(best, default=0)


@pytest.mark.parametrize("seed", range(4))
async def test_any_order_is_reached_and_no_row_moves_that_need_not(stage: Stage, seed: int) -> None:
    chance = random.Random(seed)
    page = await stage.show(PAGE, ALL)
    await page.evaluate(MOVES)
    names = {"1": "Ada", "2": "Bob", "3": "Cy"}
    keys = list(names)
    for number in range(25):
        wanted = [key for key in keys if chance.random() < 0.85]
        match chance.randrange(4):
            case 0:
                chance.shuffle(wanted)
            case 1 if wanted:
                wanted.insert(chance.randrange(len(wanted)), wanted.pop(chance.randrange(len(wanted))))
            case 2:
                at = chance.randrange(len(wanted) + 1)
                wanted[at : at + 4] = reversed(wanted[at : at + 4])
        for extra in range(chance.randrange(4)):
            names[f"n{number}.{extra}"] = f"New {number}.{extra}"
            wanted.insert(chance.randrange(len(wanted) + 1), f"n{number}.{extra}")
        await page.evaluate("() => { moved.clear(); before = new Set(document.querySelectorAll('li')); }")
        records = [[key, 0, record(key, names[key])[1:]] for key in wanted if key not in keys]
        shown = [names[key] for key in wanted]
        await change(stage, page, shown, set=records, order=[0, len(keys), wanted])
        stayed = [keys.index(key) for key in wanted if key in keys]
        count = await page.evaluate("[...moved].filter(node => before.has(node) && node.localName === 'li').length")
        assert count == len(stayed) - longest_rise(stayed), (keys, wanted)
        assert await texts(page) == ["People", *(f"{name} * 0" for name in shown), "end"]
        keys = wanted


async def test_nodes_that_belong_to_the_pages_scripts_are_hidden_not_taken_away(stage: Stage) -> None:
    script = """<script>
    own = ["Ada", "Bob", "Cy"].map(name => Object.assign(document.createElement("li"), {innerHTML: `<a>${name}</a>`, __owner: {}}));
    document.querySelector("ul").append(...own);
    </script>"""
    state = listing("ul", "li:first-child", [["a", "text"]], [["2", "Bob"], ["9", "Nina"]])
    page = await stage.show(f"<body><ul></ul>{script}</body>", state)
    visible = (
        "[...document.querySelectorAll('li')].filter(one => one.checkVisibility()).map(one => one.textContent).join()"
    )
    await page.wait_for_function(f"{visible} === 'Bob,Nina'")
    assert await page.evaluate("own.every(one => one.parentNode === document.querySelector('ul'))")
    await page.evaluate(
        "own[0].parentNode.removeChild(own[0]); own[0].textContent = 'gone'; own[1].parentNode.insertBefore(own[0], own[1])"
    )
    assert await page.evaluate(visible) == "Bob,Nina"


async def test_a_list_without_a_row_to_copy_is_told(stage: Stage) -> None:
    page = await stage.show("<body><ul></ul></body>", listing("ul", "li", [["a", "text"]], [["1", "Ada"]]))
    note = await stage.site.wait_heard(lambda message: message["t"] == "note")
    assert (note["kind"], note["what"]) == ("row", "li in ul")
    await page.evaluate("document.querySelector('ul').innerHTML = '<li><a>Old</a></li>'")
    await page.wait_for_function("document.querySelector('ul').textContent === 'Ada'")


async def test_rows_are_written_where_what_tells_them_does_not_say_all(stage: Stage) -> None:
    """More than one element for a value, an attribute that is not there, white space that counts."""
    html = "<body><ul><li><b>Ada</b><b>old</b><a>x</a></li></ul><ol><li><pre>1  2</pre></li></ol></body>"
    columns = [["b", "text"], ["a", "title"]]
    rows = listing("ul", "li:first-child", columns, [["1", "Ada", ""]])
    spaced = listing("ol", "li:first-child", [["pre", "text"]], [["1", "1 2"]], n="spaced")
    page = await stage.show(html, rows, spaced)
    assert await page.evaluate("[...document.querySelectorAll('b')].map(one => one.textContent)") == ["Ada", "Ada"]
    assert await page.get_attribute("a", "title") == ""
    assert await page.evaluate("document.querySelector('pre').textContent") == "1 2"
