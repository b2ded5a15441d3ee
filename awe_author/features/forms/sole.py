"""Lists that always have the one record in which all others stand: `{"boards": [{"id": "4411", "items": [...]}]}`, as
answers have them that could tell of several. Features see `{"boards": {"id": "4411", "items": [...]}}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.filtered import changed
from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Sole:
    """The form of such answers."""

    on: str
    place: tuple[str, ...]
    """Where the list stands."""
    key: str
    """The member that says which record it is."""
    value: Json
    """What it says."""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        told: Json = changed(value, self.place, self._opened)
        return told

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        shown: Json = changed(value, self.place, lambda one: [one] if self._is_mine(one) else one)
        return shown

    def _opened(self, value: Json) -> Json:
        return value[0] if isinstance(value, list) and len(value) == 1 and self._is_mine(value[0]) else value

    def _is_mine(self, value: Any) -> bool:
        return isinstance(value, dict) and bool(value.get(self.key) == self.value)

    def document(self) -> JsonObject:
        return {"on": self.on, "sole": [*self.place], "key": self.key, "is": self.value}


def sole_of(document: Mapping[str, Any]) -> Sole:
    """From a feature file."""
    return Sole(document["on"], tuple(document["sole"]), document["key"], document["is"])
