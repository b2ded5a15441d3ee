"""What came of the examination of a task, and of a whole suite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from awe_author.evaluation.plain import Plain
from awe_author.evaluation.verdict import Verdict
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Refusal(Plain):
    """Why a task is not admitted."""

    rule: str
    what: str
    hint: str = ""
    checkpoint: str = ""
    path: str = ""
    """Place in the world document."""


@dataclass(frozen=True, slots=True)
class Survivor(Plain):
    """A wrong final state that passes."""

    kind: str
    path: str
    what: str
    why: str = ""
    """As the task explains it; empty when it does not."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What came of one task."""

    task: str
    file: str
    refusals: tuple[Refusal, ...] = ()
    flags: tuple[tuple[str, str], ...] = ()
    """Rubric flags: name and explanation. They warn."""

    mutants: int = 0
    survivors: tuple[Survivor, ...] = ()
    solution: Verdict | None = None
    """On the oracle; None when it does not pass."""

    acts: int = 0
    """Length of the oracle."""

    @property
    def admitted(self) -> bool:
        """May it be used?"""
        return not self.refusals

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it broke, each once."""
        return tuple(dict.fromkeys(one.rule for one in self.refusals))

    @property
    def score(self) -> float | None:
        """Mutants that were noticed, as a part of all; explained ones count as survivors."""
        return 1 - len(self.survivors) / self.mutants if self.mutants else None

    def to_json(self) -> JsonObject:
        """Everything."""
        flags: Json = [{"flag": name, "why": why} for name, why in self.flags]
        return {
            "task": self.task,
            "file": self.file,
            "admitted": self.admitted,
            "refusals": [one.to_json() for one in self.refusals],
            "flags": flags,
            "mutants": {
                "total": self.mutants,
                "killed": self.mutants - len(self.survivors),
                "score": self.score,
                "survivors": [one.to_json() for one in self.survivors],
            },
            "acts": self.acts,
        }


def mutation_score(admissions: Sequence[Admission]) -> float | None:
    """Over all tasks together."""
    total = sum(one.mutants for one in admissions)
    return 1 - sum(len(one.survivors) for one in admissions) / total if total else None
