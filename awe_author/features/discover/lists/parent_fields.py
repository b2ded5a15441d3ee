"""Lists below an entity that are what one of its own fields holds: `GET /books/7/author` shows the author in book 7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.entities.entities import form_of
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.lists.queries import shown_by

Records = dict[str, Any] | list[Any] | None


def held_by_parent(one: Operation, operations: Sequence[Operation], seen: Seen, item: str) -> str:
    """The condition that an item is in the field of the entity in the address; "" where that does not explain all
    that was shown."""
    parts = one.endpoint.path.strip("/").split("/")
    if len(parts) < 2 or not is_star(parts[-2]) or is_star(parts[-1]):
        return ""
    number = sum(map(is_star, parts[:-1])) - 1
    kinds = {id(other.kind): other.kind for other in operations if other.kind is not one.kind}
    for parent in kinds.values():
        if _explains(one, parent, parts[-1], len(parts) - 2, seen):
            return _held(one.kind, parent, parts[-1], f"segments[{number}]", item)
    return ""


def _explains(one: Operation, parent: Kind, field: str, place: int, seen: Seen) -> bool:
    """Are the keys of the records in the field those of what each answer showed, and was there something once?"""
    told = []
    for call in one.calls:
        key = call.segments[place] if len(call.segments) > place else ""
        if key not in seen.values[parent.name]:
            return False
        inner = _shown(parent, key, field, call.seq, seen)
        shown = [str(item[one.kind.key]) for item in shown_by(one, call)]
        if not isinstance(inner, dict | list | None) or sorted(_keys(inner, one.kind)) != sorted(shown):
            return False
        told.append(bool(shown))
    return any(told)


def _shown(parent: Kind, key: str, field: str, seq: int, seen: Seen) -> Records:
    """What the field held when a call was made: as it was shown last, else first; how many it holds says nothing."""
    looks = [(at, value[field]) for at, value in seen.values[parent.name][key]
             if field in value and form_of(value[field]) != "count"]  # fmt: skip
    before = [value for at, value in looks if at <= seq]
    inner: Records = before[-1] if before else looks[0][1] if looks else None
    return inner


def _keys(records: Records, kind: Kind) -> Iterator[str]:
    """The keys of the records in a field."""
    for one in records if isinstance(records, list) else [records]:
        if isinstance(one, dict) and one.get(kind.key) is not None:
            yield str(one[kind.key])


def _held(kind: Kind, parent: Kind, field: str, key: str, item: str) -> str:
    own = f"dyn(state.{parent.name}[{key}].get({text(field)}, null))"
    name = text(kind.key)
    listed = f"(type({own}) == list ? {own} : [{own}])"
    inside = f"type(r) == map && string(dyn(r).get({name}, '')) == string({member(item, kind.key)})"
    return f"{key} in state.{parent.name} && {listed}.exists(r, {inside})"
