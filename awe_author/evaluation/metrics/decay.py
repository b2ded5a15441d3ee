"""Do checkpoints that come late in a task pass less often than early ones?

SaaS-Bench (section 4.3, "Long-Horizon Checkpoint Decay") puts checkpoints into early, middle and late thirds of their
task. Of n checkpoints the i-th (from 0) lies at (i + 1/2) / n. Invalid episodes take no part.
"""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.evaluation.episodes.model import Episode
from awe_author.evaluation.metrics.rates import rate
from awe_author.json_types import JsonObject

STAGES = ("early", "middle", "late")


def stage_of(place: int, count: int) -> str:
    """The third of the task in which the checkpoint at `place` (from 0) of `count` lies."""
    return STAGES[min(int((place + 0.5) / count * 3), 2)]


def decay(episodes: Sequence[Episode]) -> JsonObject:
    """Pass rates by third (tasks with three checkpoints or more) and by place from the beginning."""
    placed = [
        (place, len(episode.verdict.checkpoints), one.passed)
        for episode in episodes
        if episode.valid
        for place, one in enumerate(episode.verdict.checkpoints)
    ]
    longest = max((count for _, count, _ in placed), default=0)
    thirds = [(stage_of(place, count), passed) for place, count, passed in placed if count >= 3]
    return {
        "by_third": {stage: rate(passed for of, passed in thirds if of == stage).to_json() for stage in STAGES},
        "by_place": [
            {"place": place + 1, **rate(passed for at, _, passed in placed if at == place).to_json()}
            for place in range(longest)
        ],
    }
