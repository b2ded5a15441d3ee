"""Settings told as names and values: `{"settings": [{"key": "title", "value": "Journal"}, ...]}`, read as a list, and
written by a request that sends some of them in the same form.

They are no entities: nobody makes or opens one. What the list says is one document, name -> value. Believed when what
was sent is what every later list says of these names, and a list said something else before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.json_types import JsonObject

NAMES = ("key", "name", "code", "setting", "option", "id")
VALUES = ("value", "val", "setting_value", "option_value")
LEAST = 2
"""Names that a list has."""
DEEPEST = 3
WRITES = ("POST", "PUT", "PATCH")
Place = tuple[str, ...]
Form = tuple[str, str]
"""(member with the name, member with the value)."""


@dataclass(slots=True)
class NamedValues:
    """The settings of one app."""

    form: Form
    writes: list[Call]
    sent_at: Place
    """Where the list stands in what writes send."""
    endpoint: Endpoint
    """Of the writes."""
    shown: list[tuple[Endpoint, Call, Place]] = field(default_factory=list)
    """The answers with such a list, of reads and of the writes, in recorded order, and where."""
    seed: JsonObject = field(default_factory=dict)
    values: dict[int, JsonObject] = field(default_factory=dict)
    """Seq of a write -> what all names say after it."""

    def written(self) -> list[str]:
        """The names that were sent."""
        return list(dict.fromkeys(name for call in self.writes for name in self.sent(call)))

    def sent(self, call: Call) -> JsonObject:
        """Name -> value, as a write sends them."""
        return said(at(call.body, self.sent_at), self.form) or {}

    def listed(self, call: Call, place: Place) -> JsonObject:
        """Name -> value of the list at a place of an answer."""
        return said(at(call.answer, place), self.form) or {}

    def told(self, call: Call) -> list[JsonObject]:
        """The lists in an answer."""
        return [self.listed(one, place) for _, one, place in self.shown if one is call]

    def now(self, seq: int) -> JsonObject:
        """What all names say at a moment."""
        return next((self.values[one] for one in sorted(self.values, reverse=True) if one < seq), self.seed)

    def calls(self) -> list[Call]:
        """Those that read or write them."""
        return [*{call.seq: call for call in (*self.writes, *(call for _, call, _ in self.shown))}.values()]


def named_values_of(calls: Sequence[Call], known: frozenset[str]) -> list[NamedValues]:
    """All settings of this form that recorded writes changed."""
    found: dict[tuple[Endpoint, Place, Form], NamedValues] = {}
    for call in calls:
        if call.verb not in WRITES or call.kind != "json" or not 200 <= call.status < 300 or logs_in(call):
            continue
        for place, form in _lists(call.body):
            endpoint = endpoint_of(call, known)
            if "*" not in endpoint.path:
                made = found.setdefault((endpoint, place, form), NamedValues(form, [], place, endpoint))
                made.writes.append(call)
    return [one for one in found.values() if _explains(one, calls, known)]


def without_settings(kinds: Sequence[Kind], found: Sequence[NamedValues]) -> list[Kind]:
    """The kinds that are no settings."""
    places = {(call.seq, place) for one in found for _, call, place in one.shown}

    def settings(kind: Kind) -> bool:
        return all((one.call.seq, one.pattern[:-1]) in places for one in kind.sightings())

    return [kind for kind in kinds if not settings(kind)]


def said(value: Any, form: Form) -> JsonObject | None:
    """Name -> value of a list of this form; None for anything else."""
    if not isinstance(value, list) or not value:
        return None
    if not all(isinstance(one, dict) and one.keys() == {*form} and isinstance(one[form[0]], str) for one in value):
        return None
    made: JsonObject = {one[form[0]]: one[form[1]] for one in value}
    return made if len(made) == len(value) else None


def _lists(value: Any, place: Place = ()) -> Iterator[tuple[Place, Form]]:
    """Where lists of names and values stand in a document."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        names = {snake(name): name for name in value[0]}
        form = (
            next((names[one] for one in NAMES if one in names), ""),
            next((names[one] for one in VALUES if one in names), ""),
        )
        if all(form) and said(value, form) is not None:
            yield place, form
    elif isinstance(value, dict) and len(place) < DEEPEST:
        for name, inner in value.items():
            yield from _lists(inner, (*place, name))


def _explains(one: NamedValues, calls: Sequence[Call], known: frozenset[str]) -> bool:
    """Note the answers that show the settings. Do all say what was sent, and did one say something else before?"""
    names = {*one.written()}
    for call in calls:
        if call.origin != one.endpoint.origin or not 200 <= call.status < 300 or call.html or call.answer is None:
            continue
        if call.mutation and call not in one.writes:
            continue
        for place, form in _lists(call.answer):
            listed = said(at(call.answer, place), form) or {}
            if form == one.form and names & listed.keys() and (len(listed) >= LEAST or call.mutation):
                one.shown.append((endpoint_of(call, known), call, place))
    return any(not call.mutation for _, call, _ in one.shown) and _follows(one, names)


def _follows(one: NamedValues, names: set[str]) -> bool:
    values: JsonObject = {}
    changed, written = set[str](), set[str]()
    proven = False
    for call in sorted(one.calls(), key=lambda call: call.seq):
        sent = one.sent(call) if call.mutation else {}
        changed |= {name for name, value in sent.items() if name in values and values[name] != value}
        written |= sent.keys()
        values = {**values, **sent}
        for listed in one.told(call):
            if any(name in names and values.get(name, value) != value for name, value in listed.items()):
                return False
            proven = proven or bool(changed & listed.keys())
            one.seed = {**{name: value for name, value in listed.items() if name not in written}, **one.seed}
            values = {**values, **listed}
        one.values[call.seq] = values
    return proven
