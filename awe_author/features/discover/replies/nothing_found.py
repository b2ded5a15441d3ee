"""Reads about an address elsewhere that found nothing: what a link says of itself, its title and picture.

    GET /metadata?url=https://anchors.test/holding      {"title": null, "description": null}

A mock reaches no other place: it finds nothing at any address.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.4


def nothing_found(calls: Sequence[Call], answered: Set[int]) -> list[Feature]:
    """One feature for each such read, of calls that no other answers; none where some address was told of."""
    asked: dict[str, list[Call]] = {}
    for call in calls:
        if call.method == "GET" and call.status == 200 and call.seq not in answered and _elsewhere(call):
            asked.setdefault(call.origin + call.path, []).append(call)
    found = []
    for address, mine in asked.items():
        if not all(_says_nothing(call) for call in mine):
            continue
        name = _elsewhere(mine[0])
        document: JsonObject = {
            "id": f"recorded.{'_'.join(snake(part) for part in mine[0].parts if snake(part)) or 'root'}.found",
            "title": f"GET {mine[0].path}: nothing is found elsewhere",
            "on": {"request": f"GET {address}", "where": f"{text(name)} in query"},
            "reply": {"status": 200, "like": "recorded"},
        }
        seqs = ", ".join(str(call.seq) for call in mine)
        found.append(Feature(document, [f"seen: GET {mine[0].path}, seq {seqs}", f"sure: {SURE:.2f}"], SURE))
    return found


def _elsewhere(call: Call) -> str:
    """The only parameter of a read, when it is an address of another place; else ""."""
    if len(call.query) != 1:
        return ""
    name, value = call.query[0]
    parts = urlsplit(value)
    return name if parts.scheme in ("http", "https") and parts.netloc and not call.origin.endswith(parts.netloc) else ""


def _says_nothing(call: Call) -> bool:
    return (
        isinstance(call.answer, dict)
        and bool(call.answer)
        and all(one in (None, "", []) for one in call.answer.values())
    )
