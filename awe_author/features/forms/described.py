"""Records whose members say of themselves what they are, beside the value, in an object or in a list:

    {"properties": {"Stage": {"id": "p7", "type": "select", "select": {"id": "o1", "name": "New", "color": "red"}}}}
    {"record": {"Stage": {"type": "DROP_DOWN", "value": "New"}}}
    {"column_values": [{"id": "stage", "text": "New", "value": "{\"index\":0}"}]}

Features see the values, in records beside what else these say: `{"Stage": "New"}`. What the members say of themselves
is the same in all records; what is told of a value goes by it (`full`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import json_value
from awe_author.features.forms.full import Full, full_of
from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

DEEPEST = 14


@dataclass(frozen=True, slots=True)
class Member:
    """What a member says of itself."""

    beside: JsonObject = field(default_factory=dict)
    """What it is, always the same."""
    at: str = ""
    """Its member that has the value; "" where all that is not beside tells it."""
    full: Full | None = None
    """How the value is told; None as it is."""

    def told(self, value: Any) -> Any:
        """The value in what a member of a record says; raises KeyError where it is none such."""
        if not isinstance(value, dict):
            raise KeyError
        own: Any = value[self.at] if self.at else {name: one for name, one in value.items() if name not in self.beside}
        if self.full is None:
            return own
        if self.at:
            return self.full.told(own)
        found = self.full.read(own)
        whole = self.full.shown(found)
        return found if isinstance(whole, dict) and {name: whole.get(name) for name in own} == own else own

    def read(self, value: Any) -> Any:
        """The value that a request says of it, in whichever part."""
        own = value[self.at] if isinstance(value, dict) and self.at and self.at in value else value
        return own if self.full is None else self.full.read(own)

    def shown(self, value: Any) -> JsonObject:
        """What the member says of a value."""
        own = value if self.full is None else self.full.shown(value)
        return {**self.beside, **({self.at: own} if self.at else own if isinstance(own, dict) else {})}

    def document(self) -> JsonObject:
        made: JsonObject = {"beside": self.beside, "at": self.at}
        return made if self.full is None else {**made, "full": self.full.document()}


@dataclass(frozen=True, slots=True)
class Described:
    """The form of such records."""

    on: str
    holder: str
    """The member of records in which they stand."""
    key: str
    """In a list: what says which member one is; "" in an object."""
    members: Mapping[str, Member]
    """Name -> what is said of it, in their order."""
    around: tuple[str, ...]
    """What records say beside it."""
    marks: tuple[str, ...]
    """What each of them says in answers."""
    texts: tuple[tuple[str, ...], ...] = ()
    """Where requests say such members as JSON in a text."""

    def asked(self, sent: Sent) -> Sent:
        if sent.is_form or sent.body is None:
            return sent
        return sent.saying(self._read(sent.body, ()))

    def told(self, sent: Sent, value: Json) -> Json:
        told: Json = self._opened(value)
        return told

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        shown: Json = self._closed(value, self._said(like))
        return shown

    def _read(self, value: Any, way: tuple[str, ...]) -> Any:
        """What a request says."""
        if len(way) > DEEPEST:
            return value
        if isinstance(value, list):
            return [self._read(one, (*way, "*")) for one in value]
        if not isinstance(value, dict):
            return value
        value = self._with_texts(value, way)
        made = {name: self._read(one, (*way, name)) for name, one in value.items() if name != self.holder}
        if self.holder not in value:
            return made
        inner = self._values(value[self.holder])
        if inner is None or made.keys() - {*self.around} or made.keys() & inner.keys():
            return {**made, self.holder: value[self.holder] if inner is None else inner}
        return {**made, **inner}

    def _values(self, value: Any) -> JsonObject | None:
        """Name -> value, of members that a request says."""
        pairs: Any = value.items() if isinstance(value, dict) and not self.key else None
        if isinstance(value, list) and self.key and all(isinstance(one, dict) and self.key in one for one in value):
            pairs = [(one[self.key], {name: own for name, own in one.items() if name != self.key}) for one in value]
        if pairs is None:
            return None
        return {
            str(name): self.members[str(name)].read(own) if str(name) in self.members else own for name, own in pairs
        }

    def _with_texts(self, value: JsonObject, way: tuple[str, ...]) -> JsonObject:
        """An object with what JSON in a text in it says beside what else it says."""
        for name in [name for name in value if (*way, name) in self.texts]:
            found, rest = self._in_text(value[name]), {other: one for other, one in value.items() if other != name}
            if found is not None and not found.keys() & rest.keys():
                value = {**rest, **found}
        return value

    def _in_text(self, value: Any) -> JsonObject | None:
        try:
            found = json_value(value.encode()) if isinstance(value, str) and value[:1] == "{" else None
        except NotJson:
            return None
        if not isinstance(found, dict):
            return None
        return {name: self.members[name].read(one) if name in self.members else one for name, one in found.items()}

    def _opened(self, value: Any, depth: int = 0) -> Any:
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._opened(one, depth + 1) for one in value]
        inner = self.held(value.get(self.holder)) if value.keys() >= {*self.marks} else None
        beside = {
            name: self._opened(one, depth + 1) for name, one in value.items() if inner is None or name != self.holder
        }
        return beside if inner is None or beside.keys() & self.members.keys() else {**beside, **inner}

    def held(self, value: Any) -> JsonObject | None:
        """Name -> value, of members that all say of themselves what is known; None for anything else."""
        pairs: Any = value.items() if isinstance(value, dict) and not self.key else None
        if isinstance(value, list) and self.key and all(isinstance(one, dict) and self.key in one for one in value):
            pairs = [
                (str(one[self.key]), {name: own for name, own in one.items() if name != self.key}) for one in value
            ]
        try:
            return None if pairs is None else {name: self.members[name].told(own) for name, own in pairs}
        except KeyError:
            return None

    def _said(self, like: Json) -> frozenset[str]:
        """What members say of themselves in a recorded answer; nothing for all that they may."""
        for record in records_in(like):
            held = record.get(self.holder)
            one = held[0] if isinstance(held, list) and held else None
            if isinstance(one, dict) and self.key in one:
                return frozenset(one)
        return frozenset()

    def _closed(self, value: Any, said: frozenset[str], depth: int = 0) -> Any:
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._closed(one, said, depth + 1) for one in value]
        if not value.keys() >= {*self.marks} or self.holder in value or not value.keys() & self.members.keys():
            return {name: self._closed(one, said, depth + 1) for name, one in value.items()}
        beside = {name: self._closed(one, said, depth + 1) for name, one in value.items() if name not in self.members}
        own = {name: one.shown(value[name]) for name, one in self.members.items() if name in value}
        if not self.key:
            return {**beside, self.holder: own}
        listed = [{self.key: name, **one} for name, one in own.items()]
        return {
            **beside,
            self.holder: [{each: one[each] for each in one if not said or each in said} for one in listed],
        }

    def document(self) -> JsonObject:
        members: JsonObject = {name: one.document() for name, one in self.members.items()}
        made: JsonObject = {"on": self.on, "described": self.holder, "key": self.key, "each_of": members}
        made |= {"around": [*self.around], "marks": [*self.marks]}
        return made | ({"texts": [[*place] for place in self.texts]} if self.texts else {})


def records_in(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """All objects in a value, outer ones first."""
    if depth > DEEPEST or not isinstance(value, dict | list):
        return
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value:
        yield from records_in(one, depth + 1)


def described_of(document: Mapping[str, Any]) -> Described:
    """From a feature file."""
    members = {
        name: Member(one["beside"], one["at"], full_of(one["full"]) if "full" in one else None)
        for name, one in document["each_of"].items()
    }
    more = (tuple(document["around"]), tuple(document["marks"]), tuple(map(tuple, document.get("texts", ()))))
    return Described(document["on"], document["described"], document["key"], members, *more)
