"""Columns that show several fields of forms in one text, `Vance, Ada` of `last` and `first`, or a number among others,
`0 / 5` of `limit`: rows get the fields, which writes change, instead of the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from awe_author.features.discover.markup.documents import Row
from awe_author.features.discover.markup.told_columns import Said
from awe_author.features.discover.markup.wording import Wording, agreed, squeezed, wordings

LEAST = 2
"""Different texts that a column has to have of entities whose fields are known."""
LEAST_COUNTS = 3
"""Such texts of one field, which short numbers may have by chance."""
Known = Mapping[tuple[str, int], Mapping[str, str]]
"""(key, state of the entity) -> field -> what forms said of it."""


def known_fields(sent: Mapping[str, str], said: Mapping[str, Sequence[Said]]) -> Known:
    """What forms say of entities, state by state. `sent`: form field -> field; `said`: form field -> what it said."""
    found: dict[tuple[str, int], dict[str, str]] = {}
    for name, of in sent.items():
        for key, state, value in said.get(name, ()):
            if isinstance(value, str) and value.strip():
                found.setdefault((key, state), {})[of] = squeezed(value)
    return found


def part_columns(known: Known, fields: Iterable[str], rows: Sequence[tuple[int, Row]]) -> None:
    """Take such columns apart. `fields`: those that no column has the name of; `rows`: with the state of the entity."""
    names = [*dict.fromkeys(fields)]
    for column in dict.fromkeys(name for _, row in rows for name in row.values):
        told = [(row.values[column], known.get((row.key, state), {})) for state, row in rows if column in row.values]
        wording = _wording(column, told, names)
        pattern = _pattern(wording) if wording is not None else None
        if wording is None or pattern is None or any(_apart(pattern, value) is None for value, _ in told if value):
            continue
        first = next(part.field for part in wording.parts if part.field)
        for _, row in rows:
            if value := row.values.pop(column, ""):
                row.values |= _apart(pattern, value) or {}
                row.selectors[first] = row.selectors.pop(column, "")


def _wording(column: str, told: Sequence[tuple[str, Mapping[str, str]]], names: Sequence[str]) -> Wording | None:
    """The one way in which all texts are made of two fields or more, or of one and a number that is always the same."""
    seen = [(shown, values) for shown, values in told if shown and values]
    every = [one for shown, values in seen for one in wordings(shown, values, names)]
    tries = [one for one in every if len(one.fields()) > 1 or _counts(one)]
    made = agreed(tries, seen, share=1.0, sent=names) if column not in names else None
    if made is None or any(part.removed for part in made.parts):
        return None
    whole = {shown for shown, values in seen if all(values.get(name) for name in made.fields())}
    return made if len(whole) >= (LEAST if len(made.fields()) > 1 else LEAST_COUNTS) else None


def _counts(wording: Wording) -> bool:
    """Is a text one field and another number beside it: `0 / 5`?"""
    return len(wording.fields()) == 1 and any(re.search(r"\d", part.literal) for part in wording.parts)


def _pattern(wording: Wording) -> tuple[str, str] | None:
    """The text as a pattern, whose fields are as short, and as long, as can be; None when two fields touch."""
    marks = "".join("f" if part.field else "l" for part in wording.parts)
    if "ff" in marks or len(wording.fields()) != marks.count("f"):
        return None

    def made(how: str) -> str:
        return "".join(f"(?P<{part.field}>{how})" if part.field else re.escape(part.literal) for part in wording.parts)

    return (made(".+?"), made(".+")) if all(field.isidentifier() for field in wording.fields()) else None


def _apart(pattern: tuple[str, str], value: str) -> dict[str, str] | None:
    """The fields of a text; None where it can be taken apart in several ways, or in none."""
    ways = [found.groupdict() for one in pattern if (found := re.fullmatch(one, squeezed(value))) is not None]
    return ways[0] if len(ways) > 1 and ways[0] == ways[1] else None
