"""Where recorded answers have lists that were empty each time, and what else these answers say.

A GraphQL answer may have several lists, one of them empty: `job(name: $name) { id runs { ... } schedules { ... } }`.
What else is in it is as recorded for the variables that it was asked with, so only for these the list can be made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from awe_author.archive import graphql
from awe_author.features.discover.common.keys import literal_text, text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.graphql_text import Variable, fields_to
from awe_author.features.discover.exchanges.sightings import Endpoint, Pattern, endpoint_of

DEEPEST = 6
TYPE = "__typename"
MOST = 40
"""Different values of variables that a condition names."""


def empty_lists(
    calls: Sequence[Call], answered: set[int], known: frozenset[str]
) -> Mapping[Endpoint, tuple[list[Call], list[Pattern]]]:
    """Endpoint -> (its calls, of which no feature answers any; the places of lists that were empty in all of them). In
    GraphQL any such list, else the only one that the answers have."""
    found: dict[Endpoint, list[Call]] = {}
    taken: set[Endpoint] = set()
    for call in calls:
        endpoint = endpoint_of(call, known)
        if call.mutation or call.html or call.kind == "jsonrpc" or call.seq in answered or call.status >= 300:
            taken.add(endpoint)
        else:
            found.setdefault(endpoint, []).append(call)
    made: dict[Endpoint, tuple[list[Call], list[Pattern]]] = {}
    for endpoint, mine in found.items():
        lists = [dict(_lists(call.answer)) for call in mine] if endpoint not in taken else [{}]
        always = [way for way in lists[0] if all(one.get(way) is True for one in lists)]
        alone = all(len(one) == 1 for one in lists)
        if always and (alone or mine[0].kind == "graphql"):
            made[endpoint] = mine, [(*way, "*") for way in always]
    return made


def _lists(value: Any, way: Pattern = ()) -> Iterator[tuple[Pattern, bool]]:
    """(place, is it empty) of the lists in a document that stand in no other."""
    if isinstance(value, list):
        yield way, not value
    for name, inner in value.items() if isinstance(value, dict) and len(way) < DEEPEST else ():
        yield from _lists(inner, (*way, str(name)))


def as_asked_before(calls: Sequence[Call], pattern: Pattern) -> list[str] | None:
    """The conditions that a request has the variables with which what its answer says beside the list was recorded;
    None where that was not always the same."""
    if calls[0].kind != "graphql":
        return []
    names = {name for call in calls for name in _beside(call, pattern)}
    told: dict[str, tuple[dict[str, Any], Any]] = {}
    for call in calls:
        asked = {name: call.body.get(name) for name in sorted(names)} if isinstance(call.body, dict) else {}
        rest = _without(call.answer, pattern[:-1])
        if told.setdefault(json.dumps(asked, sort_keys=True), (asked, rest))[1] != rest:
            return None
    known = [asked for asked, _ in told.values()]
    if (len(names) > 1 and len(known) > 1) or len(known) > MOST:
        return None
    values = {name: ", ".join(literal_text(asked[name]) for asked in known) for name in sorted(names)}
    return [f"body.variables.get({text(name)}, null) in [{many}]" for name, many in values.items()]


def _beside(call: Call, pattern: Pattern) -> set[str]:
    """The variables on which what is said beside the list may depend: not those that only it is asked for with."""
    if not isinstance(call.body, dict) or not _says(_without(call.answer, pattern[:-1])):
        return set()
    way = fields_to(call.text, call.operation, pattern)
    data = _without(call.answer, pattern[:-1]).get("data")
    inner = data.get(pattern[1]) if isinstance(data, dict) else None
    own = [used for field in (way[-1:] if _says(inner) else way) for used in _used(field.arguments)]
    tokens = graphql.tokens(call.text)
    every = [name for sign, name in pairwise(tokens) if sign == "$"]
    return {name for name in call.body if every.count(name) != 1 + own.count(name)}


def _used(value: Any) -> list[str]:
    """The variables in arguments."""
    if isinstance(value, Variable):
        return [value.name]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [name for one in inner for name in _used(one)]


def _without(value: Any, way: Pattern) -> Any:
    """A document without what is at a place."""
    if not isinstance(value, dict) or not way:
        return value
    rest = {name: inner for name, inner in value.items() if name != way[0]}
    return rest | ({way[0]: _without(value[way[0]], way[1:])} if len(way) > 1 and way[0] in value else {})


def _says(value: Any) -> bool:
    """Is there anything in a document but empty lists and the types of objects?"""
    if isinstance(value, dict):
        return any(_says(inner) for name, inner in value.items() if name != TYPE)
    return any(map(_says, value)) if isinstance(value, list) else value is not None
