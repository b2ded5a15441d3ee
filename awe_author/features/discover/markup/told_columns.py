"""Columns that a form writes under another name: a list shows what an entity is called under the heading "Gardener",
and its form has it in the field `name`. Told by what both say of the same entities, never by one of them alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awe_author.features.discover.markup.documents import Row
from awe_author.features.discover.markup.wording import squeezed

Said = tuple[str, int, str]
"""(key of an entity, when, what a field of a form said of it)."""
LEAST = 2
"""Entities that both have to tell of, with different values."""


def told_columns(
    sent: Mapping[str, str], columns: set[str], said: Mapping[str, Sequence[Said]], rows: Sequence[tuple[int, Row]]
) -> dict[str, str]:
    """Form field -> column, of fields that no column has the name of.

    `sent`: form field -> field of the entity; `said`: form field -> what it said; `rows`: when which row was shown. A
    column that two fields could be is none's."""
    free = columns - set(sent.values())
    fits = {
        name: [column for column in sorted(free) if _same(column, said.get(name, ()), rows)]
        for name, of in sent.items()
        if of not in columns
    }
    taken = [column for found in fits.values() for column in found]
    return {name: found[0] for name, found in fits.items() if len(found) == 1 and taken.count(found[0]) == 1}


def _same(column: str, said: Sequence[Said], rows: Sequence[tuple[int, Row]]) -> bool:
    """Does the column show what the field says, in the row that was shown nearest to it in time?"""
    pairs: dict[str, set[tuple[str, str]]] = {}
    for key, seq, value in said:
        mine = [(abs(at - seq), row.values.get(column, "")) for at, row in rows if row.key == key]
        if mine:
            pairs.setdefault(key, set()).add((squeezed(value), squeezed(min(mine)[1])))
    every = {pair for found in pairs.values() for pair in found}
    if len(pairs) < LEAST or len(every) < LEAST:
        return False
    return all(value == shown and value and not value.isdigit() for value, shown in every)
