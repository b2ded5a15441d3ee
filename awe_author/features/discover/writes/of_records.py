"""Plain fields that say what the record in another field says: `person_name` beside `person: {"id": 7, "name": "Ada"}`.

No request sends them; they follow the record that requests name. Believed when every look at an entity with both says
the same in both, with two different texts at least, and nothing where there is no record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.records import Records, record_text
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject

ENOUGH = 2
"""Different values that must have been shown."""


def record_members(part: Entities, seen: Seen, records: Mapping[str, Records]) -> dict[str, tuple[Records, str]]:
    """Field -> (the records that it says something of, their member)."""
    looks = [value for history in seen.values[part.kind.name].values() for _, value in history]
    found: dict[str, tuple[Records, str]] = {}
    for name in part.fields():
        if (
            part.forms.get(name) != "plain"
            or name in part.written
            or name in (part.kind.key, *IDS)
            or name in part.joins
        ):
            continue
        for one in records.values():
            member = _member(name, one, looks) if not one.listed else ""
            if member:
                found.setdefault(name, (one, member))
    return found


def _member(name: str, records: Records, looks: list[dict[str, Any]]) -> str:
    told = [(look[records.field], look[name]) for look in looks if records.field in look and name in look]
    held = [(record, shown) for record, shown in told if isinstance(record, dict)]
    if len({str(shown) for _, shown in held}) < ENOUGH or any(
        shown not in (None, "") for record, shown in told if not isinstance(record, dict)
    ):
        return ""
    plain = [member for member, value in held[0][0].items() if isinstance(value, str | int | float)]
    return next((one for one in plain if all(record.get(one) == shown for record, shown in held)), "")


def record_member_effects(
    part: Entities, seen: Seen, records: Mapping[str, Records], params: str, path: str
) -> list[JsonObject]:
    """Effects of a write. `params`: what is sent; `path`: the entity's."""
    found: list[JsonObject] = []
    for name, (one, member) in record_members(part, seen, records).items():
        said = text(one.sent_as or one.field)
        full = record_text(one, f"dyn({params})[{said}]")
        value = f"[{full}].map(r, type(r) == map ? dyn(r).get({text(member)}, null) : null)[0]"
        there = f"{said} in {params} && dyn({params})[{said}]"
        found.append({"op": "merge", "path": path, "value": {name: value}, "if": f"{there} != null"})
        found.append({"op": "merge", "path": path, "value": {name: None}, "if": f"{there} == null"})
    return found
