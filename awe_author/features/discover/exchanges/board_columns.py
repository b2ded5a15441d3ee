"""Lists inside the rows of a list: cards in columns. `{"columns": [{"stage": "new", "cards": [...]}, ...]}` tells the
`stage` of its cards, where what is opened of the same kind says so, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Group, Sighting

LEAST = 2
"""Entities that say the same as their column."""


def lend_columns(kinds: Sequence[Kind]) -> None:
    """Give entities in columns the field that their column has and others of the kind have."""
    for kind in kinds:
        told = {name for group in kind.groups if not in_columns(group) for name in group.fields()}
        for group in filter(in_columns, kind.groups):
            rows = [(one, row) for one in group.sightings if (row := row_of(one)) is not None]
            names = dict.fromkeys(name for _, row in rows for name in row)
            for name in [name for name in names if name in told and name not in group.fields()]:
                if len(rows) == len(group.sightings) and _agrees(name, rows, kind, group):
                    group.sightings = [replace(one, value={**one.value, name: row.get(name)}) for one, row in rows]
                    rows = [(one, row) for one, (_, row) in zip(group.sightings, rows, strict=True)]


def in_columns(group: Group) -> bool:
    """Is it of lists in the rows of a list?"""
    stars = [place for place, part in enumerate(group.pattern) if part == "*"]
    return len(stars) == 2 and stars[1] == len(group.pattern) - 1 and stars[1] - stars[0] == 2


def row_of(one: Sighting) -> Mapping[str, Any] | None:
    """The row in which an entity was shown."""
    row = at(one.call.answer, one.place[:-2]) if len(one.place) > 2 else None
    return row if isinstance(row, dict) else None


def _agrees(name: str, rows: Sequence[tuple[Sighting, Mapping[str, Any]]], kind: Kind, group: Group) -> bool:
    """Does what is said elsewhere of the entities at about that time agree with their columns, of several values?"""
    values = {str(row.get(name)) for _, row in rows}
    plain = all(isinstance(row.get(name), str | int) for _, row in rows)
    pairs = [(str(row.get(name)), said) for one, row in rows for said in _said(name, one, kind, group)]
    alike = {key for key, (own, said) in enumerate(pairs) if own == said}
    return plain and len(values) > 1 and len(alike) >= LEAST and len(alike) == len(pairs)


def _said(name: str, one: Sighting, kind: Kind, group: Group) -> Iterator[str]:
    """What the nearest look elsewhere says, where no write to the entity lies between."""
    key = str(one.value[kind.key])
    others = [other for each in kind.groups if each is not group for other in each.sightings
              if str(other.value[kind.key]) == key and name in other.value]  # fmt: skip
    before = [other for other in others if other.call.seq < one.call.seq]
    near = max(before, key=lambda other: other.call.seq, default=None)
    if near is not None:
        yield str(near.value[name])
