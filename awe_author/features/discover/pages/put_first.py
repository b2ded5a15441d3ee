"""Lists in which what a post put there comes first ("Sticky", "Pinned"), and all else behind it in its usual order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.page_lists import Look


def put_first(fields: Iterable[str], looks: Sequence[Look], order: Callable[[Sequence[Look]], str]) -> str:
    """The list in the order that `order` gives of looks, with those in front that have one of these fields, where
    they stand there each time and would stand elsewhere."""
    for name in fields:
        said = [[row.values.get(name, "") for row in look.rows.rows] for look in looks]
        sizes = [sum(map(bool, one)) for one in said]
        front = all(all(one[:size]) for one, size in zip(said, sizes, strict=True))
        some = any(sizes) and all(size < len(one) for one, size in zip(said, sizes, strict=True) if size)
        if not front or not some or len({value for one in said for value in one if value}) > 1:
            continue
        plain = [_without(look, size) for look, size in zip(looks, sizes, strict=True)]
        usual = order(plain)
        if order(looks) != usual:
            return f"{usual}.sortBy(item, {own_text('item', name)} == '' ? 1 : 0)"
    return order(looks)


def _without(look: Look, size: int) -> Look:
    return replace(look, rows=replace(look.rows, rows=look.rows.rows[size:]))
