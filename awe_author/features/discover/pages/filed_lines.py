"""Lines of a long text that pages do not show where the text stands, but in a list of their own: `[[Category:Tea]]`,
which files the page under `Tea`.

Told by lines that are nothing but words between signs, with a word and a colon in front, where each page shows in one
list just these words of its own lines, in their order, and not in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.line_signs import lines_of

LISTS = ("ul", "ol")
LETTERS = 3
"""Of the words of such a line."""
FILED = re.compile(r"((?:\[\[|\{\{)\s*[^\W\d_]+:)\s*([^\[\]{}|]+?)\s*(\]\]|\}\})")


@dataclass(frozen=True, slots=True)
class Filed:
    """How such lines are shown."""

    opening: str
    closing: str
    selector: str
    """Of the list."""
    row: str
    """Markup of one of its rows, with `words` in place of what the line says."""
    words: str

    @property
    def test(self) -> str:
        """The expression of whether a line (`one`) is one of these."""
        return f"one.startsWith({text(self.opening)}) && one.endsWith({text(self.closing)})"

    def text(self, lines: str) -> str:
        """The expression of the rows; `lines`: that of all lines of the text."""
        said = f"one.substring({len(self.opening)}, size(one) - {len(self.closing)}).trim()"
        row = " + said + ".join(text(piece) for piece in self.row.split(self.words))
        return f"{lines}.filter(one, {self.test}).map(one, [{said}].map(said, {row})[0]).join('')"

    def without(self, value: str) -> str:
        """A text without such lines."""
        return "\n".join(one for one in value.split("\n") if _said(one, self.opening) is None)


def filed_of(looks: Sequence[tuple[str, BeautifulSoup, str]]) -> Filed | None:
    """The lines that pages show so. `looks`: key, page and text of an entity each."""
    for key, document, value in looks:
        for line in lines_of(value):
            found = FILED.fullmatch(line)
            rows = _rows(document, [found[2]]) if found is not None and len(found[2]) >= LETTERS else None
            if found is None or rows is None or rows.parent is None:
                continue
            selector = alone(document, rows, key, [other for _, other, _ in looks])
            row = rows.find("li")
            if selector is None or not isinstance(row, Tag):
                continue
            made = Filed(found[1], found[3], selector, str(row), found[2])
            if all(_fits(made, other, said) for _, other, said in looks):
                return made
    return None


def _said(line: str, opening: str) -> str | None:
    found = FILED.fullmatch(squeezed(line))
    return found[2] if found is not None and found[1] == opening else None


def _fits(made: Filed, document: BeautifulSoup, value: str) -> bool:
    """Does a page show the words of just these lines in its list?"""
    words = [said for one in lines_of(value) if (said := _said(one, made.opening)) is not None]
    rows = document.select_one(made.selector)
    return words == _words(rows) if rows is not None else not words


def _rows(document: BeautifulSoup, words: Sequence[str]) -> Tag | None:
    """The only list whose rows say these words."""
    found = [rows for rows in document.find_all(LISTS) if _words(rows) == [*words]]
    return found[0] if len(found) == 1 else None


def _words(rows: Tag) -> list[str]:
    return [squeezed(row.get_text()) for row in rows.find_all("li", recursive=False)]
