"""Attempts are scored again from their files, to the same verdict, or to what a changed task says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from awe_author.cli.rescore import command
from awe_author.errors import InputError
from awe_author.evaluation.episodes import Episode, read_run, write_about
from awe_author.project.runs import evidence_of, rescore, save_attempt
from awe_author.project.tasks import TaskFile, TaskReader

ROOT = Path(__file__).resolve().parents[2]
TASK = "sdr-02-task.yaml"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sales floor with one task."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "state_models", folder / "state_models")
    (folder / "tasks" / "sdr" / "oracles").mkdir(parents=True)
    for file in ("world.yaml", "timers.json", TASK):
        shutil.copy(ROOT / "tasks" / "sdr" / file, folder / "tasks" / "sdr" / file)
    for file in (ROOT / "tasks" / "sdr" / "oracles").glob("sdr-02*"):
        shutil.copy(file, folder / "tasks" / "sdr" / "oracles" / file.name)
    return folder


@pytest.fixture(scope="module")
def task(project: Path) -> TaskFile:
    return TaskReader().read(project / "tasks" / "sdr" / TASK)


def attempt(run: Path, task: TaskFile, *, solved: bool, number: int = 1) -> Episode:
    """The oracle's attempt, or one that did nothing, saved."""
    sessions = task.world.sessions(task.world.file.seed)
    session = sessions.open(session_id=f"s{number}")
    evidence = task.oracle_evidence(session=session, only=None if solved else 0)
    return save_attempt(
        run, task, evidence, agent="oracle" if solved else "noop", attempt=number, sessions=sessions, session=session
    )


def test_the_evidence_comes_back_and_the_verdict_is_the_same(tmp_path: Path, task: TaskFile) -> None:
    made = attempt(tmp_path, task, solved=True)
    assert made.verdict.outcome == "pass", made.verdict.to_json()
    run = read_run(tmp_path)
    (episode,) = run.episodes
    assert episode == made
    evidence = evidence_of(run, episode, task)
    assert task.scorer.verdict(evidence) == made.verdict
    (again,) = rescore(run, {task.task.id: task}, when="2026-11-22T00:00:00Z")
    assert not again.changed
    assert not again.problem


def test_a_task_that_changed_changes_the_verdict_and_keeps_the_one_before(
    tmp_path: Path, project: Path, task: TaskFile
) -> None:
    run = tmp_path / "run"
    attempt(run, task, solved=True)
    attempt(run, task, solved=False, number=2)
    path = project / "tasks" / "sdr" / "harder.yaml"
    form: Any = yaml.safe_load((project / "tasks" / "sdr" / TASK).read_text())
    form["checkpoints"].append({"id": "no-more", "weight": 3, "state": "size(state.crm.leads) == 0"})
    path.write_text(yaml.safe_dump(form, sort_keys=False))
    write_about(run, {"tasks": [str(path)]})

    done = CliRunner().invoke(command, [str(run), "--json", "--dry-run"], catch_exceptions=False)
    told = json.loads(done.stdout)
    assert (done.exit_code, told["scored"], told["changed"], told["written"]) == (0, 2, 2, False)
    assert all(not one.earlier for one in read_run(run).episodes)

    done = CliRunner().invoke(command, [str(run), "--json"], catch_exceptions=False)
    solved = next(one for one in json.loads(done.stdout)["results"] if one["before"]["outcome"] == "pass")
    assert solved["after"] == {"outcome": "fail", "score": 0.25}
    assert "checkpoint no-more does not pass" in solved["differences"]
    kept = next(one for one in read_run(run).episodes if one.agent == "oracle")
    assert kept.earlier[0]["verdict"]["outcome"] == "pass"  # type: ignore[index,call-overload]

    done = CliRunner().invoke(command, [str(run), "--json"], catch_exceptions=False)
    assert json.loads(done.stdout)["changed"] == 0
    path.unlink()


def test_what_can_not_be_scored_keeps_its_verdict_and_is_told(tmp_path: Path, task: TaskFile) -> None:
    made = attempt(tmp_path, task, solved=True)
    (tmp_path / made.timeline).write_bytes(b"damaged")
    (one,) = rescore(read_run(tmp_path), {task.task.id: task}, when="")
    assert one.problem
    assert not one.changed
    done = CliRunner().invoke(command, [str(tmp_path), "--tasks", str(task.path)], standalone_mode=False)
    assert done.return_value == 1
    assert "Not scored" in done.stdout


def test_an_episode_without_its_timeline_says_nothing_of_the_state(tmp_path: Path, task: TaskFile) -> None:
    evidence = task.oracle_evidence()
    save_attempt(tmp_path, task, evidence, agent="a")
    run = read_run(tmp_path)
    with pytest.raises(InputError, match="was not saved"):
        evidence_of(run, run.episodes[0], task)


def test_tasks_have_to_be_named(tmp_path: Path, task: TaskFile) -> None:
    attempt(tmp_path, task, solved=True)
    with pytest.raises(InputError, match="names no tasks"):
        CliRunner().invoke(command, [str(tmp_path)], catch_exceptions=False)
    other = ROOT / "tasks" / "sdr" / "sdr-06-stage.yaml"
    with pytest.raises(InputError, match="no episode is of one of these tasks"):
        CliRunner().invoke(command, [str(tmp_path), "--tasks", str(other)], catch_exceptions=False)
