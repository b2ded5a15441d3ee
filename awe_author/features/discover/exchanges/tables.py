"""Addresses that say of which table records are: `/data/<table>/rows/7`, in apps whose users make their own tables.

Such a part of an address looks like the key of an entity, and there is one (the table, with its columns), yet what
stands below it are records of another kind for each table. It is told by what lists below it show: nearly all records
of each table have fields that none of another has. What names a table then stands in endpoints as it is, and records of
two tables are never of one kind. A list below an entity (the notes of a ticket) has the same fields below every one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from awe_author.features.discover.common.names import IDS, is_star, snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import endpoint_of, objects

LABELS = ("title", "name", "label", "display_name", "displayName")
"""Fields in which a table may be called by its name."""
FEW = 2
"""Fields of its own, and records, that a table has at least."""
MOST = 0.8
"""The share of records in which a field of the table is, at least."""
ROUNDS = 3
"""Parts of an address that may each say of which table: of which base, then of which table in it."""
Prefix = tuple[str, ...]
"""Origin and parts of an address, identifiers as `*`."""
Rows = list[dict[str, Any]]


def with_tables(calls: Sequence[Call], known: frozenset[str]) -> list[Call]:
    """The calls; those to addresses that say of which table records are say so (`Call.tabled`, `Call.table`), and where
    a parameter says the same, it is part of the operation's name."""
    found = list(calls)
    for _ in range(ROUNDS):
        tables = _tables(found, known)
        if not tables:
            break
        found = [_tabled(call, known, tables) for call in found]
    names = _names(found)
    return [_asking(replace(call, table=names[call.table]) if call.table else call, names) for call in found]


def _tables(calls: Sequence[Call], known: frozenset[str]) -> dict[Prefix, set[str]]:
    """Where the first part of an address that tells tables apart stands -> the tables there."""
    below: dict[Prefix, dict[str, Rows]] = {}
    for call in calls:
        rows = [] if call.mutation or call.answer is None or call.status >= 300 or call.html else _rows(call.answer)
        if len(rows) >= FEW:
            for place, prefix in _stars(call, known):
                below.setdefault(prefix, {}).setdefault(call.segments[place], []).extend(rows)
    apart = {prefix for prefix, lists in below.items() if _apart(lists)}
    first = {one for one in apart if not any(one[: len(other)] == other and one != other for other in apart)}
    return {prefix: {*below[prefix]} for prefix in first}


def _rows(answer: Any) -> Rows:
    """The records of the outermost lists of an answer."""
    lists = [(pattern, value) for pattern, _, value in objects(answer) if pattern[-1:] == ("*",)]
    depth = min((len(pattern) for pattern, _ in lists), default=0)
    return [value for pattern, value in lists if len(pattern) == depth and pattern.count("*") == 1]


def _stars(call: Call, known: frozenset[str]) -> Iterator[tuple[int, Prefix]]:
    """(place, what stands before it) of each identifier in the address."""
    parts = endpoint_of(call, known).path.strip("/").split("/")
    for place, part in enumerate(parts):
        if is_star(part) and place:
            yield place, (call.origin, *parts[:place])


def _apart(lists: Mapping[str, Rows]) -> bool:
    """Do the records of two tables have fields of their own, and no text in common where they have the same key?"""
    return any(_differ(one, other) for one, other in combinations(list(lists.values())[:12], 2))


def _differ(one: Rows, other: Rows) -> bool:
    mine, others = list(map(_fields, one)), list(map(_fields, other))
    own, their = _common(mine) - set().union(*others), _common(others) - set().union(*mine)
    return len(own) >= FEW and len(their) >= FEW and not _same_records(one, other)


def _fields(record: Mapping[str, Any]) -> set[str]:
    """The names of its fields, and of those in records in it."""
    inner = {f"{name}.{part}" for name, value in record.items() if isinstance(value, dict) for part in value}
    return {*record} | inner


def _common(records: Sequence[set[str]]) -> set[str]:
    """Fields of nearly all records."""
    every = set().union(*records)
    return {name for name in every if sum(name in one for one in records) >= MOST * len(records)}


def _same_records(one: Rows, other: Rows) -> bool:
    """Do two lists show the same records in different columns: has a text of one the same text under the same key?"""
    known = {(key, name, text) for record in one for key, name, text in _texts(record)}
    shown = [text for record in other for text in _texts(record)]
    return sum(text in known for text in shown) >= max(1, len(shown) // 2)


def _texts(record: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    key = next((str(value) for name, value in record.items() if name.lower() in IDS), "")
    for name, value in record.items():
        if key and isinstance(value, str) and value.strip() and name.lower() not in IDS and not value[:4].isdigit():
            yield key, name, value


def _tabled(call: Call, known: frozenset[str], tables: Mapping[Prefix, set[str]]) -> Call:
    """The call, with the part of its address that says of which table records are."""
    for place, prefix in _stars(call, known):
        value = call.segments[place]
        if value in tables.get(prefix, ()) and (place < len(call.segments) - 1 or not _is_itself(call, value)):
            table = f"{call.table} {value}".strip()
            return replace(call, tabled=call.tabled | {place}, table=table)
    return call


def _is_itself(call: Call, table: str) -> bool:
    """Is the answer the table itself, which says its own key?"""
    told = call.answer if isinstance(call.answer, dict) else {}
    return any(str(told.get(name)) == table for name in IDS)


def _names(calls: Sequence[Call]) -> dict[str, str]:
    """What says the table in addresses -> what it is called, else the same."""
    wanted = {call.table for call in calls if call.table}
    names = {table: table for table in wanted}
    ends = {table.rpartition(" ")[2]: table for table in wanted}
    for call in calls if wanted else ():
        for _, _, value in objects(call.answer) if call.answer is not None else ():
            table = next((ends[str(value[name])] for name in IDS if str(value.get(name)) in ends), None)
            label = next(
                (value[name] for name in LABELS if isinstance(value.get(name), str) and snake(value[name])), ""
            )
            if table is not None and label and names[table] == table and label not in names.values():
                names[table] = label
    return names


def _asking(call: Call, names: Mapping[str, str]) -> Call:
    """The call; where one parameter alone says a table, it is part of the operation."""
    if call.table or not names or call.kind == "graphql":
        return call
    said = [(name, table) for name, value in call.query for table in _ending(value, names)]
    if len(said) != 1 or _is_itself(call, said[0][1].rpartition(" ")[2]):
        return call
    name, table = said[0]
    operation = "&".join([*filter(None, [call.operation]), f"{name}={call.params[name]}"])
    return replace(call, operation=operation, table=names[table])


def _ending(value: str, names: Iterable[str]) -> list[str]:
    return [table for table in names if table.rpartition(" ")[2] == value]
