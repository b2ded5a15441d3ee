"""Lists in the order of several fields, the last of them the key: by priority, within that by milestone, then by kind.

A field of choices goes by their places in the form. The fewest fields are looked for that put all rows of all recorded
looks in one order; the first two make groups of several rows, or an order by so many fields would be one of chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.page_lists import Look

LEAST_ROWS = 8
LEAST_GROUPS = 2
"""Groups of rows alike in the first field, and of those that the second tells apart."""
MOST_FIELDS = 4
MOST_LOOKED_AT = 10
"""Fields that are tried."""
Groups = list[list[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Level:
    """A field to sort by: of a row what is compared, of an entity the expression of it."""

    field: str
    of: Callable[[Mapping[str, Any]], Any]
    text: str
    down: bool = False


def by_several(base: str, looks: Sequence[Look], choices: Mapping[str, str], ranks: Mapping[str, Sequence[str]]) -> str:
    """The list so sorted; "" where no few fields tell its order. `choices`: field -> expression of the place of its
    value among its choices, `ranks`: field -> the choices."""
    rows: Groups = [[{**row.values, KEY: int(row.key)} for row in look.rows.rows]
            for look in looks if look.rows.rows and all(row.key.isdigit() for row in look.rows.rows)]  # fmt: skip
    if max(map(len, rows), default=0) < LEAST_ROWS or len(rows) != len(looks):
        return ""
    names = [name for name in rows[0][0] if name != KEY and all(name in one for each in rows for one in each)]
    levels = [level for name in names[:MOST_LOOKED_AT] for level in _levels(name, choices, ranks)]
    for depth in range(2, MOST_FIELDS + 1):
        found = _search(rows, levels, depth)
        if found is not None and _grouped(rows, found):
            made = base
            for level in reversed(found):
                turned = ".reverse()" if level.down else ""
                made = f"{made}{turned}.sortBy(item, {level.text}){turned}"
            return made
    return ""


def _levels(name: str, choices: Mapping[str, str], ranks: Mapping[str, Sequence[str]]) -> list[Level]:
    own = own_text("item", name)
    found = [Level(name, lambda one: str(one[name]), own)]
    if name in choices:
        places = {label: place for place, label in enumerate(ranks[name])}
        found.insert(0, Level(name, lambda one: places.get(str(one[name]), len(places)), choices[name]))
    return [Level(one.field, one.of, one.text, down) for one in found for down in (False, True)]


def _search(groups: Groups, levels: Sequence[Level], depth: int) -> list[Level] | None:
    """The levels that put all groups in order, the key as the last of them; None where there are none."""
    if depth == 0:
        for down in (False, True):
            key = Level(KEY, lambda one: one[KEY], f"int(item.{KEY})", down)
            if all(_fits(one, key, strict=True) for one in groups):
                return [key]
        return None
    for level in levels:
        if all(_fits(one, level) for one in groups):
            parts = [part for one in groups for part in _parts(one, level)]
            if len(parts) > len(groups):
                rest = [one for one in levels if one.field != level.field]
                found = _search([one for one in parts if len(one) > 1], rest, depth - 1)
                if found is not None:
                    return [level, *found]
    return None


def _fits(rows: Sequence[Mapping[str, Any]], level: Level, *, strict: bool = False) -> bool:
    pairs = [(level.of(one), level.of(other)) for one, other in pairwise(rows)]
    if level.down:
        pairs = [(other, one) for one, other in pairs]
    return all(one < other or (one == other and not strict) for one, other in pairs)


def _parts(rows: Sequence[Mapping[str, Any]], level: Level) -> Groups:
    found: Groups = []
    for one in rows:
        if found and level.of(found[-1][0]) == level.of(one):
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _grouped(rows: Groups, levels: Sequence[Level]) -> bool:
    """Are there several groups of several rows by the first field in one look, some of which the second tells apart?"""
    for one in rows:
        mine = [part for part in _parts(one, levels[0]) if len(part) > 1]
        told = [part for part in mine if len(_parts(part, levels[1])) > 1]
        if len(mine) >= LEAST_GROUPS and len(told) >= LEAST_GROUPS:
            return True
    return False
