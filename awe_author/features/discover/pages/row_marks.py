"""Marks in the rows of lists (a badge with "Paid" in it) that stand on the pages of their entities as well: the same
element with the same text, and the same classes or more, shows the same field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bs4 import Tag

from awe_author.features.discover.markup.cell_texts import only_looks
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.dom.rendering import runs_of

LONGEST = 40
"""Characters of a mark."""
MOST_ROWS = 60
Marks = Mapping[tuple[str, str], Mapping[frozenset[str], str]]
"""(name of the element, its text) -> its classes -> the field that it shows."""


def row_marks(lists: Sequence[Rows]) -> Marks:
    """The marks of which all rows that have one say one field."""
    found: dict[tuple[str, str], dict[frozenset[str], set[str]]] = {}
    for rows in lists:
        for row in rows.rows[:MOST_ROWS]:
            for tag in row.tag.find_all(["span", "b", "strong", "em", "i", "div"]) if row.tag is not None else ():
                said, classes = squeezed(tag.get_text()), frozenset(filter(_telling, stable_classes(tag)))
                if said and classes and len(said) <= LONGEST:
                    named = [name for name, value in row.values.items() if squeezed(value) == said]
                    of = found.setdefault((tag.name, said), {}).setdefault(classes, set())
                    of.update(named if len(named) == 1 else ("", *named))
    return {
        mark: {classes: next(iter(names)) for classes, names in of.items() if len(names) == 1}
        for mark, of in found.items()
    }


def _telling(name: str) -> bool:
    return not only_looks(name)


def marked(top: Tag, marks: Marks) -> list[tuple[Tag, str, str]]:
    """(element, where its text is, field) of the marks that a page has once."""
    there: dict[tuple[str, str], list[tuple[Tag, str]]] = {}
    for tag in top.find_all(True, class_=True) if marks else ():
        mark = tag.name, squeezed(tag.get_text())
        classes = {*stable_classes(tag)}
        named = {name for own, name in marks.get(mark, {}).items() if own <= classes}
        if len(named) == 1:
            there.setdefault(mark, []).append((tag, named.pop()))
    found = []
    for (_, said), ones in there.items():
        tag, name = ones[0]
        runs = [squeezed("".join(run)) for run in runs_of(tag)]
        place = "text" if not tag.find(True) else f"text.{runs.index(said)}" if said in runs else ""
        if len(ones) == 1 and place:
            found.append((tag, place, name))
    return found
