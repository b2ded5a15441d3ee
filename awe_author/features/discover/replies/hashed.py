"""Answers that give the hash of what was sent: `{"texthash": "a9993e36..."}` for the text of a form.

A hash is the hash of what it is compared with, or of nothing known: one look is enough. Lines may end otherwise than
they were sent, and blanks around the text be left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at, leaves
from awe_author.json_types import Json

_HEX = re.compile(r"[0-9a-f]+\Z")
_HASHES: Mapping[int, tuple[str, Callable[[bytes], Any]]] = {
    32: ("hash.md5", lambda value: hashlib.md5(value, usedforsecurity=False)),
    40: ("hash.sha1", lambda value: hashlib.sha1(value, usedforsecurity=False)),
    64: ("hash.sha256", hashlib.sha256),
}
"""Digits of a hash -> (function of expressions, how it is made)."""
_LINES: Sequence[tuple[Callable[[str], str], str]] = (
    (lambda value: value, ""),
    (lambda value: value.replace("\r", ""), ".replace('\\r', '')"),
    (lambda value: value.strip(), ".trim()"),
    (lambda value: value.replace("\r", "").strip(), ".replace('\\r', '').trim()"),
)


def hashed(calls: Sequence[Call]) -> Json:
    """The places of an answer that have the hash of a text of the body, in all calls; None without any."""
    made: Json = None
    for way, value in leaves(calls[0].answer):
        whole = isinstance(value, str) and len(value) in _HASHES and _HEX.match(value)
        if not whole or not all(isinstance(step, str) for step in way):
            continue
        name, digest = _HASHES[len(value)]
        for field in calls[0].body if isinstance(calls[0].body, dict) else ():
            for changed, ending in _LINES:
                if all(at(call.answer, way) == _of(digest, call, field, changed) for call in calls):
                    own = f"{name}(string(body.get({text(str(field))}, '')){ending})"
                    made = joined(made or {}, nest(tuple(map(str, way)), own, "", ""))
                    break
    return made


def _of(digest: Callable[[bytes], Any], call: Call, field: str, changed: Callable[[str], str]) -> str:
    """The hash of a field; "" where there is no text."""
    value = call.body.get(field) if isinstance(call.body, dict) else None
    if not isinstance(value, str):
        return ""
    return str(digest(changed(value).encode("utf-8", "surrogatepass")).hexdigest())
