"""Deletions that a GET carries out: `GET /api/boats?an=delete_selected&sr=7`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import ENOUGH, KEY_NAMES, objects

_DELETES = re.compile(r"(delete|remove|destroy|purge)(_[a-z0-9]+){0,3}\Z")
"""What they are called, as words."""
_GONE = re.compile(r"(^|_)(deleted|removed|destroyed)\Z")
"""What says that they were carried out."""


def carried_out(calls: Sequence[Call]) -> list[Call]:
    """The calls; GETs with a parameter that is called as a deletion and another one with a key are called after it, and
    the last one about a key is a write when the answer says that something is gone (`"record_deleted": true`), or the
    address that showed it does not any more. The ones before ask."""
    made = list(calls)
    last: dict[tuple[str, str], tuple[int, str]] = {}
    for place, call in enumerate(calls):
        said = _deletion(call)
        keys = [
            value for name, value in call.query if said and f"{name}={value}" != said and _shown(value, calls[:place])
        ]
        if keys:
            made[place] = replace(call, operation=said)
            last[call.origin, keys[0]] = place, keys[0]
    for place, key in last.values():
        if _says_gone(calls[place].answer) or _not_any_more(key, calls, place):
            made[place] = replace(made[place], mutation=True, verb="DELETE")
    return made


def _deletion(call: Call) -> str:
    """`an=delete_selected` of a GET that is answered without records; else ""."""
    if call.method != "GET" or call.operation or call.html or call.status >= 400 or not isinstance(call.answer, dict):
        return ""
    found = [f"{name}={value}" for name, value in call.query if value.isascii() and _DELETES.match(snake(value))]
    return found[0] if len(found) == 1 else ""


def _shown(key: str, calls: Iterable[Call]) -> bool:
    return any(key == one for call in calls for one in _keys(call))


def _keys(call: Call) -> Iterator[str]:
    """Keys of the records that an answer shows."""
    for _, _, value in objects(call.answer) if call.answer is not None and call.status < 400 else ():
        yield from (str(inner) for name, inner in value.items() if KEY_NAMES.get(name.lower(), 0) >= ENOUGH)


def _says_gone(answer: Any) -> bool:
    return isinstance(answer, dict) and any(
        value is True and _GONE.search(snake(name)) for name, value in answer.items()
    )


def _not_any_more(key: str, calls: Sequence[Call], place: int) -> bool:
    """Is it shown no more by an address that showed it?"""
    before = {call.path for call in calls[:place] if key in _keys(call)}
    after = [call for call in calls[place + 1 :] if call.path in before and call.answer is not None]
    return bool(after) and not any(key in _keys(call) for call in after)
