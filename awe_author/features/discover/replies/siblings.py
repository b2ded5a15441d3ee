"""Addresses that have the form of an entity's and are none: `/books/count` beside `/books/7`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature

MOST = 12


def leave_siblings(features: Sequence[Feature], calls: Iterable[Call], known: frozenset[str]) -> None:
    """Features about one entity do not answer what the recording shows at other addresses of their form."""
    endpoints = list(dict.fromkeys(endpoint_of(call, known) for call in calls if call.status < 300))
    for feature in features:
        one = feature.operation
        on = feature.document.get("on")
        if one is None or not isinstance(on, dict) or "*" not in one.endpoint.path:
            continue
        other = sorted(_others(one, endpoints))
        number = one.endpoint.path.count("*") - 1
        if other and len(other) <= MOST:
            test = f"!(segments[{number}] in [{', '.join(map(text, other))}])"
            on["where"] = f"{on['where']} && {test}" if on.get("where") else test


def _others(one: Operation, endpoints: Iterable[Endpoint]) -> set[str]:
    """What stands at the last `*` in other addresses of the same form. An operation that was never recorded itself
    gives way to what stands there in addresses of other kinds, too: `/pens/count` is no pen where `/books/count` is
    no book."""
    own = one.endpoint
    parts = own.path.split("/")
    last = max(place for place, part in enumerate(parts) if is_star(part))
    found: set[str] = set()
    for other in endpoints:
        shapes = other.path.split("/")
        same = (other.verb, other.origin, len(shapes)) == (own.verb, own.origin, len(parts))
        unlike = sum(mine != theirs for mine, theirs in zip(parts[:last], shapes[:last], strict=False))
        before = unlike == 0 or (one.guessed is not None and unlike == 1)
        if same and before and shapes[last + 1 :] == parts[last + 1 :] and "*" not in shapes[last]:
            found.add(shapes[last])
    return found
