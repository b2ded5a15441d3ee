"""Acts that say in one value what becomes of an entity: `POST /issues/7/moves {"move": {"id": "31"}}` makes it done.

What each recorded value made of a field is what it makes of it again; other values change nothing. A field that was
always shown as it was said is what is said. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from awe_author.features.discover.common.keys import text, time_now
from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.writes.named_in_acts import known_records, records_effect
from awe_author.json_types import JsonObject

SAID = "said"
"""The parameter of the action."""
LARGEST = 20_000
"""Characters of all that values make of a field."""


def said_at(one: Operation) -> tuple[str | int, ...] | None:
    """Where the requests of an act say the one value that they say; None when they say more, or nothing."""
    if one.role != "act" or one.several or (one.key_at is not None and one.key_at.part == "body"):
        return None
    ways = {way for call in one.calls for way in _ways(call)}
    whole = all(len(list(_ways(call))) == 1 and call.kind == "json" for call in one.calls)
    return ways.pop() if len(ways) == 1 and whole else None


def tells(one: Operation) -> bool:
    """Do the requests of an act say several things, which may tell what it does? They go along as `changes` then."""
    if one.role != "act" or one.several or said_at(one) is not None or one.body_at != ():
        return False
    return all(call.kind == "json" and isinstance(call.body, dict) and call.body for call in one.calls)


def _ways(call: Call) -> list[tuple[str | int, ...]]:
    return [way for way, value in leaves(call.body) if isinstance(value, str | int)]


def kept_words(one: Operation, part: Entities, seen: Seen) -> bool:
    """Is the one value that an act says kept in a field, as it was said, each time: a comment that tells no more?"""
    way = said_at(one)
    told: list[set[str]] = []
    if way is None:
        return False
    for call, key in zip(one.calls, one.made, strict=False):
        before, after = seen.before(part.kind, key, call.seq) or {}, seen.by_itself(part.kind, key, call.seq) or {}
        said = dict(leaves(call.body))[way]
        told.append({name for name, value in after.items() if value == said != before.get(name)})
    return bool(told) and bool(set.intersection(*told))


def said_changes(one: Operation, part: Entities, seen: Seen) -> list[JsonObject]:
    """The effects: of each field that was shown otherwise after such a request, what the value makes of it."""
    way = said_at(one)
    if way is None:
        return []
    made: dict[str, dict[str, Any]] = {}
    wrong: set[str] = set()
    same: dict[str, list[bool]] = {}
    keys: dict[str, list[set[str]]] = {}
    for call, key in zip(one.calls, one.made, strict=False):
        before, after = seen.before(part.kind, key, call.seq), seen.by_itself(part.kind, key, call.seq)
        said = str(dict(leaves(call.body))[way])
        for name, value in _changed(before or {}, after or {}, call).items():
            same.setdefault(name, []).append(value == said)
            if made.setdefault(name, {}).setdefault(said, value) != value or value == said:
                wrong.add(name)
            if isinstance(value, dict):
                keys.setdefault(name, []).append({key for key in IDS if str(value.get(key)) == said})
    path = f"/{part.kind.name}/{{params.id}}"
    found: list[JsonObject] = []
    words = kept_words(one, part, seen)
    for name, values in made.items():
        if all(same[name]):
            found.append({"op": "merge", "path": path, "value": {name: f"dyn(params.{SAID})"}})
            continue
        own = f"string(params.{SAID})"
        key = min(set.intersection(*keys[name]), default="") if len(keys.get(name, ())) == len(same[name]) else ""
        known_of = known_records(name, key, part, seen) if key else {}
        if (effect := records_effect(name, known_of, own, path)) is not None:
            found.append(effect)
            continue
        told = json.dumps(values, sort_keys=True)
        if words:
            continue
        if name not in wrong and len(told) < LARGEST:
            new = f"dyn(parse_json({text(told)}))[{own}]"
            known = f"{own} in [{', '.join(map(text, values))}]"
            found.append({"op": "merge", "path": path, "value": {name: new}, "if": known})
    return found


def _changed(before: Mapping[str, Any], after: Mapping[str, Any], call: Call) -> dict[str, Any]:
    """Fields that are other texts or records now, and no times."""
    changed = {name: value for name, value in after.items() if name in before and before[name] != value}
    told = {name: value for name, value in changed.items() if isinstance(value, str | dict)}
    return {name: value for name, value in told.items() if time_now(value, call.date) is None}
