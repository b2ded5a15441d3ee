"""Cursors that say a place: of each `{cursor, node}` how many come before it, in base64 or plain (`connection:4`), and
beside the list that of the first and of the last one shown (Relay's `pageInfo`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.numbered import decoded
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.cursors import Cursor
from awe_author.features.discover.lists.envelopes import scalars
from awe_author.features.discover.lists.expressions import Selection

PLACED = "placed"
"""The name in `let`: the keys shown, each on a line of its own."""
_NUMBER = re.compile(r"(?<!\d)\d{1,9}(?!\d)")


def placed_cursors(calls: Sequence[Call], pattern: Pattern) -> dict[str, Cursor]:
    """Member beside the entities -> how it says their places; `last` is that of the first entity of all."""
    edges = [one for one in (_edges(call, pattern) for call in calls) if one]
    names = {name for one in edges for edge in one for name in edge if name != pattern[-1]}
    found = {name: _placed([[edge.get(name) for edge in one] for one in edges], name) for name in sorted(names)}
    return {name: cursor for name, cursor in found.items() if cursor is not None}


def _edges(call: Call, pattern: Pattern) -> list[dict[str, Any]]:
    """What holds the entities of a list."""
    if len(pattern) < 2 or pattern[-2] != "*" or "*" in pattern[:-2]:
        return []
    around = at(call.answer, pattern[:-2])
    return [one for one in around if isinstance(one, dict)] if isinstance(around, list) else []


def _placed(lists: Sequence[Sequence[Any]], name: str) -> Cursor | None:
    """How all of these values go up by one in each list; None where they do not, or too few are there to tell."""
    if not all(isinstance(value, str) for values in lists for value in values) or max(map(len, lists)) < 2:
        return None
    for coded in (True, False):
        plain = [[decoded(value) if coded else value for value in values] for values in lists]
        first = next((values for values in plain if len(values) > 1), [])
        for number in _NUMBER.finditer(str(first[0])):
            before, after = str(first[0])[: number.start()], str(first[0])[number.end() :]
            begins = [_begin(values, before, after) for values in plain]
            if None not in begins and (base := min(begin for begin in begins if begin is not None)) in (0, 1):
                return Cursor(Param(name, "text", "cursor"), before, after, coded, keyed=False, last=base)
    return None


def _begin(values: Sequence[str | None], before: str, after: str) -> int | None:
    """The first number, where the others go on from it."""
    number = _NUMBER.match(str(values[0])[len(before) :])
    begin = int(number[0]) if number and str(values[0]).startswith(before) else None
    told = begin is not None and all(value == f"{before}{begin + n}{after}" for n, value in enumerate(values))
    return begin if told else None


def place_text(one: Cursor, key: str, item: str, selection: Selection) -> str:
    """The expression of what the cursor of `item` says; adds the name that it needs to `let`."""
    line = text("\n")
    selection.let[PLACED] = f"{line} + {selection.shown}.map(k, string({member('k', key)})).join({line}) + {line}"
    own = f"{line} + string({member(item, key)}) + {line}"
    before = f"{PLACED}.substring(0, {PLACED}.indexOf({own}) + 1).split({line}).size() - 2"
    begin = " + begin" if "begin" in selection.let else ""
    return one.text(f"string({before}{begin}{f' + {one.last}' if one.last else ''})")


def end_texts(
    calls: Sequence[Call], pattern: Pattern, name: str, one: Cursor, selection: Selection
) -> Iterator[tuple[Pattern, str]]:
    """(place beside the list, expression) of the cursors of the first and the last entity shown; null without."""
    edges = [(call, [edge.get(name) for edge in _edges(call, pattern)]) for call in calls]
    shown = [(dict(scalars(call.answer)), values) for call, values in edges if values]
    begin = "begin" if "begin" in selection.let else "0"
    number = {0: begin, -1: f"{begin} + {selection.shown}.size() - 1"}
    for way in shown[0][0] if any(len(values) > 1 for _, values in shown) else ():
        for end, place in number.items():
            if all(said.get(way) == values[end] for said, values in shown):
                made = one.text(f"string({place}{f' + {one.last}' if one.last else ''})")
                yield way, f"{selection.shown}.size() > 0 ? dyn({made}) : null"
                break
