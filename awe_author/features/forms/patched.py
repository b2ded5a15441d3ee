"""Changes that are written as a list of operations (JSON Patch, RFC 6902): features see the object that says the same
(JSON Merge Patch, RFC 7396).

    [{"op": "replace", "path": "/owner/name", "value": "Ann"}]      {"owner": {"name": "Ann"}}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import Json, JsonObject

SETS = ("add", "replace")
IDLE = ("test",)


@dataclass(frozen=True, slots=True)
class Patched(Asking):
    """The form of such requests."""

    on: str

    def asked(self, sent: Sent) -> Sent:
        said = merged(sent.body)
        return sent if said is None else sent.saying(said)

    def document(self) -> JsonObject:
        return {"on": self.on, "patched": True}


def merged(body: Json) -> JsonObject | None:
    """The object that says what a list of operations says; None for any other body, for operations on parts of lists,
    and for such that move or copy."""
    if not isinstance(body, list) or not body:
        return None
    made: JsonObject = {}
    for one in body:
        way = _way(one)
        if not way or not isinstance(one, dict):
            return None
        if one.get("op") in IDLE:
            continue
        if one.get("op") not in (*SETS, "remove") or (one.get("op") in SETS and "value" not in one):
            return None
        held: Json = made
        for name in way[:-1]:
            held = held.setdefault(name, {}) if isinstance(held, dict) else None
        if not isinstance(held, dict):
            return None
        held[way[-1]] = one["value"] if one["op"] in SETS else None
    return made


def _way(one: Json) -> list[str]:
    """The names that a JSON Pointer (RFC 6901) goes by; none where it goes into a list."""
    pointer = one.get("path") if isinstance(one, dict) else None
    if not isinstance(pointer, str) or not pointer.startswith("/") or pointer == "/":
        return []
    names = [name.replace("~1", "/").replace("~0", "~") for name in pointer[1:].split("/")]
    return [] if any(name.isdigit() or name in ("-", "") for name in names) else names


def patched_of(document: Mapping[str, Any]) -> Patched:
    """From a feature file."""
    return Patched(document["on"])
