"""Secrets that a server keeps to itself: what is sent is never shown, but always the same text in its place.

    PUT /keys/7  {"data": {"user": "ada", "password": "tea-4711"}}
    GET /keys/7  {"data": {"user": "ada", "password": "********"}}

Told by a text that stood in the place of another one that was sent, that all entities show there, two at least,
whatever was sent of them. Two such texts were sent, or the text is one sign repeated, or it stands in several members
of a record (which are masked, too, though nobody wrote them).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import is_plain
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.writes.left_empty import dug, nested
from awe_author.features.discover.writes.shown_after import Sample
from awe_author.json_types import JsonObject

LEAST = 2
"""Entities that show it."""
Way = tuple[str, ...]


def masked(part: Entities, samples: Sequence[Sample]) -> dict[Way, str]:
    """Place of such a text, at most one record deep -> what is shown there."""
    told: dict[Way, set[str]] = {}
    other: dict[Way, set[str]] = {}
    for _, sent, shown in samples:
        there = dict(_texts(shown))
        for way, value in _texts(sent):
            if way in there:
                told.setdefault(way, set()).add(there[way])
                other.setdefault(way, set()).update({value} - {there[way]})
    shows: dict[Way, list[str]] = {}
    for one in (*part.seed.values(), *part.made.values()) if any(other.values()) else ():
        for way, value in _texts(one):
            shows.setdefault(way, []).append(value)
    always = {way: found[0] for way, found in shows.items() if len(found) >= LEAST and len({*found}) == 1}
    found: dict[Way, str] = {}
    for way, mask in always.items():
        beside = [one for one, same in always.items() if same == mask and one[:-1] == way[:-1] and len(one) > 1]
        proof = [one for one in {way, *beside} if other.get(one) and told[one] == {mask}]
        sure = len(beside) > 1 or any(len(other[one]) >= LEAST for one in proof) or len({*mask}) == 1
        if proof and sure and told.get(way, {mask}) == {mask}:
            found[way] = mask
    return {way: mask for way, mask in found.items() if way[0] != part.kind.key and all(map(is_plain, way))}


def _texts(value: Mapping[str, Any]) -> Iterator[tuple[Way, str]]:
    for name, inner in value.items():
        if isinstance(inner, str) and inner:
            yield (name,), inner
        for member, own in inner.items() if isinstance(inner, dict) else ():
            if isinstance(own, str) and own:
                yield (name, member), own


def masked_effects(masks: Mapping[Way, str], params: str, path: str) -> list[JsonObject]:
    """Effects that put the texts there. `params`: the expression of what is sent; `path`: the entity's."""
    return [
        {"op": "merge", "path": path, "value": nested(way, text(mask)), "if": f"type({dug(params, way)}) == string"}
        for way, mask in masks.items()
    ]
