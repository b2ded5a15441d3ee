"""Texts of new entities that have another of their tokens in them: `/leave?id=UUID&key=...` beside `uuid: UUID`.

Believed when those of all entities that were there before have their own in the same place. What else in them is
a token that no two share is new each time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.entities.entities import Entities
from awe_author.json_types import JsonObject

LEAST = 2
"""Entities of the start that have such a text."""
SHORTEST = 16
MOST_TOLD = 8
"""New entities of the recording that get the texts they got there."""
_HEX = re.compile(r"(?<![0-9a-z-])[0-9a-f]{16,64}(?![0-9a-z-])")


def with_own_tokens(values: JsonObject, shown: Mapping[str, Any], part: Entities) -> JsonObject:
    """Field -> expression of such texts. `values`: what is made of the other fields; `shown`: as recorded."""
    made: JsonObject = {}
    for name, value in shown.items():
        if not isinstance(value, str) or values.get(name) != text(value):
            continue
        for other, token in shown.items():
            own = values.get(other)
            alike = other != name and isinstance(own, str) and own != text(str(token)) and _holds(name, other, part)
            if alike and _is_token(token) and token in value:
                made[name] = _expression(name, value, token, str(own), part)
                break
    return made


def _is_token(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) >= SHORTEST and looks_like_id(value)


def _holds(name: str, other: str, part: Entities) -> bool:
    """Has the text of each entity of the start its own token in it?"""
    pairs = [(one.get(name), one.get(other)) for one in part.seed.values()]
    told = [(said, token) for said, token in pairs if isinstance(said, str)]
    return len(told) >= LEAST and all(_is_token(token) and token in said for said, token in told)


def _expression(name: str, value: str, token: str, own: str, part: Entities) -> str:
    others = [str(one.get(name)) for one in part.seed.values()]
    pieces = (_pieces(piece, others) for piece in value.split(token))
    made = f" + {own} + ".join(" + ".join(piece) for piece in pieces)
    told = [(key, said) for key, one in part.made.items() if isinstance(said := one.get(name), str)]
    for key, said in told[:MOST_TOLD]:
        made = f"string(id) == {text(key)} ? {text(said)} : {made}"
    return made


def _pieces(value: str, others: Sequence[str]) -> list[str]:
    """The expressions of a part of a text; tokens in it that no other text has are new."""
    made: list[str] = []
    last = 0
    for found in _HEX.finditer(value):
        if not any(found[0] in other for other in others):
            fresh = " + ".join(["uuid().replace('-', '')"] * -(-len(found[0]) // 32))
            made += [text(value[last : found.start()]), f"({fresh}).substring(0, {len(found[0])})"]
            last = found.end()
    return [*made, text(value[last:])]
