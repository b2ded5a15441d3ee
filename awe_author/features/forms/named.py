"""Answers that name records and tell of them elsewhere: `{"data": {"*elements": ["urn:7"]}, "included": [{"urn":
"urn:7", "*author": "urn:3"}, ...]}`. Features see the records where they are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Named:
    """The form of such answers."""

    on: str
    sign: str
    """What stands before the names of members that name records."""
    included: str
    """The member of the answer that tells of them."""
    key: str
    """The member of a record by which it is named."""
    kind: str
    """The member that says of what kind a record is; "" when none does."""
    order: tuple[str, ...]
    """The kinds, in the order in which they are told."""
    members: tuple[str, ...]
    """The members that name records, without the sign."""

    def asked(self, sent: Sent) -> Sent:
        return sent

    def told(self, sent: Sent, value: Json) -> Json:
        if not isinstance(value, dict) or not isinstance(value.get(self.included), list):
            return value
        there = value[self.included]
        assert isinstance(there, list)
        known = {str(one.get(self.key)): one for one in there if isinstance(one, dict)}
        return {name: self._filled(one, known, ()) for name, one in value.items() if name != self.included}

    def _filled(self, value: Any, known: Mapping[str, JsonObject], above: tuple[str, ...]) -> Any:
        if len(above) > DEEPEST or not isinstance(value, dict | list):
            return value
        if isinstance(value, list):
            return [self._filled(one, known, above) for one in value]
        made: JsonObject = {}
        for name, one in value.items():
            if name.startswith(self.sign) and isinstance(one, str | list):
                made[name.removeprefix(self.sign)] = (
                    [self._record(each, known, above) for each in one] if isinstance(one, list)
                    else self._record(one, known, above)
                )  # fmt: skip
            else:
                made[name] = self._filled(one, known, (*above, ""))
        return made

    def _record(self, key: Any, known: Mapping[str, JsonObject], above: tuple[str, ...]) -> Any:
        if not isinstance(key, str) or key not in known or key in above:
            return key
        return self._filled(known[key], known, (*above, key))

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        if not isinstance(value, dict) or self.included in value:
            return value
        found: dict[str, JsonObject] = {}
        made = {name: self._taken_out(one, found, top=True) for name, one in value.items()}
        records = [*found.values()]
        if self.kind:
            places = {kind: place for place, kind in enumerate(self.order)}
            records.sort(key=lambda one: places.get(str(one.get(self.kind)), len(places)))
        return {**made, self.included: [*records]}

    def _taken_out(self, value: Any, found: dict[str, JsonObject], *, top: bool = False) -> Any:
        if isinstance(value, list):
            return [self._taken_out(one, found) for one in value]
        if not isinstance(value, dict):
            return value
        made: JsonObject = {}
        for name, one in value.items():
            if name in self.members and self._is_record(one):
                made[self.sign + name] = self._kept(one, found)
            elif name in self.members and isinstance(one, list) and all(map(self._is_record, one)):
                made[self.sign + name] = [self._kept(each, found) for each in one]
            else:
                made[name] = self._taken_out(one, found)
        return made

    def _is_record(self, value: Any) -> bool:
        return isinstance(value, str) or (isinstance(value, dict) and isinstance(value.get(self.key), str))

    def _kept(self, record: Any, found: dict[str, JsonObject]) -> str:
        if isinstance(record, str):
            return record
        key = str(record[self.key])
        if key not in found:
            found[key] = self._taken_out(record, found)
        return key

    def document(self) -> JsonObject:
        names: JsonObject = {"named": self.sign, "included": self.included, "key": self.key, "kind": self.kind}
        return {"on": self.on, **names, "order": [*self.order], "members": [*self.members]}


def named_of(document: Mapping[str, Any]) -> Named:
    """From a feature file."""
    order, members = (tuple(document.get(name, ())) for name in ("order", "members"))
    kind = str(document.get("kind", ""))
    return Named(document["on"], document["named"], document["included"], document["key"], kind, order, members)
