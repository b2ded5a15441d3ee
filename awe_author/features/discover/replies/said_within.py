"""Texts of an answer about one entity that have its key, or a text of its own, among others:
`Delete Harbour Crane Services (97)?`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from awe_author.features.discover.common.keys import member, text

SHORTEST = 6
"""Characters of a text of its own that is hardly there by chance."""
KEY = 2
"""The same of the key that the request names."""
LONGEST = 4000
"""Characters of such a text."""


def said_within(value: str, key: str, place: str, item: str, entity: Mapping[str, object]) -> str | None:
    """The expression of a text, with what is the entity's own put in; None without any. `place`: the expression of the
    key in the request; `item`: that of the entity."""
    if len(value) > LONGEST:
        return None
    own = {key: place} if len(key) >= KEY else {}
    for name, inner in entity.items():
        if isinstance(inner, str) and SHORTEST <= len(inner) < len(value) and name[:2] != "__":
            own.setdefault(inner, member(item, name, sure=False, other="''"))
    found = [one for one in own if one in value]
    if not found:
        return None
    longest = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
    pieces = re.split(rf"(?<![\w.])({longest})(?!\w|\.\d)", value)
    if len(pieces) == 1:
        return None
    return " + ".join(own[piece] if at % 2 else text(piece) for at, piece in enumerate(pieces) if piece)
