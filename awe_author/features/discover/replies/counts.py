"""Numbers in GraphQL answers that count entities: `open: ticketCount(filter: {states: [OPEN]}) { count }`.

Which kind is counted is told by the field's name behind its alias, what is counted by the variables that the field
takes. Both are believed only when every recorded number is what is counted in that way at its time, of something that
was there then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.graphql_text import asks_test, fields_to
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at, leaves
from awe_author.features.discover.exchanges.sightings import Endpoint, Pattern, endpoint_of
from awe_author.features.discover.lists.envelopes import TOLD
from awe_author.features.discover.lists.expressions import selection_of
from awe_author.features.discover.lists.listings import fits_param, there_at
from awe_author.features.discover.lists.queries import Listing, listing_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.8


@dataclass(slots=True)
class Counted:
    """The numbers in the answers of one endpoint."""

    endpoint: Endpoint
    calls: list[Call]
    numbers: dict[Pattern, tuple[Entities, Listing]] = field(default_factory=dict)
    """Place in the answer -> what is counted there, and by which parameters."""


def counts_of(
    calls: Sequence[Call], parts: Mapping[str, Entities], answered: set[int], seen: Seen, known: frozenset[str]
) -> list[Counted]:
    """GraphQL endpoints with such numbers, of which no call is answered by a feature."""
    found: dict[Endpoint, list[Call]] = {}
    taken: set[Endpoint] = set()
    for call in calls:
        endpoint = endpoint_of(call, known)
        if call.seq in answered:
            taken.add(endpoint)
        elif call.kind == "graphql" and not call.mutation and call.text and call.status < 400:
            found.setdefault(endpoint, []).append(call)
    made = [Counted(endpoint, mine) for endpoint, mine in found.items() if endpoint not in taken]
    for one in made:
        for way in _places(one.calls):
            part = _kind(one.calls[0], way, parts)
            if part is None or part.unseen:
                continue
            operation = Operation("count", part.kind, one.endpoint, one.calls, way)
            listing = listing_of(operation, one.calls)
            if _holds(operation, listing, seen):
                one.numbers[way] = (part, listing)
    return [one for one in made if one.numbers]


def _places(calls: Sequence[Call]) -> Iterator[Pattern]:
    """Places with a whole number in all answers, named like a count."""
    ways = [way for way, value in leaves(calls[0].answer) if way and TOLD.search(str(way[-1])) and is_integer(value)]
    for way in ways:
        if all(isinstance(part, str) for part in way) and all(is_integer(at(call.answer, way)) for call in calls):
            yield tuple(map(str, way))


def _kind(call: Call, way: Pattern, parts: Mapping[str, Entities]) -> Entities | None:
    said = {word for one in fields_to(call.text, call.operation, way) for word in snake(one.name).split("_")}
    return next((part for name, part in parts.items() if {name, singular(name)} & said), None)


def _holds(one: Operation, listing: Listing, seen: Seen) -> bool:
    told = False
    for call in one.calls:
        said = [param for param in listing.params if param.said(call) is not None]
        there = [seen.around(one.kind, key, call.seq) for key, _ in there_at(one, call, seen)]
        counted = [value for value in there if all(fits_param(param, call, value) for param in said)]
        if at(call.answer, one.pattern or ()) != len(counted):
            return False
        told = told or bool(there)
    return told


def count_feature(one: Counted) -> Feature:
    """The feature of an endpoint's numbers."""
    let: JsonObject = {}
    json: Json = {}
    for number, (way, (part, listing)) in enumerate(one.numbers.items(), 1):
        selection = selection_of(part, listing)
        for name, source in selection.let.items():
            if name == "matched" or name.startswith("sent_"):
                let["counted_" + str(number) if name == "matched" else name] = source
        json = joined(json, nest(way, f"counted_{number}.size()", "", ""))
    call, kinds = one.calls[0], list(dict.fromkeys(part.kind.name for part, _ in one.numbers.values()))
    seqs = ", ".join(str(call.seq) for call in one.calls[:8])
    document: JsonObject = {
        "id": f"{kinds[0]}.count.api",
        "title": f"How many {' and '.join(kinds).replace('_', ' ')} there are",
        "on": {
            "request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}",
            "where": asks_test(call.operation, call.text, said=call.named),
        },
        "let": let,
        "reply": {"like": "recorded", "json": json},
    }
    return Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}, all numbers agree"], SURE)
