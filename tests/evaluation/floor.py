"""Helps tests: the world of the sales floor, tasks over it from a few lines, episodes from a list of actions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from awe_author.evaluation.checkpoints import Environment
from awe_author.evaluation.evidence import Evidence, Facts, History
from awe_author.evaluation.loading import load_task
from awe_author.evaluation.problems import TaskProblem, TaskProblems
from awe_author.evaluation.scoring import Scorer
from awe_author.evaluation.verdict import CheckpointResult
from awe_author.located import parse_located
from awe_author.project.tasks import OpenWorld
from awe_author.state.types import Action

WORLD = Path(__file__).parents[2] / "tasks" / "sdr" / "world.yaml"


@cache
def world() -> OpenWorld:
    """Read once for all tests; immutable."""
    return OpenWorld.read(WORLD)


def scorer(*checkpoints: dict[str, Any], env: Environment | None = None, **more: Any) -> Scorer:
    """A task with these checkpoints over the floor; everything may change unless `frame` is given."""
    document = {
        "id": "t",
        "instruction": "Do it.",
        "world": "sdr",
        "checkpoints": [{"id": f"c{n}"} | one for n, one in enumerate(checkpoints)],
        "frame": {"may_change": ["/crm", "/mail", "/engagement", "/warehouse", "/timers"]},
    }
    text = yaml.safe_dump(document | more, sort_keys=False)
    return load_task(parse_located(text, "t.yaml"), env or world().known)


def problems(text: str, env: Environment | None = None) -> tuple[TaskProblem, ...]:
    """What is wrong with a task file."""
    try:
        load_task(parse_located(text, "t.yaml"), env or world().known)
    except TaskProblems as found:
        return found.problems
    return ()


def episode(*acts: tuple[str, str, dict[str, Any]], facts: Facts | None = None) -> Evidence:
    """What these actions, one after the other, leave behind."""
    session = world().sessions().open(session_id="episode")
    for app, name, params in acts:
        session.act(Action(app, name, params))
    return Evidence(History.of(session), facts or Facts())


def result(checkpoint: dict[str, Any], evidence: Evidence, env: Environment | None = None) -> CheckpointResult:
    """What comes of one checkpoint."""
    verdict = scorer(checkpoint, env=env).verdict(evidence)
    return (verdict.checkpoints or verdict.judged)[0]


def verdicts(checkpoint: dict[str, Any], episodes: Iterable[Evidence]) -> list[bool]:
    """Whether a checkpoint passes on each of these."""
    made = scorer(checkpoint)
    return [made.verdict(one).checkpoints[0].passed for one in episodes]


START = ("crm", "set_lead_status", {"id": "lead-amos-tillman", "status": "working"})
CALL = {"subject": "Call Amos", "kind": "call", "lead": "lead-amos-tillman", "due": "2025-03-05"}
TASK = ("crm", "create_task", CALL)
LETTER = {"to": ["hugo.lefevre@parcelrepublic.example"], "subject": "Limits", "body": "1,000 an hour."}
MAIL = ("mail", "send_message", LETTER)
