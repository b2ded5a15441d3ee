"""Lists of one row on pages that were searched, on the last page of a list, or at its own address while it had no more:
a row alone is told only by the template that others have, a card also by what holds it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import asks_to_search
from awe_author.features.discover.markup.documents import Rows, rows_of
from awe_author.features.discover.pages.pages import Shown

ALONE = ("li", "dt", "article", "tr", "p")
"""Rows that are told to be such when they stand alone."""


def found_rows(
    template: str, shown: Sequence[Shown], roles: Sequence[tuple[Call, str, str]], lists: Sequence[tuple[Page, Rows]]
) -> list[tuple[Page, Rows]]:
    """Lists of one row on pages that searched for it, that are further pages of a list, or where the list has more rows
    at other times (alike, each once on its page); but none of what is a list of other things where it has more rows."""
    known = {row.key for _, rows in lists for row in rows.rows} | {key for _, _, key in roles}
    places = {(urlsplit(page.url).path, rows.container) for page, rows in lists}
    alike = {(urlsplit(page.url).path, rows.container, rows.row) for page, rows in lists if len(rows.rows) > 1}
    others = {(urlsplit(one.page.url).path, rows.container) for one in shown for rows in one.lists
              if rows.template != template and len(rows.rows) > 1}  # fmt: skip
    more: list[tuple[Page, Rows]] = []
    for one in shown:
        path, _, asked = one.page.url.partition("#")[0].partition("?")
        there = any(urlsplit(path).path == other for other, _ in places)
        if (not there and not asks_to_search(one.page.url)) or any(rows.template == template for rows in one.lists):
            continue
        for rows in rows_of(one.document, one.page.url, template):
            place = (urlsplit(path).path, rows.container)
            same = place in places if asked else (*place, rows.row) in alike and _only(one, rows)
            plain = (
                place not in others
                and asks_to_search(one.page.url)
                and rows.rows[0].tag is not None
                and rows.rows[0].tag.name in ALONE
            )
            if rows.template == template and (same or (plain and all(row.key in known for row in rows.rows))):
                _part_as(rows, [listed for _, listed in lists], one.page.url)
                one.lists.append(rows)
                more.append((one.page, rows))
    return more


def _only(one: Shown, rows: Rows) -> bool:
    """Is the row the only one of its form on the page?"""
    return len(one.document.select(f"{rows.container} > {rows.row}", limit=2)) == 1


def _part_as(rows: Rows, others: Sequence[Rows], url: str) -> None:
    """Take columns apart as in rows of the same list elsewhere."""
    same = next((other for other in others if (other.container, other.row) == (rows.container, rows.row)), None)
    for part in same.parting if same is not None else ():
        for row in rows.rows:
            part(rows, row, url)
    rows.parting += same.parting if same is not None else []
