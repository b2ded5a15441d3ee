"""Rows that come in an order of their own, beside the list of their keys in the order that was asked for.

    {"ids": ["t-9", "t-7"], "rows": [{"id": "t-7", "name": "Tea"}, {"id": "t-9", "name": "Oak"}]}

Features see the rows in the order of the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.features.forms.tabled import at, put
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Led:
    """The form of such answers: rows in the order of their keys."""

    on: str
    keys: tuple[str, ...]
    """Where the list of keys stands."""
    place: tuple[str, ...]
    """Where the rows stand."""
    key: str
    """The field that has a row's key."""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        keys, rows = at(value, self.keys), self._rows(value)
        if rows is None or not isinstance(keys, list):
            return value
        places = {str(key): place for place, key in enumerate(keys)}
        return put(value, self.place, sorted(rows, key=lambda row: places.get(str(row[self.key]), len(places))))

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        rows = self._rows(value)
        return value if rows is None else put(value, self.place, sorted(rows, key=lambda row: str(row[self.key])))

    def _rows(self, value: Json) -> list[Any] | None:
        rows: Any = at(value, self.place)
        told = isinstance(rows, list) and all(isinstance(row, dict) and self.key in row for row in rows)
        return rows if told else None

    def document(self) -> JsonObject:
        return {"on": self.on, "led": [*self.place], "keys_at": [*self.keys], "row_key": self.key}


def led_of(document: Mapping[str, Any]) -> Led:
    """From a feature file."""
    return Led(document["on"], tuple(document["keys_at"]), tuple(document["led"]), document["row_key"])
