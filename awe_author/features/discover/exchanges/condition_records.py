"""Conditions that are records in a tree: `[{"and": [{"name": "state", "op": "==", "val": "open"}, {"or": [...]}]}]`.

A list stands for all that is in it; an object with the one member `and` or `or` (also with a sign, `$or`) joins the
list that it has. Which members of a record say what is told by all records of a document (`conditions`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text

EITHER, BOTH = ("or", "any"), ("and", "all")
"""Members of a tree that have a list of conditions, without their sign."""
MOST_GROUPS = 64
DEEPEST = 3
"""Lists of conditions within each other that an expression follows."""
Condition = tuple[str, str, Any]
"""(field as it is called, comparison, value)."""


def sign_free(word: Any) -> str:
    """`_and`, `$and` and `AND` as `and`; a comparison in the same way."""
    return str(word).replace("_", "").replace("$", "").lower()


def all_of(parts: Sequence[list[list[Condition]]]) -> list[list[Condition]] | None:
    """The groups that fit all parts; None when they are too many."""
    made: list[list[Condition]] = [[]]
    for groups in parts:
        if len(made) * len(groups) > MOST_GROUPS:
            return None
        made = [[*one, *group] for one in made for group in groups]
    return made


def leaves_of(nodes: Sequence[Mapping[str, Any]], depth: int = DEEPEST) -> list[dict[str, Any]]:
    """The records of a tree in which something is joined, whatever their groups; none of another form."""
    joined = [node for node in nodes if _inner(node) is not None]
    if not joined or not depth:
        return []
    found = [dict(node) for node in nodes if _inner(node) is None]
    for node in joined:
        inner = _inner(node) or []
        found += leaves_of(inner, depth - 1) or [dict(one) for one in inner if isinstance(one, dict)]
    return [] if any(isinstance(value, dict | list) and sign_free(name) in EITHER + BOTH
                     for one in found for name, value in one.items()) else found  # fmt: skip


def _inner(node: Any) -> list[Any] | None:
    """What an object joins; None for another one."""
    if not isinstance(node, Mapping) or len(node) != 1:
        return None
    ((name, inner),) = node.items()
    records = isinstance(inner, list) and inner != [] and all(isinstance(one, dict) for one in inner)
    return inner if records and sign_free(name) in EITHER + BOTH else None


def record_groups(
    nodes: Sequence[Any], field: str, condition: Callable[[dict[str, Any]], Condition], *, either: bool = False
) -> list[list[Condition]] | None:
    """Groups of conditions, of which an entity has to fit one; None when a tree cannot be read."""
    parts: list[list[list[Condition]]] = []
    for node in nodes:
        if field in node:
            made: list[list[Condition]] | None = [[condition(node)]]
        else:
            ((name, inner),) = node.items()
            made = record_groups(inner, field, condition, either=sign_free(name) in EITHER)
        if made is None:
            return None
        parts.append(made)
    return [group for groups in parts for group in groups] if either else all_of(parts)


def record_text(field: str, own: str, condition: str) -> str:
    """Whether an entity fits such a tree, the list `own`. `condition`: the test of the record `c`.

    The records are tested once, whatever lists they stand in; the tree is followed with those that fit."""
    record, words = f"{text(field)} in dyn(c)", f"[{', '.join(map(text, EITHER))}]"
    node = "c in fits"
    for _ in range(DEEPEST):
        either = f"k.replace('_', '').replace('$', '').lowerAscii() in {words}"
        those = "dyn(dyn(p)[k])"
        least = f"({either} ? math.least([1, size({those})]) : size({those}))"
        enough = f"type(dyn(p)[k]) != list || size({those}.filter(c, {node})) >= {least}"
        node = f"({record} ? c in fits : [dyn(c)].all(p, dyn(p).all(k, {enough})))"
    every = " + ".join(f"l{depth}" for depth in range(DEEPEST + 1))
    made = f"[({every}).filter(c, {record} && {condition})].exists(fits, dyn({own}).all(c, {node}))"
    for depth in range(DEEPEST, 0, -1):
        inner = f"{record} ? [[]] : dyn(c).map(k, type(dyn(c)[k]) == list ? dyn(dyn(c)[k]) : [])"
        made = f"[l{depth - 1}.map(c, {inner}).flatten().flatten()].exists(l{depth}, {made})"
    return f"[dyn({own})].exists(l0, {made})"
