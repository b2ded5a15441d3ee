"""Requests whose body is JSON in the only field of a form, as clients send it that may send files beside it
(`_payload={"name": "Tea"}`): features see that JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import json_value
from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Packed(Asking):
    """The form of such requests."""

    on: str
    field: str

    def asked(self, sent: Sent) -> Sent:
        said = unpacked(sent.body, self.field)
        return sent if said is None else sent.saying(said)

    def document(self) -> JsonObject:
        return {"on": self.on, "packed": self.field}


def unpacked(body: Json, field: str) -> JsonObject | None:
    """The object that a form with nothing but this field says; None for any other body."""
    value = body.get(field) if isinstance(body, dict) and len(body) == 1 else None
    if not isinstance(value, str) or value[:1] != "{":
        return None
    try:
        found = json_value(value.encode())
    except NotJson:
        return None
    return found if isinstance(found, dict) else None


def packed_of(document: Mapping[str, Any]) -> Packed:
    """From a feature file."""
    return Packed(document["on"], document["packed"])
