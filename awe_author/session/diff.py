"""What differs between two nodes of a timeline, by entity. Costs what lies between them, not what the states hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from awe_author.json_types import Json, JsonObject
from awe_author.state.canonical import same

if TYPE_CHECKING:
    from awe_author.state.world_state import WorldState

_ABSENT: Final = object()


@dataclass(frozen=True, slots=True)
class EntityChange:
    """An entity (or plain value) that is not the same at both nodes."""

    path: str
    """JSON pointer into the world document: `/crm/leads/lead-7`."""

    before: Json
    after: Json

    def to_json(self) -> JsonObject:
        """Plain form; `before` of an added and `after` of a removed one are null."""
        return {"path": self.path, "before": self.before, "after": self.after}


@dataclass(frozen=True, slots=True)
class Diff:
    """From one state to another, each list sorted by path."""

    added: tuple[EntityChange, ...] = ()
    updated: tuple[EntityChange, ...] = ()
    removed: tuple[EntityChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.updated or self.removed)

    def to_json(self) -> JsonObject:
        """Plain form."""
        return {
            "added": [one.to_json() for one in self.added],
            "updated": [one.to_json() for one in self.updated],
            "removed": [one.to_json() for one in self.removed],
        }


def entity_of(path: str) -> str:
    """The entity that a changed place belongs to: app, collection, id; of timers and the like what there is."""
    parts = path.split("/", 4)
    return "/".join(parts[: 3 if parts[1] == "timers" else 4])


def diff_states(before: WorldState, after: WorldState, paths: Iterable[str]) -> Diff:
    """Compare two states at the places that were touched between them."""
    entities = {entity_of(path) for path in paths}
    whole = {entity for entity in entities if not any(above in entities for above in _above(entity))}
    added, updated, removed = [], [], []
    for entity in sorted(whole):
        old, new = _lookup(before, entity), _lookup(after, entity)
        if same(old, new):
            continue
        if old is _ABSENT:
            added.append(EntityChange(entity, None, new))
        elif new is _ABSENT:
            removed.append(EntityChange(entity, old, None))
        else:
            updated.append(EntityChange(entity, old, new))
    return Diff(tuple(added), tuple(updated), tuple(removed))


def _above(pointer: str) -> Iterable[str]:
    while pointer := pointer.rpartition("/")[0]:
        yield pointer


def _lookup(state: WorldState, pointer: str) -> Any:
    return state.get(pointer, _ABSENT)
