"""Lists of which only the end is sorted: what the app has of itself first, in an order of its own (`Inbox`, `Drafts`,
`Sent`), and behind it what users made, by a text. What is new is put there.

Believed where the end is sorted by the same text at all looks, no two alike, and it is long, or what the recording made
stands among others there; and the rows before it never change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.page_lists import Look

LONG = 6
"""Rows that are hardly sorted by chance."""
SHORT = 3
"""Rows among which a new one is hardly put where it belongs by chance."""
MOST_FIRST = 40


def sorted_end(base: str, looks: Sequence[Look]) -> str:
    """The list in such an order; "" where it is in none."""
    names = list(dict.fromkeys([*(name for look in looks for row in look.rows.rows for name in row.values), KEY]))
    found = [(size, name) for name in names if (size := _first(looks, name)) is not None]
    if not found:
        return ""
    size, name = min(found, key=lambda one: one[0])
    known = max((look.keys for look in looks), key=len)[:size]
    digits = len(str(size))
    places = ", ".join(f"{text(key)}: {text('0' + str(place).zfill(digits))}" for place, key in enumerate(known))
    own = own_text("item", name) if name != KEY else "item.id"
    return f"{base}.sortBy(item, {{{places}}}.get(item.id, '1' + {own}.lowerAscii()))"


def _first(looks: Sequence[Look], name: str) -> int | None:
    """How many rows stand before the sorted end; None where there is no such end. Not all rows are in it."""
    said = [[(row.key, row.values.get(name, "") if name != KEY else row.key) for row in look.rows.rows]
            for look in looks]  # fmt: skip
    known = {key for key, _ in said[0]} if said else set()
    size = max((_unsorted(one) for one in said), default=0)
    heads = {tuple(key for key, _ in one[:size]) for one in said}
    if not 0 < size <= MOST_FIRST or len(heads) > 1 or any(not value for one in said for _, value in one[size:]):
        return None
    ends = [[key for key, _ in one[size:]] for one in said]
    among = any(key not in known and end[-1] != key for end in ends if len(end) > SHORT for key in end)
    return size if among or min(map(len, ends)) >= LONG else None


def _unsorted(rows: Sequence[tuple[str, str]]) -> int:
    """Where the sorted end of a list begins."""
    falls = [at + 1 for at, ((_, one), (_, two)) in enumerate(pairwise(rows)) if not one.lower() < two.lower()]
    return max(falls, default=0)
