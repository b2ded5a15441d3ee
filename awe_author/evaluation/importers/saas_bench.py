"""SaaS-Bench's results as episodes: weighted checks, with the verifier's JSON or its lines on stderr.

`status` PASS and FAIL are outcomes; ERROR and SKIP are invalid episodes, since no check spoke about the agent. What the
result says of itself (`score`, `earned`, `total`, `all_pass`) is checked against its checks; what disagrees is noted,
and the checks are believed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.evaluation.episodes.model import Episode, Timings
from awe_author.evaluation.importers.drafts import id_of
from awe_author.evaluation.importers.notes import Notes
from awe_author.evaluation.verdict import CheckpointResult, Outcome, Verdict
from awe_author.json_types import JsonObject

_CHECK = re.compile(r"\[(PASS|FAIL)\]\s*\((\d+(?:\.\d+)?)\s*pts?\)\s*(.*?)(?:\s{2,}\((.*)\))?\s*\Z")
_SCORE = re.compile(r"SCORE:\s*([\d.]+)\s+PASS:\s*(True|False)\s+\(([\d.]+)/([\d.]+)\)")
CLOSE = 0.0006
"""Scores are printed with three digits."""


def result_of_stderr(task: str, text: str) -> JsonObject:
    """A result from the lines that a verifier writes to stderr."""
    checks: list[JsonObject] = []
    for line in text.splitlines():
        if match := _CHECK.search(line.strip()):
            passed, weight, label, detail = match.groups()
            checks.append(
                {"label": label.strip(), "weight": float(weight), "passed": passed == "PASS", "detail": detail or ""}
            )
    score = _SCORE.search(text)
    if not checks or score is None:
        return {
            "task_id": task,
            "status": "ERROR",
            "checks": [*checks],
            "error": "the verifier did not come to its end",
        }
    value, passed, earned, total = score.groups()
    return {
        "task_id": task, "status": "PASS" if passed == "True" else "FAIL", "score": float(value),
        "earned": float(earned), "total": float(total), "all_pass": passed == "True", "checks": [*checks],
    }  # fmt: skip


def episodes_of(
    results: Sequence[Mapping[str, Any]], notes: Notes, *, agent: str, labels: Mapping[str, JsonObject] | None = None
) -> list[Episode]:
    """One episode for each result; `labels`: by task id, from its meta.json."""
    tried: dict[str, int] = {}
    made = []
    for result in results:
        task = id_of(str(result["task_id"]))
        who = str(result.get("agent") or result.get("model") or agent)
        key = f"{who}/{task}"
        tried[key] = tried.get(key, 0) + 1
        notes.task = task
        made.append(
            Episode(
                id=f"{task}.{id_of(who)}.{tried[key]}",
                task=task,
                agent=who,
                attempt=tried[key],
                verdict=verdict_of(task, result, notes),
                labels={"benchmark": "saas-bench", **(labels or {}).get(str(result["task_id"]), {})},
                timings=Timings(total=float(result.get("seconds") or result.get("duration") or 0.0)),
            )
        )
    return made


def verdict_of(task: str, result: Mapping[str, Any], notes: Notes) -> Verdict:
    """The verdict that its checks give."""
    checks = tuple(_checkpoint(number, check) for number, check in enumerate(result.get("checks") or (), 1))
    total = sum(one.weight for one in checks)
    earned = sum(one.weight for one in checks if one.passed)
    outcome: Outcome = "invalid"
    faults: tuple[str, ...] = ()
    status = str(result["status"]).upper()
    if status in ("PASS", "FAIL") and checks:
        outcome = "pass" if all(one.passed for one in checks) else "fail"
        _agrees(result, earned, total, outcome, notes)
    else:
        faults = (str(result.get("error") or f"the verifier gave {status or 'no status'}"),)
    score = earned / total if total and outcome != "invalid" else 0.0
    return Verdict(task=task, outcome=outcome, score=score, checkpoints=checks, faults=faults)


def _checkpoint(number: int, check: Mapping[str, Any]) -> CheckpointResult:
    passed = check.get("passed") is True
    label, detail = str(check.get("label", "")), str(check.get("detail") or "")
    return CheckpointResult(
        id=id_of(label)[:60] or f"check-{number}",
        kind="state",
        weight=float(check.get("weight", 1)),
        passed=passed,
        score=float(passed),
        expected=label,
        found=detail or None,
        why=detail or ("" if passed else label),
    )


def _agrees(result: Mapping[str, Any], earned: float, total: float, outcome: str, notes: Notes) -> None:
    """Notes what the result says of itself that its checks do not say."""
    told = {
        "score": (result.get("score"), earned / total if total else 0.0),
        "earned": (result.get("earned"), earned),
        "total": (result.get("total"), total),
    }
    for name, (said, counted) in told.items():
        if said is not None and abs(float(said) - counted) > CLOSE:
            notes.doubt(f"{name} is {said}", f"its checks come to {counted:g}")
    passed = outcome == "pass"
    if (
        str(result.get("status")).upper() != ("PASS" if passed else "FAIL")
        or result.get("all_pass", passed) is not passed
    ):
        notes.doubt(f"status is {result.get('status')}", f"its checks {'all pass' if passed else 'do not all pass'}")
