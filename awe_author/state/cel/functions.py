"""The functions of the language: each has signatures that the checker, the run and the reference page read alike.

A signature is text such as `string.contains(string) -> bool`; what stands before the point is the receiver. Words for
arguments are in `ACCEPTS`, words for results in `_RESULTS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeAlias, TypeVar, get_args

from awe_author.state.cel import types as t
from awe_author.state.cel.problems import CelFault
from awe_author.state.cel.types import CelType
from awe_author.state.cel.values import TypeValue, Uint, is_list, is_number, type_name

FUNCTIONS_KEY = "#functions"
"""The binding under which `ContextFunctions` come in."""


class ContextFunctions(Protocol):
    """What an event's context gives to expressions: the same for every equal context."""

    def new_id(self, prefix: str) -> str: ...
    def random(self) -> float: ...
    def uuid(self) -> str: ...


Implementation: TypeAlias = Callable[..., Any]
_Made = TypeVar("_Made", bound=Implementation)


@dataclass(frozen=True, slots=True)
class Overload:
    """One signature of a function and what it does."""

    name: str
    method: bool
    accepts: tuple[str, ...]
    """A word of `ACCEPTS` for each argument, the receiver first."""
    gives: str
    run: Implementation
    meaning: str
    variadic: bool = False
    """Any number of arguments like the last."""

    @property
    def signature(self) -> str:
        """As authors read it."""
        words = list(self.accepts)
        receiver = f"{words.pop(0)}." if self.method else ""
        return f"{receiver}{self.name}({', '.join(words)}{', ...' if self.variadic else ''}) -> {self.gives}"

    def fits_count(self, count: int) -> bool:
        """Whether so many arguments, receiver included, can be given."""
        return count >= len(self.accepts) if self.variadic else count == len(self.accepts)

    def words(self, count: int) -> Sequence[str]:
        """The word for each of `count` arguments."""
        return [*self.accepts, *[self.accepts[-1]] * (count - len(self.accepts))] if self.variadic else self.accepts


_SIGNATURE = re.compile(r"(?:(\w+)\.)?((?:math\.|strings\.|base64\.|hash\.)?\w+)\(([^)]*)\) -> (.+)")
OVERLOADS: dict[str, list[Overload]] = {}
"""Name -> its overloads, in the order in which they are tried."""


def function(signature: str, meaning: str) -> Callable[[_Made], _Made]:
    """Registers what follows under a signature; may be stacked."""
    found = _SIGNATURE.fullmatch(signature)
    assert found is not None, signature
    receiver, name, arguments, gives = found.groups()
    if receiver in ("math", "strings", "base64", "hash"):
        receiver, name = None, f"{receiver}.{name}"
    words = [one.strip() for one in arguments.split(",") if one.strip()]
    variadic = words[-1:] == ["..."]
    accepts = ([receiver] if receiver else []) + (words[:-1] if variadic else words)
    assert all(one in ACCEPTS for one in accepts), signature
    assert gives in _RESULTS, signature

    def register(run: _Made) -> _Made:
        made = Overload(name, receiver is not None, tuple(accepts), gives, run, meaning, variadic)
        OVERLOADS.setdefault(name, []).append(made)
        return run

    return register


def overloads(name: str, *, method: bool) -> list[Overload]:
    """All forms of a function, as `f(x)` or as `x.f()`."""
    return [one for one in OVERLOADS.get(name, []) if one.method == method]


def names(*, method: bool) -> Iterator[str]:
    """Names there are, for hints."""
    return (name for name, forms in OVERLOADS.items() if any(one.method == method for one in forms))


@dataclass(frozen=True, slots=True)
class Accepted:
    """A word for an argument: the static kinds that may be it, and the test of a value."""

    kinds: frozenset[str]
    test: Callable[[Any], bool]


def _instance(*kinds: type, without: tuple[type, ...] = ()) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kinds) and not (without and isinstance(value, without))


ACCEPTS: dict[str, Accepted] = {
    "any": Accepted(frozenset(get_args(t.Kind)), lambda _: True),
    "null": Accepted(frozenset({"null"}), lambda value: value is None),
    "bool": Accepted(frozenset({"bool"}), _instance(bool)),
    "int": Accepted(
        frozenset({"int", "double"}),
        lambda value: (type(value) is int) or (isinstance(value, float) and value.is_integer()),
    ),
    "uint": Accepted(frozenset({"uint"}), _instance(Uint)),
    "number": Accepted(frozenset({"int", "uint", "double"}), is_number),
    "string": Accepted(frozenset({"string"}), _instance(str)),
    "bytes": Accepted(frozenset({"bytes"}), _instance(bytes)),
    "timestamp": Accepted(frozenset({"timestamp"}), _instance(datetime)),
    "duration": Accepted(frozenset({"duration"}), _instance(timedelta)),
    "list": Accepted(frozenset({"list"}), is_list),
    "map": Accepted(frozenset({"map", "object"}), _instance(Mapping)),
    "type": Accepted(frozenset({"type"}), _instance(TypeValue)),
}
"""Word -> what it accepts. An int may come as 5.0, since JSON does not tell them apart."""


def _element(types: Sequence[CelType]) -> CelType:
    return element_of(types[0])


def element_of(kind: CelType) -> CelType:
    """The type of a list's items, a map's values."""
    if kind.kind == "object" and not kind.open and kind.fields:
        return t.join(kind.fields.values())
    return kind.element or t.DYN


def key_of(kind: CelType) -> CelType:
    """The type of a map's keys."""
    return kind.key or t.STRING


def _with_default(types: Sequence[CelType]) -> CelType:
    return t.join([element_of(types[0]), types[2]])


def _number(types: Sequence[CelType]) -> CelType:
    kinds = {(element_of(one) if one.kind == "list" else one).kind for one in types}
    known: dict[str, CelType] = {"int": t.INT, "uint": t.UINT, "double": t.DOUBLE, "duration": t.DURATION}
    return known.get(kinds.pop(), t.DYN) if len(kinds) == 1 else t.DYN


_RESULTS: dict[str, Callable[[Sequence[CelType]], CelType]] = {
    "any": lambda _: t.DYN,
    "same": lambda types: types[0],
    "element": _element,
    "element or default": _with_default,
    "list of elements": lambda types: t.list_of(element_of(types[0])),
    "list of keys": lambda types: t.list_of(key_of(types[0])),
    "list of strings": lambda _: t.list_of(t.STRING),
    "list": lambda _: t.LIST,
    "number": _number,
    "bool": lambda _: t.BOOL,
    "int": lambda _: t.INT,
    "uint": lambda _: t.UINT,
    "double": lambda _: t.DOUBLE,
    "string": lambda _: t.STRING,
    "bytes": lambda _: t.BYTES,
    "timestamp": lambda _: t.TIMESTAMP,
    "duration": lambda _: t.DURATION,
    "type": lambda _: t.TYPE,
}


def result(overload: Overload, types: Sequence[CelType]) -> CelType:
    """The type that an overload gives for arguments of these types."""
    return _RESULTS[overload.gives](types)


def caller(forms: Sequence[Overload], count: int) -> Implementation:
    """What tries the overloads in order, by the types the arguments have when it runs."""
    tests = [([ACCEPTS[word].test for word in form.words(count)], form.run) for form in forms]
    name = forms[0].name
    if len(tests) == 1 and count == 1:
        (test,), only = tests[0][0], tests[0][1]

        def one(value: Any) -> Any:
            if test(value):
                return only(value)
            raise CelFault(f"{name}() is not defined for a {type_name(value)}")

        return one

    def call(*values: Any) -> Any:
        for checks, run in tests:
            for check, value in zip(checks, values, strict=True):
                if not check(value):
                    break
            else:
                return run(*values)
        given = ", ".join(type_name(value) for value in values)
        raise CelFault(f"{name}() is not defined for ({given})")

    return call
