"""What each entity was like at the start of the recording, and what its fields are.

An entity that a recorded call created is no part of the start. Of the others, what counts is the last sighting before
the first write to it, completed by fields that were only seen later and that no write touched; of texts of a list on
pages that changed without one, the first. A field that is a plain value from one endpoint and an object from another is
kept in the form that most endpoints show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.written_below import written_below
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import at
from awe_author.json_types import JsonObject

DEEPEST = 5
TELLING = 4
"""Fields that tell whether an entity is as before."""


@dataclass(slots=True)
class Entities:
    """The entities of one kind."""

    kind: Kind
    seed: dict[str, JsonObject] = field(default_factory=dict)
    """Key -> entity at the start."""
    made: dict[str, JsonObject] = field(default_factory=dict)
    """Key -> entity as it was first shown, of those that the recording created."""
    forms: dict[str, str] = field(default_factory=dict)
    """Field -> "plain", "object" or "list": how it is kept."""
    written: set[str] = field(default_factory=set)
    """Fields that recorded writes sent."""
    sent: dict[str, list[Any]] = field(default_factory=dict)
    """Field -> values that recorded writes sent."""
    ordered: bool = False
    """Is their order kept: that in which requests send all of them, or one that nothing else tells (`kept_order`)?"""
    order: list[str] = field(default_factory=list)
    """The keys of the start in that order; empty for that of `seed`."""
    newest_first: bool = False
    """Does a new one come first in it?"""
    settled: dict[str, set[str]] = field(default_factory=dict)
    """Key of a created entity -> fields that became something else by themselves: a run's status."""
    joined: dict[str, str] = field(default_factory=dict)
    """Field that requests send as a list and that is kept as a text -> what stands between its items, if known."""
    flattened: list[str] = field(default_factory=list)
    """Fields that requests send as objects whose members are the entity's own."""
    within: dict[str, str] = field(default_factory=dict)
    """Field that requests send and that stands in a record of the entity -> the field with that record."""
    retyped: dict[str, Any] = field(default_factory=dict)
    """Field that requests send as a text and that is kept as something else -> what becomes of it (`retyped`)."""
    raised: dict[str, int] = field(default_factory=dict)
    """Field that goes up by one with each write -> what it is in the beginning."""
    defaults: dict[str, Any] = field(default_factory=dict)
    """Field -> what some endpoints show of entities that do not have it."""
    ragged: bool = False
    """Is what an entity has no value for left out where whole entities are shown?"""
    total: int | None = None
    """How many there were at the start, as the app says; None when it does not."""

    joins: dict[str, Any] = field(default_factory=dict)
    """Field -> how its records come from another kind (`joins.Join`)."""
    wrapper: dict[str, Any] = field(default_factory=dict)
    """What wrappers say around them, as expressions (`wrappers`)."""

    @property
    def number(self) -> bool:
        """Are the keys numbers for the app? The model keeps a field `id` as text, like the collection's key."""
        return self.kind.key == "id" and self.kind.key_is_number()

    @property
    def counted(self) -> bool:
        """Are the keys compared as numbers? Also texts of digits, such as GraphQL's `ID`."""
        return self.number or ((self.kind.key == "id" or not self.kind.key_is_number()) and self.kind.key_counts())

    @property
    def unseen(self) -> int:
        """How many of them the recording does not show."""
        return max(0, (self.total or 0) - len(self.seed))

    def values(self, name: str) -> list[Any]:
        """All values of a field, of entities at the start and created ones."""
        return [one[name] for one in [*self.seed.values(), *self.made.values()] if name in one]

    def fields(self) -> list[str]:
        """Names of the fields, in order of appearance."""
        return list(dict.fromkeys(name for one in [*self.seed.values(), *self.made.values()] for name in one))

    def tells_apart(self, name: str) -> bool:
        """Is it a number that each entity has, and no two the same?"""
        values = [str(value) for value in self.values(name)]
        there = len(self.seed) + len(self.made)
        return len(values) == len(set(values)) == there > 2 and all(value.isdigit() for value in values)

    def always(self) -> list[str]:
        """Fields that every entity has, and never null."""
        all_of = [*self.seed.values(), *self.made.values()]
        return [name for name in self.fields() if all(one.get(name) is not None for one in all_of)]

    def certain(self) -> list[str]:
        """Those of them that no request can take away: one that sends JSON may say null for what writes send."""
        cleared = self.written - {self.kind.key} if self.kind.source == "json" else set()
        return [name for name in self.always() if name not in cleared]


def entities_of(kind: Kind, operations: Sequence[Operation], seen: Seen) -> Entities:
    """Work out the start."""
    mine = [one for one in operations if one.kind is kind and one.writes]
    found = Entities(kind, forms=_forms(kind), ordered=any(one.role == "replace_all" for one in mine))
    created = {key for one in mine if one.role == "create" for key in one.made}
    first_write: dict[str, int] = {}
    writes_to: dict[str, list[int]] = {}
    touched: dict[str, set[str]] = {}
    begun = min((call.seq for one in operations if one.writes for call in one.calls), default=0)
    all_replaced = min((call.seq for one in mine if one.role == "replace_all" for call in one.calls), default=None)
    for one in mine:
        for place, call in enumerate(one.calls):
            sent = at(call.body, one.body_at) if one.body_at is not None else None
            names = set(sent) if isinstance(sent, dict) else set()
            found.written |= names
            for name, value in sent.items() if isinstance(sent, dict) else ():
                found.sent.setdefault(name, []).append(value)
            for key in one.made if len(one.made) != len(one.calls) else [one.made[place]]:
                if one.role == "act" and _in_vain(seen.values[kind.name].get(key, ()), call, kind):
                    continue
                writes_to.setdefault(key, []).append(call.seq)
                first_write[key] = min(first_write.get(key, call.seq), call.seq)
                touched.setdefault(key, set()).update(_changed(sent, kind, key, call.seq, seen) or names)
    for key, seq in written_below(kind, operations, seen):
        first_write[key] = min(first_write.get(key, seq), seq)
    gone = {
        (key, call.seq) for one in mine if one.role == "delete" for call, key in zip(one.calls, one.made, strict=False)
    }
    for key, told in seen.values[kind.name].items():
        history = [pair for pair in told if (key, pair[0]) not in gone] or told
        limit = first_write.get(key, all_replaced)
        if key in created:
            shown = _first_shown(history, sorted(writes_to.get(key, ())), found)
            first = _merged([value for _, value in history[:shown]], kind, found.forms)
            until = min((seq for seq in writes_to.get(key, ()) if seq > history[0][0]), default=1 << 62)
            for value in (value for seq, value in history[shown:] if seq < until):
                first = {**_merged([value], kind, found.forms), **first}
            later = [value for _, value in history[shown:]]
            found.made[key] = _completed(first, later, touched.get(key, set()), kind, found.forms)
            writes = [call for one in mine for call, made in zip(one.calls, one.made, strict=False) if made == key]
            if kind.source == "page":
                last = min((call.seq for call in writes if call.seq > history[0][0]), default=1 << 62)
                _filled_in(found.made[key], [value for seq, value in history[1:] if seq < last])
            if len(writes) == 1:
                _settle(found, key, later, touched.get(key, set()))
        elif all_replaced is None or history[0][0] < all_replaced:
            before = [value for seq, value in history if limit is None or seq < limit]
            after = [value for seq, value in history if limit is not None and seq >= limit]
            found.seed[key] = _start(before, after, touched.get(key, set()), kind, found.forms)
            if kind.source == "json":
                _as_counted(found.seed[key], [value for seq, value in history if seq < begun], touched.get(key, set()))
    for key in found.settled:
        _follow(found, key, [value for _, value in seen.values[kind.name][key]])
    for entity in [*found.seed.values(), *found.made.values()] if kind.key != "id" else ():
        entity.pop("id", None)  # a member `id` of an entity is its key, or not there
    if kind.key == "id":
        for entity in [*found.seed.values(), *found.made.values()]:
            entity["id"] = str(entity["id"])
    return found


def _in_vain(history: Sequence[tuple[int, dict[str, Any]]], call: Call, kind: Kind) -> bool:
    """Does an action only ask? Its answer tells of something else, and the entity is shown after it as before it."""
    answer = call.answer.get("result") if call.kind == "jsonrpc" and isinstance(call.answer, dict) else call.answer
    known = {name: value for at, one in history if at < call.seq for name, value in one.items()}
    after = next((value for at, value in history if at > call.seq), {})
    shared = known.keys() & after.keys() - {kind.key}
    asks = isinstance(answer, dict) and bool(answer) and answer.keys().isdisjoint({*known, *after, kind.key})
    return asks and len(shared) >= TELLING and all(known[name] == after[name] for name in shared)


def _first_shown(history: Sequence[tuple[int, dict[str, Any]]], writes: Sequence[int], found: Entities) -> int:
    """How many of the sightings of a new entity tell what it was at first: one, and where the answer to its create told
    little more than a key, those before the next write to it."""
    if len(history[0][1]) * 2 >= len(found.forms) or len(history) < 2:
        return 1
    until = next((seq for seq in writes if seq > history[0][0]), 1 << 62)
    return max(1, sum(seq < until for seq, _ in history[:2]))


def _changed(sent: Any, kind: Kind, key: str, seq: int, seen: Seen) -> set[str]:
    """A form sends all of its fields: those that the entity had already are not changed by it."""
    if kind.source != "page" or not isinstance(sent, dict):
        return set()
    before = seen.before(kind, key, seq) or {}
    return {name for name, value in sent.items() if name not in before or before[name] != value} | {kind.key}


def _filled_in(entity: JsonObject, later: Sequence[dict[str, Any]]) -> None:
    """What a form left empty, and pages show filled before anything else was sent, the app made by itself."""
    for value in later:
        for name, inner in value.items():
            if entity.get(name) == "" and isinstance(inner, str) and inner:
                entity[name] = inner


def _settle(found: Entities, key: str, later: Sequence[dict[str, Any]], touched: set[str]) -> None:
    """A created entity that nothing wrote again is as it was shown last: what it became took no more than time."""
    entity = found.made[key]
    for value in later:
        for name, inner in value.items():
            plain = not isinstance(inner, dict | list) and name not in touched and name != found.kind.key
            if (
                plain
                and inner is not None
                and name in entity
                and entity[name] != inner
                and found.forms.get(name) == "plain"
            ):
                entity[name] = inner
                found.settled.setdefault(key, set()).add(name)


def _follow(found: Entities, key: str, history: Sequence[dict[str, Any]]) -> None:
    """What was not shown again since a field became what it is, and is yes in all entities where that field is so, or
    no in all: what can be done with it in that state."""
    entity = found.made[key]
    for name in list(found.settled[key]):
        peers = [one for one in found.seed.values() if one.get(name) == entity[name]]
        for other, value in entity.items() if len(peers) > 1 else ():
            told = {str(one.get(other)) for one in peers}
            since = any(one.get(name) == entity[name] and one.get(other) == value for one in history)
            if isinstance(value, bool) and told == {str(not value)} and other not in found.settled[key] and not since:
                entity[other] = not value
                found.settled[key].add(other)


def _as_counted(entity: JsonObject, before: Sequence[dict[str, Any]], touched: set[str]) -> None:
    """Numbers as they were last before anything was written: how many others belong to an entity goes by writes to
    these. `before`: what was shown of it until then."""
    for name, value in entity.items():
        told = next((one[name] for one in reversed(before) if one.get(name) is not None), None)
        plain = isinstance(told, int) and isinstance(value, int) and not isinstance(told, bool)
        if plain and name not in touched:
            entity[name] = told


def _start(before: list[Any], after: list[Any], touched: set[str], kind: Kind, forms: dict[str, str]) -> JsonObject:
    if not before:
        return _completed(_merged(after[:1], kind, forms), after[1:], touched, kind, forms)
    first = _as_first_listed(before) if kind.source == "page" else {}
    return _completed({**_merged(before, kind, forms), **first}, after, touched, kind, forms)


def _as_first_listed(before: Sequence[dict[str, Any]]) -> JsonObject:
    """Texts that became others though nothing was written to the entity: how many things are in it, what is left. Where
    looks at one list say so, one after the other, and none again what was said before, the first one tells the start.
    """
    said: dict[str, list[tuple[frozenset[str], Any]]] = {}
    for value in before:
        for name, inner in value.items():
            said.setdefault(name, []).append((frozenset(value), inner))
    found: JsonObject = {}
    for name, looks in said.items():
        mine = [inner for names, inner in looks if names == looks[-1][0]]
        runs = [inner for place, inner in enumerate(mine) if not place or mine[place - 1] != inner]
        if len(runs) > 1 and all(isinstance(inner, str) for inner in runs) and len({*runs}) == len(runs):
            found[name] = runs[0]
    return found


def _completed(
    base: JsonObject, later: Sequence[dict[str, Any]], touched: set[str], kind: Kind, forms: dict[str, str]
) -> JsonObject:
    """With the fields that only later answers show and no write touched; the earliest of them counts.

    A null that becomes empty (0, "", [], false) was only not told: some answers leave out what takes time to count.
    """
    for value in later:
        for name, inner in _merged([value], kind, forms).items():
            if name not in touched and (name not in base or (base[name] is None and inner is not None and not inner)):
                base[name] = inner
            elif name in base and name not in touched and inner != base[name]:
                base[name] = completed(base[name], inner)
    return base


def completed(known: Any, more: Any, depth: int = 0) -> Any:
    """`known` with the members of records in it that `more` shows beyond: another endpoint tells more of them."""
    if depth > DEEPEST:
        return known
    if isinstance(known, dict) and isinstance(more, dict) and same_record(known, more):
        made = {
            name: completed(value, more[name], depth + 1) if name in more else value for name, value in known.items()
        }
        return made | {name: value for name, value in more.items() if name not in known}
    if isinstance(known, list) and isinstance(more, list):
        others = {str(one.get(name)): one for one in more if isinstance(one, dict) for name in IDS if one.get(name)}
        return [
            completed(one, others.get(str(record_key(one))), depth + 1) if record_key(one) is not None else one
            for one in known
        ]
    return known


def same_record(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Do both show one record: the same id, or without ids mostly the same members?"""
    key, others = record_key(one), record_key(other)
    if key is not None or others is not None:
        return bool(key == others)
    return bool(one) and bool(other) and len(one.keys() & other.keys()) >= 0.7 * min(len(one), len(other))


def record_key(value: Any) -> Any:
    """The id of a record inside an entity; None when it has none."""
    return next((value[name] for name in IDS if value.get(name)), None) if isinstance(value, dict) else None


def _merged(values: Sequence[dict[str, Any]], kind: Kind, forms: dict[str, str]) -> JsonObject:
    """Later values over earlier ones; the key first."""
    found: JsonObject = {kind.key: values[0][kind.key]} if values else {}
    for value in values:
        for name, inner in value.items():
            if inner is None or form_of(inner) == forms.get(name, ""):
                found[name] = completed(inner, found[name]) if found.get(name) is not None else inner
    return found


def _forms(kind: Kind) -> dict[str, str]:
    votes: dict[str, Counter[str]] = {}
    for group in kind.groups:
        weight = 3 if len(group.pattern) <= 3 else 1
        for name in group.fields():
            forms = {form_of(one.value[name]) for one in group.sightings if one.value.get(name) is not None}
            for form in forms:
                votes.setdefault(name, Counter())[form] += 10 * weight if form != "count" else 1
            if not forms:
                votes.setdefault(name, Counter())
    return {name: counted.most_common(1)[0][0] if counted else "plain" for name, counted in votes.items()}


def form_of(value: Any) -> str:
    """ "plain", "object", "list", or "count": no more than how many records there are, `{"count": 3}`."""
    if isinstance(value, dict) and value.keys() == {"count"} and isinstance(value["count"], int):
        return "count"
    return "object" if isinstance(value, dict) else "list" if isinstance(value, list) else "plain"
