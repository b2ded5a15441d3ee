"""Fields that requests send by themselves and that stand in a record of the entity.

    POST /reports {"name": "Sales", "values": {"a": 1}}    {"id": 7, "name": "Sales", "body": {"values": {"a": 1}, ...}}
    PUT /people/3 {"full_name": "Ada Berg"}                {"id": 3, "body": {"full_name": "Ada Berg", ...}, ...}

The record's member is called as the field that is sent, and everything that was shown after a write to it says so. One
value that is hardly the same by chance tells it; then yes, no and nothing do, too, beside it in the same record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.writes.shown_after import Sample
from awe_author.json_types import Json, JsonObject


def within(part: Entities, samples: Sequence[Sample]) -> dict[str, str]:
    """Field that is sent -> the field of the entity in whose record it stands."""
    own = {name for one in [*part.seed.values(), *part.made.values()] for name in one}
    found: dict[str, tuple[str, bool]] = {}
    for name in dict.fromkeys(name for _, sent, _ in samples for name in sent if name not in own):
        told = [(sent[name], shown) for _, sent, shown in samples if name in sent]
        holders = [one for one in sorted(own) if all(_said(shown.get(one), name, value) for value, shown in told)]
        if len(holders) == 1:
            found[name] = holders[0], any(_telling(value) for value, _ in told)
    sure = {holder for holder, telling in found.values() if telling}
    return {name: holder for name, (holder, _) in found.items() if holder in sure}


def _said(record: Any, name: str, value: Any) -> bool:
    return isinstance(record, dict) and name in record and bool(record[name] == value)


def _telling(value: Any) -> bool:
    """Is a value hardly the same by chance?"""
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int | float):
        return value not in (0, 1)
    return len(value) > 1 if isinstance(value, str) else bool(value)


def within_effects(found: Mapping[str, str], params: str, path: str) -> list[JsonObject]:
    """Effects of a write. `params`: the expression of what is sent; `path`: the entity's."""
    effects: list[JsonObject] = []
    for name, holder in found.items():
        there, own = f"{text(name)} in {params}", f"dyn({params})[{text(name)}]"
        effects.append({"op": "merge", "path": path, "value": {holder: {name: own}}, "if": there})
        effects.append({"op": "merge", "path": path, "value": {name: None}, "if": there})
    return effects


def unsent_within(found: Mapping[str, str], value: JsonObject, sent: Mapping[str, Any]) -> JsonObject:
    """A new entity as recorded, without what its request sent of these fields."""
    made = dict(value)
    for name, holder in found.items():
        record = made.get(holder)
        if isinstance(record, dict) and name in record and name in sent:
            made[holder] = {**record, name: _empty(record[name])}
    return made


def _empty(value: Json) -> Json:
    return literal(type(value)()) if isinstance(value, dict | list) else value if isinstance(value, bool) else None
