"""Columns that say when an entity was made or written last: `23/11/2026 1:05 a.m.`, `2026-11-23 01:05`.

Believed when all that the column shows are moments of one format, and those of entities that were written while
recording are the moments of these writes. Rows get the moment (RFC 3339), so that writes set it and lists sort by it;
pages show it in its format again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from awe_author.features.discover.common.keys import date_of, utc_text
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.formats import EMPTY, Format, moment_formats
from awe_author.features.discover.markup.span_fields import Times, Writes
from awe_author.features.discover.markup.spans import SLACK

MINUTE = 60.0
BY = (("create", "update"), ("create",), ("update",))
"""The writes that set a moment."""


def moment_columns(
    lists: Sequence[tuple[Page, Rows]], known: Iterable[str], writes: Writes, times: Times
) -> dict[str, Format]:
    """Column -> its format; those that are `known` as something else are left alone."""
    found: dict[str, Format] = {}
    names = dict.fromkeys(name for _, rows in lists for row in rows.rows for name in row.values)
    apart = {*known}
    for name in [name for name in names if name not in apart]:
        rows = [(times.at(page.seq), row) for page, listed in lists for row in listed.rows if row.values.get(name)]
        for how in moment_formats(list(dict.fromkeys(row.values[name] for _, row in rows))):
            told = next((made for roles in BY if (made := _moments(name, how, rows, writes, roles))), None)
            if told is not None:
                for row, moment in told:
                    row.values[name] = moment
                found[name] = how
                break
    return found


def _moments(
    name: str, how: Format, rows: Sequence[tuple[float | None, Row]], writes: Writes, roles: Sequence[str]
) -> list[tuple[Row, str]]:
    """Each row with its moment; nothing when a write says otherwise, or none says anything."""
    exact = 0.0 if "{s}" in how.pattern else MINUTE
    made, sure = [], False
    for at, row in rows:
        shown = how.plain(row.values[name]) or ""
        write = max(
            (date for date in _dates(row.key, writes, roles) if at is not None and date <= at + SLACK), default=None
        )
        if write is not None and row.values[name] not in EMPTY:
            said = datetime.fromisoformat(shown).timestamp()
            if not -SLACK <= write - said <= exact + SLACK:
                return []
            shown, sure = utc_text(write), True
        made.append((row, shown))
    return made if sure else []


def _dates(key: str, writes: Writes, roles: Sequence[str]) -> Iterator[float]:
    for call, role, of in writes:
        date = date_of(call.date) if of == key and role in roles else None
        if date is not None:
            yield date
