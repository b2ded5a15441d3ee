"""Functions of lists, maps and numbers beyond standard CEL (named as in cel-go's extensions where it has them)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.state.cel.arithmetic import add, checked, limited
from awe_author.state.cel.functions import function
from awe_author.state.cel.problems import CelFault
from awe_author.state.cel.values import Uint, elements, equals, has_key, is_list, is_number, order_key, show, type_name


def sorted_by(items: Sequence[Any], keys: Sequence[Any]) -> list[Any]:
    """The items in the order of their keys, equal ones as they were."""
    kinds = {order_key(key) for key in keys}
    if len(kinds) > 1 or "" in kinds:
        found = sorted({type_name(key) for key in keys})
        raise CelFault(f"there is no order among values of type {' and '.join(found)}")
    return [items[at] for at in sorted(range(len(items)), key=keys.__getitem__)]


@function("list.sort() -> same", "in order; all of one type")
def _sort(items: Sequence[Any]) -> list[Any]:
    return sorted_by(items, items)


@function("list.distinct() -> same", "each value once, the first of its kind")
def _distinct(items: Sequence[Any]) -> list[Any]:
    first: dict[object, Any] = {}
    for item in items:
        first.setdefault(_frozen(item), item)
    return list(first.values())


@function("list.indexOf(any) -> int", "the position of the first such item, -1 without one")
def _index_of(items: Sequence[Any], item: Any) -> int:
    return next((place for place, one in enumerate(items) if equals(one, item)), -1)


def _frozen(value: Any) -> object:
    """Something hashable that is equal for equal values, and for no others."""
    if isinstance(value, bool):
        return (bool, value)
    if is_list(value):
        return (list, tuple(map(_frozen, value)))
    if isinstance(value, Mapping):
        return (dict, frozenset((_frozen(key), _frozen(value[key])) for key in value))
    return value


@function("list.slice(int, int) -> same", "items from the first position to before the second")
def _slice(items: Sequence[Any], start: float, end: float) -> list[Any]:
    if not 0 <= start <= end <= len(items):
        raise CelFault(f"no slice from {show(start)} to {show(end)} of a list of {len(items)}")
    return list(items[int(start) : int(end)])


@function("list.reverse() -> same", "the last first")
def _reverse(items: Sequence[Any]) -> list[Any]:
    return list(reversed(items))


@function("list.flatten() -> list", "lists in the list give their items, one level")
def _flatten(items: Sequence[Any]) -> list[Any]:
    made: list[Any] = []
    for item in items:
        made += item if is_list(item) else [item]
        limited(made)
    return made


@function("list.sum() -> number", "the sum of numbers or durations; 0 of an empty list")
def _sum(items: Sequence[Any]) -> Any:
    total: Any = items[0] if items else 0
    if isinstance(total, (str, bytes, bool, list, tuple)):
        raise CelFault(f"there is no sum of values of type {type_name(total)}")
    for item in items[1:]:
        total = add(total, item)
    return total


@function("list.join() -> string", "strings, one after the other")
@function("list.join(string) -> string", "strings with a text between them")
def _join(items: Sequence[Any], between: str = "") -> str:
    for item in items:
        if not isinstance(item, str):
            raise CelFault(f"join() asks for strings, not for {show(item)}")
    if sum(map(len, items)) + len(between) * len(items) > 10_000_000:
        raise CelFault("a string of more than 10000000 elements")
    return between.join(items)


@function("map.keys() -> list of keys", "the keys, in the order of their code points")
def _keys(entries: Mapping[str, Any]) -> list[Any]:
    return list(elements(entries))


@function("map.values() -> list of elements", "the values (entities of a collection), in the order of their keys")
def _values(entries: Mapping[str, Any]) -> Sequence[Any]:
    if type(entries) is dict:
        return [entries[key] for key in sorted(entries)]
    found = entries.values()
    return found if isinstance(found, (list, tuple)) else list(found)


@function(
    "map.by(string, any) -> list of elements", "the entities whose field has this value; the field must be in `x-index`"
)
def _by(collection: Any, field: str, value: Any) -> Sequence[Any]:
    ask = getattr(collection, "by", None)
    if ask is not None:
        if not (value is None or isinstance(value, (str, int, float, list, tuple, Mapping))):
            return []  # no JSON value, so none that an entity has
        try:
            found: Sequence[Any] = ask(field, value)
        except KeyError:
            raise CelFault(f"the collection has no index on '{field}'") from None
        return found if isinstance(found, (list, tuple)) else list(found)
    entities = _values(collection)
    return [one for one in entities if isinstance(one, Mapping) and field in one and _is_or_has(one[field], value)]


def _is_or_has(found: Any, value: Any) -> bool:
    """As indexes have it: a field that is a list is found by each of its items."""
    return any(equals(one, value) for one in found) if is_list(found) else equals(found, value)


@function("map.get(any, any) -> element or default", "the value of a key, or the second argument when there is none")
def _get(entries: Mapping[Any, Any], key: Any, default: Any) -> Any:
    if not has_key(entries, key):
        return default
    return entries[int(key) if isinstance(key, float) else key]


@function("map.without(list) -> any", "the entries but those whose keys are in the list")
def _without(entries: Mapping[Any, Any], keys: Sequence[Any]) -> Any:
    return {key: value for key, value in entries.items() if not any(equals(key, one) for one in keys)}


@function("map.only(list) -> any", "the entries whose keys are in the list")
def _only(entries: Mapping[Any, Any], keys: Sequence[Any]) -> Any:
    return {key: value for key, value in entries.items() if any(equals(key, one) for one in keys)}


@function("map.filled(list) -> any", "the entries, and null for each key in the list that has none")
def _filled(entries: Mapping[Any, Any], keys: Sequence[Any]) -> Any:
    return {**{key: None for key in keys if not has_key(entries, key)}, **entries}


@function("map.with(map) -> any", "the entries, and in their place those of the other map")
def _with(entries: Mapping[Any, Any], others: Mapping[Any, Any]) -> Any:
    return {**entries, **others}


def _extreme(name: str, values: Sequence[Any], greatest: bool) -> Any:
    if not values or not all(is_number(one) for one in values):
        raise CelFault(f"{name}() asks for one number at least, and for numbers only")
    return max(values) if greatest else min(values)


@function("math.greatest(list) -> number", "the greatest of a list of numbers")
def _greatest_of(items: Sequence[Any]) -> Any:
    return _extreme("math.greatest", items, True)


@function("math.greatest(number, ...) -> number", "the greatest number")
def _greatest(*items: Any) -> Any:
    return _extreme("math.greatest", items, True)


@function("math.least(list) -> number", "the least of a list of numbers")
def _least_of(items: Sequence[Any]) -> Any:
    return _extreme("math.least", items, False)


@function("math.least(number, ...) -> number", "the least number")
def _least(*items: Any) -> Any:
    return _extreme("math.least", items, False)


def _whole(value: Any, apply: Any) -> Any:
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    return math.copysign(float(apply(value)), value) if apply(value) == 0 else float(apply(value))


@function("math.ceil(number) -> number", "the next whole number up; a double stays a double")
def _ceil(value: Any) -> Any:
    return _whole(value, math.ceil)


@function("math.floor(number) -> number", "the next whole number down; a double stays a double")
def _floor(value: Any) -> Any:
    return _whole(value, math.floor)


@function("math.round(number) -> number", "the nearest whole number, halves away from zero; a double stays a double")
def _round(value: Any) -> Any:
    return _whole(value, _half_away)


def _half_away(value: float) -> int:
    whole = math.trunc(value)
    return whole + int(math.copysign(1, value)) if abs(value - whole) >= 0.5 else whole


@function("math.abs(number) -> number", "without its sign")
def _abs(value: Any) -> Any:
    return abs(value) if isinstance(value, float) else checked(abs(value), Uint if isinstance(value, Uint) else int)
