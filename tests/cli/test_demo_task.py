"""The demo's chapters about state: a task of the repository done in Chromium, scored, and taken back."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path

import pytest
from rich.console import Console

from awe_author.cli import demo_task
from awe_author.cli.output import Output
from awe_author.demo.task import Played, play, repository_task
from awe_author.project.tasks import TaskReader

ROOT = Path(__file__).parents[2]


def test_the_task_is_found_beside_the_package_and_below_the_folder(tmp_path: Path) -> None:
    found = repository_task(tmp_path)
    assert found == ROOT / "tasks/publishing/pub-11-story.yaml"
    assert repository_task(ROOT) == found


@pytest.mark.browser
@pytest.mark.timeout(400)
async def test_a_task_is_done_scored_and_taken_back(tmp_path: Path) -> None:
    file = TaskReader().read(ROOT / "tasks/publishing/pub-02-feature.yaml")
    heard: list[int] = []
    played = await play(file, tmp_path / "shots" / "last.png", lambda place, step: heard.append(place))
    assert heard == list(range(len(file.steps)))
    assert (played.untouched.score, played.solved.score, played.rewound.score) == (0, 1, 0)
    assert played.passed
    assert played.picture.read_bytes().startswith(b"\x89PNG")
    assert [event.action for event in played.events] == ["update_post"]
    assert played.events[0].feature
    text = _shown(played)
    assert "ghost.update_post" in text
    assert "featured false → true" in text
    assert "score is 1 when it was done" in text
    failed = dataclasses.replace(played, solved=played.untouched)
    assert not failed.passed
    assert "not what they must be" in _shown(failed)
    assert failed.to_json()["passed"] is False


def _shown(played: Played) -> str:
    console = Console(width=160, record=True, file=io.StringIO())
    for part in demo_task.closing(played, Output()):
        console.print(part)
    return console.export_text()
