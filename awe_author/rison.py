"""Rison: JSON written so that it needs little quoting in addresses, `(filters:!((col:name,value:'a b')),page:0)`.

    (a:1,b:x)   an object      !(1,2)    a list       !t !f !n   true, false, null
    'a !'b!''   a text, in which ! stands before ' and !; a text that is a plain word needs no quotes

Only whole objects and lists are read, since any word would be a Rison text.
"""

from __future__ import annotations

import re

from awe_author.json_types import DEEPEST, Json

_WORD = re.compile(r"[^-0-9 '!:(),*@$][^ '!:(),*@$]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?(?:e-?\d{1,3})?")
_QUOTED = re.compile(r"'((?:[^'!]|!['!])*)'")
_ESCAPED = re.compile(r"!(['!])")
_CONSTANTS: dict[str, Json] = {"!t": True, "!f": False, "!n": None}


class NotRison(ValueError):
    """A text is no Rison object or list."""


def parse_rison(text: str) -> Json:
    """The object or list that a text says. Raises NotRison."""
    if not text.startswith(("(", "!(")):
        raise NotRison("it begins with neither ( nor !(")
    value, end = _value(text, 0, 0)
    if end != len(text):
        raise NotRison(f"there is more at character {end}")
    return value


def _value(text: str, at: int, depth: int) -> tuple[Json, int]:
    if depth > DEEPEST:
        raise NotRison("too deep")
    if text.startswith("!(", at):
        return _list(text, at + 2, depth)
    if text.startswith("(", at):
        return _object(text, at + 1, depth)
    if text[at : at + 2] in _CONSTANTS:
        return _CONSTANTS[text[at : at + 2]], at + 2
    if quoted := _QUOTED.match(text, at):
        return _ESCAPED.sub(r"\1", quoted[1]), quoted.end()
    if number := _NUMBER.match(text, at):
        return _number(number[0]), number.end()
    if word := _WORD.match(text, at):
        return word[0], word.end()
    raise NotRison(f"there is no value at character {at}")


def _number(said: str) -> Json:
    return int(said) if said.lstrip("-").isdigit() else float(said)


def _list(text: str, at: int, depth: int) -> tuple[Json, int]:
    found: list[Json] = []
    while not text.startswith(")", at):
        value, at = _value(text, _after_comma(text, at, first=not found), depth + 1)
        found.append(value)
    return found, at + 1


def _object(text: str, at: int, depth: int) -> tuple[Json, int]:
    found: dict[str, Json] = {}
    while not text.startswith(")", at):
        name, at = _value(text, _after_comma(text, at, first=not found), depth + 1)
        if isinstance(name, bool) or not isinstance(name, str | int) or not text.startswith(":", at):
            raise NotRison(f"there is no name at character {at}")
        found[str(name)], at = _value(text, at + 1, depth + 1)
    return found, at + 1


def _after_comma(text: str, at: int, *, first: bool) -> int:
    if first:
        return at
    if not text.startswith(",", at):
        raise NotRison(f"there is no comma at character {at}")
    return at + 1
