"""Writes below an entity, `POST /tickets/7/replies`, which may change it, too: when it was changed, how many it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from awe_author.features.discover.common.names import plural, snake
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.kinds import Kind


def written_below(kind: Kind, operations: Iterable[Operation], seen: Seen) -> Iterator[tuple[str, int]]:
    """(key, seq of the request) for each entity of a kind below which something of another was made."""
    known = seen.values[kind.name] if kind.source == "json" else {}
    for one in operations if known else ():
        for call in one.calls if one.role == "create" and one.kind is not kind else ():
            for part, key in pairwise(call.segments):
                if key in known and plural(snake(part)) == kind.name:
                    yield key, call.seq
