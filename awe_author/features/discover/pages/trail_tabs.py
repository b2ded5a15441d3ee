"""Tabs beside a trail that go with the sorts of its records: `Notes` where one has a note, `Changes` where one has
none.

Told when pages whose records all say something in a column (a note, as it was sent) have parts of a list that pages
whose records all say nothing there have not, and the other way round. With records of both sorts both parts are there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.trail_columns import Columns
from awe_author.features.discover.pages.trails import Trail, Visit
from awe_author.json_types import Json

LISTS = ("ul", "ol", "nav", "menu")
LARGEST = 4000
"""Characters of such a list."""
SOME, NONE = "!=", "=="


def tabs_by_records(
    trail: Trail, columns: Columns, told: Sequence[str], shown: Sequence[Shown], there: str, key: str
) -> Iterator[Json]:
    """The surfaces of such lists on these pages. `told`: columns that say what was sent, or nothing; `there`: the
    expression of the records, `key`: that of the entity's key."""
    for name in told:
        sorts: dict[str, list[Visit]] = {SOME: [], NONE: []}
        for visit, units in trail.looks:
            filled = {bool(columns.record(unit)[name]) for unit in units}
            if len(filled) == 1:
                sorts[SOME if filled == {True} else NONE].append(visit)
        for selector, parts in _lists(sorts, trail) if all(sorts.values()) else ():
            if any(page.document.select_one(selector) is not None for page in shown):
                made = [_part(html, sort, of, name, there, key) for html, sort, of in parts]
                yield {"select": selector, "set": {"html": " + ".join(made)}}


def _part(html: str, sort: str, of: str, name: str, there: str, key: str) -> str:
    pieces = re.split(rf"(?<=/){re.escape(of)}(?!\w)", html)
    said = f" + {key} + ".join(map(text, pieces))
    test = f"{there}.exists(one, string(one.get({text(name)}, '')) {sort} '')"
    return f"({test} ? {said} : '')" if sort else said


def _lists(sorts: dict[str, list[Visit]], trail: Trail) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """(selector, its parts as (HTML, sort of the records that it goes with or "", key of its page)) of each list."""
    named = {sort: [_named(visit.shown.document, trail) for visit in visits] for sort, visits in sorts.items()}
    others = {SOME: named[NONE], NONE: named[SOME]}
    only = {sort: set.intersection(*map(set, mine)) - {one for other in others[sort] for one in other}
            for sort, mine in named.items()}  # fmt: skip
    first, second = sorts[SOME][0], sorts[NONE][0]
    seen = set[str]()
    for mark in sorted(only[SOME]):
        above = named[SOME][0][mark].find_parent(LISTS)
        selector = alone(first.shown.document, above, first.key, [second.shown.document]) if above is not None else None
        other = second.shown.document.select_one(selector) if selector else None
        if selector is None or above is None or other is None or selector in seen:
            continue
        seen.add(selector)
        mine, theirs = [list(_parts(top, only)) for top in (above, other)]
        fresh = [(str(tag), sort, second.key) for tag, sort in theirs if sort == NONE]
        small = len(str(above)) + len(str(other)) <= LARGEST
        if fresh and small and len(mine) - 1 == len(theirs) - len(fresh):
            yield selector, [*((str(tag), sort, first.key) for tag, sort in mine), *fresh]


def _parts(top: Tag, only: dict[str, set[str]]) -> Iterator[tuple[Tag, str]]:
    """The children of a list, with the sort of records that each goes with."""
    for child in top.find_all(True, recursive=False):
        marks = {str(one.get("id") or "") for one in [child, *child.find_all(id=True)]}
        yield child, next((sort for sort, mine in only.items() if marks & mine), "")


def _named(document: BeautifulSoup, trail: Trail) -> dict[str, Tag]:
    """Elements outside of the records that are called by an id without numbers."""
    top = document.select_one(trail.container)
    inside = {id(one) for one in top.find_all(True)} if top is not None else set[int]()
    return {str(one["id"]): one for one in document.find_all(id=re.compile(r"^[A-Za-z_-]+$")) if id(one) not in inside}
