"""Lists whose first row has the names of the columns.

    {"rows": [["name", "id"], ["Tea", "t-7"], ["Oak", "t-9"]]}

Features see `{"rows": [{"name": "Tea", "id": "t-7"}, {"name": "Oak", "id": "t-9"}]}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.features.forms.tabled import at, put
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Headed:
    """The form of such answers."""

    on: str
    place: tuple[str, ...]
    """Where the list stands."""
    names: tuple[str, ...]
    """Of the columns."""
    alone: bool = False
    """Do the names stand there, too, when there is no other row?"""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        rows = rows_below(at(value, self.place))
        return value if rows is None else put(value, self.place, [*rows])

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        rows: Any = at(value, self.place)
        if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows) or not (rows or self.alone):
            return value
        return put(value, self.place, [[*self.names], *([row.get(name) for name in self.names] for row in rows)])

    def document(self) -> JsonObject:
        made: JsonObject = {"on": self.on, "headed": [*self.place], "names": [*self.names]}
        return {**made, "alone": True} if self.alone else made


def rows_below(table: Any) -> list[JsonObject] | None:
    """The rows of a list that begins with the names of the columns, as records; None for anything else."""
    if not isinstance(table, list) or not table or not all(isinstance(row, list) for row in table):
        return None
    names, *rows = table
    if not all(isinstance(name, str) and name for name in names) or len({*names}) < len(names):
        return None
    return [dict(zip(names, row, strict=True)) for row in rows] if all(len(row) == len(names) for row in rows) else None


def headed_of(document: Mapping[str, Any]) -> Headed:
    """From a feature file."""
    return Headed(document["on"], tuple(document["headed"]), tuple(document["names"]), document.get("alone") is True)
