"""How many there are, as headers of a list say it: `X-Total-Count: 60`, `Content-Range: books 0-9/60`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.lists.envelopes import Asked

RANGE = re.compile(r"(?P<unit>[\w-]+ )?(?P<span>(?P<begin>\d+)-(?P<end>\d+)|\*)/(?P<total>\d+)\Z")


def header_roles(answers: Sequence[Asked]) -> dict[str, str]:
    """Header -> "total", "pages", or "range" with the unit behind a colon; of those that hold in all answers."""
    names = {name for one in answers for name, _ in one.call.counts}
    found: dict[str, str] = {}
    for name in sorted(names):
        told = [(dict(one.call.counts).get(name, ""), one) for one in answers]
        ranges = [(RANGE.match(value), one) for value, one in told]
        if all(match is not None and _is_range(match, one) for match, one in ranges):
            unit = next(match["unit"] or "" for match, _ in ranges if match is not None)
            found[name] = f"range:{unit}"
        elif all(value.isdecimal() for value, _ in told) and _is_total(name, [(int(n), one) for n, one in told]):
            found[name] = "total"
    total = next((name for name, role in found.items() if role == "total"), "")
    for name in sorted(names - found.keys()) if total else ():
        if all(_is_pages(dict(one.call.counts), name, total, one.limit) for one in answers):
            found[name] = "pages"
    return found


def _is_total(name: str, told: Sequence[tuple[int, Asked]]) -> bool:
    """Never less than what is shown, and that when it is all, which must have been seen unless the name is plain."""
    sure = re.search(r"total(-?count)?\Z", name) is not None
    whole = [(value, one) for value, one in told if one.shown and (one.limit is None or one.shown < one.limit)]
    enough = all(value >= one.begin + one.shown or not one.shown for value, one in told)
    return (bool(whole) or sure) and enough and all(value == one.begin + one.shown for value, one in whole)


def _is_range(match: re.Match[str], one: Asked) -> bool:
    if match["begin"] is None:
        return one.shown == 0
    begin, end = int(match["begin"]), int(match["end"])
    return begin == one.begin and end == begin + one.shown - 1 and int(match["total"]) > end - (one.shown == 0)


def _is_pages(counts: dict[str, str], name: str, total: str, limit: int | None) -> bool:
    value = counts.get(name, "")
    return value.isdecimal() and bool(limit) and int(value) == -(-int(counts[total]) // (limit or 1))


def header_total(counts: Sequence[tuple[str, str]], roles: dict[str, str]) -> int | None:
    """The number of all that an answer says in its headers."""
    for name, value in counts:
        match = RANGE.match(value)
        if roles.get(name) == "total":
            return int(value)
        if roles.get(name, "").startswith("range") and match is not None:
            return int(match["total"])
    return None


def header_texts(roles: dict[str, str], shown: str, *, paged: bool) -> dict[str, str]:
    """Header -> its expression. `shown`: that of the list; `paged`: the names `limit` and `begin` are there."""
    begin = "begin" if paged else "0"
    found: dict[str, str] = {}
    for name, role in roles.items():
        if role == "total":
            found[name] = "string(total)"
        elif role == "pages" and paged:
            found[name] = "string((total + limit - 1) / math.greatest([1, limit]))"
        elif role.startswith("range"):
            span = f"string({begin}) + '-' + string({begin} + {shown}.size() - 1)"
            unit = f"{text(role[6:])} + " if role[6:] else ""
            found[name] = f"{unit}({shown}.size() > 0 ? {span} : '*') + '/' + string(total)"
    return found
