"""The Python of docs/guide/reports.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from awe_author.evaluation.episodes import write_episode
from tests.evaluation.episodes.making import episode

TEXT = (Path(__file__).resolve().parents[3] / "docs/guide/reports.md").read_text()


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    write_episode(Path("runs/monday"), episode())
    (block,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(block, {})
    assert capsys.readouterr().out == "1.0\n"
    assert Path("report.html").exists()
