"""Values whose types are told beside them, by their places, as superjson writes them:
`{"json": {"items": [{"made": "2025-03-03T09:00:00Z"}]}, "meta": {"values": {"items.0.made": ["Date"]}}}`. Features see
what is in `json`; the types are told anew, by the names of members.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

VALUE, TOLD, PLACES = "json", "meta", "values"
DEEPEST = 12
ANY = "*"
Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """The form of such answers, and of what is said to the app."""

    on: str
    at: tuple[Place, ...]
    """Where such values stand in answers; `*` for each of a list."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Member -> the type of what it says, where it says something."""
    of_nothing: Mapping[str, str] = field(default_factory=dict)
    """Member -> the type that is told of null (`undefined`)."""
    more: JsonObject = field(default_factory=dict)
    """What else is said beside the places, always."""

    def asked(self, sent: Sent) -> Sent:
        return sent if sent.is_form else sent.saying(opened(sent.body))

    def told(self, sent: Sent, value: Json) -> Json:
        for place in self.at:
            value = _at(value, place, opened_once)
        return value

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        for place in self.at:
            value = _at(value, place, self._closed)
        return value

    def _closed(self, value: Json) -> Json:
        places: JsonObject = {".".join(place): [kind] for place, kind in self._typed(value, ())}
        return {VALUE: value, TOLD: {PLACES: places, **self.more}} if places else {VALUE: value}

    def _typed(self, value: Json, place: Place) -> Iterator[tuple[Place, str]]:
        pairs: list[tuple[str, Json]] = []
        if isinstance(value, dict):
            pairs = [*value.items()]
        elif isinstance(value, list):
            pairs = [(str(at), one) for at, one in enumerate(value)]
        for name, one in pairs:
            kind = (self.of_nothing if one is None else self.types).get(name) if isinstance(value, dict) else None
            if kind is not None:
                yield (*place, name), kind
            elif len(place) < DEEPEST:
                yield from self._typed(one, (*place, name))

    def document(self) -> JsonObject:
        told: JsonObject = {"types": dict(self.types), "of_nothing": dict(self.of_nothing), "more": self.more}
        return {"on": self.on, "beside": [[*place] for place in self.at], **told}


def _at(value: Json, place: Place, made: Any) -> Json:
    """The value with what stands at a place made anew; as it is where nothing stands there."""
    if not place:
        changed: Json = made(value)
        return changed
    head, rest = place[0], place[1:]
    if head == ANY and isinstance(value, list):
        return [_at(one, rest, made) for one in value]
    if isinstance(value, dict) and head in value:
        return {**value, head: _at(value[head], rest, made)}
    return value


def is_typed(value: Json) -> bool:
    """Is it a value with its types beside it, or without any?"""
    return isinstance(value, dict) and VALUE in value and value.keys() <= {VALUE, TOLD}


def opened_once(value: Json) -> Json:
    """What such a value says."""
    return value[VALUE] if isinstance(value, dict) and is_typed(value) else value


def opened(value: Json, depth: int = 0) -> Json:
    """The same, without such values: what is undefined is left out."""
    if isinstance(value, dict) and is_typed(value):
        told = value.get(TOLD)
        places = told.get(PLACES) if isinstance(told, dict) else None
        undefined = [name for name, kind in places.items() if kind == ["undefined"]] if isinstance(places, dict) else []
        inner = value[VALUE]
        return {name: one for name, one in inner.items() if name not in undefined} if isinstance(inner, dict) else inner
    if depth > DEEPEST:
        return value
    if isinstance(value, dict):
        return {name: opened(one, depth + 1) for name, one in value.items()}
    return [opened(one, depth + 1) for one in value] if isinstance(value, list) else value


def beside_of(document: Mapping[str, Any]) -> Beside:
    """From a feature file."""
    at = tuple(tuple(place) for place in document["beside"])
    told = (dict(document.get("types", {})), dict(document.get("of_nothing", {})), dict(document.get("more", {})))
    return Beside(document["on"], at, *told)
