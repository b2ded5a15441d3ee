"""The code of docs/guide/sessions.md runs as it stands, on the world that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from awe_author.session import MemoryStore, Sessions

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def test_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("state_models", "tasks"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    opening, exporting = BLOCK.findall((ROOT / "docs/guide/sessions.md").read_text())
    names: dict[str, object] = {}
    exec(opening, names)
    sessions = names["sessions"]
    assert isinstance(sessions, Sessions)
    for run in exporting.splitlines()[-2:]:
        settings = {"initial": sessions.initial, "clock": sessions.clock, "seed": sessions.seed}
        names["elsewhere"] = Sessions(sessions.world, MemoryStore(), **settings)
        exec("\n".join([*exporting.splitlines()[:3], run]), names)
    sessions.store.close()
