"""Lists inside the rows of a list, made anew: each row shows the entities of which a field says what the row does, when
all answers show it so and have the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.comparing import same
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.board_columns import in_columns, row_of
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Sighting
from awe_author.json_types import Json

Rows = list[list[dict[str, Any]]]
"""Of each answer its rows."""


def columns_json(one: Operation, part: Entities, inner: Json, shown: str, item: str) -> Json:
    """The template; None where the answers are no such lists, or nothing tells them. `inner`: that of an entity;
    `shown`: the expression of all that are listed."""
    sightings = _sightings(one, part)
    if not sightings or one.pattern is None:
        return None
    outer, name = one.pattern[:-3], one.pattern[-2]
    rows: Rows = [at(call.answer, outer) for call in one.calls]
    told = next(_told(part, rows, sightings), None) if say_alike(rows) else None
    if told is None:
        return None
    column, field = told
    counts = [other for other in rows[0][0] if all(_counts(other, name, each) for each in rows)]
    made: list[Json] = []
    for row in rows[0]:
        own = f"({member(item, field, sure=False)} == null ? dyn('') : dyn({member(item, field, sure=False)}))"
        mine = f"{shown}.filter({item}, string({own}) == {text(str(row[column]))})"
        template = nest((name, "*"), inner, mine, item)
        for other in counts:
            template = joined(template, {other: f"{mine}.size()"})
        made.append(template)
    return nest(outer, made, "", "")


def _sightings(one: Operation, part: Entities) -> list[Sighting]:
    groups = [group for group in part.kind.groups if group.endpoint == one.endpoint and group.pattern == one.pattern]
    return [sighting for group in groups if in_columns(group) and group.wrapper is None for sighting in group.sightings]


def say_alike(rows: Sequence[Any]) -> bool:
    """Have all answers as many rows, which say the same texts?"""
    if not rows or not all(isinstance(each, list) and all(isinstance(row, dict) for row in each) for each in rows):
        return False
    said = [[{name: value for name, value in row.items() if isinstance(value, str)} for row in each] for each in rows]
    return len(rows[0]) > 1 and all(each == said[0] for each in said)


def _told(part: Entities, rows: Rows, sightings: Sequence[Sighting]) -> Iterator[tuple[str, str]]:
    """(member of a row, field of entities) that always say the same, fields that are called alike first."""
    plain = [name for name, value in rows[0][0].items() if isinstance(value, str | int) and not isinstance(value, bool)]
    apart = [name for name in plain if len({str(row.get(name)) for row in rows[0]}) == len(rows[0])]
    stays = [
        name
        for name in apart
        if all([row.get(name) for row in each] == [row.get(name) for row in rows[0]] for each in rows)
    ]
    pairs = [(name, field) for name in stays for field in part.fields() if part.forms.get(field) == "plain"]
    for name, field in sorted(pairs, key=lambda pair: pair[0] != pair[1]):
        held = [(row.get(name), one.value.get(field)) for one in sightings if (row := row_of(one)) is not None]
        if len({str(own) for own, _ in held}) > 1 and all(
            own is not None and same(said, str(own)) for own, said in held
        ):
            yield name, field


def _counts(name: str, of: str, rows: Sequence[dict[str, Any]]) -> bool:
    """Does a member of all rows say how many entities stand in them?"""
    return all(
        is_integer(row.get(name)) and isinstance(row.get(of), list) and row[name] == len(row[of]) for row in rows
    )
