"""Requests that are forms some of whose fields are JSON: `doc={"name": "Tea"}&action=Save`, `filters=[["name", "=",
"Tea"]]`. Features see one body of JSON: `{"doc": {"name": "Tea"}, "action": "Save"}`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import json_value
from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Texts(Asking):
    """The form of such requests."""

    on: str

    def asked(self, sent: Sent) -> Sent:
        return sent.saying(read(sent.body)) if sent.is_form and isinstance(sent.body, dict) else sent

    def document(self) -> JsonObject:
        return {"on": self.on, "json_fields": True}


def read(body: JsonObject) -> JsonObject:
    """The fields of a form, those that are JSON as what they say."""
    return {name: value_of(value) for name, value in body.items()}


def value_of(value: Json) -> Json:
    """What a field says: an object or a list, where it is the text of one."""
    if not isinstance(value, str) or value[:1] not in ("{", "["):
        return value
    try:
        return json_value(value.encode())
    except NotJson:
        return value


def texts_of(document: Mapping[str, Any]) -> Texts:
    """From a feature file."""
    return Texts(document["on"])
