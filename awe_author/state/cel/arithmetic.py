"""`+ - * / %`, unary minus and comparison, with CEL's limits: 64-bit overflow fails, integers divide towards zero.

One deviation from CEL: int and double may be mixed (the result is a double), because JSON has one number type and a
model cannot know whether 5 or 5.0 is stored.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from awe_author.state.cel.problems import CelFault
from awe_author.state.cel.values import INT_MAX, UINT_MAX, Uint, is_list, order_key, type_name

MAX_SIZE = 10_000_000
"""Characters of a string, items of a list: what an expression may build at most."""
MAX_DURATION = timedelta(seconds=315_576_000_000)
"""About 10 000 years, as in google.protobuf.Duration."""

Operation: TypeAlias = Callable[[Any, Any], Any]


def no_overload(sign: str, left: object, right: object) -> CelFault:
    """The fault of an operator whose operands do not go together."""
    return CelFault(f"{type_name(left)} {sign} {type_name(right)} is not defined")


def checked(value: int, like: type = int) -> int:
    """The integer, if it is one of 64 bits."""
    if like is Uint:
        if 0 <= value <= UINT_MAX:
            return Uint(value)
    elif -INT_MAX - 1 <= value <= INT_MAX:
        return value
    raise CelFault("integer overflow")


def _integers(left: object, right: object) -> type | None:
    """`int` or `Uint` when both operands are that."""
    if isinstance(left, bool) or isinstance(right, bool) or not isinstance(left, int) or not isinstance(right, int):
        return None
    unsigned = isinstance(left, Uint)
    return None if unsigned != isinstance(right, Uint) else Uint if unsigned else int


def _doubles(left: object, right: object) -> tuple[float, float] | None:
    """Both as doubles when at least one is one and neither is unsigned."""
    if not (isinstance(left, float) or isinstance(right, float)):
        return None
    for one in (left, right):
        if isinstance(one, (bool, Uint)) or not isinstance(one, (int, float)):
            return None
    try:
        return float(left), float(right)  # type: ignore[arg-type]
    except OverflowError:
        raise CelFault("a number too great for a double") from None


def add(left: Any, right: Any) -> Any:
    """Sum, or concatenation of strings, bytes and lists, or a moment later."""
    if type(left) is int and type(right) is int:
        return checked(left + right)
    if type(left) is type(right) and type(left) in (str, bytes):
        return limited(left + right)
    if is_list(left) and is_list(right):
        return limited([*left, *right])
    if isinstance(right, timedelta) and isinstance(left, (datetime, timedelta)):
        return _moment(operator.add, left, right)
    if isinstance(left, timedelta) and isinstance(right, datetime):
        return _moment(operator.add, right, left)
    return _numeric("+", operator.add, left, right)


def limited(value: Any) -> Any:
    """The string, bytes or list, unless it grew beyond all measure."""
    if len(value) > MAX_SIZE:
        raise CelFault(f"a {type_name(value)} of more than {MAX_SIZE} elements")
    return value


def subtract(left: Any, right: Any) -> Any:
    """Difference of numbers, of moments (a duration), of durations; a moment earlier."""
    if type(left) is int and type(right) is int:
        return checked(left - right)
    if isinstance(left, (datetime, timedelta)) and isinstance(right, timedelta):
        return _moment(operator.sub, left, right)
    if isinstance(left, datetime) and isinstance(right, datetime):
        return _moment(operator.sub, left, right)
    return _numeric("-", operator.sub, left, right)


def _moment(apply: Operation, left: Any, right: Any) -> Any:
    try:
        made = apply(left, right)
    except OverflowError:
        raise CelFault("a moment outside of the years 1 to 9999") from None
    if isinstance(made, timedelta) and abs(made) > MAX_DURATION:
        raise CelFault("a duration of more than 10 000 years")
    return made


def _numeric(sign: str, apply: Operation, left: object, right: object) -> Any:
    kind = _integers(left, right)
    if kind is not None:
        return checked(apply(left, right), kind)
    pair = _doubles(left, right)
    if pair is None:
        raise no_overload(sign, left, right)
    return apply(*pair)


def multiply(left: Any, right: Any) -> Any:
    """Product of numbers."""
    return (
        checked(left * right) if type(left) is int and type(right) is int else _numeric("*", operator.mul, left, right)
    )


def divide(left: Any, right: Any) -> Any:
    """Quotient: of integers towards zero, of doubles by IEEE 754."""
    kind = _integers(left, right)
    if kind is not None:
        if right == 0:
            raise CelFault("division by zero")
        size = abs(left) // abs(right)
        return checked(-size if (left < 0) != (right < 0) else size, kind)
    pair = _doubles(left, right)
    if pair is None:
        raise no_overload("/", left, right)
    return divide_doubles(*pair)


def divide_doubles(left: Any, right: Any) -> Any:
    """Quotient where the schema says `number`: 5 / 2 is 2.5 even when both are stored without a point."""
    if _integers(left, right) is int:
        left, right = float(left), float(right)
    if not isinstance(left, float) or not isinstance(right, float):
        return divide(left, right)
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left) or math.isnan(right):
        return math.nan
    return math.inf if (left > 0) == (math.copysign(1, right) > 0) else -math.inf


def remainder(left: Any, right: Any) -> Any:
    """Rest of an integer division; it has the sign of the dividend."""
    kind = _integers(left, right)
    if kind is None:
        raise no_overload("%", left, right)
    if right == 0:
        raise CelFault("modulus by zero")
    size = abs(left) % abs(right)
    return checked(-size if left < 0 else size, kind)


def negate(value: Any) -> Any:
    """Unary minus, of an int or a double."""
    if isinstance(value, float):
        return -value
    if isinstance(value, int) and not isinstance(value, (bool, Uint)):
        return checked(-value)
    raise CelFault(f"-{type_name(value)} is not defined")


def _comparison(sign: str, apply: Operation) -> Operation:
    def compare(left: Any, right: Any) -> Any:
        kind, other = order_key(left), order_key(right)
        if not kind or kind != other:
            raise no_overload(sign, left, right)
        return apply(left, right)

    return compare


COMPARISONS: dict[str, tuple[Operation, Operation]] = {
    sign: (apply, _comparison(sign, apply))
    for sign, apply in {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}.items()
}
"""Sign -> (the bare operation, for operands of one plain type; the one that looks at the types)."""

ARITHMETIC: dict[str, Operation] = {"+": add, "-": subtract, "*": multiply, "/": divide, "%": remainder}
