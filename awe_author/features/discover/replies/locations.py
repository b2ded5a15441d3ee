"""Where answers to writes lead: `201` with `Location: /boats/7` for what was made, `303` back to `/boats/7/edit`.

The recorded header names the recorded entity. It is made anew when the key stands in it as a part of its path, in all
recorded answers, with the same address around it.
"""

from __future__ import annotations

import re

from awe_author.features.discover.common.keys import framed
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.replies.triggers import key_text


def location_text(one: Operation, part: Entities) -> str | None:
    """The expression of the header; None where the recorded one is no other for another entity."""
    pairs = [*zip(one.calls, one.made, strict=False)]
    if one.guessed or one.several or part.kind.source != "json" or not pairs or len(pairs) < len(one.calls):
        return None
    around = {_around(call.location, key) for call, key in pairs}
    told = around.pop() if len(around) == 1 else None
    if told is None:
        return None
    key = "result.id" if one.role == "create" else key_text(one, part) if one.key_at is not None else None
    return framed(told[0], f"string({key})", told[1]) if key is not None else None


def _around(location: str, key: str) -> tuple[str, str] | None:
    """What stands before and after the key, which is a whole part of the path, the last one of that name."""
    places = [*re.finditer(rf"(?<=/){re.escape(key)}(?=[/?#]|\Z)", location)] if key else []
    return (location[: places[-1].start()], location[places[-1].end() :]) if places else None
