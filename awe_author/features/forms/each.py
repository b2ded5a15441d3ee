"""Requests with a list of records, each of which is made or changed for itself, and answered with a list of as many:
`POST /boats {"records": [{"name": "Ada"}, {"name": "Ben"}]}`. Features see a batch of JSON-RPC, whose methods are
called after the request: `post_boats`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.calls import Way, within
from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Each:
    """The form of such requests and their answers."""

    on: str
    records: str
    """The member of a request with the list; "" where the request is the list."""
    answers: Way
    """Place of the list in the answer."""

    def asked(self, sent: Sent) -> Sent:
        records = self._records(sent)
        if not records:
            return sent
        name = called(sent)
        return sent.saying(
            [{"jsonrpc": "2.0", "id": place, "method": name, "params": one} for place, one in enumerate(records, 1)]
        )

    def told(self, sent: Sent, value: Json) -> Json:
        answers, records = within(value, self.answers), self._records(sent)
        if not isinstance(answers, list) or len(answers) != len(records):
            return value
        return [{"jsonrpc": "2.0", "id": place, "result": one} for place, one in enumerate(answers, 1)]

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        if not self._records(sent) or not isinstance(value, list):
            return value
        made = [one.get("result") for one in value if isinstance(one, dict)]
        if not self.answers:
            return made
        whole = copy.deepcopy(like) if isinstance(within(like, self.answers), list) else {}
        place: Any = whole
        for name in self.answers[:-1]:
            place = place.setdefault(name, {})
        place[self.answers[-1]] = made
        return whole

    def _records(self, sent: Sent) -> list[Any]:
        found = sent.body.get(self.records) if self.records and isinstance(sent.body, dict) else None
        found = sent.body if not self.records else found
        return found if isinstance(found, list) and all(isinstance(one, dict) for one in found) else []

    def document(self) -> JsonObject:
        return {"on": self.on, "each": self.records, "answers": [*self.answers]}


def called(sent: Sent) -> str:
    """What the methods of such a request are called: `post_boats`."""
    last = sent.url.partition("?")[0].rstrip("/").rpartition("/")[2]
    return re.sub(r"\W+", "_", f"{sent.method.lower()}_{last}")


def each_of(document: Mapping[str, Any]) -> Each:
    """From a feature file."""
    return Each(document["on"], str(document["each"]), tuple(document["answers"]))
