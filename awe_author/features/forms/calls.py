"""Several calls in one request, in a form of the app's own: a list of `{id, descriptor, params}` as JSON in a field of
the body, answered by a list of `{id, state, returnValue}`. Features see a batch of JSON-RPC, which they know.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject

Way = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Calls:
    """The form of such requests and their answers."""

    on: str
    field: str
    """The field of the body that holds them as JSON; "" for a body that is JSON."""
    calls: Way
    """Place of their list in it."""
    key: str
    """The member of a call, and of its answer, that says which it is."""
    method: str
    """The member that says what is done."""
    params: str
    answers: Way
    """Place of the list in the answer."""
    result: str
    """The member of an answer with what was asked for."""
    errors: str
    """The member that has something in it only where a call failed; "" when that was never seen."""
    done: JsonObject
    """What else an answer says of a call that was done."""

    def asked(self, sent: Sent) -> Sent:
        body = sent.body.get(self.field) if self.field and isinstance(sent.body, dict) else sent.body
        try:
            document = json.loads(body) if self.field and isinstance(body, str) else body
        except ValueError:
            return sent
        calls = within(document, self.calls)
        if not isinstance(calls, list) or not all(isinstance(one, dict) and self.method in one for one in calls):
            return sent
        made: list[Json] = []
        for one in calls:
            method, params = last_word(one[self.method]), one.get(self.params)
            made.append({"jsonrpc": "2.0", "id": one.get(self.key), "method": method, "params": params})
        return replace(sent.saying(made), url=sent.url.partition("?")[0])

    def told(self, sent: Sent, value: Json) -> Json:
        answers = within(value, self.answers)
        if not isinstance(answers, list):
            return value
        return [self._told(one) for one in answers if isinstance(one, dict)]

    def _told(self, one: JsonObject) -> JsonObject:
        made: JsonObject = {"jsonrpc": "2.0", "id": one.get(self.key)}
        if self.errors and one.get(self.errors):
            return {**made, "error": {"code": -32000, "message": "failed", "data": one}}
        return {**made, "result": one.get(self.result)}

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        if not isinstance(value, list) or not isinstance(within(like, self.answers), list):
            return value
        made = copy.deepcopy(like)
        place: Any = within(made, self.answers[:-1])
        place[self.answers[-1]] = [self._shown(one) for one in value if isinstance(one, dict)]
        return made

    def _shown(self, one: JsonObject) -> JsonObject:
        failed = one.get("error")
        data = failed.get("data") if isinstance(failed, dict) else None
        if isinstance(data, dict) and self.key in data:
            return {**data, self.key: one.get("id")}
        return {self.key: one.get("id"), **self.done, self.result: one.get("result")}

    def document(self) -> JsonObject:
        names: JsonObject = {"field": self.field, "key": self.key, "method": self.method, "params": self.params}
        told: JsonObject = {"answers": [*self.answers], "result": self.result, "errors": self.errors, "done": self.done}
        return {"on": self.on, "calls": [*self.calls], **names, **told}


def within(value: Any, way: Way) -> Any:
    """What stands at a place; None where there is nothing."""
    for name in way:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def last_word(method: Any) -> str:
    """`a://Controller/ACTION$getRecord` is `getRecord`."""
    words = "".join(one if one.isalnum() or one in "_." else " " for one in str(method)).split()
    return words[-1] if words else str(method)


def calls_of(document: Mapping[str, Any]) -> Calls:
    """From a feature file."""

    def name(of: str) -> str:
        return str(document.get(of, ""))

    calls, answers = tuple(document["calls"]), tuple(document["answers"])
    said = (name("field"), calls, name("key"), name("method"), name("params"), answers, name("result"), name("errors"))
    return Calls(document["on"], *said, dict(document.get("done", {})))
