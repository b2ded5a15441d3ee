"""One spelling for each JSON value, and digests of it.

Keys sorted by code point, no space between tokens, numbers as the shortest text that reads back as the same number.
`1` and `1.0` are spelt, and so hashed, differently: a state keeps what it was given.
"""

from __future__ import annotations

import hashlib
import json
import math

import orjson

from awe_author.json_types import Json
from awe_author.state.frozen import thawed

_STRICT = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
MODULUS_MASK = (1 << 256) - 1
"""Sums of digests are taken modulo 2**256."""


def canonical(value: object) -> bytes:
    """`value` in its one spelling. Integers beyond 64 bits and lone surrogates, which orjson refuses, take a detour."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def member_digest(key: str, value: object) -> int:
    """The number that a member adds to the content hash of its collection."""
    return int.from_bytes(hashlib.sha256(canonical([key, value])).digest(), "big")


def fresh(value: object) -> Json:
    """A copy of `value` that shares nothing with it and is plain JSON. Raises `TypeError` when it cannot be."""
    text = orjson.dumps(value, thawed, _STRICT)
    if b"null" in text and not _finite(value):
        raise TypeError("NaN and Infinity are no numbers in JSON")  # orjson spells them null
    copy: Json = orjson.loads(text)
    return copy


def _finite(value: object) -> bool:
    """Whether all numbers in a JSON value are numbers."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    return all(map(_finite, value)) if isinstance(value, list | tuple) else True


def same(a: Json, b: Json) -> bool:
    """Whether two values have the same spelling (Python's `==` takes 1, 1.0 and True for equal)."""
    if a is b:
        return True
    if type(a) is not type(b) or a != b:
        return False
    return type(a) is str or canonical(a) == canonical(b)
