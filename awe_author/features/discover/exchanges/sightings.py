"""Where objects were seen: every JSON object of every answer, by endpoint and place.

A *pattern* is the place with list positions as `*`: `("data", "*", "node")`. Objects of one endpoint and pattern form a
`Group`: what one kind of entity looks like from there. Which field is the key of a group is told by its name, by
whether it is unique in each list, and by whether its values turn up in addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, KeysView, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from awe_author.features.discover.common.names import (
    ENVELOPE,
    IDS,
    is_moment,
    is_star,
    looks_like_id,
    starred,
    unused,
    words,
)
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.parent_keys import of_holder, of_others, of_parent, own_id
from awe_author.features.discover.exchanges.put_keys import put_keys
from awe_author.features.discover.exchanges.word_keys import made_by_name

Pattern = tuple[str, ...]
DEEPEST = 9
MOST = 400_000
"""Objects looked at, at most."""
KEY_NAMES = {"id": 6, "_id": 6, "uuid": 5, "guid": 5, "uid": 5, "pk": 4, "key": 3, "slug": 3, "name": 1, "code": 1,
             "urn": 5, "entityurn": 5, "login": 1, "username": 1, "path": 1, "handle": 1, "identifier": 3,
             "number": 1, "gid": 5, "sys_id": 5, "oid": 4, "objectid": 4, "recordid": 4}  # fmt: skip
ENOUGH = 3
LEAST_VERSIONS = 2
"""Records that are other versions of the entity beside them, at least."""
KEYS = re.compile(r"(?i:^(number|iid|index)$)|(?i:uuid|guid|_?number$)|[a-z](Id|_id)$")
"""Fields beside an id by which addresses may name entities, and that never change."""
OWN_ID = "app_id"
"""What the app's `id` is called in entities with another key, unless the app has a field of that name."""
LONGER = re.compile(r"[a-z](Id|Uuid|Urn|_id|_uuid|_urn)$")
"""Names of fields that hold ids of their own or of others."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One operation of the app: what is asked, whatever the ids and values."""

    verb: str
    origin: str
    path: str
    """Template: identifiers are `*`."""
    operation: str = ""
    table: str = ""
    """The table that the address is about (`tables`)."""

    def __str__(self) -> str:
        return f"{self.verb} {self.path}" + (f" [{self.operation}]" if self.operation else "")


@dataclass(frozen=True, slots=True)
class Sighting:
    """One object in one answer."""

    call: Call
    endpoint: Endpoint
    pattern: Pattern
    place: tuple[str | int, ...]
    value: dict[str, Any]


@dataclass(slots=True)
class Group:
    """The objects of one endpoint and pattern."""

    endpoint: Endpoint
    pattern: Pattern
    sightings: list[Sighting] = field(default_factory=list)
    key: str = ""
    """The field that identifies; "" when none does."""
    sure: float = 0.0
    own_id: str = ""
    """What the app's `id` is called in `sightings`; "" when it is the key or there is none."""
    key_name: str = ""
    """What the app calls the key, where `sightings` call it `id`; "" when they call it alike."""
    wrapper: Group | None = None
    """The objects that hold these, with the same ids (`wrapped`)."""
    lent: bool = False
    """Have they no key themselves, but the one that stands beside them?"""
    asked: dict[str, str] = field(default_factory=dict)
    """Fields in which rows say the moment of their answer (`asked_moments`), with the expression of it."""
    blank: dict[tuple[str, ...], Any] = field(default_factory=dict)
    """Fields, and members of records in fields, that are always nothing here (`blanks`), with that nothing."""

    @property
    def outer(self) -> Pattern:
        """The place of the wrapper, else its own."""
        return self.wrapper.pattern if self.wrapper is not None else self.pattern

    @property
    def listed(self) -> bool:
        """Do the objects come in lists?"""
        return "*" in self.pattern

    @property
    def embedded(self) -> bool:
        """Do they stand in documents?"""
        return bool(self.sightings[0].call.html)

    def keys(self) -> set[str]:
        """The identifiers seen, as text."""
        return {str(one.value[self.key]) for one in self.sightings}

    def fields(self) -> KeysView[str]:
        """Names of the fields seen, in order of appearance."""
        return dict.fromkeys(name for one in self.sightings for name in one.value).keys()


def endpoint_of(call: Call, known: frozenset[str]) -> Endpoint:
    """The call's endpoint; path segments that are identifiers or moments by shape, or known identifiers (where they
    stand: `word_keys`), become `*`."""
    before = ("", *call.segments)
    parts = [
        starred(raw, part)
        if place not in call.tabled
        and (
            looks_like_id(part)
            or is_moment(part)
            or (place and len(part) > 2 and part in known)
            or (place and f"{before[place]}/{part}" in known)
        )
        else raw
        for place, (raw, part) in enumerate(zip(call.parts, call.segments, strict=True))
    ]
    path = "/" + "/".join(parts) + ("/" if call.path.endswith("/") and parts else "")
    return Endpoint(call.verb, call.origin, path, call.operation, call.table)


def groups_of(calls: Sequence[Call], known: frozenset[str]) -> list[Group]:
    """All groups that have a key, in order of appearance."""
    groups: dict[tuple[Endpoint, Pattern, bool], Group] = {}
    budget = MOST
    for call in calls:
        if call.answer is None or call.status >= 400:
            continue
        endpoint = endpoint_of(call, known)
        lent = lent_key(call)
        for pattern, place, value in objects(call.answer):
            value = {**lent[1], **value} if lent and pattern == (lent[0],) else value
            if not pattern and (call.kind == "jsonrpc" or {"jsonrpc", "id"} <= value.keys()):
                continue  # its id is the request's
            strong = any(KEY_NAMES.get(name.lower(), 0) >= ENOUGH for name in value)
            group = groups.setdefault((endpoint, pattern, strong), Group(endpoint, pattern))
            group.sightings.append(Sighting(call, endpoint, pattern, place, value))
            group.lent = group.lent or bool(lent and pattern == (lent[0],))
            budget -= 1
            if budget < 0:
                break
    addressed = addressed_values(calls)
    below = values_below(calls)
    chosen, named = frozenset(put_keys(calls)), made_by_name(calls)
    others = _by_id(groups.values())
    for group in groups.values():
        call = group.sightings[0].call
        names = chosen | named.get((call.origin, call.path), frozenset())
        group.key, group.sure = key_of(group, addressed, below, names, others)
    _agree([*groups.values()], below)
    groups = {way: one for way, one in groups.items() if not _versions(one, groups.values())}
    _name_ids([group for group in groups.values() if group.key not in ("", "id")])
    found = [group for group in groups.values() if group.key and not _configures(group, chosen)]
    return [group for group in found if not _wraps(group, found)]


def lent_key(call: Call) -> tuple[str, dict[str, Any]] | None:
    """(member, key by its name) where a write is answered with a key and beside it what was sent:
    `{"id": 6, "result": {"name": "Tea"}}`."""
    if not (call.mutation and isinstance(call.answer, dict) and isinstance(call.body, dict)):
        return None
    held = [name for name, value in call.answer.items() if isinstance(value, dict | list)]
    keys = {name: value for name, value in call.answer.items() if KEY_NAMES.get(name.lower(), 0) > ENOUGH}
    if len(held) != 1 or len(keys) != 1 or held[0].lower() not in ENVELOPE or held[0] in call.body:
        return None
    inner = call.answer[held[0]]
    if not isinstance(inner, dict) or any(KEY_NAMES.get(name.lower(), 0) > ENOUGH for name in inner):
        return None
    shown = any(inner.get(name) == value for name, value in call.body.items() if isinstance(value, str | int | float))
    return (held[0], keys) if shown and all(map(keylike, keys.values())) else None


def _by_id(groups: Iterable[Group]) -> dict[str, dict[str, Any]]:
    """Records by their `id`, where that is a text that nobody typed."""
    told = ((one.value.get("id"), one.value) for group in groups for one in group.sightings)
    return {own: value for own, value in told if isinstance(own, str) and looks_like_id(own) and not own.isdecimal()}


def _configures(group: Group, chosen: frozenset[str]) -> bool:
    """Is it a single object in a document without an id of its own: what a page is configured with?"""
    sure = group.listed or KEY_NAMES.get(group.key.lower(), 0) > ENOUGH or group.key in chosen
    return group.embedded and not sure


def _agree(groups: Sequence[Group], below: Below) -> None:
    """What one address shows of entities has the key by which others name them: an answer to a create, say, or the
    names of authors to choose from."""
    told = [one for one in groups if one.key not in ("", "id") and _named_below(one, one.key, below)]
    waiting = [group for group in groups if group.key == "id" and not _named_below(group, "id", below)]
    while waiting:
        agreed = [group for group in waiting if _takes_key(group, told)]
        waiting = [group for group in waiting if group not in agreed] if agreed else []
        told = agreed


def _takes_key(group: Group, told: Sequence[Group]) -> bool:
    """Give a group the key of one that shows the same entities, if there is one."""
    mine = group.fields()
    for other in told:
        like = len(mine & other.fields()) >= 0.7 * max(len(mine), len(other.fields())) or _same_ones(group, other)
        there = like and all(keylike(one.value.get(other.key)) for one in group.sightings)
        if there and group.endpoint.origin == other.endpoint.origin and _unique(group, other.key):
            group.key, group.sure = other.key, other.sure
            return True
    return False


def _same_ones(group: Group, other: Group) -> bool:
    """Do two groups show some entities under the same id and the same key, and few under another id?"""
    if group is other or group.key != "id" or "id" not in other.fields():
        return False
    ids = {str(one.value[other.key]): one.value.get("id") for one in other.sightings}
    pairs = {str(one.value.get(other.key)): one.value["id"] for one in group.sightings}
    shared = [key for key in pairs if key in ids]
    return bool(sum(pairs[key] == ids[key] for key in shared) >= max(2, 0.5 * len(pairs)))


def _versions(group: Group, groups: Iterable[Group]) -> bool:
    """Does a list show nothing but other versions of the one entity that each of its answers is about: under that
    one's key, but with another `id`?"""
    if group.key in ("", "id") or not group.listed or len(group.sightings) < LEAST_VERSIONS:
        return False
    for other in groups:
        if other.endpoint == group.endpoint and other.key == group.key and not other.listed and not other.embedded:
            shown = {one.call.seq: (one.value[group.key], one.value.get("id")) for one in other.sightings}
            told = [(shown.get(one.call.seq), one.value) for one in group.sightings]
            if all(own and own[0] == value[group.key] and value.get("id") not in (None, own[1]) for own, value in told):
                return True
    return False


def _wraps(group: Group, groups: Iterable[Group]) -> bool:
    """Is it the answer around a list, with a number or name in it that is no key of anything?"""
    if group.pattern or KEY_NAMES.get(group.key.lower(), 0) > 1 or is_star(group.endpoint.path.rpartition("/")[2]):
        return False
    inner = (other for other in groups if other.endpoint == group.endpoint and len(other.pattern) == 2)
    return any(other.pattern[1] == "*" and other.pattern[0].lower() in ENVELOPE for other in inner)


def objects(value: Any, limit: int = DEEPEST) -> Iterator[tuple[Pattern, tuple[str | int, ...], dict[str, Any]]]:
    """Every object of a document with its pattern and place, outer ones first."""
    waiting: list[tuple[Pattern, tuple[str | int, ...], Any]] = [((), (), value)]
    while waiting:
        pattern, place, one = waiting.pop(0)
        if len(pattern) > limit:
            continue
        if isinstance(one, dict):
            yield pattern, place, one
            by_key = keyed_map(one)
            waiting += [
                ((*pattern, "*" if by_key else name), (*place, name), inner)
                for name, inner in one.items() if isinstance(inner, dict | list)
            ]  # fmt: skip
        elif isinstance(one, list):
            waiting += [((*pattern, "*"), (*place, n), inner) for n, inner in enumerate(one) if isinstance(inner, dict)]


def keyed_map(value: dict[str, Any]) -> bool:
    """Is it a map from identifiers to objects that carry them: {"7": {"id": 7}}?"""
    if len(value) < 2 or not all(isinstance(inner, dict) for inner in value.values()):
        return False
    return all(any(str(inner.get(name)) == key for name in IDS) for key, inner in value.items())


def addressed_values(calls: Iterable[Call]) -> frozenset[str]:
    """Texts that were parts of paths, or values of query parameters and variables."""
    found: set[str] = set()
    for call in calls:
        found.update(call.segments)
        found.update(value for _, value in call.query if len(value) < 200)
        if call.kind in ("graphql", "jsonrpc") and isinstance(call.body, dict):
            found.update(str(value) for value in call.body.values() if isinstance(value, str | int))
    return frozenset(found)


def _name_ids(groups: Sequence[Group]) -> None:
    """Entities whose key is another field: in the state a member `id` is the key, so the app's is called otherwise, by
    a name that none of them has."""
    taken = {name for group in groups for name in group.fields()}
    own = unused((OWN_ID,), taken)
    for group in groups:
        if "id" in group.fields():
            group.own_id = own
            group.sightings = [
                replace(one, value={own if name == "id" else name: inner for name, inner in one.value.items()})
                for one in group.sightings
            ]


Below = Mapping[tuple[str, tuple[str, ...]], set[str]]
"""(origin, parts of a path) -> the parts that follow it."""
ASKED_BELOW = words("filter search query find list")


def values_below(calls: Iterable[Call]) -> Below:
    """What follows each path in addresses."""
    found: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for call in calls:
        parts = call.segments
        for place in range(1, len(parts)):
            found.setdefault((call.origin, tuple(parts[:place])), set()).add(parts[place])
    return found


def _named_below(group: Group, name: str, below: Below) -> int:
    """How many values of a field stand in addresses right below that of the group's entities."""
    item = is_star(group.endpoint.path.rstrip("/").rpartition("/")[2])
    found: set[str] = set()
    for one in group.sightings[:500]:
        parts = one.call.segments
        parts = parts[:-1] if item or (parts and parts[-1] in ASKED_BELOW) else parts
        value = str(one.value[name])
        if value in below.get((one.call.origin, tuple(parts)), ()):
            found.add(value)
    return len(found)


def key_of(
    group: Group,
    addressed: frozenset[str],
    below: Below,
    chosen: frozenset[str] = frozenset(),
    others: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> tuple[str, float]:
    """(name of the field that identifies, how sure), or ("", 0). A field by which addresses name the entities wins
    over an id by which none does. `chosen`: fields that pages choose addresses by. `others`: records by their `id`."""
    best, sure = _key_by_name(group, addressed, chosen)
    if len(group.pattern) > 2 or (best and _named_below(group, best, below)):
        return best, sure
    names = [
        name
        for name in group.sightings[0].value
        if name != best
        and not of_parent(group.endpoint.path, group.pattern, name)
        and not of_others([one.value for one in group.sightings], name, others)
        and not all(of_holder(one.call.answer, one.place, one.value.get(name)) for one in group.sightings)
    ]
    keys = [
        name for name in names if KEYS.search(name) and all(keylike(one.value.get(name)) for one in group.sightings)
    ]
    told = {name: _named_below(group, name, below) for name in keys if _unique(group, name)}
    name = max(told, key=lambda one: told[one], default="")
    return (name, 0.9) if name and told[name] else (best, sure)


def _key_by_name(group: Group, addressed: frozenset[str], chosen: frozenset[str]) -> tuple[str, float]:
    values = [one.value for one in group.sightings]
    best, score = "", 0
    for name in values[0]:
        if not all(keylike(value.get(name)) for value in values):
            continue
        found = KEY_NAMES.get(name.lower(), 2 if name.lower().endswith(("id", "uuid", "key")) else 0)
        found = max(found, ENOUGH if name in chosen or own_id(group.endpoint.path, group.pattern, name) else 0)
        found += 2 if found < 6 and any(str(value[name]) in addressed for value in values[:500]) else 0
        if found > score and _unique(group, name):
            best, score = name, found
    if score < ENOUGH:
        return "", 0.0
    sure = 0.5 + 0.08 * min(score, 6)
    return best, min(0.98, sure + (0.05 if any(str(value[best]) in addressed for value in values[:500]) else 0))


def keylike(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, str) and 0 < len(value) <= 200 and "\n" not in value)


def _unique(group: Group, name: str) -> bool:
    """No two members of one list have the same value."""
    seen: set[tuple[int, tuple[str | int, ...], str]] = set()
    for one in group.sightings:
        if group.pattern and group.pattern[-1] == "*":
            mark = (one.call.seq, one.place[:-1], str(one.value[name]))
            if mark in seen:
                return False
            seen.add(mark)
    return True
