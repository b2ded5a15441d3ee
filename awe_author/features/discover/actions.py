"""Actions of the draft: create, change, replace, delete; with what the server does beyond what the request says.

The server sets keys, times and defaults, fills in records that are only named, works fields out from others, and
changes some fields only when another one becomes something: the moment of publication when `status` becomes published.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.added import added_effects
from awe_author.features.discover.calls import Call
from awe_author.features.discover.computed import Rule, rules_of
from awe_author.features.discover.derived import derived_effects
from awe_author.features.discover.dropped import dropped_effects
from awe_author.features.discover.elements import with_more
from awe_author.features.discover.entities import Entities
from awe_author.features.discover.histories import history_effects
from awe_author.features.discover.keys import NewKey, literal, member, new_key, own_literal, text, time_now, timed_key
from awe_author.features.discover.last_looks import WAS, last_fields
from awe_author.features.discover.names import is_plain, singular, snake
from awe_author.features.discover.numbered import numbered_key
from awe_author.features.discover.operations import Operation
from awe_author.features.discover.own_changes import bare, own_changes
from awe_author.features.discover.places import at
from awe_author.features.discover.records import Records, record_text
from awe_author.features.discover.renamed import renamed_effects
from awe_author.features.discover.reshaped import reshaped_effects
from awe_author.features.discover.seen import Seen
from awe_author.features.discover.shapes import schema_of
from awe_author.features.discover.situations import PREVIOUS
from awe_author.json_types import Json, JsonObject

_TOKEN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z|[0-9a-f]{16,40}\Z")


MOST_TOLD = 8
"""New entities of the recording that get the tokens they got there."""


def server_rules(part: Entities, seen: Seen) -> dict[str, Rule]:
    """The computed fields of a kind. What was created counts in each of its states."""
    states = [value for key in part.made for _, value in seen.values[part.kind.name].get(key, ())]
    return rules_of([*part.seed.values(), *states], part.written, part.kind.key)


def action_of(
    one: Operation, part: Entities, seen: Seen, rules: Mapping[str, Rule], records: Mapping[str, Records]
) -> tuple[str, JsonObject, str]:
    """(name, action, what it uses up: see `NewKey.used`)."""
    noun, kind = singular(part.kind.name), part.kind
    where = f"{one.endpoint}, seq {', '.join(str(call.seq) for call in one.calls[:5])}"
    about: JsonObject = {
        "$comment": f"Seen: {where}. Sure: {one.sure:.2f}." + (f" Proof: {one.proof}." if one.proof else "")
    }
    if one.several:
        return _several(one, noun, about)
    if one.role == "create":
        action, used = _create(one, part, seen, rules, records)
        return f"create_{noun}", {"title": f"New {noun.replace('_', ' ')}", **about, **action}, used
    if one.role == "delete":
        gone: JsonObject = {"effects": [{"op": "remove", "path": f"/{kind.name}/{{params.id}}"}]}
        if last_fields(one, part, seen):
            gone["result"] = {"id": "params.id", WAS: f"state.{kind.name}[params.id]"}
        return (
            f"delete_{noun}",
            {"title": f"Delete {noun.replace('_', ' ')}", **about, **_by_id(kind.name), **gone},
            "",
        )
    if one.role == "replace_all":
        return f"replace_{kind.name}", {"title": f"Replace all {kind.name}", **about, **_replace_all(part)}, ""
    path = f"/{kind.name}/{{params.id}}"
    extra = [*own_changes(one, part, seen), *history_effects(one, part, seen, path)]
    if one.added is not None:
        title = f"Add to the {one.added.field.replace('_', ' ')} of a {noun.replace('_', ' ')}"
        action = _update(one, part, extra, {}, {})
        action["effects"] = [*added_effects(one.added, kind.name, path), *extra]
        return f"add_to_{snake(one.added.field)}_of_{noun}", {"title": title, **about, **action}, ""
    if one.role == "act":
        remark: JsonObject = {"op": "merge", "path": f"/{kind.name}/{{params.id}}", "value": {}}
        title = f"{one.verb.replace('_', ' ').capitalize()} {noun}"
        return (
            f"{one.verb}_{noun}",
            {"title": title, **about, **_by_id(kind.name), "effects": [*(extra or [remark])]},
            "",
        )
    return (
        f"update_{noun}",
        {
            "title": f"Change {noun.replace('_', ' ')}",
            **about,
            **_update(one, part, [*_after(one, part, seen, "params.changes", path), *extra], rules, records),
        },
        "",
    )


def _several(one: Operation, noun: str, about: JsonObject) -> tuple[str, JsonObject, str]:
    """An action on several entities at once; those that are not there are left out."""
    name = one.kind.name
    there = f"params.ids.filter(one, string(one) in state.{name})"
    each: JsonObject = {"each": "there", "as": "one"}
    path = f"/{name}/{{string(one)}}"
    properties: JsonObject = {"ids": {"type": "array", "items": {"type": "string"}}}
    effect: JsonObject = {"op": "remove", "path": path, **each}
    if one.role == "update":
        properties["changes"] = {"type": "object"}
        effect = {"op": "merge", "path": path, "value": "params.changes", **each}
    params: JsonObject = {"type": "object", "required": [*properties], "properties": properties}
    title = f"{one.role.capitalize()} several {noun.replace('_', ' ')}"
    made: JsonObject = {"params": params, "let": {"there": there}, "effects": [effect]}
    return f"{one.role}_several_{name}", {"title": title, **about, **made, "result": {"number": "there.size()"}}, ""


def _after(one: Operation, part: Entities, seen: Seen, params: str, path: str) -> list[JsonObject]:
    """What the server makes of fields that were sent."""
    return [
        *dropped_effects(one, part, seen, params, path),
        *derived_effects(one, part, seen, params, path),
        *renamed_effects(one, part, seen, params, path),
        *reshaped_effects(part, params, path, made=one.role == "create"),
    ]


def _update(
    one: Operation, part: Entities, extra: list[JsonObject], rules: Mapping[str, Rule], records: Mapping[str, Records]
) -> JsonObject:
    kind = part.kind
    bodies = [at(call.body, one.body_at or ()) for call in one.calls]
    whole = not part.number and all(call.verb == "PUT" for call in one.calls)
    whole = whole and all(isinstance(body, dict) and body.keys() >= set(part.always()) for body in bodies)
    op, value = ("replace", "dyn(params.changes)") if whole else ("merge", "params.changes")
    path = f"/{kind.name}/{{params.id}}"
    effects: list[JsonObject] = [{"op": op, "path": path, "value": value}]
    sent = {name for body in bodies if isinstance(body, dict) for name in body}
    if kind.source == "page":
        effects.insert(0, _before(path, kind.name, sorted(sent)))
    if kind.key in sent and not whole:
        effects.append(
            {"op": "merge", "path": path, "value": {kind.key: f"dyn(state.{kind.name}[params.id])[{text(kind.key)}]"}}
        )
    if "id" in sent and kind.key != "id":
        effects.append({"op": "merge", "path": path, "value": {"id": None}})
    for name in sorted(sent & records.keys()):
        full = record_text(records[name], f"params.changes[{text(name)}]")
        there = f"{text(name)} in params.changes && dyn(params.changes[{text(name)}]) != null"
        effects.append({"op": "merge", "path": path, "value": {name: full}, "if": there})

    def own(name: str) -> str:
        before = f"state.{kind.name}[params.id].get({text(name)}, '')"
        return f"dyn(params.changes.get({text(name)}, {before}))" if name in sent else f"dyn({before})"

    shown = {name for name in rules if any(name in value for value in part.seed.values())}
    made = {name: rules[name].text(own) for name in sorted(shown) if rules[name].sources() & sent}
    if made:
        effects.append({"op": "merge", "path": path, "value": {**made}})
    return {
        "params": {
            "type": "object",
            "required": ["id", "changes"],
            "properties": {
                "id": {"type": "string", "x-ref": f"/{kind.name}"},
                "changes": {"type": "object", "properties": sent_schema([one], part)},
            },
        },
        "effects": [*effects, *extra],
        "result": {"id": "params.id"},
    }


def _before(path: str, kind: str, sent: Sequence[str]) -> JsonObject:
    """Pages tell what a change replaced."""
    own = f"state.{kind}[params.id]"
    return {"op": "merge", "path": path, "value": {PREVIOUS: {n: f"{own}.get({text(n)}, '')" for n in sent}}}


def _by_id(kind: str) -> JsonObject:
    return {
        "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string", "x-ref": f"/{kind}"}}},
        "result": {"id": "params.id"},
    }


def _replace_all(part: Entities) -> JsonObject:
    name, key = part.kind.name, member("one", part.kind.key)
    return {
        "params": {
            "type": "object",
            "required": ["items"],
            "properties": {"items": {"type": "array", "items": {"$ref": f"#/$defs/{singular(name)}"}}},
        },
        "effects": [
            {"op": "remove", "path": f"/{name}/{{one}}", "each": f"state.{name}.keys()", "as": "one"},
            {"op": "add", "path": f"/{name}/{{string({key})}}", "value": "one", "each": "params.items", "as": "one"},
            {"op": "replace", "path": f"/order/{name}", "value": f"params.items.map(one, string({key}))"},
        ],
    }


def sent_schema(operations: Iterable[Operation], part: Entities) -> JsonObject:
    """Schemas of the fields that requests sent, loose: type only, and null."""
    values: dict[str, list[Any]] = {}
    for one in operations:
        for call in one.calls:
            sent = at(call.body, one.body_at) if one.body_at is not None else None
            for name, value in sent.items() if isinstance(sent, dict) else ():
                values.setdefault(name, []).append(value)
    found: JsonObject = {}
    for name, sent in values.items():
        if name not in part.forms or name == part.kind.key:
            continue
        kinds = schema_of([*sent, *part.values(name), None], depth=9, formats=False)
        items = [item for value in sent if isinstance(value, list) for item in value]
        records: JsonObject = {"items": {"type": "object"}} if items and all(isinstance(i, dict) for i in items) else {}
        found[name] = {"type": kinds["type"], **records} if "type" in kinds else {}
    return found


def _create(
    one: Operation, part: Entities, seen: Seen, rules: Mapping[str, Rule], records: Mapping[str, Records]
) -> tuple[JsonObject, str]:
    """Params are the fields sent; what the answer shows beyond them is set by the server."""
    kind = part.kind
    first = next((at for at, key in enumerate(one.made[: len(one.calls)]) if key in part.made), 0)
    call = one.calls[first]
    shown = part.made.get(one.made[first], {}) if one.made else {}
    sent = at(call.body, one.body_at) if one.body_at is not None else None
    sent = sent if isinstance(sent, dict) else {}
    body_key = one.key_at is not None or sent.get(kind.key) not in (None, "")
    keys = [part.made[key][kind.key] for key in one.made if key in part.made]
    others = [entity[kind.key] for entity in part.seed.values()]
    timed = bool(one.made) and timed_key(one.made[0], call.date)
    made = (None if part.number else numbered_key(kind.name, [*others, *keys], keys)) or new_key(
        kind.name, keys, others, timed=timed
    )
    own = "string(id)" if part.number else "id"
    if body_key:
        made = NewKey(member("params", kind.key))
    value: JsonObject = {}
    lets: JsonObject = {"id": made.text}
    for name, inner in shown.items():
        if name == kind.key:
            value[name] = own
        elif name not in sent and name not in rules:
            fresh = seen.tokens.get(str(inner), call.seq) >= call.seq
            value[name] = _by_server(name, inner, call, sent, part, lets if fresh else None)
    for name, inner in sent.items():
        if name in shown and name not in value and name not in rules and name != kind.key:
            value[name] = _unsent(shown[name], inner)
    if part.ragged:
        value = {name: inner for name, inner in value.items() if inner is not None}
    path = f"/{kind.name}/{{string(id)}}"
    value, worked_out = _ordered(value, sent, rules, shown, own, part)
    effects: list[Json] = [
        {"op": "add", "path": path, "value": value or {kind.key: own}},
        {"op": "merge", "path": path, "value": "dyn(params)"},
    ]
    for name in sorted(sent.keys() & records.keys()):
        there = f"{text(name)} in params && dyn(params[{text(name)}]) != null"
        full = record_text(records[name], f"dyn(params)[{text(name)}]")
        effects.append({"op": "merge", "path": path, "value": {name: full}, "if": there})
    if worked_out:
        effects.append({"op": "merge", "path": path, "value": worked_out})
    effects += _after(one, part, seen, "params", path)
    for name, expression in [*_corrected(one, part), *with_more(one, part.kind, seen)]:
        effects.append({"op": "merge", "path": path, "value": {name: expression}, "if": f"{text(name)} in params"})
    if made.used:
        effects.append({"op": "replace", "path": f"/{made.used}/{kind.name}", "value": made.after})
    if kind.key in sent:
        effects.append({"op": "merge", "path": path, "value": {kind.key: own}})
    params: JsonObject = {"type": "object", "properties": sent_schema([one], part)}
    if body_key:
        params |= {
            "required": [kind.key],
            "properties": {kind.key: {"type": ["string", "integer"]}, **sent_schema([one], part)},
        }
    return {"params": params, "let": lets, "effects": effects, "result": {"id": "string(id)"}}, made.used


def _ordered(
    value: JsonObject,
    sent: Mapping[str, Any],
    rules: Mapping[str, Rule],
    shown: Mapping[str, Any],
    own: str,
    part: Entities,
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
            if name in sent
            else f"dyn({inner})"
        )

    for name in shown:
        rule = rules.get(name)
        if rule is not None and all(
            other in sent or other in value or other == part.kind.key for other in rule.sources()
        ):
            worked[name] = rule.text(source)
            value[name] = "''"
        elif rule is not None:
            value[name] = literal(shown[name])
    return value, worked


def _corrected(one: Operation, part: Entities) -> list[tuple[str, str]]:
    """Plain values that the server keeps otherwise than they were sent: "" as null, a default for what may not be."""
    found: list[tuple[str, str]] = []
    for call, key in zip(one.calls, one.made, strict=False):
        sent, shown = at(call.body, one.body_at or ()), part.made.get(key, {})
        for name, value in sent.items() if isinstance(sent, dict) and len(found) < 40 else ():
            kept = shown.get(name, value)
            plain = not isinstance(value, dict | list) and not isinstance(kept, dict | list)
            plain = plain and name not in part.raised
            if plain and name in shown and kept != value and str(kept) != str(value) and name != part.kind.key:
                now = time_now(kept, call.date)
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


def _unsent(shown: Any, sent: Any) -> Json:
    """What a field is when a request leaves it out: what is empty stays so, records are as recorded, others null."""
    if isinstance(shown, dict | list) or not sent:
        made: Json = literal(shown) if isinstance(shown, dict | list) or not shown else None
        return made
    return None


def _by_server(
    name: str, value: Any, call: Call, sent: Mapping[str, Any], part: Entities, lets: JsonObject | None
) -> Json:
    """A field that the request did not send: a time, a new token, the next number, the key again, or what was recorded.

    `lets`: where new tokens get their names; None for a value that was there before.
    """
    now = time_now(value, call.date)
    if now is not None:
        return now
    there = [one.get(name) for one in part.seed.values()]
    if (
        lets is not None
        and isinstance(value, str)
        and _TOKEN.match(value)
        and value not in there
        and value not in str(sent)
    ):
        own = next((key for key, one in part.made.items() if one.get(name) == value), "")
        if own == value:
            return "string(id)"
        fresh = f"new_{snake(name)}" if is_plain(name) else ""
        told = {key: str(one[name]) for key, one in part.made.items() if isinstance(one.get(name), str)}
        if len(told) > 1 and len(set(told.values())) == 1:
            return text(value)
        made = "uuid()" if "-" in value else f"uuid().replace('-', '').substring(0, {min(32, len(value))})"
        for key, token in [*told.items()][:MOST_TOLD]:
            made = f"string(id) == {text(key)} ? {text(token)} : {made}"
        if fresh:
            lets[fresh] = made
        return fresh or made
    numbers = [one for one in there if isinstance(one, int) and not isinstance(one, bool)]
    counted = len(numbers) > 1 and len(set(numbers)) == len(there)
    if counted and isinstance(value, int) and not isinstance(value, bool) and value == max(numbers) + 1:
        return f"math.greatest(state.{part.kind.name}.values().map(one, int(one.get({text(name)}, 0))) + [0]) + 1"
    counts = [int(one) for one in there if isinstance(one, str) and one.isdecimal()]
    if len(set(counts)) == len(there) > 1 and isinstance(value, str) and value == str(max(counts) + 1):
        own = f"state.{part.kind.name}.values().map(one, int(one.get({text(name)}, '0')))"
        return f"string(math.greatest({own} + [0]) + 1)"
    if isinstance(value, str) and len(value) > 2:
        for other, inner in sent.items():
            if isinstance(inner, str) and inner.strip() and snake(inner).replace("_", "-") == value:
                return f"params.get({text(other)}, '').lowerAscii().replace(' ', '-')"
            if isinstance(inner, str) and inner == value and len(inner) > 3:
                return f"params.get({text(other)}, '')"
    key = next((key for key, one in part.made.items() if one.get(name) == value), "")
    known: dict[str, str] = {key: "string(id)"} if len(key) > 5 else {}
    if isinstance(value, dict | list):
        texts = [(other, inner) for other, inner in sent.items() if isinstance(inner, str) and len(inner) > 3]
        known |= {inner: f"dyn(params.get({text(other)}, ''))" for other, inner in texts}
    made_of: Json = own_literal(value, known, lambda inner: time_now(inner, call.date), key)
    return made_of
