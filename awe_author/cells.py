"""Cells of spreadsheets, and the ranges that name them: `Hours!A1:D20`, `'Year 2025'!B3`, `Hours!A2:D`, `Hours!A:C`
(A1 notation, as the APIs of spreadsheets read it).

A book is sheet -> rows -> values; rows may be of different lengths, and what lies beyond them is empty. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ROWS, COLUMNS = 1000, 26
"""How far a range goes that does not say where it ends: the size of a new sheet."""
MOST_ROWS, MOST_COLUMNS = 20_000, 1000
"""Beyond these nothing is written."""
_RANGE = re.compile(
    r"(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^'!:]+))!"
    r"\$?(?P<left>[A-Za-z]{1,3})\$?(?P<top>\d{0,7})(?::\$?(?P<right>[A-Za-z]{1,3})\$?(?P<bottom>\d{0,7}))?\Z"
)
Rows = Sequence[Sequence[Any]]
Book = Mapping[str, Rows]


class NoRange(ValueError):
    """A text names no cells."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of one sheet; places count from 0, the last ones are within."""

    sheet: str
    left: int
    top: int
    right: int
    bottom: int

    @property
    def name(self) -> str:
        """In A1 notation; a sheet whose name is more than one word stands in quotes."""
        sheet = self.sheet if re.fullmatch(r"\w+", self.sheet) else "'" + self.sheet.replace("'", "''") + "'"
        first, last = f"{_letters(self.left)}{self.top + 1}", f"{_letters(self.right)}{self.bottom + 1}"
        return f"{sheet}!{first}" if first == last else f"{sheet}!{first}:{last}"


def area_of(text: str) -> Area:
    """What a range names. Raises NoRange."""
    found = _RANGE.match(text)
    if found is None:
        raise NoRange(f"{text[:80]!r} names no cells of a sheet")
    sheet = found["plain"] if found["quoted"] is None else found["quoted"].replace("''", "'")
    left, top = _number(found["left"]), int(found["top"] or 1) - 1
    if found["right"] is None:
        bottom = top if found["top"] else ROWS - 1
        return Area(sheet, left, top, left, bottom)
    bottom = int(found["bottom"]) - 1 if found["bottom"] else max(top, ROWS - 1)
    right = _number(found["right"])
    if top < 0 or bottom < top or right < left:
        raise NoRange(f"{text[:80]!r} ends before it begins")
    return Area(sheet, left, top, right, bottom)


def is_range(text: str) -> bool:
    """Does a text name cells?"""
    try:
        area_of(text)
    except NoRange:
        return False
    return True


def read(book: Book, area: Area) -> list[list[Any]]:
    """The rows of an area, without what is empty at the end of each and below."""
    rows = [_trimmed(row[area.left : area.right + 1]) for row in book.get(area.sheet, ())[area.top : area.bottom + 1]]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def written_area(area: Area, values: Rows) -> Area:
    """Where rows stand that are written into an area: from its first cell on."""
    wide, high = max(map(len, values), default=0), len(values)
    return Area(area.sheet, area.left, area.top, area.left + max(1, wide) - 1, area.top + max(1, high) - 1)


def write(book: Book, area: Area, values: Rows) -> dict[str, list[list[Any]]]:
    """The book with rows in an area; None leaves a cell as it is. Raises NoRange beyond `MOST_ROWS`."""
    where = written_area(area, values)
    if where.bottom >= MOST_ROWS or where.right >= MOST_COLUMNS:
        raise NoRange(f"{where.name!r} is too far away")
    rows = [[*row] for row in book.get(area.sheet, ())]
    rows += [[] for _ in range(where.top + len(values) - len(rows))]
    for down, row in enumerate(values):
        mine = rows[where.top + down]
        mine += [""] * (where.left + len(row) - len(mine))
        for right, value in enumerate(row):
            if value is not None:
                mine[where.left + right] = value
    return {**_copied(book), area.sheet: rows}


def clear(book: Book, area: Area) -> dict[str, list[list[Any]]]:
    """The book with nothing in an area."""
    rows = [[*row] for row in book.get(area.sheet, ())]
    for row in rows[area.top : area.bottom + 1]:
        row[area.left : area.right + 1] = [""] * len(row[area.left : area.right + 1])
    return {**_copied(book), area.sheet: rows}


def table(book: Book, area: Area) -> Area:
    """The cells from the first one that have something in them."""
    rows = [_trimmed(row) for row in book.get(area.sheet, ())]
    while rows and not rows[-1]:
        rows.pop()
    return Area(area.sheet, 0, 0, max([1, *map(len, rows)]) - 1, max(1, len(rows)) - 1)


def appended_area(book: Book, area: Area, values: Rows) -> Area:
    """Where rows stand that are added below the table."""
    there = table(book, area)
    begin = there.bottom + 1 if read(book, there) else 0
    return written_area(Area(area.sheet, 0, begin, 0, begin), values)


def _copied(book: Book) -> dict[str, list[list[Any]]]:
    return {sheet: [[*row] for row in rows] for sheet, rows in book.items()}


def _trimmed(row: Sequence[Any]) -> list[Any]:
    made = [*row]
    while made and made[-1] in ("", None):
        made.pop()
    return made


def _number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def _letters(number: int) -> str:
    made, number = "", number + 1
    while number:
        number, rest = divmod(number - 1, 26)
        made = chr(65 + rest) + made
    return made
