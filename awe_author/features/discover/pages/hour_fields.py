"""Form fields that are spans of hours, and what pages say around them: `6` is sent, `6:00 h` is shown."""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.hours import are_hours, as_hours
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.sent_fields import said_of

AROUND = 6
"""Characters of what stands around such a span, at most."""


def set_hours(
    made: PageKind, lists: Sequence[tuple[Page, Rows]], writes: Sequence[tuple[Call, str]], shown: Sequence[Shown]
) -> None:
    """Which fields of a kind are spans of hours. `lists`: lists and details."""
    for name, of in made.sent.items():
        if name in made.labels or name in made.checks or of in made.formats:
            continue
        said = said_of(name, made, writes, shown)
        sent, seen = said[: len(writes)], sorted((one for one in said[len(writes) :]), key=lambda one: one[1])
        pairs = [(str(value), later) for key, at, value in sent if (later := _next(key, at, sent, seen)) is not None]
        if are_hours(pairs):
            made.hours[of] = _around({kept for _, kept in pairs if kept}, lists)


def _next(
    key: str | None, at: int, sent: Sequence[tuple[str, int, str]], seen: Sequence[tuple[str, int, str]]
) -> str | None:
    """What the form of an entity has in the field at the next look at it, before it is written again."""
    until = min((seq for of, seq, _ in sent if of == key and seq > at), default=1 << 62)
    return next((str(value) for of, seq, value in seen if of == key and at < seq <= until), None)


def _around(values: set[str], lists: Sequence[tuple[Page, Rows]]) -> tuple[str, str]:
    """What stands before and behind these where pages show them."""
    shown = {said for _, rows in lists for row in rows.rows for said in row.values.values()}
    for said in sorted(shown):
        for value in values:
            before, found, after = said.partition(value)
            alone = not (before[-1:].isdigit() or after[:1].isdigit() or ":" in before + after)
            if found and alone and 0 < len(before) + len(after) <= AROUND and as_hours(value):
                return before, after
    return "", ""
