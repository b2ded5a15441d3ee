"""Keys that a server gives out ahead: `GET /boats/newguid` answered with `{"id": "51AF-6B09-2"}`, and then a write that
names it. That is no boat yet; each answer has another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sightings import ENOUGH, KEY_NAMES

MOST = 3
"""Members of such an answer."""
SHORTEST = 8
"""Characters of a key that nobody guesses."""
_RUN = re.compile(r"[0-9a-f]{6,}|[0-9A-F]{6,}")
MOMENT = 8
"""Hexadecimal digits of a moment."""


def given_out(calls: Sequence[Call]) -> dict[int, str]:
    """Number of a call that gives out a key -> the member that has it."""
    found: dict[int, str] = {}
    before: set[str] = set()
    for place, call in enumerate(calls):
        name = "" if call.mutation or call.status != 200 else _key_of(call)
        key = str(call.answer[name]) if name else ""
        if name and key not in before and _used_next(key, calls[place + 1 :]):
            found[call.seq] = name
        before |= {str(value) for _, value in leaves(call.answer)} | {*call.segments}
    return found


def _key_of(call: Call) -> str:
    """The member of an answer that says nothing but a key, and what that is for."""
    told = call.answer
    if not isinstance(told, dict) or call.html or not 0 < len(told) <= MOST:
        return ""
    if any(isinstance(value, dict | list) for value in told.values()) or any(
        str(value) in call.segments for name, value in told.items() if KEY_NAMES.get(name.lower(), 0) >= ENOUGH
    ):
        return ""
    names = [name for name, value in told.items() if KEY_NAMES.get(name.lower(), 0) >= ENOUGH and _opaque(value)]
    return names[0] if len(names) == 1 else ""


def _opaque(value: object) -> bool:
    return isinstance(value, str) and len(value) >= SHORTEST and _RUN.search(value) is not None


def _used_next(key: str, later: Sequence[Call]) -> bool:
    """Is the first call that names a key a write?"""
    for call in later:
        if key in call.segments or any(value == key for _, value in leaves(call.body)):
            return call.mutation
        if any(value == key for _, value in leaves(call.answer)):
            return False
    return False


def another(key: str) -> str:
    """The expression of another key like this one: by the moment, to a second."""
    run = max(_RUN.finditer(key), key=lambda one: len(one[0]))
    digits = run[0]
    moment = "'%X'.format([int(now)])" if digits.isupper() else "'%x'.format([int(now)])"
    moment += f".substring({MOMENT - len(digits)})" if len(digits) < MOMENT else ""
    begin, end = key[: run.start()] + digits[: max(0, len(digits) - MOMENT)], key[run.end() :]
    return " + ".join([*([text(begin)] if begin else []), moment, *([text(end)] if end else [])])
