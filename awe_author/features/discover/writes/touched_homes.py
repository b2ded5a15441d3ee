"""What is written to what belongs to an entity changes when that changed last: a finding's new state touches its site,
whatever names that.

Told by a moment of the entity, perhaps in a record of it, that is the moment of the write at the next look; each write
of such a sort after which it was seen has to show that, two at least in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.keys import moment_of
from awe_author.features.discover.entities.child_links import Link, links_to, named_text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import by_text
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.writes.own_changes import MOMENT
from awe_author.json_types import Json, JsonObject

ENOUGH = 2
ROLES = ("create", "update", "delete")


@dataclass(frozen=True, slots=True)
class Touch:
    """A moment of what something belongs to, and which writes make it now."""

    home: Entities
    link: Link
    field: str
    """With a dot the member of a record."""
    now: str
    roles: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Write:
    call: Call
    role: str
    kind: str
    key: str


def touches_of(parts: Sequence[Entities], operations: Sequence[Operation], seen: Seen) -> list[Touch]:
    """All that the recorded writes tell."""
    json, found = [part for part in parts if part.kind.source == "json"], list[Touch]()
    writes = [_Write(call, one.role, one.kind.name, key) for one in operations
              if one.writes and not one.guessed and one.role in ROLES and len(one.made) == len(one.calls)
              for call, key in zip(one.calls, one.made, strict=True)]  # fmt: skip
    for home in json if writes else ():
        links = [*links_to(home, json)]
        for field in _moments(home) if links else ():
            for link in links:
                mine = [one for one in writes if one.kind == link.kind]
                told = [(one, now) for one in mine if (now := _said(one, field, link, home, writes, seen)) is not None]
                roles = {one.role for one, _ in told} - {one.role for one, now in told if not now}
                moved = [now for one, now in told if one.role in roles]
                if len(moved) >= ENOUGH and len({*moved}) == 1:
                    found.append(Touch(home, link, field, moved[0], frozenset(roles)))
    return found


def _moments(home: Entities) -> Iterator[str]:
    """Fields, and members of records, that say moments and that no request sends."""
    every = [*home.seed.values(), *home.made.values()]
    for name in home.fields():
        records = [record for one in every if isinstance(record := one.get(name), dict)]
        members = {inner for record in records for inner in record}
        for field in [name, *(f"{name}.{inner}" for inner in sorted(members))]:
            said = [value for one in every if (value := value_at(one, field)) is not None]
            if name not in home.written and said and all(isinstance(one, str) and moment_of(one) for one in said):
                yield field


def _said(one: _Write, field: str, link: Link, home: Entities, writes: Sequence[_Write], seen: Seen) -> str | None:
    """The expression that the next look shows, "" for none; None where nothing tells it."""
    named = str(value_at(seen.around(link.other.kind, one.key, one.call.seq), link.by))
    key = next((key for key, entity in (*home.seed.items(), *home.made.items())
                if str(entity.get(link.own)) == named), None)  # fmt: skip
    looks = [(seq, value_at(value, field)) for seq, value in seen.values[home.kind.name].get(key or "", ())]
    before = [value for seq, value in looks if seq < one.call.seq and value is not None]
    after = [(seq, value) for seq, value in looks if seq > one.call.seq and value is not None]
    between = [other for other in writes if other is not one and after and one.call.seq < other.call.seq < after[0][0]]
    if key is None or not before or not after or between:
        return None
    if after[0][1] == before[-1]:
        return "" if one.call.now(before[-1], MOMENT) is None else None
    return one.call.now(after[0][1], MOMENT)


def touch_effects(touches: Sequence[Touch], one: Operation) -> list[JsonObject]:
    """The effects of a write; they look at what there is before it."""
    made: list[JsonObject] = []
    for touch in touches:
        if touch.link.kind != one.kind.name or one.role not in touch.roles:
            continue
        there = f"state.{touch.link.kind}"
        if one.role == "create":
            named = f"[string({by_text('dyn(params)', touch.link.by)})]"
        else:
            keys = "params.ids" if one.several else "[params.id]"
            said = named_text(touch.link.other, touch.link.by, f"{there}[string(d)]")
            named = f"{keys}.filter(d, string(d) in {there}).map(d, string({said}))"
        homes = f"state.{touch.home.kind.name}"
        own = f"string({by_text(f'{homes}[h]', touch.link.own)})"
        name, _, inner = touch.field.partition(".")
        value: dict[str, Json] = {name: {inner: touch.now} if inner else touch.now}
        each = f"{homes}.keys().filter(h, {own} in {named})"
        path = f"/{touch.home.kind.name}/{{home}}"
        made.append({"op": "merge", "path": path, "value": value, "each": each, "as": "home"})
    return made


def add_touches(action: JsonObject, touches: Sequence[Touch], one: Operation) -> None:
    """Put them in front of an action's effects."""
    more: list[Any] = [*touch_effects(touches, one)]
    effects = action.get("effects")
    if more and isinstance(effects, list):
        action["effects"] = [*more, *effects] if one.role == "delete" else [*effects, *more]
