"""Features of answers with numbers that count entities (`figures`): of requests that no other feature answers, and in
the replies of lists, beside what these show."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Times
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.figures import Proven, figures_json
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.replies.triggers import said_tests
from awe_author.json_types import JsonObject

SURE = 0.7
MOST_QUERIES = 3
"""Ways to ask for the same numbers."""


def figure_features(
    calls: Sequence[Call], parts: Sequence[Entities], answered: set[int], times: Times, known: frozenset[str]
) -> list[tuple[Feature, list[Call]]]:
    """(feature, the calls that it answers) of each request that no feature answers."""
    taken = {endpoint_of(call, known) for call in calls if call.seq in answered}
    asked: dict[Endpoint, list[Call]] = {}
    for call in calls:
        if not call.mutation and call.status == 200 and not call.html and isinstance(call.answer, dict):
            asked.setdefault(endpoint_of(call, known), []).append(call)
    found = []
    for endpoint, mine in asked.items():
        proven: Proven = {}
        for some in _ways_to_ask(mine) if endpoint not in taken else ():
            feature = _feature(endpoint, some, parts, times, proven, apart=len(some) < len(mine))
            found += [(feature, some)] if feature is not None else []
    return found


def _ways_to_ask(calls: Sequence[Call]) -> list[list[Call]]:
    """Calls of one address: all together where they ask the same, or in two or three ways again and again; else those
    with each query that stands twice, those first whose answers differ."""
    if _alike(calls) or 1 < len(_queries(calls)) <= MOST_QUERIES < len(calls):
        return [[*calls]]
    found: dict[str, list[Call]] = {}
    for call in calls:
        found.setdefault(json.dumps(sorted(call.query)), []).append(call)
    again = [one for one in found.values() if _alike(one) and _queries(one)]
    return sorted(again, key=lambda one: len({json.dumps(call.answer, sort_keys=True) for call in one}) == 1)


def show_figures(feature: Feature, parts: Iterable[Entities], times: Times) -> None:
    """Put the numbers into the reply of a list: they are the same however it is asked."""
    one = feature.operation
    reply: Any = feature.document.get("reply")
    shows = one is not None and one.role == "list" and not one.calls[0].html and isinstance(reply, dict)
    if one is not None and shows and isinstance(reply.get("json"), dict) and len(one.calls) > 1:
        made = figures_json(one.calls, parts, times, reply["json"])
        if made is not None:
            reply["json"] = joined(reply["json"], made)
            feature.seen.append("numbers of others: by what all recorded answers say")


def _alike(calls: Sequence[Call]) -> bool:
    """Are all calls the same question, which names nothing in its address?"""
    asked = {json.dumps([sorted(call.query), call.body], sort_keys=True, default=str) for call in calls}
    paths = {call.path for call in calls}
    return len(calls) > 1 and len(asked) == len(paths) == 1


def _queries(calls: Sequence[Call]) -> list[dict[str, str]]:
    """What calls of one path ask for in their query; none where one has a body, or a name twice."""
    plain = all(call.body is None and len(call.query) == len(dict(call.query)) for call in calls)
    found = {tuple(sorted(call.query)): dict(call.query) for call in calls}
    return [*found.values()] if plain and len({call.path for call in calls}) == 1 else []


def _feature(
    endpoint: Endpoint, calls: Sequence[Call], parts: Sequence[Entities], times: Times, proven: Proven, *, apart: bool
) -> Feature | None:
    if any(is_star(part) for part in endpoint.path.split("/")):
        return None
    made = figures_json(calls, parts, times, proven=proven)
    if made is None:
        return None
    tests, queries = said_tests(calls[0], endpoint), _queries(calls)
    tests = [f"query in [{', '.join(map(_map_text, queries))}]"] if len(queries) > 1 or apart else tests
    where: JsonObject = {"where": " && ".join(tests)} if tests else {}
    last = next((part for part in reversed(calls[0].parts) if part.isalpha()), "all")
    document: JsonObject = {
        "id": f"{last.lower()}.figures.api",
        "title": "Numbers of what there is",
        "on": {"request": f"{calls[0].method} {endpoint.origin}{endpoint.path}", **where},
        "reply": {"like": "recorded", "json": made},
    }
    seqs = ", ".join(str(call.seq) for call in calls[:8])
    return Feature(document, [f"seen: {endpoint}, seq {seqs}", f"sure: {SURE:.2f}, all numbers agree"], SURE)


def _map_text(query: Mapping[str, str]) -> str:
    return f"{{{', '.join(f'{text(name)}: {text(value)}' for name, value in query.items())}}}"
