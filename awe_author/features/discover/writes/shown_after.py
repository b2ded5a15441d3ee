"""What each write to an entity sent, and what was shown of the entity before it was written again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at

Sample = tuple[Call, Mapping[str, Any], Mapping[str, Any]]


def shown_after(
    part: Entities, writes: Mapping[str, Sequence[tuple[Operation, Call]]], seen: Seen, *, answered: bool = True
) -> Iterator[Sample]:
    """(write, what it sent, what was shown next). `writes`: key -> the writes to it, in recorded order. `answered`:
    whether the answer to the write itself counts, too."""
    for key, mine in writes.items():
        for number, (one, call) in enumerate(mine):
            sent = at(call.body, one.body_at) if one.body_at is not None else None
            until = mine[number + 1][1].seq if number + 1 < len(mine) else 1 << 62
            shown: dict[str, Any] = {}
            for seq, value in seen.values[part.kind.name].get(key, ()):
                if call.seq < seq < until or (answered and seq == call.seq):
                    shown = {**value, **shown}
            if isinstance(sent, dict) and shown:
                yield call, sent, shown
