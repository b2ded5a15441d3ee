"""Columns of moments with something around them that says no more than a few things: `March 2, 2024 at 08:15 UTC *`,
where the sign behind says that it was edited since. What stands behind is a column of its own then.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from awe_author.features.discover.markup.dated_texts import MOMENT, SIGN
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.formats import moment_formats
from awe_author.features.discover.pages.pages import Shown

MOST = 3
"""Things that may stand behind."""
LONGEST = 30
"""Characters of these."""
LEAST = 2
"""Different moments."""


def add_dated_signs(shown: Sequence[Shown]) -> None:
    """Take such columns of rows apart."""
    columns: dict[tuple[str, str], list[tuple[Rows, Row]]] = {}
    for listed in (listed for one in shown for listed in one.lists):
        for row in listed.rows:
            for name in row.values:
                columns.setdefault((listed.template, name), []).append((listed, row))
    for (_, name), rows in columns.items():
        parts = {value: _parted(value) for value in dict.fromkeys(row.values[name] for _, row in rows)}
        told = [one for one in parts.values() if one is not None]
        behind = {after for _, _, after in told}
        apart = len(told) == len(parts) and len({before for before, _, _ in told}) == 1 and 1 < len(behind) <= MOST
        moments = list(dict.fromkeys(moment for _, moment, _ in told))
        if not apart or len(moments) < LEAST or moment_formats([*parts]) or not moment_formats(moments):
            continue
        part = partial(_part, name)
        for listed, row in rows:
            part(listed, row, "")
        for listed in {id(listed): listed for listed, _ in rows}.values():
            listed.parting.append(part)


def _part(name: str, listed: Rows, row: Row, url: str) -> None:
    """Take one column of a row apart."""
    found = _parted(row.values.get(name, ""))
    if found is not None:
        row.values[name] = found[1]
        row.values.setdefault(name + SIGN, found[2])


def _parted(value: str) -> tuple[str, str, str] | None:
    """(what stands before it, the moment, what stands behind it); None for another text."""
    found = MOMENT.findall(value)
    if len(found) != 1:
        return None
    before, moment, after = value.partition(found[0])
    return (before.strip(), moment, after.strip()) if len(before) + len(after) <= LONGEST else None
