"""Calls by name (JSON-RPC) about an entity that had nothing to show: `Tag.filter {"bug": 3}` answered with `[]`.

As of addresses (`nothing_told`), of another entity they say the same, while nothing else answers them. What those
that were asked about had, and nothing explains, is theirs: of another entity such a list, or map of keys, is empty
rather than missing. Calls of one name that say something by other parameters are told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal, text
from awe_author.features.discover.common.names import looks_like_id, plural, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Said, params_of
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.nothing_told import LONGEST, SURE
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject, sorted_text

Ways = tuple[tuple[str, ...], ...]
"""Where a call says something."""


def nothing_called(
    calls: Sequence[Call], parts: Sequence[Entities], answered: set[int], known: frozenset[str]
) -> list[Feature]:
    """One feature for each name and parameters, of calls that no feature answers."""
    taken = {endpoint_of(call, known) for call in calls if call.seq in answered}
    every: dict[Endpoint, list[Call]] = {}
    for call in calls:
        plain = call.kind == "jsonrpc" and not call.mutation and call.status == 200 and isinstance(call.answer, dict)
        if plain and "result" in call.answer and (endpoint := endpoint_of(call, known)) not in taken:
            every.setdefault(endpoint, []).append(call)
    made = (feature for endpoint, mine in every.items() for feature in _features(endpoint, mine, parts))
    return [feature for feature in made if feature is not None]


def _features(endpoint: Endpoint, calls: Sequence[Call], parts: Sequence[Entities]) -> Iterator[Feature | None]:
    """Those of one name: one where nothing was ever answered, else one for each way to ask."""
    asked: dict[Ways, list[Call]] = {}
    for call in calls:
        said = [one for one in params_of(call, None) if one.part == "body"]
        named = any(_names(one, parts) for one in said)
        asked.setdefault(tuple(sorted(one.way for one in said)) if named else (), []).append(call)
    if () not in asked and len({sorted_text(_result(call)) for call in calls}) == 1:
        asked = {(): [*calls]} if _emptied(_result(calls[0])) == _result(calls[0]) else asked
        yield from (_feature(endpoint, ways, mine, ()) for ways, mine in asked.items())
        return
    for ways, mine in asked.items():
        if ways:
            yield _feature(endpoint, ways, mine, sorted({way for own in asked for way in own if way not in ways}))


def _result(call: Call) -> Any:
    return call.answer["result"] if isinstance(call.answer, dict) else None


def _names(said: Said, parts: Sequence[Entities]) -> bool:
    """Is a parameter called after a kind, with keys of it: `bug`, `bugs`, `case__in`?"""
    words = {plural(word) for word in snake(said.way[-1]).split("_") if word}
    own = [part for part in parts if part.kind.name in words or plural(part.kind.name.rpartition("_")[2]) in words]
    keys = {key for part in own for key in (*part.seed, *part.made)}
    return bool(own) and all(one in keys for one in said.value.split(","))


def _feature(
    endpoint: Endpoint, ways: Ways, calls: Sequence[Call], others: Sequence[tuple[str, ...]]
) -> Feature | None:
    """`others`: what other calls of this name say, and these do not."""
    bare = {sorted_text(one): one for call in calls if (one := _emptied(_result(call))) is not None}
    if len(bare) != 1 or any(_emptied(_result(call)) is None for call in calls):
        return None
    nothing = bare.popitem()[1]
    result = literal(nothing) if all(_result(call) == nothing for call in calls) else _own_or(nothing, calls, ways)
    if result is None:
        return None
    tests = [f"body.method == {text(endpoint.operation)}", *_said(ways), *_unsaid(others, ways)]
    answers = [call.answer for call in calls if isinstance(call.answer, dict)]
    json: JsonObject = {"id": "dyn(body).get('id', null)"} if all("id" in one for one in answers) else {}
    last = "_".join([snake(endpoint.operation), *(snake(way[-1]) for way in ways)])
    document: JsonObject = {
        "id": f"recorded.{last}.nothing",
        "title": f"{endpoint.operation}: nothing of another",
        "on": {"request": f"{calls[0].method} {endpoint.origin}{endpoint.path}", "where": " && ".join(tests)},
        "reply": {"status": 200, "like": "recorded", "json": {**json, "result": result}},
    }
    return Feature(document, [f"seen: {endpoint}, seq {calls[0].seq}", f"sure: {SURE:.2f}"], SURE)


def _own_or(nothing: Any, calls: Sequence[Call], ways: Sequence[tuple[str, ...]]) -> Json:
    """What was recorded of those that were asked about, and nothing of others; None where that changed, or is long."""
    own: dict[str, Any] = {}
    for call in calls:
        said = [one for one in params_of(call, None) if one.part == "body"]
        if len(said) != 1 or said[0].listed or own.setdefault(said[0].value, _result(call)) != _result(call):
            return None
    key = f"string({_value(ways[0])})"
    known = f"{key} in [{', '.join(map(text, sorted(own)))}]"
    if len(sorted_text(own)) > LONGEST:
        return None
    return f"{known} ? dyn(parse_json({text(sorted_text(own))}))[{key}] : dyn({'[]' if nothing == [] else '{}'})"


def _value(way: Sequence[str]) -> str:
    own = way[0]
    for part in way[1:]:
        own = f"dyn({own}).get({text(part)}, null)"
    return own


def _maps(way: Sequence[str]) -> Iterator[str]:
    """That all on the way to a value is there."""
    yield from (f"type({_value(way[:length])}) == map" for length in range(1, len(way)))


def _said(ways: Ways) -> Iterator[str]:
    yield from [
        *dict.fromkeys(test for way in ways for test in _maps(way)),
        *(f"{_value(way)} != null" for way in ways),
    ]


def _unsaid(others: Sequence[tuple[str, ...]], ways: Ways) -> Iterator[str]:
    known = {test for way in ways for test in _maps(way)}
    for way in others:
        there = [test for test in _maps(way) if test not in known]
        yield f"!({' && '.join([*there, f'{_value(way)} != null'])})" if there else f"{_value(way)} == null"


def _emptied(result: Any) -> Any:
    """The result without what is in it: a list of records, or a map from keys. None for anything else."""
    if isinstance(result, list):
        return [] if all(isinstance(one, dict) for one in result) else None
    if isinstance(result, dict):
        return {} if all(map(looks_like_id, result)) else None
    return None
