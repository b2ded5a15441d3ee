"""Answers to writes that tell the page around them by calls of its scripts what was sent: `this.add_group({"id": "1",
"name": "Tea"});` in a text of the JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.pages.called_texts import texts_of_calls
from awe_author.features.discover.pages.single_lists import sent_in
from awe_author.features.scripts import Call as Scripted
from awe_author.features.scripts import calls_in
from awe_author.json_types import JsonObject

LONG = 4
"""Characters of a text that is hardly in an answer by chance."""
Told = Sequence[tuple[Any, Mapping[str, Any]]]
"""(what an argument was, what was sent)."""


def said_in_calls(operation: Operation, bodies: Mapping[int, Any]) -> JsonObject:
    """The JSON of the reply: calls that say what is sent now, where all recorded ones said what was sent then.
    `bodies`: number of a post -> all that it sent."""
    forms = [call for call in operation.calls if isinstance(bodies.get(call.seq), dict)]
    calls = [call for call in forms if isinstance(call.answer, dict)]
    json: JsonObject = {}
    for way, text in texts_of_calls(calls[0].answer) if calls and len(calls) == len(operation.calls) else ():
        made: JsonObject = {}
        for call in calls_in(text):
            alike = [(_only(call.name, at(other.answer, way)), bodies[other.seq]) for other in calls]
            told = [(one.arguments, body) for one, body in alike if one is not None]
            said = _said(call.arguments, told) if len(told) == len(calls) else {}
            made |= {call.name: [said]} if said else {}
        here: JsonObject = {way[-1]: {"calls": made}} if made else {}
        for step in reversed(way[:-1] if made else ()):
            here = {step: here}
        json |= here
    return json


def _only(name: str, text: Any) -> Scripted | None:
    """The only call of a function in a text."""
    found = [call for call in calls_in(text) if call.name == name] if isinstance(text, str) else []
    return found[0] if len(found) == 1 else None


def _said(arguments: Mapping[str, Any], told: Told) -> JsonObject:
    """Members, as deep as they are, that always are what a form field sent."""
    made: JsonObject = {}
    for name, value in arguments.items():
        inner = [(of.get(name) if isinstance(of, Mapping) else None, body) for of, body in told]
        if isinstance(value, dict) and (deeper := _said(value, inner)):
            made[name] = deeper
        elif isinstance(value, str) and len(value) >= LONG:
            field = next((field for field in told[0][1] if all(body.get(field) == said for said, body in inner)), None)
            made |= {name: sent_in(field)} if field is not None else {}
    return made
