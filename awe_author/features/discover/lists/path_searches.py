"""Words that are searched for in addresses: `/authors/search/mina`. Told by the part before them, and by what is shown:
each of it has the word in one of its texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from awe_author.features.discover.common.names import is_star, snake, words
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sightings import Endpoint, objects

ASKS = words("search find query autocomplete suggest lookup")


def searched_words(calls: Iterable[Call]) -> frozenset[str]:
    """Parts of addresses that are such words."""
    return frozenset(
        call.segments[-1]
        for call in calls
        if not call.mutation
        and len(call.segments) > 1
        and snake(call.segments[-2]) in ASKS
        and len(call.segments[-1]) > 2
        and _found(call)
    )


def _found(call: Call) -> bool:
    """Has each of the outermost objects in lists the word in one of its texts, and are there any?"""
    word = call.segments[-1].lower()
    shown = [(pattern, value) for pattern, _, value in objects(call.answer) if "*" in pattern] if call.answer else []
    depth = min((len(pattern) for pattern, _ in shown), default=0)
    outer = [value for pattern, value in shown if len(pattern) == depth]
    return bool(outer) and all(
        any(isinstance(one, str) and word in one.lower() for _, one in leaves(value)) for value in outer
    )


def path_params(endpoint: Endpoint, calls: Iterable[Call]) -> Iterator[Param]:
    """The words of an endpoint's addresses, as parameters."""
    parts = [part for part in endpoint.path.split("/") if part]
    stars = [place for place, part in enumerate(parts) if is_star(part)]
    for number, place in enumerate(stars):
        if place and snake(parts[place - 1]) in ASKS:
            said = [unquote(call.parts[place]) for call in calls if len(call.parts) > place]
            values = list(dict.fromkeys(said))[:10]
            yield Param(parts[place - 1], "path", "search", values, sure=0.9, way=(str(number), str(place)))
