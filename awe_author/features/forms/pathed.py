"""Records that are called by their address: `{"name": "shops/7/teas/assam"}`, asked for at `/v1/shops/7/teas/assam`.
Features see the last part as the key, and what stands before it: `{"id": "assam", "place": "shops/7/teas", ...}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

DEEPEST = 14
TYPE = "__typename"


@dataclass(frozen=True, slots=True)
class Pathed:
    """The form of such records."""

    on: str
    name: str
    """The member that says the address."""
    root: str
    """What all addresses begin with, with the slash after it."""
    key: str
    """What features call the last part."""
    place: str
    """What they call what stands before it."""
    kinds: bool = False
    """Are records of several sorts called so? The last part of what stands before the key says which, as a type."""

    def asked(self, sent: Sent) -> Sent:
        return sent if sent.is_form or sent.body is None else sent.saying(self._taken_apart(sent.body, asked=True))

    def told(self, sent: Sent, value: Json) -> Json:
        told: Json = self._taken_apart(value)
        return told

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        shown: Json = self._put_together(value)
        return shown

    def _taken_apart(self, value: Any, depth: int = 0, *, asked: bool = False) -> Any:
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._taken_apart(one, depth + 1, asked=asked) for one in value]
        made: JsonObject = {}
        free = not {self.key, self.place} & value.keys()
        for name, one in value.items():
            if isinstance(one, str) and free and name == self.name and self._is_address(one):
                made |= self._parts(one, typed=self.kinds and not asked)
            elif isinstance(one, str) and asked and depth and self._is_address(one):
                made[name] = self._parts(one)
            else:
                made[name] = self._taken_apart(one, depth + 1, asked=asked)
        return made

    def _is_address(self, value: str) -> bool:
        return value.startswith(self.root) and len(value) > len(self.root) and not value.endswith("/")

    def _parts(self, value: str, *, typed: bool = False) -> JsonObject:
        place, _, key = value.rpartition("/")
        return {self.key: key, self.place: place, **({TYPE: place.rpartition("/")[2]} if typed else {})}

    def _put_together(self, value: Any, depth: int = 0) -> Any:
        if depth > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._put_together(one, depth + 1) for one in value]
        made = {name: self._put_together(one, depth + 1) for name, one in value.items()}
        if not {self.key, self.place} <= value.keys() or self.name in value:
            return made
        own = (self.key, self.place, *([TYPE] if self.kinds else []))
        rest = {name: one for name, one in made.items() if name not in own}
        return {self.name: f"{value[self.place]}/{value[self.key]}", **rest}

    def document(self) -> JsonObject:
        return {"on": self.on, "pathed": self.name, "root": self.root, "key": self.key, "place": self.place,
                **({"kinds": True} if self.kinds else {})}  # fmt: skip


def pathed_of(document: Mapping[str, Any]) -> Pathed:
    """From a feature file."""
    root, key, place = (str(document[name]) for name in ("root", "key", "place"))
    return Pathed(document["on"], document["pathed"], root, key, place, document.get("kinds", False))
