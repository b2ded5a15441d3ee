"""Posts about an entity that change nothing of it: they send it as it is, or none of its fields, to ask something about
it (what may be done with it, how a form of it looks)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.names import without_id
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import objects

LEAST = 2
"""Such posts that one address has to have had, where the entity is not deep within what they send."""
LOOKS = 20
"""At the values of a field, the first of them."""
WHY = "it sends the entity as it is, and its answer does not show it"
Way = tuple[str | int, ...]


def without_unchanged(operations: Sequence[Operation], seen: Seen) -> tuple[list[Operation], list[tuple[Call, str]]]:
    """(the operations that may have changed something, the calls of the others)."""
    kept = [one for one in operations if not _changes_nothing(one, seen)]
    left = [(call, WHY) for one in operations if one not in kept for call in one.calls]
    return kept, left


def _changes_nothing(one: Operation, seen: Seen) -> bool:
    pairs = list(zip(one.calls, one.made, strict=False))
    if one.role not in ("update", "replace") or one.several or one.into or len(pairs) < len(one.calls):
        return False
    if any(call.verb != "POST" or seen.of_call.get(call.seq) for call, _ in pairs):
        return False
    within = all(len(body_at(call, one.kind) or ()) > 1 for call, _ in pairs)
    others = [_others(call, one.kind, key, seen) for call, key in pairs]
    told = [names for names in others if names is not None]
    if len(told) < len(others) or any(len(names) > 1 for names in told) or (len(told) < LEAST and not within):
        return False
    always = {repr(names) for names in told if names}
    return told.count({}) * 2 >= len(told) or (len(always) == 1 and {} in told)


def _others(call: Call, kind: Kind, key: str, seen: Seen) -> dict[str, Any] | None:
    """What a post says otherwise than was known of the entity; None where it may have set it."""
    way = body_at(call, kind)
    sent = at(call.body, way or ())
    before, later = seen.before(kind, key, call.seq), seen.after(kind, key, call.seq + 1) or {}
    if way is None and isinstance(call.body, list):
        return {}
    if not isinstance(sent, dict) or before is None:
        return None
    names = [name for name in sent if name in kind.fields() and name != kind.key]
    if (not names and not way) or any(name not in before and name in later for name in names):
        return None
    others = {name: sent[name] for name in names if name in before and before[name] != sent[name]}
    return None if any(name in later and later[name] == value for name, value in others.items()) else others


def body_at(call: Call, kind: Kind) -> Way | None:
    """Place in the request body of the object with most fields of the kind."""
    fields = kind.fields()
    best: tuple[float, Way] | None = None
    for _, place, value in objects(call.body, 4) if isinstance(call.body, dict | list) else ():
        named = {name for name in value if name in fields or without_id(name) in fields}
        score = sum(value[name] != {} for name in named) - (0.5 if kind.key in named else 0)
        if score and (best is None or score > best[0]) and not _about_fields(value, named, kind):
            best = (score, place)
    if best:
        return best[1]
    return () if isinstance(call.body, dict) and call.body else None


def _about_fields(value: dict[str, Any], named: set[str], kind: Kind) -> bool:
    """Does it say something about the fields (`{"name": {"valid": true}}`), rather than what they are?"""
    told = [name for name in named if isinstance(value[name], dict) and _is_plain(kind, name)]
    return len(told) > 1 and len(told) * 2 > len(named)


def _is_plain(kind: Kind, name: str) -> bool:
    """Is a field a text, a number or a truth wherever it is shown?"""
    shown = [one.value.get(name) for group in kind.groups for one in group.sightings[:LOOKS]]
    told = [value for value in shown if value is not None]
    return bool(told) and not any(isinstance(value, dict | list) for value in told)
