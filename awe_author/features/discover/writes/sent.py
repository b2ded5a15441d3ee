"""What requests send of an entity: its schema, and what the server makes of it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import is_plain
from awe_author.features.discover.common.shapes import schema_of
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.records import Records, record_text
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.writes.by_value import by_value_effects
from awe_author.features.discover.writes.commands import command_effects
from awe_author.features.discover.writes.derived import derived_effects
from awe_author.features.discover.writes.dropped import dropped_effects, dropped_of_elements
from awe_author.features.discover.writes.left_empty import left_effects
from awe_author.features.discover.writes.masked import masked_effects
from awe_author.features.discover.writes.put_on import put_on, put_on_effects
from awe_author.features.discover.writes.renamed import renamed_effects
from awe_author.features.discover.writes.reshaped import reshaped_effects
from awe_author.features.discover.writes.told_pieces import told_effects
from awe_author.features.discover.writes.wrapped import wrapped_effects
from awe_author.features.discover.writes.written_numbers import written_effects
from awe_author.json_types import JsonObject


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


def whole_records(one: Operation, part: Entities, records: Container[str]) -> list[str]:
    """Fields of records that requests sent with all members that answers show: what is sent takes their place, so that
    a member that is left out is gone and one that is null stays so. Where some entities' have no member that others'
    have, `{user, password}` beside `{token}`, all members of its own. `records`: filled in otherwise."""
    told: dict[str, list[bool]] = {}
    kept = {**part.seed, **part.made}
    for number, call in enumerate(one.calls if part.kind.source == "json" else ()):
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        own = kept.get(one.made[number], {}) if number < len(one.made) else {}
        for name, value in sent.items() if isinstance(sent, dict) else ():
            if name in part.forms and name not in records and is_plain(name):
                shown = [own[name]] if name in own and _of_sorts(part.values(name)) else part.values(name)
                told.setdefault(name, []).append(isinstance(value, dict) and _covers(value, shown))
    return [name for name, whole in told.items() if all(whole)]


def _of_sorts(shown: Iterable[Any]) -> bool:
    """Have some records no member that others have?"""
    shapes = {frozenset(one) for one in shown if isinstance(one, dict) and one}
    return any(one.isdisjoint(other) for one in shapes for other in shapes)


def _covers(sent: dict[str, Any], shown: Iterable[Any]) -> bool:
    """Has a record all members that others have, and so have the records in it?"""
    others = [one for one in shown if isinstance(one, dict)]
    inner = ((value, [one.get(name) for one in others]) for name, value in sent.items() if isinstance(value, dict))
    return sent.keys() >= {name for one in others for name in one} and all(_covers(*pair) for pair in inner)


def whole_effects(names: Iterable[str], params: str, path: str) -> list[JsonObject]:
    """Effects that put such records in their place after all that was sent was merged."""
    return [
        {"op": "add", "path": f"{path}/{name}", "value": f"dyn({params})[{text(name)}]",
         "if": f"type(dyn({params}).get({text(name)}, null)) == map"}
        for name in names
    ]  # fmt: skip


def record_effects(
    sent: Iterable[str], records: Mapping[str, Records], path: str, params: str, of: str
) -> list[JsonObject]:
    """Records that are only named are filled in. `params`, `of`: where the fields that are sent stand, as it is asked
    for and as it is read."""
    found: list[JsonObject] = []
    for name, one in sorted(records.items()):
        said = one.sent_as or name
        if name not in sent and said not in sent:
            continue
        own = f"dyn({params})[{text(said)}]"
        if one.pair is not None and not one.listed:
            found += _paired_effects(one, one.pair, own, f"{text(said)} in {params} && type({own}) == map", path)
            continue
        there = f"{text(said)} in {params} && {own}"
        full = record_text(one, f"dyn({of})[{text(said)}]")
        if not one.listed and is_plain(name):  # a merge would take out what a known record has as null
            named = f"{text(said)} in {params} && type({own}) != map"
            found.append({"op": "add", "path": f"{path}/{name}", "value": full, "if": f"{named} && {own} != null"})
            there = f"{text(said)} in {params} && type({own}) == map && {own}"
        found.append({"op": "merge", "path": path, "value": {name: full}, "if": f"{there} != null"})
        if one.sent_as:
            none = f"{text(said)} in {params} && {own} == null"
            found.append({"op": "merge", "path": path, "value": {name: None}, "if": none})
    return found


def _paired_effects(one: Records, pair: tuple[str, str], own: str, there: str, path: str) -> list[JsonObject]:
    """The record that is put into a field, or taken out of it. `own`: what is sent."""
    puts, takes = (f"dyn({own}).get({text(name)}, [])" for name in pair)
    kind, _, key = path[1:].partition("/")
    now = f"dyn(state.{kind}[{key.strip('{}')}]).get({text(one.field)}, null)"
    stays = f"{there} && size({puts}) == 0"
    known = f"type({now}) == map && {text(one.key)} in dyn({now})" if "params" in key else "false"
    place = f"{path}/{one.field}"
    full = record_text(one, f"dyn({puts})[size({puts}) - 1]")
    return [
        {"op": "add", "path": place, "value": full, "if": f"{there} && size({puts}) > 0"},
        {"op": "add", "path": place, "value": None, "if": f"{stays} && (size({takes}) > 0 || !({known}))"},
        {
            "op": "merge",
            "path": path,
            "value": {one.field: dict.fromkeys(pair)},
            "if": f"{stays} && size({takes}) == 0 && {known}",
        },
    ]


def sent_effects(one: Operation, part: Entities, seen: Seen, params: str, path: str) -> list[JsonObject]:
    """What the server makes of fields that were sent."""
    marked = put_on(one, part, seen) if one.role == "update" else []
    return [
        *put_on_effects(marked, part.kind.name, path, "params.id", params),
        *by_value_effects(part, seen, params, path),
        *written_effects(part, seen, params, path),
        *told_effects(one, part, seen, params, path),
        *wrapped_effects(one, part, seen, params, path),
        *dropped_effects(one, part, seen, params, path),
        *derived_effects(one, part, seen, params, path),
        *renamed_effects(one, part, seen, params, path),
        *reshaped_effects(part, params, path, made=one.role == "create"),
        *left_effects(part.left_empty, dropped_of_elements(one, part, seen), params, path),
        *masked_effects(part.masked, params, path),
        *command_effects(one, part, params, path),
    ]
