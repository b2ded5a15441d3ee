"""Requests to one address that say in their body of which collection they are: `POST /db:runQuery {"from": [{"table":
"teas"}], ...}`, `POST /action/find {"collection": "teas", ...}`. Features see an address for each: `/db/teas:runQuery`,
`/action/teas/find`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import JsonObject

EACH = "*"
WORD = re.compile(r"[A-Za-z_][\w-]{0,60}\Z")
_LAST = re.compile(r"(?P<before>.*?[^/:])(?P<method>:[A-Za-z]+|/[^/:]*)/?\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class About(Asking):
    """The form of such requests."""

    on: str
    place: tuple[str, ...]
    """Where the body says the collection; `*` for the only one of a list."""

    def asked(self, sent: Sent) -> Sent:
        word = word_at(sent.body, self.place) if not sent.is_form else None
        address, sign, query = sent.url.partition("?")
        found = _LAST.match(address)
        if word is None or found is None:
            return sent
        return replace(sent, url=f"{found['before']}/{quote(word)}{found['method']}{sign}{query}")

    def document(self) -> JsonObject:
        return {"on": self.on, "about": [*self.place]}


def word_at(body: Any, place: Sequence[str]) -> str | None:
    """The word at a place of a body; None when there is none."""
    for name in place:
        if name == EACH:
            body = body[0] if isinstance(body, list) and len(body) == 1 else None
        else:
            body = body.get(name) if isinstance(body, dict) else None
    return body if isinstance(body, str) and WORD.match(body) else None


def about_of(document: Mapping[str, Any]) -> About:
    """From a feature file."""
    return About(document["on"], tuple(document["about"]))
