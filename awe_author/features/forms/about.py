"""Requests to one address that say in their body, or query, of which collection they are: `POST /db:runQuery {"from":
[{"table": "teas"}], ...}`, `POST /action/find {"collection": "teas", ...}`, `GET /action/open?collection=teas&id=7`.
Features see an address for each: `/db/teas:runQuery`, `/action/teas/find`, `/action/teas/open`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl

EACH, QUERY = "*", "?"
WORD = re.compile(r"[A-Za-z_][\w-]{0,60}\Z")
_LAST = re.compile(r"(?P<before>.*?[^/:])(?P<method>:[A-Za-z]+|/[^/:]*)/?\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class About(Asking):
    """The form of such requests."""

    on: str
    place: tuple[str, ...]
    """Where the body says the collection; `*` for the only one of a list, `?` in front of a parameter of the query."""

    taken: bool = False
    """Is the word no part of what features see there?"""

    def asked(self, sent: Sent) -> Sent:
        word = word_of(sent, self.place)
        address, sign, query = sent.url.partition("?")
        found = _LAST.match(address)
        if word is None or found is None:
            return sent
        url = f"{found['before']}/{quote(word)}{found['method']}{sign}{query}"
        body = sent.body
        if self.taken and self.place[0] == QUERY:
            pairs = [pair for pair in query.split("&") if pair.partition("=")[0] != quote(self.place[1])]
            url = f"{found['before']}/{quote(word)}{found['method']}" + (f"?{'&'.join(pairs)}" if pairs else "")
        elif self.taken and isinstance(body, dict):
            body = {name: value for name, value in body.items() if name != self.place[0]}
        return replace(sent, url=url, body=body)

    def document(self) -> JsonObject:
        made: JsonObject = {"on": self.on, "about": [*self.place]}
        return {**made, "taken": True} if self.taken else made


def word_of(sent: Sent, place: Sequence[str]) -> str | None:
    """The word that a request says at a place."""
    if place[:1] == [QUERY] or place[:1] == (QUERY,):
        return word_at(dict(parse_qsl(sent.url.partition("?")[2])), place[1:])
    return word_at(sent.body, place)


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
    return About(document["on"], tuple(document["about"]), bool(document.get("taken")))
