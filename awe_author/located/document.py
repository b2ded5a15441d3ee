"""A document that was read, and where its parts stand."""

from __future__ import annotations

from dataclasses import dataclass, field

from awe_author.json_types import Json
from awe_author.located.marks import Mark, Where, YamlProblem, source_index


@dataclass(slots=True)
class Located:
    """A document, and where its parts stand."""

    value: Json
    source: str = ""
    """What to call the file in messages."""

    text: str = ""
    marks: dict[Where, Mark] = field(default_factory=dict)
    """Of every value."""

    keys: dict[Where, Mark] = field(default_factory=dict)
    """Of the key of every member of a mapping."""

    spans: dict[Where, tuple[int, int, str]] = field(default_factory=dict)
    """Of every text: first and last index, and its style (`'`, `"`, `|`, `>`, empty for plain)."""

    problems: list[YamlProblem] = field(default_factory=list)

    def mark(self, where: Where, *, key: bool = False) -> Mark:
        """The place of the value at `where` (or of its key), or of the nearest value around it."""
        while True:
            found = (self.keys.get(where) if key else None) or self.marks.get(where)
            if found or not where:
                return found or Mark(1, 1)
            where, key = where[:-1], False

    def place(self, where: Where = ()) -> tuple[int, int]:
        """Line and column (from 1) of the member or item at `where`, a member by its key, or of the nearest one around
        it; (0, 0) when unknown."""
        while True:
            found = self.keys.get(where) or self.marks.get(where)
            if found or not where:
                return (found.line, found.column) if found else (0, 0)
            where = where[:-1]

    def at(self, where: Where = ()) -> str:
        """`file:line` of the member or item at `where`, or of the nearest one around it."""
        line, _ = self.place(where)
        return f"{self.source}:{line}" if line else self.source

    def inside(self, where: Where, offset: int) -> Mark:
        """The place of character `offset` of the text at `where`; quotes, escapes and folded lines are seen through."""
        span, value = self.spans.get(where), self.value_at(where)
        if span is None or not isinstance(value, str):
            return self.mark(where)
        index = source_index(self.text, span, value, offset)
        before = self.text.rfind("\n", 0, index) + 1
        return Mark(self.text.count("\n", 0, index) + 1, index - before + 1, index)

    def value_at(self, where: Where) -> Json:
        """The value at a path; None where there is none."""
        here = self.value
        for part in where:
            if isinstance(here, dict) and isinstance(part, str):
                here = here.get(part)
            elif isinstance(here, list) and isinstance(part, int) and part < len(here):
                here = here[part]
            else:
                return None
        return here
