"""Posts that a page sends by itself behind a write, of which nothing comes: the draft of what was saved is thrown away.

    POST /wiki?id=tea&do=save  words=Green tea      leads to the page, which posts by itself:
    POST /ajax  call=drop_draft&id=tea&token=...    answered with nothing

Told by when they came: in the step of another write about the same entity, each time, though they say nothing beside
which entity. They change nothing, and are acknowledged, whatever has become of the entity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

LEAST = 2
"""Such posts that were seen."""
SURE = 0.7


def beside_writes(roles: Sequence[tuple[Call, str, str]]) -> list[list[Call]]:
    """Such posts of those about a kind, those to one address together. `roles`: (post, what it does, to which key)."""
    groups: dict[tuple[str, ...], list[tuple[Call, str]]] = {}
    for call, role, key in roles:
        if role == "update" and _is_plain(call):
            groups.setdefault((call.path, call.operation, *sorted(_sent(call))), []).append((call, key))
    found: list[list[Call]] = []
    for mine in groups.values():
        own = {call.seq for call, _ in mine}
        others = [(call, key) for call, _, key in roles if call.seq not in own]
        behind = all(any(_ahead(one, call) and its == key for one, its in others) for call, key in mine)
        if behind and len(mine) >= LEAST and _say_nothing(mine):
            found.append([call for call, _ in mine])
    return found


def _sent(call: Call) -> Mapping[str, Any]:
    return call.body if isinstance(call.body, dict) else {}


def _is_plain(call: Call) -> bool:
    """Is a form answered with nothing?"""
    told = call.html or call.answer is not None or call.location
    return call.kind in ("form", "multipart") and not told and 200 <= call.status < 300


def _ahead(other: Call, call: Call) -> bool:
    """Does a write come before another post in the same step?"""
    return other.step is not None and other.step == call.step and other.seq < call.seq


def _say_nothing(posts: Sequence[tuple[Call, str]]) -> bool:
    """Do posts say nothing but which entity, and what all of them say?"""
    first = _sent(posts[0][0])
    return all(
        value == key or value == first[name] or opaque([value])
        for call, key in posts for name, value in _sent(call).items()
    )  # fmt: skip


def beside_features(one: PageKind) -> list[Feature]:
    """Their features."""
    return [_feature(one, calls) for calls in one.beside]


def _feature(one: PageKind, calls: Sequence[Call]) -> Feature:
    call = calls[-1]
    first, *others = map(_sent, calls)
    same = {
        name: value for name, value in first.items()
        if isinstance(value, str) and all(body.get(name) == value for body in others) and not opaque([value])
    }  # fmt: skip
    tests = [f"body.get({text(name)}, '') == {text(value)}" for name, value in same.items()]
    tests += [f"{text(name)} in body" for name in first if name not in same]
    for pair in call.operation.split("&") if call.operation else ():
        name, _, value = pair.partition("=")
        tests += [f"query.get({text(name)}, '') == {text(value)}"] if name in call.params else []
    on: JsonObject = {"request": f"{call.method} {call.origin}{call.path}", "where": " && ".join(tests)}
    document: JsonObject = {
        "id": f"{one.kind.name}.beside.form",
        "title": "What pages post by themselves behind a write: acknowledged",
        "on": on,
        "reply": {"status": call.status, "like": "recorded"},
    }
    seqs = ", ".join(str(each.seq) for each in calls)
    return Feature(document, [f"seen: POST {call.path}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)
