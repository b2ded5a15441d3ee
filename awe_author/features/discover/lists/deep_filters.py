"""Filters by what stands in lists of records: `?email=ada@quay.test` of `emails: [{"value": ...}]`, `?job_id=7` of
`applications: [{"jobs": [{"id": 7}]}]`.

Believed when all that was shown has the value there, and all words of the parameter's name are words of the place. The
place is written `applications.*.jobs.*.id`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.comparing import compares, value_at
from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import singular, snake

EACH = ".*."
"""What stands between a list and a member of its records."""
DEEPEST = 2
"""Lists in lists."""


def deep_field(name: str, shown: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]) -> str:
    """The place that a parameter is about, the least deep; "" when there is none. `shown`: (value, what it showed)."""
    told = [(value, item) for value, items in shown for item in items]
    words = _words(name)
    places = dict.fromkeys(place for _, item in told[:20] for place in _places(item))
    for place in sorted(places, key=lambda one: (one.count("*"), len(one))):
        if words <= _words(place) and all(compares("eq", value_at(item, place), value) for value, item in told):
            return place
    return ""


def deep_text(own: str, place: str, wanted: str) -> str:
    """The test of a list. `own`: its expression; `place`: behind its name; `wanted`: the expression of the value."""
    head, _, rest = place.partition(EACH)
    each = f"each_{place.count('*')}"
    inner = f"dyn({each}).get({text(head)}, null)"
    test = deep_text(inner, rest, wanted) if rest else f"string({inner} == null ? '' : {inner}) == {wanted}"
    return f"(type({own}) == list && dyn({own}).exists({each}, type({each}) == map && {test}))"


def _words(name: str) -> set[str]:
    return {singular(word) for part in name.split(".") for word in snake(part).split("_") if word not in ("", "*")}


def _places(item: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    for name, value in item.items():
        for record in value[:5] if isinstance(value, list) and "." not in name else ():
            if not isinstance(record, dict):
                continue
            for inner, one in record.items():
                if isinstance(one, str | int) and not isinstance(one, bool) and "." not in inner:
                    yield f"{name}{EACH}{inner}"
            if depth + 1 < DEEPEST:
                yield from (f"{name}{EACH}{place}" for place in _places(record, depth + 1))
