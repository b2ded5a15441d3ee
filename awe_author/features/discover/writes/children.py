"""What a create makes with it: `POST /people {"name": "Ada", "seats": [{"job": 7}]}` makes a person and her seats,
which are entities of their own, opened at `/seats/31` and changed there.

The records that the answer shows in the list that was sent were never seen before, are of another kind, and say the key
of what they stand in. They are made of what is sent as lines are (`lines`), numbered on, and shown from their own kind
wherever the person is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Join
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject


def with_children(operations: Iterable[Operation], parts: Sequence[Entities], seen: Seen) -> None:
    """Note them in the kinds and in the operations; they were not there at the start."""
    by_name = {part.kind.name: part for part in parts}
    for one in operations:
        part = by_name.get(one.kind.name)
        if part is None or one.role != "create" or one.guessed or one.several or part.kind.source != "json":
            continue
        for name in sorted(part.sent):
            for other in parts:
                made = _made_with(one, name, part, other, seen)
                if made and name not in part.children and other is not part:
                    part.children[name] = other
                    _take(made, one, other, seen)


def _take(made: Sequence[tuple[str, int]], one: Operation, other: Entities, seen: Seen) -> None:
    for key, seq in made:
        other.seed.pop(key, None)
        first = seen.around(other.kind, key, seq)
        other.made.setdefault(key, first)
        one.brought.append((other.kind.name, key, seq))


def _made_with(one: Operation, name: str, part: Entities, other: Entities, seen: Seen) -> list[tuple[str, int]]:
    """(key, number of the call) of the entities of a kind that creates made by this list; none where one says
    otherwise."""
    found: list[tuple[str, int]] = []
    for call, key in zip(one.calls, one.made, strict=False):
        body, shown = one.body(call), part.made.get(key, {}).get(name)
        sent = body.get(name) if isinstance(body, dict) else None
        if not isinstance(sent, list) or not sent:
            continue
        if not isinstance(shown, list) or len(shown) != len(sent) or not all(isinstance(each, dict) for each in sent):
            return []
        for record in shown:
            if not isinstance(record, dict):
                return []
            own = str(record.get(other.kind.key))
            first = seen.first(other.kind, own)
            if first is None or first < call.seq or own in other.made or not _names(record, key, other):
                return []
            found.append((own, call.seq))
    return found


def _names(record: dict[str, Any], key: str, other: Entities) -> bool:
    """Does a record say, in a plain field that its kind has, the key of what it stands in?"""
    return any(name != other.kind.key and str(value) == key and other.forms.get(name) == "plain"
               for name, value in record.items() if isinstance(value, str | int))  # fmt: skip


def add_children(action: JsonObject, part: Entities) -> list[Entities]:
    """Have a create make them; the kinds whose counter it uses up. Only of lists that are shown from the other kind."""
    effects, lets = action.get("effects"), action.get("let")
    counted: list[Entities] = []
    if not isinstance(effects, list) or not isinstance(lets, dict):
        return counted
    for name, other in part.children.items():
        join = part.joins.get(name)
        lines = next((one for one in effects if isinstance(one, dict) and _made_of_lines(one, name)), None)
        made = lines["value"] if lines is not None else None
        if lines is None or not isinstance(made, dict) or not isinstance(join, Join) or join.other is not other:
            continue
        own, new = text(other.kind.key), f"new_{other.kind.name}"
        lets[f"sent_{other.kind.name}"] = f"{lines['if']} ? dyn({made[name]}) : dyn([])"
        key = f"string(dyn(l)[{own}])"
        if other.number:
            counter = f"state.next_ids.{other.kind.name}"
            key = f"string({counter} + sent_{other.kind.name}.indexOf(l))"
            effects.append(
                {"op": "replace", "path": f"/next_ids/{other.kind.name}", "value": f"{counter} + {new}.size()"}
            )
            counted.append(other)
        lets[new] = f"dyn(sent_{other.kind.name}).map(l, dyn(dyn(l).with({{{own}: dyn({key})}})))"
        effects.remove(lines)
        path = f"/{other.kind.name}/{{string(dyn(l)[{own}])}}"
        effects.append({"op": "add", "path": path, "value": "dyn(l)", "each": new, "as": "l"})
    return counted


def _made_of_lines(effect: JsonObject, name: str) -> bool:
    """Is it the effect that keeps the list that was sent (`lines`)?"""
    value = effect["value"] if effect["op"] == "merge" else None
    return isinstance(value, dict) and [*value] == [name] and "if" in effect
