"""Answers that say what each entity is called, by key: `{"1": "Window", "2": "Stairs"}`, as choices of a form ask for.

Believed when every recorded answer names all that were there at its time, each by the same field of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import member, own_key, text
from awe_author.features.discover.common.names import safe, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Times
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.lists.roles import LIMIT
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.8


@dataclass(slots=True)
class NameMap:
    """The answers of one address."""

    endpoint: Endpoint
    calls: list[Call]
    part: Entities
    field: str
    limit: str
    """The parameter that says how many are wanted at most; "" for none."""


def name_maps_of(
    calls: Sequence[Call], parts: Sequence[Entities], answered: set[int], times: Times, known: frozenset[str]
) -> list[NameMap]:
    """Addresses with such answers, of which no feature answers a call."""
    found: dict[Endpoint, list[Call]] = {}
    for call in calls:
        endpoint = endpoint_of(call, known)
        if not call.mutation and call.verb == "GET" and "*" not in endpoint.path:
            found.setdefault(endpoint, []).append(call)
    made = []
    for endpoint, mine in found.items():
        if any(call.seq in answered or not _is_map(call.answer) for call in mine):
            continue
        for part in parts:
            field = _field(part, mine, times)
            if field is not None:
                limits = [name for call in mine for name, _ in call.query if snake(name) in LIMIT]
                made.append(NameMap(endpoint, mine, part, field, limits[0] if limits else ""))
                break
    return made


def _is_map(answer: Any) -> bool:
    return isinstance(answer, dict) and len(answer) > 1 and all(isinstance(value, str) for value in answer.values())


def _field(part: Entities, calls: Sequence[Call], times: Times) -> str | None:
    """The field by which all that were there are named; None where some were not, or no field explains it."""
    if part.kind.source != "json" or part.unseen:
        return None
    known = {*part.seed, *part.made}
    looks: list[tuple[Mapping[str, str], dict[str, dict[str, Any]]]] = []
    for call in calls:
        there = {key: times.value(part, key, call.seq) for key in known if times.there(part, key, call.seq)}
        if set(call.answer) != set(there):
            return None
        looks.append((call.answer, there))
    names = {value for answer, _ in looks for value in answer.values()}
    for field in part.fields() if len(names) > 1 else ():
        plain = part.forms.get(field) == "plain" and field != part.kind.key
        if plain and all(there[key].get(field) == name for answer, there in looks for key, name in answer.items()):
            return field
    return None


def name_map_feature(one: NameMap) -> Feature:
    """The feature of an address."""
    kind, item = one.part.kind, safe(singular(one.part.kind.name))
    key = member(item, kind.key)
    order = own_key(item, kind.key, number=one.part.counted)
    let: JsonObject = {"every": f"state.{kind.name}.values().sortBy({item}, {order})"}
    shown = "every"
    if one.limit:
        asked = f"query.get({text(one.limit)}, '')"
        let["shown"] = (
            f"{asked}.matches('^[0-9]{{1,9}}$') ? every.slice(0, math.least([int({asked}), every.size()])) : every"
        )
        shown = "shown"
    called: JsonObject = {
        "each": shown,
        "as": item,
        "key": f"string({key})",
        "set": member(item, one.field, sure=False),
    }
    document: JsonObject = {
        "id": f"{kind.name}.names.api",
        "title": f"What {kind.name.replace('_', ' ')} are called",
        "on": {"request": f"GET {one.endpoint.origin}{one.endpoint.path}"},
        "let": let,
        "reply": {"like": "recorded", "json": called},
    }
    seqs = ", ".join(str(call.seq) for call in one.calls[:8])
    return Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}, all names agree"], SURE)
