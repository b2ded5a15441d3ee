"""Equal ones in a list that is sorted by what a request names: in the order that the list has by itself, whichever way
it is sorted, where keys are random so that nothing else puts them in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.lists.ordering import Order, sorted_by

Sorted = tuple[Sequence[Mapping[str, Any]], str, bool]
"""(what was shown, the field that it was sorted by, the highest first)."""


def is_stable(own: Order, shown: Iterable[Sorted], key: str) -> bool:
    """Do all of these show equal ones in the list's own order, and one of them at least some?"""
    told = False
    for items, field, down in shown:
        if not opaque(item.get(key) for item in items) or own.field == field:
            continue
        values = [value_at(item, field) for item in items]
        ties = len({str(value) for value in values}) < len(values)
        try:
            by_itself = sorted_by(items, own, key)
            valued = [(value_at(one, field), one) for one in by_itself]
            none = [one for value, one in valued if value is None]
            there = [pair for pair in valued if pair[0] is not None]
            expected = [one for _, one in sorted(there, key=itemgetter(0), reverse=down)]
        except TypeError:
            return False
        if ties and [*items] != ([*expected, *none] if down else [*none, *expected]):
            return False
        told = told or ties
    return told
