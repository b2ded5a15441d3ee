"""Functions of standard CEL: size, conversions, tests of text. (Timestamps and durations: `functions_time`.)"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from awe_author.state.cel.arithmetic import checked
from awe_author.state.cel.functions import function
from awe_author.state.cel.problems import CelFault
from awe_author.state.cel.values import LONG_TYPES, TYPES, TypeValue, Uint, type_name

_INTEGER = re.compile(r"[+-]?[0-9]{1,40}")
_DOUBLE = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[iI]nf(?:inity)?|[nN]a[nN])")
_BOOLS = dict.fromkeys(("1", "t", "true", "TRUE", "True"), True)
_BOOLS |= dict.fromkeys(("0", "f", "false", "FALSE", "False"), False)


@function("size(string) -> int", "characters (code points)")
@function("size(bytes) -> int", "bytes")
@function("size(list) -> int", "items")
@function("size(map) -> int", "entries")
@function("string.size() -> int", "characters (code points)")
@function("bytes.size() -> int", "bytes")
@function("list.size() -> int", "items")
@function("map.size() -> int", "entries")
def _size(value: Any) -> int:
    return len(value)


@function("type(any) -> type", "the value's type, to compare: `type(x) == string`")
def _type(value: object) -> TypeValue:
    name = type_name(value)
    return TYPES.get(name) or LONG_TYPES.get(name) or TypeValue(name)


@function("dyn(any) -> any", "the value, its type no longer checked beforehand")
def _dyn(value: object) -> object:
    return value


@function("int(number) -> int", "towards zero; must fit 64 bits")
def _int(value: float) -> int:
    return checked(truncated(value))


def truncated(value: float) -> int:
    """The number without its fraction."""
    if isinstance(value, float) and not math.isfinite(value):
        raise CelFault(f"{double_text(value)} is no integer")
    return int(value)


@function("int(string) -> int", "decimal digits with a sign")
def _int_of_text(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise CelFault(f"'{text[:40]}' is no integer")
    try:
        return checked(int(text))
    except CelFault as error:
        raise CelFault(f"'{text}' is no integer of 64 bits") from error


@function("uint(number) -> uint", "towards zero; must fit 64 bits without sign")
def _uint(value: float) -> int:
    return checked(truncated(value), Uint)


@function("uint(string) -> uint", "decimal digits")
def _uint_of_text(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise CelFault(f"'{text[:40]}' is no unsigned integer")
    return checked(int(text), Uint)


@function("double(number) -> double", "the same number")
def _double(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        raise CelFault("a number too great for a double") from None


@function("double(string) -> double", "a decimal number; `NaN`, `Inf`, `-Inf`")
def _double_of_text(text: str) -> float:
    if not _DOUBLE.fullmatch(text):
        raise CelFault(f"'{text[:40]}' is no number")
    return float(text)


@function("bool(bool) -> bool", "the same")
def _bool(value: bool) -> bool:
    return value


@function("bool(string) -> bool", "`true`, `True`, `TRUE`, `t`, `1` and their opposites")
def _bool_of_text(text: str) -> bool:
    if text not in _BOOLS:
        raise CelFault(f"'{text[:40]}' is neither true nor false")
    return _BOOLS[text]


@function("string(string) -> string", "the same")
def _string(text: str) -> str:
    return text


@function("string(bool) -> string", "`true` or `false`")
def _string_of_bool(value: bool) -> str:
    return "true" if value else "false"


@function("string(number) -> string", "shortest digits; 5.0 gives `5`, as JSON does not tell them apart")
def _string_of_number(value: float) -> str:
    return double_text(value) if isinstance(value, float) else str(int(value))


@function("string(bytes) -> string", "read as UTF-8")
def _string_of_bytes(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise CelFault("the bytes are not UTF-8") from None


def double_text(value: float) -> str:
    """A double as text: whole numbers below 1e21 without point, else the shortest digits that give the number back."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if value.is_integer() and abs(value) < 1e21 else repr(value)


@function("bytes(bytes) -> bytes", "the same")
def _bytes(value: bytes) -> bytes:
    return value


@function("bytes(string) -> bytes", "the text in UTF-8")
def _bytes_of_text(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise CelFault("the text has a lone surrogate, which UTF-8 cannot say") from None


@function("string.contains(string) -> bool", "whether the text occurs in it")
def _contains(text: str, part: str) -> bool:
    return part in text


@function("string.startsWith(string) -> bool", "whether it begins so")
def _starts_with(text: str, part: str) -> bool:
    return text.startswith(part)


@function("string.endsWith(string) -> bool", "whether it ends so")
def _ends_with(text: str, part: str) -> bool:
    return text.endswith(part)


@function("matches(string, string) -> bool", "whether the regular expression (RE2) matches anywhere")
@function("string.matches(string) -> bool", "whether the regular expression (RE2) matches anywhere")
def _matches(text: str, pattern: str) -> bool:
    try:
        return bool(compiled(pattern)(text))
    except UnicodeEncodeError:
        raise CelFault("the text has a lone surrogate, which cannot be matched") from None


@lru_cache(maxsize=512)
def compiled(pattern: str) -> Callable[[str], object]:
    """The search of an RE2 pattern. Raises `CelFault` when it is none."""
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        search: Callable[[str], object] = re2.compile(pattern, options).search
    except (re2.error, UnicodeEncodeError) as error:
        reason = error.args[0] if error.args else ""
        reason = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
        raise CelFault(f"'{pattern[:60]}' is no regular expression that RE2 knows: {reason}") from None
    return search
