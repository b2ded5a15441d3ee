"""What verifying found, as plain values, and the pure decision whether that passes.

The JSON form is described by `fidelity.schema.json` beside this file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

VERSION = 1
SMALLEST_RATIO = 1e-12


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What a recording must reach to pass."""

    identical: float = 0.95
    """Least share of compared pictures that have no differing pixel at all."""
    pixels: float = 0.001
    """Greatest share of differing pixels that any one picture may have."""
    misses: int = 0
    """Greatest number of requests that the recording holds and the replay did not find."""


@dataclass(slots=True)
class PixelDifference:
    """Two pictures compared pixel by pixel, without tolerance."""

    differing: int
    """Pixels that differ in any colour channel; what one picture has beyond the other's edge differs."""
    total: int
    recorded_size: tuple[int, int]
    replayed_size: tuple[int, int]
    box: tuple[int, int, int, int] | None = None
    """Smallest rectangle (left, top, right, bottom) around everything that differs."""

    @property
    def ratio(self) -> float:
        return self.differing / self.total if self.total else 0.0

    @property
    def same(self) -> bool:
        return self.differing == 0


@dataclass(slots=True)
class TextDifference:
    """The visible texts compared line by line."""

    added: int = 0
    removed: int = 0
    lines: list[str] = field(default_factory=list)
    """Unified difference, at most 200 lines."""

    @property
    def same(self) -> bool:
        return not (self.added or self.removed)


@dataclass(slots=True)
class Missed:
    """A request of the replayed page that got no recorded answer."""

    method: str
    url: str
    kind: str = "miss"
    """"miss" (nothing fits), "egress" (a host that was never recorded)."""
    recorded: bool = False
    """True when the recording holds this very operation in this step: a failure of the replay."""
    nearest: list[dict[str, Any]] = field(default_factory=list)
    """[{url, seq, differs: [...]}], the best candidate first."""


@dataclass(slots=True)
class Pictures:
    """PNGs of one result; kept out of the JSON."""

    recorded: bytes | None = None
    replayed: bytes | None = None
    difference: bytes | None = None


@dataclass(slots=True)
class Result:
    """One recorded step or page, performed again."""

    number: int
    verb: str
    label: str
    """The step in words: what was clicked, where it went."""
    page: str | None = None
    """Name, when this is a page to keep."""
    url: str = ""
    title: str = ""
    pixels: PixelDifference | None = None
    """None when there was nothing to compare."""
    text: TextDifference | None = None
    missed: list[Missed] = field(default_factory=list)
    console: list[dict[str, Any]] = field(default_factory=list)
    """[{level, text, url}] of errors that the recording does not have."""
    error: str | None = None
    """Why the step could not be performed, though it could while recording."""
    note: str = ""
    """What a reader should know about this result."""
    stable: bool = True
    """False when the page never stood still, then or now."""
    seconds: float = 0.0
    pictures: Pictures = field(default_factory=Pictures)

    @property
    def outcome(self) -> str:
        """ "failed", "different", "same" or "not compared"."""
        if self.error:
            return "failed"
        if self.pixels is None:
            return "not compared"
        return "same" if self.pixels.same else "different"

    @property
    def clean(self) -> bool:
        """Nothing about this result calls for a look."""
        missed = any(miss.recorded for miss in self.missed)
        return self.outcome in ("same", "not compared") and not missed and not self.console and self.text_same

    @property
    def text_same(self) -> bool:
        return self.text is None or self.text.same

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number, "verb": self.verb, "label": self.label, "page": self.page, "url": self.url,
            "title": self.title, "outcome": self.outcome, "pixels": _pixels_json(self.pixels),
            "text": None if self.text is None else {
                "same": self.text.same, "added": self.text.added, "removed": self.text.removed,
                "lines": self.text.lines},
            "missed": [_missed_json(miss) for miss in self.missed], "console": self.console, "error": self.error,
            "note": self.note, "stable": self.stable, "seconds": round(self.seconds, 3),
        }  # fmt: skip


@dataclass(slots=True)
class Repeated:
    """One page opened several times, each in a fresh browser profile and session."""

    url: str
    hashes: list[str]
    """SHA-256 of each picture."""
    problem: str = ""
    """Why there is none of the page at least once (it was never recorded under its address, ...), else ""."""

    @property
    def same(self) -> bool:
        return not self.problem and len(set(self.hashes)) == 1


@dataclass(slots=True)
class Summary:
    """The numbers that decide."""

    compared: int
    identical: int
    worst_ratio: float
    failed: int
    recorded_missed: int
    other_missed: int
    new_errors: int
    texts_different: int
    repeated_different: int

    @property
    def identical_share(self) -> float:
        return self.identical / self.compared if self.compared else 0.0


@dataclass(slots=True)
class FidelityReport:
    """Everything that one run of `verify` found."""

    archives: list[str]
    results: list[Result] = field(default_factory=list)
    repeated: list[Repeated] = field(default_factory=list)
    thresholds: Thresholds = field(default_factory=Thresholds)
    kind: str = "steps"
    """"steps" (recorded steps were performed again) or "pages" (each page was opened)."""
    software: str = ""
    browser: str = ""
    recorded_browser: str = ""
    recorded_at: float = 0.0
    started: float = 0.0
    seconds: float = 0.0
    requests: int = 0
    """Requests that the replayed pages made."""
    egress: list[dict[str, Any]] = field(default_factory=list)
    """Attempts to reach hosts that are not in the recording."""
    damage: list[str] = field(default_factory=list)
    """What was found broken in the archives."""

    def summary(self) -> Summary:
        """The report in numbers."""
        compared = [result.pixels for result in self.results if result.pixels is not None]
        missed = [miss for result in self.results for miss in result.missed]
        return Summary(
            compared=len(compared),
            identical=sum(pixels.same for pixels in compared),
            worst_ratio=max((pixels.ratio for pixels in compared), default=0.0),
            failed=sum(result.error is not None for result in self.results),
            recorded_missed=sum(miss.recorded for miss in missed),
            other_missed=sum(not miss.recorded for miss in missed),
            new_errors=sum(len(result.console) for result in self.results),
            texts_different=sum(not result.text_same for result in self.results),
            repeated_different=sum(not page.same for page in self.repeated),
        )

    def shortcomings(self) -> list[str]:
        """Why it does not pass, in words; empty when it does."""
        found, limits, reasons = self.summary(), self.thresholds, []
        if not self.results:
            return ["there is nothing to verify: the recording has neither steps nor pages"]
        if found.failed:
            reasons.append(f"could not be performed again: {_count(found.failed, 'step')}")
        if found.compared and found.identical_share < limits.identical - SMALLEST_RATIO:
            reasons.append(
                f"{found.identical} of {found.compared} pictures are identical "
                f"({found.identical_share:.1%}; at least {limits.identical:.1%} are wanted)"
            )
        if found.worst_ratio > limits.pixels + SMALLEST_RATIO:
            reasons.append(
                f"one picture differs in {found.worst_ratio:.3%} of its pixels (at most {limits.pixels:.3%})"
            )
        if found.recorded_missed > limits.misses:
            reasons.append(f"not found: {_count(found.recorded_missed, 'recorded request')} (at most {limits.misses})")
        closed = sum(bool(page.problem) for page in self.repeated)
        if closed:
            reasons.append(f"could not be opened by its address: {_count(closed, 'page')}")
        if found.repeated_different > closed:
            reasons.append(f"not the same picture each time: {_count(found.repeated_different - closed, 'page')}")
        return reasons

    @property
    def passed(self) -> bool:
        return not self.shortcomings()

    def as_json(self) -> dict[str, Any]:
        found = self.summary()
        return {
            "version": VERSION, "passed": self.passed, "shortcomings": self.shortcomings(), "archives": self.archives,
            "kind": self.kind, "software": self.software, "browser": self.browser,
            "recorded_browser": self.recorded_browser, "recorded_at": self.recorded_at, "started": self.started,
            "seconds": round(self.seconds, 2), "requests": self.requests,
            "thresholds": {"identical": self.thresholds.identical, "pixels": self.thresholds.pixels,
                           "misses": self.thresholds.misses},
            "summary": {
                "compared": found.compared, "identical": found.identical, "identical_share": found.identical_share,
                "worst_ratio": found.worst_ratio, "failed": found.failed, "recorded_missed": found.recorded_missed,
                "other_missed": found.other_missed, "new_errors": found.new_errors,
                "texts_different": found.texts_different, "repeated_different": found.repeated_different},
            "results": [result.as_json() for result in self.results],
            "repeated": [
                {"url": page.url, "same": page.same, "hashes": page.hashes, "problem": page.problem}
                for page in self.repeated
            ],
            "egress": self.egress, "damage": self.damage,
        }  # fmt: skip


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _pixels_json(pixels: PixelDifference | None) -> dict[str, Any] | None:
    if pixels is None:
        return None
    return {
        "differing": pixels.differing, "total": pixels.total, "ratio": pixels.ratio,
        "recorded_size": list(pixels.recorded_size), "replayed_size": list(pixels.replayed_size),
        "box": None if pixels.box is None else list(pixels.box),
    }  # fmt: skip


def _missed_json(miss: Missed) -> dict[str, Any]:
    return {
        "method": miss.method, "url": miss.url, "kind": miss.kind, "recorded": miss.recorded, "nearest": miss.nearest
    }  # fmt: skip
