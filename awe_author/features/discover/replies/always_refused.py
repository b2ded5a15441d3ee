"""What was refused in the same words whatever was asked for or sent: of a part of the app that is switched off, say.

Reads are refused for other keys, too, and what is sent is when it says something else, if it was forbidden: a 404 or a
422 goes by what there is or what was sent. Nothing that was ever answered otherwise is. Words in which each answer says
the address that it was asked at, or a random key of its own, are the same words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal, text
from awe_author.features.discover.common.names import id_of_path
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject, sorted_text

SURE = 0.5
REFUSED = (403, 404, 410)
FORBIDDEN = (402, 403)
"""Of what is sent."""
ENOUGH = 2
"""Addresses that were refused, at least; or answers, where each has another random key."""
NEW = "'0%x'.format([int(now) * 1000 + now.getMilliseconds() + url.size()])"
"""The end of a key that is another one at each moment and most addresses: replies have no random numbers."""
MOMENT = 24
"""Characters of a UUID in front of that."""
_CREDENTIAL = re.compile(r"pass|secret|token|otp|code|user|mail|login|csrf", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def always_refused(calls: Sequence[Call], answered: set[int], known: frozenset[str]) -> list[Feature]:
    """The features, of endpoints at which no call is answered by another one."""
    found: dict[Endpoint, list[Call]] = {}
    for call in calls:
        found.setdefault(endpoint_of(call, known), []).append(call)
    return [_feature(endpoint, mine) for endpoint, mine in found.items() if _alike(endpoint, mine, answered)]


def _alike(endpoint: Endpoint, calls: Sequence[Call], answered: set[int]) -> bool:
    """Were all refused in the same words, for several keys, or whatever was sent?"""
    method = calls[0].method
    kinds, status = (("",), REFUSED) if method == "GET" else (("", "json", "form", "multipart"), FORBIDDEN)
    plain = all(call.kind in kinds and call.status in status and call.method == method and not _lets_in(call)
                and isinstance(call.answer, dict) and call.seq not in answered for call in calls)  # fmt: skip
    names = {frozenset(call.params) for call in calls}
    asked = {(call.path, call.query, sorted_text(call.body)) for call in calls}
    if not plain or len({call.status for call in calls}) > 1 or len(names) > 1 or len(calls) < ENOUGH:
        return False
    made = _template([call.answer for call in calls], calls)
    return made is not None and (len(asked) >= ENOUGH or NEW in str(made))


def _lets_in(call: Call) -> bool:
    """May others be let in by it? A post whose address is only called after sessions says no credentials."""
    said = call.body if call.method != "GET" and isinstance(call.body, dict) else None
    return logs_in(call) and (said is None or any(map(_CREDENTIAL.search, said)))


def _template(said: Sequence[Any], calls: Sequence[Call]) -> Json:
    """The expressions of what all of these answers say at a place; None where they differ in another way."""
    first = said[0]
    if isinstance(first, dict) and all(isinstance(one, dict) and one.keys() == first.keys() for one in said):
        members = {name: _template([one[name] for one in said], calls) for name in first}
        return None if None in members.values() else members
    if isinstance(first, list) and all(isinstance(one, list) and len(one) == len(first) for one in said):
        items = [_template([one[place] for one in said], calls) for place in range(len(first))]
        return None if None in items else items
    if not isinstance(first, str):
        same = all(type(one) is type(first) and one == first for one in said)
        return ("null" if first is None else literal(first)) if same else None
    apart = [one.split(call.path) if isinstance(one, str) else [] for one, call in zip(said, calls, strict=True)]
    if all(one == apart[0] for one in apart):
        own = f" + url.replace({text(calls[0].origin)}, '').split('?')[0] + "
        return own.join(text(piece) for piece in apart[0])
    random = all(isinstance(one, str) and _UUID.fullmatch(one) for one in said) and opaque(said)
    return f"{text(first[:MOMENT])} + {NEW}" if random and len({*said}) == len(said) else None


def _feature(endpoint: Endpoint, calls: Sequence[Call]) -> Feature:
    call, stars = calls[0], endpoint.path.count("*")
    verb = "" if call.method == "GET" else f".{call.method.lower()}"
    tests = [f"!segments[{stars - 1}].contains('/')"] if stars else []
    tests += [f"{text(name)} in query" for name in sorted(call.params)]
    where: JsonObject = {"where": " && ".join(tests)} if tests else {}
    on: JsonObject = {"request": f"{call.method} {endpoint.origin}{endpoint.path}", **where}
    document: JsonObject = {
        "id": f"recorded.{id_of_path(endpoint.path)}.refused{verb}",
        "title": f"{call.method} {endpoint.path}: always refused",
        "on": on,
        "reply": {"status": call.status, "json": _template([one.answer for one in calls], calls)},
    }
    seqs = ", ".join(str(one.seq) for one in calls[:8])
    return Feature(document, [f"seen: {endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)
