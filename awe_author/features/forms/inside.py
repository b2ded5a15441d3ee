"""Records that say what they say inside a member of theirs: `{"id": 7, "fields": {"name": "Tea"}}`, perhaps each value
in a box: `{"name": {"value": "Tea", "displayValue": null}}`. Features see `{"id": 7, "name": "Tea"}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

DEEPEST = 12
NOTHING, SAME = "nothing", "same"
"""How a box shows its value beside it."""
_NUMBER = re.compile(r"(?P<before>[^\d-]*)(?P<number>-?[\d,]+(?P<decimals>\.\d+)?)(?P<after>[^\d]*)\Z")


@dataclass(frozen=True, slots=True)
class Box:
    """What stands around each value."""

    value: str
    """The member with the value."""
    display: str = ""
    """The member that says it in words, if there is one."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Name -> how it is said: `same`, or an example of a number (`$1,000`); else not at all."""

    def closed(self, name: str, value: Json) -> JsonObject:
        """A value in its box."""
        made: JsonObject = {self.value: value}
        if self.display:
            made[self.display] = worded(self.words.get(name, NOTHING), value)
        return made


@dataclass(frozen=True, slots=True)
class Inside:
    """The form of such records."""

    on: str
    name: str
    """The member in which they say it."""
    around: tuple[str, ...]
    """The members beside it."""
    marks: tuple[str, ...]
    """Those that each record has: an object with all of them is one."""
    box: Box | None = None
    whole: tuple[str, ...] = ()
    """Where records leave out what is empty: all that they may say. Features see null for what is left out."""

    def asked(self, sent: Sent) -> Sent:
        return sent.saying(self._opened(sent.body, asked=True)) if not sent.is_form else sent

    def told(self, sent: Sent, value: Json) -> Json:
        told: Json = self._opened(value)
        return told

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        shown: Json = self._closed(value)
        return shown

    def _opened(self, value: Any, depth: int = 0, *, asked: bool = False) -> Any:
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._opened(one, depth + 1, asked=asked) for one in value]
        inner = value.get(self.name)
        around = {name: one for name, one in value.items() if name != self.name}
        fits = around.keys() <= set(self.around) if asked else around.keys() >= set(self.marks)
        if not isinstance(inner, dict) or not fits or around.keys() & inner.keys():
            return {name: self._opened(one, depth + 1, asked=asked) for name, one in value.items()}
        empty = {} if asked else dict.fromkeys(self.whole)
        return {**around, **empty, **{name: self._unboxed(one) for name, one in inner.items()}}

    def _unboxed(self, value: Any) -> Any:
        boxed = self.box is not None and isinstance(value, dict) and self.box.value in value
        return value[self.box.value] if boxed and self.box is not None else value

    def _closed(self, value: Any, depth: int = 0) -> Any:
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._closed(one, depth + 1) for one in value]
        if not value.keys() >= set(self.marks) or self.name in value:
            return {name: self._closed(one, depth + 1) for name, one in value.items()}
        inner = {name: one for name, one in value.items() if name not in self.around}
        if self.whole:
            inner = {name: one for name, one in inner.items() if not is_empty(one)}
        if self.box is not None:
            inner = {name: self.box.closed(name, one) for name, one in inner.items()}
        return {**{name: one for name, one in value.items() if name in self.around}, self.name: inner}

    def document(self) -> JsonObject:
        made: JsonObject = {"on": self.on, "inside": self.name, "around": [*self.around], "marks": [*self.marks]}
        if self.whole:
            made["whole"] = [*self.whole]
        if self.box is not None:
            made["box"] = {"value": self.box.value, "display": self.box.display, "words": dict(self.box.words)}
        return made


def is_empty(value: Any) -> bool:
    """Is it nothing, no, or without content? 0 is something."""
    return value is None or value is False or value in ("", [], {})


def worded(how: str, value: Json) -> Json:
    """How a value is said beside it. `how`: see `Box.words`."""
    if how == NOTHING or value is None:
        return None
    match = _NUMBER.match(how)
    if how == SAME or match is None or isinstance(value, bool) or not isinstance(value, int | float):
        return value if isinstance(value, str) else str(value)
    number = f"{value:,.{max(0, len(match['decimals'] or '') - 1)}f}"
    return match["before"] + (number if "," in how else number.replace(",", "")) + match["after"]


def inside_of(document: Mapping[str, Any]) -> Inside:
    """From a feature file."""
    box = document.get("box")
    made = Box(box["value"], box.get("display", ""), dict(box.get("words", {}))) if box else None
    marks = (tuple(document["around"]), tuple(document.get("marks", document["around"])))
    return Inside(document["on"], document["inside"], *marks, made, tuple(document.get("whole", ())))
