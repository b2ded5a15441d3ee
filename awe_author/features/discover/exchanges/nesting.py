"""Templates of answers: a value at its place, several in one."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.json_types import Json


def nest(pattern: Pattern, inner: Json, each: str, item: str, *, like: bool = True) -> Json:
    """`inner` at its place; a list on the way is made of `each`."""
    made: Json = inner
    for place in range(len(pattern) - 1, -1, -1):
        if pattern[place] == "*":
            whole = not like or (isinstance(made, str) and made == item)
            made = {"each": each, "as": item, **({} if whole else {"like": "first"}), "set": made}
        else:
            made = {pattern[place]: made}
    return made


def joined(left: Any, right: Any) -> Any:
    """Two templates as one."""
    if isinstance(left, dict) and isinstance(right, dict):
        return {
            **left,
            **{name: joined(left[name], value) if name in left else value for name, value in right.items()},
        }
    return right
