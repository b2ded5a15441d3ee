"""Calls of methods by JSON-RPC whose arguments have no names, or which do not say their version:
`{"id": 7, "method": "boat.search", "params": [[["name", "=", "Ada"]], 0, 20]}`. Features see JSON-RPC 2.0 with names
for them: `body.params.domain`, `body.params.offset`. Of methods that answer with keys alone (`"result": [7, 9]`) they
see records that have nothing else (`[{"id": 7}, {"id": 9}]`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

VERSION = "2.0"
AROUND = "context"
"""The argument that goes along with every call (in which language, on whose behalf): it stands beside `params`."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The form of such requests and their answers."""

    on: str
    names: Mapping[str, tuple[str, ...]]
    """Method -> what its arguments are called, in their order."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Method that is answered with a list of keys alone -> what the key is called in records."""

    def asked(self, sent: Sent) -> Sent:
        body = call_of(sent.body)
        if body is None:
            return sent
        made: JsonObject = {**body, "jsonrpc": body.get("jsonrpc", VERSION)}
        given = body["params"]
        if isinstance(given, list):
            names = self.names.get(str(body["method"]), ())
            params = {names[n] if n < len(names) else unnamed(n): one for n, one in enumerate(given)}
            beside = {AROUND: params.pop(AROUND)} if AROUND in params else {}
            made |= {**beside, "params": params}
        return sent.saying(made)

    def told(self, sent: Sent, value: Json) -> Json:
        if call_of(sent.body) is None or not isinstance(value, dict):
            return value
        key, found = self._key(sent), value.get("result")
        if key and isinstance(found, list):
            value = {**value, "result": [{key: one} for one in found]}
        return {"jsonrpc": VERSION, **value}

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        if call_of(sent.body) is None or not isinstance(value, dict):
            return value
        key, found = self._key(sent), value.get("result")
        if key and isinstance(found, list):
            value = {**value, "result": [one.get(key) if isinstance(one, dict) else one for one in found]}
        versioned = isinstance(like, dict) and "jsonrpc" in like
        return {name: one for name, one in value.items() if name != "jsonrpc" or versioned}

    def _key(self, sent: Sent) -> str:
        return self.keys.get(str(sent.body["method"]), "") if isinstance(sent.body, dict) else ""

    def document(self) -> JsonObject:
        names: JsonObject = {method: [*mine] for method, mine in self.names.items()}
        return {"on": self.on, "arguments": names, **({"keys": {**self.keys}} if self.keys else {})}


def call_of(body: Json) -> JsonObject | None:
    """A request that calls one method by JSON-RPC, of any version; None for anything else."""
    if isinstance(body, dict) and isinstance(body.get("method"), str) and {"id", "params"} <= body.keys():
        return body
    return None


def unnamed(place: int) -> str:
    """What an argument is called of which nothing is known but its place."""
    return f"argument_{place + 1}"


def arguments_of(document: Mapping[str, Any]) -> Arguments:
    """From a feature file."""
    names = {method: tuple(mine) for method, mine in document["arguments"].items()}
    return Arguments(document["on"], names, document.get("keys", {}))
