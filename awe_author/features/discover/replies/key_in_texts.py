"""Texts of answers that say the key of what a write was about among words: `"Boat 4711 was deleted."`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awe_author.features.discover.common.keys import framed
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sightings import Pattern

SHORTEST = 3
"""Characters of a key that stands in a text by no chance, where one answer alone tells."""
LONGEST = 300


def key_texts(done: Sequence[tuple[Call, str]], key: str) -> dict[Pattern, str]:
    """Place -> the expression of such a text, in all answers. `done`: (call, key that it was about); `key`: the
    expression of it."""
    told = [dict(leaves(call.answer)) for call, _ in done]
    apart = len({own for _, own in done}) > 1
    found: dict[Pattern, str] = {}
    for way in told[0] if told else ():
        around = {_around(one.get(way), own) for one, (_, own) in zip(told, done, strict=True)}
        pair = around.pop() if len(around) == 1 else None
        long = apart or all(len(own) >= SHORTEST for _, own in done)
        if pair is not None and long and all(isinstance(step, str) for step in way):
            found[tuple(map(str, way))] = framed(pair[0], key, pair[1])
    return found


def _around(value: object, key: str) -> tuple[str, str] | None:
    """What stands before and after the key, where it stands once among words."""
    if not isinstance(value, str) or len(value) > LONGEST or not key:
        return None
    places = [*re.finditer(rf"(?<![\w-]){re.escape(key)}(?![\w-])", value)]
    if len(places) != 1 or not re.search(r"[^\W\d_]{2}\s|\s[^\W\d_]{2}", value):
        return None
    return value[: places[0].start()], value[places[0].end() :]
