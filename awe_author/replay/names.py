"""Names in documents: where plain values stand, and a document with other names in the place of some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

SHORTEST = 3
"""Characters of a name that is looked for within texts; shorter ones, and numbers, have to be all of it."""
Way: TypeAlias = tuple[str | int, ...]


def leaves(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Way -> plain value of a document."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in inner:
            yield from leaves(one, (*way, name))
    else:
        yield way, value


def with_names(value: Any, names: Mapping[str, str]) -> Any:
    """A document with other names in the place of these, wherever they stand as a word."""
    if isinstance(value, dict):
        return {name: with_names(inner, names) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_names(inner, names) for inner in value]
    if not isinstance(value, str):
        return value
    if value in names:
        return names[value]
    long = [name for name in names if len(name) >= SHORTEST and not name.isdecimal()]
    if not any(name in value for name in long):
        return value
    words = "|".join(map(re.escape, sorted(long, key=len, reverse=True)))
    return re.sub(rf"(?<![A-Za-z0-9_-])(?:{words})(?![A-Za-z0-9_-])", lambda found: names[found[0]], value)
