"""Cells of spreadsheets, asked for and written by ranges: `GET /values/Hours!A1:D20`, `PUT /values/Hours!C3`,
`POST /values/Hours!A1:append`, and several in one request.

What the requests of one address did is done again, cell by cell, from what was shown first; only when that explains
every read, and one of them showed what was written before, are the cells drafted. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from awe_author import cells
from awe_author.cells import Area, Rows
from awe_author.features.discover.common.names import unused
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import objects

MOST = 20_000
"""Cells of a range that are looked at."""
_VERB = re.compile(r"(?P<range>.*?)(?P<verb>:[a-z]+)?\Z", re.DOTALL)
_Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What one request asks for or does."""

    call: Call
    does: str
    """"read", "write", "append" or "clear"."""
    ranges: tuple[str, ...]
    values: tuple[Rows, ...] = ()
    """Sent: rows for each range."""
    many: str = ""
    """The query parameter, or the member of the body, that lists ranges; "" for the one in the address."""
    names: tuple[str, str] = ("", "")
    """Of the body: what says the range of each, and the member with rows."""

    @property
    def areas(self) -> list[Area]:
        """What the ranges stand for."""
        return [cells.area_of(one) for one in self.ranges]

    @property
    def request(self) -> str:
        """Method and address of all such requests."""
        head, slash, last = self.call.path.rpartition("/")
        verb = found["verb"] or "" if (found := _VERB.match(unquote(last))) is not None else ""
        path = self.call.path if self.many else head + slash + "*" + verb
        return f"{self.call.method} {self.call.origin}{path}"


@dataclass(slots=True)
class Book:
    """The cells of one address."""

    name: str
    steps: list[Step]
    seed: dict[str, list[list[Any]]] = field(default_factory=dict)
    """Sheet -> rows at the start."""
    refused: list[Step] = field(default_factory=list)
    """Reads of sheets that are not there."""
    texts: bool = False
    """Is all that is shown a text, whatever was sent?"""


def books_of(calls: Sequence[Call], taken: set[str]) -> list[Book]:
    """The cells of all addresses. `taken`: names that the model has."""
    found: dict[tuple[str, str], list[Step]] = {}
    for call in calls:
        step = step_of(call)
        if step is not None:
            found.setdefault((call.origin, _base(step)), []).append(step)
    made = []
    for steps in found.values():
        good = [one for one in steps if 200 <= one.call.status < 300]
        refused = [one for one in steps if one.does == "read" and one.call.status >= 400 and not one.many]
        seed = _explained(good)
        if seed is not None:
            name = unused(("cells",), taken)
            taken.add(name)
            shown = [
                value
                for one in good
                if one.does == "read"
                for _, rows in shown_by(one)
                for row in rows
                for value in row
            ]
            made.append(Book(name, good, seed, refused, all(isinstance(value, str) for value in shown)))
    return made


def _base(step: Step) -> str:
    path = step.call.path
    return path.rpartition(":")[0] if step.many else path.rpartition("/")[0]


def step_of(call: Call) -> Step | None:
    """What a request does with cells; None for any other."""
    match = _VERB.match(unquote(call.path.rpartition("/")[2]))
    assert match is not None
    verb = (match["verb"] or "").lstrip(":")
    name, rows = _rows_of(call.body)
    if cells.is_range(match["range"]):
        ranges = (match["range"],)
        if call.method == "GET" and not verb:
            return Step(call, "read", ranges)
        if rows is not None and verb in ("", "append"):
            return Step(call, verb or "write", ranges, (rows,), names=("", name))
        return Step(call, "clear", ranges) if verb == "clear" and call.mutation else None
    return _of_several(call)


def _of_several(call: Call) -> Step | None:
    names = dict.fromkeys(name for name, value in call.query if cells.is_range(value))
    if call.method == "GET" and len(names) == 1:
        name = next(iter(names))
        return Step(call, "read", tuple(value for other, value in call.query if other == name), many=name)
    for member, records in call.body.items() if isinstance(call.body, dict) and call.mutation else ():
        if not isinstance(records, list) or not records or not all(isinstance(one, dict) for one in records):
            continue
        said = next(
            (name for name, value in records[0].items() if isinstance(value, str) and cells.is_range(value)), ""
        )
        name, _ = _rows_of(records[0])
        if said and name and all(cells.is_range(str(one.get(said))) and _are_rows(one.get(name)) for one in records):
            ranges = tuple(str(one[said]) for one in records)
            return Step(call, "write", ranges, tuple(one[name] for one in records), member, (said, name))
    return None


def _rows_of(body: Any) -> tuple[str, Rows | None]:
    """The member that has rows of cells."""
    found = [(name, value) for name, value in body.items() if _are_rows(value)] if isinstance(body, dict) else []
    return found[0] if len(found) == 1 else ("", None)


def _are_rows(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, list) and not any(isinstance(one, dict | list) for one in row) for row in value)
    )


def shown_by(step: Step) -> list[tuple[_Place, Rows]]:
    """(place, rows) of what an answer to a read shows for each range; fewer when it does not show all of them."""
    found: list[tuple[_Place, Rows]] = []
    for _, place, record in objects(step.call.answer):
        areas = [cells.area_of(value) for value in record.values() if isinstance(value, str) and cells.is_range(value)]
        if len(areas) == 1 and len(found) < len(step.ranges) and areas[0] == step.areas[len(found)]:
            rows = [value for value in record.values() if _are_rows(value)]
            found.append((place, rows[0] if rows else []))
    return found


def _explained(steps: Sequence[Step]) -> dict[str, list[list[Any]]] | None:
    """What was there at the start, when that and the writes explain every read; None when they do not."""
    now: dict[tuple[str, int, int], Any] = {}
    start: dict[tuple[str, int, int], Any] = {}
    changed: set[tuple[str, int, int]] = set()
    proven = False
    sheets: dict[str, None] = {}
    for step in steps:
        if step.does == "read":
            shown = shown_by(step)
            if len(shown) < len(step.ranges):
                return None
            for area, (_, rows) in zip(step.areas, shown, strict=True):
                sheets[area.sheet] = None
                for cell, value in _cells_of(area, rows):
                    if cell not in now and cell not in changed:
                        start[cell] = value
                    elif str(now.get(cell, "")) != str(value):
                        return None
                    proven = proven or (cell in changed and value != "")
                    now[cell] = value
        else:
            _do(step, now, changed)
    return _rows_in(start, [one for one in sheets if any(cell[0] == one for cell in start)]) if proven else None


def _do(step: Step, now: dict[tuple[str, int, int], Any], changed: set[tuple[str, int, int]]) -> None:
    """A write, on cells."""
    for number, area in enumerate(step.areas):
        if step.does == "clear":
            there = [cell for cell in now if cell[0] == area.sheet and _within(area, cell)]
            written = [(cell, "") for cell in there]
        else:
            rows = step.values[number]
            if step.does == "append":
                area = cells.appended_area(_rows_in(now, [area.sheet]), area, rows)
            written = [
                ((area.sheet, area.top + down, area.left + right), value)
                for down, row in enumerate(rows) for right, value in enumerate(row) if value is not None
            ]  # fmt: skip
        now.update(written)
        changed.update(cell for cell, _ in written)


def _within(area: Area, cell: tuple[str, int, int]) -> bool:
    return area.top <= cell[1] <= area.bottom and area.left <= cell[2] <= area.right


def _cells_of(area: Area, rows: Rows) -> Iterator[tuple[tuple[str, int, int], Any]]:
    """Every cell of an area with what is shown of it; "" for one that is empty."""
    wide = area.right - area.left + 1
    for down in range(min(area.bottom - area.top + 1, MOST // wide)):
        row = rows[down] if down < len(rows) else ()
        for right in range(wide):
            yield (area.sheet, area.top + down, area.left + right), row[right] if right < len(row) else ""


def _rows_in(there: dict[tuple[str, int, int], Any], sheets: Sequence[str]) -> dict[str, list[list[Any]]]:
    made: dict[str, list[list[Any]]] = {sheet: [] for sheet in sheets}
    for (sheet, down, right), value in sorted(there.items()):
        if sheet in made and value != "":
            rows = made[sheet]
            rows += [[] for _ in range(down + 1 - len(rows))]
            rows[down] += [""] * (right + 1 - len(rows[down]))
            rows[down][right] = value
    return made
