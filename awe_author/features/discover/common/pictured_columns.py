"""Columns with a picture for each value of a field: `flash_off` in the column `priority_icon` of what has the priority
`Low`, as fonts of icons are written.

Believed when the column is called after the field and all entities of which both are known say so: four at least, with
two different pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from awe_author.features.discover.common.computed_columns import ColumnRule, Pairs, column_rules
from awe_author.features.discover.common.keys import text
from awe_author.json_types import JsonObject

LEAST = 4
"""Entities of which both are known."""
MOST = 12
"""Values that have a picture."""
GLYPH = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*")
"""What is written for a picture."""


@dataclass(frozen=True, slots=True)
class PictureRule(ColumnRule):
    """Which picture a value has."""

    pictures: tuple[tuple[str, str], ...] = ()
    """(value, picture)."""

    def text(self, own: Callable[[str], str]) -> str:
        usual = Counter(picture for _, picture in self.pictures).most_common(1)[0][0]
        pairs = ", ".join(f"{text(value)}: {text(picture)}" for value, picture in self.pictures)
        said = own(self.source)
        return f"{{{pairs}}}.get(({said} == null ? '' : string({said})), {text(usual)})"

    def source_of(self, said: str, known: Iterable[str]) -> str | None:
        del known
        fits = [value for value, picture in self.pictures if picture == said]
        return fits[0] if len(fits) == 1 else None


def pictured(name: str, source: str, pairs: Pairs) -> ColumnRule | None:
    """The rule of a column; None where it has no pictures of that field's values."""
    both = [(said, shown) for said, shown in pairs if said and shown]
    pictures = sorted(set(both))
    if not name.startswith(f"{source}_") or len(both) < LEAST or not LEAST // 2 <= len(pictures) <= MOST:
        return None
    single = len({said for said, _ in pictures}) == len(pictures)
    alike = all(GLYPH.fullmatch(shown) for _, shown in pictures)
    if not single or not alike or len({shown for _, shown in pictures}) < LEAST // 2 or _same(pictures):
        return None
    return PictureRule(name, (), source=source, pictures=tuple(pictures))


def _same(pictures: Sequence[tuple[str, str]]) -> bool:
    """Does the column say the values themselves?"""
    return all(said.lower() == shown for said, shown in pictures)


def every_column_rule(
    entities: Sequence[JsonObject], sent: Iterable[str], known: Iterable[str]
) -> dict[str, ColumnRule]:
    """All rules of columns, by column. `known`: fields of which it is known what they are."""
    sent, known = sorted(sent), {*known}
    found = column_rules(entities, sent, known)
    names = dict.fromkeys(name for one in entities for name, value in one.items() if isinstance(value, str))
    for name in (one for one in names if one not in known | {*sent} | found.keys()):
        for source in sent:
            pairs = [(str(one.get(source) or ""), str(one.get(name) or "")) for one in entities]
            if (rule := pictured(name, source, pairs)) is not None:
                found[name] = rule
    return found
