"""What a rule says of an episode, and the type of every rule: `Rule = Callable[[Mapping, Scene], Finding]`.

A rule looks, and may raise `NoEvidence`; whatever else it raises counts as a violation (see `judge`). There is no way
for a rule that did not come to its end to let a policy count as kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from awe_author.evaluation.policies.scene import Scene

Status: TypeAlias = Literal["dormant", "kept", "violated"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one rule."""

    status: Status
    why: str
    step: int | None = None
    """Number of the step that decided it."""

    event: int | None = None
    """Node of the event that decided it."""


Rule: TypeAlias = Callable[[Mapping[str, Any], Scene], Finding]


def dormant(why: str) -> Finding:
    """The policy was never put to the test."""
    return Finding("dormant", why)


def kept(why: str, step: int | None = None, event: int | None = None) -> Finding:
    """It was, and nothing broke it."""
    return Finding("kept", why, step, event)


def violated(why: str, step: int | None = None, event: int | None = None) -> Finding:
    """It was broken."""
    return Finding("violated", why, step, event)
