"""Shares of a whole, with how sure one can be of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from awe_author.json_types import JsonObject

Z = 1.959963984540054
"""Quantile of the normal distribution for 95 %."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many."""

    count: int
    of: int

    @property
    def share(self) -> float | None:
        """0 to 1; None of nothing."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """95 % confidence interval by Wilson's score method (Wilson 1927, JASA 22:209-212)."""
        if not self.of:
            return None
        p, n = self.count / self.of, self.of
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def to_json(self) -> JsonObject:
        """Count, whole, share and interval."""
        interval = self.interval
        return {
            "count": self.count,
            "of": self.of,
            "share": self.share,
            "interval": list(interval) if interval else None,
        }


def rate(hits: Iterable[bool]) -> Rate:
    """How many are true."""
    listed = list(hits)
    return Rate(sum(listed), len(listed))


def mean(values: Iterable[float]) -> float | None:
    """Arithmetic mean; None of nothing."""
    listed = list(values)
    return math.fsum(listed) / len(listed) if listed else None


def median(values: Iterable[float]) -> float | None:
    """The middle value; None of nothing."""
    ordered: Sequence[float] = sorted(values)
    if not ordered:
        return None
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def deviation(values: Iterable[float]) -> float | None:
    """Standard deviation of the sample (n - 1); None of fewer than two."""
    listed = list(values)
    if len(listed) < 2:
        return None
    middle = math.fsum(listed) / len(listed)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in listed) / (len(listed) - 1))
