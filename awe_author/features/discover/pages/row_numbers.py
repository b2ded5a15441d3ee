"""Rows that are numbered: the first cell of each says at which place it stands, whatever it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bs4 import Tag

from awe_author.features.discover.common.keys import framed
from awe_author.features.discover.markup.documents import Row
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.page_lists import Look, Pager
from awe_author.json_types import JsonObject

LEAST = 3
"""Rows that one look has to have at least."""
MOST = 500
"""Rows that are looked up one by one."""
_NUMBERED = re.compile(r"(?P<before>#?)(?P<number>\d{1,6})(?P<after>[.)]?)\Z")


def row_numbers(looks: Sequence[Look], pager: Pager | None) -> JsonObject:
    """Selector in a row -> its number, where `places` are the keys of the rows shown; nothing when rows have none. Some
    entity must have had another number at another look."""
    if not LEAST <= max((len(look.rows.rows) for look in looks), default=0) <= MOST:
        return {}
    for selector in ("td:nth-of-type(1)", "th:nth-of-type(1)"):
        said = [[_number(row, selector) for row in look.rows.rows] for look in looks]
        begins = [pager.begins(look.asked) if pager is not None else 0 for look in looks]
        ways = {(one[0], one[2]) for found in said for one in found if one is not None}
        counted = all(
            one is not None and one[1] == begin + place
            for found, begin in zip(said, begins, strict=True) for place, one in enumerate(found, 1)
        )  # fmt: skip
        if not counted or len(ways) != 1 or not _moved(looks):
            continue
        before, after = next(iter(ways))
        begin = "begin + " if pager is not None else ""
        return {selector: {"text": framed(before, f"string({begin}places.indexOf(item.id) + 1)", after)}}
    return {}


def _number(row: Row, selector: str) -> tuple[str, int, str] | None:
    cell = row.tag.select_one(f":scope > {selector}") if row.tag is not None else None
    found = _NUMBERED.match(squeezed(cell.get_text())) if isinstance(cell, Tag) and not cell.find("a") else None
    return (found["before"], int(found["number"]), found["after"]) if found is not None else None


def _moved(looks: Sequence[Look]) -> bool:
    """Did a row stand at two places?"""
    places: dict[str, set[int]] = {}
    for look in looks:
        for place, key in enumerate(look.keys):
            places.setdefault(key, set()).add(place)
    return any(len(found) > 1 for found in places.values())
