"""Lists that are told as tables: the names of the columns once, and a list of values for each row.

    {"message": {"keys": ["name", "city"], "values": [["Tea", "Oslo"], ["Oak", "York"]]}}

Features see `{"message": {"keys": [...], "values": [{"name": "Tea", "city": "Oslo"}, ...]}}`, with an empty list of
rows also where an answer without any says something else in the table's place (`{"message": []}`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

NOTHING = object()


@dataclass(frozen=True, slots=True)
class Tabled:
    """The form of such answers."""

    on: str
    place: tuple[str, ...]
    """Where the table stands."""
    columns: str
    rows: str
    empty: Any = NOTHING
    """What stands there instead when there are no rows."""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        table = at(value, self.place)
        if self.empty is not NOTHING and table == self.empty:
            return put(value, self.place, {self.columns: [], self.rows: []})
        rows = rows_in(table, self.columns, self.rows)
        if rows is None or not isinstance(table, dict):
            return value
        return put(value, self.place, {**table, self.rows: [*rows]})

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        table: Any = at(value, self.place)
        if not isinstance(table, dict) or not isinstance(table.get(self.rows), list):
            return value
        rows = table[self.rows]
        if not rows and self.empty is not NOTHING:
            return put(value, self.place, self.empty)
        names = table.get(self.columns)
        if not isinstance(names, list) or not all(isinstance(one, dict) for one in rows):
            return value
        named = names or [*rows[0]] if rows else names
        told = [[row.get(name) for name in named] for row in rows]
        return put(value, self.place, {**table, self.columns: named, self.rows: told})

    def document(self) -> JsonObject:
        made: JsonObject = {"on": self.on, "tabled": [*self.place], "columns": self.columns, "of_rows": self.rows}
        return made if self.empty is NOTHING else {**made, "without": self.empty}


def rows_in(table: Any, columns: str, rows: str) -> list[JsonObject] | None:
    """The rows of a table as records; None for anything else."""
    names, values = (table.get(columns), table.get(rows)) if isinstance(table, dict) else (None, None)
    if not isinstance(names, list) or not isinstance(values, list) or not all(isinstance(one, str) for one in names):
        return None
    if len({*names}) < len(names) or not all(isinstance(one, list) and len(one) == len(names) for one in values):
        return None
    return [dict(zip(names, one, strict=True)) for one in values]


def at(value: Any, place: Sequence[str]) -> Any:
    """What stands at a place; NOTHING without it."""
    for name in place:
        value = value.get(name, NOTHING) if isinstance(value, dict) else NOTHING
    return value


def put(value: Any, place: Sequence[str], inner: Any) -> Json:
    """The value with something else at a place."""
    if not place:
        told: Json = inner
        return told
    return {**value, place[0]: put(value.get(place[0]), place[1:], inner)}


def tabled_of(document: Mapping[str, Any]) -> Tabled:
    """From a feature file."""
    empty = document.get("without", NOTHING)
    return Tabled(document["on"], tuple(document["tabled"]), document["columns"], document["of_rows"], empty)
