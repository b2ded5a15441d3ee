"""What a twin run found, as plain values, and the pure decision whether that passes.

The JSON form is described by `twin.schema.json` beside this file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from awe_author.fidelity.model import PixelDifference, TextDifference
from awe_author.twin.replies import ReplyResult

VERSION = 1
AS_BEFORE = "as the live app in another run of the same steps, where its two runs differ"
"""Why something counts as equal that is not."""
_EPSILON = 1e-12


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What a mock must reach to pass."""

    replies: float = 0.9
    """Least share of compared replies that are equal."""
    texts: float = 0.9
    """Least share of compared steps with equal visible text."""


@dataclass(slots=True)
class Screens:
    """Pictures of one step (PNG); kept out of the JSON."""

    live: bytes | None = None
    mock: bytes | None = None
    difference: bytes | None = None


@dataclass(slots=True)
class StepResult:
    """One step, performed on both sides."""

    number: int
    verb: str
    label: str
    page: str | None = None
    live_url: str = ""
    mock_url: str = ""
    live_error: str | None = None
    """Why the step could not be performed live: then there is nothing to compare."""
    mock_error: str | None = None
    pixels: PixelDifference | None = None
    text: TextDifference | None = None
    stable: bool = True
    seconds: float = 0.0
    replies: list[ReplyResult] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    """Actions that happened in the mock's state during the step."""
    faults: list[str] = field(default_factory=list)
    """Mistakes in features that came to light in the mock during the step."""
    missed: list[str] = field(default_factory=list)
    """Assets and streams that the mock could not give."""
    left_out: list[str] = field(default_factory=list)
    """Lines of the screens, with 0 for every number, that change or come by themselves: not compared."""
    screens: Screens = field(default_factory=Screens)

    @property
    def compared(self) -> bool:
        return self.live_error is None

    @property
    def text_equal(self) -> bool:
        return self.mock_error is None and self.text is not None and self.text.same

    @property
    def picture_equal(self) -> bool:
        return self.mock_error is None and self.pixels is not None and self.pixels.same

    @property
    def pixel_share(self) -> float:
        """Equal pixels of the step's pictures, 0 to 1."""
        return 0.0 if self.pixels is None else 1.0 - self.pixels.ratio

    @property
    def clean(self) -> bool:
        return self.compared and self.text_equal and self.picture_equal and all(one.equal for one in self.replies)

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number, "verb": self.verb, "label": self.label, "page": self.page,
            "live_url": self.live_url, "mock_url": self.mock_url, "live_error": self.live_error,
            "mock_error": self.mock_error, "compared": self.compared, "text_equal": self.text_equal,
            "text": None if self.text is None else self.text.lines,
            "pixels": None if self.pixels is None else {
                "differing": self.pixels.differing, "total": self.pixels.total, "ratio": self.pixels.ratio},
            "stable": self.stable, "seconds": round(self.seconds, 3), "events": self.events, "faults": self.faults,
            "missed": self.missed, "left_out": self.left_out,
            "replies": [one.as_json() for one in self.replies],
        }  # fmt: skip


@dataclass(slots=True)
class EntityResult:
    """One collection at the end: what a read of it says on both sides."""

    operation: str
    url: str
    total: int
    """Entities that the live app tells of."""
    equal: int
    extra: int = 0
    """Entities that only the mock tells of."""
    examples: list[dict[str, Any]] = field(default_factory=list)
    """[{id, what, live, mock}] of some that differ."""

    def as_json(self) -> dict[str, Any]:
        return {
            "operation": self.operation, "url": self.url, "total": self.total, "equal": self.equal,
            "extra": self.extra, "examples": self.examples,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Score:
    """`equal` of `total`; share is None when there was nothing to compare."""

    equal: float
    total: int

    @property
    def share(self) -> float | None:
        return self.equal / self.total if self.total else None

    def as_json(self) -> dict[str, Any]:
        return {"equal": round(self.equal, 4), "total": self.total, "share": self.share}


@dataclass(slots=True)
class TwinReport:
    """Everything that one run of `twin` found."""

    mock: str
    live: str
    steps_files: list[str] = field(default_factory=list)
    steps: list[StepResult] = field(default_factory=list)
    entities: list[EntityResult] = field(default_factory=list)
    thresholds: Thresholds = field(default_factory=Thresholds)
    mock_hash: str = ""
    software: str = ""
    started: float = 0.0
    seconds: float = 0.0
    clock: str = ""
    """At which time the mock's pages ran: "recorded" or "real"."""
    ids: int = 0
    """Generated ids that were found to correspond."""
    volatile: dict[str, list[str]] = field(default_factory=dict)
    """Operation -> fields left out, since two loads from the live app differed in them."""
    repeats: int = 0
    baseline: dict[str, Score] = field(default_factory=dict)
    """How much of two runs of the live app itself was equal (replies, messages, texts); empty when it ran once."""

    @property
    def replies(self) -> list[ReplyResult]:
        return [reply for step in self.steps for reply in step.replies]

    def scores(self) -> dict[str, Score]:
        """By kind: replies, messages (of WebSockets), texts, pictures (identical), pixels (mean share), entities, steps
        (performed).
        """
        compared = [step for step in self.steps if step.compared]
        replies = self._answers()
        messages = [reply for reply in self.replies if reply.kind == "message"]
        entities = sum(one.total + one.extra for one in self.entities)
        return {
            "replies": Score(sum(reply.equal for reply in replies), len(replies)),
            "messages": Score(sum(reply.equal for reply in messages), len(messages)),
            "texts": Score(sum(step.text_equal for step in compared), len(compared)),
            "pictures": Score(sum(step.picture_equal for step in compared), len(compared)),
            "pixels": Score(sum(step.pixel_share for step in compared), len(compared)),
            "entities": Score(sum(one.equal for one in self.entities), entities),
            "steps": Score(sum(step.mock_error is None for step in compared), len(compared)),
        }

    def _answers(self) -> list[ReplyResult]:
        return [reply for reply in self.replies if reply.kind != "message"]

    def causes(self) -> dict[str, int]:
        """How many replies (messages apart) differ for which cause, the most frequent first."""
        return dict(Counter(str(reply.cause) for reply in self._answers() if not reply.equal).most_common())

    def by_baseline(self) -> dict[str, int]:
        """How many replies and texts count as equal only because two runs of the live app differ there, too."""
        return {
            "replies": sum(reply.note == AS_BEFORE for reply in self._answers()),
            "texts": sum(AS_BEFORE in step.left_out for step in self.steps if step.compared),
        }

    def shortcomings(self) -> list[str]:
        """Why it does not pass, in words; empty when it does."""
        found, reasons = self.scores(), []
        if not self.steps:
            return ["there is nothing to compare: the step list is empty"]
        if not found["steps"].total:
            return ["no step could be performed in the live app"]
        wanted = {"replies": self.thresholds.replies, "texts": self.thresholds.texts}
        words = {"replies": "replies are equal", "texts": "steps show the same text"}
        for kind, least in wanted.items():
            score = found[kind]
            if score.share is not None and score.share < least - _EPSILON:
                reasons.append(
                    f"{score.equal:.0f} of {score.total} {words[kind]} ({score.share:.1%}; at least {least:.1%} wanted)"
                )
        return reasons

    @property
    def passed(self) -> bool:
        return not self.shortcomings()

    def as_json(self) -> dict[str, Any]:
        return {
            "version": VERSION, "passed": self.passed, "shortcomings": self.shortcomings(), "mock": self.mock,
            "mock_hash": self.mock_hash, "live": self.live, "steps_files": self.steps_files,
            "software": self.software, "started": self.started, "seconds": round(self.seconds, 2),
            "clock": self.clock, "thresholds": {"replies": self.thresholds.replies, "texts": self.thresholds.texts},
            "scores": {kind: score.as_json() for kind, score in self.scores().items()},
            "causes": self.causes(), "ids": self.ids, "repeats": self.repeats, "volatile": self.volatile,
            "baseline": {kind: score.as_json() for kind, score in self.baseline.items()} or None,
            "by_baseline": self.by_baseline(),
            "steps": [step.as_json() for step in self.steps],
            "entities": [one.as_json() for one in self.entities],
        }  # fmt: skip
