"""An app whose data lies in its documents: recorded, drafted, enriched without an edit, and driven beside the live one.

A small server of our own in the manner of those that render pages for scripts: the document brings the data as JSON,
the page's script draws it, and writes go by a small API. Its scripts are allowed by a nonce and by a hash.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
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
from awe_author.twin.model import TwinReport

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
PUBLIC = "https://berths.test"
BOATS = [
    {"id": 11, "name": "Ada", "berth": "N1", "note": "</script><b>bold</b>"},
    {"id": 12, "name": "Bee & Co", "berth": "N2", "note": ""},
    {"id": 13, "name": "Cod", "berth": "S1", "note": "leaks"},
]
DRAW = """
  const shown = JSON.parse(document.getElementById("data").textContent);
  document.title = `${window.COUNTS.boats.length} boats`;
  const list = document.querySelector("ul");
  for (const boat of shown.page.boats) {
    const row = list.appendChild(document.createElement("li"));
    row.id = `boat-${boat.id}`;
    row.append(`${boat.name} at ${boat.berth}. ${boat.note} `);
    const button = row.appendChild(document.createElement("button"));
    button.textContent = "Remove";
    button.onclick = () => send("DELETE", `/api/boats/${boat.id}`);
  }
  async function send(method, path, body) {
    await fetch(path, {method, headers: {"Content-Type": "application/json"}, body: body && JSON.stringify(body)});
    location.reload();
  }
  const value = (name) => document.querySelector(`[name=${name}]`).value;
  const boat = () => ({name: value("name"), berth: value("berth")});
  document.querySelector("#add").onclick = () => send("POST", "/api/boats", boat());
  document.querySelector("#move").onclick = () => send("PATCH", `/api/boats/${value("id")}`, {berth: value("berth")});
"""


def safe(value: object) -> str:
    return json.dumps(value).replace("<", "\\u003c")


class App:
    """The server, and what it holds."""

    def __init__(self) -> None:
        self.boats: list[dict[str, Any]] = [dict(one) for one in BOATS]
        self.next = 21

    def document(self) -> tuple[str, str]:
        """(policy, document)"""
        counts = f"window.COUNTS = {safe({'boats': [{'id': one['id'], 'name': one['name']} for one in self.boats]})};"
        digest = base64.b64encode(hashlib.sha256(counts.encode()).digest()).decode()
        data = safe({"page": {"boats": self.boats, "total": len(self.boats)}, "build": "b7"})
        fields = "".join(f'<input name="{name}" placeholder="{name}">' for name in ("id", "name", "berth"))
        page = (
            f"<!doctype html><meta charset=utf-8><title></title><h1>Berths</h1><p>{fields}<button id=add>Add</button>"
            f"<button id=move>Move</button></p><ul></ul><script>{counts}</script>"
            f'<script id="data" type="application/json">{data}</script><script nonce="n0">{DRAW}</script>'
        )
        return f"default-src 'self'; script-src 'nonce-n0' 'sha256-{digest}'", page

    def write(self, method: str, path: str, sent: Any) -> tuple[int, Any]:
        key = int(path.rpartition("/")[2]) if path.count("/") > 2 else 0
        one = next((one for one in self.boats if one["id"] == key), None)
        if method == "POST":
            made = {"id": self.next, "note": "", **sent}
            self.next += 1
            self.boats.append(made)
            return 201, made
        if one is None:
            return 404, {"error": "not found"}
        if method == "DELETE":
            self.boats.remove(one)
            return 204, None
        one.update(sent)
        return 200, one

    @contextmanager
    def served(self) -> Iterator[str]:
        app = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                sent = json.loads(self.rfile.read(size)) if size else None
                status, headers, body = 404, {"Content-Type": "text/plain"}, b"no"
                if self.command == "GET" and self.path == "/":
                    policy, page = app.document()
                    status, body = 200, page.encode()
                    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy}
                elif self.path.startswith("/api/"):
                    status, made = app.write(self.command, self.path, sent)
                    headers, body = (
                        {"Content-Type": "application/json"},
                        b"" if made is None else json.dumps(made).encode(),
                    )
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    if status != 204 or name != "Content-Length":
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PATCH = do_DELETE = answer

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


TOUR = """
- goto: /
- wait: "#boat-11"
- page: first
- fill: ["[name=name]", "Dune"]
- fill: ["[name=berth]", "S2"]
- click: "#add"
- wait: "li:has-text('Dune')"
- page: added
- fill: ["[name=id]", "12"]
- fill: ["[name=berth]", "S3"]
- click: "#move"
- wait: "li:has-text('at S3')"
- click: "#boat-13 button"
- wait: "ul:not(:has(#boat-13)) li"
- page: removed
"""
OTHER = """
- goto: /
- wait: "#boat-11"
- click: "#boat-12 button"
- wait: "ul:not(:has(#boat-12)) li"
- fill: ["[name=name]", "Eel </script> & \\"Co\\""]
- fill: ["[name=berth]", "W<1>"]
- click: "#add"
- wait: "li:has-text('Eel')"
- page: added
- fill: ["[name=id]", "21"]
- fill: ["[name=berth]", "E5"]
- click: "#move"
- wait: "#boat-21:has-text('at E5')"
- goto: /
- wait: "#boat-21"
- page: again
"""


async def compared(mock: Path) -> TwinReport:
    with App().served() as live:
        async with opened([mock]) as served:
            return await twin(Plan(served, live, parse_steps(OTHER), timeout=20.0), lambda at: None)


async def test_the_draft_shows_in_documents_what_the_live_app_shows(tmp_path: Path) -> None:
    with App().served() as live:
        site = find_site(PUBLIC, None)
        site.origins[PUBLIC] = live
        recorded = await record(Recording(site, tmp_path / "berths.wacz", parse_steps(TOUR)))
    assert recorded.failures == []
    wacz, draft, mock = (str(tmp_path / name) for name in ("berths.wacz", "draft", "berths.mock"))
    assert await asyncio.to_thread(main, ["discover", wacz, "--out", draft]) == 0
    assert await asyncio.to_thread(main, ["enrich", "--features", draft, "--recording", wacz, "--out", mock]) == 0
    report = await compared(tmp_path / "berths.mock")
    told = json.dumps([step.as_json() for step in report.steps if not step.clean], indent=1, default=str)
    scores = report.scores()
    assert scores["steps"].share == 1.0, told
    assert scores["texts"].share == 1.0, told
    assert scores["replies"].share == 1.0, told
