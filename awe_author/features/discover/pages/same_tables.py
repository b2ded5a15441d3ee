"""Tables whose rows link to things of several kinds: what one is a list of, it is at all looks.

    <tr><td><a href="/talks/HDB37K/">Ropes</a> <td><a href="/tracks/1/">Boats</a></tr>

Of few rows each may link to another track, so that these could be rows of tracks as well. The look with most rows
tells, where the same table (at one path, in one place, with the same heads) was seen with more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awe_author.features.discover.markup.cell_texts import heads_of
from awe_author.features.discover.markup.documents import Rows, rows_of

if TYPE_CHECKING:
    from awe_author.features.discover.pages.pages import Shown

_Table = tuple[str, str, tuple[str, ...]]
"""(path, container, heads)."""


def same_tables(shown: Sequence[Shown]) -> None:
    """Reads tables again that were taken for lists of something else than at the look with most rows."""
    fullest: dict[_Table, Rows] = {}
    looks = [(one, rows, table) for one in shown for rows in one.lists if (table := _table(one, rows)) is not None]
    for _, rows, table in looks:
        if table not in fullest or len(fullest[table].rows) < len(rows.rows):
            fullest[table] = rows
    for one, rows, table in looks:
        template = fullest[table].template
        if rows.template != template and len(rows.rows) < len(fullest[table].rows):
            again = next((other for other in rows_of(one.document, one.page.url, template) if _same(other, rows)), None)
            if again is not None and again.template == template:
                one.lists[next(at for at, other in enumerate(one.lists) if other is rows)] = again


def _same(one: Rows, other: Rows) -> bool:
    return one.container == other.container and len(one.rows) == len(other.rows)


def _table(one: Shown, rows: Rows) -> _Table | None:
    """Which table it is; None for what has no heads."""
    heads = heads_of(rows.parent, 1)[0] if rows.parent is not None and rows.rows[0].tag is not None else []
    table = rows.rows[0].tag is not None and rows.rows[0].tag.name == "tr" and sum(map(bool, heads)) > 1
    return (urlsplit(one.page.url).path, rows.container, tuple(heads)) if table else None
