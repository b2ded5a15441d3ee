"""Answers that tell of one record in two places: what it is, and beside it what else there is about it.

    {"docs": [{"name": "T-7", "title": "Tea"}], "docinfo": {"name": "T-7", "comments": []}}

Features see one record: `{"docs": [{"name": "T-7", "title": "Tea", "docinfo": {"comments": []}}]}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

ONLY = "*"


@dataclass(frozen=True, slots=True)
class Aside:
    """The form of such answers."""

    on: str
    aside: str
    """The member that tells more."""
    into: tuple[str, ...]
    """Where the record stands; `*` for the only one of a list."""
    key: str
    """The member that says the key in both."""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        record = record_at(value, self.into)
        aside = value.get(self.aside) if isinstance(value, dict) else None
        if record is None or not isinstance(value, dict) or not isinstance(aside, dict):
            return value
        rest = {name: one for name, one in value.items() if name != self.aside}
        more = {name: one for name, one in aside.items() if name != self.key}
        return _put(rest, self.into, {**record, self.aside: more})

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        record = record_at(value, self.into)
        if record is None or not isinstance(value, dict) or self.aside not in record or self.aside in value:
            return value
        own = {name: one for name, one in record.items() if name != self.aside}
        more = record[self.aside]
        keyed = {**more, self.key: own[self.key]} if isinstance(more, dict) and self.key in own else more
        rest = _put(value, self.into, own)
        return {**rest, self.aside: keyed} if isinstance(rest, dict) else value

    def document(self) -> JsonObject:
        return {"on": self.on, "aside": self.aside, "into": [*self.into], "key": self.key}


def record_at(value: Any, place: Sequence[str]) -> JsonObject | None:
    """The record at a place; None without one."""
    for name in place:
        if name == ONLY:
            value = value[0] if isinstance(value, list) and len(value) == 1 else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else None


def _put(value: Any, place: Sequence[str], inner: JsonObject) -> Json:
    if not place:
        return inner
    if place[0] == ONLY:
        return [_put(value[0], place[1:], inner)]
    return {name: _put(one, place[1:], inner) if name == place[0] else one for name, one in value.items()}


def aside_of(document: Mapping[str, Any]) -> Aside:
    """From a feature file."""
    return Aside(document["on"], document["aside"], tuple(document["into"]), document["key"])
