"""A model, checked and compiled: what `load_model` makes of a model file and what `World.apply` runs.

All frozen. Expressions are compiled closures over bindings (`state`, `params`, `let` names, `now`, `warehouse`). One
that fails raises `ExpressionFault`, which knows its place in the file. Nothing here knows how expressions are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from awe_author.json_types import Json, JsonObject
from awe_author.state.schema import Schema
from awe_author.state.types import Reducer

if TYPE_CHECKING:
    from awe_author.state.cel import CelType

WAREHOUSE = "warehouse"
"""The app name of the model of shared entities."""

RESERVED = frozenset({WAREHOUSE, "timers"})
"""Names in the world document that no app may have."""

LINK = "x-entity"
"""Key in a stored local record of a shared collection: the id of the warehouse entity it is linked to."""

Bindings: TypeAlias = Mapping[str, object]
"""Name in an expression -> native value (anything with the Mapping protocol stands for an object)."""

OnDelete: TypeAlias = Literal["restrict", "detach", "cascade"]


class ExpressionFault(Exception):
    """An expression of a model failed on these bindings: its author's mistake."""

    def __init__(self, message: str, pointer: str) -> None:
        super().__init__(message)
        self.message, self.pointer = message, pointer


@dataclass(frozen=True, slots=True)
class Expression:
    """One compiled CEL expression."""

    source: str
    pointer: str
    """Where it stands in the model file."""

    evaluate: Callable[[Bindings], object] = field(repr=False, compare=False)
    """Its native value (`datetime` for timestamps). Raises ExpressionFault."""

    names: frozenset[str] = frozenset()
    """The bindings that it reads."""


@dataclass(frozen=True, slots=True)
class Template:
    """A JSON value whose strings are expressions."""

    source: Json
    pointer: str
    evaluate: Callable[[Bindings], Json] = field(repr=False, compare=False)
    """A new JSON value, shared with nothing but unchanged entities of the state. Raises ExpressionFault."""

    names: frozenset[str] = frozenset()
    """The bindings that its expressions read."""

    types: Mapping[str, CelType] = field(default_factory=dict, repr=False, compare=False)
    """Pointer of each expression in the file -> what is known of its value."""


@dataclass(frozen=True, slots=True)
class PathTemplate:
    """A JSON pointer into the app's view, some of whose segments are expressions: `/leads/{params.id}/status`."""

    source: str
    pointer: str
    segments: tuple[str | Expression, ...]
    """Fixed segments are unescaped already."""

    evaluate: Callable[[Bindings], tuple[str, ...]] = field(repr=False, compare=False)
    """The segments, unescaped; `-` as the last one of an array means "append". Raises ExpressionFault."""

    names: frozenset[str] = frozenset()
    """The bindings that its expressions read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A field that names an entity (`x-ref`)."""

    field: tuple[str, ...]
    """Keys from the entity (or plain value, or params) down to the field; `*` stands for each item of an array or
    each member of an object."""

    app: str
    """The app whose collection is named: the own one, or `warehouse`."""

    collection: str
    on_delete: OnDelete = "restrict"
    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedField:
    """A field of an app's record that comes from the warehouse entity."""

    name: str
    """The app's name of the field."""

    source: str = ""
    """The warehouse field that it is, one to one; empty when it is computed."""

    read: Expression | None = None
    """Computed: the app's value. Bindings: `item`, the entity."""

    write: Mapping[str, Template] = field(default_factory=dict)
    """Computed: warehouse field -> new value. Bindings: `value` (what the app wrote), `item` (the entity before)."""

    pointer: str = ""

    @property
    def writable(self) -> bool:
        """May the app change it?"""
        return bool(self.source or self.write)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedSpec:
    """How a collection of an app maps to a kind of the warehouse (`x-shared`)."""

    collection: str
    kind: str
    present: Literal["linked", "all"] = "linked"
    match: tuple[str, ...] = ()
    """Warehouse fields by which a record that is added finds an entity that is there already."""

    fields: Mapping[str, MappedField] = field(default_factory=dict)
    """App field -> mapping; fields that are not here are local to the app."""

    on_delete: Literal["unlink", "delete"] = "unlink"
    surfaces: tuple[str, ...] = ()
    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionSpec:
    """A top-level property that holds entities by id."""

    name: str
    schema: Schema
    """Of one entity, as the app sees it (mapped fields merged in)."""

    ids: Schema | None = None
    """Of an id (`propertyNames`)."""

    least: int = 0
    """`minProperties`"""

    most: int | None = None
    """`maxProperties`"""

    index: tuple[str, ...] = ()
    """Fields with a secondary index (`x-index`)."""

    references: tuple[Reference, ...] = ()
    shared: SharedSpec | None = None
    defaults: Mapping[str, Json] = field(default_factory=dict)
    """Field -> `default`, of the entity's own properties; what local fields of a `present: all` record start with."""

    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSpec:
    """A top-level property that is no collection."""

    name: str
    schema: Schema
    references: tuple[Reference, ...] = ()
    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What must hold for an action to be done, and what the user is told when it does not."""

    that: Expression
    message: Expression
    field: str = ""
    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """What effects, emits and schedules have in common: a condition, and a list to repeat over.

    With `each` the part is done once for each item, bound to `name`; `when` is asked for each item.
    """

    when: Expression | None = None
    each: Expression | None = None
    name: str = ""
    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectSpec(Repeated):
    """One operation on the app's own state."""

    op: Literal["add", "replace", "remove", "merge"]
    path: PathTemplate
    value: Template | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EmitSpec(Repeated):
    """An action of another app, done in the same event."""

    app: str
    action: str
    params: Template
    optional: bool = False
    """Left out when the world has no such app."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSpec(Repeated):
    """An action of the same app, done when the session's clock reaches `at`."""

    key: Expression
    at: Expression
    action: str
    params: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelSpec(Repeated):
    """A timer of the same app that is taken back; none of that key is no mistake."""

    key: Expression
    """Gives a key, or a list of keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpec:
    """One action: declarative, or `reducer` alone decides effects and result."""

    name: str
    title: str = ""
    description: str = ""
    params: Schema
    defaults: Mapping[str, Json] = field(default_factory=dict)
    """Param -> `default`, put in where the caller gave none, before anything else looks at the params."""

    param_references: tuple[Reference, ...] = ()
    """Params that name an entity (`x-ref` in the params schema): refused (`not-found`) when it is not there."""

    let: tuple[tuple[str, Expression], ...] = ()
    """In the order of the file; each sees those before it."""

    require: tuple[Guard, ...] = ()
    effects: tuple[EffectSpec, ...] = ()
    schedule: tuple[ScheduleSpec, ...] = ()
    cancel: tuple[CancelSpec, ...] = ()
    emit: tuple[EmitSpec, ...] = ()
    result: Template | None = None
    reducer: Reducer | None = None
    reducer_name: str = ""
    """`module:function`, empty for a declarative action."""

    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One app's model, or the warehouse's (`app` is then `warehouse`)."""

    app: str
    file: str
    """What to call it in messages."""

    document: JsonObject
    """The file as it was read; never changed."""

    collections: Mapping[str, CollectionSpec]
    plain: Mapping[str, PlainSpec]
    actions: Mapping[str, ActionSpec]
    required: tuple[str, ...] = ()
    """Top-level properties that a seed must give; a collection that it does not give is empty."""

    @property
    def title(self) -> str:
        """What a person calls the app."""
        return str(self.document.get("title", self.app))
