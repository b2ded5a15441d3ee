"""What becomes of fields on their way into an entity, told by all writes of a kind together.

Eight things that servers do, each believed only when every sample that can tell says so:

- a list is kept as a text: `["red", "hot"]` as `red hot`;
- the members of an object that is sent stand in the entity itself: `{"fields": {"list": "..."}}` as `list`;
- a field stands in a record of the entity (`within`);
- a number that is sent as a text is kept as a number (`retyped`);
- a member of a record is not kept while it is empty (`left_empty`);
- a secret is shown as the same text whatever it is (`masked`);
- a number goes up with each write: a revision, a version that locks;
- one endpoint shows a field of all entities that others show of some only: what it says of the rest is a default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.keys import literal, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.writes.left_empty import left_empty
from awe_author.features.discover.writes.masked import masked
from awe_author.features.discover.writes.retyped import Form, never_empty, retyped, retyped_effects
from awe_author.features.discover.writes.scalars import blanks_within, lone_numbers, scalar_effects
from awe_author.features.discover.writes.shown_after import Sample, shown_after
from awe_author.features.discover.writes.within import within, within_effects
from awe_author.json_types import Json, JsonObject

SEPARATORS = (", ", ",", " ", "; ", ";", "|")
LARGEST = 1_000_000
"""A number beyond is no count of changes."""
MOST_DEFAULTS = 40

"""(request, what it sent, the entity as it was shown next, before any other write to it)."""


def reshape(part: Entities, operations: Sequence[Operation], seen: Seen) -> None:
    """Work it out, and take defaults out of the entities. Those that were read from pages have none of it."""
    if part.kind.source != "json":
        return
    writes = writes_to(part, operations)
    samples = list(shown_after(part, writes, seen))
    part.joined = _joined(samples)
    part.flattened = _flattened(samples)
    part.within = within(part, samples)
    empty: dict[str, frozenset[Form]] = {name: frozenset(("nothing",)) for name in never_empty(part, writes, seen)}
    part.retyped = {**empty, **retyped(part, writes, seen)}
    part.lone, part.blanks_within = lone_numbers(samples), blanks_within(samples)
    part.left_empty = left_empty(samples, part.seed.values())
    part.masked = masked(part, samples)
    part.raised = _raised(part, writes, operations, seen)
    ragged = _Ragged(part)
    part.ragged = bool(ragged.shown)
    part.defaults = _defaults(part, ragged)
    for key, entity in (*part.seed.items(), *part.made.items()):
        for name in part.defaults.keys() - ragged.fields(key):
            entity.pop(name, None)


def writes_to(part: Entities, operations: Sequence[Operation]) -> dict[str, list[tuple[Operation, Call]]]:
    """Key -> the writes to it, in recorded order."""
    found: dict[str, list[tuple[Operation, Call]]] = {}
    for one in operations:
        if one.kind is part.kind and one.writes and not one.guessed and len(one.calls) == len(one.made):
            for call, key in zip(one.calls, one.made, strict=True):
                if not any(call is other for _, other in found.get(key, ())):
                    found.setdefault(key, []).append((one, call))
    for mine in found.values():
        mine.sort(key=lambda pair: pair[1].seq)
    return found


def _joined(samples: Sequence[Sample]) -> dict[str, str]:
    """Field -> what stands between the items of its list; "" where no list had more than one."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(
        name for _, sent, _ in samples for name, value in sent.items() if isinstance(value, list)
    ):
        told = [
            (sent[name], shown[name])
            for _, sent, shown in samples
            if isinstance(sent.get(name), list) and name in shown
        ]
        if not told or not all(isinstance(kept, str) for _, kept in told) or not any(items for items, _ in told):
            continue
        fitting = [sign for sign in SEPARATORS if all(sign.join(map(str, items)) == kept for items, kept in told)]
        if fitting:
            found[name] = fitting[0] if any(len(items) > 1 for items, _ in told) else ""
    return found


def _flattened(samples: Sequence[Sample]) -> list[str]:
    """Fields whose members stand in the entity itself."""
    names = dict.fromkeys(
        name for _, sent, _ in samples for name, value in sent.items() if isinstance(value, dict) and value
    )
    told = {
        name: [(sent[name], shown) for _, sent, shown in samples if isinstance(sent.get(name), dict)] for name in names
    }
    return [
        name
        for name, pairs in told.items()
        if all(
            name not in shown and all(shown.get(inner) == value for inner, value in sent.items())
            for sent, shown in pairs
        )
    ]


def _raised(
    part: Entities, writes: Mapping[str, list[tuple[Operation, Call]]], operations: Sequence[Operation], seen: Seen
) -> dict[str, int]:
    """Field -> what it is in the beginning, of numbers that go up by one with each write that does not say them.

    The server may raise one by itself, too, between two looks without a write (a revision that its own save of the
    record makes), as long as this was seen less often than writes. What was ever shown as anything else is none.
    """
    told: Counter[str] = Counter()
    by_itself: Counter[str] = Counter()
    values = seen.values[part.kind.name]
    every = [*part.seed.values(), *part.made.values(), *(one for history in values.values() for _, one in history)]
    wrong = {name for one in every for name, value in one.items() if _number(value) is None}
    for key, history in values.items():
        mine = [(one, call) for one, call in writes.get(key, ()) if one.role in ("update", "replace")]
        for name in {name for _, one in history for name in one} - wrong:
            looks = [(seq, one[name]) for seq, one in history if name in one]
            for (before, was), (after, now) in pairwise(looks):
                between = [(one, call) for one, call in mine if before < call.seq <= after]
                first, then = _number(was), _number(now)
                if first is None or then is None:  # in `wrong`
                    continue
                said = any(_said(one, call, name) == now for one, call in between)
                if not between and then > first:
                    by_itself[name] += 1
                elif then - first != len(between) or (between and said):
                    wrong.add(name)
                elif between:
                    told[name] += 1
    return {
        name: _first(name, part, operations, writes, seen)
        for name in sorted(told.keys() - wrong)
        if told[name] > 2 * by_itself[name]
    }


def _said(one: Operation, call: Call, name: str) -> Any:
    sent = at(call.body, one.body_at) if one.body_at is not None else None
    return sent.get(name) if isinstance(sent, dict) else None


def _first(
    name: str,
    part: Entities,
    operations: Sequence[Operation],
    writes: Mapping[str, list[tuple[Operation, Call]]],
    seen: Seen,
) -> int:
    """What such a number is in a new entity: what answers to creates say, else of those that were written once."""
    creates = [one for one in operations if one.role == "create" and one.kind is part.kind]
    begun = {key: call.seq for one in creates for call, key in zip(one.calls, one.made, strict=False)}
    told = [value[name] for key, seq in begun.items() for at_seq, value in seen.values[part.kind.name].get(key, ())
            if at_seq == seq and name in value]  # fmt: skip
    alone = [key for key in begun if key in part.made and len(writes.get(key, ())) == 1]
    firsts = {*map(_number, told or [part.made[key].get(name) for key in alone])} - {None}
    only = firsts.pop() if len(firsts) == 1 else None
    return 1 if only is None else only


def _number(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.isdecimal() and len(value) < 7:
        return int(value)
    return value if isinstance(value, int) and 0 <= value < LARGEST else None


class _Ragged:
    """What endpoints show that give whole entities which differ in the fields they have."""

    def __init__(self, part: Entities) -> None:
        self.every = {*part.kind.fields()}
        self.shown: dict[str, set[str]] = {}
        """Key -> fields that an entity has."""
        for group in part.kind.groups:
            shapes: dict[int, set[frozenset[str]]] = {}
            for one in group.sightings:
                shapes.setdefault(one.call.seq, set()).add(frozenset(one.value))
            mixed = any(len(mine) > 1 for mine in shapes.values())  # not by what each request asks for
            if group.listed and mixed and group.fields() >= self.every:
                for one in group.sightings:
                    self.shown.setdefault(str(one.value[part.kind.key]), set()).update(one.value)

    def fields(self, key: str) -> set[str]:
        """The fields of an entity; all when none of them showed it."""
        return self.shown.get(key, self.every)


def _defaults(part: Entities, ragged: _Ragged) -> dict[str, Any]:
    """Field -> what is shown of entities that do not have it."""
    said: dict[str, list[Any]] = {}
    for one in part.kind.sightings() if ragged.shown else ():
        for name in one.value.keys() - ragged.fields(str(one.value[part.kind.key])):
            said.setdefault(name, []).append(one.value[name])
    return {
        name: values[0]
        for name, values in sorted(said.items())[:MOST_DEFAULTS]
        if isinstance(values[0], str | int | float | bool)
        and all(value == values[0] for value in values)
        and name != part.kind.key
        and name not in part.raised
    }


def reshaped_effects(part: Entities, params: str, path: str, *, made: bool) -> list[JsonObject]:
    """Effects of a write. `params`: the expression of what is sent; `path`: the entity's; `made`: is it a new one?"""
    found: list[JsonObject] = []
    for name, sign in part.joined.items():
        own = f"dyn({params}).get({text(name)}, null)"
        few = "" if sign else f" && size({own}) < 2"
        value = {name: f"{own}.map(w, string(w)).join({text(sign or ' ')})"}
        found.append({"op": "merge", "path": path, "value": {**value}, "if": f"type({own}) == list{few}"})
    for name in part.flattened:
        own = f"dyn({params}).get({text(name)}, null)"
        found.append({"op": "merge", "path": path, "value": own, "if": f"type({own}) == map"})
        found.append({"op": "merge", "path": path, "value": {name: None}, "if": f"{text(name)} in {params}"})
    found += within_effects(part.within, params, path)
    found += scalar_effects(part.lone, part.blanks_within, params, path)
    found += retyped_effects(part.retyped, params, path)
    for name, first in part.raised.items():
        shown = next((value for value in part.values(name) if value is not None), first)
        before = f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, {first})"
        value_of: Json = literal(type(shown)(first)) if made else f"int({before}) + 1"
        if not made and isinstance(shown, str):
            value_of = f"string({value_of})"
        found.append({"op": "merge", "path": path, "value": {name: value_of}})
    return found
