"""One effect applied to a draft: where its path leads, and what becomes of the entity or plain value there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from awe_author.json_types import Json, JsonObject
from awe_author.state.draft import Draft
from awe_author.state.pointer import MISSING, NotThere, Segments, edited, pointer
from awe_author.state.shared import Refused, pointer_to


class BadEffect(Exception):
    """An effect that no state could take: the model's mistake."""


class Write(NamedTuple):
    """An effect with all its expressions worked out."""

    op: str
    path: Segments
    """Into the app's view."""

    value: Json
    origin: str
    """Where it stands in the model file."""


def apply_write(draft: Draft, app: str, write: Write, nouns: Mapping[str, str]) -> None:
    """Puts one effect of `app` into the draft. `nouns`: what one entity of a collection is called, by key.

    Raises `Refused`, `BadEffect`, `ExpressionFault` (a computed field).
    """
    if not write.path:
        raise BadEffect("an effect cannot replace the whole state of an app")
    key = draft.shape.keys[app].get(write.path[0])
    if key is None:
        raise BadEffect(f"{app} has no {write.path[0]!r}")
    if key in draft.shape.plain:
        _to_plain(draft, key, write)
    elif len(write.path) == 1:
        raise BadEffect(f"an effect cannot {write.op} the whole collection {write.path[0]!r}")
    elif len(write.path) == 2 and write.op == "add":
        _add(draft, key, write, nouns[key])
    else:
        _change(draft, key, write, nouns[key])


def _to_plain(draft: Draft, key: str, write: Write) -> None:
    old = draft.plain(key)
    inner = write.path[1:]
    if not inner and write.op == "add":
        draft.put_plain(key, write.value)
        return
    if old is MISSING:
        raise Refused("not-found", f"There is no {write.path[0]!r}.", pointer=key)
    if not inner and write.op == "remove":
        draft.put_plain(key, MISSING)
        return
    try:
        draft.put_plain(key, edited(old, write.op, inner, write.value))
    except NotThere as error:
        where = key + pointer(*inner[: error.depth + 1])
        raise Refused("not-found", f"In {write.path[0]!r}, {error.message}.", pointer=where) from None


def _add(draft: Draft, key: str, write: Write, noun: str) -> None:
    id, adapter = write.path[1], draft.shape.collections[key].adapter
    entity = _object(write, key, noun)
    if adapter is not None:
        adapter.add(draft, id, entity)
    elif draft.get(key, id) is not None:
        raise Refused("exists", f"There is a {noun} {id!r} already.", pointer=pointer_to(key, id))
    else:
        draft.put(key, id, entity)


def _change(draft: Draft, key: str, write: Write, noun: str) -> None:
    id, adapter = write.path[1], draft.shape.collections[key].adapter
    old = draft.get(key, id) if adapter is None else adapter.seen(draft, id, unchecked=True)
    if old is None:
        raise Refused("not-found", f"There is no {noun} {id!r}.", pointer=pointer_to(key, id))
    inner = write.path[2:]
    if not inner and write.op == "remove":
        if adapter is None:
            draft.put(key, id, None)
        else:
            adapter.remove(draft, id)
        return
    try:
        new = edited(old, write.op, inner, write.value if inner else _object(write, key, noun))
    except NotThere as error:
        where = pointer_to(key, id) + pointer(*inner[: error.depth + 1])
        raise Refused("not-found", f"In {noun} {id!r}, {error.message}.", pointer=where) from None
    assert isinstance(new, dict)  # `edited` keeps an object an object unless it replaces it, and then by one
    if adapter is None:
        draft.put(key, id, new)
    else:
        adapter.write(draft, id, old, new)


def _object(write: Write, key: str, noun: str) -> JsonObject:
    if not isinstance(write.value, dict):
        where = pointer_to(key, write.path[1])
        raise Refused("schema", f"A {noun} has to be an object, not {write.value!r}.", pointer=where)
    return write.value
