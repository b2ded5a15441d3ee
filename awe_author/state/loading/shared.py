"""`x-shared`: how a collection of an app maps to a kind of the warehouse, checked against both models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from awe_author.state.cel import DYN, CelType
from awe_author.state.loading.expressions import compile_at, compile_template
from awe_author.state.loading.fits import Fitting
from awe_author.state.loading.problems import nearest, under
from awe_author.state.loading.shapes import Absent
from awe_author.state.loading.structure import Structure
from awe_author.state.model import LINK, WAREHOUSE, CollectionSpec, MappedField, Model, SharedSpec, Template


def load_shared(app: str, structure: Structure, fitting: Fitting, warehouse: Model | None) -> dict[str, CollectionSpec]:
    """The collections, those of `x-shared` with their mapping."""
    given = fitting.root.get("x-shared")
    collections = structure.collections
    found = dict(collections)
    if not isinstance(given, dict) or not given:
        return found
    if app == WAREHOUSE:
        fitting.problems.add("/x-shared", "the warehouse is what is shared", "Put x-shared into the apps' models.")
        return found
    for name, spec in given.items():
        pointer = under("/x-shared", name)
        if name not in structure.names:
            fitting.problems.add(pointer, f'there is no collection "{name}"', nearest(name, structure.names))
        elif name in collections and fitting.problems.well_formed(pointer):
            shared = _Loader(collections[name], spec, pointer, fitting, warehouse).load()
            found[name] = replace(collections[name], shared=shared)
    return found


class _Loader:
    """One entry of `x-shared`."""

    def __init__(
        self,
        collection: CollectionSpec,
        given: Mapping[str, Any],
        pointer: str,
        fitting: Fitting,
        warehouse: Model | None,
    ) -> None:
        self.collection, self.given, self.pointer, self.fitting = collection, given, pointer, fitting
        self.problems, self.shapes = fitting.problems, fitting.shapes
        self.kind = warehouse.collections.get(given["entity"]) if warehouse else None
        self.warehouse = warehouse
        self.behind = Fitting(self.kind.schema.document, fitting.problems) if self.kind else None

    def load(self) -> SharedSpec:
        given = self.given
        if self.warehouse and self.kind is None:
            known = self.warehouse.collections
            self.problems.add(
                under(self.pointer, "entity"),
                f'the warehouse has no kind "{given["entity"]}"',
                nearest(given["entity"], known),
            )
        fields = {name: self._field(name, mapping) for name, mapping in given["fields"].items()}
        for at, name in enumerate(given.get("match", ())):
            self._behind(name, under(self.pointer, "match", at))
        self._distinct(fields)
        self._index(fields)
        self._creatable(fields)
        if given.get("present") == "all":
            self._all(fields)
        return SharedSpec(
            collection=self.collection.name,
            kind=given["entity"],
            present=given.get("present", "linked"),
            match=tuple(given.get("match", ())),
            fields=fields,
            on_delete=given.get("on_delete", "unlink"),
            surfaces=tuple(given.get("surfaces", ())),
            pointer=self.pointer,
        )

    def _distinct(self, fields: Mapping[str, MappedField]) -> None:
        """Each field of the entity under one name at most (a record that gives both would say two things of it)."""
        names: dict[str, str] = {}
        for name, mapped in fields.items():
            where, first = under(self.pointer, "fields", name), names.setdefault(mapped.source, name)
            if mapped.source not in ("", "id") and first != name and self.problems.sound(where):
                self.problems.add(
                    where,
                    f'"{first}" is "{mapped.source}" of the warehouse already',
                    f'Leave one out, or let this one be computed: {{"read": "item.{mapped.source}"}}.',
                )
        if LINK in self.shapes.fields(self.collection.schema.document):
            self.problems.add(
                under(self.collection.pointer, "additionalProperties"),
                f'"{LINK}" is where a record keeps the id of its entity',
                "Choose another name for the field.",
            )

    def _field(self, name: str, mapping: Any) -> MappedField:
        pointer = under(self.pointer, "fields", name)
        inner = self.shapes.field(self.collection.schema.document, name)
        known = self.shapes.fields(self.collection.schema.document)
        if isinstance(inner, Absent) or (known and name not in known):
            self.problems.add(
                pointer, f'entities of "{self.collection.name}" have no field "{name}"', nearest(name, known)
            )
            inner = {}
        if isinstance(mapping, str):
            if self._behind(mapping, pointer):
                self._same_types(name, mapping, pointer)
            return MappedField(name=name, source=mapping, pointer=pointer)
        item = self.behind.type_of(self.behind.root) if self.behind else DYN
        read = compile_at(mapping["read"], {"item": item}, under(pointer, "read"), self.problems, context=False)
        if read and not isinstance(inner, Absent):
            self.fitting.value(mapping["read"], {under(pointer, "read"): read.type}, inner, under(pointer, "read"))
        value = self.fitting.type_of(inner)
        write = self._write(mapping.get("write", {}), {"item": item, "value": value}, under(pointer, "write"))
        return MappedField(name=name, read=read.expression if read else None, write=write, pointer=pointer)

    def _write(self, given: Mapping[str, Any], names: Mapping[str, CelType], pointer: str) -> dict[str, Template]:
        found: dict[str, Template] = {}
        for name, source in given.items():
            below = under(pointer, name)
            compiled = compile_template(source, names, below, self.problems, context=False)
            if self._behind(name, below) and compiled and self.behind:
                inner = self.behind.shapes.field(self.behind.root, name)
                if not isinstance(inner, Absent):
                    self.behind.value(source, compiled.types, inner, below)
            if compiled:
                found[name] = compiled
        return found

    def _behind(self, name: str, pointer: str) -> bool:
        """Has the warehouse's entity this field?"""
        if self.behind is None or self.kind is None or name == "id":
            return True
        known = self.behind.shapes.fields(self.behind.root)
        if isinstance(self.behind.shapes.field(self.behind.root, name), Absent) or (known and name not in known):
            self.problems.add(
                pointer, f'"{self.given["entity"]}" of the warehouse have no field "{name}"', nearest(name, known)
            )
            return False
        return True

    def _same_types(self, name: str, source: str, pointer: str) -> None:
        if not self.behind or source == "id":
            return
        here = self.shapes.field(self.collection.schema.document, name)
        there = self.behind.shapes.field(self.behind.root, source)
        if isinstance(here, Absent) or isinstance(there, Absent):
            return
        ours, theirs = self.shapes.types(here), self.behind.shapes.types(there)
        if not (ours & theirs) - {"null"}:
            self.problems.add(
                pointer,
                f'"{name}" is {_or(ours)}, "{source}" of the warehouse is {_or(theirs)}',
                "Map it with read and write.",
            )

    def _index(self, fields: Mapping[str, MappedField]) -> None:
        for at, name in enumerate(self.collection.index):
            mapped = fields.get(name)
            if mapped is not None and not mapped.source:
                where = under(self.collection.pointer, "x-index", at)
                self.problems.add(where, f'"{name}" is computed, so it has no index', "Index a field that is stored.")

    def _creatable(self, fields: Mapping[str, MappedField]) -> None:
        """An app that adds a record makes an entity: can the mapping fill what the warehouse requires?"""
        if not self.behind or not self.kind or not self._adds():
            return
        filled = {one.source for one in fields.values()} | {name for one in fields.values() for name in one.write}
        missing = [
            name
            for name in self.behind.shapes.required(self.behind.root)
            if name not in {*filled, *self.kind.defaults, "id"}
        ]
        if missing:
            names = ", ".join(f'"{name}"' for name in missing)
            self.problems.add(
                under(self.pointer, "fields"),
                f"a record that is added can never be an entity of the warehouse, which requires {names}",
                "Map every required field, or give it a default in the warehouse's model.",
            )

    def _adds(self) -> bool:
        """Does an effect add records?"""
        actions = self.fitting.root.get("x-actions")
        effects = [
            effect
            for action in (actions.values() if isinstance(actions, dict) else ())
            if isinstance(action, dict) and isinstance(action.get("effects"), list)
            for effect in action["effects"]
            if isinstance(effect, dict)
        ]
        start = f"/{self.collection.name}/"
        return any(
            one.get("op") == "add" and isinstance(path := one.get("path"), str) and path.startswith(start)
            and "/" not in path.removeprefix(start).replace("{", "").split("}")[-1]
            for one in effects
        )  # fmt: skip

    def _all(self, fields: Mapping[str, MappedField]) -> None:
        """With `present: all` a record exists without the app having made it: its local fields need defaults."""
        document = self.collection.schema.document
        for name in self.shapes.required(document):
            if name in fields or name == "id" or name in self.collection.defaults:
                continue
            self.problems.add(
                under(self.pointer, "present"),
                f'every entity shows, but nothing says what its required local field "{name}" is then',
                "Give the field a default, or do not require it.",
            )


def _or(types: frozenset[str]) -> str:
    return " or ".join(sorted(types))


def from_entity(shared: SharedSpec | None, given: Mapping[str, object]) -> frozenset[str]:
    """Fields that an added record gets from the entity when it is linked to one that is there already."""
    if shared is None:
        return frozenset()
    linking = {name for name, one in shared.fields.items() if one.source in (*shared.match, "id")}
    return frozenset(shared.fields) if linking & given.keys() else read_only(shared)


def read_only(shared: SharedSpec | None) -> frozenset[str]:
    """Fields that the app cannot write."""
    return frozenset(name for name, one in shared.fields.items() if not one.writable) if shared else frozenset()
