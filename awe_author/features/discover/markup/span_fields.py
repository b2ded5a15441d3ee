"""Columns that tell how long ago something was (`spans`): which moment each row means, and how it is worded.

The moment stands beside the phrase (`<time datetime="...">`, a title), else it is when the entity was written or made
in the recording; of entities that nothing wrote it is counted back from all looks at them. A column is believed when no
look contradicts: one whose words have no "ago" only where a moment is known. Rows get the moment in place of the
phrase, so that writes set it and lists sort by it; pages show the phrase again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from bs4 import Tag

from awe_author.features.discover.common.keys import date_of, utc_text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.cell_texts import heads_of
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.situations import Load
from awe_author.features.discover.markup.spans import (
    NOW,
    SLACK,
    Seconds,
    Span,
    Told,
    is_date,
    span_name,
    span_of,
)

BESIDE = ("datetime", "title", "data-datetime", "data-time", "data-timestamp", "data-date", "data-tooltip",
          "data-original-title", "aria-label", "content")  # fmt: skip
"""Attributes that may say the moment of a phrase."""
_LIKE = re.compile(r"\b(ago|now)\b|\d+\s?(s|sec|second|m|min|minute|h|hr|hour|d|day|w|wk|week|mo|month|y|yr|year)s?\b")
_ISO = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")


@dataclass(frozen=True, slots=True)
class Times:
    """When the documents of a recording were answered."""

    seqs: Sequence[int] = ()
    moments: Sequence[float] = ()

    @classmethod
    def of(cls, loads: Iterable[Load]) -> Times:
        """From the documents that a browser loaded."""
        dated = sorted((load.seq, load.moment) for load in loads if load.moment is not None)
        return cls([seq for seq, _ in dated], [moment for _, moment in dated])

    def at(self, seq: int) -> float | None:
        """Of the document that a page looked at before exchange `seq` shows; epoch seconds."""
        place = bisect_right(self.seqs, seq - 1) - 1
        return self.moments[place] if place >= 0 else None

    def until(self, seq: int) -> float | None:
        """Of the next one: the page was looked at before."""
        place = bisect_right(self.seqs, seq - 1)
        return self.moments[place] if place < len(self.seqs) else None


@dataclass(frozen=True, slots=True)
class _Sight:
    """One look at the column of a row."""

    row: Row
    phrase: str
    begin: float
    end: float
    """Between which moments it was looked at."""
    beside: str = ""
    """The moment that stands beside it (RFC 3339)."""

    def since(self, moment: float) -> Seconds:
        """Between which spans the true one is, if this is the moment."""
        return self.begin - moment, self.end - moment


Writes = Sequence[tuple[Call, str, str]]
"""(post, role, key), in order."""


def span_fields(
    lists: Sequence[tuple[Page, Rows]], sent: Iterable[str], writes: Writes, times: Times
) -> dict[str, Span]:
    """Column -> how it words spans. The rows that have it get their moment (RFC 3339; "" for none) for the phrase."""
    known = set(sent)
    said: dict[str, list[str]] = {}
    for _, rows in lists:
        for row in rows.rows:
            for name, value in row.values.items():
                said.setdefault(name, []).append(value)
    found = {}
    for name, values in said.items():
        if name in known or not any(_LIKE.search(value) or value.lower() in NOW for value in values):
            continue
        span = _settled(name, lists, writes, times)
        if span is not None:
            found[name] = replace(span, blank=_blank(name, lists))
    return found


def _settled(name: str, lists: Sequence[tuple[Page, Rows]], writes: Writes, times: Times) -> Span | None:
    sights = list(_sights(name, lists, times))
    if not sights:
        return None
    if all(one.beside for one in sights):
        moments = [_moment(one.beside) for one in sights]
        span = span_of([(one.phrase, one.since(at)) for one, at in zip(sights, moments, strict=True)])
        if span is not None:
            _replace(name, lists, {id(one.row): one.beside for one in sights})
        return span
    sights = [one for one in sights if not is_date(one.phrase)]
    for roles in (("create", "update"), ("create",)) if sights else ():
        known = [_written(one, writes, roles) for one in sights]
        told: list[Told] = [
            (one.phrase, one.since(at) if at is not None else None) for one, at in zip(sights, known, strict=True)
        ]
        span = span_of(told)
        sure = _says_ago(sights) or _tells_dates(name, lists) or any(at is not None for at in known)
        if span is None or not sure:
            continue
        start = _counted_back([one for one, at in zip(sights, known, strict=True) if at is None], span)
        if start is None:
            continue
        moments = [at if at is not None else start[one.row.key] for one, at in zip(sights, known, strict=True)]
        _replace(name, lists, {id(one.row): utc_text(at) for one, at in zip(sights, moments, strict=True)})
        return span
    return None


def _sights(name: str, lists: Sequence[tuple[Page, Rows]], times: Times) -> Iterator[_Sight]:
    for page, rows in lists:
        begin, end = times.at(page.seq), times.until(page.seq)
        for row in rows.rows:
            if begin is not None and row.values.get(name):
                yield _Sight(row, row.values[name], begin, begin if end is None else end, _beside(row, name))


def _says_ago(sights: Sequence[_Sight]) -> bool:
    return all(one.phrase.endswith(" ago") or one.phrase.lower() in NOW for one in sights)


def _tells_dates(name: str, lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Are there dates in the column beside the phrases?"""
    return any(is_date(row.values.get(name, "")) for _, rows in lists for row in rows.rows)


def _written(sight: _Sight, writes: Writes, roles: Sequence[str]) -> float | None:
    """When the entity was written last before."""
    dates = [date_of(call.date) for call, role, key in writes if key == sight.row.key and role in roles]
    before = [date for date in dates if date is not None and date <= sight.begin + SLACK]
    return before[-1] if before else None


def _counted_back(sights: Sequence[_Sight], span: Span) -> dict[str, float] | None:
    """Key -> a moment that all looks at an entity agree with; None when one has no such moment."""
    found: dict[str, Seconds] = {}
    for one in sights:
        meant = span.stretch(one.phrase)
        if meant is None:
            continue  # nothing
        first, last = one.begin - meant[1] - SLACK, one.end - meant[0] + SLACK
        known = found.get(one.row.key, (first, last))
        found[one.row.key] = max(first, known[0]), min(last, known[1])
        if found[one.row.key][0] > found[one.row.key][1]:
            return None
    return {key: (first + last) / 2 for key, (first, last) in found.items()}


def _blank(name: str, lists: Sequence[tuple[Page, Rows]]) -> str:
    """What stands between number and unit in this column."""
    cells = [cell.get_text() for _, rows in lists for row in rows.rows if (cell := _cell(row, name)) is not None]
    return "\u00a0" if any(re.search(r"\d\u00a0[a-z]", said) for said in cells) else " "


def _replace(name: str, lists: Sequence[tuple[Page, Rows]], moments: Mapping[int, str]) -> None:
    """Put the moments into the rows. Where the column is empty, there is none: in lists with the same heads."""
    places = {_place(page, rows) for page, rows in lists if any(id(row) in moments for row in rows.rows)}
    for page, rows in lists:
        listed = _place(page, rows) in places
        for row in rows.rows:
            if id(row) in moments:
                row.values[name] = moments[id(row)]
            elif listed and not is_date(row.values.get(name, "")):
                row.values[name] = ""


def _place(page: Page, rows: Rows) -> tuple[str, str, str]:
    """Where a list stands, and the words of its heads."""
    heads = " ".join(heads_of(rows.parent, 1)[0]) if rows.parent is not None else ""
    return page.url.partition("?")[0], rows.container, re.sub(r"[\W_]+", " ", heads).strip()


# ---- moments beside phrases ----------------------------------------------------------------


def _beside(row: Row, name: str) -> str:
    """The moment that the cell of a phrase says in an attribute (RFC 3339); "" without one, or with several."""
    cell = _cell(row, name)
    cell = cell.find_parent(["td", "th"]) or cell if cell is not None and cell.name == "a" else cell
    every = [cell, *cell.find_all(True)] if isinstance(cell, Tag) else []
    for attribute in BESIDE:
        found = Counter(moment_text(str(tag[attribute])) for tag in every if tag.has_attr(attribute))
        found.pop("", None)
        if len(found) == 1:
            return next(iter(found))
    return ""


def _cell(row: Row, name: str) -> Tag | None:
    return row.tag.select_one(row.selectors[name]) if row.tag is not None and name in row.selectors else None


def moment_text(said: str) -> str:
    """A moment in RFC 3339; "" for a text that is none. Without a zone it is UTC."""
    said = said.strip()
    try:
        if said.isdecimal() and len(said) in (10, 13):
            return utc_text(float(said) / (1 if len(said) == 10 else 1000))
        made = (
            datetime.fromisoformat(said.replace(" UTC", "+00:00")) if _ISO.match(said) else parsedate_to_datetime(said)
        )
    except (ValueError, TypeError, OverflowError, IndexError):
        return ""
    if _RFC3339.fullmatch(said):
        return said
    return utc_text((made if made.tzinfo else made.replace(tzinfo=UTC)).timestamp())


def _moment(said: str) -> float:
    return datetime.fromisoformat(said).timestamp()


# ---- what pages show -----------------------------------------------------------------------


def span_values(values: Mapping[str, object], spans: Mapping[str, Span], now: float | None) -> dict[str, str]:
    """The moments of an entity as a page at `now` tells them, by their names in wordings."""
    found = {}
    for name, span in spans.items():
        said = str(values.get(name) or "")
        if now is not None and said and _ISO.match(said):
            found[span_name(name, span)] = span.said(now - _moment(said))
    return found
