"""Lists in the order of two fields: by what their entities belong to, and within that by name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise, permutations

from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.page_lists import Look

LEAST = 2
"""Groups with several rows each, at least."""
MOST = 12
"""Columns that are looked at."""


def by_two(base: str, looks: Sequence[Look], wanted: str = "") -> str:
    """The list by the two columns that put all rows of all looks in one order: the first makes groups, within which no
    two rows are equal; "" where there are no such columns. `wanted`: what the first has to be; equal ones are in no
    order of keys that mean nothing."""
    rows = [[row.values for row in look.rows.rows] for look in looks]
    every = [one for each in rows for one in each]
    names = [name for name in (every[0] if every else {}) if all(one.get(name) for one in every)][:MOST]
    for folded in (False, True):
        for first, second in permutations(names, 2):
            if first != wanted != "":
                continue
            pairs = [[(_key(one[first], folded), _key(one[second], folded)) for one in each] for each in rows]
            if all(map(_rises, pairs)) and any(map(_groups, pairs)):
                fold = ".lowerAscii()" if folded else ""
                inner = f"{base}.sortBy(item, {own_text('item', second)}{fold})"
                return f"{inner}.sortBy(item, {own_text('item', first)}{fold})"
    return ""


def _key(said: str, folded: bool) -> str:
    return said.lower() if folded else said


def _rises(pairs: Sequence[tuple[str, str]]) -> bool:
    return all(one < other for one, other in pairwise(pairs))


def _groups(pairs: Sequence[tuple[str, str]]) -> bool:
    """Are there several groups of several rows?"""
    sizes = [len([*mine]) for _, mine in groupby(pairs, key=lambda one: one[0])]
    return sum(size > 1 for size in sizes) >= LEAST
