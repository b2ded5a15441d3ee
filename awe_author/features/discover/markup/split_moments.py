"""One moment that forms send in several fields: a year, a month from a list, a day, an hour, a minute.

Which field is which is told by a column that shows the whole: `2026/10/26 at 9:09 am` in the rows of entities whose
fields are `2026`, `10`, `26`, `09` and `09`. In all rows that are known each part has to be one field's, and the day
and month have to be seen with several values. In wordings such a moment is a field of its own for each way to write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.formats import Format

PARTS = ("year", "month", "day", "hour", "minute")
LEAST = 3
"""Rows that show a moment."""
DATES = ("{Y}/{m}/{d}", "{Y}-{m}-{d}", "{M} {j}, {Y}", "{j} {M} {Y}", "{d}.{m}.{Y}", "{d}/{m}/{Y}", "{m}/{d}/{Y}")
"""Ways to write the day, as `Format` knows them."""
TIMES = ("24", "12", "12 large")
"""Ways to write the time of day: `09:09`, `9:09 am`, `9:09 AM`."""
_PREFIX = "moment of "
_SHOWN = re.compile(
    r"(?<!\d)(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?!\d)(?:\D{1,6}(\d{1,2}):(\d\d)(?::\d\d)?\s?([ap]m)?)?", re.I
)
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SplitMoment:
    """The fields of one moment; without a time of day "" for hour and minute."""

    fields: tuple[str, ...]
    """As in PARTS."""

    def iso(self, values: Values) -> str:
        """The day, `2026-10-26`; "" when it is not known."""
        year, month, day = (str(values.get(name) or "") for name in self.fields[:3])
        known = year.isdigit() and month.isdigit() and day.isdigit() and len(year) == 4
        return f"{year}-{month.zfill(2)}-{day.zfill(2)}" if known else ""

    def time(self, values: Values, way: str) -> str:
        """The time of day; "" when it is not known."""
        hour, minute = (str(values.get(name) or "") for name in self.fields[3:])
        if not hour.isdigit() or not minute.isdigit():
            return ""
        if way == "24":
            return f"{hour.zfill(2)}:{minute.zfill(2)}"
        half = "am" if int(hour) < 12 else "pm"
        return f"{int(hour) % 12 or 12}:{minute.zfill(2)} {half if way == '12' else half.upper()}"


def split_moment(rows: Iterable[tuple[Values, Iterable[str]]]) -> SplitMoment | None:
    """The moment that columns show whole and fields have in parts. `rows`: (fields of an entity, texts of its row)."""
    fits: list[set[str]] = [set() for _ in PARTS]
    seen: list[set[int]] = [set() for _ in PARTS]
    count = 0
    for values, texts in rows:
        numbers = {name: int(value) for name, value in values.items() if isinstance(value, str) and _is_number(value)}
        told = next((parts for said in texts if (parts := _parts(said)) is not None), None)
        if told is None or len(numbers) < 3:
            continue
        for place, part in enumerate(told):
            mine = {name for name, value in numbers.items() if value == part}
            fits[place] = mine if not count else fits[place] & mine
            seen[place] |= {part} if part is not None else set()
        count += 1
    day = [one for one in fits[:3] if len(one) == 1]
    if count < LEAST or len(day) < 3 or len(set.union(*day)) < 3 or min(len(seen[1]), len(seen[2])) < 2:
        return None
    hour, minute = ((next(iter(one)) if len(one) == 1 else "") for one in fits[3:])
    timed = hour and minute and len({hour, minute, *set.union(*day)}) == 5
    return SplitMoment((*(next(iter(one)) for one in day), *((hour, minute) if timed else ("", ""))))


def parts_shown(one: SplitMoment, texts: Iterable[str], width: int) -> dict[str, str]:
    """The fields of the moment that one of these texts shows, as forms send them: with so many digits at least."""
    told = next((parts for said in texts if (parts := _parts(said)) is not None), None)
    pairs = zip(one.fields, told or (), strict=False)
    return {name: str(part).zfill(width) for name, part in pairs if name and part is not None}


def _is_number(value: str) -> bool:
    return value.isdigit() and len(value) <= 4


def _parts(said: str) -> tuple[int | None, ...] | None:
    """The numbers of a moment in a text; None for a text with none, or several."""
    found = list(_SHOWN.finditer(said))
    if len(found) != 1:
        return None
    year, month, day, hour, minute, half = found[0].groups()
    if hour is None:
        return int(year), int(month), int(day), None, None
    hours = int(hour) if half is None else int(hour) % 12 + (12 if half.lower() == "pm" else 0)
    return int(year), int(month), int(day), hours, int(minute)


# ---- in wordings ---------------------------------------------------------------------------


def split_names(one: SplitMoment) -> list[str]:
    """The names under which wordings know it, a way to write it each."""
    ways = [*DATES, *(TIMES if one.fields[3] else ())]
    return [f"{_PREFIX}{'|'.join(one.fields)}|{way}" for way in ways]


def split_values(values: Values, one: SplitMoment | None) -> dict[str, str]:
    """What pages may show of the moment of an entity, by these names."""
    day = one.iso(values) if one is not None else ""
    if one is None or not day:
        return {}
    names = split_names(one)
    shown = [*(Format(way).shown(day) for way in DATES), *(one.time(values, way) for way in TIMES)]
    return {name: said for name, said in zip(names, shown, strict=False) if said}


def of_split_name(name: str) -> tuple[SplitMoment, str] | None:
    """(moment, way to write it) of such a name."""
    if not name.startswith(_PREFIX):
        return None
    *fields, way = name.removeprefix(_PREFIX).split("|")
    return SplitMoment(tuple(fields)), way


def split_text(one: SplitMoment, way: str, own: Sequence[str]) -> str:
    """The expression of a way to write it; `own`: those of its fields, all of them texts."""
    year, month, day, hour, minute = own
    if way in TIMES:
        number = f"({hour}.matches('^[0-9]{{1,2}}$') ? int({hour}) : 0)"
        if way == "24":
            return f"({hour} + ':' + {minute})"
        halves = ("AM", "PM") if "large" in way else ("am", "pm")
        twelve = f"string(({number} + 11) % 12 + 1)"
        return f"({twelve} + ':' + {minute} + ({number} < 12 ? {text(f' {halves[0]}')} : {text(f' {halves[1]}')}))"
    whole = f"({year} + '-' + {_two(month)} + '-' + {_two(day)})"
    return Format(way).text(whole)


def order_text(own: Sequence[str]) -> str:
    """The expression of a text that goes up with the moment; `own`: those of its fields."""
    return " + ' ' + ".join([own[0], *(_two(one) for one in own[1:] if one != "''")])


def _two(own: str) -> str:
    return f"({own}.size() == 1 ? '0' + {own} : {own})"
