"""The action that creates an entity: its key, what the server sets, what it makes of the fields that were sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.computed import Made, Rule, dashed
from awe_author.features.discover.common.keys import (
    NewKey,
    literal,
    member,
    new_key,
    own_literal,
    text,
    timed_key,
)
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.common.numbered import numbered_key
from awe_author.features.discover.common.put_and_taken import pair_of
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.records import Records
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.writes.below import unsaid_parents
from awe_author.features.discover.writes.by_value import by_values
from awe_author.features.discover.writes.elements import with_more
from awe_author.features.discover.writes.first_of import first_effects
from awe_author.features.discover.writes.grown_records import above_params
from awe_author.features.discover.writes.lines import lines_effects
from awe_author.features.discover.writes.of_records import record_member_effects, record_members
from awe_author.features.discover.writes.own_changes import bare
from awe_author.features.discover.writes.own_tokens import with_own_tokens
from awe_author.features.discover.writes.parent_records import record_parents
from awe_author.features.discover.writes.sent import (
    record_effects,
    sent_effects,
    sent_schema,
    whole_effects,
    whole_records,
)
from awe_author.features.discover.writes.server_values import by_server, new_tokens
from awe_author.features.discover.writes.within import unsent_within
from awe_author.features.discover.writes.wrapped import wrapped_texts
from awe_author.features.discover.writes.written_numbers import written_numbers
from awe_author.json_types import Json, JsonObject

KEYED = re.compile(r"(^|_)(id|key|uid|number)\Z")
"""Names of members that repeat the key of what they are in."""
COUNTS = re.compile(r"(^|_)counts?\Z|^(num|number_of)_")
"""Names of fields that count what belongs to an entity."""
FEWEST = 3
"""Entities that show such a field."""


@dataclass(frozen=True, slots=True)
class _Example:
    """The recorded creation that an action is drafted from."""

    call: Call
    sent: Mapping[str, Any]
    shown: Mapping[str, Any]
    """What the answer, or a later one, shows of the new entity."""

    @classmethod
    def of(cls, one: Operation, part: Entities) -> _Example:
        first = next((at for at, key in enumerate(one.made[: len(one.calls)]) if key in part.made), 0)
        call = one.calls[first]
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        shown = one.imagined or (part.made.get(one.made[first], {}) if one.made else {})
        return cls(call, sent if isinstance(sent, dict) else {}, shown)


def create_action(
    one: Operation, part: Entities, seen: Seen, rules: Mapping[str, Rule], records: Mapping[str, Records]
) -> tuple[JsonObject, str]:
    """(the action, what it uses up: see `NewKey.used`). Params are the fields sent; what the answer shows beyond them
    is set by the server."""
    kind, example = part.kind, _Example.of(one, part)
    sent = example.sent
    by_request = one.body_at is not None and (one.key_at is not None or str(sent.get(kind.key)) in one.made)
    key = NewKey(member("params", kind.key)) if by_request else _new_key(one, part, example.call)
    own = "string(id)" if part.number else "id"
    lets: JsonObject = {"id": key.text}
    values = _by_defaults(_own_values(one, example, part, rules, seen, lets, own), example, part, seen)
    values |= _without_records(one, example, part, records, seen, values)
    value, worked_out = _ordered(unsent_within(part.within, values, sent), example, rules, own, part)
    path = f"/{kind.name}/{{string(id)}}"
    effects: list[Json] = [
        {"op": "add", "path": path, "value": value or {kind.key: own}},
        {"op": "merge", "path": path, "value": "dyn(params)"},
        *whole_effects(whole_records(one, part, records), "params", path),
        *record_effects({*sent, *records}, records, path, "params", "dyn(params)"),
        *record_member_effects(part, seen, records, "params", path),
        *first_effects(part, seen, records, "params", path),
    ]
    if worked_out:
        effects.append({"op": "merge", "path": path, "value": worked_out})
    effects += sent_effects(one, part, seen, "params", path)
    kept = wrapped_texts(one, part, seen)
    corrected = [(name, made) for name, made in _corrected(one, part) if name not in kept]
    for name, expression in [*corrected, *with_more(one, part.kind, seen)]:
        effects.append({"op": "merge", "path": path, "value": {name: expression}, "if": f"{text(name)} in params"})
    effects += lines_effects(one, part, seen, records, "params", path)
    if key.used:
        effects.append({"op": "replace", "path": f"/{key.used}/{kind.name}", "value": key.after})
    if part.order or (part.ordered and not part.seed):
        others = f"state.order.{kind.name}.filter(k, k != string(id))"
        ordered = f"[string(id)] + {others}" if part.newest_first else f"{others} + [string(id)]"
        effects.append({"op": "replace", "path": f"/order/{kind.name}", "value": ordered})
    if any(kind.key in body for body in map(one.body, one.calls) if isinstance(body, dict)):
        effects.append({"op": "merge", "path": path, "value": {kind.key: own}})
    properties = sent_schema([one], part) | {
        name: {} for name in (*unsaid_parents(one, part), *record_parents(one, part), *above_params(one), *one.copied)
    }
    params: JsonObject = {"type": "object", "properties": properties}
    if by_request:
        params |= {"required": [kind.key], "properties": {kind.key: {"type": ["string", "integer"]}, **properties}}
    return {"params": params, "let": lets, "effects": effects, "result": {"id": "string(id)"}}, key.used


def _new_key(one: Operation, part: Entities, call: Call) -> NewKey:
    """The key that the server gives."""
    kind = part.kind
    keys = [part.made[key][kind.key] for key in one.made if key in part.made]
    others = [entity[kind.key] for entity in part.seed.values()]
    timed = bool(one.made) and timed_key(one.made[0], call.date)
    made = None if part.number else numbered_key(kind.name, [*others, *keys], keys)
    return made or new_key(kind.name, keys, others, timed=timed)


def _own_values(
    one: Operation, example: _Example, part: Entities, rules: Mapping[str, Rule], seen: Seen, lets: JsonObject, own: str
) -> JsonObject:
    """The new entity before what is sent is put over it. `own`: its key."""
    value: JsonObject = {}
    shown, sent, key = example.shown, example.sent, part.kind.key
    unsent, absent = _left_out(one, part), _absent(one, part)
    for name, inner in shown.items():
        if name == key:
            value[name] = own
        elif name not in sent and name not in rules:
            fresh = seen.tokens.get(str(inner), example.call.seq) >= example.call.seq
            new = new_tokens(name, inner, example.call, part, seen) if fresh else {}
            value[name] = by_server(name, inner, example.call, sent, part, lets if fresh else None, new)
    for name, inner in sent.items():
        if name in shown and name not in value and name not in rules and name != key and not absent(name):
            value[name] = unsent.get(name, _unsent(shown[name], inner, example.call, str(shown.get(key))))
    value |= with_own_tokens(value, shown, part)
    value |= _counts_of_nothing(part, {*shown, *sent, *rules})
    return {name: inner for name, inner in value.items() if inner is not None} if part.ragged else value


def _counts_of_nothing(part: Entities, known: set[str]) -> JsonObject:
    """Numbers of what belongs to it (`note_count`, `"count": {"notes": 2}`) that are shown of all others and that
    nothing shows of what was made: none belongs to it yet."""
    found: JsonObject = {}
    for name in part.fields() if not part.ragged else ():
        values = part.values(name)
        if name in known or name in part.joins or len(values) < FEWEST or not COUNTS.search(snake(name)):
            continue
        if all(is_integer(value) and value >= 0 for value in values):
            found[name] = 0
        elif all(isinstance(one, dict) and one.keys() == values[0].keys() and all(map(is_integer, one.values()))
                 for one in values):  # fmt: skip
            found[name] = dict.fromkeys(values[0], 0)
    return found


def _by_defaults(value: JsonObject, example: _Example, part: Entities, seen: Seen) -> JsonObject:
    """Fields that go by one that the recorded request sent are those of its default, where a request leaves it out."""
    made = dict(value)
    for rule in by_values(part, seen):
        if rule.name in made and rule.by in example.sent and (told := rule.of_default(made.get(rule.by))) is not None:
            made[rule.name] = told
    for number in written_numbers(part, seen):
        if number.by in example.sent and made.get(number.by) is None and number.name in made:
            made.pop(number.name) if number.left_out else made.update({number.name: None})
    return made


def _without_records(
    one: Operation, example: _Example, part: Entities, records: Mapping[str, Records], seen: Seen, values: JsonObject
) -> JsonObject:
    """Fields of records that the recorded request named, and what says the same, where a request names none."""
    told = {name: of for name, (of, _) in record_members(part, seen, records).items()}
    left = _left_out(one, part)
    for name, of in records.items():
        beside = of.sent_as in part.forms and of.sent_as not in left
        if not of.listed and (beside or name not in left):
            told[name] = of
    named = {name for name, value in example.sent.items() if isinstance(value, str | int) or pair_of(value)}
    return {name: None for name, of in told.items() if name in values and (of.sent_as or of.field) in named}


def _left_out(one: Operation, part: Entities) -> JsonObject:
    """Field -> what it was in all recorded new entities whose requests left it out, where that is one plain value."""
    found: dict[str, list[Any]] = {}
    for call, key in zip(one.calls, one.made, strict=False):
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        for name, value in part.made.get(key, {}).items():
            if isinstance(sent, dict) and name not in sent:
                found.setdefault(name, []).append(value)
    return {name: literal(values[0]) for name, values in found.items() if all(one == values[0] for one in values)}


def _absent(one: Operation, part: Entities) -> Callable[[str], bool]:
    """Whether a new entity is without a field that its request left out: so were recorded ones; where some were, and
    none had anything in such a field, that holds of all fields that requests send."""
    told: dict[str, set[bool]] = {}
    sent = [one.body(call) for call in one.calls]
    names = {name for body in sent if isinstance(body, dict) for name in body}
    for body, key in zip(sent, one.made, strict=False):
        made = part.made.get(key)
        for name in names if isinstance(body, dict) and made is not None else ():
            if name not in body:
                told.setdefault(name, set()).add(made is not None and name not in made)
    every = part.ragged and bool(told) and all(said == {True} for said in told.values())
    return lambda name: every or told.get(name) == {True}


def _ordered(
    value: JsonObject, example: _Example, rules: Mapping[str, Rule], own: str, part: Entities
) -> tuple[JsonObject, JsonObject]:
    """(the server's own values, those worked out from others)."""
    worked: JsonObject = {}

    def source(name: str) -> str:
        there = value.get(name)
        inner = there if isinstance(there, str) else "''"
        return (
            own
            if name == part.kind.key
            else f"dyn(params.get({text(name)}, {inner}))"
            if name in example.sent
            else f"dyn({inner})"
        )

    for name in example.shown:
        rule = rules.get(name)
        if rule is not None and all(
            other in example.sent or other in value or other == part.kind.key for other in rule.sources()
        ):
            worked[name] = rule.text(source)
            value[name] = "''"
        elif rule is not None:
            value[name] = literal(example.shown[name])
    for name, rule in rules.items() if part.kind.source == "json" and not part.ragged else ():
        known = name not in example.shown and len(part.values(name)) >= FEWEST
        if known and all(other in example.sent or other in value for other in rule.sources()):
            worked[name] = rule.text(source)  # what only some lists show, as a title
    return value, worked


def _own_key(name: str, kept: Any, key: str, part: Entities) -> str | None:
    """The new key, where a field that was sent otherwise shows it, as it does in all others: a number, a code."""
    others = [(one.get(name), own) for own, one in part.seed.items()]
    if len(others) < 2 or str(kept) != key or any(str(value) != own for value, own in others):
        return None
    return "dyn(int(id))" if isinstance(kept, int) else "dyn(string(id))"


def _corrected(one: Operation, part: Entities) -> list[tuple[str, str]]:
    """Plain values that the server keeps otherwise than they were sent: "" as null, a default for what may not be."""
    found: list[tuple[str, str]] = []
    for call, key in zip(one.calls, one.made, strict=False):
        sent, shown = one.body(call), part.made.get(key, {})
        for name, value in sent.items() if isinstance(sent, dict) and len(found) < 40 else ():
            kept = shown.get(name, value)
            plain = not isinstance(value, dict | list) and not isinstance(kept, dict | list)
            plain = plain and name not in part.raised
            if plain and name in shown and kept != value and str(kept) != str(value) and name != part.kind.key:
                now = _own_key(name, kept, key, part) or call.now(kept) or _words_of(kept, value, sent)
                to = now or (
                    f"dyn({literal(kept)})"
                    if isinstance(kept, str)
                    else "null"
                    if kept is None
                    else f"dyn({bare(kept)})"
                )
                if not any(name == other for other, _ in found):
                    was = literal(value) if isinstance(value, str) else "null" if value is None else bare(value)
                    found.append((name, f"dyn(params[{text(name)}]) == {was} ? {to} : dyn(params[{text(name)}])"))
    return found


def _words_of(kept: Any, value: Any, sent: Mapping[str, Any]) -> str | None:
    """The expression of what is made of another field's words where none was sent: `My Title` as `my-title`."""
    for other, inner in sent.items() if isinstance(kept, str) and value in ("", None) and len(kept) > 4 else ():
        if isinstance(inner, str) and dashed(inner) == kept:
            return f"dyn({Made(other, dashed=True).text(f'params.get({text(other)}, null)')})"
    return None


def _unsent(shown: Any, sent: Any, call: Call, key: str) -> Json:
    """What a field is when a request leaves it out: what is empty stays so, records are as recorded, others null."""
    if isinstance(shown, dict) and isinstance(sent, dict):
        return _record(shown, sent, call, key)
    if isinstance(shown, list) and sent and shown == sent:
        return []  # what the recorded request said was its own
    if isinstance(shown, dict | list) or not sent:
        made: Json = literal(shown) if isinstance(shown, dict | list) or not shown else None
        return made
    return None


def _record(shown: dict[str, Any], sent: dict[str, Any], call: Call, key: str) -> JsonObject:
    """A record of which the request sent some members: as recorded, with times that the server gave as now, and the
    new entity's key where it is called so."""

    def own(name: str, value: Any) -> Json:
        if name not in sent and value == key and KEYED.search(snake(name)):
            return "string(id)"
        timed = own_literal(value, {}, lambda inner: call.now(inner))
        given: Json = literal(value) if name in sent else timed
        return given

    made: JsonObject = {}
    for name, inner in shown.items():
        of = sent.get(name)
        if isinstance(inner, dict) and isinstance(of, dict):
            made[name] = _record(inner, of, call, key)
        else:
            made[name] = own(name, inner)
    return made
