"""Lists whose rows are lists of values, told by nothing but their places.

    {"rows": [["Tea", "Oslo", 7], ["Oak", "York", 9], [null, null, null]]}

Features see `{"rows": [{"name": "Tea", "column_2": "Oslo", "id": 7}, {"name": "Oak", ...}]}`. A column that repeats
another one has its name, too. An empty row, for what is new, stands at the end of a list that is not full.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.features.forms.tabled import at, put
from awe_author.json_types import Json, JsonObject

UNNAMED = re.compile(r"column_\d+\Z")
"""What a column is called of which no more than its place is known."""


@dataclass(frozen=True, slots=True)
class Positional:
    """The form of such answers."""

    on: str
    place: tuple[str, ...]
    """Where the list stands."""
    names: tuple[str, ...]
    """Of the columns."""
    last: list[Json] | None = None
    """The empty row."""
    full: int = 0
    """Rows of a list without the empty one."""
    counted: tuple[str, ...] = ()
    """Where a number stands that counts the empty row, too."""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        rows = rows_at(value, self.place, len(self.names))
        if rows is None:
            return value
        rows = rows[:-1] if rows and rows[-1] == self.last else rows
        return self._moved(put(value, self.place, [dict(zip(self.names, row, strict=True)) for row in rows]), -1)

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        rows: Any = at(value, self.place)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            return value
        told: list[Any] = [[row.get(name) for name in self.names] for row in rows]
        ends = self.last is not None and len(rows) < self.full
        return self._moved(put(value, self.place, [*told, self.last] if ends else told), 1)

    def _moved(self, value: Json, step: int) -> Json:
        """With the number of rows without the empty one, or with it."""
        count: Any = at(value, self.counted) if self.counted else None
        return put(value, self.counted, count + step) if type(count) is int else value

    def document(self) -> JsonObject:
        made: JsonObject = {"on": self.on, "positional": [*self.place], "names": [*self.names]}
        if self.last is not None:
            made |= {"last": self.last, "full": self.full}
        return {**made, "counted": [*self.counted]} if self.counted else made


def rows_at(value: Any, place: tuple[str, ...], width: int) -> list[list[Any]] | None:
    """The rows of a list of lists of so many values; None for anything else."""
    rows = at(value, place)
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == width for row in rows):
        return None
    return rows


def positional_of(document: Mapping[str, Any]) -> Positional:
    """From a feature file."""
    place, names, counted = (tuple(document.get(name, ())) for name in ("positional", "names", "counted"))
    return Positional(document["on"], place, names, document.get("last"), document.get("full", 0), counted)
