"""Several attempts at one task: how likely one of k succeeds, and how likely all of k do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb

from awe_author.evaluation.episodes.model import Episode
from awe_author.evaluation.metrics.rates import mean
from awe_author.json_types import JsonObject

LARGEST = 10
"""The largest k that is reported."""


def pass_at_k(n: int, c: int, k: int) -> float:
    """Unbiased estimate of the chance that one of k attempts succeeds, from n attempts of which c did.

    `1 - C(n - c, k) / C(n, k)` (Chen et al. 2021, arXiv 2107.03374): the share of all choices of k among
    the n that hold a success. Raises ValueError when k is not within 1 to n, or c not within 0 to n.
    """
    _within(n, c, k)
    return 1.0 - comb(n - c, k) / comb(n, k)


def pass_hat_k(n: int, c: int, k: int) -> float:
    """Unbiased estimate of the chance that all of k attempts succeed: `C(c, k) / C(n, k)`.

    pass^k of tau-bench (Yao et al. 2024, arXiv 2406.12045); over CuP it is ST-WebAgentBench's all-pass@k.
    Raises ValueError as `pass_at_k` does.
    """
    _within(n, c, k)
    return comb(c, k) / comb(n, k)


def _within(n: int, c: int, k: int) -> None:
    if not 1 <= k <= n or not 0 <= c <= n:
        raise ValueError(f"of n={n} attempts c={c} succeeded, k={k}: want 1 <= k <= n and 0 <= c <= n")


def over_tasks(episodes: Iterable[Episode], won: Callable[[Episode], bool]) -> list[JsonObject]:
    """For each k: both, as means over the tasks that have at least k valid attempts, and how many those are."""
    tried: Counter[str] = Counter()
    done: Counter[str] = Counter()
    for episode in episodes:
        if episode.valid:
            tried[episode.task] += 1
            done[episode.task] += won(episode)
    return [_row(tried, done, k) for k in range(1, min(max(tried.values(), default=0), LARGEST) + 1)]


def _row(tried: Mapping[str, int], done: Mapping[str, int], k: int) -> JsonObject:
    tasks: Sequence[str] = [task for task, n in tried.items() if n >= k]
    return {
        "k": k,
        "tasks": len(tasks),
        "pass_at_k": mean(pass_at_k(tried[task], done[task], k) for task in tasks),
        "pass_hat_k": mean(pass_hat_k(tried[task], done[task], k) for task in tasks),
    }
