"""Lists of commands that are sent for a field of keys or records: `"crew": [["create", [{...}]], ["remove", [3]]]`, or
`[[0, 0, {...}], [2, 3]]`. What they do to other kinds is not known; they are no value of the field.
"""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.places import at
from awe_author.json_types import JsonObject


def command_effects(one: Operation, part: Entities, params: str, path: str) -> list[JsonObject]:
    """Effects that leave such fields as they were, and empty in new entities. `params`: the expression of the fields
    sent; `path`: of the entity."""
    found: list[JsonObject] = []
    for name in sorted(_commanded(one, part)):
        own = f"dyn({params}).get({text(name)}, null)"
        there = f"type({own}) == list && dyn({own}).exists(c, type(c) == list)"
        was = f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, dyn([]))"
        kept = "[]" if one.role == "create" else was
        found.append({"op": "merge", "path": path, "value": {name: f"dyn({kept})"}, "if": there})
    return found


def _commanded(one: Operation, part: Entities) -> set[str]:
    """Fields that requests send as lists of lists with a word or number in front, and that answers only ever show as
    lists of something else."""
    sent: dict[str, list[Any]] = {}
    for call in one.calls:
        fields = at(call.body, one.body_at) if one.body_at is not None else None
        for name, value in fields.items() if isinstance(fields, dict) else ():
            sent.setdefault(name, []).append(value)
    return {name for name, values in sent.items() if _are_commands(values) and _is_plain(part.values(name))}


def _are_commands(values: list[Any]) -> bool:
    """Is each a list of commands, and one of them more than an empty one?"""
    commands = [one for value in values if isinstance(value, list) for one in value]
    lists = all(isinstance(value, list) or value is None for value in values)
    return lists and bool(commands) and all(map(_is_command, commands))


def _is_command(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and isinstance(value[0], str | int)


def _is_plain(values: list[Any]) -> bool:
    """Were lists shown, and no lists in them?"""
    lists = [value for value in values if isinstance(value, list)]
    return bool(lists) and not any(isinstance(inner, list) for value in lists for inner in value)
