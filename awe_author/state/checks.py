"""What must hold of every place that an action has touched: schema, id, size of the collection, references.

Only touched places are looked at, so the cost does not depend on the size of the state. Touching an entity of the
warehouse touches the records of all apps that show it.
"""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.json_types import Json, JsonObject
from awe_author.state.draft import Draft
from awe_author.state.layout import noun
from awe_author.state.model import WAREHOUSE, CollectionSpec, ExpressionFault, Model, PlainSpec
from awe_author.state.pointer import MISSING, parse, path_of, pointer
from awe_author.state.references import dangling
from awe_author.state.schema import Schema
from awe_author.state.shape import TIMERS
from awe_author.state.shared import Refused, SharedAdapter, pointer_to

MESSAGES = 5
"""So many errors of one value are told."""


class AppFault(Exception):
    """An expression of a model failed: `app` is whose."""

    def __init__(self, app: str, fault: ExpressionFault) -> None:
        super().__init__(fault.message)
        self.app, self.fault = app, fault


class Checks:
    """The checks of all models of a world, by key."""

    def __init__(self, models: Mapping[str, Model]) -> None:
        self.collections: dict[str, CollectionSpec] = {}
        self.plain: dict[str, PlainSpec] = {}
        self.required: set[str] = set()
        for app, model in models.items():
            self.collections |= {pointer(app, name): spec for name, spec in model.collections.items()}
            self.plain |= {pointer(app, name): spec for name, spec in model.plain.items()}
            self.required |= {pointer(app, name) for name in model.required if name in model.plain}
        self.nouns = {key: noun(spec) for key, spec in self.collections.items()}
        self.sized = self._sized()
        """Collections whose size is limited, by the key of what changes it: their own, and that of a kind they show."""

    def _sized(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for key, spec in self.collections.items():
            if spec.least or spec.most is not None:
                kinds = [pointer(WAREHOUSE, spec.shared.kind)] if spec.shared else []
                for one in [key, *kinds]:
                    found.setdefault(one, []).append(key)
        return found

    def touched(self, draft: Draft) -> list[Refused]:
        """What is wrong in the touched places. Raises `AppFault`.

        Records that show entities of the warehouse are looked at when the entities fit: what is computed from an
        entity may count on its schema.
        """
        found: list[Refused] = []
        shared = [key for key in draft.touched if key in draft.shape.sharing]
        for key in shared:
            for id in draft.touched[key]:
                entity = draft.get(key, id)
                if entity is not None:
                    self._of_record(key, id, entity, found)
        if found:
            return found
        for key, ids in draft.touched.items():
            if key in self.plain:
                self.of_plain(draft, key, found)
            elif key != TIMERS:
                for id in ids:
                    entity = draft.get(key, id)
                    if entity is not None:
                        self.of_entity(draft, key, id, entity, found, fits=key in draft.shape.sharing)
                if key in self.sized:
                    self.of_size(draft, key, found)
        return found

    def of_plain(self, draft: Draft, key: str, found: list[Refused]) -> None:
        """What is wrong with a plain value."""
        value, what = draft.plain(key), repr(parse(key)[-1])
        if value is MISSING:
            if key in self.required:
                found.append(Refused("schema", f"{what} cannot be missing.", pointer=key))
            return
        schema = self.plain[key].schema
        if not schema.is_valid(value):
            found += _mismatches(schema, value, what, key)
        if draft.shape.plain[key]:
            self._dangling(draft, key, what, key, value, found)

    def of_entity(
        self, draft: Draft, key: str, id: str, entity: JsonObject, found: list[Refused], fits: bool = False
    ) -> None:
        """What is wrong with a stored entity, and with the records of apps that show it. `fits`: it does its schema."""
        spec, shape, before = self.collections[key], draft.shape.collections[key], len(found)
        if spec.ids is not None and not spec.ids.is_valid(id):
            found += _mismatches(spec.ids, id, f"the id {id!r}", pointer_to(key, id))
        if shape.adapter is not None:
            self._of_shown(draft, shape.adapter, id, found)
        elif not fits:
            self._of_record(key, id, entity, found)
        if len(found) == before:
            for _, showing in draft.shape.sharing.get(key, ()):
                for record in showing.ids_showing(draft, id):
                    self._of_shown(draft, showing, record, found)
        if shape.references:
            self._dangling(draft, key, f"{self.nouns[key]} {id!r}", pointer_to(key, id), entity, found)

    def of_size(self, draft: Draft, key: str, found: list[Refused]) -> None:
        """Whether a collection, as its app sees it, has too few or too many entities; also for those that show it."""
        for one in self.sized[key]:
            spec, adapter = self.collections[one], draft.shape.collections[one].adapter
            own = draft.collection(one)
            size = len(own if adapter is None else adapter.view(own, draft.collection(adapter.entities)))
            if size < spec.least:
                found.append(Refused("schema", f"{spec.name} has to have {spec.least} entries at least.", pointer=one))
            if spec.most is not None and size > spec.most:
                found.append(Refused("schema", f"{spec.name} can have {spec.most} entries at most.", pointer=one))

    def _of_shown(self, draft: Draft, adapter: SharedAdapter, id: str, found: list[Refused]) -> None:
        if (adapter.key, id) in draft.checked:
            return
        draft.checked.add((adapter.key, id))
        try:
            record = adapter.seen(draft, id)
        except ExpressionFault as fault:
            raise AppFault(parse(adapter.key)[0], fault) from None
        if record is not None:
            self._of_record(adapter.key, id, record, found)

    def _of_record(self, key: str, id: str, record: JsonObject, found: list[Refused]) -> None:
        spec = self.collections[key]
        if not spec.schema.is_valid(record):
            found += _mismatches(spec.schema, record, f"{self.nouns[key]} {id!r}", pointer_to(key, id))
        if record.get("id", id) != id and not (spec.shared and "id" in spec.shared.fields):
            message = f"{self.nouns[key]} {id!r}: its id cannot be {record['id']!r}"
            found.append(Refused("schema", message, pointer=pointer_to(key, id) + "/id", field="id"))

    def _dangling(self, draft: Draft, key: str, what: str, where: str, value: Json, found: list[Refused]) -> None:
        references = draft.shape.plain[key] if key in self.plain else draft.shape.collections[key].references
        for reference, name in dangling(draft, references, value):
            path = path_of(reference.field)
            field = next(one for one in (*reversed(path), parse(key)[-1]) if one != "*")
            message = f"{what}: {field} names a {self.nouns[reference.target]} that is not there, {name!r}."
            place = where + pointer(*path).split("/*")[0]
            if not isinstance(name, str) and any(one.pointer.startswith(place) for one in found):
                continue  # its schema said so already
            found.append(Refused("reference", message, pointer=place, field=field))


def _mismatches(schema: Schema, value: object, what: str, where: str) -> list[Refused]:
    found: list[Refused] = []
    for error in list(schema.errors(value))[:MESSAGES]:
        place, field = ".".join(parse(error.pointer)), next(iter(parse(error.pointer)), "")
        message = f"{what}: {place + ': ' if place else ''}{error.message}"
        found.append(Refused("schema", message, pointer=where + error.pointer, field=field))
    return found
