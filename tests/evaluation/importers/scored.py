"""Imported tasks, scored without a browser: pages and answers are given as values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from awe_author.evaluation.checkpoints import Environment
from awe_author.evaluation.evidence import Evidence, Facts, History, Page
from awe_author.evaluation.loading import read_task
from awe_author.evaluation.problems import Report
from awe_author.evaluation.scoring import Scorer, compile_task
from awe_author.located import parse_located
from awe_author.project.importing import as_yaml
from tests.evaluation.policies.scenes import NOTHING

SHARED = Path(__file__).resolve().parents[4] / "shared"


def scorer(task: dict[str, Any]) -> Scorer:
    """The scorer of an imported task, by way of its file."""
    report = Report(parse_located(as_yaml(task), f"{task['id']}.yaml"))
    read = read_task(report.located, report)
    report.done()
    assert read is not None
    again = read.to_json()
    assert all(again[key] == task[key] for key in ("id", "instruction", "labels"))
    assert [one["id"] for one in again["checkpoints"]] == [one["id"] for one in task["checkpoints"]]  # type: ignore[index,union-attr,call-overload]
    made = compile_task(read, Environment(), report)
    report.done()
    assert made is not None
    return made


def outcome(task: dict[str, Any], *, answer: Any = None, url: str = "https://x.test/", value: Any = None) -> str:
    """What comes of it with this answer, this address in front, and this value of every script in it."""
    made = scorer(task)
    known = {} if value is None else dict.fromkeys(made.scripts, value)
    pages = (Page(url=url, scripts=known, failed={} if known else dict.fromkeys(made.scripts, "gone")),)
    facts = Facts(answer=answer, answered=answer is not None, pages=pages, trajectory=())
    return made.verdict(Evidence(History(NOTHING, ()), facts)).outcome
