"""What a page looks like from outside, with everything that plain HTML would lose."""

import json
from pathlib import Path

import pytest

from awe_author.browser.facts import Console, page_facts, storage_facts, visible_text
from awe_author.browser.step_language import step_of
from awe_author.browser.steps import perform
from tests.browser.stages import stage_of

pytestmark = pytest.mark.browser

RICH = """<!doctype html><html><head><title>rich &amp; ready</title><style id=empty></style></head><body>
<input id=name value=before><input id=pw type=password><input id=box type=checkbox>
<select id=size><option>S<option>M</select><textarea id=note></textarea>
<div id=host></div><div id=scrolled style="height: 20px; overflow: auto"><p style="height: 200px">x</p></div>
<canvas id=c width=4 height=4></canvas><iframe id=inner srcdoc="<p>inside &quot;the&quot; frame</p>"></iframe>
<p hidden>unseen</p><p style="visibility: hidden">unseen too</p><pre>a
  b</pre><svg viewBox="0 0 1 1"><linearGradient id=g></linearGradient></svg>
<script>
document.querySelector('#empty').sheet.insertRule('.added { color: red }');
const sheet = new CSSStyleSheet(); sheet.replaceSync('.adopted { color: blue }');
document.adoptedStyleSheets = [sheet];
const root = document.querySelector('#host').attachShadow({mode: 'open'});
root.innerHTML = '<button>in the shadow</button><slot></slot>'; root.adoptedStyleSheets = [sheet];
</script></body></html>"""

PLAIN = """<!doctype html><title>kept</title><script>
localStorage.setItem('colour', 'red'); sessionStorage.setItem('tab', '1'); document.cookie = 'seen=yes; path=/';
console.error('an error'); console.warn('a warning'); console.log('just talk');
const open = indexedDB.open('notes', 1);
open.onupgradeneeded = () => open.result.createObjectStore('notes');
open.onsuccess = () => {
  const change = open.result.transaction('notes', 'readwrite');
  change.objectStore('notes').put({text: 'hello'}, 'one');
  change.oncomplete = () => { document.title = 'done'; };
};
setTimeout(() => { throw new Error('thrown'); }, 0);
</script>"""

LISTS = """<!doctype html><style>.box { height: 60px; overflow: auto } .list { position: relative }
.head { position: sticky; top: 0; height: 0 }
.title { height: 25px; margin: 0 }
.far { position: absolute; height: 20px; left: 0; right: 0 }</style>
<div class=box id=windowed><div class=list style="height: 2000px"><div class=head>Head</div></div></div>
<div class=box id=nested><div style="height: 425px"><p class=title>Title</p><div class=list></div></div></div>
<div class=box id=drawn><div style="height: 225px"><p class=title>All</p><div class=list></div></div></div>
<div class=box id=whole><div class=list style="height: 200px"></div></div>
<div class=box id=grid><div class=list style="height: 112px"></div></div>
<div class=box id=plain><div>first</div><div style="height: 500px"></div><div>last</div></div>
<script>
const fill = (id, from, to, put) => { const list = document.querySelector(`#${id} .list`);
  for (let at = from; at < to; at++) { const row = document.createElement('div'); row.className = 'far';
    put(row, at * 20); row.textContent = `${id} ${at}`; list.append(row); } };
fill('windowed', 40, 60, (row, at) => { row.style.transform = `translateY(${at}px)`; });
fill('nested', 0, 8, (row, at) => { row.style.top = `${at}px`; });
fill('drawn', 0, 10, (row, at) => { row.style.top = `${at}px`; });
fill('whole', 0, 10, (row, at) => { row.style.top = `${at}px`; });
fill('grid', 0, 5, (row, at) => { row.style.top = `${at + 6}px`; });
document.querySelector('#windowed').scrollTop = 45 * 20 - 8;
</script>"""

PAGES = {"/rich": RICH, "/kept": PLAIN}


async def test_the_rendered_document_says_what_scripts_and_people_did(tmp_path: Path) -> None:
    pages = dict(PAGES)
    async with stage_of(tmp_path, pages) as (stage, _):
        await perform(step_of("goto", "/rich"), stage)
        page = stage.page
        await page.wait_for_load_state("load")
        await page.fill("#name", 'after "all"')
        await page.fill("#pw", "topsecret")
        await page.check("#box")
        await page.select_option("#size", "M")
        await page.fill("#note", "typed <here>")
        await page.evaluate("document.querySelector('#scrolled').scrollTop = 30")
        facts = await page_facts(page)
        dom = facts.dom or ""
        assert facts.title == "rich & ready"
        assert dom.startswith("<!DOCTYPE html><html>")
        for part in (
            '<template shadowrootmode="open"><style data-awe-adopted>.adopted { color: blue; }</style>'
            "<button>in the shadow</button>",
            "<style data-awe-adopted>.adopted { color: blue; }</style></head>",
            ".added { color: red; }",
            'value="after &quot;all&quot;"',
            'type="checkbox" checked=""',
            '<option selected="">M',
            "typed &lt;here&gt;</textarea>",
            'data-awe-scroll="0,30"',
            'data-awe-canvas="data:image/png;base64,',
            'data-awe-src="about:srcdoc"',
            "&lt;p&gt;inside &quot;the&quot; frame&lt;/p&gt;",
            "<linearGradient",
        ):
            assert part in dom, part
        assert "topsecret" not in dom
        pages["/frozen"] = dom
        await page.goto("https://app.test/frozen")
        assert await page.locator("#host button").inner_text() == "in the shadow"
        assert await page.input_value("#name") == 'after "all"'


async def test_text_is_what_can_be_seen(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, _):
        await perform(step_of("goto", "/rich"), stage)
        await stage.page.wait_for_load_state("load")
        facts = await page_facts(stage.page)
        assert facts.text is not None
        assert facts.text.splitlines()[-3:] == ["a", "b", 'inside "the" frame']
        assert "in the shadow" in facts.text
        assert "unseen" not in facts.text
        tree = json.dumps(facts.accessibility)
        assert '"in the shadow"' in tree
        assert "nodeId" not in tree


async def test_console_cookies_and_storage(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, _):
        console = Console()
        console.listen(stage.context)
        assert (await storage_facts(stage.context)).origins == {}
        await perform(step_of("goto", "/kept"), stage)
        await stage.page.wait_for_function("document.title === 'done'")
        said = {(line["level"], line["text"]) for line in console.take()}
        assert ("error", "an error") in said
        assert ("warning", "a warning") in said
        assert any(level == "exception" and "thrown" in text for level, text in said)
        assert not any("just talk" in text for _, text in said)
        facts = await storage_facts(stage.context)
        held = facts.origins["https://app.test"]
        assert held["local"] == {"colour": "red"}
        assert held["session"] == {"tab": "1"}
        assert held["indexeddb"][0]["stores"][0]["records"]
        assert [(cookie["name"], cookie["value"]) for cookie in facts.cookies] == [("seen", "yes")]
        assert facts == await storage_facts(stage.context)


async def test_of_windowed_lists_only_the_rows_in_view_are_in_sight(tmp_path: Path) -> None:
    async with stage_of(tmp_path, {"/lists": LISTS}) as (stage, _):
        await perform(step_of("goto", "/lists"), stage)
        drawn = (await visible_text(stage.page)).split("\n")
        seen = (await visible_text(stage.page, in_sight=True)).split("\n")
    drawn_whole = ["All", *(f"drawn {number}" for number in range(10))]
    others = [
        *drawn_whole,
        *(f"whole {number}" for number in range(10)),
        *(f"grid {number}" for number in range(5)),
        "first",
        "last",
    ]
    nested = ["Title", *(f"nested {number}" for number in range(8))]
    assert drawn == ["Head", *(f"windowed {number}" for number in range(40, 60)), *nested, *others]
    assert seen == ["Head", "windowed 45", "windowed 46", "windowed 47", *nested[:3], *others], "nothing else is cut"
