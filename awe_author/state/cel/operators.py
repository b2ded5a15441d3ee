"""The types operators give, and what is said of operands that can never go together."""

from __future__ import annotations

from awe_author.state.cel import types as t
from awe_author.state.cel.functions import element_of
from awe_author.state.cel.problems import CelProblem, nearest
from awe_author.state.cel.types import CelType, Kind

_CONCATENATED = frozenset({"string", "bytes"})
_ORDERED = frozenset({"string", "bytes", "bool", "timestamp", "duration"})
_MAPS = frozenset({"map", "object"})
_TIME: dict[tuple[str, Kind, Kind], CelType] = {
    ("+", "timestamp", "duration"): t.TIMESTAMP,
    ("+", "duration", "timestamp"): t.TIMESTAMP,
    ("+", "duration", "duration"): t.DURATION,
    ("-", "timestamp", "timestamp"): t.DURATION,
    ("-", "timestamp", "duration"): t.TIMESTAMP,
    ("-", "duration", "duration"): t.DURATION,
}


def operator_type(sign: str, left: CelType, right: CelType, at: int) -> CelType:
    """The type of `left sign right`. Raises `CelProblem` when it can never be."""
    if sign in ("==", "!="):
        _check_equality(left, right, at)
        return t.BOOL
    if sign == "in":
        return _membership(left, right, at)
    if sign in ("<", "<=", ">", ">="):
        return _order(sign, left, right, at)
    return _arithmetic(sign, left, right, at)


def comparable(left: CelType, right: CelType) -> bool:
    """Whether values of the two may be equal at all."""
    kinds = {left.kind, right.kind}
    if "dyn" in kinds or "null" in kinds or len(kinds) == 1:
        return True
    return kinds <= t.NUMBERS or kinds <= _MAPS


def _check_equality(left: CelType, right: CelType, at: int) -> None:
    if not comparable(left, right):
        raise CelProblem(f"{t.a(left)} never equals {t.a(right)}", at, _repair(left, right))
    for one, other in ((left, right), (right, left)):
        if one.kind == "string" and len(one.values) == 1 and other.declared and one.values[0] not in other.values:
            text = str(one.values[0])
            hint = nearest(text, (str(value) for value in other.values if value is not None), quote="'")
            raise CelProblem(f"the schema does not allow '{text}' here", at, hint)


def _membership(left: CelType, right: CelType, at: int) -> CelType:
    if right.kind == "list":
        if not comparable(left, element_of(right)):
            raise CelProblem(f"{t.a(left)} is never in {t.a(right)}", at, _repair(left, element_of(right)))
    elif right.kind == "string":
        raise CelProblem("'in' looks into lists and maps, not into a string", at, "Write text.contains(part).")
    elif right.kind not in ("dyn", *_MAPS):
        raise CelProblem(
            f"'in' looks into lists and maps, not into {t.a(right)}", at, "Compare with ==, or put it in a list: [x]."
        )
    return t.BOOL


def _order(sign: str, left: CelType, right: CelType, at: int) -> CelType:
    kinds = {left.kind, right.kind} - {"dyn"}
    if kinds <= t.NUMBERS or (len(kinds) == 1 and kinds <= _ORDERED):
        return t.BOOL
    raise CelProblem(f"'{sign}' is not defined for {t.a(left)} and {t.a(right)}", at, _repair(left, right))


def _arithmetic(sign: str, left: CelType, right: CelType, at: int) -> CelType:
    first, second = left.kind, right.kind
    if "dyn" in (first, second):
        known = second if first == "dyn" else first
        if known == "dyn" or _may(sign, known):
            return t.STRING if sign == "+" and known == "string" else t.DYN
    elif first in t.NUMBERS and second in t.NUMBERS:
        found = _numbers(sign, left, right, at)
        if found is not None:
            return found
    elif sign == "+" and first == second and first in _CONCATENATED:
        return CelType(first)
    elif sign == "+" and first == second == "list":
        return t.list_of(t.join([element_of(left), element_of(right)]))
    elif (sign, first, second) in _TIME:
        return _TIME[sign, first, second]
    raise CelProblem(f"'{sign}' is not defined for {t.a(left)} and {t.a(right)}", at, _repair(left, right))


def _may(sign: str, kind: Kind) -> bool:
    if sign == "+":
        return kind in t.NUMBERS or kind in ("string", "bytes", "list", "timestamp", "duration")
    if sign == "-":
        return kind in t.NUMBERS or kind in ("timestamp", "duration")
    return kind in t.NUMBERS and not (sign == "%" and kind == "double")


def _numbers(sign: str, left: CelType, right: CelType, at: int) -> CelType | None:
    if "double" in (left.kind, right.kind):
        if sign == "%":
            raise CelProblem("'%' is for integers", at, "Make both integers: int(x) % int(y).")
        return None if "uint" in (left.kind, right.kind) else t.DOUBLE
    return CelType(left.kind) if left.kind == right.kind else None


def _repair(left: CelType, right: CelType) -> str:
    kinds = {left.kind, right.kind}
    if "string" in kinds:
        if kinds & t.NUMBERS:
            return "Make both text, string(x), or both numbers, int(x) or double(x)."
        if "timestamp" in kinds:
            return "Make both moments, timestamp(x), or both text, string(x)."
        if "duration" in kinds:
            return "Make both durations: duration(x)."
        if "bool" in kinds:
            return "true and false are written without quotes; as text: string(x)."
        if "null" in kinds:
            return "null is no text; test for it: x == null ? '' : x."
    if "uint" in kinds and kinds & {"int", "double"}:
        return "Signed and unsigned integers do not mix: int(x)."
    if "list" in kinds:
        return "To look into a list: x in list."
    if "timestamp" in kinds and kinds & t.NUMBERS:
        return "A span of time is a duration: duration('24h')."
    return "Compare and combine values of one type."
