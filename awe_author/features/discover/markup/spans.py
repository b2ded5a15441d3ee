"""English phrases that count back from now: `Just now`, `3 minutes ago`, `2 hours, 5 minutes`, `about 2 hours ago`.

A *span* is how an app words them: one of a few families (how it rounds, which units it has), whether "ago" stands
behind, and what it says of the last moments. Each phrase means a stretch of seconds, by which a span is checked against
times that are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from awe_author.features.discover.common.keys import framed, text

MINUTE, HOUR, DAY, WEEK = 60, 3600, 86400, 7 * 86400
MONTH, YEAR = 30 * DAY, 365 * DAY
FOREVER = 1000 * YEAR
NOW = ("just now", "now", "right now", "moments ago", "a moment ago", "seconds ago", "a few seconds ago",
       "less than a minute ago", "less than a minute", "a few seconds", "0 minutes ago", "0 minutes")  # fmt: skip
"""What apps say of the last moments, in small letters."""
EMPTY = ("-", "\u2013", "\u2014", "Never", "never", "N/A", "None")
"""What they say of what never was."""
Seconds = tuple[float, float]
"""From, and to before."""
AGE = re.compile(
    r"\b(?:just now|right now|(?:(?:less than|about|almost|over) )?(?:an?|\d+|a few) "
    r"(?:second|minute|hour|day|week|month|year)s?(?: ago)?)\b",
    re.IGNORECASE,
)
"""How long ago something was: it differs from look to look."""
_PREFIX = "ago "
_DATE = re.compile(r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b\d{4}\b|\d[./]\d", re.IGNORECASE)
_NUMBER = r"(\d{1,6})"


@dataclass(frozen=True, slots=True)
class Step:
    """What is said below so many seconds: `said`, in which `{n}` counts `unit`s, rounded or cut; and behind it, where
    something is left, `{n}` of the smaller unit `second`."""

    below: int
    said: str
    unit: int = 0
    rounded: bool = False
    second: tuple[str, int] | None = None


def _units(words: Sequence[tuple[str, int]], *, two: bool = False) -> tuple[Step, ...]:
    """Whole units, the largest that fits; or `two` neighbours: `2 hours, 5 minutes`."""
    steps = []
    for place, (word, unit) in enumerate(words):
        below = words[place + 1][1] if place + 1 < len(words) else FOREVER
        steps.append(Step(below, word, unit, second=words[place - 1] if two and place else None))
    return tuple(steps)


_S, _M, _H, _D = (f"{{n}} {word}{{s}}" for word in ("second", "minute", "hour", "day"))
_W, _MO, _Y = (f"{{n}} {word}{{s}}" for word in ("week", "month", "year"))
_LARGE = ((_MO, MONTH), (_Y, YEAR))
_SINCE = ((_M, MINUTE), (_H, HOUR), (_D, DAY), (_W, WEEK), *_LARGE)
_YEARS = tuple(
    Step(below, f"{word} {years} year{'s' if years > 1 else ''}")
    for n in range(1, 20)
    for word, years, below in (
        ("about", n, n * YEAR + YEAR // 4), ("over", n, n * YEAR + 3 * YEAR // 4), ("almost", n + 1, (n + 1) * YEAR),
    )
)  # fmt: skip
FAMILIES: Mapping[str, tuple[Step, ...]] = {
    "minutes": _units(_SINCE),
    "seconds": _units(((_S, 1), *_SINCE)),
    "minutes without weeks": _units((*_SINCE[:3], *_LARGE)),
    "seconds without weeks": _units(((_S, 1), *_SINCE[:3], *_LARGE)),
    "two units": _units(_SINCE, two=True),
    "articles": (
        Step(1, "now"), Step(2, "a second"), Step(MINUTE, _S, 1), Step(2 * MINUTE, "a minute"),
        Step(HOUR, _M, MINUTE), Step(2 * HOUR, "an hour"), Step(DAY, _H, HOUR), *_units(_SINCE, two=True)[2:],
    ),
    "rounded with articles": (
        Step(45, "a few seconds"), Step(90, "a minute"), Step(45 * MINUTE - 30, _M, MINUTE, rounded=True),
        Step(90 * MINUTE, "an hour"), Step(22 * HOUR - HOUR // 2, _H, HOUR, rounded=True), Step(36 * HOUR, "a day"),
        Step(26 * DAY - DAY // 2, _D, DAY, rounded=True), Step(45 * DAY, "a month"),
        Step(320 * DAY, _MO, MONTH, rounded=True), Step(548 * DAY, "a year"), Step(FOREVER, _Y, YEAR, rounded=True),
    ),
    "about": (
        Step(30, "less than a minute"), Step(90, "1 minute"), Step(44 * MINUTE + 30, _M, MINUTE, rounded=True),
        Step(89 * MINUTE + 30, "about 1 hour"),
        Step(24 * HOUR - 30, "about {n} hour{s}", HOUR, rounded=True), Step(42 * HOUR - 30, "1 day"),
        Step(30 * DAY - 30, _D, DAY, rounded=True), Step(45 * DAY - 30, "about 1 month"),
        Step(60 * DAY - 30, "about 2 months"), Step(YEAR, _MO, MONTH, rounded=True), *_YEARS,
    ),
    "abbreviated": _units((("{n} sec", 1), ("{n} min", MINUTE), ("{n} hr", HOUR), ("{n} day{s}", DAY),
                           ("{n} wk", WEEK), ("{n} mo", MONTH), ("{n} yr", YEAR))),
    "letters": _units((("{n}s", 1), ("{n}m", MINUTE), ("{n}h", HOUR), ("{n}d", DAY), ("{n}w", WEEK),
                       ("{n}mo", MONTH), ("{n}y", YEAR))),
}  # fmt: skip
"""Name -> what is said, of longer and longer spans."""


@dataclass(frozen=True, slots=True)
class Span:
    """How an app words spans of time."""

    family: str
    ago: str = ""
    """What stands behind each phrase of the family: " ago" or nothing."""
    first: str = ""
    """What is said of the last moments instead; "" where that is the family's."""
    first_below: int = MINUTE
    """Seconds below which it is said."""
    empty: str = ""
    """What is said where there is no moment."""
    blank: str = " "
    """What stands between number and unit; it may be one that does not break."""

    def said(self, seconds: float) -> str:
        """The phrase."""
        seconds = max(0, int(seconds))
        if self.first and seconds < self.first_below:
            return self.first
        step = next(step for step in FAMILIES[self.family] if seconds < step.below)
        return _said(step, seconds) + self._behind(step)

    def _behind(self, step: Step) -> str:
        return "" if step.said == "now" else self.ago

    def stretch(self, phrase: str) -> Seconds | None:
        """The spans of which a phrase is said; None when it never is."""
        if self.first and phrase == self.first:
            return 0.0, float(self.first_below)
        begin = self.first_below if self.first else 0
        before = 0
        for step in FAMILIES[self.family]:
            behind = self._behind(step)
            if phrase.endswith(behind) and (found := _stretch(step, before, phrase.removesuffix(behind))) is not None:
                found = max(found[0], begin), found[1]
                return found if found[0] < found[1] else None
            before = step.below
        return None

    def text(self, own: str) -> str:
        """The expression of the phrase; `own`: that of the moment, as a text (RFC 3339), empty for none."""
        whole = self.phrase(f"math.greatest([0, int(now) - int(timestamp({own}))])")
        other = f"{own} == '' ? {text(self.empty)} : {own}" if self.empty else own  # a date, which says itself
        return f"({own}.matches('^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T') ? {whole} : {other})"

    def phrase(self, seconds: str) -> str:
        """The expression of what is said of so many seconds, which an expression tells."""
        steps = FAMILIES[self.family]
        pairs = [(step.below, _text(step, self._behind(step), self.blank)) for step in steps]
        if self.first:
            pairs = [(self.first_below, text(self.first)), *(pair for pair in pairs if pair[0] > self.first_below)]
        said = " : ".join([*(f"s < {below} ? {made}" for below, made in pairs[:-1]), pairs[-1][1]])
        return f"[{seconds}].map(s, {said})[0]"


def _said(step: Step, seconds: int) -> str:
    if not step.unit:
        return step.said
    count = (seconds + (step.unit // 2 if step.rounded else 0)) // step.unit
    made = _counted(step.said, count)
    if step.second is not None and (rest := seconds % step.unit // step.second[1]):
        made += ", " + _counted(step.second[0], rest)
    return made


def _counted(said: str, count: int) -> str:
    return said.replace("{n}", str(count)).replace("{s}", "" if count == 1 else "s")


def _text(step: Step, behind: str, blank: str) -> str:
    """The expression of a step about `s` seconds."""
    if not step.unit:
        return text(step.said + behind)
    whole = f"(s + {step.unit // 2})" if step.rounded else "s"
    made = _count_text(step.said, whole if step.unit == 1 else f"{whole} / {step.unit}", blank)
    if step.second is not None:
        said, unit = step.second
        rest = f"s % {step.unit} / {unit}"
        made += f" + ({rest} == 0 ? '' : ', ' + {_count_text(said, rest, blank)})"
    return made + (f" + {text(behind)}" if behind else "")


def _count_text(said: str, count: str, blank: str) -> str:
    before, _, after = said.replace("{n} ", "{n}" + blank).partition("{n}")
    singular, plural = after.replace("{s}", ""), after.replace("{s}", "s")
    tail = text(plural) if singular == plural else f"({count} == 1 ? {text(singular)} : {text(plural)})"
    return f"{framed(before, f'string({count})')} + {tail}"


def _stretch(step: Step, before: int, phrase: str) -> Seconds | None:
    """The spans between `before` and the step's end of which it says this phrase."""
    if not step.unit:
        return (before, step.below) if phrase == step.said else None
    found = _pattern(step).fullmatch(phrase)
    if found is None:
        return None
    count = int(found[1])
    rest = int(found[2]) if step.second is not None and found[2] else 0
    if _counted(step.said, count) + (", " + _counted(step.second[0], rest) if rest and step.second else "") != phrase:
        return None
    begin = count * step.unit - (step.unit / 2 if step.rounded else 0)
    size: float = step.unit
    if step.second is not None:
        begin, size = begin + rest * step.second[1], step.second[1]
    begin, end = max(begin, before), min(begin + size, step.below)
    return (begin, end) if begin < end else None


@cache
def _pattern(step: Step) -> re.Pattern[str]:
    made = _one(step.said)
    return re.compile(made + (f"(?:, {_one(step.second[0])})?" if step.second is not None else ""))


def _one(said: str) -> str:
    return re.escape(said).replace(r"\{n\}", _NUMBER).replace(r"\{s\}", "s?")


def says_age(phrase: str) -> bool:
    """Does a text say how long ago something was, or will be?"""
    return phrase.lower() in NOW or AGE.search(phrase) is not None


def is_age(phrase: str) -> bool:
    """Does a text say how long ago something was, and nothing else: `now`, `3 minutes ago`, `1 year, 8 months ago`?"""
    plain = " ".join(phrase.split())
    return plain.lower() in NOW or all(map(AGE.fullmatch, plain.split(", ")))


def ageless(shown: str) -> str:
    """A text with a sign in place of how long ago something was."""
    return "#" if is_age(shown) else AGE.sub("#", shown)


def is_date(phrase: str) -> bool:
    """Is it a date, as apps tell what is longer ago than their spans go: `20 Nov`, `Nov 20, 2024`, `2024-11-20`?"""
    return _DATE.search(phrase) is not None and not phrase.endswith(" ago")


# ---- which one -----------------------------------------------------------------------------


SLACK = 5.0
"""Seconds by which a page may be later than its answer's date, or a moment be cut."""
Told = tuple[str, Seconds | None]
"""(a phrase; how long ago it was when the page was answered, and when it was gone at the latest. None where that is not
known)."""


def span_of(told: Sequence[Told]) -> Span | None:
    """The span that says all of these phrases; None when none does, or a known time contradicts."""
    told = [one for one in told if one[1] is not None or not is_date(one[0])]
    phrases = list(dict.fromkeys(phrase for phrase, _ in told if phrase and phrase not in EMPTY))
    if not phrases:
        return None
    empty = next((phrase for phrase, _ in told if phrase in EMPTY), "")
    fit = [span for span in _spans(phrases, empty) if all(_fits(span, one) for one in told if one[0] in phrases)]
    return max(fit, key=lambda span: (sum(_exact(span, one) for one in told), not span.first), default=None)


def _spans(phrases: Sequence[str], empty: str) -> Iterator[Span]:
    firsts = [phrase for phrase in phrases if phrase.lower() in NOW]
    for family in FAMILIES:
        for ago in (" ago", ""):
            plain = Span(family, ago, empty=empty)
            odd = [phrase for phrase in phrases if plain.stretch(phrase) is None]
            if not odd and (len(firsts) < len(phrases) or ago == " ago"):
                yield plain
            if len(odd or firsts) == 1 and (odd or firsts)[0] in firsts:
                yield Span(family, ago, (odd or firsts)[0], _first_below(plain, phrases), empty)


def _first_below(plain: Span, phrases: Sequence[str]) -> int:
    """What is said of the last moments ends where the shortest other span begins, but with the first minute."""
    known = [made[0] for phrase in phrases if phrase.lower() not in NOW and (made := plain.stretch(phrase)) is not None]
    return min([MINUTE, *(int(begin) for begin in known if begin >= 1)])


def _fits(span: Span, told: Told) -> bool:
    meant = span.stretch(told[0])
    known = told[1]
    return meant is not None and (known is None or (meant[0] <= known[1] + SLACK and known[0] - SLACK < meant[1]))


def _exact(span: Span, told: Told) -> bool:
    return told[1] is not None and span.said(told[1][0]) == told[0]


# ---- fields of wordings --------------------------------------------------------------------


def span_name(name: str, span: Span) -> str:
    """The name under which a wording knows a moment as it is told."""
    parts = (span.family, span.ago, span.first, str(span.first_below), span.empty, span.blank, name)
    return _PREFIX + "|".join(parts)


def is_span(name: str) -> bool:
    """Is it such a name?"""
    return name.startswith(_PREFIX) and name.count("|") >= 6


def of_span_name(name: str) -> tuple[str, Span] | None:
    """(field, its span) of such a name."""
    if not is_span(name):
        return None
    family, ago, first, below, empty, blank, field = name.removeprefix(_PREFIX).split("|", 6)
    return (field, Span(family, ago, first, int(below), empty, blank)) if family in FAMILIES else None
