"""Lists below an entity that are what one of its own fields holds: `GET /books/7/author` shows the author in book 7,
and `GET /authors?book=7` those in its `authors`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.entities.entities import form_of
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.lists.queries import Listing, shown_by

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


def held_by_named(
    one: Operation, listing: Listing, operations: Sequence[Operation], seen: Seen, item: str
) -> Iterator[str]:
    """The conditions that an item is on a list of the entity that a parameter names, for each that explains nothing
    else: requests that say it were all answered with what such a list held just before or afterwards."""
    kinds = {id(other.kind): other.kind for other in operations if other.kind is not one.kind}
    for param in listing.params:
        if param.role != "unknown" or param.part != "query":
            continue
        said = [(call, key) for call in one.calls if (key := param.said(call))]
        for parent in kinds.values():
            if not said or not all(key in seen.values[parent.name] for _, key in said):
                continue
            field = next(_names_all(one, parent, said, seen), "")
            if field:
                key = f"query[{text(param.name)}]"
                there = f"{text(param.name)} in query && {key} != ''"
                yield f"!({there}) || {_held(one.kind, parent, field, key, item)}"
                break


def _names_all(one: Operation, parent: Kind, said: Sequence[tuple[Call, str]], seen: Seen) -> Iterator[str]:
    """The lists of a kind that have all that was shown whenever one of its entities was named, once something."""
    fields = {field for key in {key for _, key in said} for _, value in seen.values[parent.name][key]
              for field, inner in value.items() if isinstance(inner, list)}  # fmt: skip
    for field in sorted(fields):
        told = [_told_near(one, parent, field, call, key, seen) for call, key in said]
        if all(one is not False for one in told) and any(told):
            yield field


def _told_near(one: Operation, parent: Kind, field: str, call: Call, key: str, seen: Seen) -> bool | None:
    """Does a list of the entity, as it was shown last or is next, have what the answer has? None where nothing says."""
    looks = [(at, [*_keys(value[field], one.kind)]) for at, value in seen.values[parent.name][key]
             if isinstance(value.get(field), list)]  # fmt: skip
    near = [keys for at, keys in looks if at <= call.seq][-1:] + [keys for at, keys in looks if at > call.seq][:1]
    shown = sorted(str(item[one.kind.key]) for item in shown_by(one, call))
    if near and all(sorted(keys) != shown for keys in near):
        return False
    return bool(near and shown) or None


def _held(kind: Kind, parent: Kind, field: str, key: str, item: str) -> str:
    own = f"dyn(state.{parent.name}[{key}].get({text(field)}, null))"
    name = text(kind.key)
    listed = f"(type({own}) == list ? {own} : [{own}])"
    inside = f"type(r) == map && string(dyn(r).get({name}, '')) == string({member(item, kind.key)})"
    return f"{key} in state.{parent.name} && {listed}.exists(r, {inside})"
