"""Histories inside of entities: a list of records to which some writes add one, which no request sends.

When one is added is told by the fields that became others in the calls that added one, and in none that did not; else
by a word that a field said after all of those, and after none of the others: each write to what is `published`. What
is in it is told by what stood in those that were added: a new id, the time, the entity's own fields as they are now, or
what the record before has. A member that nothing explains is what it was in the last one that was added by that field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from awe_author.features.discover.common.keys import literal, new_key, text, timed_key
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import TOKENS, Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.json_types import Json, JsonObject

ENOUGH = 2
"""Writes that added a record, and others, for a word to tell them."""
STATE = re.compile(r"(status|state)\Z")
MOST_REASONS = 2
"""Fields that may lead to a record."""


@dataclass(frozen=True, slots=True)
class Step:
    """One write."""

    call: Call
    sent: Mapping[str, Any]
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    def became(self, name: str) -> bool:
        """Did the request make a field another?"""
        return name in self.sent and self.sent[name] != self.before.get(name)

    def says(self) -> dict[str, Any]:
        """What the entity says when the request is done."""
        return {**self.before, **self.sent}

    def added(self, name: str) -> JsonObject | None:
        """The record that this write added to a list, at its end."""
        was, now = self.before.get(name), self.after.get(name)
        if isinstance(was, list) and isinstance(now, list) and len(now) == len(was) + 1 and name not in self.sent:
            same = [_key(one) for one in now[:-1]] == [_key(one) for one in was]
            return now[-1] if same and isinstance(now[-1], dict) else None
        return None


def history_effects(one: Operation, part: Entities, seen: Seen, path: str) -> list[JsonObject]:
    """Effects of an update that add the records."""
    steps = list(_steps(one, part, seen))
    names = dict.fromkeys(name for step in steps for name in step.after if step.added(name) is not None)
    found: list[JsonObject] = []
    for name in names:
        with_it = [step for step in steps if step.added(name) is not None]
        without = [step for step in steps if step.added(name) is None and isinstance(step.after.get(name), list)]
        reasons = _reasons(with_it, without)
        for reason in reasons:
            mine = [step for step in with_it if step.became(reason)]
            earlier = reasons[: reasons.index(reason)]
            record = _record(name, mine[-1], with_it, part, seen)
            when = [_became(part, reason), *(f"!({_became(part, other)})" for other in earlier)]
            there = f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, []).size() > 0"
            condition = " && ".join([there, *when])
            found.append({"op": "add", "path": f"{path}/{name}/-", "value": record, "if": condition})
        word = _word(with_it, without) if not reasons else None
        if word is not None:
            entity = f"dyn(state.{part.kind.name}[params.id])"
            there = f"{entity}.get({text(name)}, []).size() > 0"
            says = f"dyn(params.changes).get({text(word[0])}, {entity}.get({text(word[0])}, null)) == {text(word[1])}"
            record = _record(name, with_it[-1], with_it, part, seen)
            found.append({"op": "add", "path": f"{path}/{name}/-", "value": record, "if": f"{there} && {says}"})
    return found


def _word(with_it: Sequence[Step], without: Sequence[Step]) -> tuple[str, str] | None:
    """(field, word) of a state in which each write adds a record, and out of which none does; two of each show it."""
    if len(with_it) < ENOUGH or len(without) < ENOUGH:
        return None
    last = with_it[-1].says()
    names = (name for name, value in last.items() if isinstance(value, str) and value.isidentifier())
    told = (
        (name, last[name]) for name in sorted(names, key=lambda name: (not STATE.search(name), name))
        if all(step.says().get(name) == last[name] for step in with_it)
        and not any(step.says().get(name) == last[name] for step in without)
    )  # fmt: skip
    return next(told, None)


def _steps(one: Operation, part: Entities, seen: Seen) -> Iterator[Step]:
    for call, key in zip(one.calls, one.made, strict=False):
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        before, after = seen.before(part.kind, key, call.seq), seen.after(part.kind, key, call.seq)
        if isinstance(sent, dict) and before is not None and after is not None:
            yield Step(call, sent, before, after)


def _reasons(with_it: Sequence[Step], without: Sequence[Step]) -> tuple[str, ...]:
    """The fewest fields of which one became another in each call that added a record, and none in the others."""
    names = [
        name for name in dict.fromkeys(name for step in with_it for name in step.sent)
        if any(step.became(name) for step in with_it) and not any(step.became(name) for step in without)
        and not isinstance(with_it[0].sent.get(name), dict | list)
    ]  # fmt: skip
    plain = [name for name in names if not any(step.call.now(step.sent.get(name)) for step in with_it)]
    for many in range(1, MOST_REASONS + 1):
        for some in combinations(plain, many):
            if without and all(any(step.became(name) for name in some) for step in with_it):
                return some
    return ()


def _became(part: Entities, name: str) -> str:
    before = f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, null)"
    return f"({text(name)} in params.changes && dyn(params.changes[{text(name)}]) != {before})"


def _record(name: str, step: Step, all_of: Sequence[Step], part: Entities, seen: Seen) -> JsonObject:
    """The template of a new record."""
    made: JsonObject = {}
    record: Any = step.added(name)
    for member, value in record.items():
        made[member] = _member(name, member, value, step, all_of, part, seen)
    return made


def _member(name: str, member: str, value: Any, step: Step, all_of: Sequence[Step], part: Entities, seen: Seen) -> Json:
    entity = f"dyn(state.{part.kind.name}[params.id])"
    now = step.call.now(value)
    if now is not None:
        return now
    if isinstance(value, str) and TOKENS.fullmatch(value) and seen.tokens.get(value, 0) >= step.call.seq:
        return new_key("record", [], [value], timed=timed_key(value, step.call.date)).text
    if value is not None and str(value) == str(step.after.get(part.kind.key)):
        return "int(params.id)" if isinstance(value, int) else "params.id"
    for field in _named(member, step.after):
        told = [(one.added(name) or {}, one.after) for one in all_of]
        if all(record.get(member) == after.get(field) for record, after in told):
            return f"dyn(params.changes).get({text(field)}, {entity}.get({text(field)}, null))"
    previous = step.before[name][-1] if step.before[name] else {}
    if isinstance(value, dict | list) and previous.get(member) == value:
        return f"{entity}[{text(name)}][{entity}[{text(name)}].size() - 1].get({text(member)}, null)"
    made: Json = literal(value)
    return made


def _named(member: str, entity: Mapping[str, Any]) -> list[str]:
    """Fields of the entity that a member of the record may show: of its name, or of its last word."""
    return [member] * (member in entity) + [name for name in entity if member.endswith(f"_{name}")]


def _key(value: Any) -> Any:
    return (
        next((value[name] for name in ("id", "_id", "uuid") if name in value), str(value))
        if isinstance(value, dict)
        else value
    )
