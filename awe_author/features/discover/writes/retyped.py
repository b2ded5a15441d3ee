"""Numbers and truths that requests send as texts (`"pages": "210"`), as the inputs of a form give them.

An app shows them as what they are, and kept as texts they could not be compared with the others: no list is sorted by
numbers and texts. A field is told by what is shown of the entity later, before it is written again; the answer to the
write itself says nothing, as it may say again what was sent. One that ever came back otherwise is left alone.

An empty text becomes nothing, where many entities have nothing in that field and none has an empty text anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.writes.shown_after import shown_after
from awe_author.json_types import JsonObject

Form = Literal["number", "truth", "nothing"]
MANY = 5
"""Entities of the start that have nothing where others have a text."""
_WHOLE = "^-?[0-9]{1,18}$"
_NUMBER = "^-?[0-9]{1,18}([.][0-9]{1,18})?$"


def retyped(
    part: Entities, writes: Mapping[str, Sequence[tuple[Operation, Call]]], seen: Seen
) -> dict[str, frozenset[Form]]:
    """Field -> what its texts become. `writes`: those to each key, in recorded order."""
    told: dict[str, set[Form]] = {}
    wrong: set[str] = set()
    for name, sent, shown in _pairs(part, writes, seen):
        form = form_of(sent, shown)
        if form is None:
            wrong.add(name)
        else:
            told.setdefault(name, set()).add(form)
    return {
        name: frozenset(forms)
        for name, forms in sorted(told.items())
        if name not in wrong and len(forms - {"nothing"}) == 1 and name != part.kind.key
    }


def never_empty(part: Entities, writes: Mapping[str, Sequence[tuple[Operation, Call]]], seen: Seen) -> list[str]:
    """Fields of texts of which `MANY` entities have nothing, in a kind where nothing is ever shown as an empty text."""
    shown = [value for looks in seen.values[part.kind.name].values() for _, value in looks]
    if part.kind.source != "json" or any(value == "" for one in shown for value in one.values()):
        return []
    sent = {name for some in writes.values() for one, call in some for name in _texts(one.body(call))}
    nothing: dict[str, int] = {}
    for one in part.seed.values():
        for name in sent:
            nothing[name] = nothing.get(name, 0) + (name in one and one[name] is None)
    return sorted(name for name, count in nothing.items() if count >= MANY and name != part.kind.key)


def _texts(body: Any) -> list[str]:
    return [name for name, value in body.items() if isinstance(value, str)] if isinstance(body, dict) else []


def kept_as(forms: Iterable[Form], values: Iterable[Any]) -> list[Any]:
    """A value of each sort that texts become and that none of the `values` of their field has: they may be nothing in
    all entities but for what requests sent."""
    there = {type(value) for value in values}
    samples: dict[Form, tuple[Any, set[type]]] = {"number": (0.5, {int, float}), "truth": (True, {bool})}
    return [value for form, (value, sorts) in samples.items() if form in forms and not sorts & there]


def retyped_effects(forms: Mapping[str, Iterable[Form]], params: str, path: str) -> list[JsonObject]:
    """Effects of a write. `params`: the expression of what is sent; `path`: the entity's."""
    found: list[JsonObject] = []
    for name, becomes in forms.items():
        own = f"dyn({params}).get({text(name)}, null)"
        cases = {
            "number": (f"string({own}).matches({text(_NUMBER)})", _number(own)),
            "truth": (f"string({own}) in ['true', 'false']", f"{own} == 'true'"),
            "nothing": (f"string({own}) == ''", "null"),
        }
        for form in sorted(becomes):
            where, value = cases[form]
            found.append(
                {"op": "merge", "path": path, "value": {name: value}, "if": f"type({own}) == string && {where}"}
            )
    return found


def _number(own: str) -> str:
    return f"string({own}).matches({text(_WHOLE)}) ? dyn(int({own})) : dyn(double({own}))"


def _pairs(
    part: Entities, writes: Mapping[str, Sequence[tuple[Operation, Call]]], seen: Seen
) -> Iterator[tuple[str, str, Any]]:
    """(field, text that was sent, what was shown next)."""
    for _, sent, shown in shown_after(part, writes, seen, answered=False):
        for name, value in sent.items():
            if isinstance(value, str) and name in shown:
                yield name, value, shown[name]


def form_of(sent: str, shown: Any) -> Form | None:
    """What this text has become; None: it has not, or something else."""
    if isinstance(shown, bool):
        return "truth" if sent == str(shown).lower() else None
    if shown is None:
        return "nothing" if sent == "" else None
    if not isinstance(shown, int | float):
        return None
    try:
        return "number" if float(sent) == shown else None
    except ValueError:
        return None
