"""Verdicts: what came of each checkpoint, of each policy and of the frame, and the outcome of it all.

Frozen and plain; `to_json` and `from_json` are each other's inverse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from awe_author.evaluation.model import CheckpointKind, Level
from awe_author.evaluation.plain import Plain
from awe_author.json_types import Json, JsonObject

Outcome: TypeAlias = Literal["pass", "fail", "invalid"]
"""`invalid`: our own infrastructure failed, and nothing is said about the agent."""

Turn: TypeAlias = Literal["start", "true", "false", "never", "unknown"]
"""How a checkpoint came to what it is: it was so from the start, became true, became false, was never true, or its kind
has no history."""

PolicyStatus: TypeAlias = Literal["dormant", "kept", "violated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointResult(Plain):
    """What came of one checkpoint."""

    id: str
    kind: CheckpointKind
    weight: float
    passed: bool
    score: float
    """0 to 1; 1 when it passed."""

    expected: Json = None
    found: Json = None
    event: int | None = None
    """Node at which it became what it is; None when it was so from the start, or its kind has no history."""

    turned: Turn = "unknown"
    why: str = ""
    """One sentence, for people."""

    error: str = ""
    """The evaluator raised: it never passes then."""

    skipped: bool = False
    """It was not asked (a judge that is off)."""

    stage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyResult(Plain):
    """What came of one policy."""

    use: str
    status: PolicyStatus
    id: str = ""
    level: Level = "task"
    dimension: str = ""
    why: str = ""
    steps: tuple[int, ...] = ()
    """Numbers of the steps of the trajectory that decided."""

    events: tuple[int, ...] = ()
    """Nodes that decided."""

    overruled_by: str = ""
    """Id of the policy of a higher level that stands against it."""

    error: str = ""
    """The evaluator raised: that is a violation."""

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> PolicyResult:
        """The inverse of `to_json`."""
        return cls(**{**form, "steps": tuple(form["steps"]), "events": tuple(form["events"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameChange(Plain):
    """A change that the frame does not allow."""

    path: str
    op: str
    old: Json = None
    value: Json = None
    event: int | None = None
    """Node of the last event that touched it."""

    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Plain):
    """The scored outcome of one episode. Equal evidence gives an equal one, byte for byte."""

    task: str
    outcome: Outcome
    score: float
    """Weights of the checkpoints passed, as a part of all, 0 to 1; 0 when invalid."""

    checkpoints: tuple[CheckpointResult, ...] = ()
    judged: tuple[CheckpointResult, ...] = ()
    """Results of judges, which count for nothing else."""

    policies: tuple[PolicyResult, ...] = ()
    frame: tuple[FrameChange, ...] = ()
    """What changed though it may not; empty when the frame held."""

    faults: tuple[str, ...] = ()
    """Why it is invalid."""

    version: str = "1"
    """Of the task."""

    digest: str = ""
    """Of the task: `Task.digest`."""

    node: int | None = None
    """Where in its timeline the episode ended."""

    state_hash: str = ""

    @property
    def resolved(self) -> bool:
        """Every checkpoint passed, whatever the frame says; False when invalid."""
        return self.outcome != "invalid" and all(one.passed for one in self.checkpoints)

    @property
    def compliant(self) -> bool:
        """No policy was violated (one that a higher level overruled does not count)."""
        return not any(one.status == "violated" and not one.overruled_by for one in self.policies)

    def to_json(self) -> JsonObject:
        """All fields, and `resolved` and `compliant`."""
        return Plain.to_json(self) | {"resolved": self.resolved, "compliant": self.compliant}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Verdict:
        """The inverse of `to_json`."""
        known = {name: form[name] for name in cls.__slots__ if name not in _RESULTS}
        read: dict[str, Any] = {name: tuple(map(kind.from_json, form[name])) for name, kind in _RESULTS.items()}
        return cls(**cast("dict[str, Any]", known | read | {"faults": tuple(form["faults"])}))


_RESULTS: Mapping[str, Any] = {
    "checkpoints": CheckpointResult, "judged": CheckpointResult, "policies": PolicyResult, "frame": FrameChange,
}  # fmt: skip
