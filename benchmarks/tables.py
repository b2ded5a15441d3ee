"""What a table of results is made of: rows of text; medians with spread, and ratios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Grid:
    """One table: rows of text."""

    title: str
    note: str
    columns: Sequence[str]
    rows: list[list[str]]


def spread(values: Sequence[float]) -> str:
    """Median (least to most), with as many digits as mean something."""
    if not values:
        return "-"
    if len(values) == 1:
        return number(values[0])
    return f"{number(median(values))} ({number(min(values))} to {number(max(values))})"


def number(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def ratio(above: Sequence[float], below: Sequence[float]) -> str:
    """Median over median, "-" when one is missing."""
    if not above or not below or not median(below):
        return "-"
    return f"{median(above) / median(below):.2f}"


def by_round(above: Sequence[float], below: Sequence[float]) -> str:
    """Median and quartiles of the ratios within the rounds: what else the machine did then fell on both."""
    if len(above) != len(below) or len(above) < 2:
        return ratio(above, below)
    ratios = [one / other for one, other in zip(above, below, strict=True)]
    low, middle, high = quantiles(ratios, n=4, method="inclusive")
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"
