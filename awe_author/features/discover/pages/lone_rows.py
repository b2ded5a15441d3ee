"""Rows of calls of which there was only one: a form made it, the next list had it, and a document was opened for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from awe_author.features.discover.exchanges.calls import OPERATION_PARAMS, Call
from awe_author.queries import parse_qsl

if TYPE_CHECKING:
    from awe_author.features.discover.pages.called_rows import Listed

LONG = 8
"""Characters of a text that is hardly sent by chance."""


def made_alone(listed: Sequence[Listed], calls: Sequence[Call]) -> set[str]:
    """Keys of the rows that say a long text that a form sent after a list without them, and before one with them."""
    found = set[str]()
    for one in listed:
        for row in one.rows:
            first = min(other.call.seq for other in listed if any(mine.key == row.key for mine in other.rows))
            before = max((other.call.seq for other in listed if other.call.seq < first), default=0)
            long = {value for value in row.values.values() if len(value) >= LONG}
            if before and any(before < call.seq < first and _sends(call, long) for call in calls):
                found.add(row.key)
    return found


def _sends(call: Call, texts: set[str]) -> bool:
    sent = call.body.values() if call.mutation and isinstance(call.body, dict) else ()
    every = [one for value in sent for one in (value if isinstance(value, list) else [value])]
    return any(isinstance(one, str) and one.strip() in texts for one in every)


def names_alone(template: str, calls: Sequence[Call]) -> bool:
    """Does the parameter that is the key say something of entities, and not the same at other addresses as well
    (`framed=1`)?"""
    star = next((name for name, value in parse_qsl(template.partition("?")[2]) if value == "*"), "")
    mine = dict(parse_qsl(template.partition("?")[2]))
    others = [call for call in calls if star in call.params
              and any(call.params.get(name, "") != mine.get(name, "") for name in OPERATION_PARAMS)]  # fmt: skip
    reads = [call for call in others if not call.mutation and call.html]
    return bool(star) and not reads
