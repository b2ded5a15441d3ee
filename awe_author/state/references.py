"""What happens to references when the entity they name goes: restrict, detach or cascade, at the end of an action.

Who refers to an entity is asked of the secondary index that every reference field has, so it does not depend on the
size of the collections. Cascades run first, until nothing more goes; then what is still referred to by a field that
restricts is refused. So an action may remove an entity and what refers to it in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from awe_author.json_types import Json
from awe_author.state.draft import Draft
from awe_author.state.model import LINK
from awe_author.state.pointer import Segments, items_at, parse, path_of
from awe_author.state.shape import TIMERS, Reference
from awe_author.state.shared import Refused, pointer_to


class _Gone(NamedTuple):
    key: str
    id: str


def settle(draft: Draft) -> None:
    """Carries every removal in the draft through to what refers to it. Raises `Refused` (`restricted`)."""
    if not _may_go(draft):
        return
    done: set[_Gone] = set()
    restricts: list[tuple[_Gone, str, Reference]] = []
    seen = 0
    while seen < len(draft.written):
        written, seen = draft.written[seen:], len(draft.written)
        for one in [one for one in _gone(draft, written) if one not in done]:
            done.add(one)
            for source, reference in draft.shape.referrers.get(one.key, ()):
                if reference.on_delete == "restrict":
                    restricts.append((one, source, reference))
                else:
                    _follow(draft, one, source, reference)
    for one, source, reference in restricts:
        referrers = _referrers(draft, source, reference, one.id)
        if referrers:
            raise _restricted(one, source, reference, referrers)


def _may_go(draft: Draft) -> bool:
    """Whether anything in the draft may take an entity out of some app's sight; nearly always not."""
    for key, ids in draft.touched.items():
        shape = draft.shape.collections.get(key)
        if shape is None:
            continue
        if shape.adapter is not None and shape.adapter.shows_all:
            return True
        for id in ids:
            if draft.get(key, id) is None:
                return True
    return False


def _gone(draft: Draft, written: Iterable[tuple[str, str]]) -> list[_Gone]:
    """Of the entities `written`, those that were seen before and no longer are. Takes the local records of removed
    entities away as it goes."""
    candidates = [_Gone(key, one) for key, id in dict.fromkeys(written) for one in _leaving(draft, key, id)]
    for key, id in list(candidates):
        for app_key, adapter in draft.shape.sharing.get(key, ()):
            candidates.append(_Gone(app_key, id))
            for record in draft.collection(app_key).ids_by(LINK, id):
                draft.put(app_key, record, None)
                candidates.append(_Gone(app_key, record))
            assert adapter.entities == key
    return [one for one in dict.fromkeys(candidates) if not draft.shows(*one) and draft.showed(*one)]


def _leaving(draft: Draft, key: str, id: str) -> Iterator[str]:
    if key == TIMERS:
        return
    adapter, entity = draft.shape.collections[key].adapter, draft.get(key, id)
    if entity is None:
        yield id
    elif adapter is not None and adapter.shows_all:
        yield str(entity[LINK])


def _referrers(draft: Draft, source: str, reference: Reference, id: str) -> list[str]:
    if source in draft.shape.plain:
        return [""] if id in items_at(draft.plain(source), path_of(reference.field)) else []
    return draft.collection(source).ids_by(reference.field, id)


def _follow(draft: Draft, gone: _Gone, source: str, reference: Reference) -> None:
    path = path_of(reference.field)
    for id in _referrers(draft, source, reference, gone.id):
        if source in draft.shape.plain:
            draft.put_plain(source, detached(draft.plain(source), path, gone.id))
        elif reference.on_delete == "detach":
            entity = detached(draft.get(source, id), path, gone.id)
            assert isinstance(entity, dict)
            draft.put(source, id, entity)
        else:
            adapter = draft.shape.collections[source].adapter
            if adapter is None:
                draft.put(source, id, None)
            else:
                adapter.remove(draft, id)


def detached(value: Json, path: Segments, id: str) -> Json:
    """A copy of `value` in which no field at `path` names `id`: null instead, or without the item of a list (or the
    member of an open object)."""
    if not path:
        if isinstance(value, list):
            return [item for item in value if item != id]
        return None if value == id else value
    first, rest = path[0], path[1:]
    if isinstance(value, dict):
        if first == "*" and not rest:
            value = {name: item for name, item in value.items() if item != id}
        names = value if first == "*" else [first]
        return {**value, **{name: detached(value[name], rest, id) for name in names if name in value}}
    if isinstance(value, list) and first == "*":
        kept = value if rest else [item for item in value if item != id]
        return [detached(item, rest, id) for item in kept]
    return value


def dangling(draft: Draft, references: Sequence[Reference], value: Json) -> list[tuple[Reference, Json]]:
    """Those of an entity's (or plain value's) references that name nothing."""
    found: list[tuple[Reference, Json]] = []
    for reference in references:
        by_name = isinstance(value, dict) and reference.field[:1] not in ("", "/")
        named = value.get(reference.field) if by_name else value  # type: ignore[union-attr]
        if named is None:
            continue
        for name in (named,) if isinstance(named, str) else items_at(value, path_of(reference.field)):
            if name is not None and not (isinstance(name, str) and draft.shows(reference.target, name)):
                found.append((reference, name))
    return found


def _restricted(gone: _Gone, source: str, reference: Reference, referrers: list[str]) -> Refused:
    names, (*_, collection) = path_of(reference.field), parse(source)
    field = next((name for name in reversed(names) if name != "*"), collection)
    if source == gone.key and referrers == [""]:
        who = collection
    else:
        shown = ", ".join(repr(one) for one in referrers[:3]) + (", ..." if len(referrers) > 3 else "")
        who = f"{collection} {shown}" if referrers != [""] else collection
    return Refused(
        "restricted",
        f"{gone.id!r} cannot be removed from {parse(gone.key)[-1]}: {who} still refer to it ({field}).",
        pointer=pointer_to(gone.key, gone.id),
    )
