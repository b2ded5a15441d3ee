"""Kinds that pages list and open, and that no recorded post is about: products, people, beside what is written.

Believed when a table lists several by keys that are no words, none of its rows is told as another kind's, and the
page of one of them was opened. Pages of the others are made of that one, and what is counted or listed there follows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import asks_to_search
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.posts import key_in

LEAST = 3
"""Rows, at least."""
Lists = Sequence[tuple[Page, Rows]]


def only_read(template: str, lists: Lists, pages: Sequence[Page], taken: Collection[tuple[str, str]]) -> Lists:
    """The looks at the lists of such a kind; none where it is not believed. `taken`: (address of a page, container) of
    the lists of other kinds."""
    path, _, query = template.partition("?")
    called = [(page, rows) for page, rows in lists if rows.called]
    if not called and (query or path.strip("/").split("/")[-1] != "*"):
        return []
    mine = [(page, rows) for page, rows in lists if (page.url, rows.container) not in taken and _table(rows)]
    mine = called or mine
    whole = [[row.key for row in rows.rows] for page, rows in called if not asks_to_search(page.url)]
    if any(keys != whole[0] for keys in whole):
        return []  # in pages, or in several orders
    keys = {row.key for _, rows in mine for row in rows.rows}
    opened = {key for page in pages if (key := key_in(page.url, template)) in keys}
    return mine if len(keys) >= LEAST and all(map(looks_like_id, keys)) and opened else []


def _table(rows: Rows) -> bool:
    return all(row.tag is not None and row.tag.name == "tr" for row in rows.rows)
