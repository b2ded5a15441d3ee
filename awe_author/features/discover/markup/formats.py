"""Values that pages write otherwise than forms send them: `2026-12-22` as `Dec. 22, 2026`, nothing as `-`.

The entity keeps what forms send, so that it sorts and can be put into a form's field again; pages show it in the format
that was told from the column. In wordings such a value is a field of its own, named by `named`: what it is called, its
format and the field that it is made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.clocks import (
    MOMENT,
    PATTERNS,
    clock_of,
    clock_parts,
    clock_signs,
    clock_texts,
)
from awe_author.features.discover.markup.number_formats import NUMBER, number_pattern, unwritten, written, written_text

ISO = re.compile(r"\d{4}-\d\d-\d\d\Z")
EMPTY = ("-", "\u2013", "\u2014", "n/a", "N/A", "None", "(none)", "null", "never")
"""What pages show for nothing."""
_FULL = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
         "December")  # fmt: skip
MONTHS = {
    "full": _FULL,
    "short": tuple(name[:3] for name in _FULL),
    "press": tuple(name if len(name) < 6 else "Sept." if name[0] == "S" else f"{name[:3]}." for name in _FULL),
    "dotted": tuple(name if len(name) < 4 else f"{name[:3]}." for name in _FULL),
}
"""Ways to write months, by name."""
_TOKEN = re.compile(r"(?P<word>[A-Za-z]{3,9}\.?)|(?P<year>\d{4})|(?P<number>\d{1,2})(?!\d)")
_YES = re.compile(r"true|yes|on|1|y|✓|✔|active|enabled|checked", re.IGNORECASE)
_PREFIX = "as "
LEAST_AROUND = 6
"""Characters of one value that stands among other words not by chance."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a date, a moment (`clocks`) or a number (`number_formats`) is shown. Of dates: literals and `Y`, `m` (two
    digits), `n` (one or two), `d`, `j`, `M` in braces. Without a pattern anything is shown as it is."""

    pattern: str
    months: str = "short"
    empty: str = ""

    def shown(self, value: str) -> str:
        """What a page shows for a date as forms send it."""
        if not value:
            return self.empty
        if self.counted:
            return written(self.pattern, value)
        if not (MOMENT if self.timed else ISO).match(value) or not self.pattern:
            return value
        year, month, day = value[:10].split("-")
        parts = {"Y": year, "m": month, "n": str(int(month)), "d": day, "j": str(int(day)), "M": self._month(month)}
        parts |= clock_parts(value)
        return re.sub(r"\{(\w)\}", lambda found: parts[found[1]], self.pattern)

    @property
    def timed(self) -> bool:
        """Does it show a time of day as well?"""
        return re.search(r"\{[HGhgP]\}", self.pattern) is not None

    def takes(self, sent: Iterable[str]) -> bool:
        """Is all that forms send what it can show?"""
        return not self.pattern or all(not one or (NUMBER if self.counted else ISO).match(one) for one in sent)

    @property
    def counted(self) -> bool:
        """Is it a number (see `number_formats`)?"""
        return "{#" in self.pattern

    def _month(self, month: str) -> str:
        return MONTHS[self.months][int(month) - 1] if 1 <= int(month) <= len(_FULL) else month

    def plain(self, shown: str) -> str | None:
        """The date as forms send it; None for a text that is none."""
        if shown == self.empty:
            return ""
        if self.counted:
            return unwritten(self.pattern, shown)
        if ISO.match(shown) or not self.pattern:
            return shown
        found = re.fullmatch(_pattern(self.pattern), shown)
        if found is None:
            return None
        said = found.groupdict()
        month = said.get("n") or (_month(said["M"], self.months) if "M" in said else "")
        made = f"{said['Y']}-{month.zfill(2)}-{said['j'].zfill(2)}"
        if self.timed:
            clock = clock_of(said)
            made, month = f"{made}T{clock}Z", month if clock else ""
        return made if month and self.shown(made) == shown else None

    def text(self, own: str) -> str:
        """The expression of what is shown; `own`: that of the value."""
        if not self.pattern:
            return f"({own} == '' ? {text(self.empty)} : {own})"
        if self.counted:
            return written_text(self.pattern, own)
        month = f"{own}.substring(5, 7)"
        day = f"{own}.substring(8, 10)"
        names = ", ".join(f"'{number:02}': {text(name)}" for number, name in enumerate(MONTHS[self.months], 1))
        parts = {
            "Y": f"{own}.substring(0, 4)", "m": month, "n": f"string(int({month}))", "d": day,
            "j": f"string(int({day}))", "M": f"{{{names}}}.get({month}, {month})",
            **(clock_texts(own) if self.timed else {}),
        }  # fmt: skip
        pieces = re.split(r"\{(\w)\}", self.pattern)
        made = [parts[piece] if place % 2 else text(piece) for place, piece in enumerate(pieces) if piece]
        end = "T" if self.timed else "$"
        whole = f"{own}.matches('^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}{end}') ? {' + '.join(made)} : {own}"
        return f"({own} == '' ? {text(self.empty)} : {whole})" if self.empty else f"({whole})"


def text_around(shown: Sequence[str], pairs: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """(before, behind): the words that a column always has around what forms send: `Due 2025-04-06`. `pairs`: (as sent,
    as shown) of the same value; None where there are none, or other ones."""
    told = {(sent, value) for sent, value in pairs if sent and value}
    ways = {(value.partition(sent)[0], value.partition(sent)[2]) for sent, value in told if sent in value}
    long = any(len(sent) >= LEAST_AROUND for sent, _ in told)
    if len(ways) != 1 or not all(sent in value for sent, value in told) or (len(told) < 2 and not long):
        return None
    before, behind = next(iter(ways))
    fits = all(value.startswith(before) and value.endswith(behind) for value in shown if value)
    return (before, behind) if fits and (before or behind) and not re.search(r"\d", before + behind) else None


def _is_date(value: str) -> bool:
    return bool(ISO.match(value)) and "01" <= value[5:7] <= "12" and "01" <= value[8:] <= "31"


@cache
def _pattern(pattern: str) -> str:
    groups = {"Y": r"(?P<Y>\d{4})", "m": r"(?P<n>\d\d)", "n": r"(?P<n>\d{1,2})", "d": r"(?P<j>\d\d)",
              "j": r"(?P<j>\d{1,2})", "M": r"(?P<M>[A-Za-z]+\.?)", **PATTERNS}  # fmt: skip
    pieces = re.split(r"\{(\w)\}", pattern)
    return "".join(groups[piece] if place % 2 else re.escape(piece) for place, piece in enumerate(pieces))


def _month(word: str, months: str) -> str:
    return str(MONTHS[months].index(word) + 1) if word in MONTHS[months] else ""


def format_of(shown: Sequence[str], pairs: Sequence[tuple[str, str]]) -> Format | None:
    """The format in which all of `shown` are dates, or numbers (or nothing). `pairs`: (as sent, as shown) of the same
    value."""
    said = [value for value in dict.fromkeys(shown) if value and not ISO.match(value)]
    empty = next((value for value in said if value in EMPTY), "")
    dates = [value for value in said if value != empty]
    told = [(sent, value) for sent, value in pairs if ISO.match(sent) and value and not ISO.match(value)]
    if not dates and not (empty and any(ISO.match(value) for value in shown)):
        return None
    patterns = ["{Y}-{m}-{d}"] if not dates else _patterns(dates[0])
    if any(sent == "" and value == empty != "" for sent, value in pairs):
        patterns = [*patterns, ""]
    for pattern in patterns:
        for months in MONTHS if "{M}" in pattern else ("short",):
            made = Format(pattern, months, empty)
            plain = [made.plain(value) for value in dates]
            fits = not pattern or all(value and _is_date(value) for value in plain)
            if fits and all(made.shown(sent) == value for sent, value in told):
                return made
    counted = number_pattern(dates, pairs)
    return Format(counted, "short", empty) if counted is not None else None


def moment_formats(shown: Sequence[str]) -> list[Format]:
    """The formats in which all of these are moments, the likeliest first."""
    dates = [value for value in shown if value not in EMPTY]
    empty = next((value for value in shown if value in EMPTY), "")
    found = []
    for before, clock in clock_signs(dates[0]) if dates else ():
        for pattern in _patterns(before):
            for months in MONTHS if "{M}" in pattern else ("short",):
                made = Format(pattern + clock, months, empty)
                plain = [made.plain(value) for value in dates]
                if all(value and _is_date(value[:10]) for value in plain):
                    found.append(made)
    return found


def _patterns(shown: str) -> list[str]:
    """What a date may be made of, the likeliest first: three parts, one of them the year. Nothing of a text with
    braces, which stand for parts."""
    if "{" in shown or "}" in shown:
        return []
    found = list(_TOKEN.finditer(shown))
    kinds = "".join("w" if one["word"] else "y" if one["year"] else "n" for one in found)
    ways = {"wny": ["MjY", "MdY"], "nwy": ["jMY", "dMY"], "ywn": ["YMj", "YMd"], "ynn": ["Ymd", "Ynj"],
            "nny": ["mdY", "dmY", "njY", "jnY"]}  # fmt: skip
    made: list[str] = []
    for way in ways.get(kinds, ()):
        pattern, at = "", 0
        for sign, one in zip(way, found, strict=True):
            pattern += shown[at : one.start()] + f"{{{sign}}}"
            at = one.end()
        made.append(pattern + shown[at:])
    return made


def yes_and_no(values: Mapping[str, str], pairs: Sequence[tuple[str, str]], shown: Iterable[str]) -> dict[str, str]:
    """What a checkbox sends -> what the column shows for it; told by `pairs`, else by the words. `values`: what it
    sends, checked first."""
    found = {sent: said for sent, said in pairs if sent in values}
    on, off = next(iter(values)), [*values][-1]
    others = [said for said in dict.fromkeys(shown) if said not in found.values()]
    for said in others if len(others) < len(values) + 1 else ():
        which = on if _YES.fullmatch(said) else off
        found.setdefault(which if which not in found else on if which == off else off, said)
    return {value: found.get(value, value) for value in (on, off)}


# ---- fields of wordings --------------------------------------------------------------------


def named(name: str, how: Format) -> str:
    """The name under which a wording knows a field as it is shown."""
    return f"{_PREFIX}{how.months}|{how.empty}|{how.pattern}|{name}"


def is_number(name: str) -> bool:
    """Is it the name of a number as pages write it?"""
    return name.startswith(_PREFIX) and "{#" in name


def of_name(name: str) -> tuple[str, Format] | None:
    """(field, its format) of such a name."""
    if not name.startswith(_PREFIX) or name.count("|") < 3:
        return None
    months, empty, pattern, field = name.removeprefix(_PREFIX).split("|", 3)
    return field, Format(pattern, months, empty)


def shown_values(values: Mapping[str, object], formats: Mapping[str, Format]) -> dict[str, str]:
    """The values of an entity as pages show them, by their names in wordings."""
    return {
        named(name, how): how.shown(str(values[name])) for name, how in formats.items() if values.get(name) is not None
    }
