"""Calls that the address names: `GET /api/trpc/boat.list,crew.byId?batch=1&input={"0": ..., "1": ...}`, answered by
`[{"result": ...}, {"error": ...}]`, a write with its input in the body; without `batch` one call and one answer.
Features see JSON-RPC, which they know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from awe_author.archive.request_body import NotJson, form_fields
from awe_author.features.api.asked import json_value
from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

RESULT, ERROR = "result", "error"


@dataclass(frozen=True, slots=True)
class Addressed:
    """The form of such requests and their answers."""

    on: str
    base: str
    """What stands in front of the names, with its slash."""
    field: str
    """The parameter with what is said to the calls, as JSON."""
    batch: str
    """The parameter that tells that there may be several; "" when that was never seen."""

    def names(self, sent: Sent) -> list[str]:
        """What is called."""
        return unquote(sent.url.partition("?")[0].removeprefix(self.base)).split(",")

    def asked(self, sent: Sent) -> Sent:
        names, said = self.names(sent), self._said(sent)
        if self._is_batch(sent):
            inputs = said if isinstance(said, dict) else {}
            body: Json = [_call(at, name, inputs.get(str(at))) for at, name in enumerate(names)]
        else:
            body = _call(0, names[0], said)
        return replace(sent.saying(body), url=self.base.rstrip("/"))

    def _is_batch(self, sent: Sent) -> bool:
        return bool(self.batch) and self.batch in query_of(sent)

    def _said(self, sent: Sent) -> Json:
        if sent.method != "GET":
            return sent.body
        try:
            return json_value(query_of(sent).get(self.field, "null"))
        except NotJson:
            return None

    def told(self, sent: Sent, value: Json) -> Json:
        if isinstance(value, list):
            return [_told(at, one) for at, one in enumerate(value)]
        return _told(0, value)

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        if isinstance(value, list):
            return [_shown(one) for one in value]
        return _shown(value)

    def document(self) -> JsonObject:
        return {"on": self.on, "addressed": self.base, "field": self.field, "batch": self.batch}


def query_of(sent: Sent) -> dict[str, str]:
    """The parameters of its address."""
    return dict(form_fields(sent.url.partition("?")[2]))


def _call(at: int, name: str, said: Json) -> Json:
    return {"jsonrpc": "2.0", "id": at, "method": name, "params": said}


def _told(at: int, one: Any) -> Json:
    return {"jsonrpc": "2.0", "id": at, **one} if isinstance(one, dict) else one


def _shown(one: Any) -> Json:
    return (
        {name: value for name, value in one.items() if name not in ("jsonrpc", "id")} if isinstance(one, dict) else one
    )


def addressed_of(document: Mapping[str, Any]) -> Addressed:
    """From a feature file."""
    return Addressed(
        document["on"], document["addressed"], str(document.get("field", "")), str(document.get("batch", ""))
    )
