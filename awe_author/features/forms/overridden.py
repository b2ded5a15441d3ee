"""Reads that are sent as posts, with their parameters in a form, where a header says that they are meant as GET
(`X-HTTP-Method-Override: GET`), since addresses may be too long for them: features see a GET."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import JsonObject

MEANT = "GET"


@dataclass(frozen=True, slots=True)
class Overridden(Asking):
    """The form of such requests."""

    on: str
    header: str
    """The header that says what is meant; small letters."""

    def asked(self, sent: Sent) -> Sent:
        meant = next((value for name, value in sent.headers if name.lower() == self.header), "")
        if meant.strip().upper() != MEANT or not (sent.body is None or sent.is_form):
            return sent
        fields = urlencode(sent.body, doseq=True) if isinstance(sent.body, dict) else ""
        address, _, query = sent.url.partition("?")
        said = "&".join(part for part in (query, fields) if part)
        return replace(sent, method=MEANT, url=address + ("?" + said if said else ""), body=None, is_form=False)

    def document(self) -> JsonObject:
        return {"on": self.on, "overridden": self.header}


def overridden_of(document: Mapping[str, Any]) -> Overridden:
    """From a feature file."""
    return Overridden(document["on"], document["overridden"].lower())
