"""The order of lists that are cut short: the latest one, the first five. One item tells no order by itself.

The order is looked for among those of the other lists, and by times and positions: it must put what was shown first
among all entities that were known then and that fit the filters of the request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.filters import clauses_of, fits
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.sentences import sentence_fits
from awe_author.features.discover.exchanges.worded import Worded
from awe_author.features.discover.lists.ordering import FIRST, MADE, TIMES, Order, likeliest, sorted_by

Answer = tuple[Call, Sequence[Mapping[str, Any]]]
ENOUGH = 2
"""Answers that must tell it, of which two show another first one."""
OFTEN, MANY = 4, 5
"""Answers that show the same one first, and entities that there were, where that is to tell an order."""
ADDS = re.compile(r"(include|with|expand|embed|populate)_")
"""Names of parameters that ask for more of each."""
NARROW = ("search", "contains", "cursor", "unknown", "offset")
"""Roles of parameters beside which it is not known what fits."""


def latest_order(
    free: Sequence[Answer],
    kind: Kind,
    params: Sequence[Param],
    known: Sequence[Order],
    asked_for: Callable[[Call, Mapping[str, Any]], bool],
) -> Order | None:
    """The order of answers without a sort parameter that show fewer than there are; None when nothing tells it.
    `asked_for`: is an entity of the parent that a call's address names?"""
    short = _short(free, kind, params, asked_for)
    told = [(items, there) for items, there in short if len(there) > len(items)]
    if len(told) < ENOUGH:
        return None
    if len({str(items[0][kind.key]) for items, _ in told}) < ENOUGH:
        return _oldest_first(told, kind)
    for order in _candidates([one for _, there in told for one in there], kind.key, known):
        if all(_first(there, order, kind.key, len(items)) == _keys(items, kind.key) for items, there in told):
            return order
    return None


def _oldest_first(
    told: Sequence[tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]], kind: Kind
) -> Order | None:
    """The order in which they were made, where often nothing but the oldest of many was shown."""
    if len(told) < OFTEN or any(len(there) < MANY for _, there in told):
        return None
    every = [one for _, there in told for one in there]
    names = [name for name in every[0] if MADE.search(snake(name)) and TIMES.search(snake(name))]
    tries = (Order(name) for name in names if all(one.get(name) is not None for one in every))
    fits = (
        one for one in tries
        if all(_first(there, one, kind.key, len(items)) == _keys(items, kind.key) for items, there in told)
    )  # fmt: skip
    return next(fits, None)


def _short(
    free: Sequence[Answer],
    kind: Kind,
    params: Sequence[Param],
    asked_for: Callable[[Call, Mapping[str, Any]], bool],
) -> Iterator[tuple[Sequence[Mapping[str, Any]], list[dict[str, Any]]]]:
    """(what was shown, what could have been) of the first pages."""
    for call, items in free:
        said = [(one, value) for one in params if (value := one.said(call)) is not None]
        later = any(one.role == "page" and value not in ("0", "1") for one, value in said)
        if items and not later and not any(_narrows(one, value) for one, value in said):
            there = [one for one in _known(kind, call.seq)
                     if asked_for(call, one) and all(_fits(param, value, one) for param, value in said)]  # fmt: skip
            yield items, there


def _narrows(param: Param, value: Any) -> bool:
    """May it be that a parameter leaves something out for a reason that is not known?"""
    if param.role == "offset" and str(value) == "0":
        return False
    return param.role in NARROW and not (param.role == "unknown" and ADDS.match(snake(param.name)))


def _known(kind: Kind, seq: int) -> list[dict[str, Any]]:
    """What was known of each entity when a request was answered."""
    found: dict[str, dict[str, Any]] = {}
    for one in kind.sightings():
        if one.call.seq <= seq:
            found.setdefault(str(one.value[kind.key]), {}).update(one.value)
    return list(found.values())


def _fits(param: Param, value: str, entity: Mapping[str, Any]) -> bool:
    if param.role == "clauses" and param.style is not None:
        return all(fits(clause, entity, param.style) for clause in clauses_of(value, param.style) or ())
    if param.role == "worded" and isinstance(param.form, Worded):
        return param.form.fits(entity, value)
    if param.role == "sentence" and param.sentence is not None:
        return sentence_fits(param.sentence, value, entity)
    if param.role == "filter" and param.how == "eq" and param.of in entity:
        return str(entity[param.of]) == value
    return param.role != "filter" or param.how == "eq"


def _candidates(entities: Sequence[Mapping[str, Any]], key: str, known: Sequence[Order]) -> Iterator[Order]:
    """Orders of other lists first, with equal ones either way; then those by times and positions."""
    for one in known:
        for ties in (one.ties_down, not one.ties_down):
            yield Order(one.field, one.down, ties, one.folded, one.empty)
    names = [name for name in entities[0] if all(name in one for one in entities)]
    for name in likeliest(names, entities, key):
        if name == key or name in FIRST or TIMES.search(snake(name)):
            for down in (True, False):
                yield from (Order(name, down, ties) for ties in (down, not down))


def _first(entities: Sequence[Mapping[str, Any]], order: Order, key: str, many: int) -> list[str]:
    try:
        return _keys(sorted_by(entities, order, key)[:many], key)
    except TypeError:
        return []


def _keys(items: Sequence[Mapping[str, Any]], key: str) -> list[str]:
    return [str(one[key]) for one in items]
