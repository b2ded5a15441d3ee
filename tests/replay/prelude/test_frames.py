"""Frames that never pass the door have the prelude before their own scripts run."""

import asyncio

import pytest

from awe_author.replay.prelude import freeze_expression, now_expression
from tests.replay.prelude.conftest import EPOCH, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

INNER = "<script>parent.seen = [Date.now(), Math.random(), performance.timeOrigin, String(Math.random)]<\\/script>"
WAYS = {
    "srcdoc": f"const f = document.createElement('iframe'); f.srcdoc = `{INNER}`; document.body.append(f);",
    "srcdoc by markup": f'document.body.innerHTML = `<iframe srcdoc="{INNER}"></iframe>`;',
    "blob": f"""const f = document.createElement('iframe');
      f.src = URL.createObjectURL(new Blob([`{INNER}`], {{type: 'text/html'}})); document.body.append(f);""",
    "document.write": f"""const f = document.createElement('iframe'); document.body.append(f);
      f.contentDocument.open(); f.contentDocument.write(`{INNER}`); f.contentDocument.close();""",
    "written script": """const f = document.createElement('iframe'); document.body.append(f);
      const s = f.contentDocument.createElement('script');
      s.textContent = 'parent.seen = [Date.now(), Math.random(), performance.timeOrigin, String(Math.random)]';
      f.contentDocument.body.append(s);""",
    "javascript": """const f = document.createElement('iframe');
      f.src = 'javascript:parent.seen = [Date.now(), Math.random(), performance.timeOrigin, ' +
        'String(Math.random)]; undefined';
      document.body.append(f);""",
    "contentWindow": """const f = document.createElement('iframe'); document.body.append(f); const w = f.contentWindow;
      window.seen = [w.Date.now(), w.Math.random(), w.performance.timeOrigin, String(w.Math.random)];""",
    "window.frames": """document.body.append(document.createElement('iframe')); const w = window.frames[0];
      window.seen = [w.Date.now(), w.Math.random(), w.performance.timeOrigin, String(w.Math.random)];""",
    "popup": """const w = open('about:blank');
      window.seen = [w.Date.now(), w.Math.random(), w.performance.timeOrigin, String(w.Math.random)]; w.close();""",
    "nested": f"""const f = document.createElement('iframe'); document.body.append(f);
      const g = f.contentDocument.createElement('iframe'); g.srcdoc = `{INNER}`.replace('parent.', 'top.');
      f.contentDocument.body.append(g);""",
}


@pytest.mark.parametrize("way", WAYS)
async def test_frames_without_a_network_address(stage: Stage, way: str) -> None:
    seen = []
    for _ in range(2):
        stage.replaying().site.loads.clear()
        page = await stage.show("<body>")
        await page.evaluate("() => {" + WAYS[way] + "}")
        await page.wait_for_function("window.seen")
        seen.append(await page.evaluate("seen"))
    first, second = seen
    assert EPOCH <= first[0] < EPOCH + 60_000
    assert EPOCH - 60_000 <= first[2] < EPOCH + 60_000
    assert first[1] == second[1] != await page.evaluate("Math.random()")
    assert "[native code]" in first[3]


async def test_srcdoc_in_the_markup_that_is_parsed(stage: Stage) -> None:
    inner = INNER.replace("\\/", "/")
    page = await stage.replaying().show(f'<body><iframe srcdoc="{inner}"></iframe>')
    await page.wait_for_function("window.seen")
    assert EPOCH <= (await page.evaluate("seen"))[0] < EPOCH + 60_000


async def test_a_network_document_takes_over_the_first_window(stage: Stage) -> None:
    draw = "<script>parent.seen.push(Math.random())</script>"
    stage.replaying().site.page("https://app.test/inner", draw)
    page = await stage.show("<body><script>seen = []</script>")
    add = """() => new Promise(done => { const f = document.createElement('iframe'); f.src = '/inner'; f.onload = done;
      document.body.append(f); f.contentWindow.Math.random(); })"""
    await page.evaluate(add)
    stage.site.loads.clear()
    await page.evaluate(add.replace("f.contentWindow.Math.random();", ""))
    first, second = await page.evaluate("seen")
    assert first == second
    assert EPOCH <= await page.frames[1].evaluate("Date.now()") < EPOCH + 60_000


async def test_every_frame_can_be_frozen_by_its_own_hook(stage: Stage) -> None:
    stage.replaying().site.page("https://other.test/", "<p>other")
    page = await stage.show(
        "<body><iframe src='https://other.test/'></iframe><iframe></iframe><iframe srcdoc='hi'></iframe>"
    )
    await asyncio.sleep(0.2)
    for frame in page.frames:
        await frame.evaluate(freeze_expression("tok-secret", EPOCH + 5))
    assert [await frame.evaluate("Date.now()") for frame in page.frames] == [EPOCH + 5] * 4
    assert [await frame.evaluate(now_expression("tok-secret")) for frame in page.frames] == [EPOCH + 5] * 4


async def test_inner_instances_belong_to_their_frame(stage: Stage) -> None:
    page = await stage.show("<body><iframe></iframe>")
    assert await page.evaluate("""() => { const w = frames[0];
      return [new w.Date instanceof w.Date, new w.Date instanceof Date, w.Date.now instanceof w.Function,
              w.Function.prototype.toString.call(Date.now), new w.Intl.DateTimeFormat().format().length > 5] }""") == [
        True, False, True, "function now() { [native code] }", True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "policy",
    [
        "default-src 'none'; script-src 'nonce-abc'",
        "script-src 'self' 'nonce-abc' 'strict-dynamic'; require-trusted-types-for 'script'",
    ],
)
async def test_frames_under_a_strict_policy(stage: Stage, policy: str) -> None:
    page = await stage.replaying().show(
        "<body><script nonce=abc>const f = document.createElement('iframe'); document.body.append(f);"
        "window.seen = f.contentWindow.Date.now()</script>",
        ("Content-Security-Policy", policy),
    )
    assert EPOCH <= await page.evaluate("seen") < EPOCH + 60_000
