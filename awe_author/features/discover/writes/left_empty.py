"""Members of records that a server does not keep while they are empty: `{"data": {"title": "Day", "order": []}}` is
shown as `{"data": {"title": "Day"}}`, also in records of a list (`{"items": [{"of": "title", "more": null}]}`).

Believed of a member when every write that sent it empty was followed by a look without it, and nothing shows it empty.
There may be one list on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.writes.shown_after import Sample
from awe_author.json_types import Json, JsonObject

DEEPEST = 4
EMPTY = "[dyn(null), dyn(''), dyn([]), dyn({})]"
Way = tuple[str, ...]
"""Names of members; `*` for the records of a list."""


def left_empty(samples: Sequence[Sample], known: Iterable[Mapping[str, Any]] = ()) -> list[Way]:
    """The places of such members below the entity's fields. `known`: entities that were there."""
    told: dict[Way, bool] = {}
    for _, sent, shown in samples:
        for name, value in sent.items():
            for way, gone in _members(value, shown.get(name), (name,)):
                told[way] = told.get(way, True) and gone
    found = [way for way, gone in told.items() if gone and way.count("*") < 2 and (way[-2] == "*" or "*" not in way)]
    every = [*known] if found else []
    return [way for way in found if not any(_is_empty(one, way) for one in every)]


def _is_empty(value: Any, way: Way) -> bool:
    """Is there something empty at a place?"""
    if not way:
        return value in (None, "") or value == [] or value == {}
    if way[0] == "*":
        return isinstance(value, list) and any(_is_empty(one, way[1:]) for one in value)
    return isinstance(value, dict) and way[0] in value and _is_empty(value[way[0]], way[1:])


def _members(sent: Any, shown: Any, way: Way) -> Iterator[tuple[Way, bool]]:
    """(way, is it left out?) of the empty members that were sent in records that were shown."""
    if isinstance(sent, list) and isinstance(shown, list) and len(sent) == len(shown):
        for one, other in zip(sent, shown, strict=True):
            if isinstance(one, dict):
                yield from _members(one, other, (*way, "*"))
    if not isinstance(sent, dict) or not isinstance(shown, dict) or len(way) > DEEPEST:
        return
    for name, value in sent.items():
        if _is_empty(value, ()):
            if any(sent[other] == shown[other] for other in shown if other in sent):
                yield (*way, name), name not in shown
        else:
            yield from _members(value, shown.get(name), (*way, name))


def left_effects(ways: Sequence[Way], dropped: Mapping[str, Sequence[str]], params: str, path: str) -> list[JsonObject]:
    """Effects that take them out again. `dropped`: field with a list -> members of its records that are never kept;
    `params`: the expression of what is sent; `path`: the entity's."""
    found: list[JsonObject] = []
    lists: dict[Way, list[str]] = {(name,): [] for name in dropped}
    for way in ways:
        if "*" in way:
            lists.setdefault(way[:-2], []).append(way[-1])
            continue
        value, there = nested(way, None), f"{dug(params, way)} in {EMPTY}"
        found.append({"op": "merge", "path": path, "value": value, "if": there})
    for way, names in lists.items():
        listed, never = dug(params, way), dropped.get(way[0], ()) if len(way) == 1 else ()
        left = [name for name in names if name not in never]
        made = f"dyn(r).without([{', '.join(map(text, never))}])" if never else "dyn(r)"
        if left:
            made += f".without([{', '.join(map(text, left))}].filter(n, dyn(r).get(n, 0) in {EMPTY}))"
        each = f"dyn({listed}).map(r, type(r) == map ? dyn({made}) : dyn(r))"
        found.append({"op": "merge", "path": path, "value": nested(way, each), "if": f"type({listed}) == list"})
    return found


def dug(of: str, way: Way) -> str:
    """The expression of a member; 0 where there is none."""
    for name in way:
        of = f"(type({of}) == map ? dyn({of}).get({text(name)}, dyn(0)) : dyn(0))"
    return of


def nested(way: Way, value: Json) -> Json:
    """A record with a value at a place."""
    for name in reversed(way):
        value = {name: value}
    return value
