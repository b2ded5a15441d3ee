"""Writes that put entities on a list inside others, by keys: `POST /groups/3/people {"add": [7, 8], "remove": [2]}`
where groups show `people: [{"id": 7}, ...]`, and from the other side `POST /people/7/groups {"add": [3]}`.

Told by what the lists were before and after: each request sends nothing but lists of keys, and at the next look the one
that it names is on the list, or is no more. Where only `add` was sent, `remove` does the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.json_types import JsonObject

_PAIRS = (
    ("added", "removed"),
    ("add", "remove"),
    ("attach", "detach"),
    ("assign", "unassign"),
    ("connect", "disconnect"),
)
"""What members are called that put something there, and those that take it away."""
LINKED = ADDS, TAKES = ("adds", "takes")
"""The parameters of the action: lists of keys."""


@dataclass(frozen=True, slots=True)
class Linked:
    """What such a write changes."""

    kind: str
    """Of the entities that have the list."""
    field: str
    of: str
    """Of those on it."""
    below: bool
    """Are those that the body names put on the list of the one in the address? Else that one on theirs."""
    member: str
    """What names them in the list's records; "" in a list of keys."""
    number: bool = False
    """Is that a number?"""
    others: tuple[str, ...] = ()
    """What else the records say, as the entities do."""
    adds: str = ""
    """The member of the body with those that come on it."""
    takes: str = ""

    def keys(self, value: Any) -> list[str]:
        """Who is on a list."""
        listed = value if isinstance(value, list) else []
        return [str(one.get(self.member)) if isinstance(one, dict) else str(one) for one in listed]

    def sent(self, call: Call, name: str) -> list[str]:
        """The keys that a request sends in a member."""
        value = call.body.get(name) if isinstance(call.body, dict) and name else None
        return [str(one) for one in value] if isinstance(value, list) else []

    def changes(self, call: Call, key: str) -> Iterator[tuple[str, str, bool]]:
        """(whose list, who, put there?). `key`: of the one in the address."""
        for name, there in ((self.adds, True), (self.takes, False)):
            for one in self.sent(call, name):
                yield (key, one, there) if self.below else (one, key, there)


def with_linked(operations: Sequence[Operation], parts: Sequence[Entities], seen: Seen) -> None:
    """Find such writes; what they put on lists was not there at the start."""
    known = {part.kind.name: part for part in parts if part.kind.source == "json"}
    for one in operations:
        if one.role in ("act", "update") and one.kind.name in known and _only_keys(one):
            found = {(made.kind, made.field): made for made in _linked(one, known, seen)}
            one.linked = [*found.values()]
            if one.linked:
                one.role, one.verb = "act", one.verb or one.endpoint.path.rstrip("/").rpartition("/")[2]
            for made in one.linked:
                _undo(one, made, known[made.kind], seen)


def _only_keys(one: Operation) -> bool:
    """Do all requests send lists of keys, and name an entity in the address?"""
    named = one.key_at is not None and one.key_at.part == "segments" and not one.several
    bodies = [call.body for call in one.calls]
    return named and all(
        isinstance(body, dict)
        and any(body.values())
        and all(isinstance(value, list) and all(isinstance(k, str | int) for k in value) for value in body.values())
        for body in bodies
    )


def _linked(one: Operation, known: Mapping[str, Entities], seen: Seen) -> Iterator[Linked]:
    """The lists that explain what was shown after each request."""
    names = list(dict.fromkeys(name for call in one.calls for name in call.body))
    sent = {str(key) for call in one.calls for keys in call.body.values() for key in keys}
    for below in (True, False):
        there = [name for name in known if sent <= seen.values[name].keys()]
        owners, others = ([one.kind.name], there) if below else (there, [one.kind.name])
        for kind in owners:
            for field in [field for field, form in known[kind].forms.items() if form == "list"]:
                for of in others:
                    made = _shape(Linked(kind, field, of, below, ""), known, seen)
                    found = _signed(made, one, names, seen) if made is not None and of != kind else None
                    if found is not None:
                        yield found


def _shape(made: Linked, known: Mapping[str, Entities], seen: Seen) -> Linked | None:
    """With what its records say; None where they do not name such entities."""
    records = [one for looks in seen.values[made.kind].values() for _, value in looks
               for one in (value.get(made.field) or () if isinstance(value.get(made.field), list) else ())]  # fmt: skip
    keys = seen.values[made.of].keys()
    if records and all(isinstance(one, str | int) and str(one) in keys for one in records):
        return replace(made, number=all(isinstance(one, int) for one in records))
    if not records or not all(isinstance(one, dict) for one in records):
        return None
    key = known[made.of].kind.key
    if not all(str(one.get(key)) in keys for one in records):
        return None
    fields = known[made.of].fields()
    others = tuple(sorted({name for one in records for name in one if name != key and name in fields}))
    return replace(made, member=key, number=all(isinstance(one[key], int) for one in records), others=others)


def _signed(made: Linked, one: Operation, names: Sequence[str], seen: Seen) -> Linked | None:
    """With the members that put there and take away, if these explain all that was shown."""
    told: dict[str, bool] = {}
    for name in names:
        alone = replace(made, adds=name)
        changes = [(call, *change) for call, key in zip(one.calls, one.made, strict=False)
                   for change in alone.changes(call, key)]  # fmt: skip
        told_of = (_look(alone, owner, other, call, seen) for call, owner, other, _ in changes)
        looks = [look for look in told_of if look is not None]
        if looks and all(look == (False, True) for look in looks):
            told[name] = True
        elif looks and all(look == (True, False) for look in looks):
            told[name] = False
        elif looks or _adds(name) is None:
            return None
    if not told or list(told.values()).count(True) > 1 or list(told.values()).count(False) > 1:
        return None
    adds = next((name for name, there in told.items() if there), "")
    takes = next((name for name, there in told.items() if not there), "")
    adds, takes = adds or _other(takes, names), takes or _other(adds, names)
    return replace(made, adds=adds, takes=takes)


def _look(made: Linked, owner: str, other: str, call: Call, seen: Seen) -> tuple[bool, bool] | None:
    """Was it on the list before, and is it afterwards? None where that was not shown."""
    looks = [(at, made.keys(value[made.field])) for at, value in seen.values[made.kind].get(owner, ())
             if isinstance(value.get(made.field), list)]  # fmt: skip
    before = [keys for at, keys in looks if at < call.seq]
    after = [keys for at, keys in looks if at >= call.seq]
    return (other in before[-1], other in after[0]) if before and after else None


def _adds(name: str) -> bool | None:
    """Does a member put there (or take away), by its name? None when it says neither."""
    for add, take in _PAIRS:
        if re.search(rf"(^|_){take}(_|$)", name.lower()):
            return False
        if re.search(rf"(^|_){add}(_|$)", name.lower()):
            return True
    return None


def _other(name: str, names: Sequence[str]) -> str:
    """What the opposite is called: `remove_ids` of `add_ids`; "" where the name says nothing."""
    for pair in _PAIRS:
        for word, other in (pair, pair[::-1]):
            made = re.sub(rf"(^|_){word}(?=_|$)", rf"\g<1>{other}", name)
            if name and made != name and (made not in names or _adds(made) != _adds(name)):
                return made
    return ""


def _undo(one: Operation, made: Linked, part: Entities, seen: Seen) -> None:
    """At the start lists were as before the first of these writes."""
    firsts: dict[str, int] = {}
    for call, key in zip(one.calls, one.made, strict=False):
        for owner, _, _ in made.changes(call, key):
            firsts.setdefault(owner, call.seq)
    for owner, seq in firsts.items():
        looks = [value[made.field] for at, value in seen.values[made.kind].get(owner, ())
                 if at < seq and isinstance(value.get(made.field), list)]  # fmt: skip
        if looks and owner in part.seed:
            part.seed[owner][made.field] = looks[-1]


def linked_effects(found: Sequence[Linked]) -> list[JsonObject]:
    """What the action does to the lists, by its parameters."""
    return [effect for made in found for effect in _effects(made)]


def _effects(made: Linked) -> list[JsonObject]:
    where = "params.id" if made.below else "one"
    own = f"dyn(state.{made.kind}[{where}]).get({text(made.field)}, null)"
    own = f"({own} == null ? dyn([]) : dyn({own}))"
    named = f"string(x[{text(made.member)}])" if made.member else "string(x)"
    path = f"/{made.kind}/{{{where}}}"
    if made.below:
        kept = f"{own}.filter(x, !({named} in params.{TAKES}))"
        missing = f"params.{ADDS}.filter(k, k in state.{made.of} && !{own}.exists(x, {named} == k))"
        listed = f"[{kept}].map(l, l + dyn({missing}.map(k, {_record(made, 'k')})))[0]"
        return [{"op": "merge", "path": path, "value": {made.field: listed}}]
    away = f"{own}.filter(x, {named} != params.id)"
    new = f"[{away}].map(l, l + dyn([{_record(made, 'params.id')}]))[0]"
    there = f"{own}.exists(x, {named} == params.id)"
    return [
        {"op": "merge", "path": path, "value": {made.field: away}, **_each(made, TAKES)},
        {"op": "merge", "path": path, "value": {made.field: f"{there} ? {own} : {new}"}, **_each(made, ADDS)},
    ]


def _each(made: Linked, param: str) -> JsonObject:
    return {"each": f"params.{param}.filter(k, k in state.{made.kind})", "as": "one"}


def _record(made: Linked, key: str) -> str:
    """What stands on a list of an entity."""
    own = f"dyn(int({key}))" if made.number else f"dyn({key})"
    if not made.member:
        return own
    others = "".join(f", {text(name)}: dyn(state.{made.of}[{key}]).get({text(name)}, null)" for name in made.others)
    return f"{{{text(made.member)}: {own}{others}}}"


def linked_with(made: Linked) -> JsonObject:
    """What a request hands to the action, beside the key."""
    return {ADDS: _sent(made.adds), TAKES: _sent(made.takes)}


def _sent(name: str) -> str:
    if not name:
        return "[]"
    return f"({text(name)} in body ? dyn(body[{text(name)}]).map(k, string(k)) : [])"
