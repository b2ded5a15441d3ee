"""What `features_dom` measures: pages with features, as a world that `awe-author serve` serves, and that without them.

Both servers are processes of their own, started as a user would, and keep their sessions in SQLite files. The seed says
what the recording says, so that both show the same picture.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks.formats import write_wacz_and_warc
from benchmarks.material import ORIGIN, PAGES, Material, build_pages
from benchmarks.process import memory_mb, stop

PROJECT = Path(__file__).resolve().parent.parent
LIST = "/list/index.html"
"""A list of which one row was recorded; the others come from the state."""

WHOLE = "/whole/index.html"
"""The same list with all its rows recorded."""

MODEL: Any = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Bench",
    "type": "object",
    "properties": {
        "rows": {"type": "object", "additionalProperties": {"$ref": "#/$defs/row"}},
        "items": {"type": "object", "additionalProperties": {"$ref": "#/$defs/row"}},
    },
    "$defs": {
        "row": {
            "type": "object",
            "required": ["id", "text", "n"],
            "properties": {"id": {"type": "string"}, "text": {"type": "string"}, "n": {"type": "integer"}},
        }
    },
    "x-actions": {
        "count": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [
                {"op": "replace", "path": "/items/{params.id}/n", "value": "state.items[params.id].n + 1"},
            ],
        }
    },
}


def _list_features(path: str) -> str:
    name = path.split("/")[1]
    return f"""\
  - id: {name}
    on: {{page: "{ORIGIN}/{name}/*"}}
    show:
      - each: state.items.values()
        as: item
        into: tbody
        row: tr:first-child
        key: item.id
        set: {{.id: {{text: item.id}}, .text: {{text: item.text}}, .n: {{text: item.n}}}}
  - id: {name}.count
    on: {{page: "{ORIGIN}/{name}/*", event: click, select: button}}
    do: count
    with: {{id: row}}
"""


FEATURES = f"""\
app: bench
features:
  - id: heavy
    on: {{page: "{ORIGIN}/heavy/*"}}
    show:
      - each: state.rows.values().sortBy(row, int(row.id))
        as: row
        into: table
        row: tr:first-child
        key: row.id
        set: {{"td:nth-child(1)": {{text: row.id}}, "td:nth-child(2)": {{text: row.text}}}}
  - id: light
    on: {{page: "{ORIGIN}/light/*"}}
    show: [{{select: h1, set: {{text: "'300 scripts'"}}}}]
{_list_features(LIST)}{_list_features(WHOLE)}"""


@dataclass(slots=True)
class Served:
    """One `awe-author serve`, running."""

    process: subprocess.Popen[bytes]
    ready: dict[str, Any]

    def session(self) -> tuple[str, str]:
        """A new session: its id and its door."""
        made = self._ask("POST", "/sessions", {})
        return made["id"], made["proxy"]

    def actions(self, session: str) -> int:
        """How many actions a session has seen."""
        return int(self._ask("GET", f"/sessions/{session}")["head"])

    def memory(self) -> float:
        """MB of the server."""
        return memory_mb(self.process.pid)

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.ready['token']}"}
        with httpx.Client(base_url=self.ready["control"], headers=headers, trust_env=False, timeout=60) as client:
            return client.request(method, path, json=body).raise_for_status().json()


@dataclass(frozen=True, slots=True)
class Worlds:
    """Folders with a world.yaml each, over one recording."""

    plain: Path
    enriched: Path


def write_worlds(folder: Path, items: int) -> Worlds:
    """Both worlds, with `items` in the lists."""
    material = build_pages(folder / "root")
    seed = {"rows": _recorded(material), "items": _items(items)}
    material.add(LIST, _listed(["r"]).encode(), "text/html", cache="no-store")
    material.add(WHOLE, _listed(list(seed["items"])).encode(), "text/html", cache="no-store", compress=True)
    wacz, _ = write_wacz_and_warc(material, folder / "wacz")
    made = []
    for name, features in (("plain", ""), ("enriched", ", features: features.yaml")):
        world = folder / name
        world.mkdir()
        shutil.copy(wacz, world / "bench.wacz")
        (world / "model.json").write_text(json.dumps(MODEL))
        (world / "seed.json").write_text(json.dumps(seed))
        (world / "features.yaml").write_text(FEATURES)
        app = f"{{model: model.json, seed: seed.json, recording: bench.wacz{features}}}"
        (world / "world.yaml").write_text(
            f"world: bench\nclock: {{start: '2024-03-01T10:00:00Z'}}\napps:\n  bench: {app}\n"
        )
        made.append(world)
    return Worlds(*made)


def _listed(ids: list[str]) -> str:
    row = "<tr><td class=id>{}</td><td class=text>{}</td><td class=n>0</td><td><button>+</button></td></tr>"
    rows = "\n".join(row.format(one, f"Item number {int(one)}" if one.isdigit() else "t") for one in ids)
    return f"<!doctype html><title>List</title><body><h1>0</h1><table><tbody>{rows}</tbody></table>"


def _recorded(material: Material) -> dict[str, Any]:
    """The rows of the heavy page, as its document has them."""
    file = next(item.file for item in material.items if item.path == PAGES["heavy"])
    found = re.findall(r"<tr><td>(\d+)<td>([^<\n]*)", gzip.decompress(file.read_bytes()).decode())
    return {number: {"id": number, "text": text, "n": 0} for number, text in found}


def _items(count: int) -> dict[str, Any]:
    return {f"{n:06}": {"id": f"{n:06}", "text": f"Item number {n}", "n": 0} for n in range(count)}


@contextmanager
def serving(world: Path) -> Iterator[Served]:
    """Serve a world until the block ends."""
    command = [sys.executable, "-m", "awe_author", "serve", str(world), "--store", f"sqlite:{world / 'events.db'}"]
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}
    with (world / "serve.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, env=env)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"awe-author serve did not start: {(world / 'serve.log').read_text()}")
        yield Served(process, json.loads(line))
    finally:
        stop(process)
