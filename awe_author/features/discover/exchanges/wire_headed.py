"""Lists whose first row has the names of the columns (`features.forms.headed`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from awe_author.features.discover.exchanges.sightings import ENOUGH, KEY_NAMES, keylike
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.headed import Headed, rows_below
from awe_author.features.forms.tabled import at

LEAST = 2
"""Rows of a list, and columns."""
DEEPEST = 4


def headed_forms(messages: Sequence[Message]) -> Iterable[Headed]:
    """One for each address and place: of lists with a column of keys, by which addresses name what the rows tell.
    Cells that users fill have no such."""
    parts = {unquote(part) for one in messages for part in one.path.split("/")[3:] if part}
    for on in dict.fromkeys(f"{one.sent.method} {one.path}" for one in messages):
        answers = [one.answer for one in messages if f"{one.sent.method} {one.path}" == on and one.status < 400]
        places = dict.fromkeys(place for answer in answers for place in _places(answer, parts))
        for place in places:
            tables = [table for answer in answers if isinstance(table := at(answer, place), list) and table]
            heads = [table[0] for table in tables]
            if all(rows_below(table) is not None for table in tables) and all(one == heads[0] for one in heads):
                yield Headed(on, place, tuple(heads[0]), any(len(table) == 1 for table in tables))


def _places(value: Any, parts: set[str], place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where such lists stand. `parts`: of all addresses."""
    if isinstance(value, dict) and len(place) < DEEPEST:
        for name, inner in value.items():
            yield from _places(inner, parts, (*place, name))
    rows = rows_below(value)
    if rows is not None and len(rows) >= LEAST and len(rows[0]) >= LEAST and any(_keys(rows, parts)):
        yield place


def _keys(rows: Sequence[dict[str, Any]], parts: set[str]) -> Iterator[str]:
    """The columns of keys."""
    for name in rows[0]:
        values = [row[name] for row in rows]
        named = KEY_NAMES.get(name.lower(), 0) >= ENOUGH and all(keylike(value) for value in values)
        if named and len({*map(str, values)}) == len(values) and any(str(value) in parts for value in values):
            yield name
