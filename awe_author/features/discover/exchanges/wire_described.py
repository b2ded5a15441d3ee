"""Records whose members say of themselves what they are (`features.forms.described`): told by objects in which each
member has a type beside its value, and by lists whose elements say the same keys in every record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import json_value
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.exchanges.wire_full import full_for
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.described import Described, Member, records_in
from awe_author.features.forms.model import Form

LEAST = 2
"""Records, and members, that have to be seen so."""
KINDS = ("type", "kind")
"""What members call their type."""
LISTED = ("id", "column_id", "field_id", "external_id", "key", "name", "field", "code", "slug")
"""What elements of a list are called by."""
KEYS = ("id", "_id", "uuid", "guid", "key", "Id", "ID", "$id")
VALUES = ("value", "values", "text", "content")
MOST_PLACES = 6
Row = dict[str, Any]


def described_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each origin."""
    for origin in dict.fromkeys(one.origin for one in messages):
        mine = [one for one in messages if one.origin == origin]
        records = [record for one in mine if one.status < 400 for record in records_in(one.answer)]
        for name, key in _holders(records):
            form = _form_of(f"* {origin}/*", name, key, records, mine)
            if form is not None:
                yield form
                break


def _holders(records: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """(member of records, what its elements are called by; "" for an object): those of most records first."""
    objects: dict[str, int] = {}
    lists: dict[tuple[str, str], int] = {}
    for record in records:
        if not any(isinstance(record.get(key), str | int) for key in KEYS):
            continue
        for name, value in record.items():
            if isinstance(value, dict) and len(value) >= LEAST and all(_kind_of(one) for one in value.values()):
                objects[name] = objects.get(name, 0) + 1
            if isinstance(value, list) and len(value) >= LEAST and all(isinstance(one, dict) for one in value):
                key = next((key for key in LISTED if _tells_apart(value, key)), "")
                lists |= {(name, key): lists.get((name, key), 0) + 1} if key else {}
    found = [((name, ""), many) for name, many in objects.items()] + [*lists.items()]
    yield from (pair for pair, many in sorted(found, key=lambda each: -each[1]) if many >= LEAST)


def _tells_apart(value: Sequence[Row], key: str) -> bool:
    told = [str(one[key]) for one in value if isinstance(one.get(key), str | int)]
    return len(set(told)) == len(value)


def _kind_of(value: Any) -> str:
    """The member that says the type of a value beside it, where there is a value; "" without one."""
    for kind in KINDS if isinstance(value, dict) else ():
        said = value.get(kind)
        if isinstance(said, str) and (said in value or any(name in value for name in VALUES)):
            return kind
    return ""


def _form_of(on: str, name: str, key: str, every: Sequence[Row], messages: Sequence[Message]) -> Described | None:
    records = [one for one in every if isinstance(one.get(name), list if key else dict) and one[name]
               and any(isinstance(one.get(own), str | int) for own in KEYS)]  # fmt: skip
    around = tuple(dict.fromkeys(other for one in records for other in one if other != name))
    marks = tuple(other for other in around if all(other in one for one in records))
    said = _said(records, name, key)
    keys = {str(one[own]) for one in records for own in KEYS if own in one}
    if said is None or len(keys) < LEAST or len(marks) < LEAST or said.keys() & {*around} or len(said) < LEAST:
        return None
    if key and (len({tuple(_names(one[name], key)) for one in records}) != 1 or not _vary(said)):
        return None  # the elements are of the record's own choice, or other records: a list of records
    places, sent = _places([*said], name, key, messages)
    members = {}
    for member, values in said.items():
        made = _member(values, sent.get(member, []))
        if made is None:
            return None
        members[member] = made
    form = Described(on, name, key, members, around, marks, places)
    told = any(one.beside or one.full is not None for one in members.values())
    return form if sent and (told or not key) else None  # a list of nothing but names and values is what users make


def _vary(said: Mapping[str, Sequence[Row]]) -> bool:
    """Do most of these say different things in different records, and are they called by words, not by keys?"""
    varied = sum(any(one != own[0] for one in own) for own in said.values())
    return varied * 2 > len(said) and not opaque(said) and not all(name.isdecimal() for name in said)


def _names(value: Sequence[Row], key: str) -> list[str]:
    return [str(one[key]) for one in value]


def _said(records: Sequence[Row], name: str, key: str) -> dict[str, list[Row]] | None:
    """Member -> what it says in all records; None where some of them are no such objects."""
    found: dict[str, list[Row]] = {}
    for record in records:
        held = record[name]
        if key and not all(isinstance(one, dict) and isinstance(one.get(key), str | int) for one in held):
            return None
        pairs = (
            [(str(one[key]), {other: own for other, own in one.items() if other != key}) for one in held]
            if key
            else held.items()
        )
        for member, own in pairs:
            if not isinstance(own, dict) or not (key or _kind_of(own)):
                return None
            found.setdefault(member, []).append(own)
    return found


def _member(said: Sequence[Row], sent: Sequence[Any]) -> Member | None:
    """How a member tells its value. `sent`: what requests say of it."""
    shared = [name for name in said[0] if all(name in one for one in said)]
    kind = next((name for name in KINDS if name in shared and all(isinstance(one[name], str) for one in said)), "")
    at = ""
    if kind and len({one[kind] for one in said}) == 1:
        tries = (said[0][kind], *VALUES)
        at = next((name for name in tries if name in shared and name != kind), "")
    if at:
        beside = {name: said[0][name] for name in said[0] if name != at}
        if any({name: one[name] for name in one if name != at} != beside for one in said):
            return None
        inner = [one[at] if isinstance(one, dict) and at in one else one for one in sent]
        return Member(beside, at, full_for([one[at] for one in said], inner))
    labels = [name for name in shared if len(said) > LEAST and name in (*KINDS, "title", "label")]
    constant = {name: said[0][name] for name in labels if all(one[name] == said[0][name] for one in said)}
    rest = [{name: one for name, one in each.items() if name not in constant} for each in said]
    if all(len(one) == 1 for one in rest) and len({next(iter(one)) for one in rest}) == 1:
        at = next(iter(rest[0]))
        return Member(constant, at, full_for([one[at] for one in rest], sent))
    widest = max(rest, key=len)
    full = full_for([one for one in rest if one.keys() == widest.keys()], sent)
    return Member(constant, "", full) if full is not None and not full.listed else None


def _places(
    names: Sequence[str], holder: str, key: str, messages: Sequence[Message]
) -> tuple[tuple[tuple[str, ...], ...], dict[str, list[Any]]]:
    """(where requests say such members as JSON in a text, member -> what requests say of it)."""
    texts: dict[tuple[str, ...], None] = {}
    sent: dict[str, list[Any]] = {}
    for one in messages:
        for way, value in _bodies(one.sent.body, holder):
            pairs: Any = value.items() if isinstance(value, dict) else ()
            if isinstance(value, list) and key:
                pairs = [
                    (str(each.get(key)), {name: own for name, own in each.items() if name != key})
                    for each in value
                    if isinstance(each, dict)
                ]
            if isinstance(value, str) and way[-1] != holder:
                parsed = _parsed(value)
                if not parsed or not any(name in names for name in parsed):
                    continue
                texts[way] = None
                pairs = parsed.items()
            for name, own in pairs:
                if name in names:
                    sent.setdefault(name, []).append(own)
    return tuple(texts)[:MOST_PLACES], sent


def _bodies(value: Any, holder: str, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """(place, value) of what may say such members in a request: the holder, and JSON in texts."""
    if len(way) > MOST_PLACES:
        return
    if isinstance(value, list):
        for one in value:
            yield from _bodies(one, holder, (*way, "*"))
    elif isinstance(value, dict):
        for name, one in value.items():
            if name == holder or (isinstance(one, str) and one[:1] == "{"):
                yield (*way, name), one
            else:
                yield from _bodies(one, holder, (*way, name))


def _parsed(value: str) -> Mapping[str, Any]:
    try:
        found = json_value(value.encode())
    except NotJson:
        return {}
    return found if isinstance(found, dict) else {}
