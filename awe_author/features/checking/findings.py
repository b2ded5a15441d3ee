"""What the check of features against a recording found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from awe_author.features.loading.problems import FeatureProblem
from awe_author.features.model import Feature, FeatureFile, Place
from awe_author.json_types import JsonObject
from awe_author.state.schema import pointer_of

Level: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not fit the recording. An error keeps the mock from being packed; a warning is a remark."""

    level: Level
    problem: FeatureProblem

    def to_json(self) -> JsonObject:
        """As `--json` prints it."""
        return {"level": self.level, **self.problem.to_json()}


@dataclass(slots=True)
class FeatureSeen:
    """One feature, and where the recording has its surface."""

    id: str
    file: str
    surface: str
    """`page https://...`, `click ... on https://...`, `POST https://...`."""

    title: str = ""
    reads: tuple[str, ...] = ()
    """Collections and plain values of the state that its expressions read."""

    action: str = ""
    writes: tuple[str, ...] = ()
    """Collections that the action changes; `app.action` for what it has other apps do."""

    requests: int = 0
    """Recorded requests (or sockets) of the surface."""

    pages: int = 0
    """Recorded documents of the surface."""

    steps: list[int] = field(default_factory=list)
    """Steps after which the surface was there."""

    screenshots: list[str] = field(default_factory=list)
    selectors: dict[str, int] = field(default_factory=dict)
    """Selector -> most elements that it matches in one document."""

    def to_json(self) -> JsonObject:
        """As `--json` prints it."""
        return {
            "id": self.id, "file": self.file, "title": self.title, "surface": self.surface,
            "reads": list(self.reads), "action": self.action, "writes": list(self.writes),
            "requests": self.requests, "pages": self.pages, "steps": list(self.steps),
            "screenshots": list(self.screenshots), "selectors": dict(self.selectors),
        }  # fmt: skip


@dataclass(slots=True)
class Report:
    """The whole check."""

    features: list[FeatureSeen] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def errors(self) -> list[Finding]:
        """What keeps the mock from being packed."""
        return [one for one in self.findings if one.level == "error"]

    @property
    def warnings(self) -> list[Finding]:
        """Remarks."""
        return [one for one in self.findings if one.level == "warning"]


@dataclass(frozen=True, slots=True)
class Told:
    """Adds findings about one feature."""

    file: FeatureFile
    feature: Feature
    report: Report

    def place(self, *path: object) -> Place:
        """Where a part of the feature stands."""
        pointer = self.feature.pointer + pointer_of(path)
        while pointer not in self.file.places and pointer != self.feature.pointer and pointer:
            pointer = pointer.rpartition("/")[0]
        return self.file.places.get(pointer, self.feature.place)

    def add(self, level: Level, what: str, hint: str, *path: object) -> None:
        """One more, about the part at `path`."""
        place = self.place(*path)
        problem = FeatureProblem(self.file.file, place.line, place.column, place.path, what, hint)
        self.report.findings.append(Finding(level, problem))
