"""Filters that are on where nothing is asked for: a list shows one's own tasks unless its address says `who=all`.

Believed when all that is shown at looks without the parameter (two rows at least) has one value in its field, what else
was there by then has another one, and the list shows such ones when they are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from awe_author.features.discover.pages.page_filters import Filter

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

LEAST = 2
"""Rows that are shown where nothing is asked for."""


def with_usual(one: Filter, looks: Sequence[Look]) -> Filter:
    """A filter, with what it lets through where nothing is asked for."""
    plain = [look for look in looks if not look.asked.get(one.param)]
    asking = [look for look in looks if look.asked.get(one.param)]
    shown, value = {said for _, said in _said(one, plain)}, next((said for _, said in _said(one, plain)), "")
    rows = {key for key, _ in _said(one, plain)}
    if one.part or one.no or len(shown) != 1 or not value or len(rows) < LEAST:
        return one
    others = {said for _, said in _said(one, asking)} - {"", value}
    whole = [look for look in plain if not look.asked and look.whole]
    left_out = {values.get(one.field, "") for look in whole for values in look.there.values()}
    return replace(one, usual=value) if left_out & others else one


def _said(one: Filter, looks: Sequence[Look]) -> list[tuple[str, str]]:
    """(key, what its field says) of each row at some looks."""
    return [(key, look.there.get(key, {}).get(one.field, "")) for look in looks for key in look.keys]
