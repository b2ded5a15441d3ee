"""What each entity was like at the start of the recording, and what its fields are.

An entity that a recorded call created is no part of the start. Of the others, what counts is the last sighting before
the first write to it, completed by fields that were only seen later and that no write touched; of texts of a list on
pages that changed without one, the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import moment_of
from awe_author.features.discover.common.put_and_taken import pair_of, put_there
from awe_author.features.discover.entities.entities import Entities, completed, form_of
from awe_author.features.discover.entities.late_members import came_later, without
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.written_below import written_below
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import at
from awe_author.json_types import JsonObject

WHOLE = 8
"""Fields as they were that a request sends which sends all of an entity back."""
TELLING = 4
"""Fields that tell whether an entity is as before."""
History = Sequence[tuple[int, dict[str, Any]]]
"""All looks at one entity: (number of the call, what it showed), in recorded order."""


@dataclass(slots=True)
class _Writes:
    """What was written to entities of a kind, and when (numbers of calls)."""

    operations: Sequence[Operation]
    begun: int
    """The first write to any kind."""
    all_replaced: int | None
    """When all entities were written at once."""
    created: set[str]
    gone: set[tuple[str, int]]
    """(key, call) of deletes: what they answer is no look at the start."""
    first: dict[str, int] = field(default_factory=dict)
    to: dict[str, list[int]] = field(default_factory=dict)
    touched: dict[str, set[str]] = field(default_factory=dict)
    """Key -> fields that writes may have changed."""

    def count(self, key: str) -> int:
        """How many calls were about an entity."""
        return sum(made == key for one in self.operations for _, made in zip(one.calls, one.made, strict=False))

    def next(self, key: str, seq: int) -> int:
        """The first call about an entity after another call."""
        calls = (pair for one in self.operations for pair in zip(one.calls, one.made, strict=False))
        return min((call.seq for call, made in calls if made == key and call.seq > seq), default=1 << 62)


def entities_of(kind: Kind, operations: Sequence[Operation], seen: Seen) -> Entities:
    """Work out the start: what there was before the first write, and what requests made."""
    mine = [one for one in operations if one.kind is kind and one.writes]
    found = Entities(kind, forms=_forms(kind), ordered=any(one.role == "replace_all" for one in mine))
    writes = _written(found, mine, operations, seen)
    for key, told in seen.values[kind.name].items():
        history = [pair for pair in told if (key, pair[0]) not in writes.gone] or told
        if key in writes.created or key in kind.aside:
            _add_made(found, key, history, writes)
        elif writes.all_replaced is None or history[0][0] < writes.all_replaced:
            _add_seed(found, key, history, writes)
    for key in found.settled:
        _follow(found, key, [value for _, value in seen.values[kind.name][key]])
    for entity in [*found.seed.values(), *found.made.values()]:
        if kind.key == "id":
            entity["id"] = str(entity["id"])
        else:
            entity.pop("id", None)  # a member `id` of an entity is its key, or not there
    return found


def _written(found: Entities, mine: Sequence[Operation], operations: Sequence[Operation], seen: Seen) -> _Writes:
    """The writes to a kind (`mine`, of all `operations`); what they send is noted with its entities."""
    kind = found.kind
    writes = _Writes(
        mine,
        begun=min((call.seq for one in operations if one.writes for call in one.calls), default=0),
        all_replaced=min((call.seq for one in mine if one.role == "replace_all" for call in one.calls), default=None),
        created={key for one in mine if one.role == "create" for key in one.made},
        gone={(key, call.seq) for one in mine if one.role == "delete"
              for call, key in zip(one.calls, one.made, strict=False)},
    )  # fmt: skip
    for one in mine:
        for place, call in enumerate(one.calls):
            sent = at(call.body, one.body_at) if one.body_at is not None else None
            names = set(sent) if isinstance(sent, dict) else set()
            found.written |= names
            if one.role == "create" and len(one.made) == len(one.calls) and isinstance(sent, dict):
                found.sent_new.setdefault(one.made[place], sent)
            for name, value in sent.items() if isinstance(sent, dict) else ():
                found.sent.setdefault(name, []).extend(put_there(value))
                if (pair := pair_of(value)) is not None:
                    found.paired[name] = pair
            for key in one.made if len(one.made) != len(one.calls) else [one.made[place]]:
                if one.role == "act" and _in_vain(seen.values[kind.name].get(key, ()), call, kind):
                    continue
                writes.to.setdefault(key, []).append(call.seq)
                writes.first[key] = min(writes.first.get(key, call.seq), call.seq)
                writes.touched.setdefault(key, set()).update(_changed(sent, kind, key, call.seq, seen) or names)
    found.written -= _sent_back(mine, kind, seen)
    for key, seq in written_below(kind, operations, seen):
        writes.first[key] = min(writes.first.get(key, seq), seq)
    return writes


def _sent_back(mine: Sequence[Operation], kind: Kind, seen: Seen) -> set[str]:
    """Fields that requests only ever sent as they were, in changes that send the whole entity back, with moments that
    the server made: nothing is written by them."""
    made = {name for one in mine if one.role == "create" for name in one.names_sent()}
    same: set[str] = set()
    other: set[str] = set()
    for one in mine if kind.source == "json" else ():
        for call, key in zip(one.calls, one.made, strict=False) if one.role in ("update", "replace") else ():
            sent, before = one.body(call), seen.before(kind, key, call.seq) or {}
            names = (
                {name for name in sent if name in before and sent[name] == before[name]}
                if isinstance(sent, dict)
                else set()
            )
            whole = len(names) >= WHOLE and any(moment_of(sent[name]) is not None for name in names)
            same |= names if whole else set()
            other |= {*sent} - (names if whole else set()) if isinstance(sent, dict) else set()
    return same - other - made - {kind.key}


def _add_made(found: Entities, key: str, history: History, writes: _Writes) -> None:
    """An entity that a request made, as it was then."""
    kind, touched, to = found.kind, writes.touched.get(key, set()), writes.to.get(key, ())
    shown = _first_shown(history, sorted(to), found)
    first = _merged([value for _, value in history[:shown]], kind, found.forms)
    until = min((seq for seq in to if seq > history[0][0]), default=1 << 62)
    for value in (value for seq, value in history[shown:] if seq < until):
        first = {**_merged([value], kind, found.forms), **first}
    later = [value for _, value in history[shown:]]
    found.made[key] = _completed(first, [value for _, value in history[:shown]], later, touched, kind, found.forms)
    if kind.source == "page":
        last = writes.next(key, history[0][0])
        _filled_in(found.made[key], [value for seq, value in history[1:] if seq < last])
    gone = {seq for about, seq in writes.gone if about == key}
    if writes.count(key) == 1 or (gone and len({*to}) == 2):
        _settle(found, key, [value for seq, value in history[shown:] if seq < min(gone, default=1 << 62)], touched)


def _add_seed(found: Entities, key: str, history: History, writes: _Writes) -> None:
    """An entity that was there, as it was before the first write to it."""
    kind, touched, limit = found.kind, writes.touched.get(key, set()), writes.first.get(key, writes.all_replaced)
    before = [value for seq, value in history if limit is None or seq < limit]
    after = [value for seq, value in history if limit is not None and seq >= limit]
    found.seed[key] = _start(before, after, touched, kind, found.forms)
    if kind.source == "json":
        looks = [value for seq, value in history if limit is None or seq < limit]
        _as_counted(found.seed[key], [value for seq, value in history if seq < writes.begun], touched)
        if any(seq >= writes.begun for seq, _ in history):
            _as_first_shown(found.seed[key], looks, touched, len([seq for seq, _ in history if seq < writes.begun]))


def _in_vain(history: History, call: Call, kind: Kind) -> bool:
    """Does an action only ask? Its answer tells of something else, and the entity is shown after it as before it."""
    answer = call.answer.get("result") if call.kind == "jsonrpc" and isinstance(call.answer, dict) else call.answer
    known = {name: value for at, one in history if at < call.seq for name, value in one.items()}
    after = next((value for at, value in history if at > call.seq), {})
    shared = known.keys() & after.keys() - {kind.key}
    asks = isinstance(answer, dict) and bool(answer) and answer.keys().isdisjoint({*known, *after, kind.key})
    return asks and len(shared) >= TELLING and all(known[name] == after[name] for name in shared)


def _first_shown(history: History, writes: Sequence[int], found: Entities) -> int:
    """How many of the sightings of a new entity tell what it was at first: one, and where the answer to its create told
    little more than a key, those before the next write to it."""
    if len(history[0][1]) * 2 >= len(found.forms) or len(history) < 2:
        return 1
    until = next((seq for seq in writes if seq > history[0][0]), 1 << 62)
    return max(1, sum(seq < until for seq, _ in history[:2]))


def _changed(sent: Any, kind: Kind, key: str, seq: int, seen: Seen) -> set[str]:
    """A form sends all of its fields, and scripts send whole records: those that the entity had already are not changed
    by it."""
    if not isinstance(sent, dict):
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
    """A created entity that nothing wrote again, or only deleted, is as it was shown last: what it became took no more
    than time."""
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
    """Numbers, records of numbers and moments as they were last before anything was written: how many others belong to
    an entity, and when it changed last, goes by writes to these. `before`: what was shown of it until then."""
    for name, value in entity.items():
        told = next((one[name] for one in reversed(before) if one.get(name) is not None), None)
        if name not in touched and told != value and _follows(told) and type(told) is type(value):
            entity[name] = {**value, **told} if isinstance(told, dict) and isinstance(value, dict) else told


def _as_first_shown(entity: JsonObject, looks: Sequence[dict[str, Any]], touched: set[str], before: int) -> None:
    """Lists, and what else goes by writes to others, as they were at the first of `looks` at the entity where that came
    after the first write to anything: it is the nearest to the start. Another look by the same sort of answer says what
    it was later. `before`: how many looks came before that write."""
    for name, value in entity.items():
        first = next((one for one in looks if one.get(name) is not None), None)
        later = looks[max(before, 1) :]
        if first is None or name in touched or first[name] == value or type(first[name]) is not type(value):
            continue
        counted = not any(one.get(name) is not None for one in looks[:before]) and _follows(value)
        if (counted or isinstance(value, list)) and any(
            one.keys() == first.keys() and one[name] == value for one in later
        ):
            entity[name] = first[name]


def _follows(value: Any) -> bool:
    """Is it a number, a record of numbers or a moment?"""
    if isinstance(value, dict):
        return len(value) > 1 and all(type(one) is int for one in value.values())
    return type(value) is int or (isinstance(value, str) and moment_of(value) is not None)


def _start(before: list[Any], after: list[Any], touched: set[str], kind: Kind, forms: dict[str, str]) -> JsonObject:
    if not before:
        return _completed(_merged(after[:1], kind, forms), after[:1], after[1:], touched, kind, forms)
    first = _as_first_listed(before) if kind.source == "page" else {}
    return _completed({**_merged(before, kind, forms), **first}, before, after, touched, kind, forms)


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
    base: JsonObject,
    looks: Sequence[dict[str, Any]],
    later: Sequence[dict[str, Any]],
    touched: set[str],
    kind: Kind,
    forms: dict[str, str],
) -> JsonObject:
    """With the fields that only later answers show and no write touched; the earliest of them counts. So do members of
    records that other answers than those of `looks`, on which `base` rests, show: what the same one shows more of came
    with time.

    A null that becomes empty (0, "", [], false) was only not told: some answers leave out what takes time to count. One
    that the same sort of answer said before was nothing.
    """
    came = came_later(looks, later)
    for value in later:
        for name, inner in _merged([value], kind, forms).items():
            blank = name in base and base[name] is None and inner is not None and not inner
            nothing = blank and any(one.keys() == value.keys() and one[name] is None for one in looks)
            if name not in touched and (name not in base or (blank and not nothing)):
                base[name] = inner
            elif name in base and name not in touched and inner != base[name]:
                base[name] = completed(base[name], without(inner, came.get(name, set())))
    return base


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
