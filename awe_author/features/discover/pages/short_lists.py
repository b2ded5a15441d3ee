"""Lists that show the latest few: "recently published" on a page of news about an app, with five rows and never more.

Each look has as many rows, or all that there was, there was more at some, and those that were shown are the first:
by the key or by a moment, up or down; of all, or of those of which one field says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from awe_author.features.discover.common.keys import own_key, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.split_moments import SplitMoment, order_text
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.pages import LISTED_ON

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look, Narrowing

LEAST = 3
"""Rows of such a list."""
LONGEST = 40
"""Characters of a value that all rows share."""
By = tuple[Callable[[Mapping[str, str]], int | str], str]
"""(what an entity is sorted by, its expression)."""


def moment_by(moment: SplitMoment | None) -> By | None:
    """The moment that forms send in several fields, to sort by."""
    if moment is None:
        return None
    own = order_text([own_text("item", name) if name else "''" for name in moment.fields])
    return lambda values: f"{moment.iso(values)} {moment.time(values, '24')}", own


def short_list(part: Entities, looks: Sequence[Look], narrowing: Narrowing, moment: SplitMoment | None) -> str:
    """The expression of the rows; "" for a list that is no such list."""
    most = max(len(look.keys) for look in looks)
    asked = any(narrowing.search and look.asked.get(narrowing.search) for look in looks)
    if most < LEAST or len(looks) < 2 or narrowing.pager is not None or asked:
        return ""
    pools = [{key: of for key, of in look.there.items() if narrowing.fits(look.asked, of)} for look in looks]
    if not any(len(pool) > most for pool in pools):
        return ""
    base = f"state.{part.kind.name}.values()"
    conditions = narrowing.conditions()
    for name, value in [("", ""), *_shared(looks)]:
        mine = [[of for of in pool.values() if not name or of.get(name) == value] for pool in pools]
        for by, own in _ways(part, moment):
            for down in (True, False):
                tops = [[of[KEY] for of in sorted(one, key=by, reverse=down)] for one in mine]
                more = any(len(top) > most for top in tops)
                if more and all(top[:most] == look.keys for top, look in zip(tops, looks, strict=True)):
                    tests = [*conditions, *([f"{own_text('item', name)} == {text(value)}"] if name else [])]
                    there = f"{base}.filter(item, {' && '.join(tests)})" if tests else base
                    ordered = f"{there}.sortBy(item, {own})" + (".reverse()" if down else "")
                    return f"{ordered}.slice(0, math.least([{most}, {there}.size()]))"
    return ""


def _shared(looks: Sequence[Look]) -> Iterator[tuple[str, str]]:
    """Fields of which all that was shown says the same, while something else that was there does not."""
    rows = [look.there[key] for look in looks for key in look.keys if key in look.there]
    for name in rows[0] if rows else ():
        values = {row.get(name, "") for row in rows}
        value = next(iter(values))
        others = any(of.get(name, "") != value for look in looks for of in look.there.values())
        plain = 0 < len(value) <= LONGEST and not value.isdigit()
        if len(values) == 1 and plain and name not in (KEY, LISTED_ON) and others:
            yield name, value


def _ways(part: Entities, moment: SplitMoment | None) -> Iterator[By]:
    """What lists may be sorted by; the moment before the key, which often goes with it."""
    if (by := moment_by(moment)) is not None:
        yield by
    number = all(key.isdigit() for key in [*part.seed, *part.made])
    yield lambda of: int(of[KEY]) if number else of[KEY], own_key("item", KEY, number=number)
