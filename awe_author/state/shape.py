"""The shape of a world document: where its collections are, what they index, and what refers to what.

A state needs to know this much to keep indexes right and to apply recorded changes; it needs no action and no
expression. The key of a part is its JSON pointer in the world document: `/crm/leads`, `/crm/settings`,
`/warehouse/people`, `/timers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from awe_author.state.model import LINK, OnDelete
from awe_author.state.pointer import parse, pointer
from awe_author.state.shared import SharedAdapter

TIMERS = "/timers"
"""Key of the scheduled actions, a collection beside those of the models."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A field whose value is the id of an entity of another collection."""

    field: str
    """Name of the field, or a pointer with `*` for each item of a list or object (`/attendees/*/person`); `""` when the
    value itself is the reference."""

    target: str
    """Key of the collection it names: `/crm/users`, `/warehouse/companies`."""

    on_delete: OnDelete = "restrict"


@dataclass(frozen=True, slots=True)
class CollectionShape:
    """What a state has to know of one collection."""

    indexes: tuple[str, ...] = ()
    """Fields that `Collection.by` finds by value."""

    references: tuple[Reference, ...] = ()
    adapter: SharedAdapter | None = None
    """How it shows entities of the warehouse, if it does."""


@dataclass(frozen=True)
class Shape:
    """What a state has to know of the world document."""

    collections: Mapping[str, CollectionShape] = field(default_factory=dict)
    """By key. `/timers` need not be named."""

    plain: Mapping[str, tuple[Reference, ...]] = field(default_factory=dict)
    """The plain values by key, and what they refer to."""

    @cached_property
    def roots(self) -> Mapping[str, tuple[str, ...]]:
        """Names of the parts of each app and of the warehouse, sorted."""
        found: dict[str, list[str]] = {}
        for key in sorted([*self.collections, *self.plain]):
            root, *name = parse(key)
            if name:
                found.setdefault(root, []).extend(name)
        return {root: tuple(names) for root, names in found.items()}

    @cached_property
    def keys(self) -> Mapping[str, Mapping[str, str]]:
        """The key of each part, by app and name."""
        return {root: {name: pointer(root, name) for name in names} for root, names in self.roots.items()}

    @cached_property
    def referrers(self) -> Mapping[str, tuple[tuple[str, Reference], ...]]:
        """For each collection, the fields (of collections and plain values) that may name its entities."""
        found: dict[str, list[tuple[str, Reference]]] = {}
        references = {key: shape.references for key, shape in self.collections.items()} | dict(self.plain)
        for key in sorted(references):
            for reference in references[key]:
                found.setdefault(reference.target, []).append((key, reference))
        return {target: tuple(fields) for target, fields in found.items()}

    @cached_property
    def sharing(self) -> Mapping[str, tuple[tuple[str, SharedAdapter], ...]]:
        """For each warehouse collection, the collections of apps that show its entities."""
        found: dict[str, list[tuple[str, SharedAdapter]]] = {}
        for key, shape in sorted(self.collections.items()):
            if shape.adapter:
                found.setdefault(shape.adapter.entities, []).append((key, shape.adapter))
        return {kind: tuple(apps) for kind, apps in found.items()}

    def indexes(self, key: str) -> tuple[str, ...]:
        """The fields to index: those that are declared, every reference, and the link of a shared record."""
        shape = self.collections[key]
        names = [*shape.indexes, *[reference.field for reference in shape.references]]
        return tuple(dict.fromkeys([*names, LINK] if shape.adapter else names))

    def split(self, segments: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """The key of the part that a path leads into, and the path inside it. Raises `KeyError`."""
        if segments[:1] == (TIMERS[1:],):
            return TIMERS, segments[1:]
        key = pointer(*segments[:2])
        if len(segments) < 2 or (key not in self.collections and key not in self.plain):
            raise KeyError(key)
        return key, segments[2:]
