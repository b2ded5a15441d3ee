"""Writes whose fields stand in the query (`PUT /cards/7?name=Tea&closed=true`), or in a form with members in brackets
(`metadata[plan]=pro`), where answers show them as JSON: features see a body of JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from awe_author.archive.request_body import form_fields
from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import JsonObject

QUERY, FORM = "query", "form"
_NESTED = re.compile(r"([^\[\]]+)((?:\[[^\[\]]+\])+)\Z")
_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,9})?\Z")
DEEPEST = 5


@dataclass(frozen=True, slots=True)
class Fields(Asking):
    """The form of such requests."""

    on: str
    fields: str
    """Where they stand: `query` or `form`."""
    but: tuple[str, ...] = ()
    """Parameters of the query that are none."""
    numbers: tuple[str, ...] = ()
    truths: tuple[str, ...] = ()
    """Fields that are no texts."""

    def asked(self, sent: Sent) -> Sent:
        if self.fields == FORM:
            body = sent.body if sent.is_form and isinstance(sent.body, dict) else None
            return sent if body is None else sent.saying(self._typed(body.items()))
        address, _, query = sent.url.partition("?")
        pairs = form_fields(query)
        mine = [(name, value) for name, value in pairs if name not in self.but]
        if sent.body is not None or not mine:
            return sent
        rest = urlencode([(name, value) for name, value in pairs if name in self.but])
        return replace(sent.saying(self._typed(mine)), url=address + ("?" + rest if rest else ""))

    def _typed(self, pairs: Iterable[tuple[str, Any]]) -> JsonObject:
        made = nested(pairs)
        for name, value in made.items():
            if name in self.truths and value in ("true", "false"):
                made[name] = value == "true"
            elif name in self.numbers and isinstance(value, str) and _NUMBER.match(value):
                made[name] = float(value) if "." in value else int(value)
        return made

    def document(self) -> JsonObject:
        more = {"but": self.but, "numbers": self.numbers, "truths": self.truths}
        return {"on": self.on, "fields": self.fields, **{name: list(said) for name, said in more.items() if said}}


def nested(pairs: Iterable[tuple[str, Any]]) -> JsonObject:
    """Fields as JSON: `a[b]` is a member of `a`. Where both are sent, `a[b]` stays a name."""
    made: JsonObject = {}
    for name, value in pairs:
        found = _NESTED.match(name)
        steps = [found[1], *found[2][1:-1].split("][")] if found else [name]
        holder: Any = made
        for step in steps[:-1]:
            holder = holder.setdefault(step, {}) if isinstance(holder, dict) else None
        if isinstance(holder, dict) and len(steps) <= DEEPEST:
            holder[steps[-1]] = value
        else:
            made[name] = value
    return made


def fields_of(document: Mapping[str, Any]) -> Fields:
    """From a feature file."""
    more = (tuple(document.get(name, ())) for name in ("but", "numbers", "truths"))
    return Fields(document["on"], document["fields"], *more)
