"""In which order a list shows its entities: by its sort parameter, or by itself; and what comes first among equals.

Several orders may explain what was seen. The likeliest counts: by a counter or a position, by the time of creation, by
another time, by any field, and by random values (`opaque`) only when nothing else explains it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.common.numbered import coded_number
from awe_author.features.discover.common.opaque import opaque

ORDERED_BY = re.compile(
    r"(?P<minus>[-+]?)(?P<field>[A-Za-z_][\w.-]*)(?:[ :](?P<dir>asc|desc))?(?P<more>,.*)?\Z", re.IGNORECASE
)
WORDED = re.compile(r"(?P<field>[A-Za-z]\w*?)_(?P<dir>asc|desc)\Z", re.IGNORECASE)
"""The direction as the last word of one name: `TITLE_DESC`, `createdAt_asc`."""
ENDING = re.compile(r"(?P<field>[A-Za-z_][\w.-]*?)[.,|](?P<dir>asc|desc)\Z", re.IGNORECASE)
"""The direction behind the field: `title,desc`, `title.desc`."""
FIRST = ("id", "position", "order", "sort")
TIMES = re.compile(r"_at$|_on$|date|time|creat")
MADE = re.compile(r"creat|insert|added")
"""Names of times that say when an entity came to be."""
MOST = 400


@dataclass(frozen=True, slots=True)
class Order:
    """One order."""

    field: str
    down: bool = False
    ties_down: bool = False
    """Equal ones come with the greater key first."""
    folded: bool = False
    """Texts are compared without regard to case."""
    empty: str = ""
    """What those without a value count as: "low" or "high"; "" where none were seen, then the lowest."""

    @property
    def empty_last(self) -> bool:
        """Do those without a value come last?"""
        return self.down != (self.empty == "high")


def asked(value: str) -> tuple[str, bool] | None:
    """(field, descending) of a sort parameter's value."""
    worded = WORDED.match(value)
    if worded is not None:
        name = worded["field"]
        return name.lower() if value.isupper() else name, worded["dir"].lower() == "desc"
    ending = ENDING.match(value)
    if ending is not None:
        return ending["field"], ending["dir"].lower() == "desc"
    match = ORDERED_BY.match(value)
    if match is None:
        return None
    return match["field"], match["minus"] == "-" or (match["dir"] or "").lower() == "desc"


def field_of(name: str, fields: Iterable[str], own_id: str = "") -> str:
    """The field that an order names, also when it is written in another style: `CREATED_AT` or `created_at` for
    `createdAt`, `attributes.created` for `created`; or the member of a record, as `record.member`; "" without one.
    Words in front of a colon say of what it is a field. `own_id`: what the app's `id` is called when it is no key."""
    known = list(fields)
    if name in known:
        return name
    name = name.rpartition(":")[2] or name
    if name in known:
        return name
    if name == "id" and own_id in known:
        return own_id
    tries = (snake(name), snake(name.rpartition(".")[2]))
    whole = next((one for wanted in tries for one in known if wanted and snake(one) == wanted), "")
    inner = (one for one in known if "." in one and snake(one.rpartition(".")[2]) == tries[1] != "")
    return whole or next(inner, "")


def order_of(
    lists: Sequence[Sequence[Mapping[str, Any]]],
    key: str,
    field: str = "",
    down: bool | None = None,
    *,
    natural: bool = False,
) -> Order | None:
    """The simplest order that all lists are in, by any field or by this one; None when there is none. `natural`: only
    by times and positions."""
    lists = [items[:MOST] for items in lists if len(items) > 1]
    if not lists or (not field and not any(len(items) > 2 for items in lists)):
        return None
    shared = [name for name in lists[0][0] if all(name in one for items in lists for one in items)]
    shown = [one for items in lists for one in items]
    names = [field] if field else [*likeliest(shared, shown, key), *_times_within(shared, shown)]
    names = [name for name in names if not natural or name in FIRST or TIMES.search(snake(name))]
    tries = [
        Order(name, d, t, f, e)
        for name in names for f in (False, True) for d in (False, True)
        for t in ((d, not d) if TIMES.search(snake(name)) else (False, True))
        for e in (("low", "high") if any(value_at(one, name) is None for one in shown) else ("",))
    ]  # fmt: skip
    for one in tries:
        if down in (None, one.down) and all(in_order(items, one, key) for items in lists):
            varied = any(len({str(value_at(item, one.field)) for item in items}) > 1 for items in lists)
            if field or varied:
                return one if field else _without_ties(one, tries, lists, key)
    return None


def _without_ties(
    found: Order, tries: Iterable[Order], lists: Sequence[Sequence[Mapping[str, Any]]], key: str
) -> Order:
    """The order by another time, where that one explains all by itself and this one needs equals the other way round:
    the last change instead of the making, of two that were made together."""
    if not TIMES.search(snake(found.field)) or found.ties_down == found.down or not _ties(found, lists):
        return found
    others = (one for one in tries if one.field != found.field and TIMES.search(snake(one.field)))
    same = (one for one in others if one.down == found.down and one.ties_down == one.down and not _ties(one, lists))
    return next((one for one in same if all(in_order(items, one, key) for items in lists)), found)


def _ties(order: Order, lists: Sequence[Sequence[Mapping[str, Any]]]) -> bool:
    """Are there any equals?"""
    return any(len({str(value_at(one, order.field)) for one in items}) < len(items) for items in lists)


def _times_within(names: Iterable[str], items: Sequence[Mapping[str, Any]]) -> list[str]:
    """Times in records that all have: `body.created`, those of making first."""
    holders = [name for name in names if all(isinstance(one[name], dict) for one in items)]
    inner = [f"{name}.{member}" for name in holders for member in items[0][name] if TIMES.search(snake(member))]
    told = [one for one in inner if all(isinstance(value_at(item, one), str) for item in items)]
    return sorted(told, key=lambda one: MADE.search(snake(one.rpartition(".")[2])) is None)


def likeliest(names: Iterable[str], items: Sequence[Mapping[str, Any]], key: str) -> list[str]:
    """The fields in the order in which apps may be thought to sort by them. `items`: what has them."""

    def rank(name: str) -> int:
        words = snake(name)
        if opaque(value_at(one, name) for one in items):
            return 4
        if name == key or name in FIRST:
            return 0
        return (1 if MADE.search(words) else 2) if TIMES.search(words) else 3

    return sorted(names, key=rank)


def by_making(lists: Sequence[Sequence[Mapping[str, Any]]], key: str) -> Order | None:
    """The order by the time of creation of entities whose keys are random, where no list is long enough to prove one:
    the newest first, unless a list of two says otherwise. None where keys grow, or no such time is known."""
    shown = [one for items in lists for one in items]
    if not opaque(one.get(key) for one in shown):
        return None
    names = [name for name in shown[0] if MADE.search(snake(name)) and TIMES.search(snake(name))]
    tries = (Order(name, down) for name in names if all(one.get(name) is not None for one in shown)
             for down in (True, False))  # fmt: skip
    found = next((one for one in tries if all(in_order(items, one, key) for items in lists)), None)
    changes = (Order(name, down, down) for name in shown[0] if TIMES.search(snake(name)) for down in (True, False))
    return found and _without_ties(found, changes, lists, key)


def in_order(items: Sequence[Mapping[str, Any]], order: Order, key: str) -> bool:
    """Is a list in this order? Keys that are digits may be compared as numbers or as texts."""
    try:
        return any(sorted_by(items, order, key, counted=one) == list(items) for one in (True, False))
    except TypeError:
        return False


def sorted_by(
    items: Sequence[Mapping[str, Any]], order: Order, key: str, *, counted: bool = True
) -> list[Mapping[str, Any]]:
    """The items in this order. `counted`: keys that are digits are compared as numbers.

    Raises TypeError for values that cannot be compared."""
    base = sorted(items, key=lambda one: _sortable(one.get(key)), reverse=order.ties_down)
    there = [one for one in base if value_at(one, order.field) is not None]
    none = [one for one in base if value_at(one, order.field) is None]
    if any(isinstance(value_at(one, order.field), dict | list | bool) for one in there):
        raise TypeError
    keys = [str(value_at(one, key)) for one in there if order.field == key]
    own = counted and len(keys) == len(there) and all(one.isdecimal() or coded_number(one) for one in keys)
    values = sorted(
        there,
        key=lambda one: _sortable(one[key]) if own else _folded(value_at(one, order.field), order.folded),
        reverse=order.down,
    )
    return [*values, *none] if order.empty_last else [*none, *values]


def _folded(value: Any, folded: bool) -> Any:
    return value.lower() if folded and isinstance(value, str) else value


def _sortable(value: Any) -> tuple[int, Any]:
    if isinstance(value, int) or str(value).isdecimal():
        return 0, int(value)
    coded = coded_number(str(value))
    return (1, str(value)) if coded is None else (2, coded)


def sorted_text(of: str, item: str, own: str, order: Order, *, nullable: str = "") -> str:
    """The expression of `of` in this order; `own` is the item's value to sort by, `nullable` the value that may be
    null (then those without one come first or last)."""
    base = f"{of}.reverse()" if order.ties_down != order.down else of
    have = base
    if nullable:
        have = f"{base}.filter({item}, {nullable} != null)"
    made = f"{have}.sortBy({item}, {own})" + (".reverse()" if order.down else "")
    if not nullable:
        return made
    none = f"{of}{'.reverse()' if order.ties_down else ''}.filter({item}, {nullable} == null)"
    return f"({made} + {none})" if order.empty_last else f"({none} + {made})"
