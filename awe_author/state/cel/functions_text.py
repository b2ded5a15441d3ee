"""Functions of text beyond standard CEL, named and defined as in cel-go's `ext.Strings`; positions are code points."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import orjson

from awe_author.json_types import bounded, too_deep
from awe_author.rison import NotRison, parse_rison
from awe_author.state.cel.arithmetic import limited
from awe_author.state.cel.functions import function
from awe_author.state.cel.functions_core import double_text
from awe_author.state.cel.functions_time import duration_text, timestamp_text
from awe_author.state.cel.problems import CelFault
from awe_author.state.cel.values import elements, is_list, is_number, show, type_name

_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""What Unicode calls White_Space."""
_UPPER = {code: code - 32 for code in range(ord("a"), ord("z") + 1)}
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


@function("string.charAt(int) -> string", "the character at a position; empty at the end")
def _char_at(text: str, at: float) -> str:
    if not 0 <= at <= len(text):
        raise CelFault(f"position {show(at)} is outside of a string of {len(text)}")
    return text[int(at) : int(at) + 1]


@function("string.indexOf(string) -> int", "where a text begins in it; -1 when it does not occur")
@function("string.indexOf(string, int) -> int", "where it begins at a position or after; else -1")
def _index_of(text: str, part: str, start: float = 0) -> int:
    if not 0 <= start <= len(text):
        raise CelFault(f"position {show(start)} is outside of a string of {len(text)}")
    return text.find(part, int(start))


@function("string.lastIndexOf(string) -> int", "where a text begins in it for the last time; -1 when it does not occur")
def _last_index_of(text: str, part: str) -> int:
    return text.rfind(part)


@function(
    "string.lastIndexOf(string, int) -> int", "where it begins for the last time at a position or before; else -1"
)
def _last_index_before(text: str, part: str, start: float) -> int:
    if not 0 <= start <= len(text):
        raise CelFault(f"position {show(start)} is outside of a string of {len(text)}")
    return text.rfind(part, 0, int(start) + len(part))


@function("string.lowerAscii() -> string", "A to Z as small letters")
def _lower(text: str) -> str:
    return text.translate(_LOWER)


@function("string.upperAscii() -> string", "a to z as capitals")
def _upper(text: str) -> str:
    return text.translate(_UPPER)


@function("string.replace(string, string) -> string", "every occurrence of the first by the second")
@function("string.replace(string, string, int) -> string", "so many occurrences replaced; -1 is all")
def _replace(text: str, old: str, new: str, count: float = -1) -> str:
    if (text.count(old) if count < 0 else min(count, text.count(old))) * len(new) + len(text) > 10_000_000:
        raise CelFault("a string of more than 10000000 elements")
    return text.replace(old, new, int(count))


@function("string.split(string) -> list of strings", "the parts between a separator; an empty one gives the characters")
@function("string.split(string, int) -> list of strings", "at most so many parts, the last one whole; -1 is all")
def _split(text: str, separator: str, count: float = -1) -> list[str]:
    limit = int(count)
    if limit == 0:
        return []
    if separator:
        return text.split(separator, limit - 1 if limit > 0 else -1)
    characters = list(text)
    return characters if limit < 0 or limit >= len(text) else [*characters[: limit - 1], text[limit - 1 :]]


@function("string.substring(int) -> string", "from a position to the end")
@function("string.substring(int, int) -> string", "from the first position to before the second")
def _substring(text: str, start: float, end: float | None = None) -> str:
    stop = len(text) if end is None else end
    if not 0 <= start <= stop <= len(text):
        raise CelFault(f"no part from {show(start)} to {show(stop)} of a string of {len(text)}")
    return text[int(start) : int(stop)]


@function("string.trim() -> string", "without white space at both ends")
def _trim(text: str) -> str:
    return text.strip(_SPACE)


@function("string.reverse() -> string", "the last character first")
def _reverse(text: str) -> str:
    return text[::-1]


@function("base64.encode(bytes) -> string", "in base64, with padding")
def _encode(value: bytes) -> str:
    return base64.b64encode(value).decode()


@function("base64.decode(string) -> bytes", "what base64 says, with or without padding")
def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        raise CelFault("the text is no base64") from None


@function("hash.md5(string) -> string", "the MD5 of the text in UTF-8, in hexadecimal digits")
def _md5(text: str) -> str:
    return hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


@function("hash.sha1(string) -> string", "its SHA-1")
def _sha1(text: str) -> str:
    return hashlib.sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


@function("hash.sha256(string) -> string", "its SHA-256")
def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@function("parse_json(string) -> any", "the value of a JSON text; null when it is none")
def _parse_json(text: str) -> Any:
    try:
        value = orjson.loads(text)
    except ValueError:
        return None
    return None if too_deep(value) else bounded(value)


@function("parse_rison(string) -> any", "the object or list that a Rison text says; null when it is none")
def _parse_rison(text: str) -> Any:
    try:
        value = parse_rison(text)
    except NotRison:
        return None
    return None if too_deep(value) else bounded(value)


_QUOTED = {ord(one): f"\\{name}" for one, name in zip('\a\b\f\n\r\t\v\\"', 'abfnrtv\\"', strict=True)}


@function("strings.quote(string) -> string", "in double quotes, with escapes, as it would be written in an expression")
def _quote(text: str) -> str:
    return f'"{text.translate(_QUOTED)}"'


@function(
    "string.format(list) -> string", "`%s %d %f %.2f %e %x %X %o %b %%` replaced by the items of the list, in order"
)
def _format(pattern: str, items: Sequence[Any]) -> str:
    parts: list[str] = []
    at, used = 0, 0
    while (sign := pattern.find("%", at)) >= 0:
        parts.append(pattern[at:sign])
        at = sign + 1
        digits = ""
        if pattern[at : at + 1] == ".":
            at += 1
            while pattern[at : at + 1].isdigit() and len(digits) < 4:
                digits += pattern[at]
                at += 1
        verb = pattern[at : at + 1]
        at += 1
        if verb == "%":
            parts.append("%")
            continue
        if used >= len(items):
            raise CelFault(f"format() has {len(items)} values, but there are more places in the pattern")
        parts.append(_clause(verb, digits, items[used]))
        used += 1
    return str(limited("".join([*parts, pattern[at:]])))


def _clause(verb: str, digits: str, value: Any) -> str:
    if verb == "s":
        return _plain(value)
    if verb in ("f", "e") and is_number(value):
        places = int(digits or 6)
        if places > 1000:
            raise CelFault("format() with more than 1000 digits")
        return format(float(value), f".{places}{verb}")
    if verb == "d" and is_number(value):
        return double_text(value) if isinstance(value, float) else str(int(value))
    if verb in ("b", "o", "x", "X") and isinstance(value, int) and (verb == "b" or not isinstance(value, bool)):
        return format(int(value), verb)
    if verb in ("x", "X") and isinstance(value, (str, bytes)):
        written = (value.encode() if isinstance(value, str) else value).hex()
        return written.upper() if verb == "X" else written
    if verb in ("s", "d", "f", "e", "b", "o", "x", "X"):
        raise CelFault(f"format(): %{verb} is not defined for a {type_name(value)}")
    raise CelFault(f"format() does not know %{verb}; it knows %s %d %f %e %x %X %o %b %%")


def _plain(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return show(value)
    if is_number(value):
        return double_text(value) if isinstance(value, float) else str(int(value))
    if isinstance(value, bytes):
        return bytes(value).decode(errors="replace")
    if isinstance(value, datetime):
        return timestamp_text(value)
    if isinstance(value, timedelta):
        return duration_text(value)
    if is_list(value):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_plain(key)}: {_plain(value[key])}" for key in elements(value)) + "}"
    return str(value)
