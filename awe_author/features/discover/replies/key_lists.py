"""Answers that list nothing but keys of entities: `{"data": ["b7x", "k2m"]}` of those that are active, of favourites.

Believed when every recorded answer lists the keys of all those, and only those, that were there at its time and of
which a field said one value, in the order of a field (when they were made, their key, what they are called), and not
all answers were the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import literal, member, scalar
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Times
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.7
DEEPEST = 2
"""Members on the way to the list."""
MOST_VALUES = 8
"""Different values of a field that may say which are listed."""
Look = tuple[list[Any], dict[str, dict[str, Any]]]
"""(the keys of an answer, what was there by key)."""


@dataclass(slots=True)
class KeyList:
    """The answers of one address."""

    endpoint: Endpoint
    calls: list[Call]
    part: Entities
    place: tuple[str, ...]
    field: str
    """Those are listed of which this field..."""
    value: str | bool | int
    """...says this."""
    order: str
    down: bool


def key_lists_of(
    calls: Sequence[Call], parts: Sequence[Entities], answered: set[int], times: Times, known: frozenset[str]
) -> list[KeyList]:
    """Addresses with such answers, of which no feature answers a call."""
    found: list[KeyList] = []
    for endpoint, mine in reads_of(calls, known).items():
        place = list_place(mine[0].answer)
        if place is None or any(call.seq in answered or not _is_list(at(call.answer, place)) for call in mine):
            continue
        around = {str(without_list(call.answer, place)) for call in mine}
        lists = {str(at(call.answer, place)) for call in mine}
        if len(around) > 1 or len(lists) < 2:
            continue
        told = (_told(KeyList(endpoint, mine, part, place, "", "", "", False), times) for part in parts)
        found += [one for one in told if one is not None][:1]
    return found


def reads_of(calls: Sequence[Call], known: frozenset[str]) -> dict[Endpoint, list[Call]]:
    """The reads that were answered, by their address; without those of addresses with a key in the path."""
    asked: dict[Endpoint, list[Call]] = {}
    for call in calls:
        endpoint = endpoint_of(call, known)
        if not call.mutation and call.verb == "GET" and call.status == 200 and "*" not in endpoint.path:
            asked.setdefault(endpoint, []).append(call)
    return asked


def list_place(answer: Any, way: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """Where the first list of texts or numbers stands in an answer."""
    if isinstance(answer, dict) and len(way) < DEEPEST:
        places = (list_place(value, (*way, name)) for name, value in answer.items())
        return next((place for place in places if place is not None), None)
    return way if _is_list(answer) and answer else None


def _is_list(value: Any) -> bool:
    """Is it a list of nothing but texts, or of nothing but whole numbers?"""
    if not isinstance(value, list) or len({*map(type, value)}) > 1:
        return False
    return all(isinstance(one, str | int) and not isinstance(one, bool) for one in value)


def without_list(answer: Any, place: tuple[str, ...]) -> Json:
    """An answer without its list."""
    if not place:
        return None
    return {**answer, place[0]: without_list(answer[place[0]], place[1:])}


def _told(one: KeyList, times: Times) -> KeyList | None:
    """Which entities of a kind are listed, and in which order; None where nothing explains it."""
    part = one.part
    keys = {*part.seed, *part.made}
    listed = [at(call.answer, one.place) for call in one.calls]
    if part.kind.source != "json" or part.unseen or not {str(key) for each in listed for key in each} <= keys:
        return None
    looks: list[Look] = []
    for call, each in zip(one.calls, listed, strict=True):
        there = [key for key in keys if times.there(part, key, call.seq)]
        looks.append((each, {key: times.value(part, key, call.seq) for key in there}))
    for one.field, one.value in _conditions(part, looks):
        if all({*map(str, each)} == _those(there, one.field, one.value) for each, there in looks):
            for one.order, one.down in _orders(part, looks):
                if all(_sorted(each, there, one.order, down=one.down) for each, there in looks):
                    return one
    return None


def _conditions(part: Entities, looks: Sequence[Look]) -> Iterator[tuple[str, str | bool | int]]:
    for field in part.fields():
        values = {
            each[field] for _, there in looks for each in there.values() if isinstance(each.get(field), str | int)
        }
        if field != part.kind.key and 1 < len(values) <= MOST_VALUES:
            yield from ((field, value) for value in sorted(values, key=str, reverse=True))


def _those(there: Mapping[str, Mapping[str, Any]], field: str, value: Any) -> set[str]:
    return {key for key, one in there.items() if type(one.get(field)) is type(value) and one.get(field) == value}


def _orders(part: Entities, looks: Sequence[Look]) -> Iterator[tuple[str, bool]]:
    """Fields that entities may be in the order of, moments and keys first; not random ones."""
    there = [one for _, every in looks for one in every.values()]
    plain = [name for name in part.fields() if part.forms.get(name, "plain") == "plain"]
    fields = [name for name in plain if all(_sortable(one.get(name)) for one in there)]
    useful = [name for name in fields if not opaque([one[name] for one in there])]
    moments = [name for name in useful if all(str(one[name])[4:5] == "-" for one in there)]
    for name in dict.fromkeys([*moments, *([part.kind.key] if part.kind.key in useful else []), *useful]):
        yield from ((name, False), (name, True))


def _sortable(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _sorted(keys: Sequence[Any], there: Mapping[str, Mapping[str, Any]], order: str, *, down: bool) -> bool:
    values = [there[str(key)][order] for key in keys]
    return len({*map(type, values)}) <= 1 and values == sorted(values, reverse=down) and len({*values}) == len(values)


def key_list_feature(one: KeyList) -> Feature:
    """The feature of an address."""
    kind = one.part.kind
    item = safe(singular(kind.name))
    first = at(one.calls[0].answer, one.place)
    key = member(item, kind.key)
    every = f"state.{kind.name}.values().filter({item}, {member(item, one.field, sure=False)} == {scalar(one.value)})"
    value = next(iter(one.part.values(one.order)), "")
    own = member(item, one.order, sure=False)
    typed = f"string({own})" if isinstance(value, str) else f"double({own})"
    shown = f"{every}.sortBy({item}, {typed}){'.reverse()' if one.down else ''}"
    listed = f"{shown}.map({item}, {'string' if isinstance(first[0], str) else 'int'}({key}))"
    reply: Json = listed
    for depth in range(len(one.place) - 1, -1, -1):
        around = at(one.calls[0].answer, one.place[:depth])
        reply = {name: reply if name == one.place[depth] else literal(inner) for name, inner in around.items()}
    document: JsonObject = {
        "id": f"{kind.name}.keys.api",
        "title": f"Keys of {kind.name.replace('_', ' ')} whose {one.field.replace('_', ' ')} is {one.value}",
        "on": {"request": f"GET {one.endpoint.origin}{one.endpoint.path}"},
        "reply": {"like": "recorded", "json": reply},
    }
    seqs = ", ".join(str(call.seq) for call in one.calls[:8])
    return Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}, all keys agree"], SURE)
