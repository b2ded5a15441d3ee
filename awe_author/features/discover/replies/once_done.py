"""Lists of kinds in which the recording did nothing, while nothing is done in them: as they were recorded.

What can be done to such a kind is only supposed (`sibling_kinds`), where envelopes are called after the kinds by less
than elsewhere. As long as nobody does it, nothing is better than the recorded answers. Each supposed action says in the
state that it was done, and from then on the lists of its kind are made of the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.json_types import JsonObject

DONE = "done_to"
"""Member of the state: kind -> was anything done in it?"""


def supposed_kinds(operations: Sequence[Operation]) -> set[str]:
    """The names of kinds that nothing writes but what is supposed by envelopes called after kinds."""
    writes = [one for one in operations if one.writes]
    return {one.kind.name for one in writes if one.called_after} - {
        one.kind.name for one in writes if not one.called_after
    }


def kept_reads(operations: Sequence[Operation]) -> list[Call]:
    """The recorded lists of such kinds, which the recording answers at first."""
    kinds = supposed_kinds(operations)
    lists = [one for one in operations if one.role == "list" and one.kind.name in kinds]
    return sorted((call for one in lists for call in one.calls), key=lambda call: call.seq)


def done_test(kind: str) -> str:
    """The expression of whether anything was done in such a kind."""
    return f"state.{DONE}.{kind}"


def add_done(document: JsonObject, seed: JsonObject, names: Mapping[int, str], operations: Sequence[Operation]) -> None:
    """Complete model and seed. `names`: id() of an operation -> its action."""
    kinds = sorted(supposed_kinds(operations) & seed.keys())
    actions, properties, required = document["x-actions"], document["properties"], document["required"]
    if not kinds or not isinstance(actions, dict) or not isinstance(properties, dict) or not isinstance(required, list):
        return
    for one in operations:
        action = actions.get(names.get(id(one), "")) if one.writes and one.kind.name in kinds else None
        effects = action["effects"] if isinstance(action, dict) else None
        if isinstance(effects, list):
            effects.append({"op": "replace", "path": f"/{DONE}/{one.kind.name}", "value": "true"})
    properties[DONE] = {
        "type": "object",
        "description": "Was anything done in collections of which the recording only shows lists?",
        "additionalProperties": False,
        "required": [*kinds],
        "properties": {name: {"type": "boolean"} for name in kinds},
    }
    seed[DONE] = dict.fromkeys(kinds, False)
    required.append(DONE)
