"""Lists that are sorted by a part of what they show: people by their last names, where they show `Ada Vance`.

Other answers show the parts by themselves (`first_name`, `last_name`), of some at least. What is put together of these
is taken apart for the others, as the state does (`entities.parted`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.computed import whole_name
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.lists.ordering import Order, order_of


def order_by_parts(lists: Sequence[Sequence[dict[str, Any]]], kind: Kind) -> Order | None:
    """The order of lists by one of two fields that names are put together of; None when that does not explain them."""
    if not any(len(items) > 2 for items in lists):
        return None
    rule = whole_name([items[0] for items in kind.completed([one.value] for one in kind.sightings())])
    if rule is None:
        return None
    apart = [[_apart(one, rule.field, rule.parts, rule.between) for one in items] for items in lists]
    if not all(rule.parts[0] in one for items in apart for one in items):
        return None
    orders = (order_of(apart, kind.key, name) for name in reversed(rule.parts))
    return next((one for one in orders if one is not None), None)


def _apart(item: dict[str, Any], name: str, parts: Sequence[str], between: str) -> dict[str, Any]:
    words = str(item.get(name) or "").split(between)
    both = len(words) == len(parts) and all(words)
    return {**dict(zip(parts, words, strict=True)), **item} if both else item
