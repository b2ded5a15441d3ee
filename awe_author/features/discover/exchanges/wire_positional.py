"""Lists whose rows are told by nothing but the places of their values (`features.forms.positional`).

What a column is called is known from records with the keys that stand in a column: their other fields say in other
places what the row says. Cells that users fill have no such records.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from awe_author.features.discover.exchanges.sightings import ENOUGH, KEY_NAMES, keylike
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.described import records_in
from awe_author.features.forms.positional import Positional, rows_at
from awe_author.json_types import Json

LEAST = 2
"""Rows of a list by which columns are known, and columns beside that of the keys which a record has, too."""
NARROWEST = 3
"""Columns."""
DEEPEST = 4
_COUNTS = re.compile(r"(^|_)(count|total|records)\Z", re.IGNORECASE)
_SAYS_NOTHING = (None, "", False, True, 0)

Place = tuple[str, ...]
Row = list[Any]


@dataclass(slots=True)
class _Lists:
    """Those of one origin, below members of one name, whose rows are of one width."""

    at: dict[tuple[str, Place], list[list[Row]]] = field(default_factory=dict)
    """(method and address, place) -> lists, each without its empty row."""
    last: dict[tuple[str, Place], list[tuple[int, Row | None]]] = field(default_factory=dict)
    """The same -> (rows, the empty row behind them) of each."""

    def rows(self) -> list[Row]:
        return [row for lists in self.at.values() for rows in lists for row in rows]


def positional_forms(messages: Sequence[Message]) -> Iterable[Positional]:
    """One for each address and place."""
    told = [one for one in messages if one.status < 400]
    records: dict[str, list[dict[str, Any]]] = {}
    for one in told:
        records.setdefault(one.origin, []).extend(records_in(one.answer))
    for (origin, _, _), lists in _all_lists(told).items():
        names = _names(lists, records.get(origin, []))
        for (on, place), ends in lists.last.items() if names else ():
            empty = [row for _, row in ends if row is not None]
            without = [count for count, row in ends if row is None]
            full = min(without, default=max(count for count, _ in ends) + 1)
            if all(row == empty[0] for row in empty) and all(count < full for count, row in ends if row is not None):
                form = Positional(on, place, tuple(names), empty[0] if empty else None, full if empty else 0)
                yield replace(form, counted=_counted(form, told)) if empty else form


def _counted(form: Positional, messages: Sequence[Message]) -> Place:
    """Where a number stands that is one more than the rows before an empty one, where these are all, and never less."""
    answers = [one.answer for one in messages if f"{one.sent.method} {one.path}" == form.on]
    numbers = [name for name, value in answers[0].items() if type(value) is int and _COUNTS.search(name)]
    for name in numbers:
        told = []
        for answer in answers:
            rows = rows_at(answer, form.place, len(form.names))
            told += [(answer.get(name), len(rows), rows[-1] == form.last)] if rows else []
        more = all(type(count) is int and count > shown - ends for count, shown, ends in told)
        if more and any(ends and count == shown for count, shown, ends in told):
            return (name,)
    return ()


def _all_lists(messages: Sequence[Message]) -> dict[tuple[str, str, int], _Lists]:
    """(origin, name of the member, width) -> lists."""
    found: dict[tuple[str, str, int], _Lists] = {}
    for one in messages:
        for place, rows in _places(one.answer):
            lists = found.setdefault((one.origin, place[-1] if place else "", len(rows[0])), _Lists())
            on = f"{one.sent.method} {one.path}", place
            empty = rows[-1] if _is_empty(rows[-1]) else None
            lists.at.setdefault(on, []).append(rows if empty is None else rows[:-1])
            lists.last.setdefault(on, []).append((len(rows) - (empty is not None), empty))
    return found


def _places(value: Any, place: Place = ()) -> Iterator[tuple[Place, list[Row]]]:
    if isinstance(value, dict) and len(place) < DEEPEST:
        for name, inner in value.items():
            yield from _places(inner, (*place, name))
    elif isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        width = len(value[0])
        yield from [(place, value)] if width >= NARROWEST and all(len(row) == width for row in value) else []


def _is_empty(row: Row) -> bool:
    return all(cell is None or isinstance(cell, dict) for cell in row)


def _names(lists: _Lists, records: Sequence[dict[str, Any]]) -> list[str]:
    """What the columns are called; none when no column has keys of records that say what other columns say."""
    rows = lists.rows()
    if max((len(one) for several in lists.at.values() for one in several), default=0) < LEAST:
        return []
    for place in range(len(rows[0])):
        if _are_keys(lists, place):
            for key in dict.fromkeys(name for record in records for name in record if _is_key(name)):
                mine = [record for record in records if keylike(record.get(key))]
                pairs = [(row, record) for row in rows for record in mine if record[key] == row[place]]
                names = _matched(place, key, rows, pairs) if pairs else {}
                if len(names) > LEAST:
                    return _filled(names, rows)
    return []


def _is_key(name: str) -> bool:
    return KEY_NAMES.get(name.lower(), 0) >= ENOUGH


def _are_keys(lists: _Lists, place: int) -> bool:
    """Is that column of keys?"""
    told = [[row[place] for row in rows] for several in lists.at.values() for rows in several]
    return all(all(map(keylike, cells)) and len({*map(str, cells)}) == len(cells) for cells in told)


def _matched(place: int, key: str, rows: Sequence[Row], pairs: Sequence[tuple[Row, dict[str, Any]]]) -> dict[int, str]:
    """Column -> name: of those that say for each record, in a row of it at least, what this says in a field, and that
    is something in one of them."""
    by_key: dict[str, list[Row]] = {}
    for row in rows:
        by_key.setdefault(str(row[place]), []).append(row)
    records = [*{id(record): record for _, record in pairs}.values()]
    fields = [*dict.fromkeys(name for record in records for name in record)]
    alike: dict[tuple[int, int], int] = {}
    for number, name in enumerate(fields):
        mine = [record for record in records if name in record]
        says = {str(one[name]) for one in mine if not _blank(one[name])}
        for column in range(len(rows[0])) if says else ():
            if all(any(row[column] == one[name] for row in by_key[str(one[key])]) for one in mine):
                alike[column, number] = len(says)
    found, left = {place: key}, {*fields} - {key}
    for column, number in sorted(alike, key=lambda one: (-alike[one], -_beside(one, alike), one)):
        if column not in found and fields[number] in left:
            found[column] = fields[number]
            left.discard(fields[number])
    return found


def _beside(one: tuple[int, int], alike: Iterable[tuple[int, int]]) -> int:
    """Does what stands beside a column stand beside the field, too?"""
    column, number = one
    return sum((column + step, number + step) in alike for step in (-1, 1))


def _blank(value: Json) -> bool:
    return isinstance(value, dict | list) or any(value is nothing or value == nothing for nothing in _SAYS_NOTHING)


def _filled(names: dict[int, str], rows: Sequence[Row]) -> list[str]:
    """A name for each column: that of the column which it repeats, or its number."""
    made: list[str] = []
    for column in range(len(rows[0])):
        told = [row[column] for row in rows]
        same = (other for other in range(column) if told == [row[other] for row in rows] and not all(map(_blank, told)))
        twin = next(same, None)
        made.append(names.get(column) or (made[twin] if twin is not None else f"column_{column + 1}"))
    return made
