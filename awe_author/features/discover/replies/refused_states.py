"""Writes about an entity that are refused for what it says: `POST /seats/7/advance` of a seat whose `status` is
`rejected` is answered with 422, `Seat is not active`.

The field is one of few values. No entity for which the same was accepted had this one, and the answer says it, or one
of theirs, in so many words. One field alone has to fit. Entities that have the value are refused in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at, stars_of
from awe_author.features.discover.exchanges.sightings import endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.replies.triggers import key_text, said_tests
from awe_author.json_types import JsonObject, sorted_text

ROLES = ("act", "update", "replace", "delete")
FEW = 8
"""Different values of a field that says in which state something is."""
WORD = re.compile(r"[A-Za-z][\w -]{1,30}\Z")
SURE = 0.6


def refused_states(
    refused: Sequence[Call],
    operations: Sequence[Operation],
    parts: Sequence[Entities],
    known: frozenset[str],
    seen: Seen,
) -> Iterator[Feature]:
    """The features. `refused`: calls that no other reason explains."""
    by_name = {part.kind.name: part for part in parts}
    for one in operations:
        part = by_name.get(one.kind.name)
        named = one.key_at is not None and one.key_at.part == "segments" and not one.key_at.by
        if part is None or one.role not in ROLES or one.guessed or one.several or not named:
            continue
        told: dict[tuple[str, str], list[Call]] = {}
        for call in refused if part.kind.source == "json" else ():
            if endpoint_of(call, known) == one.endpoint and (state := _state(call, one, part, seen)) is not None:
                told.setdefault(state, []).append(call)
        yield from (_feature(state, same, one, part) for state, same in told.items())


def _state(call: Call, one: Operation, part: Entities, seen: Seen) -> tuple[str, str] | None:
    """(field, the value for which it was refused)."""
    key = str(at(stars_of(call, one.endpoint), one.key_at.way)) if one.key_at is not None else ""
    entity = seen.before(part.kind, key, call.seq) if key in seen.values[part.kind.name] else None
    others = [seen.before(part.kind, own, other.seq) for other, own in zip(one.calls, one.made, strict=False)]
    if entity is None or not others or not all(others):
        return None
    said = f" {' '.join(re.findall(r'[a-z0-9]+', sorted_text(call.answer).lower()))} "
    found = [(name, str(entity[name])) for name in part.fields() if name in entity
             and _tells(name, entity[name], [other.get(name) for other in others if other], part, said)]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _tells(name: str, value: Any, accepted: Sequence[Any], part: Entities, said: str) -> bool:
    """Is it a state that no entity was in for which it was accepted, and does the answer name one of them?"""
    values = [value, *accepted]
    words = all(isinstance(one, str) and WORD.match(one) for one in values)
    if not words or value in accepted or len({str(one) for one in part.values(name)}) > FEW:
        return False
    return any(f" {' '.join(re.findall(r'[a-z0-9]+', one.lower()))} " in said for one in values)


def _feature(state: tuple[str, str], calls: Sequence[Call], one: Operation, part: Entities) -> Feature:
    (name, value), call, key, there = state, calls[0], key_text(one, part), f"state.{part.kind.name}"
    held = f"string(dyn({there}[{key}]).get({text(name)}, '')) == {text(value)}"
    tests = [*said_tests(one.calls[0], one.endpoint), f"{key} in {there}", held]
    document: JsonObject = {
        "id": f"{part.kind.name}.refused.api",
        "title": f"Refused: {name} is {value}",
        "on": {
            "request": f"{one.calls[0].method} {one.endpoint.origin}{one.endpoint.path}",
            "where": " && ".join(tests),
        },
        "reply": {"status": call.status, "json": literal(call.answer)},
    }
    seqs = ", ".join(str(each.seq) for each in calls[:8])
    return Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)
