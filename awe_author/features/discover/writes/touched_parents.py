"""What is made below an entity changes it, too: a reply to a ticket is its last change, and one more of its replies.

Told by each request that made something there: a time that became now at the next look at the entity, or a number that
became one more, or a text that is what was sent (`POST /workers/3/titleChanges {"proposed": "Cook"}` makes worker 3 a
cook), though nothing else was written to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.writes.below import known_parents, star_places, unsaid_parents
from awe_author.features.discover.writes.own_changes import MOMENT
from awe_author.features.discover.writes.parent_records import record_parents
from awe_author.json_types import JsonObject


class Sent(str):
    """The member of a request that a field of what it is below becomes."""

    __slots__ = ()


def touched_parents(
    one: Operation, part: Entities, parts: Mapping[str, Entities], operations: Sequence[Operation], seen: Seen
) -> list[JsonObject]:
    """Effects of a create on what it is below. What other requests show that make the same there counts as well."""
    found: list[JsonObject] = []
    homes = known_parents(one, parts.values()) if part.kind.source == "json" else {}
    alike = [other for other in operations if other.kind is one.kind and other.role == "create"]
    for field, number in _named(one, part).items() if homes else ():
        home = homes.get(number)
        if home is None:
            continue
        writes = [(key, call.seq) for other in operations if other.kind is home.kind and other.writes
                  for call, key in zip(other.calls, other.made, strict=False)]  # fmt: skip
        mine = [other for other in alike if _named(other, part).get(field) == number]
        told = [_changes(call, other.body(call), call.segments[star_places(other.endpoint)[number]], home, writes, seen)
                for other in mine for call in other.calls]  # fmt: skip
        shown = [made for made in told if made is not None]
        first = shown[0] if shown else {}
        always = {name: how for name, how in first.items() if all(made.get(name) == how for made in shown)}
        key = f"string(params[{text(field)}])"
        there = f"{text(field)} in params && {key} in state.{home.kind.name}"
        if field not in unsaid_parents(one, part):
            key = f"string(dyn(params[{text(field)}]).get({text(home.kind.key)}, ''))"
            there = f"{text(field)} in params && type(params[{text(field)}]) == map && {key} in state.{home.kind.name}"
        path = f"/{home.kind.name}/{{{key}}}"
        values: JsonObject = {
            name: how or f"int(dyn(state.{home.kind.name}[{key}]).get({text(name)}, 0)) + 1"
            for name, how in sorted(always.items()) if not isinstance(how, Sent)
        }  # fmt: skip
        if values:
            found.append({"op": "merge", "path": path, "value": values, "if": there})
        for name, how in sorted(always.items()):
            if isinstance(how, Sent):
                said: JsonObject = {name: f"dyn(params)[{text(how)}]"}
                found.append({"op": "merge", "path": path, "value": said, "if": f"{text(how)} in params && {there}"})
    return found


def _named(one: Operation, part: Entities) -> dict[str, int]:
    """Field that says what a create is below, by its key or as a record -> number of the `*` that tells it."""
    return {**record_parents(one, part), **unsaid_parents(one, part)}


def _changes(
    call: Call, body: Any, key: str, home: Entities, writes: Sequence[tuple[str, int]], seen: Seen
) -> dict[str, str] | None:
    """Field -> the expression of now, "" for one more, or what was sent, by the next look; None when it shows
    nothing, or something that was written in between."""
    sent = (
        {value: name for name, value in body.items() if isinstance(value, str) and value}
        if isinstance(body, dict)
        else {}
    )
    before = _whole(home, key, call.seq, seen)
    look = next((one for one in seen.values[home.kind.name].get(key, ()) if one[0] > call.seq), None)
    if look is None or any(own == key and call.seq < seq <= look[0] for own, seq in writes):
        return None
    made: dict[str, str] = {}
    for name, value in look[1].items():
        was = before.get(name)
        now = call.now(value, MOMENT) if value != was else None
        if isinstance(now, str) and was is not None:
            made[name] = now
        elif type(value) is int and type(was) is int and value == was + 1:
            made[name] = ""
        elif isinstance(value, str) and value in sent and isinstance(was, str) and was != value:
            made[name] = Sent(sent[value])
    return made


def _whole(home: Entities, key: str, seq: int, seen: Seen) -> dict[str, Any]:
    """The entity as it was known before a request."""
    known: dict[str, Any] = {}
    for at_seq, value in seen.values[home.kind.name].get(key, ()):
        known |= value if at_seq < seq else {}
    return known
