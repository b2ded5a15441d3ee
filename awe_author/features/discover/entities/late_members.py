"""Members of records in an entity that came with time: an answer that showed the record without them has them later.

What another kind of answer shows beyond is only more of what was there all the time (`entities.completed`). Answers are
of one kind here when they show the same fields of the entity.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.entities.entities import DEEPEST, record_key

Path = tuple[str, ...]


def came_later(looks: Sequence[dict[str, Any]], later: Sequence[dict[str, Any]]) -> dict[str, set[Path]]:
    """Field -> paths within it that later looks show, and no earlier one at the same fields of the entity did."""
    before = {frozenset(value): value for value in looks}
    found: dict[str, set[Path]] = {}
    for value in later:
        earlier = before.get(frozenset(value), {})
        for name, was in earlier.items():
            if isinstance(was, dict | list) and value[name] != was:
                found.setdefault(name, set()).update(_beyond(was, value[name], ()))
    return found


def without(value: Any, paths: set[Path], path: Path = ()) -> Any:
    """A value without the members at these paths."""
    if not paths or not isinstance(value, dict | list):
        return value
    if isinstance(value, list):
        return [without(one, paths, (*path, str(record_key(one)))) for one in value]
    kept = {name: inner for name, inner in value.items() if (*path, name) not in paths}
    return {name: without(inner, paths, (*path, name)) for name, inner in kept.items()}


def _beyond(was: Any, now: Any, path: Path) -> set[Path]:
    """The paths of members that `now` has, and `was` has not. Records in lists are told apart by their keys."""
    if len(path) > DEEPEST:
        return set()
    if isinstance(was, dict) and isinstance(now, dict):
        found = {(*path, name) for name in now.keys() - was.keys()}
        return found.union(*(_beyond(was[name], now[name], (*path, name)) for name in was.keys() & now.keys()))
    if isinstance(was, list) and isinstance(now, list):
        known = {record_key(one): one for one in was if record_key(one) is not None}
        pairs = [(key, known[key], one) for one in now if (key := record_key(one)) in known]
        return set().union(*(_beyond(one, more, (*path, str(key))) for key, one, more in pairs))
    return set()
