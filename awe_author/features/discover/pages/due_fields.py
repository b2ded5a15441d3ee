"""Fields that pages show as a day with words of how far away it is (`markup.due_dates`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awe_author.features.discover.markup.documents import Row
from awe_author.features.discover.markup.due_dates import due_of
from awe_author.features.discover.markup.spans import AGE
from awe_author.features.discover.pages.pages import PageKind, Shown

MOST = 40
"""Pages that are looked at for how the app words spans of time."""
LONGEST = 60


def set_due(
    made: PageKind, of: str, rows: Sequence[tuple[int, Row]], pairs: Sequence[tuple[str, str]], shown: Sequence[Shown]
) -> None:
    """Note that a field is such a day, and have the rows say it as forms send it. `rows`: number of the exchange before
    which a row was looked at, and the row; `pairs`: (as sent, as shown) of the same value."""
    timed = [(row, now) for seq, row in rows if (now := made.times.at(seq)) is not None]
    if not any(AGE.search(row.values[of]) for row, _ in timed) or len(timed) < len(rows):
        return
    due = due_of([(row.values[of], now) for row, now in timed], pairs, _phrases(shown))
    if due is not None:
        made.dues[of] = due
        for row, _ in timed:
            row.values[of] = due.plain(row.values[of])


def _phrases(shown: Sequence[Shown]) -> Iterator[str]:
    """The spans of time that pages say."""
    for one in shown[:MOST]:
        for said in one.document.find_all(string=AGE):
            yield from AGE.findall(said) if len(said) <= LONGEST else ()
