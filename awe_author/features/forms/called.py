"""Answers that call the key of what was made otherwise than the records themselves do: `{"id": 7, "success": true}` of
what is shown as `{"Id": 7, "Name": "Tea"}`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Called:
    """The form of such answers."""

    on: str
    name: str
    """As the answer calls it."""
    known: str
    """As the records do."""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        return self._renamed(value, self.name, self.known)

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        return self._renamed(value, self.known, self.name)

    @staticmethod
    def _renamed(value: Json, old: str, new: str) -> Json:
        if not isinstance(value, dict) or old not in value or new in value:
            return value
        return {new if name == old else name: one for name, one in value.items()}

    def document(self) -> JsonObject:
        return {"on": self.on, "called": self.name, "known": self.known}


def called_of(document: Mapping[str, Any]) -> Called:
    """From a feature file."""
    return Called(document["on"], document["called"], document["known"])
