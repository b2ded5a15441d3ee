"""Answers that say how many there are of each value of a field that the request names: `groups_of`.

GET /tickets/count?group_by=state    {"groups": [{"count": 13, "name": "open", "state": "open"}, ...], "total": 18}
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.exchanges.calls import Call

_COUNT = re.compile(r"(^|_)(count|total|number|num|size)(_|$)")
"""What numbers are called that count, in small letters."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups in one answer."""

    param: str
    """The parameter that names..."""
    field: str
    """...this field."""
    within: str
    """The member of the answer that has them."""
    number: str
    """The member of a group that says how many."""
    total: str
    """The member of the answer that says how many there are in all."""
    records: Sequence[Mapping[str, Any]]

    def counted(self) -> Counter[str]:
        """How many of each value."""
        return Counter({said(one[self.field]): one[self.number] for one in self.records})


def said(value: Any) -> str:
    """A value as a group may say it: `False` of `false`."""
    return "" if value is None else str(value).lower()


def groups_of(call: Call) -> Groups | None:
    """The groups of an answer; None when it has none."""
    answer = call.answer
    if not isinstance(answer, dict) or not call.query:
        return None
    totals = [name for name, value in answer.items() if _counts(name, value)]
    lists = [(name, value) for name, value in answer.items() if isinstance(value, list)]
    if len(totals) != 1 or len(lists) != 1 or len(answer) != 2:
        return None
    ((within, records),) = lists
    if not records or not all(isinstance(one, dict) for one in records):
        return None
    numbers = [name for name, value in records[0].items() if _counts(name, value)]
    named = [(param, field) for param, field in call.query if all(field in one for one in records)]
    plain = all(not isinstance(value, dict | list) for one in records for value in one.values())
    alike = len({tuple(sorted(one)) for one in records}) == 1
    if len(numbers) != 1 or len(named) != 1 or named[0][1] == numbers[0] or not plain or not alike:
        return None
    found = Groups(*named[0], within, numbers[0], totals[0], records)
    return found if found.counted().total() == answer[totals[0]] else None


def _counts(name: str, value: Any) -> bool:
    return is_integer(value) and _COUNT.search(snake(name)) is not None
