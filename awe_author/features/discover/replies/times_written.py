"""Numbers beside an entity that say how often it was written: `GET /revisions?item=61` -> `{"count": 2}`.

What else is asked about an entity is no part of it. Its answers have a number that goes by the writes when, of one that
was created, it was seen after different numbers of changes, and always was as many more. The first number is that of
new entities; those of the recording have it, too, when all that were asked about did. The state counts the changes.
Where none was changed in between, a 1 of a new one that is asked for at an address of histories (`/revisions`) counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.replies.echoes import Counted, Echo
from awe_author.features.discover.writes.reshaped import writes_to
from awe_author.json_types import JsonObject

TIMES = "times_written"
"""Member of the state: kind -> key -> how often it was changed."""
CHANGES = ("update", "replace")
HISTORIES = frozenset(("revisions", "versions", "history", "audit"))
"""Last words of addresses that tell what was done to an entity."""


def count_writes(echoes: Sequence[Echo], operations: Sequence[Operation]) -> None:
    """Tell the echoes (`Echo.counted`) where their answers count the writes."""
    for one in echoes:
        one.counted = _counted(one, operations)
        if one.counted is not None:
            one.asked -= one.part.made.keys()


def _counted(one: Echo, operations: Sequence[Operation]) -> Counted | None:
    """The one number of its answers that does, if there is one."""
    writes = {
        key: [call.seq for made, call in mine if made.role in CHANGES]
        for key, mine in writes_to(one.part, operations).items()
    }
    firsts: dict[tuple[str | int, ...], dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    asked: dict[str, set[int]] = defaultdict(set)
    for call, key in one.calls:
        if call.answer is None:
            continue
        changes = sum(seq < call.seq for seq in writes.get(key, ()))
        asked[key].add(changes)
        for way, value in leaves(call.answer):
            if isinstance(value, int) and not isinstance(value, bool):
                firsts[way][key].add(value - changes)
    made = [key for key in asked if key in one.part.made]
    moved = [key for key in made if len(asked[key]) > 1]
    told = moved or made if _of_histories(one) else moved
    found = [
        Counted(way, min(by_key[told[0]]), TIMES, all(values == by_key[told[0]] for values in by_key.values()))
        for way, by_key in firsts.items()
        if told and by_key.keys() == asked.keys() and all(len(values) == 1 for values in by_key.values())
        and (moved or by_key[told[0]] == {1})
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _of_histories(one: Echo) -> bool:
    """Does the last word of its address say so?"""
    words = re.findall(r"[a-z]+", one.calls[0][0].path.lower()) if one.calls else []
    return bool(words) and words[-1] in HISTORIES


def _effect(one: Operation) -> JsonObject:
    """What a write does to the count: what is gone has none."""
    there = f"state.{TIMES}.{one.kind.name}"
    path = f"/{TIMES}/{one.kind.name}/{{params.id}}"
    if one.role == "delete":
        return {"op": "remove", "path": path, "if": f"params.id in {there}"}
    return {"op": "add", "path": path, "value": f"int(dyn({there}).get(params.id, 0)) + 1"}


def add_times(
    document: JsonObject,
    seed: JsonObject,
    names: Mapping[int, str],
    echoes: Sequence[Echo],
    operations: Sequence[Operation],
) -> None:
    """Complete model and seed. `names`: id() of an operation -> its action."""
    kinds = sorted({one.part.kind.name for one in echoes if one.counted is not None})
    actions, properties, required = document["x-actions"], document["properties"], document["required"]
    if not kinds or not isinstance(actions, dict) or not isinstance(properties, dict) or not isinstance(required, list):
        return
    writes = {names.get(id(one), ""): one for one in operations if one.kind.name in kinds}
    for name, one in writes.items():
        action = actions.get(name) if one.role in (*CHANGES, "delete") else None
        effects = action["effects"] if isinstance(action, dict) else None
        if isinstance(effects, list):
            effects.append(_effect(one))
    counts: JsonObject = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}
    properties[TIMES] = {
        "type": "object",
        "description": "How often entities were changed, as answers about them say.",
        "additionalProperties": False,
        "required": [*kinds],
        "properties": dict.fromkeys(kinds, counts),
    }
    seed[TIMES] = {name: {} for name in kinds}
    required.append(TIMES)
