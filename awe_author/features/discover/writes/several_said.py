"""Writes about several entities that say by a word what is done to them: `{"op": "archive", "ids": [7, 8]}`, `{"op":
"stage", "value": "won", "ids": [3]}`.

A word of the body that is no field of the entities, with others in other requests, or one after which something else
changed: what each made of them by the next looks is what it makes of others. A field that became what the request says
beside it becomes that, any other the same value. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.features.discover.common.keys import literal, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.json_types import Json, JsonObject

Look = tuple[Call, dict[str, Any], Mapping[str, Any], Mapping[str, Any]]
"""(call, what was sent, an entity before, after)."""


def several_said(one: Operation, part: Entities, seen: Seen) -> list[JsonObject]:
    """The effects on each of `params.ids`, by what `params.changes` says; none where no word explains the changes."""
    if one.role != "update" or part.kind.source != "json":
        return []
    looks = [*_looks(one, part, seen)]
    for word in _words(one, part):
        made: dict[str, dict[str, Json]] = {}
        for said in dict.fromkeys(str(sent[word]) for _, sent, _, _ in looks):
            made[said] = _becomes([look for look in looks if str(look[1][word]) == said], word)
        if made and all(made.values()):
            return [
                {"op": "merge", "value": values, "if": f"dyn(params.changes).get({text(word)}, null) == {text(said)}"}
                for said, values in made.items()
            ]
    return []


def _words(one: Operation, part: Entities) -> list[str]:
    """Members that all requests send as a text and no entity has."""
    bodies = [body for call in one.calls if isinstance(body := one.body(call), dict)]
    shared = [name for name in bodies[0] if all(isinstance(body.get(name), str) for body in bodies)] if bodies else []
    return [name for name in shared if name not in part.fields()] if len(bodies) == len(one.calls) else []


def _looks(one: Operation, part: Entities, seen: Seen) -> Iterator[Look]:
    for call, key in zip(one.calls, one.made, strict=False):
        before, after = seen.before(part.kind, key, call.seq), _later(one, part, seen, call, key)
        if before is not None and after is not None:
            yield call, one.body(call), before, after


def _later(one: Operation, part: Entities, seen: Seen, call: Call, key: str) -> Mapping[str, Any] | None:
    """What an entity shows first after a request and before the next that names it: not what the request said."""
    until = min((other.seq for other, named in zip(one.calls, one.made, strict=False)
                 if named == key and other.seq > call.seq), default=None)  # fmt: skip
    shown = (
        sighting.value for sighting in part.kind.sightings()
        if str(sighting.value[part.kind.key]) == key and sighting.call.seq > call.seq
        and (until is None or sighting.call.seq < until)
    )  # fmt: skip
    return next(shown, None)


def _becomes(looks: list[Look], word: str) -> dict[str, Json]:
    """Field -> the template of what it became in all of these, where it was otherwise in one of them."""
    found: dict[str, Json] = {}
    names = {name for _, _, before, after in looks for name in after if name in before and before[name] != after[name]}
    for name in sorted(names):
        values = [after.get(name) for _, _, _, after in looks]
        now = looks[0][0].now(values[0])
        if (beside := _beside(looks, name, word)) is not None:
            found[name] = f"dyn(params.changes)[{text(beside)}]"
        elif now is not None:
            found[name] = now
        elif isinstance(values[0], str | int) and all(value == values[0] for value in values):
            found[name] = literal(values[0])
    return found


def _beside(looks: list[Look], name: str, word: str) -> str | None:
    """The member that requests send and that the field is afterwards."""
    for other in looks[0][1]:
        told = [(sent.get(other), after.get(name)) for _, sent, _, after in looks]
        if other != word and all(isinstance(said, str | int) and said == now for said, now in told):
            return other
    return None
