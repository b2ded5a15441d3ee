"""What requests send and the server does not keep: members of records that no answer ever shows, and fields that stay
as they were whatever changes send (`sparse: true`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.put_and_taken import only_counted, pair_of
from awe_author.features.discover.common.shapes import records_in
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.places import at
from awe_author.json_types import Json, JsonObject

DEEPEST = 3
FEWEST = 2
"""Changes without an answer of their own that tell that a field is never kept."""


def dropped_effects(one: Operation, part: Entities, seen: Seen, params: str, path: str) -> list[JsonObject]:
    """Effects that take such members out again. `params`: the expression of the fields sent; `path`: of the entity."""
    found: list[JsonObject] = []
    for name, members in dropped_members(one, part, seen).items():
        there = f"type(dyn({params}).get({text(name)}, null)) == map"
        found.append({"op": "merge", "path": path, "value": {name: members}, "if": there})
    for name in unchanged_fields(one, part, seen):
        own = f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, null)"
        found.append({"op": "merge", "path": path, "value": {name: own}, "if": f"{text(name)} in dyn({params})"})
    return found


def unchanged_fields(one: Operation, part: Entities, seen: Seen) -> list[str]:
    """Plain fields that were as before after every change that sent something else. One such change tells only where
    its own answer says so: what is read later may be as before since the change was lost."""
    told: dict[str, list[tuple[bool, bool]]] = {}
    json = one.role == "update" and part.kind.source == "json"
    for call, key in zip(one.calls, one.made, strict=False) if json else ():
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        before, after = seen.before(part.kind, key, call.seq), seen.after(part.kind, key, call.seq)
        answers = any(seq == call.seq for seq, _ in seen.values[part.kind.name].get(key, ()))
        for name, value in sent.items() if isinstance(sent, dict) and before and after else ():
            was, now = (before or {}).get(name), (after or {}).get(name)
            if isinstance(value, str | int) and isinstance(was, str | int) and name in (after or {}) and value != was:
                told.setdefault(name, []).append((was == now, answers))
    raised = part.raised.keys() | {part.kind.key}
    always = {name: looks for name, looks in told.items() if name not in raised and all(same for same, _ in looks)}
    return sorted(name for name, looks in always.items() if len(looks) >= FEWEST or looks[0][1])


def dropped_members(one: Operation, part: Entities, seen: Seen) -> dict[str, JsonObject]:
    """Field -> the members that are left out of it, as null (and so on within members): of those that were sent and
    of which an answer that came later shows the record without them, and no answer ever with them."""
    found: dict[str, JsonObject] = {}
    for call, key in zip(one.calls, one.made, strict=False):
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        later = [value for seq, value in seen.values[part.kind.name].get(key, ()) if seq >= call.seq]
        ever = [sighting.value for sighting in part.kind.sightings()]
        for name, value in sent.items() if isinstance(sent, dict) else ():
            named = pair_of(value) and not all(map(only_counted, records_in([one.get(name) for one in ever])))
            made = (
                None if named else _left_out(value, [one.get(name) for one in later], [one.get(name) for one in ever])
            )
            if made:
                found[name] = {**found.get(name, {}), **made}
    return found


def dropped_of_elements(one: Operation, part: Entities, seen: Seen) -> dict[str, list[str]]:
    """Field -> the members that no answer ever shows of the records in its list, though they are sent: of those lists
    of which an answer that came later shows as many records."""
    found: dict[str, list[str]] = {}
    for call, key in zip(one.calls, one.made, strict=False) if part.kind.source == "json" else ():
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        later = [value for seq, value in seen.values[part.kind.name].get(key, ()) if seq >= call.seq]
        for name, value in sent.items() if isinstance(sent, dict) else ():
            mine = _records(value)
            if not mine or not any(len(_records(shown.get(name))) == len(mine) for shown in later):
                continue
            ever = {
                member
                for each in part.kind.sightings()
                for record in _records(each.value.get(name))
                for member in record
            }
            left = {member for record in mine for member in record if member not in ever}
            if left and any(member in ever for record in mine for member in record):
                found[name] = sorted({*found.get(name, ()), *left})
    return found


def _records(value: Any) -> list[dict[str, Any]]:
    """The records of a list of nothing else."""
    return value if isinstance(value, list) and all(isinstance(one, dict) for one in value) else []


def _left_out(sent: Any, later: Sequence[Any], ever: Sequence[Any], depth: int = 0) -> JsonObject:
    shown, all_shown = ([one for one in some if isinstance(one, dict)] for some in (later, ever))
    if not isinstance(sent, dict) or not shown or depth > DEEPEST:
        return {}
    made: dict[str, Json] = {}
    for name, value in sent.items():
        if not any(name in one for one in all_shown):
            made[name] = None
            continue
        inner = _left_out(value, [one.get(name) for one in shown], [one.get(name) for one in all_shown], depth + 1)
        if inner:
            made[name] = inner
    return made
