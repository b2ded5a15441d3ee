"""A page that knows address and token of the control API of `serve` reaches it neither through its session's door nor,
in another browser of the machine, directly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Route, async_playwright

from awe_author.browser.find import find_chromium
from awe_author.browser.launch import launch
from awe_author.client import Client
from tests.cli.programs import served
from tests.replay import har

pytestmark = pytest.mark.browser

HOME = "https://app.test/"
ATTEMPTS = """async ([control, token]) => {
  const done = {};
  const body = JSON.stringify({id: "stolen"});
  const rights = {Authorization: "Bearer " + token, "Content-Type": "application/json"};
  const attempt = async (name, work) => {
    try { done[name] = await work(); } catch (error) { done[name] = "failed"; }
  };
  const hosts = [control, control.replace("127.0.0.1", "localhost"), control.replace("127.0.0.1", "[::1]")];
  for (const [n, base] of hosts.entries()) {
    await attempt("fetch" + n, async () => (await fetch(base + "/health")).text());
    const post = {method: "POST", headers: rights, body};
    await attempt("post" + n, async () => (await fetch(base + "/sessions", post)).text());
    await attempt("simple" + n, async () =>
      (await fetch(base + "/sessions", {method: "POST", mode: "no-cors", body})).type);
    await attempt("beacon" + n, async () => navigator.sendBeacon(base + "/sessions", body) && "sent");
    await attempt("image" + n, () => new Promise((good, bad) => {
      const image = new Image(); image.onload = () => good("loaded"); image.onerror = bad; image.src = base + "/health";
    }));
    await attempt("socket" + n, () => new Promise((good, bad) => {
      const socket = new WebSocket(base.replace("http", "ws") + "/sessions"); socket.onopen = () => good("open");
      socket.onerror = bad;
    }));
    await attempt("worker" + n, () => new Promise((good, bad) => {
      const code = `fetch("${base}/health").then(a => a.text()).then(postMessage, () => postMessage("failed"))`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = message => good(message.data); worker.onerror = bad;
    }));
  }
  const form = document.createElement("form");
  form.method = "post"; form.action = control + "/sessions"; form.target = "_blank";
  document.body.append(form); form.submit();
  await new Promise(done => setTimeout(done, 300));
  return done;
}"""


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return har.write(tmp_path / "app.har", har.exchange(HOME, "<html><head></head><body>hello</body></html>"))


async def attempts(page: Page, ready: dict[str, Any]) -> dict[str, str]:
    """What came of each attempt of the page."""
    done: dict[str, str] = await page.evaluate(ATTEMPTS, [ready["control"], ready["token"]])
    assert len(done) == 21
    return done


def only_default(ready: dict[str, Any]) -> bool:
    with Client.from_ready(ready) as client:
        return [session["id"] for session in client.list_sessions()] == ["default"]


async def test_a_page_in_a_session_gets_nowhere(tmp_path: Path, recording: Path) -> None:
    with served(tmp_path, recording, "--store", "memory") as server:
        ready = server.ready
        async with (
            async_playwright() as playwright,
            launch(playwright, ready["proxy"], ready["spki"], lock_down=True) as context,
        ):
            page = context.pages[0]
            await page.goto(HOME)
            done = await attempts(page, ready)
            assert not [name for name, what in done.items() if '"status"' in what or what in ("loaded", "open")]
        assert only_default(ready)
        with Client.from_ready(ready) as client:
            refused = {str(miss["url"]).partition("/sessions")[0] for miss in client.misses("default")}
        assert any(ready["control"].rpartition(":")[2] in url for url in refused)


async def evil(route: Route) -> None:
    await route.fulfill(body="<html><body>evil</body></html>", content_type="text/html")


async def test_another_browser_of_the_machine_is_refused(tmp_path: Path, recording: Path) -> None:
    """It reaches the port, since nothing keeps it from that; nothing is done for it, and it reads no answer."""
    with served(tmp_path, recording, "--store", "memory") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find_chromium())
            page = await browser.new_page()
            await page.route(HOME, evil)
            await page.goto(HOME)
            done = await attempts(page, server.ready)
            assert not [name for name, what in done.items() if '"status"' in what or what in ("loaded", "open")]
            seen = await page.goto(f"{server.ready['control']}/health")
            assert seen is not None
            assert seen.status == 403  # even when typed: what a browser shows it can be made to show a page
            await browser.close()
        assert only_default(server.ready)
