"""Places: where a request names an entity, and ways into documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.names import is_star, singular, snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.sightings import Endpoint

EQUAL = re.compile(r"eq\.")
"""What stands before a value that has to be equal."""


FIRST_ARGUMENTS: tuple[tuple[str | int, ...], ...] = (("args", 0), ("args", 0, 0))
"""Where methods that are called by address name what they are about: `args: [[8], {...}]`."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where a request names the entity: `segments` and a number, or `body` / `query` and a way into it."""

    part: str
    way: tuple[str | int, ...]
    by: str = ""
    """The field of the entity that is named; "" for its key."""
    cut: str = ""
    """What stands before it in a parameter: `eq.` in `id=eq.7`."""


def where_key(call: Call, endpoint: Endpoint, key: str, kind: Kind) -> Where | None:
    """Where a request says `key`: in the path, the body, the query."""
    stars = stars_of(call, endpoint)
    if key in stars:
        return Where("segments", (len(stars) - 1 - stars[::-1].index(key),))
    for way, value in leaves(call.body):
        if str(value) == key and (
            len(key) > 3
            or way in FIRST_ARGUMENTS
            or re.search(r"(^|_|[a-z])(id|key|uid)s?$", str(way[-1] if way else ""), re.I)
        ):
            return Where("body", way)
    for name, value in call.query:
        cut = EQUAL.match(value)
        if cut and name == kind.key and value[cut.end() :] == key:
            return Where("query", (name,), cut=cut[0])
        if value == key and (len(key) > 3 or snake(name) == singular(kind.name) or re.search(r"(id|key)$", name, re.I)):
            return Where("query", (name,))
    return None


def stars_of(call: Call, endpoint: Endpoint) -> list[str]:
    """What stands at each `*` of the path."""
    shapes = endpoint.path.strip("/").split("/")
    return [part for part, shape in zip(call.segments, shapes, strict=False) if is_star(shape)]


def leaves(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """(way, scalar) of a document, shallow ones first enough for keys; depth 6 at most."""
    if len(way) > 6:
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*way, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value[:3]):
            yield from leaves(inner, (*way, place))
    elif value is not None:
        yield way, value


def has(value: Any, way: Sequence[str | int]) -> bool:
    """Is there a member of a record at a place, if only null?"""
    inner = at(value, way[:-1])
    return isinstance(inner, dict) and way[-1] in inner


def at(value: Any, way: Sequence[str | int]) -> Any:
    """The member at a place, None when there is none."""
    for part in way:
        try:
            value = value[int(part) if isinstance(value, list) else part]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return value
