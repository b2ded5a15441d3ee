"""Fields that are called after what an address names: `ticket_id` at `/tickets/*/replies`, `boat_id` in `boats`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.names import is_star, singular, snake


def of_parent(path: str, pattern: Sequence[str], name: str) -> bool:
    """Is a field called after one of these? `path`: with `*` for keys; `pattern`: where the answer has the records."""
    parts = path.strip("/").split("/")
    above = [part for part, after in pairwise(parts) if is_star(after)]
    above = above if "*" in pattern or not is_star(parts[-1]) else above[:-1]
    return any(snake(name) == f"{singular(snake(part))}_id" for part in above)


def own_id(path: str, pattern: Sequence[str], name: str) -> bool:
    """Is it the id of what it stands in: `boat_id` in a list of `boats`?"""
    held = [part for part in pattern if part != "*"][-1:] or path.split("/")[-1:]
    return bool(held) and snake(name) in (f"{singular(snake(held[0]))}_id", f"{singular(snake(held[0]))}_uuid")


def of_holder(answer: Any, place: Sequence[str | int], value: Any) -> bool:
    """Is a value the `id` of a record that this one stands in: `candidate_id` in the applications of a candidate?
    `place`: where it stands in its answer."""
    holder = answer
    for step in place:
        if isinstance(holder, dict) and holder.get("id") == value:
            return True
        holder = holder[step]
    return False


def of_others(values: Sequence[Mapping[str, Any]], name: str, others: Mapping[str, Mapping[str, Any]]) -> bool:
    """Does a field of records that have an `id` hold the `id` of others, which have no such field: `base_id` in the
    tables of a base? `others`: records by their `id`, where that is no number, as numbers are alike anywhere."""
    return all("id" in one and name not in others.get(str(one.get(name)), {name: ""}) for one in values)
