"""Records that are called by their address (`features.forms.pathed`), lists in which each record stands in a member of
its own (`features.forms.rows`), and those that always have the same one (`features.forms.sole`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from awe_author.features.discover.common.keys import moment_of
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.described import records_in
from awe_author.features.forms.model import Form
from awe_author.features.forms.pathed import TYPE, Pathed
from awe_author.features.forms.rows import Rows, in_rows
from awe_author.features.forms.sole import Sole

LEAST = 2
"""Records that have to be asked for at the address that they are called by; lists that have to be written so."""
OWN = ("id", "_id", "uuid", "guid", "key", "Id", "ID")
"""Keys of records, which need no other."""
KEYS = ("id", "_id", "key", "record_key")
PLACES = ("place", "_place", "record_place")
"""What features may call the parts of an address: the first that no record has itself."""
SOLE_KEYS = ("id", "_id", "uuid", "key")
DEEPEST = 12


def pathed_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each origin."""
    for origin in dict.fromkeys(one.origin for one in messages):
        mine = [one for one in messages if one.origin == origin]
        records = [record for one in mine if one.status < 400 for record in records_in(one.answer)]
        said: dict[str, set[str]] = {}
        for record in records:
            for name, value in record.items():
                if isinstance(value, str):
                    said.setdefault(name, set()).add("" if {*OWN} & record.keys() else value)
        asked = {unquote(one.path) for one in mine}
        taken = {name for record in records for name in record}
        key = next((name for name in KEYS if name not in taken), "")
        place = next((name for name in PLACES if name not in taken), "")
        for name, values in said.items():
            if not all(map(_is_address, values)) or _are_of_others(values):
                continue  # or it is said of records that have a key
            found = {value for value in values if any(path.endswith(f"/{value}") for path in asked)}
            root = _root(values)
            if len(found) >= LEAST and root and key and place:
                sorts = {value.rpartition("/")[0].rpartition("/")[2] for value in values}
                yield Pathed(f"* {origin}/*", name, root, key, place, len(sorts) > 1 and TYPE not in taken)
                break


def _is_address(value: str) -> bool:
    return "/" in value.strip("/") and value == value.strip("/") and " " not in value


def _are_of_others(values: Iterable[str]) -> bool:
    """Are most of these places of others, called the same in all of them: `boats/7/crew`, `boats/9/crew`?"""
    ends = Counter(value.rpartition("/")[2] for value in values)
    return sum(count > 1 for count in ends.values()) * 2 > len(ends)


def _root(values: Iterable[str]) -> str:
    """The parts that all addresses begin with, up to those that differ in them; the first part alone at least."""
    parts = [one.split("/")[:-1] for one in values]
    same = 0
    while same < min(map(len, parts)) and len({one[same] for one in parts}) == 1:
        same += 1
    # what stands before a key may be of one kind alone: another kind stands beside it
    return "".join(f"{part}/" for part in parts[0][: max(1, same - 1)]) if same else ""


def row_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address."""
    for path in dict.fromkeys(one.path for one in messages if isinstance(one.answer, list) and one.status < 400):
        lists = [
            one.answer for one in messages if one.path == path and isinstance(one.answer, list) and one.status < 400
        ]
        many = [one for one in lists if len(one) >= LEAST and all(isinstance(each, dict) for each in one)]
        names = [name for name, value in many[0][0].items() if isinstance(value, dict)] if many else []
        method = next(one.sent.method for one in messages if one.path == path)
        for name in names:
            beside = tuple(other for other in many[0][0] if other != name)
            told = [one[0].get(other) for one in lists for other in beside if one and isinstance(one[0], dict)]
            if len(many) >= LEAST and all(in_rows(one, name) is not None for one in lists) and _are_moments(told):
                yield Rows(f"{method} {path}", name, beside)
                break


def _are_moments(values: Sequence[Any]) -> bool:
    """Are these moments, not always the same? Anything else that is alike in all of a list may differ in another."""
    return all(moment_of(one) is not None for one in values) and len({str(one) for one in values}) >= LEAST


def sole_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address and place, in GraphQL: of records that every request names by their key."""
    found: dict[tuple[str, tuple[str, ...]], list[list[Any]]] = {}
    asked: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for one in messages:
        body = one.sent.body if isinstance(one.sent.body, dict) else {}
        for place, value in _lists(one.answer) if one.status < 400 and isinstance(body.get("query"), str) else ():
            found.setdefault((f"{one.sent.method} {one.path}", place), []).append(value)
            asked.setdefault((f"{one.sent.method} {one.path}", place), []).append(str(body))
    for (on, place), lists in found.items():
        records = [one[0] for one in lists if len(one) == 1 and isinstance(one[0], dict)]
        if len(records) < len(lists) or len(lists) <= LEAST or not all(map(_has_records, records)):
            continue
        for key in SOLE_KEYS:
            values = {str(one.get(key)) for one in records}
            word = rf"(?<!\w){re.escape(next(iter(values)))}(?!\w)"
            named = len(values) == 1 and all(re.search(word, one) for one in asked[on, place])
            if named and isinstance(records[0].get(key), str | int):
                yield Sole(on, place, key, records[0][key])
                break


def _lists(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """(place, list) of each list that stands in no other."""
    if isinstance(value, list) and place:
        yield place, value
    for name, one in value.items() if isinstance(value, dict) and len(place) < DEEPEST else ():
        yield from _lists(one, (*place, name))


def _has_records(value: dict[str, Any]) -> bool:
    """Are there records with keys in a list in it, or in an object in it?"""
    inner = [each for one in value.values() for each in (one.values() if isinstance(one, dict) else [one])]
    lists = [one for one in inner if isinstance(one, list) and one]
    return any(all(isinstance(each, dict) and {*SOLE_KEYS} & each.keys() for each in one) for one in lists)
