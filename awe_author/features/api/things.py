"""What an action was about: the page that it leads to says of it "Ada was added", also of what is gone by then."""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.json_types import JsonObject
from awe_author.session.events import Event
from awe_author.state.pointer import parse, pointer
from awe_author.state.world_state import WorldState

_DEEP = 3
"""Segments of a pointer to an entity: app, collection, key."""


def thing_of(event: Event, app: str, state: WorldState) -> JsonObject:
    """The first entity of the app that an event made, changed or took away, with its key as `id`: as it is in `state`
    (the one right after the event), or as it was. Empty when the event was about none."""
    for change in event.patch:
        place = parse(change.path)
        if len(place) < _DEEP or place[0] != app:
            continue
        thing = state.get(pointer(*place[:_DEEP]), None)
        if thing is None and len(place) == _DEEP:
            thing = change.old
        if isinstance(thing, Mapping):
            return {**thing, "id": place[2]}
    return {}
