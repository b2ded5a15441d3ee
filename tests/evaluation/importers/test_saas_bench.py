"""SaaS-Bench's results as episodes: its scores, its statuses, and what a result says wrongly of itself."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.evaluation.importers.notes import Notes
from awe_author.evaluation.importers.saas_bench import episodes_of, result_of_stderr, verdict_of
from awe_author.evaluation.metrics.completion import checkpoint_score, completion

STDERR = """
connecting...
[PASS] (2pt) HRMS claim approved  (status=Approved, total=10350.0)
[PASS] (1pts) BC vendor exists (email)
[FAIL] (2pt) BC bill exists  (date=2026-03-19, status=NULL)
SCORE: 0.600  PASS: False  (3/5)
"""


def result(status: str = "FAIL", marks: str = "+-", **told: Any) -> dict[str, Any]:
    checks = [
        {"label": f"check {n}", "weight": 2, "passed": mark == "+", "detail": "x=1"} for n, mark in enumerate(marks)
    ]
    earned, total = 2 * marks.count("+"), 2 * len(marks)
    return {"task_id": "bof_023", "status": status, "score": round(earned / total, 3) if total else 0, "earned": earned,
            "total": total, "all_pass": "-" not in marks, "checks": checks, "returncode": 0, "error": None, **told}  # fmt: skip


def test_the_lines_of_a_verifier() -> None:
    told = result_of_stderr("bof_023", STDERR)
    notes = Notes()
    verdict = verdict_of("bof_023", told, notes)
    assert (verdict.outcome, verdict.score) == ("fail", 0.6)
    assert [(one.id, one.weight, one.passed) for one in verdict.checkpoints] == [
        ("hrms-claim-approved", 2, True), ("bc-vendor-exists-email", 1, True), ("bc-bill-exists", 2, False),
    ]  # fmt: skip
    assert verdict.checkpoints[2].found == "date=2026-03-19, status=NULL"
    assert not notes.found


@pytest.mark.parametrize("text", ["", "Traceback...", "[PASS] (2pt) one  (x)"])
def test_a_verifier_that_broke_off_says_nothing_about_the_agent(text: str) -> None:
    verdict = verdict_of("t", result_of_stderr("t", text), Notes())
    assert (verdict.outcome, verdict.score) == ("invalid", 0.0)
    assert verdict.faults


@pytest.mark.parametrize(
    ("told", "outcome", "score"),
    [(result("PASS", "++"), "pass", 1.0), (result("FAIL", "+-"), "fail", 0.5), (result("ERROR", ""), "invalid", 0.0),
     (result("SKIP", "+-"), "invalid", 0.0), (result("FAIL", "--"), "fail", 0.0)],
)  # fmt: skip
def test_statuses(told: dict[str, Any], outcome: str, score: float) -> None:
    notes = Notes()
    verdict = verdict_of("t", told, notes)
    assert (verdict.outcome, verdict.score) == (outcome, score)
    assert not notes.found
    if outcome != "invalid":
        assert checkpoint_score(verdict) == pytest.approx(told["score"], abs=0.0006)


@pytest.mark.parametrize("wrong", [{"score": 0.9}, {"earned": 4}, {"total": 7}, {"all_pass": True}, {"status": "PASS"}])
def test_what_it_says_wrongly_of_itself_is_noted_and_not_believed(wrong: dict[str, Any]) -> None:
    notes = Notes()
    verdict = verdict_of("t", result() | wrong, notes)
    assert (verdict.outcome, verdict.score) == ("fail", 0.5)
    assert [note.kind for note in notes.found] == ["doubt"]


def test_attempts_agents_and_labels() -> None:
    results = [result(), result("PASS", "++"), result("ERROR", "") | {"agent": "other"}]
    episodes = episodes_of(results, Notes(), agent="opus", labels={"bof_023": {"domain": "Business"}})
    assert [one.id for one in episodes] == ["bof_023.opus.1", "bof_023.opus.2", "bof_023.other.1"]
    told: Any = completion([one for one in episodes if one.agent == "opus"])
    assert (told["pass"], told["fail"], told["resolved"]["share"], told["checkpoint_score"]) == (1, 1, 0.5, 0.75)
    assert episodes[0].labels["domain"] == "Business"
