"""What an app puts where a form of something new leaves a field empty: other texts of the form, one behind the other,
as the name of a person of the first and the last one."""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.single_lists import sent_in
from awe_author.json_types import JsonObject

SEVERAL = 2
"""Texts that are put together, at least."""


def put_together(one: PageKind, part: Entities, operation: Operation, seen: Seen) -> dict[str, tuple[str, str]]:
    """Field of the entity -> (form field, the expression of that), where all recorded posts left the field empty, and
    it was shown so."""
    found: dict[str, tuple[str, str]] = {}
    for name, of in one.sent.items() if operation.role == "create" else ():
        told = {_joined(one, part, call.seq, key, name, of, seen)
                for call, key in zip(operation.calls, operation.made, strict=False)}  # fmt: skip
        names = told.pop() if len(told) == 1 else ()
        if names:
            said = " + ' ' + ".join(map(sent_in, names))
            found[of] = name, f"({said}).trim()"
    return found


def fill_in(document: JsonObject, made: Mapping[str, tuple[str, str]]) -> None:
    """Have the action of a post get these where it sends nothing. `made`: field of the entity -> (form field, the
    expression)."""
    sent = document.get("with")
    for of, (name, own) in made.items():
        if isinstance(sent, dict) and of in sent:
            sent[of] = f"{sent_in(name)} != '' ? dyn({sent[of]}) : dyn({own})"


def _joined(one: PageKind, part: Entities, seq: int, key: str, name: str, of: str, seen: Seen) -> tuple[str, ...]:
    """The form fields whose texts, one behind the other, an entity shows in a field that its form left empty."""
    body = one.bodies.get(seq)
    later = [call.seq for mine in one.operations for call, about in zip(mine.calls, mine.made, strict=False)
             if about == key and call.seq > seq]  # fmt: skip
    said = (seen.before(part.kind, key, min(later, default=1 << 62)) or {}).get(of)
    if not isinstance(body, dict) or body.get(name) != "" or not isinstance(said, str):
        return ()
    words, names = said, list[str]()
    while words:
        fits = [other for other, value in body.items() if other in one.sent and other not in names
                and isinstance(value, str) and value and (words == value or words.startswith(value + " "))]  # fmt: skip
        if len(fits) != 1:
            return ()
        names.append(fits[0])
        words = words[len(str(body[fits[0]])) :].lstrip()
    return tuple(names) if len(names) >= SEVERAL else ()
