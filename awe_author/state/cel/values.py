"""The values expressions work on, as Python has them, and the questions asked of any of them: type, equality, order.

    null None | bool bool | int int | uint `Uint` | double float | string str | bytes bytes | list list or tuple
    map dict, `KeyedMap` or any Mapping (lazy views, collections) | timestamp datetime (UTC) | duration timedelta
    type `TypeValue`

Timestamps and durations have microseconds (CEL: nanoseconds), because the session's clock has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from awe_author.state.cel.problems import CelFault

INT_MAX = 2**63 - 1
UINT_MAX = 2**64 - 1


class Uint(int):
    """An unsigned integer; JSON knows none, so only literals (`1u`) and `uint()` make them."""

    __slots__ = ()


class TypeValue:
    """A type as a value: what `type(x)` gives and what `int`, `string`... name."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeValue) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return self.name


class KeyedMap(Mapping[Any, Any]):
    """A map with keys other than strings: `true` and 1 are two keys (Python has them equal), 1, 1u and 1.0 are one."""

    __slots__ = ("_items",)

    def __init__(self, items: Iterable[tuple[object, object]]) -> None:
        self._items: dict[object, tuple[object, object]] = {}
        for key, value in items:
            if not isinstance(key, (bool, int, str)):
                raise CelFault(f"a {type_name(key)} cannot be a key of a map")
            if _slot(key) in self._items:
                raise CelFault(f"the key {show(key)} is twice in the map")
            self._items[_slot(key)] = (key, value)

    def __getitem__(self, key: object) -> object:
        return self._items[_slot(key)][1]

    def __iter__(self) -> Iterator[object]:
        return (key for key, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)


def _slot(key: object) -> object:
    return (key,) if isinstance(key, bool) else key


TYPE_NAMES: dict[type, str] = {
    type(None): "null_type",
    bool: "bool",
    int: "int",
    Uint: "uint",
    float: "double",
    str: "string",
    bytes: "bytes",
    list: "list",
    tuple: "list",
    dict: "map",
    KeyedMap: "map",
    datetime: "google.protobuf.Timestamp",
    timedelta: "google.protobuf.Duration",
    TypeValue: "type",
}
TYPES = {
    name: TypeValue(name)
    for name in ("bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type")
}
LONG_TYPES = {name: TypeValue(name) for name in ("google.protobuf.Timestamp", "google.protobuf.Duration")}


def type_name(value: object) -> str:
    """The CEL name of a value's type."""
    name = TYPE_NAMES.get(type(value))
    if name is not None:
        return name
    for kind in (datetime, timedelta, bool, int, float, str, bytes):
        if isinstance(value, kind):
            return TYPE_NAMES[kind]
    if isinstance(value, Mapping):
        return "map"
    return "list" if is_list(value) else type(value).__name__


def is_list(value: object) -> bool:
    """Lists as JSON and expressions have them."""
    return isinstance(value, (list, tuple))


def is_number(value: object) -> bool:
    """int, uint or double; a bool is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def show(value: object) -> str:
    """A value for a message: short."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    text = f"'{value}'" if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


_PLAIN = frozenset({str, int, float})


def equals(left: object, right: object) -> bool:
    """CEL equality: numbers by value whatever their type, else no two types are ever equal; deep in lists and maps."""
    kind, other = type(left), type(right)
    if kind in _PLAIN and other in _PLAIN:
        return left == right
    if left is None or right is None:
        return left is right
    if isinstance(left, bool) or isinstance(right, bool):
        return isinstance(left, bool) and isinstance(right, bool) and left == right
    if is_list(left) and is_list(right):
        first, second = cast("list[object]", left), cast("list[object]", right)
        return len(first) == len(second) and all(map(equals, first, second))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        if len(left) != len(right):
            return False
        return all(key in right and equals(left[key], right[key]) for key in left)
    return bool(left == right)


def order_key(value: object) -> str:
    """Values with the same answer can be put in order; empty when there is no order."""
    if is_number(value):
        return "number"
    name = type_name(value)
    return name if name in _ORDERED else ""


_ORDERED = frozenset({"string", "bytes", "bool", "google.protobuf.Timestamp", "google.protobuf.Duration"})


def contains(item: object, container: object) -> bool:
    """`item in container`"""
    if isinstance(container, Mapping):
        return has_key(container, item)
    if not is_list(container):
        raise CelFault(f"'in' looks into lists and maps, not into a {type_name(container)}")
    return any(equals(item, one) for one in cast("list[object]", container))


def has_key(container: Mapping[Any, Any], key: object) -> bool:
    """Whether the map has this key; keys that no map can have are in none."""
    if isinstance(key, float):
        if not key.is_integer():
            return False
        key = int(key)
    if isinstance(key, str) or isinstance(container, KeyedMap):
        return isinstance(key, (str, int)) and key in container
    return False


def elements(value: object) -> Iterable[Any]:
    """What a macro goes through: the items of a list, the keys of a map in the order of their code points."""
    if is_list(value):
        return cast("list[Any]", value)
    if type(value) is dict:
        return sorted(value)
    if isinstance(value, Mapping):
        return list(value)
    raise CelFault(f"a {type_name(value)} has no elements to go through")


def member(container: object, key: object) -> object:
    """`container[key]`. Raises `CelFault` where there is nothing."""
    if isinstance(container, Mapping):
        if isinstance(key, float) and key.is_integer():
            key = int(key)
        if has_key(container, key):
            return container[key]
        raise CelFault(f"no such key: {show(key)}")
    if is_list(container):
        items = cast("list[object]", container)
        if not is_number(key) or (isinstance(key, float) and not key.is_integer()):
            raise CelFault(f"a list is indexed by int, not by {show(key)}")
        position = int(cast(int, key))
        if not 0 <= position < len(items):
            raise CelFault(f"index {position} is outside of a list of {len(items)}")
        return items[position]
    raise CelFault(f"a {type_name(container)} has no member {show(key)}")
