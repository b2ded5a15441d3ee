"""A single-page app with addresses for its items: recorded, drafted, and opened at addresses that nobody recorded.

A small server of our own that answers every path with one document; its script goes by the address, changes it without
asking the server, and talks to a JSON API. The tour only ever opens `/`.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from awe_author.browser.step_language import parse_steps
from awe_author.cli.main import main
from awe_author.cli.twin import opened
from awe_author.recorder.record import Plan as Recording
from awe_author.recorder.record import record
from awe_author.recorder.site import find_site
from awe_author.twin.drive import Plan, twin

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
PUBLIC = "https://boats.test"
PAGE = b"""<!doctype html><meta charset=utf-8><title>Boats</title><div id=app></div><script>
const app = document.querySelector("#app");
const ask = async (path, method = "GET", body) => {
  const headers = {"Content-Type": "application/json"};
  const answer = await fetch("/api" + path, {method, headers, body: body && JSON.stringify(body)});
  return {ok: answer.ok, json: await answer.json()};
};
const go = (path) => { history.pushState(null, "", path); return draw(); };
const add = (tag, textContent, onclick) =>
  Object.assign(app.appendChild(document.createElement(tag)), {textContent, onclick});
async function draw() {
  const key = location.pathname.split("/")[2];
  const shown = await ask(key ? "/boats/" + key : "/boats");
  app.replaceChildren();
  if (!shown.ok) return add("h2", "There is no such boat");
  const name = add("input", "");
  if (!key) {
    add("h2", "All boats");
    for (const boat of shown.json) add("p", boat.name, () => go("/boats/" + boat.id)).id = "boat-" + boat.id;
    add("button", "Add", async () => go("/boats/" + (await ask("/boats", "POST", {name: name.value})).json.id));
  } else {
    add("h2", shown.json.name);
    add("button", "Save", async () => { await ask("/boats/" + key, "PATCH", {name: name.value}); await go("/boats"); });
    add("a", "Back", () => go("/boats"));
  }
}
addEventListener("popstate", draw);
draw();
</script>"""
TOUR = """
- goto: /
- wait: "#boat-11"
- click: "#boat-11"
- wait: "h2:has-text('Ada')"
- page: opened
- fill: ["input", "Adele"]
- click: "button"
- wait: "p:has-text('Adele')"
- fill: ["input", "Dune"]
- click: "button"
- wait: "h2:has-text('Dune')"
- page: added
- click: "a"
- wait: "p:has-text('Dune')"
- page: list
"""
OTHER = """
- goto: /boats/13
- wait: "h2:has-text('Cod')"
- page: never opened before
- fill: ["input", "Codfish"]
- click: "button"
- wait: "p:has-text('Codfish')"
- fill: ["input", "Eel"]
- click: "button"
- wait: "h2:has-text('Eel')"
- goto: /boats/14
- wait: "h2:has-text('Eel')"
- page: made a step before
- goto: /boats/13?again=1
- wait: "h2:has-text('Codfish')"
- page: changed
- goto: /boats
- wait: "p:has-text('Eel')"
- page: list
"""


@contextmanager
def served() -> Iterator[str]:
    """The app, with three boats."""
    boats: dict[int, dict[str, Any]] = {
        key: {"id": key, "name": name} for key, name in ((11, "Ada"), (12, "Bee"), (13, "Cod"))
    }

    def answer_of(method: str, path: str, sent: Any) -> tuple[int, Any]:
        key = path.removeprefix("/api/boats").strip("/")
        if key and int(key) not in boats:
            return 404, {"error": "not found"}
        if method == "POST":
            made = {"id": max(boats) + 1, **sent}
            boats[made["id"]] = made
            return 201, made
        if method == "PATCH":
            boats[int(key)].update(sent)
        return 200, boats[int(key)] if key else list(boats.values())

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            sent = json.loads(self.rfile.read(size)) if size else None
            status, kind, body = 200, "text/html; charset=utf-8", PAGE
            if self.path.startswith("/api/"):
                status, made = answer_of(self.command, self.path, sent)
                kind, body = "application/json", json.dumps(made).encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PATCH = answer

        def log_message(self, format: str, *args: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def test_pages_of_items_that_nobody_recorded_have_their_document(tmp_path: Path) -> None:
    with served() as live:
        site = find_site(PUBLIC, None)
        site.origins[PUBLIC] = live
        recorded = await record(Recording(site, tmp_path / "boats.wacz", parse_steps(TOUR)))
    assert recorded.failures == []
    wacz, draft, mock = (str(tmp_path / name) for name in ("boats.wacz", "draft", "boats.mock"))
    assert await asyncio.to_thread(main, ["discover", wacz, "--out", draft]) == 0
    assert await asyncio.to_thread(main, ["enrich", "--features", draft, "--recording", wacz, "--out", mock]) == 0
    with served() as live:
        async with opened([tmp_path / "boats.mock"]) as mocked:
            report = await twin(Plan(mocked, live, parse_steps(OTHER), timeout=20.0), lambda at: None)
    told = json.dumps([step.as_json() for step in report.steps if not step.clean], indent=1, default=str)
    scores = report.scores()
    assert scores["steps"].share == 1.0, told
    assert scores["texts"].share == 1.0, told
    assert scores["replies"].share == 1.0, told
