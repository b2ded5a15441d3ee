"""Values that say their type: each in an object whose only member is called after it, as protocol buffers, document
databases and stores of keys and values write them.

    {"fields": {"title": {"stringValue": "Tea"}, "count": {"integerValue": "7"}, "tags": {"arrayValue": {}}}}
    {"Item": {"title": {"S": "Tea"}, "count": {"N": "7"}, "tags": {"L": []}}}

Features see the values, in records beside what else these say: `{"title": "Tea", "count": 7, "tags": []}`. The type is
told anew by what a value is, and by the name of its member where that was seen to have another one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

DEEPEST = 16
TEXT, TRUTH, WHOLE, NUMBER, NOTHING, LIST, RECORD = "text", "truth", "whole", "number", "nothing", "list", "record"
_WHOLE = re.compile(r"-?(0|[1-9]\d{0,15})\Z")
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,15})(\.\d{1,15})?\Z")


@dataclass(frozen=True, slots=True)
class Type:
    """How values of one type are written."""

    of: str
    """What features see: text, truth, whole, number, nothing, list or record."""
    inside: str = ""
    """Of lists and records: the member that has what is in them, left out when that is nothing; "" without one."""
    in_words: bool = False
    """Is a number written as a text?"""
    said: Json = None
    """Of nothing: what is said."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The form of such values."""

    on: str
    types: Mapping[str, Type]
    """Member that says the type -> the type. The first of what a value is counts."""
    holders: tuple[str, ...]
    """Members whose own members all are such values."""
    named: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Member -> what its value is -> its type, where that is not the first of these."""
    inside: str = ""
    """The holder whose values features see in the record itself; "" for none."""
    around: tuple[str, ...] = ()
    """What such records say beside it."""
    marks: tuple[str, ...] = ()
    """What each of them says in answers."""
    bare: bool = True
    """May answers say null beside such values? Else what is nothing is left out."""

    def asked(self, sent: Sent) -> Sent:
        return sent if sent.is_form or sent.body is None else sent.saying(self._read(sent.body))

    def told(self, sent: Sent, value: Json) -> Json:
        told: Json = self._opened(value)
        return told

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        shown: Json = self._closed(value)
        return shown

    def _read(self, value: Any, depth: int = 0) -> Any:
        """What a request says: wherever such a value stands in it."""
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._read(one, depth + 1) for one in value]
        if self._is_typed(value):
            return self._value(value)
        made = {name: self._read(one, depth + 1) for name, one in value.items()}
        inner = made.get(self.inside) if self.inside and made.keys() <= {*self.around, self.inside} else None
        return self._joined(made, inner) if isinstance(inner, dict) else made

    def _opened(self, value: Any, depth: int = 0) -> Any:
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._opened(one, depth + 1) for one in value]
        made = {name: self._held(one) if name in self.holders and self.is_holder(one) else self._opened(one, depth + 1)
                for name, one in value.items()}  # fmt: skip
        inner = value.get(self.inside) if self.inside and self.marks and value.keys() >= {*self.marks} else None
        return self._joined(made, made[self.inside]) if inner is not None and self.is_holder(inner) else made

    def _joined(self, record: JsonObject, inner: Any) -> JsonObject:
        beside = {name: one for name, one in record.items() if name != self.inside}
        return record if beside.keys() & inner.keys() else {**beside, **inner}

    def _closed(self, value: Any, depth: int = 0) -> Any:
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._closed(one, depth + 1) for one in value]
        if self.inside and self.marks and value.keys() >= {*self.marks} and self.inside not in value:
            held = {name: one for name, one in value.items() if name not in self.around}
            value = {**{name: one for name, one in value.items() if name in self.around}, self.inside: held}
        return {name: self._wrapped_all(one) if name in self.holders and isinstance(one, dict)
                else self._closed(one, depth + 1)
                for name, one in value.items() if self.bare or one is not None}  # fmt: skip

    def is_holder(self, value: Any) -> bool:
        """Are all members of an object such values?"""
        return isinstance(value, dict) and all(self._is_typed(one) for one in value.values())

    def _is_typed(self, value: Any) -> bool:
        if not isinstance(value, dict) or len(value) != 1:
            return False
        [(name, inner)] = value.items()
        return name in self.types and fits(self.types[name], inner)

    def _held(self, value: Any) -> JsonObject:
        return {name: self._value(one) for name, one in value.items()}

    def _value(self, value: Any) -> Any:
        """What a value says."""
        if not self._is_typed(value):
            return value
        [(name, inner)] = value.items()
        kind = self.types[name]
        if kind.of in (LIST, RECORD):
            held = inner.get(kind.inside, [] if kind.of == LIST else {}) if kind.inside else inner
            return [self._value(one) for one in held] if isinstance(held, list) else self._held(held)
        if kind.of in (WHOLE, NUMBER) and isinstance(inner, str):
            return float(inner) if "." in inner else int(inner)
        return None if kind.of == NOTHING else inner

    def _wrapped_all(self, value: Mapping[str, Any]) -> JsonObject:
        return {name: self._wrapped(one, name) for name, one in value.items()}

    def _wrapped(self, value: Any, name: str = "") -> Any:
        """A value with its type. `name`: of its member."""
        what = kind_of(value)
        if what is None:
            return value
        first = next((one for one, kind in self.types.items() if kind.of == what), "")
        said = self.named.get(name, {}).get(what, first)
        if not said and what == WHOLE:
            said = next((one for one, kind in self.types.items() if kind.of == NUMBER), "")
        if not said:
            return value
        return {said: self._written(self.types[said], value)}

    def _written(self, kind: Type, value: Any) -> Any:
        if isinstance(value, list | dict):
            held: Any = [self._wrapped(one) for one in value] if isinstance(value, list) else self._wrapped_all(value)
            return ({kind.inside: held} if held else {}) if kind.inside else held
        if kind.of == NOTHING:
            return kind.said
        return str(value) if kind.in_words and not isinstance(value, bool) else value

    def document(self) -> JsonObject:
        types: JsonObject = {}
        for name, one in self.types.items():
            more: JsonObject = {"inside": one.inside} if one.inside else {}
            more |= {"in_words": True} if one.in_words else {}
            types[name] = {"of": one.of, **more, **({"said": one.said} if one.said is not None else {})}
        made: JsonObject = {"on": self.on, "typed": types, "holders": [*self.holders]}
        if self.named:
            made["by_name"] = {name: dict(own) for name, own in self.named.items()}
        if self.inside:
            made |= {"in": self.inside, "around": [*self.around], "marks": [*self.marks]}
        return made if self.bare else {**made, "bare": False}


def kind_of(value: Any) -> str | None:
    """What a value is, as features see it."""
    if isinstance(value, bool):
        return TRUTH
    for kind, what in ((str, TEXT), (int, WHOLE), (float, NUMBER), (list, LIST), (dict, RECORD)):
        if isinstance(value, kind):
            return what
    return NOTHING if value is None else None


def fits(kind: Type, inner: Any) -> bool:
    """Is that what a value of the type says?"""
    if kind.of == LIST:
        held = inner.get(kind.inside, []) if kind.inside and isinstance(inner, dict) else inner
        return isinstance(held, list) and (not kind.inside or inner.keys() <= {kind.inside})
    if kind.of == RECORD:
        return isinstance(inner, dict) and (not kind.inside or inner.keys() <= {kind.inside})
    if kind.of == NOTHING:
        return bool(inner == kind.said)
    if kind.of in (WHOLE, NUMBER) and isinstance(inner, str):
        return bool((_WHOLE if kind.of == WHOLE else _NUMBER).match(inner))
    own = kind_of(inner)
    return own == kind.of or (kind.of == NUMBER and own == WHOLE)


def typed_of(document: Mapping[str, Any]) -> Typed:
    """From a feature file."""
    types = {
        name: Type(one["of"], one.get("inside", ""), one.get("in_words", False), one.get("said"))
        for name, one in document["typed"].items()
    }
    named = {name: dict(own) for name, own in document.get("by_name", {}).items()}
    around, marks = (tuple(document.get(name, ())) for name in ("around", "marks"))
    holders, bare = tuple(document["holders"]), document.get("bare", True)
    return Typed(document["on"], types, holders, named, document.get("in", ""), around, marks, bare)
