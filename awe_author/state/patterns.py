"""Random strings that match a regular expression, by walking its parse tree. What it cannot walk gives a string that
may not match; whoever asks checks the value anyhow.
"""

from __future__ import annotations

import random
import re
from re import _constants as kinds
from re import _parser as parser
from typing import Any

MOST = 6
"""Repetitions beyond the least."""

_DIGITS, _WORD = "0123456789", "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_"


def matching(pattern: str, rng: random.Random) -> str:
    """A string that `pattern` finds something in."""
    try:
        tree = parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        return ""
    return "".join(_piece(kind, value, rng) for kind, value in tree)


def _piece(kind: Any, value: Any, rng: random.Random) -> str:
    if kind is kinds.LITERAL:
        return chr(value)
    if kind is kinds.NOT_LITERAL:
        return "a" if chr(value) != "a" else "b"
    if kind is kinds.ANY:
        return rng.choice(_WORD)
    if kind is kinds.IN:
        return _member(value, rng)
    if kind is kinds.BRANCH:
        return _walk(rng.choice(value[1]), rng)
    if kind is kinds.SUBPATTERN:
        return _walk(value[-1], rng)
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
        least, most, inner = value
        times = rng.randint(least, max(least, min(int(most), least + MOST)))
        return "".join(_walk(inner, rng) for _ in range(min(times, 10_000)))
    return ""


def _walk(tree: Any, rng: random.Random) -> str:
    return "".join(_piece(kind, value, rng) for kind, value in tree)


def _member(members: Any, rng: random.Random) -> str:
    """A character of a class: `[a-z0-9]`, `\\d`, `[^/]`."""
    if members[0][0] is kinds.NEGATE:
        barred = re.compile("[" + "".join(_source(kind, value) for kind, value in members[1:]) + "]")
        free = [char for char in _WORD + " -./:@#" if not barred.match(char)]
        return rng.choice(free) if free else ""
    kind, value = rng.choice(members)
    if kind is kinds.RANGE:
        return chr(rng.randint(value[0], value[1]))
    if kind is kinds.CATEGORY:
        return rng.choice(_CATEGORIES.get(value, _WORD))
    return chr(value)


def _source(kind: Any, value: Any) -> str:
    if kind is kinds.RANGE:
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    if kind is kinds.CATEGORY:
        return {kinds.CATEGORY_DIGIT: r"\d", kinds.CATEGORY_SPACE: r"\s", kinds.CATEGORY_WORD: r"\w"}.get(value, "")
    return re.escape(chr(value))


_CATEGORIES = {kinds.CATEGORY_DIGIT: _DIGITS, kinds.CATEGORY_SPACE: " ", kinds.CATEGORY_WORD: _WORD}
