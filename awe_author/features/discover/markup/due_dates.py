"""Days with words of how far away they are: `12/01/2026 (Due in 7 days)`, `9 days left (2026-12-03)`.

The entity keeps the day as forms send it. In wordings the text is a field of its own, whose name says how it is made:
the format of the day, how spans of time are worded, and what stands around both for days to come and for past ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.dated_texts import DAY as WRITTEN
from awe_author.features.discover.markup.formats import ISO, Format, format_of
from awe_author.features.discover.markup.spans import AGE, DAY, FAMILIES, Span

_PREFIX = "due "
_WRITTEN = re.compile(rf"(?<![\w./-])(?:{WRITTEN})(?![\w/])")
_ISO = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
LONGEST = 80
Seen = tuple[str, float]
"""(what is shown, when; epoch seconds)"""


@dataclass(frozen=True, slots=True)
class Due:
    """How a day is shown with how far away it is. `ahead`, `late`: what stands before, between and behind the day and
    the span, in which `day` and `span` say where they are; "" where no such day was seen."""

    how: Format
    family: str
    ahead: str = ""
    late: str = ""
    today: str = ""
    """What is said in place of a span of today; "" where that is the family's."""

    def shown(self, value: str, now: float) -> str:
        """What a page shows at `now` for a day as forms send it."""
        if not ISO.match(value):
            return value or self.how.empty
        away = _away(value, now)
        around = self.late if away < 0 else self.ahead
        if not around:
            return self.how.shown(value)
        span = self.today if self.today and not away else Span(self.family).said(abs(away))
        return around.format(day=self.how.shown(value), span=span)

    def plain(self, shown: str) -> str:
        """The day as forms send it; a text that is none stays as it is."""
        found = _WRITTEN.search(shown)
        plain = self.how.plain(found[0] if found is not None else shown)
        return shown if plain is None else plain

    def text(self, own: str) -> str:
        """The expression of what is shown; `own`: that of the day."""
        span = Span(self.family).phrase("away < 0 ? 0 - away : away")
        span = f"(away == 0 ? {text(self.today)} : {span})" if self.today else span
        made = [self._around(one, self.how.text("day"), span) for one in (self.late, self.ahead)]
        away = "int(timestamp(day + 'T00:00:00Z')) - (int(now) - int(now) % 86400)"
        said = f"[{away}].map(away, away < 0 ? {made[0]} : {made[1]})[0]"
        return f"[{own}].map(day, day.matches('{_ISO}') ? {said} : {self.how.text('day')})[0]"

    @staticmethod
    def _around(around: str, day: str, span: str) -> str:
        pieces = re.split(r"(\{day\}|\{span\})", around or "{day}")
        made = {"{day}": day, "{span}": span}
        return " + ".join(made.get(piece) or text(piece) for piece in pieces if piece)


def due_of(seen: Sequence[Seen], pairs: Sequence[tuple[str, str]], phrases: Iterable[str]) -> Due | None:
    """How all of these days are shown; None where none has a span beside it. `pairs`: (as sent, as shown) of the same
    value; `phrases`: other spans of time that the app says, by which the way to word them is told."""
    told = [(shown, now) for shown, now in seen if shown]
    days = [(shown, now, found[0]) for shown, now in told
            if len(shown) <= LONGEST and (found := _WRITTEN.search(shown))]  # fmt: skip
    sent = [(value, day[0]) for value, shown in pairs if ISO.match(value) and (day := _WRITTEN.search(shown))]
    how = format_of([day for _, _, day in days], sent) if sent and len(days) == len(told) else None
    if how is None or how.counted:
        return None
    around: dict[bool, str] = {}
    spans: list[tuple[str, float]] = []
    for shown, now, said in days:
        made, away = _taken_apart(shown, said), _away(how.plain(said) or "", now)
        if made is None and shown != said:
            return None
        if made is not None and around.setdefault(away < 0, made[0]) != made[0]:
            return None
        spans += [(made[1], abs(away))] if made is not None else []
    today = next((said for said, away in spans if not away), "")
    others = [(said, away) for said, away in spans if away]
    fit = [one for one in FAMILIES if others and all(Span(one).said(away) == said for said, away in others)]
    best = max(fit, key=lambda one: sum(Span(one).stretch(said) is not None for said in {*phrases}), default="")
    return Due(how, best, around.get(False, ""), around.get(True, ""), today) if best else None


def day_in(shown: str) -> str:
    """The day in a text that says how far away it is; another text as it is."""
    found = _WRITTEN.search(shown) if len(shown) <= LONGEST and AGE.search(shown) else None
    return found[0] if found is not None else shown


def _taken_apart(shown: str, day: str) -> tuple[str, str] | None:
    """(what stands around, the span) of a text with a day and one span."""
    if "{" in shown or "}" in shown:
        return None
    before, _, behind = shown.partition(day)
    for rest, made in ((behind, before + "{day}{rest}"), (before, "{rest}{day}" + behind)):
        spans = AGE.findall(rest)
        if len(spans) == 1 and not AGE.search(made):
            return made.replace("{rest}", rest.replace(spans[0], "{span}")), spans[0]
    return None


def _away(value: str, now: float) -> float:
    """Seconds from the beginning of today to that of a day."""
    return datetime.fromisoformat(value).replace(tzinfo=UTC).timestamp() - now // DAY * DAY


# ---- fields of wordings --------------------------------------------------------------------


def due_name(name: str, due: Due) -> str:
    """The name under which a wording knows a day as it is told."""
    said = [due.how.pattern, due.how.months, due.how.empty, due.family, due.ahead, due.late, due.today]
    return f"{_PREFIX}{json.dumps(said)}|{name}"


def of_due_name(name: str) -> tuple[str, Due] | None:
    """(field, how it is shown) of such a name."""
    if not name.startswith(f"{_PREFIX}["):
        return None
    said, _, field = name.removeprefix(_PREFIX).rpartition("|")
    pattern, months, empty, *others = json.loads(said)
    return field, Due(Format(pattern, months, empty), *others)


def due_values(values: Mapping[str, object], dues: Mapping[str, Due], now: float | None) -> dict[str, str]:
    """The days of an entity as a page at `now` tells them, by their names in wordings."""
    return {
        due_name(name, due): due.shown(str(values[name]), now)
        for name, due in dues.items() if now is not None and values.get(name)
    }  # fmt: skip
