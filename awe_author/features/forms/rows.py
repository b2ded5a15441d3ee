"""Lists in which each record stands in a member of its own, beside what is the same in all of them, as streams of
answers are written: `[{"boat": {...}, "readTime": T}, {"boat": {...}, "readTime": T}]`, and `[{"readTime": T}]` where
nothing was found. Features see `{"boat": [{...}, {...}], "readTime": T}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Rows:
    """The form of such answers."""

    on: str
    name: str
    """The member that has the record."""
    beside: tuple[str, ...]
    """What stands beside it."""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        rows = in_rows(value, self.name)
        if rows is None or not isinstance(value, list):
            return value
        first: Any = value[0]
        return {self.name: [*rows], **{name: one for name, one in first.items() if name != self.name}}

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        if not isinstance(value, dict) or not isinstance(value.get(self.name), list):
            return value
        beside = {name: value[name] for name in self.beside if name in value}
        rows: Any = value[self.name]
        return [{self.name: one, **beside} for one in rows] or [beside]

    def document(self) -> JsonObject:
        return {"on": self.on, "rows": self.name, "alike": [*self.beside]}


def in_rows(value: Any, name: str) -> list[JsonObject] | None:
    """The records of such a list; None for anything else."""
    if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
        return None
    around = [{other: inner for other, inner in one.items() if other != name} for one in value]
    rows = [one[name] for one in value if isinstance(one.get(name), dict)]
    whole = len(rows) == len(value) or (len(value) == 1 and name not in value[0])
    return rows if whole and around[0] and all(one == around[0] for one in around) else None


def rows_of(document: Mapping[str, Any]) -> Rows:
    """From a feature file."""
    return Rows(document["on"], document["rows"], tuple(document["alike"]))
