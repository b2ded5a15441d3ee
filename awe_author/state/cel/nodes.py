"""The syntax tree of an expression, macros already recognised. Frozen; nodes know where they are and how deep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

MacroName: TypeAlias = Literal["all", "exists", "exists_one", "map", "filter", "sortBy"]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """What all nodes have. Compared by identity: the checker keeps a type for each."""

    at: int
    """Offset in the source, in characters."""

    depth: int
    """1 for a leaf; closures nest this deep, so it is limited."""


@dataclass(frozen=True, slots=True, eq=False)
class Constant(Node):
    """A literal: null, bool, int, `Uint`, float, str or bytes."""

    value: object


@dataclass(frozen=True, slots=True, eq=False)
class Ident(Node):
    """A name: a variable, or one of the types (`int`, `string`...)."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Select(Node):
    """`operand.field`"""

    operand: Node
    field: str


@dataclass(frozen=True, slots=True, eq=False)
class Has(Node):
    """`has(operand.field)`"""

    operand: Node
    field: str


@dataclass(frozen=True, slots=True, eq=False)
class Index(Node):
    """`operand[key]`"""

    operand: Node
    key: Node


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """`name(arguments)`, or `receiver.name(arguments)` where a receiver is given."""

    name: str
    receiver: Node | None
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Node):
    """`!operand` or `-operand`"""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Node):
    """Arithmetic, comparison and `in`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, eq=False)
class Logic(Node):
    """A chain of `&&` or of `||`, flat: both are associative, errors included."""

    operator: Literal["&&", "||"]
    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(Node):
    """`condition ? yes : no`"""

    condition: Node
    yes: Node
    no: Node


@dataclass(frozen=True, slots=True, eq=False)
class ListNode(Node):
    """`[items]`"""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MapNode(Node):
    """`{key: value}`"""

    entries: tuple[tuple[Node, Node], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Macro(Node):
    """`range.name(variable, body)`; `map` with three arguments has a filter as well."""

    name: MacroName
    range: Node
    variable: str
    filter: Node | None
    body: Node
