"""The state of a whole world at one node: every app's collections and plain values, the warehouse, the timers.

Mechanism: a dict from the key of a part (`/crm/leads`) to a persistent collection or a plain value. A changed state
copies that small dict and shares every part that did not change; each part keeps its own digest, so the hash of the
state costs one pass over the parts, not over the entities.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from awe_author.json_types import Json, JsonObject
from awe_author.state.canonical import canonical
from awe_author.state.changes import PatchMismatch, differences, patched_value
from awe_author.state.collection import Collection
from awe_author.state.model import WAREHOUSE
from awe_author.state.pointer import MISSING, NotThere, escaped, items_at, parse, path_of, resolve
from awe_author.state.shape import TIMERS, Shape
from awe_author.state.types import Change


class Plain:
    """A plain value of a state, with its digest. Immutable."""

    __slots__ = ("_line", "value")

    def __init__(self, value: Json) -> None:
        self.value = value
        self._line: tuple[str, bytes] | None = None

    def line(self, key: str) -> bytes:
        """What this value, kept under `key`, adds to the hash of its state."""
        if self._line is None or self._line[0] != key:
            digest = hashlib.sha256(canonical(self.value)).digest()
            self._line = key, b"%s\0p\0%s\n" % (key.encode(), digest)
        return self._line[1]


Part: TypeAlias = "Collection | Plain"


class Referrer(NamedTuple):
    """A field of an entity that names another entity."""

    collection: str
    id: str
    field: str


class Timer(NamedTuple):
    """A scheduled action, in the order in which timers fire."""

    at: str
    """RFC 3339, UTC, microseconds: sorts as text."""

    key: str
    app: str
    action: str
    params: JsonObject


class WorldState:
    """One state. Immutable; nothing that it hands out may be changed in place."""

    __slots__ = ("_hash", "_parts", "_timers", "_views", "shape")

    def __init__(self, shape: Shape, parts: Mapping[str, Part]) -> None:
        """`parts`: by key; `WorldState.build` makes them from a document."""
        self.shape = shape
        self._parts = dict(sorted(parts.items()))
        self._hash: str | None = None
        self._timers: tuple[Timer, ...] | None = None
        self._views: dict[str, AppView] = {}

    @classmethod
    def build(cls, document: JsonObject, shape: Shape) -> WorldState:
        """The state of a world document, taken over without a copy. Raises `ValueError` for a part not in `shape`."""
        parts: dict[str, Part] = {key: Collection((), shape.indexes(key)) for key in shape.collections}
        parts[TIMERS] = Collection()
        for key, value in _parts_of(document):
            if key in shape.plain:
                parts[key] = Plain(value)
            elif not isinstance(value, dict):
                raise ValueError(f"{key} has to be an object")
            elif key == TIMERS:
                parts[key] = Collection(value)  # type: ignore[arg-type]
            elif key in shape.collections:
                parts[key] = Collection(value, shape.indexes(key))  # type: ignore[arg-type]
            else:
                raise ValueError(f"no model declares {key}")
        return cls(shape, parts)

    @property
    def hash(self) -> str:
        """SHA-256 in hexadecimal over all parts. Equal for equal documents, however they came about."""
        if self._hash is None:
            self._hash = hashlib.sha256(b"".join([part.line(key) for key, part in self._parts.items()])).hexdigest()
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self.hash == other.hash if isinstance(other, WorldState) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"WorldState({self.hash[:12]})"

    def part(self, key: str) -> Part | None:
        """The collection or plain value with this key; `None` for a plain value that is not set."""
        return self._parts.get(key)

    def collection(self, key: str) -> Collection:
        """The collection with this key. Raises `KeyError`."""
        part = self._parts[key]
        if not isinstance(part, Collection):
            raise KeyError(key)
        return part

    def with_parts(self, changes: Mapping[str, Part | None]) -> WorldState:
        """A state with these parts in place of its own; `None` takes a plain value away."""
        parts = self._parts.copy()
        parts.update(changes)  # type: ignore[arg-type]
        if len(parts) != len(self._parts) or None in changes.values():
            parts = {key: part for key, part in sorted(parts.items()) if part is not None}
        new = object.__new__(WorldState)
        new.shape, new._parts, new._hash, new._views = self.shape, parts, None, {}
        new._timers = None if TIMERS in changes else self._timers
        return new

    def document(self) -> JsonObject:
        """The whole stored form as plain JSON. Entities are shared with the state: copy before changing."""
        result: JsonObject = {root: {} for root in self.shape.roots}
        for key, part in self._parts.items():
            segments = parse(key)
            value: Any = dict(part.items()) if isinstance(part, Collection) else part.value
            if len(segments) == 1:
                result[segments[0]] = value
            else:
                result[segments[0]][segments[1]] = value  # type: ignore[index,call-overload]
        return result

    def get(self, pointer: str, default: Any = MISSING) -> Any:
        """What the world document has at `pointer`. Raises `KeyError` when nothing is there and no default is given."""
        try:
            segments = parse(pointer)
            if not segments or segments[0] not in (TIMERS[1:], *self.shape.roots):
                return resolve(self.document(), segments)
            if len(segments) == 1 and pointer != TIMERS:
                return resolve(self.document(), segments)
            key, inner = self.shape.split(segments)
            part = self._parts[key]
            value = resolve(part if isinstance(part, Collection) else part.value, inner)
            return dict(value.items()) if isinstance(value, Collection) else value
        except (KeyError, NotThere) as error:
            if default is MISSING:
                raise KeyError(pointer) from error
            return default

    def patched(self, changes: Iterable[Change]) -> WorldState:
        """The state after recorded changes, with no model run. Raises `PatchMismatch` if `old` is not what is there."""
        touched: dict[str, dict[str, Json]] = {}
        for change in changes:
            try:
                key, inner = self.shape.split(parse(change.path))
            except (KeyError, ValueError) as error:
                raise PatchMismatch("no model declares this place", where=change.path) from error
            values, part = touched.setdefault(key, {}), self._parts.get(key)
            if key in self.shape.plain:
                current = values.get("", part.value if isinstance(part, Plain) else MISSING)
                values[""] = patched_value(current, inner, change)
            elif not inner:
                raise PatchMismatch("a collection is changed entity by entity", where=change.path)
            else:
                current = values.get(inner[0], MISSING)
                if inner[0] not in values and isinstance(part, Collection):
                    current = part.get(inner[0], MISSING)
                entity = values[inner[0]] = patched_value(current, inner[1:], change)
                if entity is not MISSING and not isinstance(entity, dict):
                    raise PatchMismatch("an entity has to be an object", where=change.path)
        return self.with_values(touched) if touched else self

    def with_values(self, touched: Mapping[str, Mapping[str, Any]]) -> WorldState:
        """A state with these entities (by key and id) and plain values (by key, under `""`); `MISSING` removes."""
        parts: dict[str, Part | None] = {}
        for key, values in touched.items():
            if key in self.shape.plain:
                parts[key] = None if values[""] is MISSING else Plain(values[""])
            else:
                collection = self.collection(key)
                parts[key] = collection.updated({id: None if v is MISSING else v for id, v in values.items()})
        return self.with_parts(parts)

    def differences(self, later: WorldState) -> Iterator[Change]:
        """Changes that lead from this state to `later`. Parts that both share cost nothing, others a pass over them."""
        for key in sorted(self._parts.keys() | later._parts.keys()):
            before, after = self._parts.get(key), later._parts.get(key)
            if before is after:
                continue
            if isinstance(before, Collection) and isinstance(after, Collection):
                for id in sorted(before.keys_differing(after)):
                    path = f"{key}/{escaped(id)}"
                    yield from differences(path, before.get(id, MISSING), after.get(id, MISSING))
            else:
                old = before.value if isinstance(before, Plain) else MISSING
                yield from differences(key, old, after.value if isinstance(after, Plain) else MISSING)

    def references_to(self, collection: str, id: str) -> list[Referrer]:
        """Every field that names this entity, by collection, field and id. `collection`: `/warehouse/people`.

        A plain value that names it has no id: `""`.
        """
        found: list[Referrer] = []
        for key, reference in self.shape.referrers.get(collection, ()):
            part = self._parts.get(key)
            if isinstance(part, Collection):
                ids = part.ids_by(reference.field, id)
                found.extend([Referrer(key, referrer, reference.field) for referrer in ids])
            elif part and id in items_at(part.value, path_of(reference.field)):
                found.append(Referrer(key, "", reference.field))
        return found

    def timers(self) -> tuple[Timer, ...]:
        """All scheduled actions, the next one first; sorted once for as long as no timer changes."""
        if self._timers is None:
            part: Any = self._parts[TIMERS]
            timers = [Timer(t["at"], key, t["app"], t["action"], t["params"]) for key, t in part.items()]
            self._timers = tuple(sorted(timers, key=lambda timer: (timer.at, timer.key)))
        return self._timers

    def view(self, app: str) -> AppView:
        """What the expressions of `app` (or of `warehouse`) see. Raises `KeyError` for an app that is not there."""
        view = self._views.get(app)
        if view is None:
            if app not in self.shape.roots and app != WAREHOUSE:
                raise KeyError(app)
            view = self._views[app] = AppView(self.shape, self._parts, app)
        return view


class AppView(Mapping[str, Any]):
    """An app's plain values and collections by name; shared collections are merged where they are asked for."""

    __slots__ = ("_app", "_made", "_parts", "_shape")

    def __init__(self, shape: Shape, parts: Mapping[str, Part], app: str) -> None:
        self._shape, self._parts, self._app = shape, parts, app
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        made = self._made.get(name, MISSING)
        if made is MISSING:
            made = self._made[name] = self._make(f"/{self._app}/{escaped(name)}", name)
        return made

    def _make(self, key: str, name: str) -> Any:
        part = self._parts.get(key)
        if part is None:
            raise KeyError(name)
        if isinstance(part, Plain):
            return part.value
        adapter = self._shape.collections[key].adapter
        return part if adapter is None else adapter.view(part, self._parts[adapter.entities])  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in self._shape.roots.get(self._app, ()) if name in self])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and f"/{self._app}/{escaped(name)}" in self._parts

    def __repr__(self) -> str:
        return f"AppView({self._app})"


def _parts_of(document: JsonObject) -> Iterator[tuple[str, Json]]:
    for root, value in document.items():
        if f"/{root}" == TIMERS:
            yield TIMERS, value
        elif isinstance(value, dict):
            for name, part in value.items():
                yield f"/{escaped(root)}/{escaped(name)}", part
        else:
            raise ValueError(f"/{root} has to be an object")
