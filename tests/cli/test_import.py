"""`awe-author import` writes what our own loader reads, and nothing over what is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from awe_author.cli.import_ import command
from awe_author.errors import InputError
from awe_author.evaluation.episodes import read_run
from awe_author.located import read_located

SCRIPT = "document.querySelector('a[href=\"#x\"]') != null"
ENTRY = {
    "task_id": "online.1",
    "env": {"data_path": "a/site.wacz", "start_url": "https://x.test/"},
    "goal": "Open: the “menu”",
    "eval": {"eval_type": "js_matcher", "evaluate_scripts": [{"script": SCRIPT}]},
}


def run(*arguments: Any) -> dict[str, Any]:
    done = CliRunner().invoke(command, [*map(str, arguments), "--json"], catch_exceptions=False)
    assert done.exit_code == 0
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "benchmark_dev.json"
    path.write_text(json.dumps([ENTRY, ENTRY]))
    return path


def test_tasks_worlds_and_notes(file: Path, tmp_path: Path) -> None:
    told = run("warc-bench", file, "--out", tmp_path / "out", "--archives", tmp_path / "wacz")
    assert told["tasks"] == ["dev.online.1"]
    assert told["notes"][0]["what"] == "left out"
    task: Any = read_located(tmp_path / "out" / "dev.online.1.yaml").value
    assert task["instruction"] == ENTRY["goal"]
    world: Any = read_located(tmp_path / "out" / task["world"]).value
    assert (
        tmp_path / "out" / "worlds" / world["apps"]["site"]["recording"]
    ).resolve() == tmp_path / "wacz" / "site.wacz"
    assert json.loads((tmp_path / "out" / "import-notes.json").read_text()) == told["notes"]


def test_nothing_is_written_over_but_by_force(file: Path, tmp_path: Path) -> None:
    run("warc-bench", file, "--out", tmp_path / "out")
    with pytest.raises(InputError, match="is there already"):
        run("warc-bench", file, "--out", tmp_path / "out")
    run("warc-bench", file, "--out", tmp_path / "out", "--force")


@pytest.mark.parametrize("text", ["[1]", "[{}]", '[{"task_id": 1, "eval": {}}]', "{}"])
def test_files_of_another_form_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    for kind in ("warc-bench", "webarena", "st-webagentbench", "real", "saas-bench"):
        with pytest.raises(InputError):
            run(kind, path, "--out", tmp_path / kind)


def test_results_become_a_run(tmp_path: Path) -> None:
    path = tmp_path / "bof_1.log"
    path.write_text("[PASS] (2pt) made  (x)\nSCORE: 1.000  PASS: True  (2/2)\n")
    meta = tmp_path / "meta.json"
    meta.write_text(json.dumps({"task_id": "bof_1", "category_id": "Business", "meta_data": {"sites": ["crm"]}}))
    told = run("saas-bench", path, meta, "--out", tmp_path / "run", "--agent", "opus")
    (episode,) = read_run(tmp_path / "run").episodes
    assert told["episodes"] == [episode.id] == ["bof_1.opus.1"]
    assert (episode.verdict.outcome, episode.labels["app"]) == ("pass", ["crm"])


def test_sites_are_name_and_address(file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not NAME=URL"):
        run("webarena", file, "--out", tmp_path / "out", "--site", "gitlab")
