"""Texts of an answer about one entity that have its key, or a text of its own, among others:
`Delete Harbour Crane Services (97)?`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.json_types import sorted_text

SHORTEST = 6
"""Characters of a text of its own that is hardly there by chance."""
KEY = 2
"""The same of the key that the request names."""
LONGEST = 4000
"""Characters of such a text."""


def said_within(
    value: str, key: str, place: str, item: str, entity: Mapping[str, object], parts: Mapping[str, str]
) -> str | None:
    """The expression of a text, with what is the entity's own put in; None without any. `place`: the expression of the
    key in the request; `item`: that of the entity; `parts`: what else the request says -> its expression."""
    if len(value) > LONGEST:
        return None
    own = {said: other for said, other in parts.items() if len(said) >= SHORTEST}
    own |= {key: place} if len(key) >= KEY else {}
    for name, inner in entity.items():
        if isinstance(inner, str) and SHORTEST <= len(inner) < len(value) and name[:2] != "__":
            own.setdefault(inner, member(item, name, sure=False, other="''"))
    found = [one for one in own if one in value]
    if not found:
        return None
    pieces = re.split("({})".format("|".join(map(_word, sorted(found, key=len, reverse=True)))), value)
    if len(pieces) == 1:
        return None
    return " + ".join(own[piece] if at % 2 else text(piece) for at, piece in enumerate(pieces) if piece)


def said_params(calls: Sequence[Call]) -> list[str]:
    """The parameters whose values, other ones in each call, stand in the texts of all answers."""
    names = [name for name, value in calls[0].query if len(value) >= SHORTEST] if calls else []
    told = [(call, sorted_text(call.answer)) for call in calls]
    return [
        name for name in dict.fromkeys(names)
        if len({call.params.get(name) for call in calls}) == len({call.seq for call in calls}) > 1
        and all(_stands(call.params.get(name, ""), said) for call, said in told)
    ]  # fmt: skip


def _stands(value: str, said: str) -> bool:
    return len(value) >= SHORTEST and re.search(_word(value), said) is not None


def _word(said: str) -> str:
    """The pattern of words that stand alone."""
    return rf"(?<![\w.]){re.escape(said)}(?!\w|\.\d)"


def same_but_for(calls: Sequence[tuple[Call, str]], names: Sequence[str]) -> bool:
    """Are the answers the same but for the key that each call is about, and the values of these parameters?"""
    told = set()
    for call, key in calls:
        said = sorted_text(call.answer)
        for number, value in enumerate([key, *(call.params.get(name, "") for name in names)]):
            said = re.sub(_word(value), f"*{number}", said) if value else said
        told.add(said)
    return len(told) == 1
