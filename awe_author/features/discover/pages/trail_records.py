"""What a write adds to a trail, and when: told from what recorded writes added.

A column of a new record is what the form sent (then the record is added when that is not empty), how the entity's
fields became others (`trail_lines`; then when one did), the moment, a number that goes on counting, or the same as in
the last one that was recorded: who is logged in, what is done. What no recorded write explains adds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise

from bs4 import BeautifulSoup

from awe_author.features.discover.common.keys import date_of, text
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.trail_columns import MOMENT, Column, Columns
from awe_author.features.discover.pages.trail_lines import Lines, changed, escaped, lines_of, plain
from awe_author.features.discover.pages.trail_values import Ways
from awe_author.features.discover.pages.trails import Trail, Unit, Written

NEAR = 120.0
"""Seconds between a write and a moment that is told as its own."""
_ENDS = re.compile(r"(</(?:p|div|li)>|<br\s*/?>)", re.IGNORECASE)
"""What ends a line."""
_NUMBER = re.compile(r"(\D*)(\d{1,9})(?!\d)(.*)\Z", re.DOTALL)
KEY = "\0"
"""Stands for the entity's key."""
QUARTER = 900
"""Seconds: zones of time differ by whole quarters of an hour."""


@dataclass(slots=True)
class Added:
    """What writes of one role add."""

    values: dict[str, str] = field(default_factory=dict)
    """Column -> its expression."""
    filled: list[str] = field(default_factory=list)
    """Fields of which one has to be sent with something in it."""
    lines: str = ""
    """The expression of the lines that tell of changes, a list: there has to be one."""
    told: set[str] = field(default_factory=set)
    """Fields that lines tell of."""
    also: set[str] = field(default_factory=set)
    """Fields that lines tell of when they are sent with something in them."""
    explained: bool = True
    always: bool = False
    """Does every write add one?"""
    counters: dict[str, int] = field(default_factory=dict)
    """Counter -> the number that comes first."""


@dataclass(slots=True)
class Known:
    """What the records of a trail are told from."""

    kind: str
    trail: Trail
    columns: Columns
    ways: Sequence[Mapping[str, str]]
    """How pages may call the fields of the entity."""
    listed: frozenset[str] = frozenset()
    """Fields that lists show: what they leave empty is known to be empty."""
    others: Sequence[tuple[Trail, Columns]] = ()
    """The other trails of the kind: lines may name what was added there."""
    said: Ways = field(default_factory=dict)
    """How lines may say values."""

    def added(self, role: str, by: str = "") -> Added | None:
        """What a write of this role adds; None when nothing, or when that is not explained. `by`: of a form whose
        writes were recorded, it is told from these alone: one form says something, another changes fields."""
        told = [(write, unit) for write, unit in self.trail.added if write.role == role]
        borrowed = not told
        told = told or ([] if any(one.role == role for one in self.trail.silent) else self.trail.added)
        silent = [one for one in self.trail.silent if one.role == role]
        if own := [one for one in told if one[0].role == role and one[0].by == by]:
            told, silent = own, [one for one in silent if one.by == by]
        made = Added()
        for column in self.columns.every:
            if not self.of_key(column):
                made.values[column.name] = self._column(column, role, told, made) if told else text("")
        made.filled = _telling(made.filled, silent, told)
        made.always = not made.filled and not made.lines
        if not told or not made.explained or (borrowed and not made.filled):
            return None
        explains = all(self._due(made, one) for one, _ in told) and not any(self._due(made, one) for one in silent)
        return made if explains else None

    def of_key(self, column: Column) -> str | None:
        """What stands before the entity's key, where a column is made of it in all records: `issue` of `issue7`."""
        keys = [visit.key for visit, units in self.trail.looks for _ in units]
        pairs = [(value, key) for value, key in zip(column.values, keys, strict=True) if value]
        starts = {value.removesuffix(key) if value.endswith(key) else None for value, key in pairs}
        several = len({key for _, key in pairs}) > 1
        return starts.pop() if len(starts) == 1 and several else None

    def due(self, write: Written) -> bool:
        """Does a write add a record?"""
        made = self.added(write.role, write.by)
        return made is not None and self._due(made, write)

    def _due(self, made: Added, write: Written) -> bool:
        sent = any(str(write.sent.get(name) or "").strip() for name in {*made.filled, *made.also})
        return made.always or sent or not made.told.isdisjoint(changed(write))

    # ---- columns -----------------------------------------------------------------------------

    def _column(self, column: Column, role: str, told: Sequence[tuple[Written, Unit]], made: Added) -> str:
        values = [(write, self.columns.record(unit)[column.name]) for write, unit in told]
        if (usual := self._of_all(column, values)) is not None:
            return text(usual)
        if column.binding != "html" and (name := _sent(values)) is not None:
            made.filled += [name] if name not in made.filled else []
            return own_of(role, name)
        if column.binding in ("html", "text") and (lines := self._lines(values)) is not None:
            made.lines = self._listed(lines, role, made)
            if column.binding == "text":
                return f"{made.lines}.join(', ')"
            begin, end = lines.around
            return f"{text(begin)} + {made.lines}.join({text(lines.between)}) + {text(end)}"
        if column.binding == "html":
            return self._html(values, role, made)
        made_of = self._moment(column, values) or self._number(column, values[-1][1], role, made)
        return made_of or _beginning(values, role) or self._by_sent(values, role) or text(_usual(values))

    def _of_all(self, column: Column, values: Sequence[tuple[Written, str]]) -> str | None:
        """What the records of all recorded writes say alike, though the field that these sent as that is another for
        one of them: who is logged in, not who it is given to."""
        every = [(write, self.columns.record(unit)[column.name]) for write, unit in self.trail.added]
        name = _sent(values) if len({value for _, value in every}) == 1 else None
        if name is None or not any(str({**one.before, **one.sent}.get(name, value)) != value for one, value in every):
            return None
        return every[0][1]

    def _html(self, values: Sequence[tuple[Written, str]], role: str, made: Added) -> str:
        """What was sent, within the elements around it; nothing where it is something else."""
        shown = [(write, plain(_ENDS.sub(r"\1 ", html))) for write, html in values]
        name = _sent(shown)
        if name is None:
            if (by_sent := self._by_sent(values, role)) is not None:
                return by_sent
            same = len({html for _, html in values}) == 1
            optional = not all(html for _, html in values)  # what some have, for reasons unknown, is left out
            made.explained = made.explained and (same or optional)
            return text(values[-1][1] if same else "")
        html = values[-1][1]
        made.filled += [name] if name not in made.filled else []
        before = re.match(r"(?:\s*<[^>]*>)*\s*", html)
        behind = re.search(r"\s*(?:<[^>]*>\s*)*\Z", html)
        assert before is not None
        assert behind is not None
        own = escaped(own_of(role, name))
        if any(shown_by_lines(str(write.sent.get(name) or ""), html) for write, html in self._said(values)):
            own = lines_text(own, behind[0].strip() + before[0].strip())
        return f"{text(before[0])} + {own} + {text(behind[0])}"

    def _by_sent(self, values: Sequence[tuple[Written, str]], role: str) -> str | None:
        """What records have whose write sent something in a field that they show (a note, which can be quoted and
        deleted), else what those have that say nothing there, as an expression; None where each sort has several."""
        for name in self.shown_by_records().values():
            sorts: dict[bool, set[str]] = {}
            last: dict[bool, str] = {}
            for write, html in values:
                filled = bool(str(write.sent.get(name) or "").strip())
                sorts.setdefault(filled, set()).add(re.sub(rf"(?<=/){re.escape(write.key)}(?!\w)|\d+", KEY, html))
                last[filled] = re.sub(rf"(?<=/){re.escape(write.key)}(?!\w)", KEY, html)
            if len(sorts) == 2 and all(len(one) == 1 for one in sorts.values()):
                some, none = (" + ".join(_keyed(last[sort], role)) or text("") for sort in (True, False))
                return f"({own_of(role, name)} != '' ? {some} : {none})"
        return None

    def shown_by_records(self) -> dict[str, str]:
        """Column -> the field that records show in it as it was sent, and nothing where nothing was."""
        found = dict[str, str]()
        for column in self.columns.every:
            shown = [(write, plain(self.columns.record(unit)[column.name])) for write, unit in self.trail.added]
            name = _sent(shown) if column.binding == "html" else None
            if name is not None and any(not said for _, said in shown):
                found[column.name] = name
        return found

    def _said(self, values: Sequence[tuple[Written, str]]) -> Iterator[tuple[Written, str]]:
        """What the records of all recorded writes say in the column of these values."""
        yield from values
        shown = {html for _, html in values}
        for column in self.columns.every if values else ():
            if column.binding == "html" and shown <= {*column.values}:
                yield from ((write, self.columns.record(unit)[column.name]) for write, unit in self.trail.added)

    def _moment(self, column: Column, values: Sequence[tuple[Written, str]]) -> str:
        """The moment of the write, as it is told: in a form that begins with the year, or as an age."""
        if column.span is not None:
            return "string(now)"
        write, value = values[-1]
        found, date = MOMENT.search(value), date_of(write.call.date)
        if found is None or date is None:
            return ""
        told = datetime.fromisoformat(f"{found[1]}T{found[3]}{found[4] or ':00'}").replace(tzinfo=UTC).timestamp()
        zone = round((told - date) / QUARTER) * QUARTER
        if abs(told - zone - date) > NEAR or abs(zone) > 14 * 3600:
            return ""
        now = "string(now)" if not zone else f"string(now + duration('{zone}s'))"
        time = f"{now}.substring(0, 10) + {text(found[2])} + {now}.substring(11, {19 if found[4] else 16})"
        parts = [text(value[: found.start()]), time, text(value[found.end() :])]
        return " + ".join(part for part in parts if part != "''")

    def _number(self, column: Column, last: str, role: str, made: Added) -> str:
        """A number that counts the records of the entity, or all that there are; the entity's key stands before it."""
        keys = [visit.key for visit, units in self.trail.looks for _ in units]
        parts = [_figures_in(value, key) for value, key in zip(column.values, keys, strict=True)]
        writes = [write for write, _ in self.trail.added]
        mine = [write for write in writes if write.role == role] or writes  # those of the other role, where it has none
        newest = _figures_in(last, mine[-1].key)
        if newest is None or not all(parts) or len({part[0] for part in parts if part}) != 1:
            return ""
        before, after = (_keyed(piece, role) for piece in (newest[0], newest[2]))
        numbers = [part[1] for part in parts if part]
        places = [place for _, units in self.trail.looks for place in range(1, len(units) + 1)]
        alone = self.trail.lone is not None or len({*column.values}) == 1
        if numbers == places and (len(set(places)) > 1 or alone):
            there = f"dyn(state.{self.kind}[params.id]).get({text(self.trail.name)}, [])"
            number = f"string({there}.size() + 1)" if role == "update" else text("1")
        else:
            first = self._counts(column)
            if first is None:
                return ""
            counter = f"{self.kind}_{self.trail.name}"
            if made.counters.setdefault(counter, first) != first:
                counter = f"{counter}_{column.name}"
                made.counters[counter] = first
            number = f"string(state.next_ids.{counter})"
        return " + ".join([*before, number, *after])

    def _counts(self, column: Column) -> int | None:
        """The first number that a recorded write added, when each was greater than all before."""
        told = sorted((write.call.seq, self._figure(column, unit, write.key)) for write, unit in self.trail.added)
        known = [(visit.seq, self._figure(column, unit, visit.key))
                 for visit, units in self.trail.looks for unit in units]  # fmt: skip
        rising = all(number > other for seq, number in told for at, other in known if at <= seq)
        rising = rising and all(one[1] < other[1] for one, other in pairwise(told))
        return told[0][1] if rising and any(at <= told[-1][0] for at, _ in known) else None

    def _figure(self, column: Column, unit: Unit, key: str) -> int:
        found = _figures_in(self.columns.record(unit)[column.name], key)
        return found[1] if found else 0

    # ---- lines -------------------------------------------------------------------------------

    def _lines(self, values: Sequence[tuple[Written, str]]) -> Lines | None:
        updates = [(write, html) for write, html in values if write.role == "update" and html]
        return lines_of(updates, self.ways, self.said) if updates else None

    def _listed(self, lines: Lines, role: str, made: Added) -> str:
        """The expression of the list of lines."""
        items = list[tuple[str, str, dict[str, str]]]()
        for name in lines.fields():
            own = f"string(dyn(state.{self.kind}[params.id]).get({text(name)}, ''))"
            now = own_of(role, name)
            made.told.add(name)
            known = "" if name in self.listed else f" && {text(name)} in dyn(state.{self.kind}[params.id])"
            test = f"{text(name)} in dyn(params.changes) && {now} != {own}{known}"
            items.append((lines.calling[name], test, lines.parts(name, own, now)))
        items += [(label, test, {"h": line}) for label, test, line in self._extra(lines, role, made)]
        told = [{"l": text(label.lower()), "on": test, **parts} for label, test, parts in items]
        made_of = [f"{{{', '.join(f'{text(name)}: {of}' for name, of in one.items())}}}" for one in told]
        order = ".sortBy(line, line.l)" if lines.sorted else ""
        return f"[{', '.join(made_of)}].filter(line, line.on){order}.map(line, {lines.text()})"

    def _extra(self, lines: Lines, role: str, made: Added) -> list[tuple[str, str, str]]:
        """Lines about what the same write added to another trail: they have its number in them."""
        found: dict[str, tuple[str, str, str]] = {}
        for trail, columns in self.others:
            other = Known(self.kind, trail, columns, self.ways, self.listed, said=self.said).added(role)
            for counter in other.counters if other is not None and other.filled else ():
                assert other is not None
                number = f"string(state.next_ids.{counter})"
                column = next(one for one in columns.every if number in other.values.get(one.name, ""))
                tests = " || ".join(f"{own_of(role, name)} != ''" for name in other.filled)
                for told in _figures(columns, column, trail):
                    for line in lines.extra:
                        pieces = re.split(rf"(?<!\d){told}(?!\d)", line)
                        label = re.sub(r"\W+\Z", "", plain(line).split(" ")[0])
                        if len(pieces) > 1:
                            found[label] = (label, f"({tests})", f" + {number} + ".join(map(text, pieces)))
                            made.also |= {*other.filled}
        return [*found.values()]


def _figures(columns: Columns, column: Column, trail: Trail) -> list[str]:
    """The numbers of what recorded writes added."""
    found = [_NUMBER.match(columns.record(unit)[column.name]) for _, unit in trail.added]
    return [one[2] for one in found if one is not None]


def _figures_in(value: str, key: str) -> tuple[str, int, str] | None:
    """(what stands before a number, the number, what stands behind it), with a sign in place of the entity's key where
    an address has it before the number."""
    inner = re.sub(rf"(?<=/){re.escape(key)}(?=/.*\d)", KEY, value, count=1) if value.startswith("/") else value
    found = _NUMBER.match(inner)
    return (found[1], int(found[2]), found[3]) if found is not None else None


def _keyed(piece: str, role: str) -> list[str]:
    """The expressions of a literal in which a sign stands for the entity's key."""
    own = "params.id" if role == "update" else "string(id)"
    return [own if one == KEY else text(one) for one in re.split(f"({KEY})", piece) if one]


def own_of(role: str, name: str) -> str:
    """The expression of what a write sends."""
    return f"string(dyn(params{'.changes' if role == 'update' else ''}).get({text(name)}, ''))"


def condition(made: Added, role: str) -> str:
    """The expression of whether a record is added; "" for always."""
    tests = [f"{own_of(role, name)} != ''" for name in made.filled]
    tests += [f"{made.lines}.size() > 0"] if made.lines else []
    return " || ".join(tests)


def _telling(filled: list[str], silent: Sequence[Written], told: Sequence[tuple[Written, Unit]]) -> list[str]:
    """Those of these fields that say something new: not what was so before, or is sent when nothing is added."""
    new = [
        name for name in filled
        if not any(str(one.sent.get(name) or "").strip() for one in silent)
        and not all(write.before.get(name) == write.sent.get(name) for write, _ in told)
    ]  # fmt: skip
    return new or filled


def shown_by_lines(typed: str, html: str) -> bool:
    """Is a text of several lines shown with each of them by itself: in paragraphs, where lines between are empty?"""
    lines = [said for line in typed.splitlines() if (said := squeezed(line))]
    shown = BeautifulSoup(html, "html.parser").get_text("\n").splitlines()
    return len(lines) > 1 and lines == [said for line in shown if (said := squeezed(line))]


def lines_text(own: str, between: str) -> str:
    """The expression of the lines of a text that are not empty, with `between` between them."""
    return f"{own}.split('\\n').filter(line, line.trim() != '').join({text(between)})"


def _sent(values: Sequence[tuple[Written, str]]) -> str | None:
    """The field that was sent as what is shown, each time; nothing of it is shown of what is empty."""
    if not any(squeezed(shown) for _, shown in values):
        return None
    for name in dict.fromkeys(name for write, _ in values for name in write.sent):
        if all(squeezed(str(write.sent.get(name, ""))) == squeezed(shown) for write, shown in values):
            return name
    return None


def _beginning(values: Sequence[tuple[Written, str]], role: str) -> str:
    """The expression of the field that was sent as what each begins with, and some are; the rest of others is left."""
    for name in dict.fromkeys(name for write, _ in values for name in write.sent):
        pairs = [(squeezed(str(write.sent.get(name, ""))), squeezed(shown)) for write, shown in values]
        if all(said and shown.startswith(said) for said, shown in pairs) and any(
            said == shown for said, shown in pairs
        ):
            return own_of(role, name)
    return ""


def _usual(values: Sequence[tuple[Written, str]]) -> str:
    """What all of them show, or the last; nothing where each shows another."""
    shown = [value for _, value in values]
    return shown[-1] if len(shown) < 2 or len(set(shown)) < len(shown) else ""
