"""Actions of the draft: create, change, replace, delete; with what the server does beyond what the request says.

The server sets keys, times and defaults, fills in records that are only named, works fields out from others, and
changes some fields only when another one becomes something: the moment of publication when `status` becomes published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from awe_author.features.discover.common.computed import Rule, rules_of
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.common.pictured_columns import every_column_rule
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.put_names import PutOn
from awe_author.features.discover.entities.records import Records
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.went_along import along_effects
from awe_author.features.discover.markup.situations import PREVIOUS
from awe_author.features.discover.writes.added import added_effects
from awe_author.features.discover.writes.creating import create_action
from awe_author.features.discover.writes.first_of import first_effects
from awe_author.features.discover.writes.grown_records import grown_effects
from awe_author.features.discover.writes.histories import history_effects
from awe_author.features.discover.writes.last_looks import WAS, last_fields
from awe_author.features.discover.writes.lines import lines_effects
from awe_author.features.discover.writes.linked import LINKED, linked_effects
from awe_author.features.discover.writes.of_records import record_member_effects
from awe_author.features.discover.writes.own_changes import own_changes
from awe_author.features.discover.writes.put_on import put_on, put_on_effects
from awe_author.features.discover.writes.said_changes import SAID, said_at, said_changes, tells
from awe_author.features.discover.writes.sent import (
    record_effects,
    sent_effects,
    sent_schema,
    whole_effects,
    whole_records,
)
from awe_author.features.discover.writes.several_said import several_said
from awe_author.features.discover.writes.told_sentences import told_sentences
from awe_author.json_types import Json, JsonObject

CHANGES = ("edit", "update", "save", "change", "modify", "store", "put", "patch", "e", "form")
"""What addresses say of forms that change an entity as a whole."""
Drafted = tuple[str, str, JsonObject, str]
"""(name, title, the rest, what it uses up: see `NewKey.used`) of an action."""


def server_rules(part: Entities, seen: Seen, back: Set[str] = frozenset()) -> dict[str, Rule]:
    """The computed fields of a kind. What was created counts in each of its states. `back`: what writes only send back
    (`sent_back`)."""
    states = [value for key in part.made for _, value in seen.values[part.kind.name].get(key, ())]
    every = [*part.seed.values(), *states]
    rules = rules_of(every, part.written - back, part.kind.key)
    return rules | (
        every_column_rule(every, part.written, [*rules, part.kind.key]) if part.kind.source == "page" else {}
    )


def action_of(
    one: Operation, part: Entities, seen: Seen, rules: Mapping[str, Rule], records: Mapping[str, Records]
) -> tuple[str, JsonObject, str]:
    """(name, action, what it uses up: see `NewKey.used`)."""
    where = f"{one.endpoint}, seq {', '.join(str(call.seq) for call in one.calls[:5])}"
    seen_in = f"Seen: {where}. Sure: {one.sure:.2f}." + (f" Proof: {one.proof}." if one.proof else "")
    name, title, action, used = _drafted(one, part, seen, rules, records)
    return name, {"title": title, "$comment": seen_in, **action}, used


def _drafted(
    one: Operation, part: Entities, seen: Seen, rules: Mapping[str, Rule], records: Mapping[str, Records]
) -> Drafted:
    noun, kind = singular(part.kind.name), part.kind
    words = noun.replace("_", " ")
    if one.several:
        own = [
            effect for effect in own_changes(one, part, seen) if "params" not in f"{effect['value']}{effect.get('if')}"
        ]
        said = several_said(one, part, seen)
        return _several(one, part, words, put_on(one, part, seen), own if one.role == "update" else [], said)
    if one.role == "create":
        action, used = create_action(one, part, seen, rules, records)
        return f"create_{noun}", f"New {words}", action, used
    if one.role == "delete":
        return f"delete_{noun}", f"Delete {words}", _delete(one, part, seen), ""
    if one.role == "replace_all":
        return f"replace_{kind.name}", f"Replace all {kind.name}", _replace_all(part), ""
    path = f"/{kind.name}/{{params.id}}"
    extra = [*own_changes(one, part, seen), *history_effects(one, part, seen, path)]
    if one.added is not None:
        action = _update(one, part, extra, {}, {})
        action["effects"] = [*added_effects(one.added, kind.name, path), *extra]
        title = f"Add to the {one.added.field.replace('_', ' ')} of a {words}"
        return f"add_to_{snake(one.added.field)}_of_{noun}", title, action, ""
    if one.role == "act":
        remark: JsonObject = {"op": "merge", "path": path, "value": {}}
        title = f"{one.verb.replace('_', ' ').capitalize()} {noun}"
        if one.linked:
            by_id = _by_id(kind.name, LINKED)
            return f"{one.verb}_{noun}", title, {**by_id, "effects": [*linked_effects(one.linked), *extra]}, ""
        extra += [*said_changes(one, part, seen), *grown_effects(one, part, seen)]
        return (
            f"{one.verb}_{noun}",
            title,
            {
                **_by_id(kind.name, [SAID] if said_at(one) is not None else ["changes"] if tells(one) else []),
                "effects": [*(extra or [remark])],
            },
            "",
        )
    told = record_member_effects(part, seen, records, "params.changes", path)
    told += first_effects(part, seen, records, "params.changes", path)
    lines = lines_effects(one, part, seen, records, "params.changes", path)
    changes = [*told, *sent_effects(one, part, seen, "params.changes", path), *lines, *extra]
    verb = (_verb(one) or _word(one, extra)) if kind.source == "page" else ""
    name, title = (f"{verb}_{noun}", verb.replace("_", " ").capitalize()) if verb else (f"update_{noun}", "Change")
    return name, f"{title} {words}", _update(one, part, changes, rules, records), ""


def _verb(one: Operation) -> str:
    """What the address of a form says that is done: `reply` of `/tickets/7/reply`, and of `/reply` where the form has
    the key in a field; "" where it says that something is changed, or nothing. A form of its own has a notice of its
    own, and may do more than to keep what it sends."""
    head, star, tail = one.endpoint.path.rstrip("/").partition("*")
    if star and not tail.strip("/"):  # `/done/7`
        word = head.rstrip("/").rpartition("/")[2]
        tail = "" if snake(word) in snake(one.kind.name) else word
    tail = tail.strip("/") if star else one.endpoint.path.rstrip("/").rpartition("/")[2]
    if singular(snake(tail)) == singular(one.kind.name):
        return ""
    return snake(tail) if tail.replace("-", "").replace("_", "").isalpha() and snake(tail) not in CHANGES else ""


def _word(one: Operation, extra: Sequence[JsonObject]) -> str:
    """The word by which a form says what is done, where that makes something of the entity that nobody sent: `resolve`
    of `action=resolve`, after which its status is "closed"."""
    values = [effect["value"] for effect in extra]
    told = [inner for value in values if isinstance(value, dict) for inner in value.values()]
    becomes = [inner for inner in told if isinstance(inner, str) and inner.startswith("'")]
    word = snake(one.endpoint.operation.partition("=")[2])
    return word if becomes and word.isidentifier() and word not in CHANGES else ""


def _delete(one: Operation, part: Entities, seen: Seen) -> JsonObject:
    name = part.kind.name
    along = [*along_effects(part, "[params.id]")]
    gone: JsonObject = {**_by_id(name), "effects": [*along, {"op": "remove", "path": f"/{name}/{{params.id}}"}]}
    if one.tells_was or last_fields(one, part, seen) or told_sentences(one, part, seen) is not None:
        gone["result"] = {"id": "params.id", WAS: f"state.{name}[params.id]"}
    return gone


def _several(
    one: Operation,
    part: Entities,
    words: str,
    marked: Sequence[PutOn],
    own: Sequence[JsonObject],
    said: Sequence[JsonObject] = (),
) -> Drafted:
    """An action on several entities at once; those that are not there are left out. `said`: what the words of requests
    make of them (`several_said`), in place of what is sent."""
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
    title = f"{one.role.capitalize()} several {words}"
    more = put_on_effects(marked, name, path, "string(one)", "params.changes")
    more += [{**effect, "path": path} for effect in own]
    first = [{**other, "path": path, **each} for other in said] or [effect]
    along = along_effects(part, "there") if one.role == "delete" else []
    effects: list[Json] = [*along, *first, *({**other, **each} for other in more)]
    made: JsonObject = {"params": params, "let": {"there": there}, "effects": effects}
    return f"{one.role}_several_{name}", title, {**made, "result": {"number": "there.size()"}}, ""


def _update(
    one: Operation, part: Entities, extra: list[JsonObject], rules: Mapping[str, Rule], records: Mapping[str, Records]
) -> JsonObject:
    kind = part.kind
    bodies = [one.body(call) for call in one.calls]
    whole = not part.number and all(call.verb == "PUT" for call in one.calls)
    whole = whole and all(isinstance(body, dict) and body.keys() >= set(part.always()) for body in bodies)
    op, value = ("replace", "dyn(params.changes)") if whole else ("merge", "params.changes")
    path = f"/{kind.name}/{{params.id}}"
    effects: list[JsonObject] = [{"op": op, "path": path, "value": value}]
    sent = one.names_sent()
    if kind.source == "page":
        effects.insert(0, _before(path, kind.name, sorted(sent)))
    if kind.key in sent and not whole:
        effects.append(
            {"op": "merge", "path": path, "value": {kind.key: f"dyn(state.{kind.name}[params.id])[{text(kind.key)}]"}}
        )
    if "id" in sent and kind.key != "id":
        effects.append({"op": "merge", "path": path, "value": {"id": None}})
    effects += whole_effects([] if whole else whole_records(one, part, records), "params.changes", path)
    effects += record_effects({*sent, *records}, records, path, "params.changes", "params.changes")
    effects += _put_together(part, rules, path)
    worked_out = _worked_out(part, {name: one for name, one in rules.items() if not one.parts}, sent)
    if worked_out:
        effects.append({"op": "merge", "path": path, "value": worked_out})
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


def _put_together(part: Entities, rules: Mapping[str, Rule], path: str) -> list[JsonObject]:
    """Texts put together of two fields, when one of them is sent and both are known."""
    found: list[JsonObject] = []
    entity = f"state.{part.kind.name}[params.id]"

    def own(name: str) -> str:
        return f"dyn(params.changes.get({text(name)}, {entity}.get({text(name)}, '')))"

    for name, rule in rules.items():
        if rule.parts and set(rule.parts) & part.written:
            sent = " || ".join(f"{text(one)} in params.changes" for one in rule.parts)
            known = " && ".join(f"({text(one)} in params.changes || {text(one)} in {entity})" for one in rule.parts)
            found.append({"op": "merge", "path": path, "value": {name: rule.text(own)}, "if": f"({sent}) && {known}"})
    return found


def _worked_out(part: Entities, rules: Mapping[str, Rule], sent: set[str]) -> JsonObject:
    """Fields that are worked out from others of which some are sent."""

    def own(name: str) -> str:
        before = f"state.{part.kind.name}[params.id].get({text(name)}, '')"
        return f"dyn(params.changes.get({text(name)}, {before}))" if name in written else f"dyn({before})"

    written = sent | part.written
    shown = {name for name in rules if any(name in value for value in part.seed.values())}
    return {name: rules[name].text(own) for name in sorted(shown) if rules[name].sources() & written}


def _before(path: str, kind: str, sent: Sequence[str]) -> JsonObject:
    """Pages tell what a change replaced."""
    own = f"state.{kind}[params.id]"
    return {"op": "merge", "path": path, "value": {PREVIOUS: {n: f"{own}.get({text(n)}, '')" for n in sent}}}


def _by_id(kind: str, more: Sequence[str] = ()) -> JsonObject:
    """The params of an action on one entity. `more`: what else it takes."""
    properties: JsonObject = {"id": {"type": "string", "x-ref": f"/{kind}"}, **{name: {} for name in more}}
    return {
        "params": {"type": "object", "required": [*properties], "properties": properties},
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
