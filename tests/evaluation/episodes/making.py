"""Short ways to make episodes."""

from __future__ import annotations

from typing import Any

from awe_author.evaluation.episodes import Episode, Timings
from awe_author.evaluation.evidence import Facts, Step
from awe_author.evaluation.verdict import CheckpointResult, FrameChange, PolicyResult, Verdict


def checkpoint(id: str, passed: bool, *, weight: float = 1, **told: Any) -> CheckpointResult:
    """A result of kind `state` unless `kind` says otherwise."""
    return CheckpointResult(
        id=id,
        kind=told.pop("kind", "state"),
        weight=weight,
        passed=passed,
        score=told.pop("score", float(passed)),
        **told,
    )


def policy(status: Any, dimension: str = "user_consent", **told: Any) -> PolicyResult:
    return PolicyResult(use=told.pop("use", "ask_the_user"), status=status, dimension=dimension, **told)


def episode(
    task: str = "t1",
    marks: str = "+",
    *,
    agent: str = "a",
    attempt: int = 1,
    policies: tuple[PolicyResult, ...] = (),
    invalid: bool = False,
    frame: bool = False,
    weights: tuple[float, ...] = (),
    steps: tuple[str, ...] | None = (),
    seconds: float = 0.0,
    judged: tuple[CheckpointResult, ...] = (),
    **told: Any,
) -> Episode:
    """An episode whose checkpoints pass (+) or fail (-); it passes when all do, nothing is outside of the frame."""
    results = tuple(
        checkpoint(f"c{number}", mark == "+", weight=weights[number] if weights else 1)
        for number, mark in enumerate(marks)
    )
    outcome: Any = "invalid" if invalid else "pass" if "-" not in marks and not frame else "fail"
    total = sum(one.weight for one in results)
    verdict = Verdict(
        task=task,
        outcome=outcome,
        score=0.0 if invalid else sum(one.weight for one in results if one.passed) / total,
        checkpoints=results,
        judged=judged,
        policies=policies,
        frame=(FrameChange(path="/crm/leads/l1", op="remove"),) if frame else (),
        faults=("the browser went away",) if invalid else (),
    )
    trajectory = None if steps is None else tuple(
        Step(number=number, action={"kind": kind}) for number, kind in enumerate(steps, 1)
    )  # fmt: skip
    return Episode(
        id=f"{task}.{agent}.{attempt}",
        task=task,
        agent=agent,
        attempt=attempt,
        verdict=verdict,
        facts=Facts(trajectory=trajectory),
        timings=Timings(total=seconds),
        **told,
    )
