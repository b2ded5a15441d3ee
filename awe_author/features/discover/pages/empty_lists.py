"""What tells a page on which a list has nothing from one that shows some of it, and what it says beside the list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bs4 import Tag

from awe_author.features.discover.markup.documents import Rows
from awe_author.json_types import Json

ROWS_ALONE = ("tbody", "ul", "ol", "table")
"""Elements that hold rows and nothing else: they may stay where there are none, with a row that says so."""
UNSEEN = ("script", "style", "template", "noscript")
_TOLD = re.compile(r"\b(state|page|view|segments|now|fit|listed|shown|begin)\b")
"""In expressions that are not always the same."""


def never_empty(looks: Sequence[Rows]) -> str:
    """The selector of what no page has on which the list is not there: what holds its rows; a row, where that holds
    other things, too (`article` below a heading), and is there anyway."""
    rows = looks[0]
    return f"{rows.container} > {rows.row}" if all(map(_holds_more, looks)) else rows.container


def _holds_more(rows: Rows) -> bool:
    if rows.parent is None or rows.parent.name in ROWS_ALONE:
        return False
    mine = {id(one) for row in rows.rows for one in (row.tag, row.companion)}
    return any(isinstance(one, Tag) and id(one) not in mine for one in rows.parent.children)


def said_of_nothing(beside: Sequence[Json], sizes: Iterable[str]) -> list[Json]:
    """What stands beside a list, without what only counts what it shows: its page says that there is nothing in its own
    words (`0-0/0` for `1-7/7`). `sizes`: the expressions of these numbers."""
    found = []
    for one in beside:
        said = str(one.get("set")) if isinstance(one, dict) else ""
        counts = [size for size in sorted(sizes, key=len, reverse=True) if size in said]
        for size in counts:
            said = said.replace(size, "")
        if not counts or _TOLD.search(re.sub(r"'[^']*'", "", said)):
            found.append(one)
    return found


def among_others(rows: Rows) -> bool:
    """Do other elements that show something stand between most rows, and go with them (bars of a chart, each with the
    note about it)? Rows that are made anew would leave these behind."""
    if rows.parent is None or rows.companion or rows.heads or rows.parent.name in ROWS_ALONE:
        return False
    children = [one for one in rows.parent.children if isinstance(one, Tag)]
    mine = {id(row.tag) for row in rows.rows}
    places = [place for place, one in enumerate(children) if id(one) in mine]
    between = [one for one in children[places[0] : places[-1]] if id(one) not in mine] if places else []
    saying = [one for one in between if one.name not in UNSEEN and one.get_text(strip=True)]
    return len(places) > 2 and len(saying) >= len(places) - 1
