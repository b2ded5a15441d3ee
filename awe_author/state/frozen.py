"""What a reducer is given: the state and the params, to be read only.

States share what did not change, so a reducer that changed an entity in place would change the past of every session.
Entities are handed out as copies, made when they are asked for, whose every way of being changed raises `ReadOnly`.
They are dicts and lists still: `dict(one)`, `{**one}`, `[*many]`, `copy.deepcopy(one)` give what may be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, overload

from awe_author.json_types import Json


class ReadOnly(TypeError):
    """Something that was only to be read was about to be changed."""


def _refuse(self: object, *_: object, **__: object) -> NoReturn:
    raise ReadOnly("what a reducer is given cannot be changed")


class FrozenDict(dict[str, Any]):
    """An object that cannot be changed."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse

    def __reduce_ex__(self, _: object) -> tuple[Any, ...]:
        return dict, (dict(self),)


class FrozenList(list[Any]):
    """An array that cannot be changed."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = extend = insert = _refuse
    pop = remove = clear = sort = reverse = _refuse

    def __reduce_ex__(self, _: object) -> tuple[Any, ...]:
        return list, (list(self),)


def frozen(value: Any) -> Any:
    """A copy of a JSON value that cannot be changed, however deep; collections of a state as `FrozenView`."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, dict):
        return FrozenDict({key: frozen(below) for key, below in value.items()})
    if isinstance(value, list):
        return FrozenList([frozen(below) for below in value])
    return FrozenView(value) if isinstance(value, Mapping) else value


def thawed(value: object) -> object:
    """For orjson: the plain form of a frozen value, one level of it."""
    if isinstance(value, FrozenDict):
        return dict(value)
    if isinstance(value, FrozenList):
        return list(value)
    raise TypeError(f"Type is not JSON serializable: {type(value).__name__}")


class FrozenView(Mapping[str, Any]):
    """An app's view, or a collection in it, whose members are frozen when they are asked for."""

    __slots__ = ("_of",)

    def __init__(self, of: Mapping[str, Any]) -> None:
        self._of: Any = of

    def __getitem__(self, key: str) -> Any:
        return frozen(self._of[key])

    def __contains__(self, key: object) -> bool:
        return key in self._of

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def values(self) -> FrozenValues:  # type: ignore[override]
        """The members, in the order of their ids."""
        members = self._of.values()
        return FrozenValues(members if isinstance(members, Sequence) else tuple(members))

    def items(self) -> Iterator[tuple[str, Any]]:  # type: ignore[override]
        """Ids and members, in the order of the ids."""
        return ((key, frozen(value)) for key, value in self._of.items())

    def by(self, field: str, value: Json) -> list[Any]:
        """As `Collection.by`."""
        return [frozen(entity) for entity in self._of.by(field, value)]

    def ids_by(self, field: str, value: Json) -> list[str]:
        """As `Collection.ids_by`."""
        return list(self._of.ids_by(field, value))

    def __repr__(self) -> str:
        return f"FrozenView({self._of!r})"


class FrozenValues(Sequence[Any]):
    """Members of a collection, each frozen when it is asked for."""

    __slots__ = ("_of",)

    def __init__(self, of: Sequence[Any]) -> None:
        self._of = of

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> FrozenValues: ...

    def __getitem__(self, at: int | slice) -> Any:
        return FrozenValues(self._of[at]) if isinstance(at, slice) else frozen(self._of[at])

    def __iter__(self) -> Iterator[Any]:
        return map(frozen, self._of)

    def __len__(self) -> int:
        return len(self._of)
