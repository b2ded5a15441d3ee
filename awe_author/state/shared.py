"""The adapter of one app's collection to the warehouse: records merged for reading, writes split between both.

An app's record is stored as its local fields plus the id of the warehouse entity it is linked to (`x-entity`). What the
app sees is both merged: mapped fields come from the entity, at the moment they are read, so a change made through one
app is at once what every other app shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from awe_author.json_types import Json, JsonObject
from awe_author.state.canonical import same
from awe_author.state.collection import Collection, index_key
from awe_author.state.model import LINK, ExpressionFault, MappedField, SharedSpec
from awe_author.state.pointer import MISSING, pointer
from awe_author.state.types import RejectionCode


class Records(Protocol):
    """What writes go to: a `Draft` of the next state."""

    def collection(self, key: str) -> Collection:
        """The collection as it is now, with all writes so far."""
        ...

    def get(self, key: str, id: str) -> JsonObject | None:
        """A stored entity."""
        ...

    def put(self, key: str, id: str, entity: JsonObject | None) -> None:
        """Stores an entity, or takes it away."""
        ...


class Refused(Exception):
    """A write that may not be done; `World` makes a `Rejected` of it, which names the action too."""

    def __init__(
        self, code: RejectionCode, message: str, *, pointer: str = "", field: str = "", hint: str = ""
    ) -> None:
        super().__init__(message)
        self.code: RejectionCode = code
        self.message, self.pointer, self.field, self.hint = message, pointer, field, hint


@dataclass(frozen=True, slots=True)
class SharedAdapter:
    """How one collection of an app shows the entities of one kind."""

    spec: SharedSpec
    key: str
    """Key of the local records: `/crm/contacts`."""

    entities: str
    """Key of the entities: `/warehouse/people`."""

    noun: str
    """What a record is called in messages: `contact`."""

    shows_id: bool = False
    """Whether a record has a local field `id`, which then is its id."""

    defaults: Mapping[str, Json] = field(default_factory=dict)
    """Local fields of a record that is shown though the app has stored nothing of it."""

    entity_defaults: Mapping[str, Json] = field(default_factory=dict)
    """What a new entity starts with."""

    entity_has_id: bool = False

    @property
    def shows_all(self) -> bool:
        """Whether entities without a local record show too, under their own id."""
        return self.spec.present == "all"

    def view(self, local: Mapping[str, JsonObject], entities: Mapping[str, JsonObject]) -> SharedView:
        """The merged records."""
        assert isinstance(local, Collection)
        assert isinstance(entities, Collection)
        return SharedView(self, local, entities)

    def merged(self, id: str, local: JsonObject | None, entity: JsonObject, unchecked: bool = False) -> JsonObject:
        """One record as the app sees it. Raises `ExpressionFault` when a computed field fails.

        `unchecked`: the entity may not fit its schema yet; a computed field that fails is left out.
        """
        if local is None:
            record = dict(self.defaults)
            if self.shows_id:
                record["id"] = id
        else:
            record = local.copy()
            record.pop(LINK, None)
        for name, mapped in self.spec.fields.items():
            if mapped.source:
                value = entity.get(mapped.source, MISSING)
                if value is not MISSING:
                    record[name] = value
            elif mapped.read is not None:
                try:
                    record[name] = mapped.read.evaluate({"item": entity})  # type: ignore[assignment]
                except ExpressionFault:
                    if not unchecked:
                        raise
        return record

    def seen(self, records: Records, id: str, unchecked: bool = False) -> JsonObject | None:
        """The record with this id as the app sees it now; `None` when there is none. `unchecked`: see `merged`."""
        local = records.get(self.key, id)
        entity = records.get(self.entities, id if local is None else str(local[LINK]))
        if entity is None or (local is None and not self._alone(records, id)):
            return None
        return self.merged(id, local, entity, unchecked)

    def shows(self, records: Records, id: str) -> bool:
        """Whether there is a record with this id."""
        local = records.get(self.key, id)
        if local is None:
            return records.get(self.entities, id) is not None and self._alone(records, id)
        return records.get(self.entities, str(local[LINK])) is not None

    def _alone(self, records: Records, entity_id: str) -> bool:
        return self.shows_all and not records.collection(self.key).has_by(LINK, entity_id)

    def ids_showing(self, records: Records, entity_id: str) -> list[str]:
        """The ids under which the app shows an entity."""
        ids = records.collection(self.key).ids_by(LINK, entity_id)
        return ids or ([entity_id] if self.shows_all else [])

    # ---- writing -----------------------------------------------------------------------------------------------

    def add(self, records: Records, id: str, value: JsonObject) -> None:
        """A new record: linked to the entity that it names or matches, else to a new one. Raises `Refused`."""
        if self.shows(records, id):
            raise Refused("exists", f"There is a {self.noun} {id!r} already.", pointer=pointer_to(self.key, id))
        named = self._named(value)
        wanted = self._written(value, {}, new=True)
        entity_id = named if named is not None else self._matching(records, wanted)
        if entity_id is None:
            entity_id = id
            if records.get(self.entities, id) is not None:
                where = pointer_to(self.entities, id)
                raise Refused("exists", f"There is a {self.noun} {id!r} already.", pointer=where)
            own: JsonObject = {"id": id} if self.entity_has_id else {}
            records.put(self.entities, id, self._written(value, {**self.entity_defaults, **own}, new=True))
        else:
            entity = records.get(self.entities, entity_id)
            if entity is None:
                where = pointer_to(self.entities, entity_id)
                raise Refused("not-found", f"There is no {entity_id!r} in {self.spec.kind}.", pointer=where)
            given = {name: one for name, one in value.items() if one is not None}
            written = self._written(given, entity, new=True)
            if not same(written, entity):
                records.put(self.entities, entity_id, written)
        local = {name: one for name, one in value.items() if name not in self.spec.fields}
        records.put(self.key, id, {**local, LINK: entity_id})

    def write(self, records: Records, id: str, old: JsonObject, new: JsonObject) -> None:
        """The record `old` (as the app sees it) becomes `new`: what changed goes where it belongs. Raises `Refused`."""
        stored = records.get(self.key, id)
        entity_id = id if stored is None else str(stored[LINK])
        entity = records.get(self.entities, entity_id)
        changed = {
            name: new.get(name, MISSING)
            for name in self.spec.fields
            if not _same_member(old.get(name, MISSING), new.get(name, MISSING))
        }
        if changed:
            records.put(self.entities, entity_id, self._written(changed, entity or {}))
        local = {name: one for name, one in new.items() if name not in self.spec.fields}
        before = {name: one for name, one in old.items() if name not in self.spec.fields}
        if not same(local, before):
            records.put(self.key, id, {**local, LINK: entity_id})

    def remove(self, records: Records, id: str) -> None:
        """Takes the record away; with `on_delete: delete` the entity too. Raises `Refused`."""
        stored = records.get(self.key, id)
        if self.spec.on_delete == "delete":
            records.put(self.entities, id if stored is None else str(stored[LINK]), None)
        elif stored is None:
            message = f"The {self.noun} {id!r} cannot be removed: all of {self.spec.kind} show here."
            raise Refused("restricted", message, pointer=pointer_to(self.key, id))
        if stored is not None:
            records.put(self.key, id, None)

    def _named(self, value: JsonObject) -> str | None:
        for name, mapped in self.spec.fields.items():
            if mapped.source == "id" and value.get(name) is not None:
                return str(value[name])
        return None

    def _matching(self, records: Records, wanted: JsonObject) -> str | None:
        for name in self.spec.match:
            value = wanted.get(name)
            if isinstance(value, str | int | float) and value != "":
                ids = records.collection(self.entities).ids_by(name, value)
                if ids:
                    return ids[0]
        return None

    def _written(self, values: Mapping[str, Any], entity: JsonObject, new: bool = False) -> JsonObject:
        """`entity` with mapped fields set: first those that are fields of it, then those it is computed for."""
        written = dict(entity)
        computed: list[tuple[MappedField, Any]] = []
        for name, value in values.items():
            mapped = self.spec.fields.get(name)
            if mapped is None:
                continue
            if mapped.source == "id" and new:
                continue
            if mapped.source == "id" or not mapped.writable:
                raise Refused("schema", f"The field {name!r} of a {self.noun} cannot be written.", field=name)
            if not mapped.source:
                computed.append((mapped, value))
            elif value is MISSING:
                written.pop(mapped.source, None)
            else:
                written[mapped.source] = value
        for mapped, value in computed:
            bindings = {"value": None if value is MISSING else value, "item": written}
            written |= {target: template.evaluate(bindings) for target, template in mapped.write.items()}
        return written


def pointer_to(key: str, id: str) -> str:
    """Pointer to an entity of the collection `key`."""
    return key + pointer(id)


def _same_member(a: Any, b: Any) -> bool:
    return a is b or (a is not MISSING and b is not MISSING and same(a, b))


class SharedView(Mapping[str, JsonObject]):
    """The records of a shared collection as its app sees them, each merged when it is asked for."""

    __slots__ = ("_adapter", "_entities", "_keys", "_local", "_made", "_values")

    def __init__(self, adapter: SharedAdapter, local: Collection, entities: Collection) -> None:
        self._adapter, self._local, self._entities = adapter, local, entities
        self._made: dict[str, JsonObject] = {}
        self._keys: Sequence[str] | None = None
        self._values: list[JsonObject] | None = None

    def get(self, key: str, default: Any = None) -> Any:
        """The record with this id, or `default`."""
        made = self._made.get(key)
        if made is not None:
            return made
        local = self._local.get(key)
        entity = self._entities.get(key if local is None else local[LINK])
        if entity is None or (local is None and not self._shows_alone(key)):
            return default
        made = self._made[key] = self._adapter.merged(key, local, entity)
        return made

    def __getitem__(self, key: str) -> JsonObject:
        record = self.get(key)
        if record is None:
            raise KeyError(key)
        made: JsonObject = record
        return made

    def __contains__(self, key: object) -> bool:
        return key in self._local or (key in self._entities and isinstance(key, str) and self._shows_alone(key))

    def __len__(self) -> int:
        if not self._adapter.shows_all:
            return len(self._local)
        return len(self._local) + len(self._entities) - self._local.distinct(LINK)

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def keys(self) -> Sequence[str]:  # type: ignore[override]
        """The ids, in order."""
        keys = self._keys
        if keys is None:
            keys = self._local.keys()
            if self._adapter.shows_all:
                keys = sorted([*keys, *self._alone()])
            self._keys = keys
        return keys

    def values(self) -> Sequence[JsonObject]:  # type: ignore[override]
        """The records, in the order of their ids."""
        values = self._values
        if values is None:
            values = self._values = [self[key] for key in self.keys()]
        return values

    def items(self) -> Iterator[tuple[str, JsonObject]]:  # type: ignore[override]
        """Ids and records, in the order of the ids."""
        return zip(self.keys(), self.values(), strict=True)

    def by(self, field: str, value: Json) -> list[JsonObject]:
        """The records whose `field` is `value`, or is a list that contains it; in the order of their ids."""
        return [self[key] for key in self.ids_by(field, value)]

    def ids_by(self, field: str, value: Json) -> list[str]:
        """The ids of those records, in order. Raises `KeyError` for a field without an index."""
        mapped = self._adapter.spec.fields.get(field)
        if mapped is not None:
            ids = [id for entity in self._entities_by(mapped, value) for id in self._showing(entity)]
            return sorted(ids)
        found = self._local.ids_by(field, value)
        default = self._adapter.defaults.get(field, MISSING)
        if self._adapter.shows_all and default is not MISSING and index_key(default) == index_key(value):
            return sorted([*found, *self._alone()])
        return found

    def _entities_by(self, mapped: MappedField, value: Json) -> list[str]:
        if mapped.source == "id":
            return [value] if isinstance(value, str) and value in self._entities else []
        return self._entities.ids_by(mapped.source, value)

    def _showing(self, entity_id: str) -> list[str]:
        ids = self._local.ids_by(LINK, entity_id)
        return ids or ([entity_id] if self._adapter.shows_all else [])

    def _shows_alone(self, entity_id: str) -> bool:
        return self._adapter.shows_all and not self._local.has_by(LINK, entity_id)

    def _alone(self) -> list[str]:
        return [id for id in self._entities.keys() if not self._local.has_by(LINK, id)]  # noqa: SIM118

    def __repr__(self) -> str:
        return f"SharedView({self._adapter.key}, {len(self)} records)"
