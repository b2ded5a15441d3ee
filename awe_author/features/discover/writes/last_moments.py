"""Moments of the last change that no answer shows after one: `last_reply_at`, `updated`.

Such a field is called so, is the moment of its making for what the recording made, and another one for something that
was there before. Each change makes it now, unless a look at the entity after a change shows that it does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.lists.ordering import MADE

NEAR = 5.0
"""Seconds between two moments of one write."""
APART = 60.0
"""Seconds between moments of two."""
_LAST = re.compile(r"(^|_)(last|latest|updated|modified|changed|edited|activity)(_|$)")


def last_moments(part: Entities, changes: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[str]:
    """Their names. `changes`: what was known of an entity before and after each recorded change."""
    found = []
    for name in part.fields():
        if not _LAST.search(snake(name)) or name in part.written:
            continue
        seen = any(name in before and name in after for before, after in changes)
        made_then = [_since_made(one, name) for one in part.made.values()]
        others = [_since_made(one, name) for one in part.seed.values()]
        new = bool(made_then) and all(one is not None and one < NEAR for one in made_then)
        if not seen and new and any(one is not None and one > APART for one in others):
            found.append(name)
    return found


def _since_made(entity: Mapping[str, Any], name: str) -> float | None:
    """Seconds between the moment and the one at which the entity was made; None where one of them is not told."""
    made = next((one for one in entity if MADE.search(snake(one)) and _moment(entity[one]) is not None), "")
    moment, began = _moment(entity.get(name)), _moment(entity.get(made))
    return abs(moment - began) if moment is not None and began is not None else None


def _moment(value: Any) -> float | None:
    if not isinstance(value, str) or not re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", value):
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
