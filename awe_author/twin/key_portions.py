"""Reads of records by lists of keys, which pages ask for in portions: what its parts want to know within some
milliseconds is one request, so that two looks at one page ask for the same keys in other portions.

Where both sides asked for the same keys in one step, in other portions, those of each side become one request, whose
answer has what was said of each key, in the order of the keys. Nothing is left out of the comparison: each record is
there, and so is all that stands around them, which has to be alike in all portions of a side. Pure.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from awe_author.twin.exchanges import Exchange
from awe_author.twin.portions import lists_in

DEEPEST = 5
"""Of the key in a record."""
LEFT_OUT = "\0list"
Way = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Portion:
    exchange: Exchange
    body: Any
    answer: Any


def as_one(
    live: Sequence[Exchange], mock: Sequence[Exchange], operation: Callable[[Exchange], str]
) -> tuple[list[Exchange], list[Exchange]]:
    """The requests of a step, portions of the same put together. `operation`: what is asked, as for pairs."""
    groups: dict[str, tuple[list[_Portion], list[_Portion]]] = defaultdict(lambda: ([], []))
    for place, side in enumerate((live, mock)):
        for exchange in side:
            if (portion := _portion(exchange)) is not None:
                groups[operation(exchange)][place].append(portion)
    instead: dict[int, Exchange | None] = {}
    for one, other in groups.values():
        both = _put_together(one, other)
        for made, portions in zip(both, (one, other), strict=True) if both else ():
            instead |= {id(portion.exchange): None for portion in portions}
            instead[id(portions[0].exchange)] = made
    return _with(live, instead), _with(mock, instead)


def _with(side: Sequence[Exchange], instead: dict[int, Exchange | None]) -> list[Exchange]:
    found = (instead.get(id(one), one) for one in side)
    return [one for one in found if one is not None]


def _portion(exchange: Exchange) -> _Portion | None:
    """A read that may be a portion: an answered request with a JSON document."""
    if exchange.method != "POST" or exchange.writes or not exchange.complete or exchange.status != 200:
        return None
    shape, answer = exchange.content
    try:
        body = orjson.loads(exchange.body)
    except orjson.JSONDecodeError:
        return None
    return _Portion(exchange, body, answer) if shape == "json" and isinstance(body, dict) else None


def _put_together(live: Sequence[_Portion], mock: Sequence[_Portion]) -> tuple[Exchange, Exchange] | None:
    """One request for those of each side; None where they are no other portions of the same."""
    if not live or not mock or _asked(live) == _asked(mock):
        return None
    for way, _ in lists_in(live[0].body):
        if len({_text(_without(one.body, way)) for one in (*live, *mock)}) != 1:
            continue
        keys = [{_text(key): key for one in side for key in _at(one.body, way)} for side in (live, mock)]
        if keys[0].keys() == keys[1].keys():
            ours, theirs = (_whole(side, way, keys[0]) for side in (live, mock))
            return (ours, theirs) if ours is not None and theirs is not None else None
    return None


def _asked(portions: Sequence[_Portion]) -> Counter[bytes]:
    return Counter(_text(one.body) for one in portions)


def _whole(portions: Sequence[_Portion], way: Way, keys: dict[bytes, Any]) -> Exchange | None:
    """One request for all portions of a side; None where it cannot be told what was said of each key."""
    first = portions[0]
    for there, _ in lists_in(first.answer):
        if len({_text(_without(one.answer, there)) for one in portions}) != 1:
            continue
        told: dict[bytes, Any] = {}
        for one in portions:
            records = _by_key(_at(one.answer, there), _at(one.body, way))
            if records is None or any(told.get(key, record) != record for key, record in records.items()):
                return None
            told |= records
        order = sorted(keys)
        body = _put(first.body, way, [keys[key] for key in order])
        answer = _put(first.answer, there, [told[key] for key in order])
        return replace(first.exchange, body=_text(body), reply=_text(answer), _content=None, _form=None)
    return None


def _by_key(records: Any, keys: Sequence[Any]) -> dict[bytes, Any] | None:
    """Key -> the one record that says it, at the same place in all of them."""
    if not isinstance(records, list) or len(records) != len(keys) or not records:
        return None
    for way in _ways(records[0]):
        held = [_at(record, way) for record in records]
        found = {_text(key): [at for at, value in enumerate(held) if _says(value, key)] for key in keys}
        if all(len(places) == 1 for places in found.values()) and len(found) == len(records):
            return {key: records[places[0]] for key, places in found.items()}
    return None


def _says(value: Any, key: Any) -> bool:
    """Is it the key, perhaps with more members?"""
    if isinstance(key, dict) and isinstance(value, dict):
        return bool(key) and all(name in value and _says(value[name], inner) for name, inner in key.items())
    return type(value) is type(key) and bool(value == key)


def _ways(value: Any, depth: int = 0) -> Iterator[Way]:
    """The places in a document, outer ones first."""
    yield ()
    for name, inner in value.items() if isinstance(value, dict) and depth < DEEPEST else ():
        yield from ((name, *way) for way in _ways(inner, depth + 1))


def _at(value: Any, way: Way) -> Any:
    for name in way:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _put(value: Any, way: Way, other: Any) -> Any:
    if not way:
        return other
    return {name: _put(inner, way[1:], other) if name == way[0] else inner for name, inner in value.items()}


def _without(value: Any, way: Way) -> Any:
    return _put(value, way, LEFT_OUT) if isinstance(_at(value, way), list) else value


def _text(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
