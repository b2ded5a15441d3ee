"""Lists of one row on pages that were searched: a row alone is told only by the template that others have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.documents import Rows, rows_of

if TYPE_CHECKING:
    from awe_author.features.discover.pages.pages import Shown


def found_rows(
    template: str, shown: Sequence[Shown], roles: Sequence[tuple[Call, str, str]], lists: Sequence[tuple[Page, Rows]]
) -> list[tuple[Page, Rows]]:
    """Lists of one row on pages that searched for it."""
    known = {row.key for _, rows in lists for row in rows.rows} | {key for _, _, key in roles}
    more: list[tuple[Page, Rows]] = []
    for one in shown:
        asks = any(searches(name) and value for name, value in parse_qsl(urlsplit(one.page.url).query))
        if asks and not any(rows.template == template for rows in one.lists):
            for rows in rows_of(one.document, one.page.url, template):
                if rows.template == template and all(row.key in known for row in rows.rows):
                    one.lists.append(rows)
                    more.append((one.page, rows))
    return more
