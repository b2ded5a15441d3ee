"""Harbor CRM, the demo app, as a mock: recorded here and now, with features and a model that were written by hand."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from pathlib import Path

from awe_author.browser.step_language import parse_steps
from awe_author.demo import DemoServer
from awe_author.demo.store import PASSWORD, USER
from awe_author.recorder.record import Plan, record
from awe_author.recorder.site import find_site
from awe_author.session.moments import format_moment

HERE = Path(__file__).parent
PUBLIC = "https://crm.harbor.test"
STEPS = f"""
- goto: /
- fill: ["input[name=email]", "{USER}"]
- fill: ["input[name=password]", "{PASSWORD}"]
- click: button
- wait: "#leads tbody tr"
- fill: ["#search", "coral"]
- wait: "text=Coral Freight"
- goto: /leads
- wait: "#leads tbody tr"
- click: "th[data-sort=name]"
- wait: "th[data-sort=name][aria-sort]"
- click: "#new"
- fill: ["#editor [name=name]", "Nobody"]
- click: "#save"
- wait: "text=is required"
- fill: ["#editor [name=name]", "Orla Fenwick"]
- fill: ["#editor [name=company]", "Lantern Point"]
- fill: ["#editor [name=value]", "42000"]
- click: "#save"
- wait: 'td a:has-text("Orla Fenwick")'
- click: 'td a:has-text("Orla Fenwick")'
- wait: "#status harbor-badge"
- fill: ["#edit [name=company]", "Lantern Point Ltd"]
- click: "#save"
- wait: 0.5
- goto: /dashboard
- wait: "#top li"
- goto: /files
- wait: 0.5
- goto: /leads
- wait: "#leads tbody tr"
"""


async def make_mock(folder: Path) -> Path:
    """Record the app into `folder` and write its world.yaml there; gives that."""
    with DemoServer() as app:
        seed = first_state(app)
        site = find_site(PUBLIC, None)
        site.origins[PUBLIC] = app.url
        recorded = await record(Plan(site, folder / "harbor.wacz", parse_steps(STEPS)))
    assert recorded.failures == [], recorded.failures
    return write_world(folder, seed)


def first_state(app: DemoServer) -> dict[str, object]:
    """What the app holds, as the model has it."""
    assert app._folder is not None
    with DemoServerData(Path(app._folder.name) / "harbor.sqlite") as db:
        rows = [dict(row) for row in db.execute("select * from leads")]
    leads = {str(row["id"]): {**row, "id": str(row["id"])} for row in rows}
    return {"leads": leads, "files": {}, "next_ids": {"lead": len(leads) + 1, "file": 1}}


class DemoServerData:
    """The app's file, read beside it."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __enter__(self) -> sqlite3.Connection:
        deadline = time.monotonic() + 30
        while not self._file.exists() or not self._ready():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        self._db = sqlite3.connect(self._file)
        self._db.row_factory = sqlite3.Row
        return self._db

    def _ready(self) -> bool:
        db = sqlite3.connect(self._file)
        try:
            return bool(db.execute("select count(*) from activity").fetchone()[0] >= 3)
        except sqlite3.Error:
            return False
        finally:
            db.close()

    def __exit__(self, *_: object) -> None:
        self._db.close()


def write_world(folder: Path, seed: dict[str, object]) -> Path:
    """The mock's files beside its recording."""
    for name in ("model.json", "features.yaml"):
        shutil.copy(HERE / name, folder / name)
    (folder / "seed.json").write_text(json.dumps(seed))
    world = folder / "world.yaml"
    start = format_moment(int(time.time()) * 1_000_000)
    world.write_text(
        "world: harbor\n"
        "apps:\n  harbor: {model: model.json, recording: harbor.wacz, features: features.yaml}\n"
        f"clock: {{start: '{start}', step: PT1S}}\n"
    )
    return world
