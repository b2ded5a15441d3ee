"""A page cannot tell by ordinary means that its functions were replaced, and the script leaves no trace in the DOM."""

import pytest

from tests.replay.prelude.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FACE = """() => {
  const found = {};
  const describe = f => f && [f.name, f.length, String(f), Function.prototype.toString.call(f),
    Object.getOwnPropertyNames(f).join(),
    Object.getPrototypeOf(f) === Function.prototype, 'prototype' in f].join('|');
  const look = (path, owner) => {
    if (!owner) return;
    for (const key of Reflect.ownKeys(owner)) {
      const d = Object.getOwnPropertyDescriptor(owner, key);
      const label = path + '.' + String(key);
      found[label] = [d.enumerable, d.configurable, d.writable, describe(typeof d.value === 'function' && d.value),
        describe(d.get), describe(d.set)].join(';');
    }
  };
  for (const name of ['Date', 'Math', 'Crypto', 'Performance', 'Function', 'Event', 'Document',
    'HTMLIFrameElement', 'URL', 'Worker',
      'SharedWorker', 'File', 'RTCPeerConnection', 'XMLHttpRequest', 'WebTransport', 'PerformanceEntry',
        'PerformanceResourceTiming',
      'PerformanceTiming', 'IDBDatabase', 'IDBFactory', 'MessagePort']) {
    look(name, window[name]);
    look(name + '.prototype', window[name] && window[name].prototype);
  }
  look('DateTimeFormat', Intl.DateTimeFormat.prototype);
  look('Now', Temporal.Now);
  look('window', window);
  return found;
}"""


async def test_every_property_looks_as_in_a_page_without_prelude(stage: Stage) -> None:
    plain = await stage.context.new_page()
    stage.site.routes["https://app.test/plain"] = ([("Content-Type", "image/svg+xml")], b"")
    await plain.goto("https://app.test/plain.html")
    assert await plain.evaluate("Date.now()") > 1.7e12
    page = await stage.replaying(orderly=True).show("")
    natural, ours = await plain.evaluate(FACE), await page.evaluate(FACE)
    assert {key: value for key, value in ours.items() if natural.get(key) != value} == {}
    assert list(natural) == list(ours)


@pytest.mark.parametrize(
    "html",
    [
        "<!doctype html><html lang=en><head id=h><title>x</title></head><body><p>text</body></html>",
        "<!doctype html>\n<!-- note --><html>\n<!-- note -->\n<head>\n<title>x</title><body>",
        "<title>x</title><p>text",
        "plain text",
        "<!-- one --> <p>two",
        "<html><frameset cols='*'><frame src='about:blank'></frameset></html>",
        "<!doctype html><html class=a><body class=b>text",
        "",
    ],
)
async def test_the_document_is_as_without_the_script(stage: Stage, html: str) -> None:
    shown = await stage.show(html)
    tree = "[document.compatMode, new XMLSerializer().serializeToString(document)]"
    ours = await shown.evaluate(tree)
    plain = await stage.context.new_page()
    # A 404 page of another type is no document to inject; its content is replaced by the parser itself.
    await plain.goto("https://app.test/none")
    parsed = """html => { const d = new DOMParser().parseFromString(html, 'text/html');
      return [d.compatMode, new XMLSerializer().serializeToString(d)] }"""
    assert ours == await plain.evaluate(parsed, html)


async def test_line_numbers_stay(stage: Stage) -> None:
    page = await stage.show(
        "<!doctype html>\n<head>\n<script>\nvar line = new Error().stack.match(/:(\\d+):/)[1];</script>"
    )
    assert await page.evaluate("line") == "4"


async def test_selectors_that_count_elements_see_no_script(stage: Stage) -> None:
    page = await stage.show(
        "<!doctype html><head><meta name=a><script>var first = document.head.firstChild.localName</script>"
    )
    assert await page.evaluate("first") == "meta"
    assert await page.evaluate("document.querySelector('head > :first-child').localName") == "meta"
    assert await page.evaluate("document.scripts.length") == 1
