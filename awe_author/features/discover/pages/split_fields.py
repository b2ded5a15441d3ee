"""Kinds whose forms send a moment in several fields (`split_moments`): their rows get the parts of what they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awe_author.features.discover.markup.documents import Row
from awe_author.features.discover.markup.split_moments import SplitMoment, parts_shown, split_moment
from awe_author.features.discover.markup.told_columns import Said
from awe_author.features.discover.pages.pages import PageKind


def moment_of(
    made: PageKind,
    said: Mapping[str, Sequence[Said]],
    rows: Sequence[Row],
    told_rows: Sequence[tuple[int, Row]],
) -> SplitMoment | None:
    """The moment that rows show whole and that fields, of forms or for scripts, have in parts. All rows get the parts,
    and its month is what forms send for it."""
    known: dict[tuple[str, int], dict[str, object]] = {}
    for name, values in said.items():
        for key, state, value in values:
            known.setdefault((key, state), {})[made.sent.get(name, name)] = value
    found = split_moment(
        ({**known.get((row.key, state), {}), **row.values}, row.values.values()) for state, row in told_rows
    )
    if found is None:
        return None
    month = found.fields[1]
    sizes = [len(value) for name in said if made.sent[name] == month for _, _, value in said[name] if value]
    for row in rows:
        row.values = {**parts_shown(found, row.values.values(), min(sizes, default=1)), **row.values}
    for name in [name for name in made.labels if made.sent.get(name) == month]:
        del made.labels[name]
    return found
