"""The next state while one action writes it: what has been put or taken away, over the state before.

Writes to a collection wait until something asks for the collection, or the end; an entity that is written three times
is hashed and indexed once.
"""

from __future__ import annotations

from typing import Any

from awe_author.json_types import JsonObject
from awe_author.state.collection import Collection
from awe_author.state.pointer import MISSING, parse
from awe_author.state.world_state import Part, Plain, WorldState


class Draft:
    """Writes over a state. `touched` remembers, for each key, the ids written (`""` for a plain value)."""

    def __init__(self, before: WorldState) -> None:
        self.before, self.shape = before, before.shape
        self.touched: dict[str, dict[str, None]] = {}
        self.checked: set[tuple[str, str]] = set()
        """Shared records that have been checked, by key and id: one may be touched itself and by its entity."""

        self.written: list[tuple[str, str]] = []
        """Key and id of every write to a collection, in order."""

        self._parts: dict[str, Part | None] = {}
        self._pending: dict[str, dict[str, JsonObject | None]] = {}

    def get(self, key: str, id: str) -> JsonObject | None:
        """A stored entity, with all writes so far; `None` when there is none."""
        pending = self._pending.get(key)
        if pending is not None and id in pending:
            return pending[id]
        part: Any = self._parts[key] if key in self._parts else self.before.part(key)
        entity: JsonObject | None = part.get(id)
        return entity

    def put(self, key: str, id: str, entity: JsonObject | None) -> None:
        """Stores an entity, or takes it away for `None`."""
        self._pending.setdefault(key, {})[id] = entity
        self.touched.setdefault(key, {})[id] = None
        self.written.append((key, id))

    def plain(self, key: str) -> Any:
        """A plain value, with all writes so far; `MISSING` when it is not set."""
        part = self._parts[key] if key in self._parts else self.before.part(key)
        return part.value if isinstance(part, Plain) else MISSING

    def put_plain(self, key: str, value: Any) -> None:
        """Sets a plain value, or takes it away for `MISSING`."""
        self._parts[key] = None if value is MISSING else Plain(value)
        self.touched.setdefault(key, {})[""] = None

    def collection(self, key: str) -> Collection:
        """A collection, with all writes so far."""
        part = self._parts.get(key)
        current = part if isinstance(part, Collection) else self.before.collection(key)
        pending = self._pending.pop(key, None)
        if pending:
            current = self._parts[key] = current.updated(pending)
        return current

    def shows(self, key: str, id: str) -> bool:
        """Whether the app that owns the collection sees an entity with this id."""
        adapter = self.shape.collections[key].adapter
        return self.get(key, id) is not None if adapter is None else adapter.shows(self, id)

    def showed(self, key: str, id: str) -> bool:
        """The same of the state before."""
        app, name = parse(key)
        return id in self.before.view(app)[name]

    def state(self) -> WorldState:
        """The state with all writes so far."""
        for key in list(self._pending):
            self.collection(key)
        return self.before.with_parts(self._parts) if self._parts else self.before
