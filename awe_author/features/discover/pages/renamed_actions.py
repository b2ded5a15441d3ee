"""What becomes of the state when an entity gets another name: it has the new key, with all that was known of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awe_author.features.discover.common.names import singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.renamed import MOVED, Renamed
from awe_author.json_types import JsonObject


def add_renamed(document: JsonObject, names: dict[int, str], one: PageKind, part: Entities) -> None:
    """Put the actions of posts that give another name into a model. `names`: id() of an operation -> its action."""
    actions = document["x-actions"]
    assert isinstance(actions, dict)
    for operation in one.operations:
        of = one.renamed.get(operation.calls[-1].seq)
        if of is not None:
            was, name = names[id(operation)], f"rename_{singular(part.kind.name)}"
            names[id(operation)] = name
            actions[name] = _action(of, part.kind.name, part)
            if was not in names.values():
                del actions[was]


def _action(of: Renamed, kind: str, part: Entities) -> JsonObject:
    """What becomes of the state."""
    every = [*part.seed.items(), *part.made.items()]
    called = [name for name in part.fields() if name not in ("id", MOVED) and _calls(name, every)]
    own: JsonObject = {"id": "id", **dict.fromkeys(called, "id.replace('_', ' ')")}
    old, new = f"/{kind}/{{params.id}}", f"/{kind}/{{string(id)}}"
    noun = singular(kind).replace("_", " ")
    return {
        "title": f"Another name for a {noun}",
        "$comment": f"Seen: {of.call.method} {of.call.path}, seq {of.call.seq}. Sure: 0.70.",
        "params": {
            "type": "object",
            "required": ["id", "to"],
            "properties": {"id": {"type": "string", "x-ref": f"/{kind}"}, "to": {"type": "string", "minLength": 1}},
        },
        "let": {"id": "params.to"},
        "effects": [
            {"op": "add", "path": new, "value": f"state.{kind}[params.id]"},
            {"op": "merge", "path": new, "value": own},
            {"op": "merge", "path": old, "value": {MOVED: "id"}} if of.stays else {"op": "remove", "path": old},
        ],
        "result": {"id": "string(id)"},
    }


def _calls(name: str, every: Sequence[tuple[str, Mapping[str, object]]]) -> bool:
    """Is a field the key as words, wherever it is known?"""
    said = [(str(entity[name]), key) for key, entity in every if name in entity]
    return len(said) > 1 and all(value == key.replace("_", " ") for value, key in said)
