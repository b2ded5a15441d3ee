"""One episode: who tried which task, what came of it, and all that is needed to score it again.

Frozen and plain; `to_json` and `from_json` are each other's inverse. The form is `episode.schema.json`, beside this
module (`awe-author schema episode`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.evaluation.evidence import Facts, Step
from awe_author.evaluation.verdict import Verdict
from awe_author.json_types import Json, JsonObject

FORMAT = "awe-author episode"
VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Seconds."""

    total: float = 0.0
    agent: float | None = None
    """Spent by the agent, as far as measured."""

    environment: float | None = None
    """Spent by browser and world."""

    reset: float | None = None
    """Until the agent could begin."""

    def to_json(self) -> JsonObject:
        """Without what was not measured."""
        known = {name: getattr(self, name) for name in self.__slots__}
        return {name: seconds for name, seconds in known.items() if seconds is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One agent's attempt at one task."""

    id: str
    """Unique in its run: `sdr-017.1`."""

    task: str
    agent: str
    verdict: Verdict
    attempt: int = 1
    """Which attempt of this agent at this task it is, from 1."""

    labels: Mapping[str, Json] = field(default_factory=dict)
    """Of the task, for reports by label."""

    facts: Facts = field(default_factory=Facts)
    """Trajectory, pages, answer and downloads."""

    started: str = ""
    """RFC 3339."""

    timings: Timings = Timings()
    seed: int | None = None
    timeline: str = ""
    """Export of its timeline, a path beside the run's folder; empty when its world has no state."""

    session: str = ""
    """Its session in the timeline."""

    node: int | None = None
    """Where the session stood at the end; None: its head."""

    world: str = ""
    """File of the world it ran in, as the task names it."""

    usage: Mapping[str, Json] = field(default_factory=dict)
    """Tokens, cost: whatever the agent's runner counted."""

    earlier: tuple[JsonObject, ...] = ()
    """Verdicts that it had before it was scored again, the last one first: `{when, why, verdict}`."""

    @property
    def valid(self) -> bool:
        """Does it say anything about the agent?"""
        return self.verdict.outcome != "invalid"

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the agent did; empty when nobody wrote it down."""
        return self.facts.trajectory or ()

    def to_json(self) -> JsonObject:
        """The form of the file."""
        form: JsonObject = {"format": FORMAT, "version": VERSION}
        for name in ("id", "task", "agent", "attempt", "started", "seed", "timeline", "session", "node", "world"):
            form[name] = getattr(self, name)
        return form | {
            "labels": dict(self.labels),
            "timings": self.timings.to_json(),
            "usage": dict(self.usage),
            "verdict": self.verdict.to_json(),
            "facts": self.facts.to_json(),
            "earlier": list(self.earlier),
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Episode:
        """The inverse of `to_json`, for a form that fits the schema."""
        plain = ("id", "task", "agent", "attempt", "started", "seed", "timeline", "session", "node", "world")
        return cls(
            **{name: form[name] for name in plain if name in form},
            verdict=Verdict.from_json(form["verdict"]),
            labels=form.get("labels", {}),
            facts=Facts.from_json(form.get("facts", {})),
            timings=Timings(**form.get("timings", {})),
            usage=form.get("usage", {}),
            earlier=tuple(form.get("earlier", ())),
        )
