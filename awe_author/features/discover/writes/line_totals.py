"""Numbers of a document that add up what its lines say: `total` beside `lines: [{"amount": 80}, {"amount": 35}]`.

Believed when every entity that was shown with both says the sum, three at least and not all the same. What only new
ones say like such a total (what is left to pay) begins with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities

FEWEST = 3
NEAR = 0.005
Way = tuple[str, ...]


def line_totals(part: Entities, name: str, *, made: bool) -> Iterator[tuple[str, Way]]:
    """(field, member of the lines in the list `name` that it adds up). `made`: is it of what is new?"""
    entities = [one for one in (*part.seed.values(), *part.made.values()) if isinstance(one.get(name), list)]
    numbers = [field for field in part.fields() if field not in part.written and field != part.kind.key]
    ways = list(_ways(entities, name))
    told: dict[str, Way] = {}
    for field in numbers:
        mine = [one for one in entities if field in one]
        if len(mine) >= FEWEST and len({str(one[field]) for one in mine}) > 1:
            fitting = [way for way in ways if all(_adds_up(one, field, name, way) for one in mine)]
            way = next((way for way in fitting if any(_several(one, name, way) for one in mine)), None)
            if way is not None:
                told[field] = way
    yield from told.items()
    fresh = [one for one in part.made.values() if isinstance(one.get(name), list)]
    for field in numbers if made and fresh else ():
        way = next((way for way in told.values() if all(_adds_up(one, field, name, way) for one in fresh)), None)
        if field not in told and way is not None:
            yield field, way


def total_text(lines: str, way: Way) -> str:
    """The expression of the sum; `lines`: that of the lines."""
    inner = "dyn(line)" + "".join(f".get({text(step)}, {{}})" for step in way[:-1])
    own = f"dyn({inner}).get({text(way[-1])}, 0)"
    return f"dyn({lines}).map(line, {own} == null ? 0.0 : double({own})).sum()"


def _ways(entities: Sequence[Mapping[str, Any]], name: str) -> Iterator[Way]:
    """The numbers that all lines have."""
    lines = [line for one in entities for line in one[name]]
    if not all(isinstance(line, dict) for line in lines):
        return
    heads = [(step,) for step in lines[0]]
    inner = [(step, more) for step, value in lines[0].items() if isinstance(value, dict) for more in value]
    for way in (*heads, *inner):
        if all(_number(_at(line, way)) for line in lines):
            yield way


def _several(one: Mapping[str, Any], name: str, way: Way) -> bool:
    """Are there two numbers to add up? One alone is the same as many things are."""
    return len([line for line in one[name] if _at(line, way) != 0]) > 1


def _adds_up(one: Mapping[str, Any], field: str, name: str, way: Way) -> bool:
    values = [_at(line, way) for line in one[name]]
    return _number(one.get(field)) and all(map(_number, values)) and bool(abs(one[field] - sum(values)) < NEAR)


def _at(value: Any, way: Way) -> Any:
    for step in way:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
