"""Agents attempt tasks in a browser; their episodes can be reported on and scored again."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from awe_author.cli.main import main
from awe_author.errors import InputError
from awe_author.evaluation.episodes import Episode, read_run
from awe_author.project.attempts import Agent, Move, Observation, attempt, maker_of, no_op
from awe_author.project.runs import rescore
from awe_author.project.tasks import TaskFile, TaskReader
from tests.project.test_performing import written

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture
def file(tmp_path: Path) -> TaskFile:
    return TaskReader().read(written(tmp_path, budget={"steps": 6, "seconds": 60}))


def played(file: TaskFile, agent: Agent, run: Path, **more: Any) -> Episode:
    """One attempt."""
    return asyncio.run(attempt(file, agent, run=run, agent_name="test", patience=2, **more))


def test_nothing_fails_and_the_oracle_passes_and_both_can_be_reported_and_scored_again(
    file: TaskFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    for agent in ("noop", "oracle"):
        assert main(["run", str(file.path), "--agent", agent, "--out", str(run), "--json"]) == 0
        (episode,) = json.loads(capsys.readouterr().out)["episodes"]
        assert episode["verdict"]["outcome"] == {"noop": "fail", "oracle": "pass"}[agent]
    assert sorted(one.agent for one in read_run(run).episodes) == ["noop", "oracle"]
    assert [(one.changed, one.problem) for one in rescore(read_run(run), {"menu": file}, when="")] == [(False, "")] * 2
    assert main(["report", str(run), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


def test_an_agent_sees_the_page_and_is_told_what_could_not_be_done(file: TaskFile, tmp_path: Path) -> None:
    seen: list[Observation] = []
    moves: list[Move] = [
        {"click": "#nowhere"},
        {"clik": "#menu"},
        {"upload": ["#name", "/etc/passwd"]},
        {"fill": ["#name", {"env": "HOME"}]},
        {"ask": "May I open the menu?"},
        {"click": "#menu"},
        {"answer": "too late"},
    ]

    async def agent(observation: Observation) -> Move:
        seen.append(observation)
        return moves[observation.number - 1]

    episode = played(file, agent, tmp_path / "run", seed=40, number=2)
    assert [one.left for one in seen] == [6, 5, 4, 3, 2, 1]
    assert {(one.url, one.title, one.seed) for one in seen} == {("https://desk.test/", "Desk", 42)}
    assert "Menu" in seen[0].text
    wanted = ["", "nothing on the page matched #nowhere", "there is no step", "files are brought along", "not written"]
    assert all(part in one.error for part, one in zip(wanted, seen, strict=False)), [one.error for one in seen]
    assert isinstance(seen[5].reply, dict)
    assert episode.verdict.outcome == "fail"  # it opened the menu without a name
    assert [step.action["kind"] for step in episode.facts.trajectory or ()] == [
        "click", "none", "none", "none", "ask_user", "click"
    ]  # fmt: skip
    assert not episode.facts.answered


def test_an_agent_that_raises_or_talks_nonsense_fails_and_a_browser_that_breaks_is_invalid(
    file: TaskFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises(seen: Observation) -> Move:
        raise ValueError("no idea")

    episode = played(file, raises, tmp_path / "run")
    assert episode.verdict.outcome == "fail"
    assert "ValueError: no idea" in (episode.facts.trajectory or ())[-1].error
    assert played(file, lambda seen: "click", tmp_path / "run", number=2).verdict.outcome == "fail"  # type: ignore

    async def gone(*_: object) -> None:
        from awe_author.errors import AweError

        raise AweError("the start page does not come")

    monkeypatch.setattr("awe_author.project.driving._go_to_start", gone)
    episode = played(file, no_op(file), tmp_path / "run", number=3)
    assert episode.verdict.outcome == "invalid"
    assert "the start page does not come" in " ".join(episode.facts.faults)


def test_agents_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: TaskFile) -> None:
    (tmp_path / "given_agents.py").write_text("class Counting:\n    def __call__(self, seen):\n        return None\n")
    monkeypatch.chdir(tmp_path)
    maker = maker_of("given_agents:Counting")
    assert maker(file) is not maker(file)
    for wrong in ("somebody", "given_agents:Other", "no_such_module:x", ":x"):
        with pytest.raises(InputError) as found:
            maker_of(wrong)
        assert "noop, oracle" in found.value.hint
