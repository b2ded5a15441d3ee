"""The Python of docs/guide/reports.md runs."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from awe_author.evaluation.episodes import write_episode
from tests.evaluation.episodes.making import episode

TEXT = (Path(__file__).resolve().parents[3] / "docs/guide/reports.md").read_text()


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    write_episode(Path("runs/monday"), episode())
    agent, block = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names: dict[str, Any] = {}
    exec(agent, names)
    seen = SimpleNamespace(text="Drafts: Draft 1, Draft 2")
    assert names["careful"](SimpleNamespace(text="Posts")) == {"goto": "/ghost/#/posts?type=draft"}
    assert names["careful"](seen) == {"answer": 3}
    exec(block, {})
    assert capsys.readouterr().out == "1.0\n"
    assert Path("report.html").exists()
