"""Reads of records by a list of keys, in portions of any size: `POST /users/bulk {"ids": [3, 4]}`, `?ids=3,4`, a query
of GraphQL with `{"keys": [{"path": ["a"]}]}`. Pages gather what their parts need, so that no two visits ask for the
same keys.

Believed of reads that no feature answers when every answer has one record for each key, in the order of the keys, in
one list or several, and neither what is asked nor what is said beside them ever differs. A list is answered with what
was said of each of its keys first; one whose answers changed while it was recorded, by the recording.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import literal, member, text
from awe_author.features.discover.common.names import IDS, is_plain, snake, unused
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.params import json_list, reader_of
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.constants import by_keys
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.replies.triggers import said_tests
from awe_author.json_types import Json, JsonObject, sorted_text

SURE = 0.6
LEAST = 2
"""Different lists that were asked for."""
MOST_LISTS = 40
"""Lists that are left to the recording."""
DEEPEST = 4
BETWEEN, INSIDE = "|", "/"
"""What stands between the members of a key, and between the elements of one of them, in its text."""


Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Keys:
    """Where a request has its list of keys."""

    part: str
    """`body` or `query`."""
    way: tuple[str, ...]
    members: tuple[str, ...] = ()
    """Of keys that are records."""

    def of(self, call: Call) -> list[Any]:
        """The keys of a call; none where there is no such list."""
        found = at(call.body, self.way) if self.part == "body" else _listed(call.params.get(self.way[0], ""))
        return found if isinstance(found, list) else []

    def rest(self, call: Call) -> str:
        """What is asked beside."""
        query = sorted(pair for pair in call.query if self.part == "body" or pair[0] != self.way[0])
        return sorted_text([query, _without(call.body, self.way) if self.part == "body" else call.body])

    def said(self, key: Any) -> str:
        """A key as text."""
        values = [key[name] for name in self.members] if self.members else [key]
        return BETWEEN.join(INSIDE.join(map(str, one)) if isinstance(one, list) else str(one) for one in values)

    def key_text(self, call: Call, own: str) -> str:
        """The expression of that. `own`: of the key."""
        example = self.of(call)[0]
        found = [_value_text(f"dyn({own})[{text(name)}]", example[name]) for name in self.members]
        return f" + {text(BETWEEN)} + ".join(found) or f"string({own})"

    def text(self, call: Call) -> str:
        """The expression of the list."""
        if self.part == "query":
            own, said = f"query[{text(self.way[0])}]", call.params[self.way[0]]
            return f"{own}.split(',')" if json_list(said) is None else f"{reader_of(said)}({own})"
        found = {"graphql": "body.variables", "jsonrpc": "body.params"}.get(call.kind, "body")
        for name in self.way:
            found = member(found, name)
        return found

    def there(self, call: Call) -> str:
        """The condition that there is such a list."""
        if self.part == "query":
            own, said = f"query.get({text(self.way[0])}, '')", call.params[self.way[0]]
            return f"{own} != ''" if json_list(said) is None else f"{own}.startsWith({text(said[0])})"
        found = {"graphql": "body.get('variables', null)", "jsonrpc": "body.get('params', null)"}.get(call.kind, "body")
        for name in self.way:
            found = f"(type({found}) == map ? dyn({found}).get({text(name)}, null) : null)"
        return f"type({found}) == list"


@dataclass(slots=True)
class Portions:
    """Reads of one endpoint."""

    endpoint: Endpoint
    calls: list[Call]
    keys: Keys
    records: dict[Place, dict[str, Json]]
    """Place of a list of records in the answers -> text of a key -> what was said of it first."""
    name: str = ""
    """Of the plain value that holds them in the model."""

    def changed(self) -> list[tuple[str, ...]]:
        """The lists whose answers were not always the same."""
        told: dict[tuple[str, ...], set[str]] = {}
        for call in self.calls:
            listed = tuple(map(self.keys.said, self.keys.of(call)))
            told.setdefault(listed, set()).add(sorted_text([at(call.answer, place) for place in self.records]))
        return [listed for listed, answers in told.items() if len(answers) > 1]


def portions_of(calls: Sequence[Call], answered: Set[int], known: frozenset[str], taken: Set[str]) -> list[Portions]:
    """Such reads. `taken`: names that the model has."""
    groups: dict[Endpoint, list[Call]] = {}
    for call in calls:
        if not call.mutation and 200 <= call.status < 300 and not call.html and not logs_in(call):
            groups.setdefault(endpoint_of(call, known), []).append(call)
    found: list[Portions] = []
    for endpoint, mine in groups.items():
        made = None if any(call.seq in answered for call in mine) else _told(endpoint, mine)
        if made is not None:
            last = snake(endpoint.operation) or snake(endpoint.path.rstrip("/").rpartition("/")[2]) or "records"
            made.name = unused((f"{last}_by_key",), {*taken, *(one.name for one in found)})
            found.append(made)
    return found


def _told(endpoint: Endpoint, calls: list[Call]) -> Portions | None:
    for keys in _candidates(calls[0]):
        asked = {sorted_text(keys.of(call)) for call in calls}
        if len(asked) < LEAST or "[]" in asked or len({keys.rest(call) for call in calls}) > 1:
            continue
        records: dict[Place, dict[str, Json]] = {}
        for place, shown in _lists(calls[0].answer):
            names = _names(shown[0], keys.of(calls[0])[0])
            told = next((one for name in names if (one := _by_key(calls, keys, place, name)) is not None), None)
            if told is not None and not any(place[: len(other)] == other for other in records):
                records[place] = told
        made = Portions(endpoint, calls, keys, records)
        beside = {sorted_text(_without(call.answer, *records)) for call in calls}
        if records and len(beside) == 1 and not (by_keys(calls[0]) and _alike(records)):
            return made if len(made.changed()) < min(len(asked), MOST_LISTS) else None
    return None


def _alike(records: Mapping[Place, Mapping[str, Json]]) -> bool:
    """Is the same said of all keys? Then it is said of others, too (`constants.by_keys`)."""
    told = {
        sorted_text({name: value for name, value in record.items() if str(value) != key})
        for of in records.values() for key, record in of.items() if isinstance(record, dict)
    }  # fmt: skip
    return len(told) == 1


def _candidates(call: Call) -> Iterator[Keys]:
    for name, value in call.query:
        if _listed(value):
            yield Keys("query", (name,))
    for way, found in _lists(call.body, plain=True):
        first = found[0]
        members = tuple(sorted(first)) if isinstance(first, dict) else ()
        if isinstance(first, str | int) or (members and all(map(is_plain, members))):
            yield Keys("body", way, members)


def _listed(value: str) -> list[Any]:
    """The keys in a parameter: JSON, Rison, or texts with commas between."""
    return json_list(value) or ([*value.split(",")] if value and value[0] not in "[{(!" else [])


def _lists(
    value: Any, way: tuple[str, ...] = (), *, plain: bool = False
) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Lists of records (`plain`: or of texts and numbers) in records."""
    for name, inner in value.items() if isinstance(value, dict) and len(way) < DEEPEST else ():
        if isinstance(inner, list) and inner and (plain or isinstance(inner[0], dict)):
            yield (*way, name), inner
        yield from _lists(inner, (*way, name), plain=plain)


def _names(record: dict[str, Any], key: Any) -> list[str]:
    """The members of a record that may say its key, the most usual ones first."""
    found = [name for name, value in record.items() if _says(value, key)]
    return sorted(found, key=lambda name: name not in IDS)


def _says(value: Any, key: Any) -> bool:
    if isinstance(key, dict):
        return isinstance(value, dict) and key.items() <= value.items()
    return isinstance(value, str | int) and not isinstance(value, bool) and str(value) == str(key)


def _by_key(calls: Sequence[Call], keys: Keys, place: Place, name: str) -> dict[str, Json] | None:
    """Text of a key -> what was said of it first; None where an answer has not one record for each of the keys, in
    their order."""
    told: dict[str, Json] = {}
    for call in calls:
        asked, records = keys.of(call), at(call.answer, place)
        if not isinstance(records, list) or len(records) != len(asked):
            return None
        for key, record in zip(asked, records, strict=True):
            plain = set(key) == set(keys.members) if isinstance(key, dict) else not keys.members
            if not plain or not isinstance(record, dict) or not _says(record.get(name), key):
                return None
            told.setdefault(keys.said(key), record)
    return told


def _without(value: Any, *ways: Place) -> Any:
    """A document with null at some places."""
    if not isinstance(value, dict):
        return value
    inner = {name: [way[1:] for way in ways if way[0] == name] for name in value}
    return {name: None if () in inner[name] else _without(one, *inner[name]) for name, one in value.items()}


def _value_text(own: str, example: Any) -> str:
    return f"{own}.map(part, string(part)).join({text(INSIDE)})" if isinstance(example, list) else f"string({own})"


def add_portions(found: Sequence[Portions], model: JsonObject, seed: JsonObject) -> None:
    """Put what was said of each key into the model and its seed."""
    properties, required = model["properties"], model["required"]
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    for one in found:
        properties[one.name] = {
            "type": "object",
            "description": f"What {one.endpoint} says of each key. Sure: {SURE:.2f}.",
            "properties": {},
            "additionalProperties": True,
        }
        required.append(one.name)
        seed[one.name] = {".".join(place): dict(sorted(told.items())) for place, told in one.records.items()}


def portions_feature(one: Portions) -> Feature:
    """The feature that answers lists of keys that were never asked for."""
    call, keys = one.calls[0], one.keys
    said = f"{keys.text(call)}.map(one, {keys.key_text(call, 'one')})"
    recorded = ", ".join(f"[{', '.join(map(text, listed))}]" for listed in one.changed())
    left = [f"!({said} in [{recorded}])"] if recorded else []
    own = {place: f"state.{one.name}[{text('.'.join(place))}]" for place in one.records}
    there = f"{said}.all(one, one in {own[next(iter(own))]})"
    tests = [*said_tests(call, one.endpoint), keys.there(call), there, *left]
    whole = literal(_without(call.answer, *own))
    for place, records in own.items():
        key = keys.key_text(call, "one")
        whole = joined(whole, nest((*place, "*"), f"{records}[{key}]", keys.text(call), "one", like=False))
    document: JsonObject = {
        "id": f"recorded.{one.name}",
        "title": f"{call.method} {one.endpoint.path}: what was said of each key",
        "on": {"request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}", "where": " && ".join(tests)},
        "reply": {"status": call.status, "like": "recorded", "json": whole},
    }
    seqs = ", ".join(str(each.seq) for each in one.calls[:8])
    return Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)
