"""The same figures for each label of the tasks: stage, activity, platform, horizon, whatever a suite uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awe_author.evaluation.episodes.model import Episode
from awe_author.evaluation.metrics.completion import completion
from awe_author.json_types import JsonObject


def labels_of(episode: Episode) -> Iterator[tuple[str, str]]:
    """Label and value; one for each value of a list."""
    for label, told in episode.labels.items():
        for value in told if isinstance(told, list) else [told]:
            if isinstance(value, str | int | float):
                yield label, str(value).lower() if isinstance(value, bool) else str(value)


def by_label(episodes: Sequence[Episode]) -> JsonObject:
    """Label -> value -> completion. An episode with two values of a label counts for both."""
    found: dict[str, dict[str, list[Episode]]] = {}
    for episode in episodes:
        for label, value in dict.fromkeys(labels_of(episode)):
            found.setdefault(label, {}).setdefault(value, []).append(episode)
    return {
        label: {value: completion(values[value]) for value in sorted(values)} for label, values in sorted(found.items())
    }
