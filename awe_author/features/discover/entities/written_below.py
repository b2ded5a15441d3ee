"""Writes below an entity, `POST /tickets/7/replies`, or that name it, `{"ticket_id": 7}`, which may change it, too:
when it was changed, how many it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from awe_author.features.discover.common.names import plural, snake, without_id
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.kinds import Kind

LONG = 12
"""Characters of a key that stands nowhere by chance."""


def written_below(kind: Kind, operations: Iterable[Operation], seen: Seen) -> Iterator[tuple[str, int]]:
    """(key, seq of the request) for each entity of a kind below which something of another was made."""
    known = seen.values[kind.name] if kind.source == "json" else {}
    for one in operations if known else ():
        for call in one.calls if one.role == "create" and one.kind is not kind else ():
            for part, key in pairwise(call.segments):
                if key in known and plural(snake(part)) == kind.name:
                    yield key, call.seq
            body = one.body(call) if one.role == "create" and one.kind is not kind else None
            for name, value in body.items() if isinstance(body, dict) else ():
                called = plural(snake(without_id(name))) == kind.name
                if isinstance(value, str | int) and str(value) in known and (called or len(str(value)) >= LONG):
                    yield str(value), call.seq
