"""Reads that only ever said that there is nothing: a form asks whether a name is taken before it sends it.

`GET /get-by-name?name=tea` was answered 404, and something called `tea` was created then. For any other name that
nothing has, the answer is the same in words that name it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import literal, member, text
from awe_author.features.discover.common.names import safe, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.naming import GONE
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.5
SHORTEST = 3
"""Characters of a value that is looked for."""


@dataclass(frozen=True, slots=True)
class Absent:
    """A read of an endpoint that was never answered but with an error."""

    call: Call
    endpoint: Endpoint
    param: str
    part: Entities
    field: str


def absent_of(calls: Sequence[Call], parts: Sequence[Entities], known: frozenset[str]) -> list[Absent]:
    """The reads, of endpoints that never showed anything."""
    by_endpoint: dict[Endpoint, list[Call]] = {}
    for call in calls:
        if call.method == "GET":
            by_endpoint.setdefault(endpoint_of(call, known), []).append(call)
    found: list[Absent] = []
    for endpoint, mine in by_endpoint.items():
        gone = all(call.status in GONE and isinstance(call.answer, dict) for call in mine)
        one = _asked(mine[0], endpoint, parts) if gone and "*" not in endpoint.path else None
        if one is not None and all(call.params.keys() == {one.param} for call in mine):
            found.append(one)
    return found


def _asked(call: Call, endpoint: Endpoint, parts: Sequence[Entities]) -> Absent | None:
    for name, value in call.query if len(call.query) == 1 else ():
        for part in parts if len(value) >= SHORTEST else ():
            for entity in part.made.values():
                field = next((one for one, inner in entity.items() if isinstance(inner, str) and inner == value), "")
                if field:
                    return Absent(call, endpoint, name, part, field)
    return None


def absent_feature(one: Absent) -> Feature:
    """The feature."""
    kind = one.part.kind.name
    item, own = safe(singular(kind)), f"query[{text(one.param)}]"
    exists = f"state.{kind}.values().exists({item}, {member(item, one.field, sure=False)} == {own})"
    last = snake(one.endpoint.path.rstrip("/").rpartition("/")[2]) or "page"
    document: JsonObject = {
        "id": f"{kind}.{last}.absent",
        "title": f"{one.call.method} {one.endpoint.path}: there is none",
        "on": {
            "request": f"{one.call.method} {one.endpoint.origin}{one.endpoint.path}",
            "where": f"{text(one.param)} in query && !{exists}",
        },
        "reply": {"status": one.call.status, "json": _said(one.call.answer, one.call.params[one.param], own)},
    }
    return Feature(document, [f"seen: {one.endpoint}, seq {one.call.seq}", f"sure: {SURE:.2f}"], SURE)


def _said(value: Any, asked: str, own: str) -> Any:
    """The answer with what is asked for in its words."""
    if isinstance(value, dict):
        return {name: _said(inner, asked, own) for name, inner in value.items()}
    if isinstance(value, list):
        return [_said(inner, asked, own) for inner in value]
    if isinstance(value, str) and asked in value:
        return f" + {own} + ".join(text(piece) for piece in value.split(asked))
    return literal(value)
