"""A page arrives showing the state: nothing recorded is ever painted that the state does not say."""

from __future__ import annotations

import asyncio

import pytest

from tests.features.runtime.conftest import ORIGIN, SECRET, Stage, listing, shows

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FRAMES = """<script>
painted = []; recording = true;
const look = () => {
  const seen = [...document.querySelectorAll("#x, li")].filter(one => getComputedStyle(one).visibility === "visible");
  painted.push(seen.map(one => one.textContent.trim()).join("|"));
  if (recording) requestAnimationFrame(look);
};
requestAnimationFrame(look);
</script>"""
PIECES = [
    f"<!doctype html><html><head>{FRAMES}</head><body><p id='x'>recorded c",
    "ount</p><ul><li><a>Old A",
    "da</a></li><li><a>Bob</a></li><li><a>Gone",
    "</a></li><li><a>Bo",
    "ris</a></li>",
    "</ul><p>end</p></body></html>",
]
SHOWN = [
    shows("#x", text="3 people"),
    listing("ul", "li:first-child", [["a", "text"]], [["1", "Ada"], ["2", "Bob"], ["3", "Cy"]]),
]
WRONG = ("Old", "recorded", "Gone", "Bo|", "Boris", "3 peopleount", "3 peoplec")


async def test_no_frame_shows_what_was_recorded(stage: Stage) -> None:
    stage.page(PIECES, url=ORIGIN + "/")
    stage.site.plan(ORIGIN + "/", *SHOWN)
    page = await stage.context.new_page()
    loading = asyncio.create_task(page.goto(ORIGIN + "/", wait_until="load"))
    for number in range(len(PIECES) - 1):
        await page.wait_for_function("n => typeof painted !== 'undefined' && painted.length > n", arg=3 + 3 * number)
        stage.site.gate.set()
        while stage.site.gate.is_set():  # noqa: ASYNC110 (the page takes it)
            await asyncio.sleep(0.01)
    await loading
    frames = await page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => { recording = false; done(painted); })))"
    )
    assert len(frames) >= 3 * len(PIECES)
    assert [one for one in frames if any(text in one for text in WRONG)] == []
    assert frames[-1] == "3 people|Ada|Bob|Cy"
    assert await page.evaluate("document.adoptedStyleSheets.length") == 0


async def test_the_first_paint_shows_the_state(stage: Stage) -> None:
    """The same by the browser's own word: a screenshot taken as soon as there is a first paint."""
    stage.page(["<!doctype html><body><p id=x>recorded</p><p id=y>1</p><script>1</script>", "</body>"])
    stage.site.plan(ORIGIN + "/", shows("#x", text="state"))
    page = await stage.context.new_page()
    loading = asyncio.create_task(page.goto(ORIGIN + "/"))
    await page.wait_for_function("performance.getEntriesByType('paint').length > 0")
    assert await page.inner_text("#x") == "state"
    assert await page.evaluate("document.readyState") == "loading"
    stage.site.gate.set()
    await loading


POLICIES = [
    "default-src 'none'",
    "default-src 'self'",
    "script-src 'nonce-abc' 'strict-dynamic'; connect-src 'self'",
    "script-src 'none'; connect-src https://other.test; require-trusted-types-for 'script'",
    "default-src 'self'; script-src 'self' 'unsafe-inline'",
    "script-src 'sha256-RrKKbcUN9dbJtHnMJzJ3uzMpBdjQ1DsvQ9XcTTLZ2UQ='; object-src 'none'",  # as of frozen pages
]


@pytest.mark.parametrize("policy", POLICIES)
async def test_the_pages_policy_does_not_stop_it(stage: Stage, policy: str) -> None:
    headers = (("Content-Security-Policy", policy),)
    page = await stage.show(
        "<body><p id=x>old</p><b></b></body>", shows("#x", text="new"), shows("b", html="<i>1</i>"), headers=headers
    )
    assert await page.inner_text("#x") == "new"
    assert await page.inner_html("b") == "<i>1</i>"


async def test_a_policy_inside_the_document_does_not_stop_it(stage: Stage) -> None:
    meta = "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">"
    stage.page(f"<!doctype html><head>{meta}</head><body><p id=x>old</p><p>end</p></body>")
    stage.site.plan(ORIGIN + "/", shows("#x", text="new"))["m"] = True
    page = await stage.context.new_page()
    await page.goto(ORIGIN + "/")
    await stage.site.wait_heard(lambda message: message["t"] == "hello")
    await stage.site.tell({"from": "1", "v": "2", "w": {}, "d": [[0, shows("#x", text="newer")]]})
    await page.wait_for_function("document.querySelector('#x').textContent === 'newer'")


async def test_the_page_cannot_tell(stage: Stage) -> None:
    script = "<script>names = Object.getOwnPropertyNames(window); scripts = document.scripts.length</script>"
    page = await stage.show(f"<head>{script}</head><body><p id=x>old</p></body>", shows("#x", text="new"))
    plain = ORIGIN + "/plain"
    stage.page(f"<head>{script}</head><body><p id=x>old</p></body>", url=plain)
    other = await stage.context.new_page()
    await other.goto(plain)
    assert await page.evaluate("names") == await other.evaluate("names")
    assert await page.evaluate("scripts") == 1
    names = await page.evaluate("performance.getEntries().map(one => one.name)")
    assert not [name for name in names if SECRET in name]
    assert await page.evaluate(
        "[document.documentElement.outerHTML.includes('runtime'), document.querySelectorAll('[class], [style]').length]"
    ) == [False, 0]


async def test_a_document_for_another_address_asks_before_it_shows(stage: Stage) -> None:
    """As when a service worker answers every address with the page that it keeps."""
    worker = "self.onfetch = e => { if (e.request.mode === 'navigate') e.respondWith(caches.match('/').then(kept => kept || fetch(e.request))) }; self.onactivate = e => e.waitUntil(clients.claim())"
    stage.site.pages[ORIGIN + "/sw.js"] = ([("Content-Type", "text/javascript")], worker.encode())
    body = f"<!doctype html><html><head>{FRAMES}</head><body><p id=x>recorded</p><p>end</p></body></html>"
    page = await stage.show(body, shows("#x", text="home"))
    await page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => caches.open('c')).then(c => c.add('/'))"
    )
    # What the worker keeps was fetched by it: it is the page without a plan for now, so keep the injected one.
    await page.evaluate(
        "async html => (await caches.open('c')).put('/', new Response(html, {headers: {'Content-Type': 'text/html'}}))",
        await injected(stage),
    )
    stage.site.plan(ORIGIN + "/two", shows("#x", text="two"))
    stage.site.plan(ORIGIN + "/", shows("#x", text="home, later"), version="2")
    for path, wanted in (("/two", "two"), ("/", "home, later")):
        other = await stage.context.new_page()
        await other.goto(ORIGIN + path)
        frames = await other.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(painted))))"
        )
        assert set(frames) <= {"", wanted}
        assert await other.inner_text("#x") == wanted
    await page.evaluate(
        "navigator.serviceWorker.getRegistrations().then(all => Promise.all(all.map(one => one.unregister())))"
    )


async def injected(stage: Stage) -> str:
    from awe_author.features.dom.script import script_text

    script = script_text({**stage.site.plans[ORIGIN + "/"], "p": SECRET, "h": False})
    body = stage.site.pages[ORIGIN + "/"][1]
    assert isinstance(body, bytes)
    return body.decode().replace("<head>", f"<head><script>{script}</script>", 1)


async def test_a_page_that_never_finishes_loading_is_connected_all_the_same(stage: Stage) -> None:
    stage.page("<p>recorded</p><img src='/never.png'>", url=ORIGIN + "/")
    stage.site.plan(ORIGIN + "/", shows("p", text="shown"))
    page = await stage.context.new_page()
    await page.route("**/never.png", lambda route: None)
    await page.goto(ORIGIN + "/", wait_until="domcontentloaded")
    await stage.site.wait_heard(lambda message: message["t"] == "hello")
    await stage.site.tell({"from": "1", "v": "2", "d": [[0, shows("p", text="told")]]})
    await page.wait_for_function("document.querySelector('p').textContent === 'told'")
