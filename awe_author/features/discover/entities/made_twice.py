"""Creates that seem to have made what another request made: two came before the list that showed it first. The one
whose answer tells its key made it; the other was refused in other words than by its status."""

from __future__ import annotations

from collections.abc import Iterable

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.places import leaves


def drop_twice(operations: Iterable[Operation]) -> None:
    """Take the calls that made nothing out of the creates."""
    for one in operations:
        if one.role != "create" or one.several or len(one.calls) != len(one.made):
            continue
        pairs = list(zip(one.calls, one.made, strict=True))
        telling = {key: call.seq for call, key in pairs if any(str(value) == key for _, value in leaves(call.answer))}
        kept = [(call, key) for call, key in pairs if telling.get(key, call.seq) == call.seq]
        one.calls, one.made = [call for call, _ in kept], [key for _, key in kept]
