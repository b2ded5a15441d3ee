"""`awe-author report` reads runs, shows and writes what they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from awe_author.cli.report import command
from awe_author.errors import InputError
from awe_author.evaluation.episodes import write_episode
from tests.evaluation.episodes.making import episode


@pytest.fixture
def run(tmp_path: Path) -> Path:
    for agent, marks in (("careful", "++"), ("hasty", "+-")):
        for attempt in (1, 2):
            write_episode(tmp_path / "run", episode("t1", marks, agent=agent, attempt=attempt))
    write_episode(tmp_path / "run", episode("t2", agent="hasty", invalid=True))
    return tmp_path / "run"


def test_json_has_every_figure_and_files_are_written(run: Path, tmp_path: Path) -> None:
    html, text = tmp_path / "out" / "r.html", tmp_path / "r.md"
    done = CliRunner().invoke(command, [str(run), "--json", "--html", str(html), "--markdown", str(text)])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["agents"]["careful"]["completion"]["success"]["share"] == 1
    assert told["agents"]["hasty"]["completion"]["invalid"] == 1
    assert told["written"] == {"markdown": str(text), "html": str(html)}
    assert html.read_text().startswith("<!doctype html>")
    assert text.read_text().startswith("# Report on run")


def test_the_terminal_shows_tables(run: Path) -> None:
    done = CliRunner().invoke(command, [str(run)])
    assert done.exit_code == 0
    assert "Completion" in done.stdout
    assert "careful" in done.stdout


def test_only_what_was_asked_for(run: Path) -> None:
    done = CliRunner().invoke(command, [str(run), "--json", "--agent", "careful", "--task", "t1"])
    assert list(json.loads(done.stdout)["agents"]) == ["careful"]
    with pytest.raises(InputError, match="no episode is of 'nobody'"):
        CliRunner().invoke(command, [str(run), "--agent", "nobody"], catch_exceptions=False)


def test_a_damaged_episode_stops_the_report(run: Path) -> None:
    (run / "episodes" / "x.json").write_text("{}")
    with pytest.raises(InputError, match=r"x\.json"):
        CliRunner().invoke(command, [str(run)], catch_exceptions=False)
