"""What requests send in another form than it is kept: a list of one text for a number (`"ports": ["631"]`, kept as
631), and empty texts in a record for nothing (`{"from": "", "to": ""}`, kept with nulls).

Told by all that was shown after such writes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.shapes import is_integer
from awe_author.json_types import JsonObject

Sample = tuple[Any, Mapping[str, Any], Mapping[str, Any]]
"""(request, what it sent, the entity as it was shown next)."""


def lone_numbers(samples: Sequence[Sample]) -> list[str]:
    """Fields that are sent as a list of one and kept as its number."""
    told: dict[str, set[bool]] = {}
    for _, sent, shown in samples:
        for name, value in sent.items():
            if isinstance(value, list) and value and name in shown:
                kept = shown[name]
                told.setdefault(name, set()).add(is_integer(kept) and [*map(str, value)] == [str(kept)])
    return sorted(name for name, fits in told.items() if fits == {True})


def blanks_within(samples: Sequence[Sample]) -> list[tuple[str, str]]:
    """(field, member of its record) that is nothing where an empty text is sent."""
    told: dict[tuple[str, str], set[bool]] = {}
    for _, sent, shown in samples:
        for name, value in sent.items():
            kept = shown.get(name)
            if not isinstance(value, dict) or not isinstance(kept, dict):
                continue
            for inner, said in value.items():
                if said == "" and inner in kept:
                    told.setdefault((name, inner), set()).add(kept[inner] is None)
    return sorted(place for place, fits in told.items() if fits == {True})


def scalar_effects(lone: Sequence[str], blanks: Sequence[tuple[str, str]], params: str, path: str) -> list[JsonObject]:
    """Effects of a write. `params`: the expression of what is sent; `path`: the entity's."""
    made: list[JsonObject] = []
    for name in lone:
        own = f"dyn({params}).get({text(name)}, null)"
        number = f"type({own}) == list && size({own}) == 1 && string({own}[0]).matches('^-?[0-9]{{1,18}}$')"
        made.append({"op": "merge", "path": path, "value": {name: f"int({own}[0])"}, "if": number})
    for name, inner in blanks:
        own = f"dyn({params}).get({text(name)}, null)"
        empty = f"type({own}) == map && dyn({own}).get({text(inner)}, null) == ''"
        made.append({"op": "add", "path": f"{path}/{name}/{inner}", "value": "null", "if": empty})
    return made
