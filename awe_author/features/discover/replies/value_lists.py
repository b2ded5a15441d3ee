"""Answers that list which values a field of entities has: `{"tags": ["new", "urgent"]}`, to choose from.

Believed when every recorded answer lists what the entities that were there at its time say in one field (each of the
values, where the field holds lists), each once and in order, and not all answers were the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import literal, member
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Times
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at, has
from awe_author.features.discover.exchanges.sightings import Endpoint
from awe_author.features.discover.replies.key_lists import list_place, reads_of, without_list
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.7
LEAST = 2
"""Values of the longest answer."""


@dataclass(frozen=True, slots=True)
class ValueList:
    """The answers of one address."""

    endpoint: Endpoint
    calls: list[Call]
    part: Entities
    place: tuple[str, ...]
    field: str
    many: bool
    """Does the field hold lists?"""


def value_lists_of(
    calls: Sequence[Call], parts: Sequence[Entities], answered: set[int], times: Times, known: frozenset[str]
) -> list[ValueList]:
    """Addresses with such answers, of which no feature answers a call."""
    found: list[ValueList] = []
    for endpoint, mine in reads_of(calls, known).items():
        place = next((one for call in mine if (one := list_place(call.answer)) is not None), None)
        if place is None or any(call.seq in answered or call.query or not _lists(call, place) for call in mine):
            continue
        if len({str(without_list(call.answer, place)) for call in mine}) == 1:
            told = (_told(endpoint, mine, part, place, times) for part in parts)
            found += [one for one in told if one is not None][:1]
    return found


def _lists(call: Call, place: tuple[str, ...]) -> bool:
    """Does it answer with texts there, each once and in order?"""
    told = at(call.answer, place) if has(call.answer, place) else None
    if not isinstance(told, list) or not all(isinstance(one, str) for one in told):
        return False
    return told == sorted({*told})


def _told(
    endpoint: Endpoint, calls: list[Call], part: Entities, place: tuple[str, ...], times: Times
) -> ValueList | None:
    """The field of a kind whose values they are; None where none explains all, or they never changed."""
    listed = [at(call.answer, place) for call in calls]
    if part.kind.source != "json" or part.unseen or max(map(len, listed)) < LEAST or len({*map(str, listed)}) < 2:
        return None
    keys = {*part.seed, *part.made}
    looks = [[times.value(part, key, call.seq) for key in keys if times.there(part, key, call.seq)] for call in calls]
    for name in part.fields():
        if name != part.kind.key and name not in part.joins:
            values = [_values(name, there) for there in looks]
            if values == listed:
                many = any(isinstance(one.get(name), list) for there in looks for one in there)
                return ValueList(endpoint, calls, part, place, name, many)
    return None


def _values(name: str, there: Sequence[Mapping[str, Any]]) -> list[str] | None:
    """What entities say in a field, each once and in order; None where that is no text."""
    told: set[str] = set()
    for one in there:
        value = one.get(name)
        each = value if isinstance(value, list) else [value]
        if not all(isinstance(inner, str) or inner is None for inner in each):
            return None
        told |= {inner for inner in each if inner}
    return sorted(told)


def value_list_feature(one: ValueList) -> Feature:
    """The feature of an address."""
    kind = one.part.kind
    item = safe(singular(kind.name))
    own = member(item, one.field, sure=False)
    every = f"state.{kind.name}.values().filter({item}, {own} != null).map({item}, dyn({own}))"
    flat = f"{every}.flatten()" if one.many else every
    reply: Json = f"{flat}.filter(v, v != null && v != '').map(v, string(v)).distinct().sort()"
    for depth in range(len(one.place) - 1, -1, -1):
        around = at(one.calls[0].answer, one.place[:depth])
        reply = {name: reply if name == one.place[depth] else literal(inner) for name, inner in around.items()}
    document: JsonObject = {
        "id": f"{kind.name}.values.api",
        "title": f"Values of {one.field.replace('_', ' ')} that {kind.name.replace('_', ' ')} have",
        "on": {"request": f"GET {one.endpoint.origin}{one.endpoint.path}"},
        "reply": {"like": "recorded", "json": reply},
    }
    seqs = ", ".join(str(call.seq) for call in one.calls[:8])
    return Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}, all values agree"], SURE)
