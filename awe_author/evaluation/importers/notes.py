"""What an importer has to say about a file: what it could not carry over, and what it had to decide."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from awe_author.evaluation.plain import Plain


@dataclass(frozen=True, slots=True)
class Note(Plain):
    """One remark."""

    kind: Literal["lost", "changed", "doubt"]
    """`lost`: something of the original decides nothing here; `changed`: it was made to fit; `doubt`: the original
    itself looks wrong."""

    task: str
    what: str
    why: str


@dataclass(slots=True)
class Notes:
    """Collects remarks; `task` is the one that is being read."""

    task: str = ""
    found: list[Note] = field(default_factory=list)

    def lost(self, what: str, why: str) -> None:
        """Something of the original decides nothing here."""
        self.found.append(Note("lost", self.task, what, why))

    def changed(self, what: str, why: str) -> None:
        """Something was made to fit."""
        self.found.append(Note("changed", self.task, what, why))

    def doubt(self, what: str, why: str) -> None:
        """The original itself looks wrong."""
        self.found.append(Note("doubt", self.task, what, why))
