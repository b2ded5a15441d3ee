"""Answers to a delete that show what was deleted: made of the entity as it was, which the action hands on (`was`)."""

from __future__ import annotations

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen

WAS = "was"


def last_fields(one: Operation, part: Entities, seen: Seen) -> set[str]:
    """The fields in which such an answer shows the entity as it was before; empty when it says no more than the key."""
    if one.role != "delete" or one.pattern is None or one.guessed:
        return set()
    kind = part.kind
    shown = [
        (sighting.value, seen.before(kind, str(sighting.value[kind.key]), sighting.call.seq))
        for group in kind.groups
        if group.endpoint == one.endpoint and group.pattern == one.pattern
        for sighting in group.sightings
    ]
    told = [(value, before) for value, before in shown if before is not None]
    names = {
        name
        for value, before in told
        for name in value
        if all(name in was and now.get(name) == was[name] for now, was in told) and name in before
    }
    return names if names - {kind.key, "__typename"} else set()
