"""What was asked of one kind beside its entities, and was empty: of another with addresses of the same form it is, too.

`GET /api/tables/plant/references/` said `{"references": []}`; the page of a shelf, which was never opened, asks for
`/api/tables/shelf/references/`. Answers that say something are left: they are of their own kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.sibling_kinds import sibling_places
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.2


def sibling_reads(calls: Sequence[Call], operations: Sequence[Operation]) -> list[Feature]:
    """The features. They come last: what answers the same address otherwise is surer."""
    asked = {(call.origin, call.path) for call in calls}
    found: dict[tuple[str, str], Feature] = {}
    for call in calls:
        for path in _others(call, operations) if _is_empty(call) else ():
            if (call.origin, path) not in asked:
                found.setdefault((call.origin, path), _feature(call, path))
    return list(found.values())


def _is_empty(call: Call) -> bool:
    """Is it a plain read that was answered with empty lists and objects only?"""
    plain = call.method == "GET" and call.kind == "" and call.status == 200 and not call.query and not call.html
    inner: list[Any] = list(call.answer.values()) if isinstance(call.answer, dict) else [call.answer]
    return plain and bool(inner) and all(one in ([], {}) for one in inner)


def _others(call: Call, operations: Sequence[Operation]) -> Iterator[str]:
    """The same address of other kinds."""
    parts = call.path.split("/")
    for origin, begin, word, other in sibling_places(operations):
        place = len(begin)
        if call.origin == origin and parts[:place] == begin and parts[place : place + 1] == [word]:
            yield "/".join([*begin, other, *parts[place + 1 :]])


def _feature(call: Call, path: str) -> Feature:
    name = "_".join(snake(part) for part in path.split("/") if part)
    document: JsonObject = {
        "id": f"recorded.{name}.get",
        "title": f"GET {path}: nothing, as {call.path}",
        "on": {"request": f"GET {call.origin}{path}"},
        "reply": {"status": call.status, "json": call.answer},
    }
    return Feature(document, [f"like: GET {call.path}, seq {call.seq}", f"sure: {SURE:.2f}"], SURE)
