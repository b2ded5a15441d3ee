"""A compiled task: evidence in, verdict out. Pure; equal evidence gives an equal verdict.

Fails closed. A checkpoint whose evaluator raises does not pass, whatever it raised. Evidence that our own side did not
gather (`MissingEvidence`), and faults that the driver of the episode reported, make the episode invalid: then nothing
is said about the agent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from awe_author.evaluation.checkpoints import COMPILERS, Check, Environment, Finding, MissingEvidence
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.frame import outside
from awe_author.evaluation.model import APART, Checkpoint, Task
from awe_author.evaluation.policies import judge_policies
from awe_author.evaluation.problems import Report, Spot
from awe_author.evaluation.turning import turned
from awe_author.evaluation.verdict import CheckpointResult, Outcome, Turn, Verdict

WAITS = "comes after"
"""How the reason begins when only a checkpoint that comes before is missing."""


def waits(result: CheckpointResult) -> bool:
    """Would it have passed, had those passed that it comes after?"""
    return not result.passed and not result.error and result.why.startswith(WAITS)


@dataclass(frozen=True, slots=True)
class Scorer:
    """A task ready to score episodes. Safe to use from many threads."""

    task: Task
    checks: Mapping[str, Check]
    """By id of the checkpoint."""

    order: tuple[Checkpoint, ...]
    """The checkpoints, each behind those that it comes after."""

    @property
    def scripts(self) -> tuple[str, ...]:
        """JavaScript to be run in every page that is open at the end, each once."""
        return tuple(dict.fromkeys(script for check in self.checks.values() for script in check.scripts))

    @property
    def counted(self) -> tuple[Checkpoint, ...]:
        """The checkpoints that count, in the order of the task."""
        return tuple(one for one in self.task.checkpoints if one.kind not in APART)

    def verdict(self, evidence: Evidence, *, history: bool = True) -> Verdict:
        """The outcome of an episode. `history`: also say at which event each checkpoint became what it is."""
        faults = list(evidence.facts.faults)
        results: dict[str, CheckpointResult] = {}
        for one in self.order:
            results[one.id] = self._result(one, evidence, results, faults, history)
        judged = judge_policies(self.task, evidence)
        faults += judged.faults
        frame = outside(self.task.frame, evidence)
        counted = [results[one.id] for one in self.counted]
        outcome = _outcome(counted, bool(frame), bool(faults))
        return Verdict(
            task=self.task.id,
            outcome=outcome,
            score=0.0 if outcome == "invalid" else weighted(counted),
            checkpoints=tuple(counted),
            judged=tuple(results[one.id] for one in self.task.checkpoints if one.kind in APART),
            policies=judged.results,
            frame=frame,
            faults=tuple(faults),
            version=self.task.version,
            digest=self.task.digest,
            node=evidence.history.node(len(evidence.events)),
            state_hash=evidence.final.hash,
        )

    def _result(
        self,
        one: Checkpoint,
        evidence: Evidence,
        before: Mapping[str, CheckpointResult],
        faults: list[str],
        history: bool,
    ) -> CheckpointResult:
        waiting = [id for id in one.after if not before[id].passed]
        error = ""
        try:
            found = self.checks[one.id].at(evidence, len(evidence.events))
        except MissingEvidence as missing:
            error = str(missing)
            faults.append(f"checkpoint {one.id}: {missing.what}")
            found = Finding(False, one.spec, None, missing.what)
        except Exception as raised:  # whatever an evaluator raises, it is no pass
            error = _said(raised)
            found = Finding(False, one.spec, None, "its evaluator raised")
        passed = found.passed and not waiting
        turn: Turn = "unknown"
        event: int | None = None
        if history and not error and not found.skipped:
            turn, event = turned(self.checks[one.id], evidence, found.passed)
        why = f"{WAITS} {', '.join(waiting)}, which did not pass" if found.passed and waiting else found.why
        return CheckpointResult(
            id=one.id,
            kind=one.kind,
            weight=one.weight,
            passed=passed,
            score=0.0 if waiting or error else _score(found),
            expected=found.expected,
            found=found.found,
            event=event,
            turned=turn,
            why=why,
            error=error,
            skipped=found.skipped,
            stage=one.stage,
        )


def _score(found: Finding) -> float:
    return float(found.passed) if found.score is None else found.score


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def weighted(results: Sequence[CheckpointResult]) -> float:
    """Weights passed, as a part of all."""
    total = sum(one.weight for one in results)
    return sum(one.weight * one.score for one in results) / total if total else 0.0


def _outcome(results: Sequence[CheckpointResult], broken: bool, faulty: bool) -> Outcome:
    if faulty:
        return "invalid"
    return "pass" if results and not broken and all(one.passed for one in results) else "fail"


def compile_task(task: Task, env: Environment, report: Report) -> Scorer | None:
    """The scorer of a task whose form is right; None when something is wrong, which `report` then knows."""
    checks: dict[str, Check] = {}
    for place, one in enumerate(task.checkpoints):
        spot = Spot(report, ("checkpoints", place, one.kind))
        check = COMPILERS[one.kind](one.spec, env, spot)
        if check is not None:
            checks[one.id] = check
        elif report.sound(spot.where):
            spot.problem("this cannot be compiled")
    if report.problems:
        return None
    return Scorer(task, checks, _sorted(task.checkpoints))


def _sorted(checkpoints: Sequence[Checkpoint]) -> tuple[Checkpoint, ...]:
    """Each behind those that it comes after. Raises ValueError for a circle."""
    waiting = list(checkpoints)
    done: list[Checkpoint] = []
    while waiting:
        names = {one.id for one in done}
        ready = [one for one in waiting if names.issuperset(one.after)]
        if not ready:
            raise ValueError("checkpoints that come after each other: " + ", ".join(one.id for one in waiting))
        done += ready
        waiting = [one for one in waiting if one not in ready]
    return tuple(done)
