"""`awe-author check TASK...` and `record-task` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from awe_author.cli.main import main
from tests.evaluation.floor import WORLD
from tests.evaluation.qa.planted import GOOD, PLANTED


def write(folder: Path, **tasks: object) -> None:
    for name, task in tasks.items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump({**task, "world": str(WORLD), "id": name}))  # type: ignore[dict-item]


def test_one_report_for_good_and_bad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, good=GOOD, bad=PLANTED["points for seeded data"][1])
    (tmp_path / "ugly.yaml").write_text("id: ugly\ninstruction: x\n")
    assert main(["check", str(tmp_path), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert {one["task"]: one["admitted"] for one in report["tasks"]} == {"good": True, "bad": False}
    assert [why["rule"] for one in report["tasks"] for why in one["refusals"]] == ["seeded-points"]
    assert {one["what"] for one in report["problems"]} >= {'the key "world" is missing'}
    assert report["admitted"] is False
    assert main(["check", str(tmp_path / "good.yaml"), "--no-again", "--survivors"]) == 0
    assert "1 of 1 tasks admitted" in capsys.readouterr().out


def test_what_is_not_there_is_an_input_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert main(["check", str(tmp_path / "none.yaml")]) == 2
    assert main(["check", "tasks", "--help"]) == 0
    assert "admitted only if" in " ".join(capsys.readouterr().out.split())


def test_record_task_writes_a_task_that_check_admits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    oracle = tmp_path / "done.yaml"
    oracle.write_text(yaml.safe_dump(GOOD["oracle"]))
    arguments = ["--oracle", str(oracle), "--id", "made", "--instruction", GOOD["instruction"]]
    assert main(["record-task", str(WORLD.parent), *arguments]) == 0
    text = capsys.readouterr().out
    task = tmp_path / "made.yaml"
    task.write_text(text.replace("world: sdr", f"world: {WORLD}"))
    assert main(["check", str(task), "--no-again"]) == 0
    assert main(["record-task", str(WORLD.parent), "--id", "x", "--instruction", "y"]) == 2
