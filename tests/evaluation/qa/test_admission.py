"""Good tasks are admitted; each planted bad one is refused, and by the rule that it breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from awe_author.evaluation.qa.admission import examine
from awe_author.evaluation.qa.report import Admission
from awe_author.project.admission import ActRuns, WatchedReader, words_of
from tests.evaluation.floor import WORLD
from tests.evaluation.qa.planted import ASKED, GOOD, NAMED, PLANTED


@pytest.fixture(scope="module")
def reader() -> WatchedReader:
    """Reads the world once."""
    return WatchedReader()


def admission(task: dict[str, Any], folder: Path, reader: WatchedReader) -> Admission:
    """What check says of a task."""
    document = dict(task) | {"world": str(WORLD)}
    if code := document.pop("python", ""):
        (folder / "checks.py").write_text(code)
    path = folder / "task.yaml"
    path.write_text(yaml.safe_dump(document, sort_keys=False))
    reader.seen = []
    file = reader.read(path)
    return examine(file.scorer, file.oracle, ActRuns(file, reader.seen), file.world.known, words_of(file.world))


@pytest.mark.parametrize("task", [GOOD, ASKED, NAMED], ids=lambda task: task["id"])
def test_the_good_task_is_admitted(task: dict[str, Any], tmp_path: Path, reader: WatchedReader) -> None:
    found = admission(task, tmp_path, reader)
    assert found.refusals == ()
    assert found.solution is not None
    assert found.solution.outcome == "pass"
    assert found.score == 1.0


def test_there_are_forty() -> None:
    assert len(PLANTED) >= 40
    assert len({rule for rule, _ in PLANTED.values()}) >= 16


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_task_is_refused_for_the_right_reason(name: str, tmp_path: Path, reader: WatchedReader) -> None:
    rule, task = PLANTED[name]
    found = admission(task, tmp_path, reader)
    assert not found.admitted
    assert rule in found.rules, [(one.rule, one.what) for one in found.refusals]
    assert all(one.what for one in found.refusals)
    allowed = {rule} | ALSO.get(name, set())
    assert set(found.rules) <= allowed, [(one.rule, one.what) for one in found.refusals if one.rule not in allowed]


ALSO: dict[str, set[str]] = {
    "id that nobody can know": {"time-dependent"},
    "events instead of state": {"said-unchecked"},
    "heuristic remembers": {"checkpoint-blind"},
    "the clock is looked at": {"checkpoint-blind"},
    "events are counted": {"checkpoint-blind"},
    "empty answer passes": {"answer-maximal"},
}
"""Rules that a planted task breaks beside the one it was made for."""
