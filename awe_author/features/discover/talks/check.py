"""Is what sockets drafted accepted as it is?

A member that an action writes in another form loses its type; a draft that cannot be read even so is given up, and its
lines are left to the recording: never a draft that `enrich` refuses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from awe_author.features.discover.common.loosened import loosened
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

if TYPE_CHECKING:
    from awe_author.features.discover.talks.draft import TalkDraft


def settled(draft: TalkDraft, news: Sequence[Feature]) -> None:
    """Loosen the draft until it can be read; when nothing helps, only `news` of other entities is left of it."""
    why = loosened(model_of(draft))
    if not why:
        return
    draft.left.append(("sockets", f"cannot be put into a model: {why}"[:300], len(draft.features)))
    draft.properties, draft.defs, draft.actions, draft.seed = {}, {}, {}, {}
    draft.counters, draft.last, draft.features, draft.kinds = {}, {}, [*news], []


def model_of(draft: TalkDraft) -> JsonObject:
    """The draft as a model of its own."""
    plain: JsonObject = {}
    for name, values in (("next_ids", draft.counters), ("last", draft.last)):
        if values:
            kind: JsonObject = {"type": "integer"} if name == "next_ids" else {}
            plain[name] = {"type": "object", "required": [*values], "properties": dict.fromkeys(values, kind)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": [*plain],
        "properties": {**draft.properties, **plain} or {"empty": {"type": "object", "properties": {}}},
        "$defs": draft.defs,
        "x-actions": draft.actions,
    }
