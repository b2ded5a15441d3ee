"""What the server writes into a document is what the runtime would have written there."""

from __future__ import annotations

import random

import pytest

from awe_author.features.dom.operations import ListOperation, Plan
from awe_author.features.dom.quiet.pages import QuietPages
from tests.features.runtime.conftest import ORIGIN, Stage, listing

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COLUMNS = [["a", "text"], ["a", "href"], ["i", "text"], [":scope > u", "text.0"]]
NAMES = ["Ada", "a  b", "<x>", "&amp;", "\u00c4\u00f6", "&", "1 < 2", "end\n", "\u00a0x", "'\""]
CELLS = ["{}", " {}\n", "<b></b>{}", "<b>{}</b>", "&nbsp;{} ", "<!-- c -->{}", "{}<b></b>"]
PARSED = "html => new DOMParser().parseFromString(html, 'text/html').body.innerHTML"


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


@pytest.mark.parametrize("seed", range(3))
async def test_it_is_what_the_runtime_writes(stage: Stage, seed: int) -> None:
    chance, quiet = random.Random(seed), 0
    for number in range(12):
        recorded = [[chance.choice(NAMES), f"/p/{at}", chance.choice("12"), "run"] for at in range(6)]
        rows = "\n".join(
            f'<li><a href="{href}">{chance.choice(CELLS).format(escaped(name))}</a><i>{count}</i><u>{run}<b>x</b></u></li>'
            for name, href, count, run in recorded
        )
        html = f"<!doctype html><html><head><meta charset=utf-8></head><body><ul>\n{rows}\n</ul></body></html>"
        wanted = [list(row) for row in recorded]
        for at in chance.sample(range(6), 2):
            wanted[at][chance.choice((0, 0, 2))] = chance.choice(NAMES)
        operation = listing("ul", "li:first-child", COLUMNS, [[str(at), *row] for at, row in enumerate(wanted)])
        url = f"{ORIGIN}/{seed}.{number}"
        records = tuple((0, tuple(row)) for row in wanted)
        plan = ListOperation(
            "l", "ul", (("li:first-child", "li"),), tuple((one, name) for one, name in COLUMNS), list("012345"), records
        )
        made = QuietPages().showing([html.encode()], "utf-8", Plan(version="s.1", url=url, operations=(plan,)))
        page = await stage.show(html, operation, url=url)
        if made is not None:
            quiet += 1
            assert await page.evaluate(PARSED, b"".join(made).decode()) == await page.evaluate(
                "document.body.innerHTML"
            )
        await page.close()
    assert quiet > 6
