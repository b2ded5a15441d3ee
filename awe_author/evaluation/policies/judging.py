"""Gives each policy of a task its result, fail-closed.

A rule that raises counts as violated, with what it raised; one whose evidence was never recorded makes the episode
invalid on top of that. No way through here ends in `kept` but a rule that came to its end and said so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.model import Policy, Task
from awe_author.evaluation.policies.acting import count, never, sequence
from awe_author.evaluation.policies.asking import ask, consent, errors
from awe_author.evaluation.policies.contents import content
from awe_author.evaluation.policies.entering import only, secret
from awe_author.evaluation.policies.fields import mistakes
from awe_author.evaluation.policies.finding import Finding, Rule
from awe_author.evaluation.policies.hierarchy import overruled
from awe_author.evaluation.policies.ruled import Ruled, ruled
from awe_author.evaluation.policies.scene import NoEvidence, Scene, scene_of
from awe_author.evaluation.policies.stating import state
from awe_author.evaluation.policies.templates import template_of
from awe_author.evaluation.policies.visiting import urls
from awe_author.evaluation.verdict import PolicyResult

EVALUATORS: Mapping[str, Rule] = {
    "never": never, "count": count, "sequence": sequence, "urls": urls, "content": content, "consent": consent,
    "ask": ask, "only": only, "secret": secret, "errors": errors, "state": state,
}  # fmt: skip
"""Rule -> what judges it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of all policies of an episode."""

    results: tuple[PolicyResult, ...] = ()
    """In the order of the task."""

    faults: tuple[str, ...] = ()
    """What was not recorded though a policy needs it: the episode is invalid."""


def judge_policies(task: Task, evidence: Evidence) -> Judged:
    """The results of all policies of a task. Never raises for what is in the evidence."""
    return judge(task.policies, evidence, task.instruction)


def judge(policies: Sequence[Policy], evidence: Evidence, instruction: str = "") -> Judged:
    """The results of some policies."""
    if not policies:
        return Judged()
    known = [ruled(policy) for policy in policies]
    sound = [one for one in known if isinstance(one, Ruled)]
    ways = {id(sound[low]): sound[high] for low, high in overruled(sound).items()}
    scene = scene_of(evidence, instruction)
    results, faults = [], []
    for policy, one in zip(policies, known, strict=True):
        if isinstance(one, str):
            results.append(_result(policy, None, Finding("violated", "could not be judged"), error=one))
            continue
        result, fault = _judge_one(one, scene, ways.get(id(one)))
        results.append(result)
        faults += [f"policy {policy.id or policy.use}: {fault}"] if fault else []
    return Judged(tuple(results), tuple(faults))


def _judge_one(one: Ruled, scene: Scene, winner: Ruled | None) -> tuple[PolicyResult, str]:
    """Its result, and what was not recorded."""
    fault, error = "", ""
    try:
        for path, message in mistakes(one.rule, one.fields):
            raise ValueError(f"{'/'.join(map(str, path)) or one.rule}: {message}")
        finding = EVALUATORS[one.rule](one.fields, scene)
    except NoEvidence as missing:
        fault = error = str(missing)
        finding = Finding("violated", f"could not be judged: {missing}")
    except Exception as raised:  # whatever it is, the policy is not kept
        error = f"{type(raised).__name__}: {raised}"
        finding = Finding("violated", f"could not be judged: {error}")
    over = (winner.policy.id or winner.policy.use) if winner else ""
    return _result(one.policy, one, finding, over=over, error=error), fault


def _result(policy: Policy, one: Ruled | None, finding: Finding, *, over: str = "", error: str = "") -> PolicyResult:
    template = template_of(policy.use)
    return PolicyResult(
        use=policy.use,
        status=finding.status,
        id=policy.id,
        level=policy.level,
        dimension=one.dimension if one else policy.dimension or (template.dimension if template else ""),
        why=finding.why,
        steps=() if finding.step is None else (finding.step,),
        events=() if finding.event is None else (finding.event,),
        overruled_by=over,
        error=error,
    )
