"""What agents do and how much of it leads anywhere.

After the behaviour analysis of SDRBench (section 10: mix of actions, actions an episode, spread, share of typing,
clicking and moving the pointer) and SaaS-Bench (section 4.3: steps per passed checkpoint).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import orjson

from awe_author.evaluation.episodes.model import Episode
from awe_author.evaluation.evidence import Step
from awe_author.evaluation.metrics.rates import deviation, mean, median
from awe_author.evaluation.policies.scene import kind_of
from awe_author.json_types import JsonObject

FAMILIES = {
    "typing": ("enter", "press"),
    "clicking": ("click",),
    "pointer": ("mouse_move", "mouse_down", "mouse_up", "hover", "drag"),
    "scrolling": ("scroll",),
    "navigation": ("goto", "back", "forward", "reload", "switch", "close"),
    "choosing": ("select", "check", "uncheck", "upload"),
    "talking": ("ask", "answer"),
    "waiting": ("wait", "noop"),
}
"""Family -> kinds of actions in it."""

_FAMILY = {kind: family for family, kinds in FAMILIES.items() for kind in kinds}


def name_of(step: Step) -> str:
    """What the agent calls the action."""
    return str(step.action.get("kind", step.action.get("action_type", "?")))


def longest_repetition(steps: Sequence[Step]) -> int:
    """Most times that the same action (with the same arguments, on the same element) was done in a row."""
    longest = run = 0
    last: bytes | None = None
    for step in steps:
        key = orjson.dumps([step.action, step.element], option=orjson.OPT_SORT_KEYS)
        run = run + 1 if key == last else 1
        last, longest = key, max(longest, run)
    return longest


def steps_per_passed_checkpoint(episodes: Sequence[Episode]) -> float | None:
    """All steps over all checkpoints passed (SaaS-Bench, section 4.3, "Action Efficiency"); None when none passed."""
    passed = sum(one.passed for episode in episodes for one in episode.verdict.checkpoints)
    return sum(len(episode.steps) for episode in episodes) / passed if passed else None


def actions(episodes: Sequence[Episode]) -> JsonObject:
    """Over the valid episodes whose trajectory is known."""
    known = [episode for episode in episodes if episode.valid and episode.facts.trajectory is not None]
    counts = [len(episode.steps) for episode in known]
    kinds = Counter(name_of(step) for episode in known for step in episode.steps)
    families: Counter[str] = Counter()
    for kind, count in kinds.items():
        families[_FAMILY.get(kind_of(kind), "other")] += count
    total = sum(kinds.values())
    failed = sum(bool(step.error) for episode in known for step in episode.steps)
    seconds = [episode.timings.total for episode in known if episode.timings.total]
    return {
        "episodes": len(known),
        "steps": total,
        "mean": mean(counts),
        "median": median(counts),
        "deviation": deviation(counts),
        "fewest": min(counts, default=None),
        "most": max(counts, default=None),
        "mix": _mix(kinds, total),
        "families": _mix(families, total),
        "failed_steps": failed,
        "failed_share": failed / total if total else None,
        "longest_repetition": max((longest_repetition(episode.steps) for episode in known), default=0),
        "steps_per_passed_checkpoint": steps_per_passed_checkpoint(known),
        "seconds": {"mean": mean(seconds), "median": median(seconds), "total": sum(seconds)},
        "seconds_per_step": sum(seconds) / total if total and seconds else None,
    }


def _mix(kinds: Counter[str], total: int) -> dict[str, Any]:
    return {kind: {"count": count, "share": count / total} for kind, count in kinds.most_common()}
