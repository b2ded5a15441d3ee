"""Features that fail while they run: their author's mistakes, told with the place in the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Fault:
    """A feature that could not do what it says."""

    feature: str
    where: str
    """`file:line:column`."""
    what: str


Notes: TypeAlias = Callable[[Fault], None]
"""Hears of them."""
