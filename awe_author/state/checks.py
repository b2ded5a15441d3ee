"""What must hold of every place that an action has touched: schema, id, size of the collection, references.

Only touched places are looked at, so the cost does not depend on the size of the state. Touching an entity of the
warehouse touches the records of all apps that show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from awe_author.json_types import JsonObject
from awe_author.state.draft import Draft
from awe_author.state.layout import noun
from awe_author.state.model import CollectionSpec, ExpressionFault, Model, PlainSpec
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
        self.nouns: dict[str, str] = {}
        self.required: set[str] = set()
        for app, model in models.items():
            self.collections |= {pointer(app, name): spec for name, spec in model.collections.items()}
            self.plain |= {pointer(app, name): spec for name, spec in model.plain.items()}
            self.required |= {pointer(app, name) for name in model.required if name in model.plain}
        for key, spec in self.collections.items():
            self.nouns[key] = noun(spec)

    def touched(self, draft: Draft) -> Iterator[Refused]:
        """Everything that is wrong in the touched places. Raises `AppFault`."""
        for key, ids in draft.touched.items():
            if key in self.plain:
                yield from self.of_plain(draft, key)
            elif key != TIMERS:
                resized = False
                for id in ids:
                    entity = draft.get(key, id)
                    if entity is None:
                        resized = True
                    else:
                        yield from self.of_entity(draft, key, id, entity)
                        resized = resized or draft.before.collection(key).get(id) is None
                if resized:
                    yield from self.of_size(draft, key)

    def of_plain(self, draft: Draft, key: str) -> Iterator[Refused]:
        """What is wrong with a plain value."""
        value = draft.plain(key)
        if value is MISSING:
            if key in self.required:
                yield Refused("schema", f"{parse(key)[-1]!r} cannot be missing.", pointer=key)
            return
        schema = self.plain[key].schema
        if not schema.is_valid(value):
            yield from _mismatches(schema, value, repr(parse(key)[-1]), key)
        yield from self._dangling(draft, key, "", repr(parse(key)[-1]))

    def of_entity(self, draft: Draft, key: str, id: str, entity: JsonObject) -> Iterator[Refused]:
        """What is wrong with a stored entity, and with the records of apps that show it."""
        spec, adapter = self.collections[key], draft.shape.collections[key].adapter
        if spec.ids is not None and not spec.ids.is_valid(id):
            yield from _mismatches(spec.ids, id, f"the id {id!r}", pointer_to(key, id))
        if adapter is None:
            yield from self._of_record(key, id, entity)
        else:
            yield from self._of_shown(draft, adapter, id)
        for _, showing in draft.shape.sharing.get(key, ()):
            for record in showing.ids_showing(draft, id):
                yield from self._of_shown(draft, showing, record)
        if draft.shape.collections[key].references:
            yield from self._dangling(draft, key, id, f"{self.nouns[key]} {id!r}")

    def of_size(self, draft: Draft, key: str) -> Iterator[Refused]:
        """Whether a collection, as its app sees it, has too few or too many entities."""
        keys = [key, *[app_key for app_key, adapter in draft.shape.sharing.get(key, ()) if adapter.shows_all]]
        for one in keys:
            spec = self.collections[one]
            if not spec.least and spec.most is None:
                continue
            adapter = draft.shape.collections[one].adapter
            own = draft.collection(one)
            size = len(own if adapter is None else adapter.view(own, draft.collection(adapter.entities)))
            if size < spec.least:
                yield Refused("schema", f"{spec.name} has to have {spec.least} entries at least.", pointer=one)
            if spec.most is not None and size > spec.most:
                yield Refused("schema", f"{spec.name} can have {spec.most} entries at most.", pointer=one)

    def _of_shown(self, draft: Draft, adapter: SharedAdapter, id: str) -> Iterator[Refused]:
        try:
            record = adapter.seen(draft, id)
        except ExpressionFault as fault:
            raise AppFault(parse(adapter.key)[0], fault) from None
        if record is not None:
            yield from self._of_record(adapter.key, id, record)

    def _of_record(self, key: str, id: str, record: JsonObject) -> Iterator[Refused]:
        schema = self.collections[key].schema
        if not schema.is_valid(record):
            yield from _mismatches(schema, record, f"{self.nouns[key]} {id!r}", pointer_to(key, id))
        shared = self.collections[key].shared
        if record.get("id", id) != id and not (shared and "id" in shared.fields):
            message = f"{self.nouns[key]} {id!r}: its id cannot be {record['id']!r}"
            yield Refused("schema", message, pointer=pointer_to(key, id) + "/id", field="id")

    def _dangling(self, draft: Draft, key: str, id: str, what: str) -> Iterator[Refused]:
        for reference, name in dangling(draft, key, id):
            path = path_of(reference.field)
            field = next(one for one in (*reversed(path), "") if one != "*")
            target = self.nouns.get(reference.target, reference.target)
            where = key + (pointer(id) if key in self.collections else "") + pointer(*path).split("/*")[0]
            message = f"{what}: {field} names a {target} that is not there, {name!r}."
            yield Refused("reference", message, pointer=where, field=field)


def _mismatches(schema: Schema, value: object, what: str, where: str) -> Iterator[Refused]:
    errors = list(schema.errors(value))
    for error in errors[:MESSAGES]:
        place = ".".join(parse(error.pointer))
        message = f"{what}: {place + ': ' if place else ''}{error.message}"
        yield Refused("schema", message, pointer=where + error.pointer, field=next(iter(parse(error.pointer)), ""))
