"""Is what sockets drafted accepted as it is?

A member that an action writes in another form loses its type; a draft that cannot be read even so is given up, and its
lines are left to the recording: never a draft that `enrich` refuses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject
from awe_author.state.loading import load_model
from awe_author.state.loading.problems import ModelProblems

if TYPE_CHECKING:
    from awe_author.features.discover.talks.draft import TalkDraft

ROUNDS = 40
_VALUE = re.compile(r"/x-actions/([^/]+)/effects/(\d+)/value/([^/]+)")


def settled(draft: TalkDraft, news: Sequence[Feature]) -> None:
    """Loosen the draft until it can be read; when nothing helps, only `news` of other entities is left of it."""
    for _ in range(ROUNDS):
        try:
            load_model(model_of(draft), app="draft")
            return
        except ModelProblems as error:
            loosened = [_loosened(draft, one.pointer) for one in error.problems]
            if not any(loosened):
                why = f"cannot be put into a model: {error.problems[0]}"
                draft.left.append(("sockets", why[:300], len(draft.features)))
                break
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


def _loosened(draft: TalkDraft, pointer: str) -> bool:
    """Take the type off the member that the problem is about."""
    found = _VALUE.match(pointer)
    action = draft.actions.get(found[1]) if found else None
    effects = action.get("effects") if isinstance(action, dict) else None
    effect = effects[int(found[2])] if found and isinstance(effects, list) else None
    path = str(effect.get("path", "")) if isinstance(effect, dict) else ""
    collection = draft.properties.get(path.split("/")[1]) if path.count("/") else None
    entity = collection.get("additionalProperties") if isinstance(collection, dict) else None
    reference = str(entity.get("$ref", "")) if isinstance(entity, dict) else ""
    schema = draft.defs.get(reference.rpartition("/")[2])
    members = schema.get("properties") if isinstance(schema, dict) else None
    if found is None or not isinstance(members, dict) or not members.get(found[3]):
        return False
    members[found[3]] = {}
    return True
