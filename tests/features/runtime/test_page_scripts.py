"""Beside live scripts: what they render anew shows the state again, wherever it stands, and there is never a loop."""

from __future__ import annotations

import pytest

from tests.features.runtime.conftest import ORIGIN, Plan, Stage, listing, shows

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_what_is_rendered_anew_shows_the_state_before_it_is_painted(stage: Stage) -> None:
    script = """<script>
    render = () => document.querySelector("#app").innerHTML = "<h1>Old</h1><ul><li><a>Ada</a></li><li><a>Bob</a></li></ul>";
    render();
    </script>"""
    state = [shows("h1", text="New"), listing("ul", "li:first-child", [["a", "text"]], [["2", "Bob"], ["3", "Cy"]])]
    page = await stage.show(f"<body><div id=app></div>{script}</body>", *state)
    shown = "document.querySelector('#app').innerText.replace(/\\s+/g, ' ')"
    assert await page.evaluate(shown) == "New Bob Cy"
    seen = f"new Promise(done => {{ render(); requestAnimationFrame(() => done({shown})); }})"
    for _ in range(3):
        assert await page.evaluate(seen) == "New Bob Cy"
    await page.evaluate("document.querySelectorAll('a')[1].firstChild.data = 'Zed'")
    await page.wait_for_function(f"{shown} === 'New Bob Cy'")


async def test_a_page_that_insists_is_given_time_and_told(stage: Stage) -> None:
    script = """<script>
    new MutationObserver(() => { if (x.textContent !== "mine") x.textContent = "mine"; }).observe(document, {subtree: true, childList: true, characterData: true});
    </script>"""
    page = await stage.show(f"<body><p id=x>old</p>{script}<p>end</p></body>", shows("#x", text="state"))
    note = await stage.site.wait_heard(lambda message: message["t"] == "note")
    assert note["kind"] == "quarrel"
    assert await page.evaluate("1 + 1") == 2


@pytest.mark.parametrize(
    ("operation", "body", "script", "expected"),
    [
        (
            shows("#data", text="new"),
            "<p>one</p>",
            "document.body.append(Object.assign(document.createElement('script'), {id: 'data', type: 'x/y', text: 'old'}))",
            "document.querySelector('#data').textContent === 'new'",
        ),
        (
            shows("p:nth-child(2)", class_hit=True),
            "<p>one</p><p>two</p>",
            "document.body.prepend(document.createElement('script'))",
            "document.querySelector('p').className === 'hit' && !document.querySelectorAll('p')[1].className",
        ),
        (
            shows("body", text_0="new"),
            "<p>one</p>old",
            "document.body.prepend('older', document.createElement('script')); document.body.firstChild.data = ' '",
            "document.body.firstChild.data.trim() === 'new'",
        ),
    ],
)
async def test_scripts_and_styles_that_a_plan_goes_by(
    stage: Stage, operation: Plan, body: str, script: str, expected: str
) -> None:
    page = await stage.show(f"<body>{body}</body>", operation)
    await page.evaluate(script)
    await page.wait_for_function(expected)


async def test_scripts_and_styles_that_come_and_go_cost_no_look_at_the_page(stage: Stage) -> None:
    page = await stage.show("<body><h1>old</h1><p class=x>old</p></body>", shows(".x", text="new"))
    await page.wait_for_load_state("load")
    looks = await page.evaluate("""async () => {
        let looks = 0;
        document.querySelectorAll = function (selector) {
            looks++;
            return Document.prototype.querySelectorAll.call(document, selector);
        };
        for (const name of ["script", "style", "link", "meta"]) {
            for (const parent of [document.head, document.body]) {
                const node = document.createElement(name);
                parent.append("\\n", document.createComment("a"), node);
                await null;
                node.remove();
                await null;
            }
        }
        const idle = looks;
        document.body.append(document.createElement("div"));
        await null;
        return [idle, looks > 0];
    }""")
    assert looks == [0, True]


async def test_open_shadow_roots(stage: Stage) -> None:
    html = """<body><my-box></my-box><div id=late></div>
    <div><template shadowrootmode=open><p class=x>old</p></template></div>
    <script>
    setTimeout(() => customElements.define("my-box", class extends HTMLElement {
      connectedCallback() { this.attachShadow({mode: "open"}).innerHTML = "<p class=x>old</p>"; }
    }), 50);
    </script></body>"""
    page = await stage.show(html, shows(".x", text="new"))
    inner = "[...document.querySelectorAll('*')].filter(one => one.shadowRoot).map(one => one.shadowRoot.querySelector('.x').textContent).join()"
    await page.wait_for_function(f"{inner} === 'new,new'")
    await page.evaluate("document.querySelector('my-box').shadowRoot.innerHTML = '<div class=x>again</div>'")
    await page.wait_for_function(f"{inner} === 'new,new'")


async def test_frames_without_an_address(stage: Stage) -> None:
    html = "<body><iframe srcdoc='<p class=x>old</p><button>go</button>'></iframe></body>"
    page = await stage.show(html, shows(".x", text="new"), events=[["press", "click", "button", ""]])
    await page.wait_for_function(
        "document.querySelector('iframe').contentDocument.querySelector('.x')?.textContent === 'new'"
    )
    await page.frame_locator("iframe").locator("button").click()
    assert (await stage.site.event())["f"] == "press"


async def test_frames_with_an_address_have_plans_of_their_own(stage: Stage) -> None:
    stage.page("<body><p class=x>old</p></body>", url=ORIGIN + "/inner")
    stage.site.plan(ORIGIN + "/inner", shows(".x", text="inner"))
    page = await stage.show("<body><p class=x>old</p><iframe src=/inner></iframe></body>", shows(".x", text="outer"))
    assert await page.inner_text(".x") == "outer"
    assert await page.frame_locator("iframe").locator(".x").inner_text() == "inner"


async def test_scripts_that_change_the_address_get_the_plan_of_the_new_one(stage: Stage) -> None:
    page = await stage.show("<body><p class=x>old</p></body>", shows(".x", text="one"))
    await page.evaluate("history.pushState(null, '', '/two'); document.querySelector('.x').textContent = 'rendered'")
    asked = await stage.site.wait_heard(lambda message: message["t"] == "hello" and message["u"] == ORIGIN + "/two")
    assert asked["v"] == ""
    await stage.site.tell({"v": "9", "u": ORIGIN + "/two", "w": {}, "o": [shows(".x", text="two")], "e": []})
    await page.wait_for_function("document.querySelector('.x').textContent === 'two'")
    await page.go_back()
    await stage.site.wait_heard(lambda message: message in stage.site.heard[2:] and message["u"] == ORIGIN + "/")
    await stage.site.tell({"v": "9", "u": ORIGIN + "/two", "w": {}, "o": [shows(".x", text="late answer")], "e": []})
    await stage.site.tell({"v": "9", "u": ORIGIN + "/", "w": {}, "o": [shows(".x", text="one")], "e": []})
    await page.wait_for_function("document.querySelector('.x').textContent === 'one'")


async def test_a_lost_connection_comes_back_and_asks(stage: Stage) -> None:
    page = await stage.show("<body><p class=x>old</p></body>", shows(".x", text="one"))
    before = len(stage.site.heard)
    for socket in list(stage.site.sockets):
        await socket.close(1011)
    hello = await stage.site.wait_heard(lambda message: message in stage.site.heard[before:])
    assert (hello["t"], hello["v"]) == ("hello", "1")
    await page.close()


PICKER = """<body><p id=when>Publish: <b>Old</b></p>
<button id=pick>pick</button> <button id=again>again</button> <button id=late>late</button> <i class=shut></i>
<script>
const write = text => { document.querySelector("#when").innerHTML = "Publish: <b>" + text + "</b>"; };
pick.onclick = () => { write("Chosen"); document.querySelector("i").className = "open"; };
again.onclick = () => { write("Old"); document.querySelector("i").className = "shut"; };
late.onclick = () => setTimeout(() => write("Late"), 0);
</script></body>"""


def told(version: int, text: str, **more: object) -> Plan:
    return {"from": str(version - 1), "v": str(version), "w": {}, "d": [[0, shows("#when > b", text=text)]], **more}


async def test_what_a_script_writes_when_a_user_does_something_stays_until_the_state_changes(stage: Stage) -> None:
    page = await stage.show(PICKER, shows("#when > b", text="State"), shows("i", **{"class": "shut"}))
    look = "document.querySelector('#when').textContent + ' ' + document.querySelector('i').className"
    assert await page.evaluate(look) == "Publish: State shut"
    await page.click("#pick")
    await page.evaluate("document.body.append('more')")
    assert await page.evaluate(look) == "Publish: Chosen open"
    await stage.site.tell(told(2, "State"))
    await page.evaluate("document.body.append('more')")
    assert await page.evaluate(look) == "Publish: Chosen open"
    await stage.site.tell(told(3, "Newer"))
    await page.wait_for_function(f"{look} === 'Publish: Newer open'")


async def test_what_was_recorded_is_nobodys_choice(stage: Stage) -> None:
    page = await stage.show(PICKER, shows("#when > b", text="State"), shows("i", **{"class": "shut"}))
    look = "document.querySelector('#when').textContent + ' ' + document.querySelector('i').className"
    await page.click("#pick")
    assert await page.evaluate(look) == "Publish: Chosen open"
    await page.click("#again")
    assert await page.evaluate(look) == "Publish: State shut"
    await stage.site.tell(told(2, "Newer"))
    await page.wait_for_function(f"{look} === 'Publish: Newer shut'")
    await page.evaluate("write('Chosen')")
    assert await page.evaluate(look) == "Publish: Newer shut"
    await page.click("#late")
    await page.wait_for_timeout(50)
    assert await page.evaluate(look) == "Publish: Newer shut"


async def test_after_going_back_in_time_the_state_is_shown_whatever_was_chosen(stage: Stage) -> None:
    page = await stage.show(PICKER, shows("#when > b", text="State"), shows("i", **{"class": "shut"}))
    await page.click("#pick")
    await stage.site.tell({"from": "1", "v": "2", "w": {}, "d": [], "hard": True})
    look = "document.querySelector('#when').textContent + ' ' + document.querySelector('i').className"
    await page.wait_for_function(f"{look} === 'Publish: State shut'")


async def test_what_a_user_writes_into_a_text_of_the_page_stays(stage: Stage) -> None:
    page = await stage.show("<body><h1 contenteditable>Old</h1></body>", shows("h1", text="State"))
    await page.click("h1")
    await page.keyboard.press("End")
    await page.keyboard.type(" mine")
    await page.evaluate("document.body.append('more')")
    assert await page.inner_text("h1") == "State mine"
