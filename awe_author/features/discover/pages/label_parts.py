"""Columns that say a part of what users choose from: `Tom Rieke` or `tom` of `Tom Rieke (tom)`.

They are made of what is chosen (`computed_columns`). Under the very name of the form's field such a column gets another
one. Rows of which only such a column is known are told to have what has that part; one word more than the choices have,
always the same, is what the column says of nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awe_author.features.discover.common.computed_columns import BRACKET
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.pages import PageKind

LEAST = 2
"""Different choices that a column has."""
Lists = Sequence[tuple[Page, Rows]]


def name_parts(made: PageKind, saying: Lists, columns: set[str]) -> None:
    """Call such columns otherwise in all rows of lists and details (`saying`), and among the `columns`; give the rows
    what was chosen."""
    for of, name in made.sent.items():
        called = _choices(made, of)
        labels = {*called.values()}
        parts = [match for label in labels if (match := BRACKET.match(label))]
        if len(parts) < LEAST:
            continue
        for part in (1, 2):
            known = {match[part]: match[0] for match in parts}
            _rename(made, name, known, labels, saying, columns)
        for part in (1, 2):
            known = {match[part]: match[0] for match in parts}
            for column in sorted(columns - {name}) if len(known) == len(parts) else ():
                _tell(name, column, known, called.get("", ""), saying)


def _choices(made: PageKind, of: str) -> Mapping[str, str]:
    """What is sent -> what users choose, also where they may choose several."""
    return made.labels.get(of) or (made.joined[of][0] if of in made.joined else {})


def _rename(
    made: PageKind, name: str, known: Mapping[str, str], labels: set[str], saying: Lists, columns: set[str]
) -> None:
    rows = [row for _, rows in saying for row in rows.rows if name in row.values]
    said = {row.values[name] for row in rows}
    if not said & known.keys() or said & labels:
        return
    other = f"{name}_shown"
    for row in rows:
        row.values[other] = row.values.pop(name)
        if name in row.selectors:
            row.selectors[other] = row.selectors.pop(name)
    columns |= {other}
    made.details |= {other} if name in made.details else set()


def _tell(name: str, column: str, known: Mapping[str, str], nothing: str, saying: Lists) -> None:
    """`nothing`: what the choice of nothing is called."""
    rows = [row for _, rows in saying for row in rows.rows if column in row.values]
    said = {row.values[column] for row in rows}
    others = said - known.keys()
    if len(said & known.keys()) < LEAST or len(others) > 1:
        return
    for row in rows:
        row.values.setdefault(name, known.get(row.values[column], nothing))


def fill_called(one: PageKind, part: Entities) -> None:
    """Give the entities of the start the columns of which another one is a part of the same choices, whoever chose
    them: `Lena Ahlers` for `lena`, where all that have both columns say so, and two of them differ."""
    every = [*part.seed.values(), *part.made.values()]
    for labels in (_choices(one, of) for of in one.sent):
        parts = [match for label in labels.values() if (match := BRACKET.match(label))]
        known = {match[2]: match[1] for match in parts}
        said = {name: {value for value in part.values(name) if isinstance(value, str)} for name in part.fields()}
        names = [name for name, values in said.items() if len(values & known.keys()) >= LEAST]
        for short in names if len(known) == len(parts) >= LEAST else ():
            for name in [of for of, values in said.items() if values & {*known.values()}]:
                told = [(str(of[short]), of[name]) for of in every if of.get(short) and of.get(name)]
                if len({*told}) < LEAST or any(known.get(said) != shown for said, shown in told):
                    continue
                nothing = {value for value in said[short] - known.keys() if value} or {""}
                for entity in part.seed.values():
                    if name not in entity and entity.get(short) in known:
                        entity[name] = known[str(entity[short])]
                    elif name not in entity and entity.get(short) in nothing and len(nothing) == 1:
                        entity[name] = entity[short]
