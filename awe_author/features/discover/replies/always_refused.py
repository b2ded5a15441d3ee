"""Reads that were refused in the same words whatever they asked for: of a part of the app that is switched off, say.

They are refused for other keys, too. Nothing that was ever answered otherwise is.
"""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.common.keys import literal, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject, sorted_text

SURE = 0.5
REFUSED = (403, 404, 410)
ENOUGH = 2
"""Addresses that were refused, at least."""


def always_refused(calls: Sequence[Call], answered: set[int], known: frozenset[str]) -> list[Feature]:
    """The features, of endpoints at which no call is answered by another one."""
    found: dict[Endpoint, list[Call]] = {}
    for call in calls:
        found.setdefault(endpoint_of(call, known), []).append(call)
    return [_feature(endpoint, mine) for endpoint, mine in found.items() if _alike(endpoint, mine, answered)]


def _alike(endpoint: Endpoint, calls: Sequence[Call], answered: set[int]) -> bool:
    """Were all refused in the same words, for several keys?"""
    plain = all(call.method == "GET" and call.kind == "" and call.status in REFUSED and not logs_in(call)
                and isinstance(call.answer, dict) and call.seq not in answered for call in calls)  # fmt: skip
    said = {(call.status, sorted_text(call.answer)) for call in calls}
    names = {frozenset(call.params) for call in calls}
    asked = {(call.path, call.query) for call in calls}
    return plain and len(said) == 1 and len(names) == 1 and len(asked) >= ENOUGH


def _feature(endpoint: Endpoint, calls: Sequence[Call]) -> Feature:
    call, stars = calls[0], endpoint.path.count("*")
    last = "_".join(snake(piece) for piece in endpoint.path.split("/") if piece not in ("", "*")) or "root"
    tests = [f"!segments[{stars - 1}].contains('/')"] if stars else []
    tests += [f"{text(name)} in query" for name in sorted(call.params)]
    on: JsonObject = {"request": f"GET {endpoint.origin}{endpoint.path}", "where": " && ".join(tests)}
    document: JsonObject = {
        "id": f"recorded.{last}.refused",
        "title": f"GET {endpoint.path}: always refused",
        "on": on,
        "reply": {"status": call.status, "json": literal(call.answer)},
    }
    seqs = ", ".join(str(one.seq) for one in calls[:8])
    return Feature(document, [f"seen: {endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)
