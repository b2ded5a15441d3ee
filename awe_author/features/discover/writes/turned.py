"""Words of an entity that any change turns into another one: what was published is "modified" afterwards, what was
approved waits again. Drafts stay drafts, so it goes by what the word was.

Two changes that turned the same word tell it, when each word became the same one after all of its changes and no
request asked for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.json_types import JsonObject

LEAST = 2
MOST_WORDS, LONGEST = 8, 40


def turned_effects(
    changes: Sequence[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]], part: Entities, path: str
) -> list[JsonObject]:
    """The effects of a change. `changes`: (what was sent, the entity before, after) of each; `path`: the entity's."""
    found: list[JsonObject] = []
    for name in sorted({name for _, _, after in changes for name in after} - {part.kind.key, part.kind.own_id}):
        for was, now in _turned(name, changes, part).items():
            there = f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, null) == {text(was)}"
            found.append({"op": "merge", "path": path, "value": {name: text(now)}, "if": there})
    return found


def _turned(
    name: str, changes: Sequence[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]], part: Entities
) -> dict[str, str]:
    """Word -> what it becomes."""
    looks = [(sent, before[name], after[name]) for sent, before, after in changes if name in before and name in after]
    words = [*(one for one in part.values(name) if one is not None), *(one for look in looks for one in look[1:])]
    if not all(isinstance(one, str) and 0 < len(one) <= LONGEST for one in words) or len(set(words)) > MOST_WORDS:
        return {}
    if any(sent.get(name, was) != was for sent, was, _ in looks):
        return {}
    pairs = Counter((was, now) for _, was, now in looks)
    if len({was for was, _ in pairs}) < len(pairs):
        return {}
    return {was: now for (was, now), times in pairs.items() if was != now and times >= LEAST}
