"""Which parts of the world document an expression over the state can depend on.

`state.crm.leads...` depends on `/crm/leads`, `state.crm.leads['l-7']` on `/crm/leads/l-7` alone, and, when the app
shows entities of the warehouse there, on their kind. An expression that names an app as a whole, or computes the name,
depends on everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from awe_author.evaluation.checkpoints.base import EVERY
from awe_author.state.cel.nodes import Constant, Ident, Index, Node, Select
from awe_author.state.cel.parsing import parse
from awe_author.state.model import WAREHOUSE
from awe_author.state.pointer import pointer
from awe_author.state.shape import Shape


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below one."""
    for one in fields(node):
        value = getattr(node, one.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                yield from (part for part in (item if isinstance(item, tuple) else (item,)) if isinstance(part, Node))


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def chain(node: Node) -> tuple[str, ...] | None:
    """`("state", "crm", "leads")` of `state.crm.leads` or `state.crm['leads']`; None for anything else."""
    if isinstance(node, Ident):
        return (node.name,)
    if isinstance(node, Select):
        above = chain(node.operand)
        return None if above is None else (*above, node.field)
    if isinstance(node, Index) and isinstance(node.key, Constant) and isinstance(node.key.value, str):
        above = chain(node.operand)
        return None if above is None else (*above, node.key.value)
    return None


def chains(node: Node) -> Iterator[tuple[str, ...]]:
    """The longest chain at every place where one begins."""
    found = chain(node)
    if found is not None:
        yield found
        return
    for child in children(node):
        yield from chains(child)


def parts_read(source: str, shape: Shape) -> frozenset[str]:
    """Keys of the parts and entities that an expression, which compiles, reads; `EVERY` when that cannot be told."""
    found: set[str] = set()
    for names in chains(parse(source)):
        if names[0] == "state":
            app = names[1:2]
        elif names[0] == WAREHOUSE:
            names, app = ("state", *names), (WAREHOUSE,)
        else:
            if names[0] in ("events", "now"):
                return EVERY
            continue
        if not app or len(names) < 3:
            return EVERY
        found |= keys_of(names[1], names[2], shape, names[3] if len(names) > 3 else None)
    return frozenset(found)


def keys_of(app: str, name: str, shape: Shape, id: str | None = None) -> frozenset[str]:
    """The parts that a collection (or one entity of it) or plain value of an app's view is made of."""
    key = pointer(app, name)
    collection = shape.collections.get(key)
    if collection is None:
        return frozenset({key})
    own = key if id is None else pointer(app, name, id)
    return frozenset({own} if collection.adapter is None else {own, collection.adapter.entities})
