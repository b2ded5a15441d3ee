"""Records that acts put into an entity by naming them: `POST /jobs/7/move {"to_stage_id": 31}` makes its `stage` be
`{"id": 31, "name": "Trial"}`.

What is known of such records is what entities showed of them, and lists of the app's settings that say the same
(`records.from_elsewhere`). Others leave the field as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.common.shapes import records_in
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.records import from_elsewhere
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject

LARGEST = 40_000
"""Characters of all records of a field."""
Case = tuple[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]]
"""(what an act sent, the entity before, after)."""


def named_records(cases: Sequence[Case], part: Entities, seen: Seen) -> list[JsonObject]:
    """The effects of acts that send several things (`changes`)."""
    names = {name for _, before, after in cases for name in after if before.get(name) != after[name]}
    path = f"/{part.kind.name}/{{params.id}}"
    found: list[JsonObject] = []
    for name in sorted(names):
        if (told := _naming(name, cases)) is None:
            continue
        sent, key = told
        known = known_records(name, key, part, seen)
        own = f"string(dyn(params.changes)[{text(sent)}])"
        if (effect := records_effect(name, known, own, path)) is not None:
            effect["if"] = f"{text(sent)} in dyn(params.changes) && {effect['if']}"
            found.append(effect)
    return found


def records_effect(name: str, known: Mapping[str, Any], own: str, path: str) -> JsonObject | None:
    """The effect that puts a known record into a field. `own`: the expression of its key."""
    told = json.dumps(known, sort_keys=True)
    if not known or len(told) > LARGEST:
        return None
    return {"op": "add", "path": f"{path}/{name}", "value": f"dyn(parse_json({text(told)}))[{own}]",
            "if": f"{own} in [{', '.join(map(text, sorted(known)))}]"}  # fmt: skip


def known_records(name: str, key: str, part: Entities, seen: Seen) -> dict[str, JsonObject]:
    """Key -> record, of all that is known of those in a field."""
    known: dict[str, JsonObject] = {}
    for history in seen.values[part.kind.name].values():
        for _, value in history:
            known |= {str(one[key]): dict(one) for one in records_in(value.get(name)) if one.get(key) is not None}
    return {**from_elsewhere(known, key, seen), **known}


def _naming(name: str, cases: Iterable[Case]) -> tuple[str, str] | None:
    """(what acts call that which names the record, the record's key), in all that changed the field."""
    told: set[tuple[str, str]] | None = None
    for sent, before, after in cases:
        record = after.get(name)
        if name not in after or before.get(name) == record:
            continue
        if not isinstance(record, dict):
            return None
        mine = {
            (other, key) for other, value in sent.items() for key in IDS
            if isinstance(value, str | int) and not isinstance(value, bool) and str(record.get(key)) == str(value)
        }  # fmt: skip
        told = mine if told is None else told & mine
    return min(told) if told else None
