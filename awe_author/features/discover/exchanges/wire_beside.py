"""Values whose types are told beside them (`features.forms.beside`): told by answers that have, always at the same
places, an object with nothing but `json` and `meta`, and by what `meta` says of which members."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.beside import ANY, DEEPEST, PLACES, TOLD, VALUE, Beside, Place, is_typed
from awe_author.features.forms.model import Form

LEAST = 3
"""Answers that have to be written so, one of them with a type at least."""


def beside_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """That of each origin."""
    for origin in dict.fromkeys(one.origin for one in messages):
        found = [pair for one in messages if one.origin == origin for pair in _typed(one.answer, ())]
        metas = [value[TOLD] for _, value in found if isinstance(value.get(TOLD), dict)]
        if len(found) < LEAST or not any(isinstance(one.get(PLACES), dict) for one in metas):
            continue
        types: dict[str, str] = {}
        of_nothing: dict[str, str] = {}
        for _, value in found:
            for name, kind, said in _told(value):
                (of_nothing if said is None else types)[name] = kind
        more = {name: value for name, value in metas[0].items() if name != PLACES}
        at = tuple(dict.fromkeys(place for place, _ in found))
        yield Beside(f"* {origin}/*", at, types, of_nothing, more)


def _typed(value: Any, place: Place) -> Iterator[tuple[Place, dict[str, Any]]]:
    """(place, value) of each value with its types beside it."""
    if is_typed(value):
        yield place, value
    elif isinstance(value, dict) and len(place) < DEEPEST:
        for name, one in value.items():
            yield from _typed(one, (*place, name))
    elif isinstance(value, list) and len(place) < DEEPEST:
        for one in value:
            yield from _typed(one, (*place, ANY))


def _told(value: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """(member, type, what it says) of each place that is told of."""
    told = value.get(TOLD)
    places = told.get(PLACES) if isinstance(told, dict) else None
    for place, kind in places.items() if isinstance(places, dict) else ():
        at: Any = value[VALUE]
        parts = place.split(".")
        for part in parts:
            at = at.get(part) if isinstance(at, dict) else at[int(part)] if _has(at, part) else None
        if isinstance(kind, list) and len(kind) == 1 and isinstance(kind[0], str):
            yield parts[-1], kind[0], at


def _has(value: Any, part: str) -> bool:
    return isinstance(value, list) and part.isdigit() and int(part) < len(value)
