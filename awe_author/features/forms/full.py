"""What an app tells of a value in full: requests say `{"name": "New"}` or `"New"`, answers
`{"id": "o7", "name": "New", "color": "red"}`; `[{"text": {"content": "Tea"}}]` becomes `[{"type": "text", "text":
{"content": "Tea", "link": null}, "plain_text": "Tea"}]`; `{"date": "2025-03-11"}` is `{"text": "11 Mar", "value":
"{\"date\":\"2025-03-11\"}"}`. Features see the one value that all of it goes by.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from awe_author.json_types import Json, JsonObject

DEEPEST = 8
Way = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in what is told that says the value, perhaps in a text."""

    at: Way
    before: str = ""
    after: str = ""

    def text(self, value: Any, like: Any) -> Json:
        """What stands there. `like`: what stands there in the example."""
        return f"{self.before}{value}{self.after}" if isinstance(like, str) else value


@dataclass(frozen=True, slots=True)
class Full:
    """How one value is told."""

    at: Way
    """Where in what is told the value stands."""
    like: JsonObject
    """An example."""
    slots: tuple[Slot, ...] = ()
    known: Mapping[str, JsonObject] = field(default_factory=dict)
    """Value, as JSON -> what is told of it, where that is not the example with the value in it."""
    listed: bool = False
    """Does it stand in a list? Features see the values of those in it."""
    single: bool = False
    """Is there one in it at most? Features see this one value, and a text without anything for none."""

    def told(self, value: Any) -> Any:
        """What features see of what is told; as it is where it could not be told again."""
        found = self.read(value)
        return found if self.shown(found) == value else value

    def read(self, value: Any) -> Any:
        """The value that a request or an answer says, in full or in part."""
        if not self.listed or not isinstance(value, list):
            return self._one(value)
        made = [self._one(one) for one in value]
        if not self.single:
            return made
        return made[0] if len(made) == 1 else made or ""

    def _one(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        there, found = dug(value, self.at)
        if there:
            return found
        for name, record in self.known.items():
            if any(_same(one, value) for one in _parts(record)):
                return orjson.loads(name)
        plain = [one for one in value.values() if not isinstance(one, dict | list)]
        return plain[0] if len(value) == len(plain) == 1 else value

    def shown(self, value: Any) -> Any:
        """What is told of a value."""
        if self.listed:
            if value is None or value == "":
                return []
            if isinstance(value, list):
                return [self._full(one) for one in value]
            return [self._full(value)]
        return self._full(value)

    def _full(self, value: Any) -> Any:
        if isinstance(value, dict | list):
            return value
        found = self.known.get(as_json(value))
        if found is not None:
            return copy.deepcopy(found)
        return None if value is None else filled(self.like, self.slots, value)

    def document(self) -> JsonObject:
        slots: list[Json] = [
            {"at": [*one.at], **({"before": one.before, "after": one.after} if one.before or one.after else {})}
            for one in self.slots
        ]
        made: JsonObject = {"at": [*self.at], "like": self.like, "slots": slots}
        if self.known:
            made["known"] = dict(self.known)
        return made | ({"listed": True} if self.listed else {}) | ({"single": True} if self.single else {})


def full_of(document: Mapping[str, Any]) -> Full:
    """From a feature file."""
    slots = (Slot(tuple(one["at"]), one.get("before", ""), one.get("after", "")) for one in document["slots"])
    more = (document.get("listed", False), document.get("single", False))
    return Full(tuple(document["at"]), document["like"], tuple(slots), dict(document.get("known", {})), *more)


def as_json(value: Any) -> str:
    """A plain value as JSON, by which what is told of it is found."""
    return orjson.dumps(value).decode()


def dug(value: Any, way: Sequence[str]) -> tuple[bool, Any]:
    """(is there something at a place, what)."""
    for name in way:
        if not isinstance(value, dict) or name not in value:
            return False, None
        value = value[name]
    return True, value


def filled(like: JsonObject, slots: Sequence[Slot], value: Any) -> JsonObject:
    """The example with a value in it."""
    made = copy.deepcopy(like)
    for slot in slots:
        holder: Any = made
        for name in slot.at[:-1]:
            holder = holder[name]
        holder[slot.at[-1]] = slot.text(value, holder[slot.at[-1]])
    return made


def plain_leaves(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """(way, value) of the plain values in a record, and of lists in it as a whole."""
    if isinstance(value, dict) and value and len(way) < DEEPEST:
        for name, one in value.items():
            yield from plain_leaves(one, (*way, name))
    else:
        yield way, value


def _parts(record: Any, depth: int = 0) -> Iterator[Any]:
    """The records in what is told, also those that are JSON in a text."""
    for one in record.values() if isinstance(record, dict) and depth < DEEPEST else ():
        inner = one
        if isinstance(one, str) and one[:1] == "{":
            try:
                inner = orjson.loads(one)
            except orjson.JSONDecodeError:
                continue
        if isinstance(inner, dict):
            yield inner
            yield from _parts(inner, depth + 1)


def _same(one: Any, other: Any) -> bool:
    return bool(one == other)
