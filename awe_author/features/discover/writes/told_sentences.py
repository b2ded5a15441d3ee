"""Sentences in answers to writes that name the entity: `{"ok": true, "message": "Ada Vance was saved"}`.

Believed where every recorded answer has, in one place beside the entity, a text of several words in which the same
field of the entity stands as words of its own, and which is else the same. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.features.discover.common.keys import framed, member
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at, leaves
from awe_author.json_types import Json

SHORTEST = 3
"""Characters of a value that is looked for."""
LONGEST = 300
"""Characters of a sentence."""


def told_sentences(one: Operation, part: Entities, seen: Seen) -> Json:
    """Places of the answer with the expressions of such sentences; None without one. Expressions use the entity by the
    name of its kind."""
    alone = not one.several and not one.guessed and len(one.calls) == len(one.made) > 0
    if not alone or part.kind.source != "json" or one.role not in ("create", "update", "delete", "act"):
        return None
    looks = [(call, _known(one, part, seen, call, key)) for call, key in zip(one.calls, one.made, strict=True)]
    made: Json = None
    for way in _places(one, part):
        told = [_frames(at(call.answer, way), known) for call, known in looks]
        same = [name for name in told[0] if all(name in each and each[name] == told[0][name] for each in told)]
        if same:
            before, behind = told[0][same[0]]
            own = member(safe(singular(part.kind.name)), same[0], sure=False, other="''")
            inner = nest(way, framed(before, f"string({own})", behind), "", "")
            made = inner if made is None else joined(made, inner)
    return made


def _known(one: Operation, part: Entities, seen: Seen, call: Call, key: str) -> Mapping[str, Any]:
    """The entity as the answer may speak of it: as it was before a delete, else as it is then."""
    before = seen.before(part.kind, key, call.seq) or {}
    return before if one.role == "delete" else {**before, **(seen.after(part.kind, key, call.seq) or {})}


def _places(one: Operation, part: Entities) -> Iterator[tuple[str, ...]]:
    """Where the first answer has sentences, outside of lists and of the entity."""
    call, pattern = one.calls[0], one.pattern
    for way, value in leaves(call.answer) if not call.html else ():
        sentence = isinstance(value, str) and len(value) < LONGEST and " " in value.strip()
        names = tuple(step for step in way if isinstance(step, str))
        inside = (
            pattern is not None and names[: len(pattern)] == pattern and (bool(pattern) or names[0] in part.fields())
        )
        if sentence and len(names) == len(way) and not inside:
            yield names


def _frames(text: Any, known: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Field -> what stands before and behind its value in a sentence, those with longer values first."""
    found: dict[str, tuple[str, str]] = {}
    told = [(name, value) for name, value in known.items() if isinstance(value, str) and len(value) >= SHORTEST]
    for name, value in sorted(told, key=lambda pair: -len(pair[1])) if isinstance(text, str) else ():
        places = [*re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text)]
        if len(places) == 1 and value != text:
            found[name] = (text[: places[0].start()], text[places[0].end() :])
    return found
