"""All figures of a run as one JSON document: for every agent, and for all together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.evaluation.episodes.model import Episode
from awe_author.evaluation.metrics.actions import actions
from awe_author.evaluation.metrics.completion import completed_under_policy, completion
from awe_author.evaluation.metrics.decay import decay
from awe_author.evaluation.metrics.failures import failures
from awe_author.evaluation.metrics.labels import by_label
from awe_author.evaluation.metrics.repeats import over_tasks
from awe_author.evaluation.metrics.risk import risks
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of some episodes."""

    agents: tuple[str, ...]
    document: JsonObject
    """`{agents: {name: figures}, all: figures, efficiency, tasks, episodes}`; figures as `figures` has them."""


def summarise(episodes: Sequence[Episode]) -> Summary:
    """Everything about these episodes."""
    agents = tuple(sorted({episode.agent for episode in episodes}))
    by_agent = {agent: figures([one for one in episodes if one.agent == agent]) for agent in agents}
    return Summary(
        agents,
        {
            "agents": {**by_agent},
            "all": figures(episodes),
            "efficiency": _efficiency(by_agent),
            "tasks": _tasks(episodes),
            "episodes": [_row(episode) for episode in episodes],
        },
    )


def figures(episodes: Sequence[Episode]) -> JsonObject:
    """Every figure of some episodes."""
    return {
        "completion": completion(episodes),
        "repeats": [*over_tasks(episodes, lambda one: one.verdict.outcome == "pass")],
        "repeats_under_policy": [*over_tasks(episodes, lambda one: completed_under_policy(one.verdict))],
        "risk": risks(episodes),
        "actions": actions(episodes),
        "decay": decay(episodes),
        "failures": failures(episodes),
        "labels": by_label(episodes),
        "judged": _judged(episodes),
        "faults": _faults(episodes),
    }


def _judged(episodes: Sequence[Episode]) -> JsonObject:
    """Results of judges, apart from everything else."""
    results = [one for episode in episodes if episode.valid for one in episode.verdict.judged]
    asked = [one for one in results if not one.skipped]
    return {"checkpoints": len(results), "asked": len(asked), "passed": sum(one.passed for one in asked)}


def _faults(episodes: Sequence[Episode]) -> list[Json]:
    """Why episodes are invalid, the most frequent first."""
    counts: dict[str, int] = {}
    for episode in episodes:
        for fault in episode.verdict.faults:
            counts[fault] = counts.get(fault, 0) + 1
    return [
        {"fault": fault, "episodes": count}
        for fault, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    ]


def _efficiency(by_agent: Mapping[str, Any]) -> JsonObject:
    """How many times more actions the busiest agent takes an episode than the most sparing one (SDRBench, 10.8)."""
    means = {agent: told["actions"]["mean"] for agent, told in by_agent.items()}
    known = {agent: value for agent, value in means.items() if isinstance(value, int | float) and value > 0}
    if len(known) < 2:
        return {"ratio": None, "fewest": None, "most": None}
    fewest, most = min(known, key=lambda one: known[one]), max(known, key=lambda one: known[one])
    return {"ratio": known[most] / known[fewest], "fewest": fewest, "most": most}


def _tasks(episodes: Sequence[Episode]) -> JsonObject:
    names = sorted({episode.task for episode in episodes})
    return {name: completion([one for one in episodes if one.task == name]) for name in names}


def _row(episode: Episode) -> JsonObject:
    verdict = episode.verdict
    return {
        "id": episode.id, "task": episode.task, "agent": episode.agent, "attempt": episode.attempt,
        "outcome": verdict.outcome, "score": verdict.score, "checkpoints": len(verdict.checkpoints),
        "passed": sum(one.passed for one in verdict.checkpoints), "compliant": verdict.compliant,
        "frame": len(verdict.frame), "steps": len(episode.steps), "seconds": episode.timings.total,
        "rescored": len(episode.earlier),
    }  # fmt: skip
