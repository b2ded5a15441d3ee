"""Answers to writes that show the entity without its key: `PATCH /plants/3` is answered with `{"name": ...}`.

The address says which entity it is. A member is told when each recorded answer shows in it what was sent under its
name, be it in another form (`"120"` as `120`), or what is known of the entity.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from awe_author.features.discover.common.keys import member
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.places import at
from awe_author.json_types import JsonObject

ROLES = ("update", "replace")
LEAST = 2
"""Members that have to be told."""


def keyless_json(one: Operation, part: Entities, item: str, seen: Seen) -> JsonObject | None:
    """The members of the answer that are told, as expressions about `item`; None when these are too few."""
    if one.role not in ROLES or one.key_at is None or one.guessed or len(one.calls) != len(one.made):
        return None
    shown = [call.answer for call in one.calls]
    if not all(isinstance(answer, dict) and part.kind.key not in answer for answer in shown):
        return None
    told: dict[str, bool] = {}
    for name, value, known in _members(one, part, seen):
        told[name] = told.get(name, True) and any(_alike(value, other) for other in known)
    names = [name for name, right in told.items() if right]
    timed = names == [*told] and all(call.now(call.answer.get(name)) for call in one.calls for name in names)
    if (len(names) < LEAST and not timed) or 2 * len(names) < len(told):
        return None
    return {name: member(item, name, sure=False) for name in names}


def _members(one: Operation, part: Entities, seen: Seen) -> Iterator[tuple[str, Any, list[Any]]]:
    """(name, what an answer shows, what was sent and what is known)."""
    for call, key in zip(one.calls, one.made, strict=True):
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        around = seen.around(part.kind, key, call.seq)
        for name, value in call.answer.items():
            places = [place for place in (sent, around) if isinstance(place, dict) and name in place]
            yield name, value, [place[name] for place in places] if name in part.forms else []


def _alike(shown: Any, known: Any) -> bool:
    if shown == known:
        return True
    plain = (str, int, float)
    return isinstance(shown, plain) and isinstance(known, plain) and str(shown).lower() == str(known).lower()
