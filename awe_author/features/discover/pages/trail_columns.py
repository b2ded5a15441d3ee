"""What differs between the records of a trail: the columns that its rows are made of.

All rows are compared with the one that has most in it: texts and attributes that are the same in all stay as they are,
others are columns. An element that holds other elements in each row (lines of a change, paragraphs) is one column as a
whole, as HTML. What differs between two looks at one record (tokens) is none; an age ("3 minutes ago") is a moment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bs4 import Tag

from awe_author.features.discover.common.keys import utc_text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import inside
from awe_author.features.discover.markup.span_fields import Times
from awe_author.features.discover.markup.spans import Span, ageless, is_age, span_of
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.trails import UNSEEN, Trail, Unit, Written
from awe_author.features.dom.rendering import runs_of

ATTRIBUTES = ("id", "href", "action", "name", "value", "title", "datetime", "for", "src", "alt")
LISTS = ("ul", "ol", "dl")
LARGEST = 20_000
"""Characters of one value."""
MOST = 24
"""Columns of one trail."""
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)(\D{1,3})(\d\d:\d\d)(:\d\d)?")
_LABEL = re.compile(r"\s*([A-Za-z][A-Za-z ]{1,20}):\s+\Z")


@dataclass(slots=True)
class Column:
    """One thing that differs."""

    part: int
    """Which of the elements of a record it is in."""
    selector: str
    binding: str
    """text, text.N, html, an attribute, or hidden."""
    values: list[str]
    """Of each record that was compared; "" where it is not there."""
    name: str = ""
    before: str = ""
    """What stands before it in all of them, and is no part of the values."""
    span: Span | None = None
    """How it words how long ago its moment was; the values are moments then (RFC 3339)."""
    under: tuple[str, ...] = ()
    """Selectors of the optional elements that it is in."""


@dataclass(slots=True)
class Columns:
    """All of a trail."""

    units: list[Unit]
    """The records that were compared: each look at each of them."""
    models: list[Tag]
    """Of each part the row that has most in it."""
    every: list[Column] = field(default_factory=list)
    optional: list[tuple[int, str, str]] = field(default_factory=list)
    """(part, selector in the row, the same as part of a row's selector) of elements that not all rows have."""

    def record(self, unit: Unit) -> dict[str, str]:
        """Name -> value of one of the units."""
        place = next(at for at, one in enumerate(self.units) if one is unit)
        return {column.name: column.values[place] for column in self.every}


def columns_of(trail: Trail, times: Times) -> Columns | None:
    """The columns; None when there are none, or too many. `times`: when documents were answered."""
    units = [unit for _, found in trail.looks for unit in found]
    same = _same_records(trail)
    made = Columns(units, [])
    for part in range(len(trail.marks)):
        rows = [unit[part] for unit in units]
        made.models.append(max(rows, key=lambda row: (len(row.find_all(True)), len(row.get_text()))))
        _Comparing(made, part, rows, made.models[-1], trail.lone).visit(made.models[-1], ())
    made.every = [one for one in made.every if _lasts(one, same)]
    seqs = [visit.seq for visit, found in trail.looks for _ in found]
    for column in made.every:
        _as_moments(column, [times.at(seq) for seq in seqs], same)
    made.every = [one for one in made.every if one.span is not None or not any(map(is_age, filter(None, one.values)))]
    if not made.every or len(made.every) > MOST:
        return None
    _name(made)
    return made


def _same_records(trail: Trail) -> list[list[int]]:
    """Places of the units that are looks at one record."""
    found: dict[tuple[str, int], list[int]] = {}
    place = 0
    for visit, units in trail.looks:
        for number, _ in enumerate(units):
            found.setdefault((visit.key, number), []).append(place)
            place += 1
    return [*found.values()]


def _lasts(column: Column, same: Sequence[Sequence[int]]) -> bool:
    """Is it the same at each look at a record?"""
    values = [ageless(value) for value in column.values]
    return all(len({values[at] for at in places}) == 1 for places in same)


def _as_moments(column: Column, seen: Sequence[float | None], same: Sequence[Sequence[int]]) -> None:
    """Ages become moments, counted back from the first look at each record."""
    shown = [value for value in column.values if value]
    if not column.binding.startswith("text") or not all(map(is_age, shown)):
        return
    span = span_of([(squeezed(value), None) for value in shown])
    if span is None:
        return
    span = replace(span, blank="\xa0" if any("\xa0" in value for value in shown) else " ")
    for places in same:
        meant, at = span.stretch(squeezed(column.values[places[0]])), seen[places[0]]
        if meant is None or at is None:
            return
        for place in places:
            column.values[place] = utc_text(at - meant[0])
    column.span = span


@dataclass(slots=True)
class _Comparing:
    """One part of all records."""

    made: Columns
    part: int
    rows: Sequence[Tag]
    model: Tag
    lone: Written | None = None
    """The write that made it, where there is one record alone."""

    def visit(self, tag: Tag, under: tuple[str, ...]) -> None:
        """An element of the model, and what is in it."""
        selector = inside(self.model, tag)
        if selector is None or (tag.name in UNSEEN and tag.name != "input"):
            return
        there = [row if selector == ":scope" else row.select_one(selector) for row in self.rows]
        around, before = under, len(self.made.every)
        under = self._optional(tag, selector, there, under)
        self._inside(tag, selector, there, under)
        if under != around and len(self.made.every) == before:  # it says nothing but that it is there
            values = ["" if one is None else one.decode_contents().strip() for one in there]
            self.made.every.append(Column(self.part, selector, "html", values, under=under))

    def _inside(self, tag: Tag, selector: str, there: Sequence[Tag | None], under: tuple[str, ...]) -> None:
        self._attributes(tag, selector, there, under)
        kids = _names(tag)
        others = [_names(one) for one in there if one is not None]
        plain = {kid.partition(".")[0] for kid in kids}
        same = all(other == kids for other in others)
        menu = same and tag.name in LISTS and tag.find(["a", "button", "input"]) is not None
        lines = (tag.name in LISTS and not menu) or "br" in plain or plain == {"p"}
        if lines or not (same or _fit(kids, others)):
            values = ["" if one is None else one.decode_contents().strip() for one in there]
            self._add(selector, "html", values, under)
            return
        self._texts(tag, selector, there, under)
        for child in tag.find_all(True, recursive=False):
            self.visit(child, under)

    def _optional(
        self, tag: Tag, selector: str, there: Sequence[Tag | None], under: tuple[str, ...]
    ) -> tuple[str, ...]:
        above = tag.parent if tag is not self.model else None
        around = inside(self.model, above) if above is not None else None
        outer = [row if around == ":scope" else row.select_one(around) for row in self.rows] if around else there
        if all((one is None) == (other is None) for one, other in zip(there, outer, strict=True)):
            return under
        short = ".".join([tag.name, *stable_classes(tag)[:1]])
        self.made.optional.append((self.part, selector, short))
        return (*under, selector)

    def _attributes(self, tag: Tag, selector: str, there: Sequence[Tag | None], under: tuple[str, ...]) -> None:
        for name in ATTRIBUTES:
            if isinstance(tag.get(name), str):
                self._add(selector, name, ["" if one is None else str(one.get(name) or "") for one in there], under)

    def _texts(self, tag: Tag, selector: str, there: Sequence[Tag | None], under: tuple[str, ...]) -> None:
        if not tag.find(True):
            self._add(selector, "text", ["" if one is None else one.get_text().strip() for one in there], under)
            return
        runs = [[] if one is None else ["".join(run).strip() for run in runs_of(one)] for one in there]
        for number in range(max(map(len, runs))):
            values = [one[number] if number < len(one) else "" for one in runs]
            self._add(selector, f"text.{number}", values, under)

    def _add(self, selector: str, binding: str, values: list[str], under: tuple[str, ...]) -> None:
        shown = [value for value in values if value]
        differs = len(set(shown)) > 1 or (bool(shown) and self._alone(selector, binding, shown))
        if differs and all(len(value) <= LARGEST for value in shown):
            self.made.every.append(Column(self.part, selector, binding, values, under=under))

    def _alone(self, selector: str, binding: str, shown: Sequence[str]) -> bool:
        """May a value of the only record be another in the next one: what was sent, lines, a moment; or, also where
        each of several entities has but one record, the place that its own anchor (`#note-1`) says as well?"""
        if binding == "html" or not binding.startswith("text"):
            return binding == "html" and self.lone is not None
        value = squeezed(shown[0])
        tag = self.model if selector == ":scope" else self.model.select_one(selector)
        to = str(tag.get("href") or "") if tag is not None else ""
        anchored = to[1:] in {str(one.get("id")) for one in [self.model, *self.model.find_all(id=True)]}
        first = to.startswith("#") and anchored and re.findall(r"\d+", value) == re.findall(r"\d+", to) == ["1"]
        if self.lone is None or first:
            return first
        sent = {squeezed(str(one)) for name, one in self.lone.sent.items() if self.lone.before.get(name) != one}
        return value in sent or is_age(value) or MOMENT.search(value) is not None


def _names(tag: Tag) -> tuple[str, ...]:
    """What the children are; by all of their classes where the first does not tell two of them apart."""
    kids = tag.find_all(True, recursive=False)
    names = [".".join([one.name, *stable_classes(one)[:1]]) for one in kids]
    return tuple(
        name if names.count(name) < 2 else ".".join([one.name, *stable_classes(one)])
        for one, name in zip(kids, names, strict=True)
    )


def _fit(kids: tuple[str, ...], others: Sequence[tuple[str, ...]]) -> bool:
    """Is each of the others what is left of `kids` when some are not there, and is none there twice?"""
    return len(set(kids)) == len(kids) and all([one for one in kids if one in other] == [*other] for other in others)


# ---- names -----------------------------------------------------------------------------------


def _name(made: Columns) -> None:
    taken = {"id"}
    for column in made.every:
        name, column.before = _called(column, made.models[column.part])
        if column.before:
            column.values = [value.removeprefix(column.before) for value in column.values]
        whole, number = name, 2
        while whole in taken:
            whole, number = f"{name}_{number}", number + 1
        column.name = whole
        taken.add(whole)


def _called(column: Column, model: Tag) -> tuple[str, str]:
    """(name, what stands before it in all)."""
    tag = model if column.selector == ":scope" else model.select_one(column.selector)
    attribute = "" if column.binding.startswith(("text", "html")) else f"_{snake(column.binding)}"
    shown = [value for value in column.values if value]
    labels = {(found := re.match(r"[A-Za-z ]{2,20}: +", value)) and found[0] for value in shown}
    label = labels.pop() if len(labels) == 1 else None
    if label and not attribute:
        return snake(label), label
    for one in _around(tag, model):
        names = [*stable_classes(one)[:1]] or ([_head(one)] if one.name in ("td", "th") else [])
        if names and (made := snake(names[0])) and made != "id":
            return made + attribute, ""
    return (attribute.strip("_") if attribute and attribute != "_id" else f"text{attribute}"), ""


def _around(tag: Tag | None, model: Tag) -> Iterator[Tag]:
    for one in [tag, *tag.parents] if tag is not None else ():
        if one is model and model.name != "tr":
            return
        yield one
        if one is model:
            return


def _head(cell: Tag) -> str:
    """What the head of its column says."""
    row = cell.parent
    heads = row.parent.find_all("tr", recursive=False) if row is not None and row.parent is not None else []
    heads = heads if row is not None and row.find("td", recursive=False) else []
    place = len(cell.find_previous_siblings(["td", "th"]))
    for one in heads:
        cells = one.find_all(["td", "th"], recursive=False)
        if (
            row is not None
            and len(cells) == len(row.find_all(["td", "th"], recursive=False))
            and all(other.name == "th" for other in cells)
        ):
            return squeezed(cells[place].get_text())
    return ""
