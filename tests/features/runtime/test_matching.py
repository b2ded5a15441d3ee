"""Which recorded row shows which record, in long lists, with rows that show the same, and with rows within rows."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest

from tests.features.runtime.conftest import Stage, listing

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHOWN = "[...document.querySelectorAll('ul > li')].map(one => [one.dataset.at || null, one.innerText.replace(/\\s+/g, ' ').trim()])"


def first_fit(rows: list[tuple[str, str]], records: list[tuple[str, str]]) -> dict[int, int]:
    """Index of a record -> index of the recorded row that is surely its row: of equal ones, in their order."""
    waiting: dict[tuple[str, str], deque[int]] = {}
    for at, record in enumerate(records):
        waiting.setdefault(record, deque()).append(at)
    return {waiting[row].popleft(): at for at, row in enumerate(rows) if waiting.get(row)}


def scrambled(chance: random.Random, rows: list[tuple[str, str]], how: str) -> list[tuple[str, str]]:
    """What the state has, where the page was recorded with `rows`."""
    made = list(rows)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(made))
        match how:
            case "changed":
                made[at] = (made[at][0], chance.choice("xyz"))
            case "gone":
                del made[at]
            case "added":
                made.insert(at, chance.choice(rows) if chance.random() < 0.5 else ("new", "n"))
            case "moved":
                made.insert(chance.randrange(len(made)), made.pop(at))
    if how == "shuffled":
        chance.shuffle(made)
    return made


@pytest.mark.parametrize("columns", [[["b", "text"], [":scope > i", "text"]], [["b", "text"], ["i", "title"]]])
@pytest.mark.parametrize("how", ["changed", "gone", "added", "moved", "shuffled"])
async def test_equal_rows_go_to_equal_records_in_their_order(stage: Stage, how: str, columns: list[Any]) -> None:
    chance = random.Random(how)
    for number in range(6):
        names = [str(chance.randrange(40)) for _ in range(60)]
        rows = [(name, chance.choice("ab")) for name in names]
        records = scrambled(chance, rows, how)
        html = "\n".join(
            f'<li data-at="{at}"><b>{name}</b> <i title="{kind}">{kind}</i></li>'
            for at, (name, kind) in enumerate(rows)
        )
        plan = listing("ul", "li:first-child", columns, [[f"k{at}", *record] for at, record in enumerate(records)])
        page = await stage.show(f"<body><ul>\n{html}\n</ul></body>", plan, url=f"https://app.test/{how}{number}")
        shown = await page.evaluate(SHOWN)
        if columns[1][1] == "text":
            assert [text for _, text in shown] == [" ".join(record) for record in records]
        for record, row in first_fit(rows, records).items():
            assert shown[record][0] == str(row), (number, record, shown[record], rows[row])
        await page.close()


async def test_a_row_of_another_address_is_of_another_record(stage: Stage) -> None:
    """Both say that they are shut."""
    html = '<body><ul><li><a href="/2">two</a> <i>open</i></li><li><a href="/1">one</a> <i>shut</i> <b>far</b></li></ul></body>'
    records = [["2", "two", "/2", "open"], ["3", "three", "/3", "shut"]]
    plan = listing("ul", "li", [["a", "text"], ["a", "href"], ["i", "text"]], records)
    page = await stage.show(html, plan)
    assert [text for _, text in await page.evaluate(SHOWN)] == ["two open", "three shut"]


async def test_rows_within_rows(stage: Stage) -> None:
    """What a column selects in an inner row is none of the outer one's."""
    inner = "<ul><li><b>in</b></li></ul>"
    html = f"<body><ul class=all><li>{inner}<b>Ada</b></li><li>{inner}<b>Bob</b></li><li><b>Cy</b></li></ul></body>"
    plan = listing("ul.all", "li:first-child", [[":scope > b", "text"]], [["1", "Ada"], ["2", "Bea"], ["3", "Cy"]])
    page = await stage.show(html, plan)
    texts = "[...document.querySelectorAll('ul.all > li')].map(one => one.textContent)"
    assert await page.evaluate(texts) == ["inAda", "inBea", "Cy"]


async def test_what_columns_select_outside_of_the_rows(stage: Stage) -> None:
    """Cells of a heading that are like those of rows, and a column that some rows have not."""
    head = "<tr class=head><td>Name</td><td>Count</td></tr>"
    rows = "<tr><td>Ada</td><td>1</td></tr><tr><td>Bob</td></tr><tr><td>Cy</td><td>3</td></tr>"
    plan = listing(
        "table",
        "tr:not(.head)",
        [["td:first-child", "text"], [":scope > td:nth-child(2)", "text"]],
        [["1", "Ada", "1"], ["2", "Bob", ""], ["3", "Cy", "4"]],
    )
    page = await stage.show(f"<body><table>{head}{rows}{head}</table></body>", plan)
    texts = "[...document.querySelectorAll('tr')].map(one => one.innerText.replace(/\\s+/g, ' ').trim())"
    assert await page.evaluate(texts) == ["Name Count", "Ada 1", "Bob", "Cy 4", "Name Count"]
