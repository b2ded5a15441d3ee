"""Rewards for learning, all from the same checkpoints.

    binary(verdict)                  1 for a pass, else 0
    partial(verdict)                 weight of the checkpoints passed; 0 when the frame is broken
    dense(scorer, evidence)          one number for each event and the end (or each step): how much the potential rose

The potential of a state is `partial` of it. Dense rewards are its differences (Ng, Harada and Russell 1999: shaping by
`gamma * phi(s') - phi(s)` leaves the best policies as they are), so doing and undoing something earns nothing, and with
`gamma` 1 an episode earns exactly what it has at its end over what it had at its start. Checkpoints that say nothing of
a state (an answer, a page) count when the episode ends.
"""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.evaluation.checkpoints import Check
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.frame import outside
from awe_author.evaluation.scoring import Scorer
from awe_author.evaluation.turning import places_touched
from awe_author.evaluation.verdict import Verdict


def binary(verdict: Verdict) -> float:
    """1.0 for a pass."""
    return float(verdict.outcome == "pass")


def partial(verdict: Verdict) -> float:
    """The part of the weight that passed; nothing of it when the frame is broken or the episode invalid."""
    return 0.0 if verdict.frame or verdict.outcome == "invalid" else verdict.score


def potentials(scorer: Scorer, evidence: Evidence) -> tuple[float, ...]:
    """The potential at the start, after each event, and when the episode has ended (with pages and answer)."""
    end = len(evidence.events)
    scores = {one.id: _scores(scorer.checks[one.id], evidence) for one in scorer.counted}
    return tuple(_potential(scorer, evidence, scores, place) for place in range(end + 2))


def _potential(scorer: Scorer, evidence: Evidence, scores: Mapping[str, list[float]], place: int) -> float:
    passed: dict[str, bool] = {}
    earned = 0.0
    for one in scorer.order:
        ready = all(passed.get(id, False) for id in one.after)
        score = scores[one.id][place] if ready and one.id in scores else 0.0
        passed[one.id] = score == 1.0
        earned += one.weight * score
    if not earned or outside(scorer.task.frame, evidence.until(min(place, len(evidence.events)))):
        return 0.0
    return earned / sum(one.weight for one in scorer.counted)


def dense(scorer: Scorer, evidence: Evidence, *, gamma: float = 1.0, per: str = "event") -> tuple[float, ...]:
    """Rewards for each event and one for the end, or (`per="step"`) for each step, the end in the last one.

    Raises `ValueError`.
    """
    if per not in ("event", "step"):
        raise ValueError(f"per is event or step, not {per!r}")
    if not 0 < gamma <= 1:
        raise ValueError("gamma is above 0 and at most 1")
    phi = potentials(scorer, evidence)
    places = range(1, len(phi)) if per == "event" else _places_of_steps(evidence)
    rewards, before = [], phi[0]
    for place in places:
        rewards.append(gamma * phi[place] - before)
        before = phi[place]
    return tuple(rewards)


def _scores(check: Check, evidence: Evidence) -> list[float]:
    """Score at every place and at the end; worked out only where an event may have changed it."""
    end = len(evidence.events)
    if check.reads is None:
        return [0.0] * (end + 1) + [_score(check, evidence, end)]
    found: list[float] = []
    anew = {0, *places_touched(evidence.history, check.reads)}
    for place in range(end + 1):
        found.append(_score(check, evidence, place) if place in anew else found[-1])
    return [*found, found[-1]]


def _score(check: Check, evidence: Evidence, place: int) -> float:
    try:
        finding = check.at(evidence, place)
    except Exception:  # no reward for what cannot be evaluated
        return 0.0
    return float(finding.passed) if finding.score is None else finding.score


def _places_of_steps(evidence: Evidence) -> list[int]:
    """For each step the place where the session stood after it; the last step reaches the end."""
    steps = evidence.facts.trajectory
    if steps is None:
        raise ValueError("there is no trajectory, so that rewards can be given for events only")
    by_node = {event.node: place for place, event in enumerate(evidence.events, 1)}
    places: list[int] = []
    for step in steps:
        before = places[-1] if places else 0
        places.append(before if step.node is None else by_node.get(step.node, before))
    if places:
        places[-1] = len(evidence.events) + 1
    return places
