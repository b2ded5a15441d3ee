"""Every verb, performed on a real page."""

from pathlib import Path

import pytest

from awe_author.browser.step_language import step_of
from awe_author.browser.steps import Lookout, Performed, Stage, StepFailed, origin_of, perform
from awe_author.errors import InputError
from awe_author.json_types import Json
from tests.browser.stages import stage_of

pytestmark = pytest.mark.browser

FORM = """<!doctype html><title>form</title><style>body {height: 3000px}</style>
<input id=name><input id=pw type=password><button id=go onclick="log('go')">Go</button>
<select id=size><option value=s>Small<option value=l>Large</select>
<input id=agree type=checkbox><input id=file type=file multiple><div id=menu onmouseover="log('over')">menu</div>
<div id=list style="height: 50px; overflow: auto"><div style="height: 500px">long</div></div>
<div id=slider style="width: 50px; height: 20px; background: red"></div>
<button id=ask onclick="log(String(confirm('sure?')))">Ask</button>
<button id=name-it onclick="log(String(prompt('name?')))">Name</button>
<button id=new onclick="window.open('/other')">New</button><button id=wide>w</button><p id=end>end</p>
<script>
const seen = []; const log = what => seen.push(what);
document.querySelector('#name').onkeyup = e => log('key ' + e.key);
document.querySelector('#go').oncontextmenu = e => { e.preventDefault(); log('menu'); };
document.querySelector('#go').ondblclick = e => log('twice ' + e.shiftKey);
document.querySelector('#slider').onmousedown = e => {
  const x = e.clientX; window.onmouseup = e => { log('dragged ' + (e.clientX - x)); window.onmouseup = null; };
};
setTimeout(() => document.querySelector('#wide').remove(), 600);
</script>"""
PAGES = {"/": FORM, "/other": "<!doctype html><title>other</title><p>other"}


async def do(stage: Stage, verb: str, args: Json, folder: Path | None = None) -> Performed:
    return await perform(step_of(verb, args, "here", folder), stage)


async def seen(stage: Stage) -> list[str]:
    found = await stage.page.evaluate("seen.splice(0)")
    assert isinstance(found, list)
    return found


async def test_every_verb_does_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"hello")
    async with stage_of(tmp_path, PAGES) as (stage, _):
        value = stage.page.input_value
        await do(stage, "goto", "/")
        await do(stage, "fill", ["#name", "Ann"])
        assert await value("#name") == "Ann"
        assert await seen(stage) == ["key Unidentified"]
        await do(stage, "press", ["#name", "x"])
        assert await value("#name") == "Annx"
        await seen(stage)
        await do(stage, "click", "#go")
        await do(stage, "click", ["#go", {"button": "right"}])
        await do(stage, "click", ["#go", {"count": 2, "modifiers": ["Shift"]}])
        assert await seen(stage) == ["go", "menu", "go", "go", "twice true"]
        await do(stage, "select", ["#size", "Large"])
        assert await value("#size") == "l"
        await do(stage, "check", "#agree")
        assert await stage.page.is_checked("#agree")
        await do(stage, "uncheck", "#agree")
        assert not await stage.page.is_checked("#agree")
        await do(stage, "hover", "#menu")
        assert await seen(stage) == ["over"]
        await do(stage, "drag", ["#slider", [120, 0]])
        assert await seen(stage) == ["dragged 120"]
        await do(stage, "scroll", [0, 400])
        assert await stage.page.evaluate("scrollY") == 400
        await do(stage, "scroll", ["#list", 0, 30])
        assert await stage.page.evaluate("document.querySelector('#list').scrollTop") == 30
        await do(stage, "scroll", "#end")
        await do(stage, "wait", "#end")
        await do(stage, "wait", 0.01)
        await do(stage, "wait", {"passing": "#never"})
        await do(stage, "page", "form")
        uploaded = await do(stage, "upload", ["#file", "a.txt"], tmp_path)
        assert uploaded.args == ["#file", [{"name": "a.txt", "base64": "aGVsbG8="}]]
        await do(stage, "upload", uploaded.args)
        names = "Promise.all([...document.querySelector('#file').files].map(async f => f.name + await f.text()))"
        assert await stage.page.evaluate(names) == ["a.txthello"]


async def test_questions_and_tabs(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, _):
        await do(stage, "goto", "/")
        await do(stage, "click", "#ask")
        await do(stage, "dialog", "dismiss")
        await do(stage, "click", "#ask")
        await do(stage, "dialog", {"accept": "Bob"})
        await do(stage, "click", "#name-it")
        await do(stage, "click", "#ask")
        assert await seen(stage) == ["true", "false", "Bob", "true"]
        assert stage.dialogs == ["confirm: sure?", "confirm: sure?", "prompt: name?", "confirm: sure?"]
        async with stage.context.expect_page():
            await do(stage, "click", "#new")
        assert stage.tab == 1
        await do(stage, "wait", "text=other")
        await stage.page.close()
        assert stage.tab == 0
        assert await stage.page.title() == "form"


async def test_secrets_come_from_outside_and_are_told(tmp_path: Path) -> None:
    async def ask(question: str) -> str:
        return f"answer to {question}"

    async with stage_of(tmp_path, PAGES, environ={"PW": "s3cret"}, ask=ask) as (stage, _):
        await do(stage, "goto", "/")
        found = await do(stage, "fill", ["#pw", {"env": "PW"}])
        assert (found.args, found.secret) == (["#pw", "s3cret"], "s3cret")
        assert (await do(stage, "fill", ["#pw", "typed"])).secret == "typed"
        assert (await do(stage, "fill", ["#name", {"prompt": "Who?"}])).secret == "answer to Who?"
        assert (await do(stage, "fill", ["#name", "plain"])).secret is None
        with pytest.raises(InputError, match="NONE is not set"):
            await do(stage, "fill", ["#pw", {"env": "NONE"}])
        stage.ask = None
        with pytest.raises(InputError, match="nobody can be asked"):
            await do(stage, "fill", ["#pw", {"prompt": "Who?"}])


async def test_what_cannot_be_done_says_where_and_what_to_do(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, _):
        await do(stage, "goto", "/")
        stage.timeout = 0.2
        with pytest.raises(StepFailed) as caught:
            await do(stage, "click", "#missing")
        assert caught.value.where == "here"
        assert "#missing" in caught.value.hint
        with pytest.raises(StepFailed, match="ERR_"):
            await do(stage, "goto", "http://[::1]:1/")
        with pytest.raises(InputError, match="cannot be read"):
            await do(stage, "upload", ["#file", "none.pdf"], tmp_path)


async def test_what_shows_for_a_moment_is_seen_by_the_lookout(tmp_path: Path) -> None:
    async with stage_of(tmp_path, PAGES) as (stage, _):
        await do(stage, "goto", "/")
        passing = Lookout.begin(step_of("wait", "#wide"), stage)
        assert passing is not None
        await stage.page.wait_for_selector("#wide", state="detached")
        found = await passing.performed(stage)
        assert found is not None
        assert found.args == {"passing": "#wide"}
        staying = Lookout.begin(step_of("wait", "#end"), stage)
        assert staying is not None
        assert await staying.performed(stage) == Performed("#end")
        assert Lookout.begin(step_of("page", "x"), stage) is None
        stage.timeout = 0.2
        never = Lookout.begin(step_of("wait", "#never"), stage)
        assert never is not None
        with pytest.raises(StepFailed):
            await never.performed(stage)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://A.test:443/x", "https://a.test"),
        ("http://a.test:81", "http://a.test:81"),
        ("http://[::1]:80/", "http://[::1]"),
    ],
)
def test_origins(url: str, origin: str) -> None:
    assert origin_of(url) == origin
