"""Requests that name fields as SQL does, with the table in front: `order_by=`tabLead`.`modified` desc`, conditions that
begin with the collection: `["Lead", "status", "=", "open"]`. Features see the fields alone: `modified desc`,
`["status", "=", "open"]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

QUOTED = re.compile(r"(?:`[^`\s]+`\.)?`([^`\s]+)`|(?:\"[^\"\s]+\"\.)\"([^\"\s]+)\"|(?:\[[^\]\s]+\]\.)\[([^\]\s]+)\]")
"""Names in the quotes of MySQL; of PostgreSQL and SQL Server with a table in front."""
SIGN = re.compile(r"(?i)(=|!=|<>|[<>]=?|(not )?(like|ilike|in|between)|is|descendants of|ancestors of)\Z")
OWNED = 4
"""Parts of a condition with its collection."""


@dataclass(frozen=True, slots=True)
class PlainNames(Asking):
    """The form of such requests."""

    on: str

    def asked(self, sent: Sent) -> Sent:
        address, sign, query = sent.url.partition("?")
        pairs = [(name, unquoted(value)) for name, value in parse_qsl(query, keep_blank_values=True)]
        url = (
            f"{address}?{urlencode(pairs)}" if sign and pairs != parse_qsl(query, keep_blank_values=True) else sent.url
        )
        return replace(sent, url=url, body=plain(sent.body))

    def document(self) -> JsonObject:
        return {"on": self.on, "plain_names": True}


def plain(value: Json) -> Json:
    """The same with fields alone."""
    if isinstance(value, str):
        return unquoted(value)
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in (value[1:] if is_owned(value) else value)]
    return value


def unquoted(value: str) -> str:
    """A text without quotes around names and the tables in front of these."""
    return QUOTED.sub(lambda found: found[1] or found[2] or found[3], value)


def is_owned(value: Any) -> bool:
    """Is it a condition that begins with its collection?"""
    if not isinstance(value, list) or len(value) != OWNED:
        return False
    words = all(isinstance(one, str) and re.fullmatch(r"\w[\w .]*", one) for one in value[:2])
    return words and isinstance(value[2], str) and SIGN.match(value[2]) is not None


def plain_names_of(document: Mapping[str, Any]) -> PlainNames:
    """From a feature file."""
    return PlainNames(document["on"])
