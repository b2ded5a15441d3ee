"""What is made below something says what that says: `POST /workers/3/titleChanges` is answered with
`{"descriptor": "Title Change: Ada", "currentTitle": "Cook", ...}` where worker 3 is called Ada and is a cook.

A field that no request sends is a text of its parent, perhaps with the same words around it, when all that was made
says so, below two parents at least that say different things.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from awe_author.features.discover.common.keys import framed, member
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.writes.below import known_parents, star_places, unsaid_parents

SHORTEST = 3
"""Characters of a text that is found among words."""
Pair = tuple[Any, dict[str, Any]]
"""(what a new entity says, its parent by then)."""


def copied_of_parents(one: Operation, part: Entities, parts: Iterable[Entities], seen: Seen) -> dict[str, str]:
    """Of a create: field -> the expression of it, by the entity that the address names."""
    if one.role != "create" or one.guessed or part.kind.source != "json" or len(one.calls) != len(one.made):
        return {}
    found: dict[str, str] = {}
    known = {*one.names_sent(), *unsaid_parents(one, part), part.kind.key}
    for number, home in known_parents(one, parts).items():
        place = star_places(one.endpoint)[number]
        told = [(call.segments[place], part.made.get(key, {}), call.seq)
                for call, key in zip(one.calls, one.made, strict=True)]  # fmt: skip
        parents = [seen.before(home.kind, above, seq) or {} for above, _, seq in told]
        own = f"state.{home.kind.name}[segments[{number}]]"
        for name in [name for name in part.fields() if name not in known and part.forms.get(name) == "plain"]:
            pairs = [(made.get(name), parent) for (_, made, _), parent in zip(told, parents, strict=True)]
            if name not in found and (text := _of(pairs, home, own)):
                found[name] = text
    return found


def _of(pairs: Sequence[Pair], home: Entities, own: str) -> str:
    """The expression; "" where no field of the parents explains all."""
    if len({str(value) for value, _ in pairs}) < 2 or not all(isinstance(value, str) for value, _ in pairs):
        return ""
    for name in [name for name in home.fields() if home.forms.get(name) == "plain" and name != home.kind.key]:
        around = {_around(value, parent.get(name)) for value, parent in pairs}
        before, after = next(iter(around)) or ("", "") if len(around) == 1 and None not in around else (None, None)
        if before is not None and after is not None:
            made = member(own, name, sure=name in home.certain())
            return framed(before, f"string({made} == null ? '' : {made})", after) if before or after else made
    return ""


def _around(value: str, said: Any) -> tuple[str, str] | None:
    """What stands around a text of the parent; None where it does not stand there once."""
    if not isinstance(said, str) or not said or (len(said) < SHORTEST and value != said) or value.count(said) != 1:
        return None
    before, _, after = value.partition(said)
    return before, after
